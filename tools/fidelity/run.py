#!/usr/bin/python3
"""Draws Khronos' fidelity scenarios with Sinew and with three.js, and measures both against Khronos' golden pictures.

Without goldens it measures Sinew against three.js. The table has the distance of each scenario in dB: lower is closer. Exits with 1 if
Sinew misses a goal, with 77 if a part is not there. docs/testing.md says which parts there are and how to get them.
"""

import argparse
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
FIELD_OF_VIEW = 45  # vertical, degrees; of all goldens
GOLDEN_RENDERERS = ["model-viewer", "three", "filament"]  # the first that a scenario has is its reference

WORSE_THAN_THREE = 3.0  # dB that a scenario may be farther from its golden picture than three.js
MEDIAN = -24.0  # dB
FEWEST = 36  # scenarios

# Scenarios that miss the goal, and why. One that meets it is a failure, too: remove it from the list.
OPEN = {
    "GlamVelvetSofa": "three.js adds the environment's sheen twice, and its relative model-viewer made the golden picture",
    "GlassHurricaneCandleHolder": "three.js drops what glass reflects where nothing is behind it; path tracers show it, as Sinew does",
    "ToyCar": "the car's windows have nothing behind them, likewise",
}


class Missing(Exception):
    """A part that is not there."""


def arguments():
    parts = os.environ.get("SINEW_FIDELITY")
    folder = pathlib.Path(parts) if parts else None

    def part(name):
        return folder / name if folder and (folder / name).exists() else None

    parser = argparse.ArgumentParser(
        description="Measures pictures of Sinew and three.js against Khronos' golden pictures, in dB; lower is closer.",
        epilog="Parts that are not named are looked for in the folder SINEW_FIDELITY: models, goldens, environment.hdr, node_modules.",
    )
    parser.add_argument("--assets", type=pathlib.Path, default=part("models"), help="the folder Models of glTF-Sample-Assets")
    parser.add_argument("--goldens", type=pathlib.Path, default=part("goldens"), help="a folder of khronos-NAME/RENDERER-golden.*")
    parser.add_argument("--environment", type=pathlib.Path, default=part("environment.hdr"), help="the light of the goldens; default: one made here")
    parser.add_argument("--modules", type=pathlib.Path, default=part("node_modules"), help="a node_modules with three and puppeteer-core")
    parser.add_argument("--browser", default=shutil.which("chromium"), help="default: chromium")
    parser.add_argument("--sinew", type=pathlib.Path, default=HERE.parents[1] / "build/release/sinew", help="default: build/release/sinew")
    parser.add_argument("--output", type=pathlib.Path, default=HERE.parents[1] / "build/fidelity", help="a folder for pictures; default: build/fidelity")
    parser.add_argument("--tone", default="aces", choices=["aces", "neutral", "none"], help="tone mapping; default: aces, as in the goldens")
    parser.add_argument("--exposure", type=float, default=1.0)
    parser.add_argument("--keep-three", action="store_true", help="do not draw again what three.js drew in an earlier run")
    parser.add_argument("names", nargs="*", metavar="NAME", help="scenarios; default: all whose model is there")
    return parser.parse_args()


def scenarios(assets, names):
    """Those of scenarios.json whose model is whole, with `name`, `model` (a path below assets), `eye`, `target` and `size`.

    In the file, orbit is the angle about Y from +Z, the angle from +Y, both in degrees, and the distance from the target; size is in
    pixels; incomparable says why the golden picture cannot be compared.
    """
    found = []
    for row in json.loads((HERE / "scenarios.json").read_text()):
        name = row["model"].split("/")[0]
        if names and name not in names:
            continue
        variants = [row["model"], f"{name}/glTF/{name}.gltf", f"{name}/glTF-Binary/{name}.glb", f"{name}/glTF-Embedded/{name}.gltf"]
        model = next((variant for variant in variants if is_whole(assets / variant)), None)
        if model is None:
            continue
        around, down, distance = row["orbit"]
        around, down = math.radians(around), math.radians(down)
        away = [math.sin(down) * math.sin(around), math.cos(down), math.sin(down) * math.cos(around)]
        eye = [target + distance * part for target, part in zip(row["target"], away)]
        found.append(row | {"name": name, "model": model, "eye": eye})
    return found


def is_whole(model):
    """Whether a glTF file and all files that it names are there."""
    if not model.exists():
        return False
    if model.suffix == ".glb":
        return True
    document = json.loads(model.read_text())
    uris = [part.get("uri", "data:") for part in document.get("buffers", []) + document.get("images", [])]
    return all(uri.startswith("data:") or (model.parent / urllib.parse.unquote(uri)).exists() for uri in uris)


def golden(folder, name):
    """The reference of a scenario, or None."""
    for renderer in GOLDEN_RENDERERS:
        for path in sorted((folder / f"khronos-{name}").glob(f"{renderer}-golden.*")):
            return path
    return None


def draw_sinew(options, environment, wanted, folder):
    for scenario in wanted:
        command = [options.sinew, options.assets / scenario["model"], "--output", folder / f"{scenario['name']}.png"]
        command += ["--look", "fidelity", "--animation", "none", "--background", "transparent", "--environment", environment]
        command += ["--fov", FIELD_OF_VIEW, "--tone", options.tone, "--exposure", options.exposure]
        command += ["--camera=" + triple(scenario["eye"]) + ":" + triple(scenario["target"])]
        command += ["--size", "{}x{}".format(*scenario["size"])]
        finished = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        if finished.returncode != 0:
            print(finished.stderr.strip() or f"sinew: {scenario['model']}: exit code {finished.returncode}")


