#!/usr/bin/env python3
"""Plants one fault at a time into clean rigs (.gltf, .glb, .dae) and asks `sinew --check` about it: how many are seen, how many are named,
and how many harmless edits raise an alarm.

    run.py SINEW RIG... [--only WORDS] [--keep DIR] [--seed N]

SINEW may be several programs, separated by commas; the table has a column for each. Seen: a finding that the clean rig
does not have, or a refusal. Named: its object is the mesh, bone, clip or material that has the fault. False alarm: a
harmless edit with a new warning or error; a bone or clip that was only renamed, or a copied mesh, is none."""
import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

import authored  # noqa: F401 registers faults
import collada  # noqa: F401 registers faults
import collada_written  # noqa: F401 registers faults
import converted  # noqa: F401 registers faults
import exported  # noqa: F401 registers faults
import faults  # noqa: F401 registers faults
import handed_on  # noqa: F401 registers faults
import harmless  # noqa: F401 registers harmless edits
import mismatched  # noqa: F401 registers faults
import pasted  # noqa: F401 registers faults and harmless edits
import retimed  # noqa: F401 registers faults and harmless edits
import sound  # noqa: F401 registers harmless edits
import surfaces  # noqa: F401 registers faults
import transferred  # noqa: F401 registers faults
from classes import COLLADA, GLTF
from dae import Dae
from rig import Rig


def verdicts(sinew, files):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write("\n".join(files) + "\n")
        listed.flush()
        done = subprocess.run([sinew, "--check", "--json", "--batch", listed.name], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return {one["file"]: one for one in found if "file" in one}


def objects(finding):
    return [finding["object"]] + [other["object"] for other in finding.get("others", [])]


def of(verdict):
    """(id, object, severity, message) of each finding."""
    return [(f["id"], own, f["severity"], f["message"]) for f in verdict.get("findings", []) for own in objects(f)]


def new_findings(before, after):
    """Findings whose id and object are new, or that became worse."""
    rank = {"info": 0, "warning": 1, "error": 2}
    known = {}
    for kind, own, severity, message in of(before):
        known[kind, own] = max(known.get((kind, own), -1), rank[severity])

    def rank_before(kind, own):
        """Clips lose the start that all their names share, which depends on the other clips."""
        return max((r for (k, o), r in known.items() if k == kind and (o == own or own.endswith("_" + o))), default=-1)
    return [f for f in of(after) if rank[f[2]] > rank_before(f[0], f[1])]


def matches(own, right):
    plain = own.split("|")[-1]
    return any(name and (own == name or plain == name.split("|")[-1] or own.startswith(name + "-") or
                         name.endswith("_" + own)) for name in right)


def file_of(folder, case, stem, is_collada):
    """In a folder of its own, because clip names may drop the file's name."""
    os.makedirs(os.path.join(folder, case), exist_ok=True)
    return os.path.join(folder, case, stem + (".dae" if is_collada else ".glb"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sinew")
    parser.add_argument("rigs", nargs="+")
    parser.add_argument("--only", default="")
    parser.add_argument("--keep")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    folder = options.keep or tempfile.mkdtemp(prefix="planted")
    os.makedirs(folder, exist_ok=True)

    cases, clean = [], {}
    for path in options.rigs:
        is_collada = path.lower().endswith(".dae")
        rig = Dae(path) if is_collada else Rig(path)
        stem = os.path.splitext(os.path.basename(path))[0]
        while stem in clean:
            stem += "_"
        clean[stem] = file_of(folder, "clean", stem, is_collada)
        rig.copy().save(clean[stem])
        for index in range(0 if is_collada else len(rig.json.get("accessors", []))):
            rig.read(index)  # once for all copies
        own = COLLADA if is_collada else GLTF
        for kind, table in (("fault", own.faults), ("harmless", own.harmless_edits)):
            for name, plant in table.items():
                if options.only and not any(word in name for word in options.only.split(",")):
                    continue
                changed = rig.copy()
                right = plant(changed, random.Random("%s %s %d" % (stem, name, options.seed)))
                if right is None:
                    continue
                file = file_of(folder, name, stem, is_collada)
                changed.save(file)
                cases.append((kind, name, stem, file, right))

    sums = {}
    for sinew in options.sinew.split(","):
        found = verdicts(sinew, list(clean.values()) + [case[3] for case in cases])
        rows = collections.defaultdict(lambda: [0, 0, 0])
        missed = collections.defaultdict(list)
        alarms = []
        for kind, name, stem, file, right in cases:
            after = found.get(file, {"error": "no verdict"})
            new = new_findings(found[clean[stem]], after)
            if kind == "harmless":
                bad = [f for f in new if f[2] != "info"]
                if any(word in name for word in ("renamed", "level_of_detail", "carrying", "backwards", "copied", "mirrored",
                                                  "limping", "late", "arms", "hat")):
                    # A copy has what the original has.
                    ids = {f[0] for f in of(found[clean[stem]]) if f[2] != "info"}
                    bad = [f for f in bad if f[0] not in ids]
                if "error" in after:
                    bad.append(("refused", "", "error", after["error"]))
                alarms += [(name, stem, f[0], f[1], f[3]) for f in bad]
                rows[kind][0] += 1
                rows[kind][1] += bool(bad)
                continue
            row = rows[name]
            row[0] += 1
            seen = bool(new) or "error" in after
            named = any(matches(f[1], right) for f in new) or any(n and n in after.get("error", "") for n in right)
            row[1] += seen
            row[2] += named
            if not named:
                missed[name].append((stem, sorted(right)[:4], sorted({(f[0], f[1]) for f in new})[:4],
                                     after.get("error", "")))
        sums[sinew] = rows
        if options.verbose:
            for name, cases_ in missed.items():
                for case in cases_:
                    print("  not named:", name, *case)
            for alarm in alarms:
                print("  alarm:", *alarm)
    print("%-32s" % "fault", *("%22s" % os.path.basename(s) for s in sums))
    total = {s: [0, 0, 0] for s in sums}
    for name in list(GLTF.faults) + [n for n in COLLADA.faults if n not in GLTF.faults]:
        cells = []
        for sinew, rows in sums.items():
            row = rows.get(name)
            if row is None:
                continue
            total[sinew] = [a + b for a, b in zip(total[sinew], row)]
            cells.append("%6d seen %2d named %2d" % tuple(row))
        if cells:
            print("%-32s" % name, *cells)
    for sinew, (count, seen, named) in total.items():
        alarms = sums[sinew].get("harmless", [0, 0, 0])
        if count:
            print("%s: %d planted, %.1f %% seen, %.1f %% named; %d of %d harmless edits alarm" %
                  (sinew, count, 100 * seen / count, 100 * named / count, alarms[1], alarms[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