def triple(values):
    return ",".join(f"{value:.9g}" for value in values)


def draw_three(options, environment, wanted, folder):
    pictures = []
    for scenario in wanted:
        output = folder / f"{scenario['name']}.png"
        if options.keep_three and output.exists():
            continue
        view = {key: scenario[key] for key in ["model", "eye", "target", "size"]}
        pictures.append(view | {"output": str(output), "fov": FIELD_OF_VIEW, "tone": options.tone, "exposure": options.exposure})
    if not pictures:
        return
    tasks = folder / "tasks.json"
    job = {"modules": options.modules.resolve(), "browser": options.browser, "assets": options.assets.resolve(), "environment": environment.resolve()}
    tasks.write_text(json.dumps({key: str(value) for key, value in job.items()} | {"pictures": pictures}))
    subprocess.run(["node", HERE / "three.mjs", tasks], check=True)


def measured(options, wanted, folders):
    """For each scenario a row: name, and in dB sinew and three against the golden, and sinew against three. NaN is unknown.

    Writes a sheet for each scenario: the golden, Sinew, three.js, and where Sinew differs from the golden or else from three.js.
    """
    from distance import Picture, decibels, sheet

    rows = []
    for scenario in wanted:
        name = scenario["name"]
        row = {"name": name, "sinew": math.nan, "three": math.nan, "both": math.nan}
        rows.append(row)
        paths = {program: folders[program] / f"{name}.png" for program in ["sinew", "three"]}
        if not all(path.exists() for path in paths.values()):
            continue
        sinew, three = (Picture(path) for path in paths.values())
        row["both"] = decibels(three, sinew)
        reference = golden(options.goldens, name) if options.goldens and "incomparable" not in scenario else None
        if reference is None:
            sheet([sinew, three], three, sinew, folders["sheets"] / f"{name}.png")
            continue
        picture = Picture(reference)
        sinew, three = (Picture(path, picture.size) for path in paths.values())
        row["sinew"], row["three"] = decibels(picture, sinew), decibels(picture, three)
        sheet([picture, sinew, three], picture, sinew, folders["sheets"] / f"{name}.png")
    return rows


def show(rows):
    def cells(name, sinew, three, both):
        values = [f"{sinew:.1f}", f"{three:.1f}", f"{sinew - three:+.1f}", f"{both:.1f}"]
        print(" | ".join([f"| {name}"] + [value.replace("nan", "").replace("+", "") if "nan" in value else value for value in values]) + " |")

    print("| scenario | Sinew, golden | three.js, golden | difference | Sinew, three.js |")
    print("|---|---:|---:|---:|---:|")
    for row in rows:
        cells(row["name"], row["sinew"], row["three"], row["both"])
    cells("median", *(median(rows, key) for key in ["sinew", "three", "both"]))


def median(rows, key):
    known = [row[key] for row in rows if not math.isnan(row[key])]
    return statistics.median(known) if known else math.nan


def misses(rows, goldens, all_wanted):
    """The goals that Sinew misses, a sentence each."""
    found = []
    for row in rows:
        if math.isnan(row["both"]):
            found.append(f"{row['name']} was not drawn")
            continue
        if math.isnan(row["sinew"]):
            continue
        met = row["sinew"] - row["three"] <= WORSE_THAN_THREE
        if not met and row["name"] not in OPEN:
            found.append(f"{row['name']} is {row['sinew'] - row['three']:.1f} dB worse than three.js; at most {WORSE_THAN_THREE:g} are allowed")
        if met and row["name"] in OPEN:
            found.append(f"{row['name']} meets the goal, but is on the list of those that do not")
    key = "sinew" if goldens else "both"
    if all_wanted and median(rows, key) > MEDIAN:
        found.append(f"the median is {median(rows, key):.1f} dB; the goal is {MEDIAN:g}")
    if all_wanted and len(rows) < FEWEST:
        found.append(f"only {len(rows)} scenarios were measured; {FEWEST} are wanted")
    return found


def check_parts(options):
    try:
        import numpy, PIL  # noqa: F401
    except ImportError as error:
        raise Missing(f"there is no Python module {error.name}") from error
    if options.assets is None:
        raise Missing("there are no models: set SINEW_FIDELITY, or --assets")
    for path in [options.assets, options.sinew, options.goldens, options.environment]:
        if path is not None and not path.exists():
            raise Missing(f"there is no {path}")
    if options.modules is None or not (options.modules / "three").exists() or not (options.modules / "puppeteer-core").exists():
        raise Missing("there is no node_modules with three and puppeteer-core")
    for program in [options.browser or "chromium", "node"]:
        if shutil.which(program) is None:
            raise Missing(f"there is no {program}")


def main():
    options = arguments()
    try:
        check_parts(options)
    except Missing as missing:
        print(f"SKIPPED: {missing}")
        return 77
    folders = {program: options.output / program for program in ["sinew", "three", "sheets"]}
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)

    environment = options.environment
    if environment is None:
        from environment import studio, write_hdr

        environment = options.output / "studio.hdr"
        write_hdr(environment, studio())

    wanted = scenarios(options.assets, options.names)
    for scenario in wanted:
        for folder in [folders["sinew"]] + ([] if options.keep_three else [folders["three"]]):
            (folder / f"{scenario['name']}.png").unlink(missing_ok=True)
    draw_three(options, environment, wanted, folders["three"])
    draw_sinew(options, environment, wanted, folders["sinew"])
    rows = measured(options, wanted, folders)
    show(rows)
    missed = misses(rows, options.goldens is not None, not options.names)
    for miss in missed:
        print(miss)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
