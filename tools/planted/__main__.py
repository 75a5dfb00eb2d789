#!/usr/bin/env python3
"""Plants faults in sound models (.gltf, .glb, .dae), and asks `sinew --check` about them.

    python3 tools/planted SINEW MODEL... [--faults N] [--seed S] [--harmless] [--only WORDS] [--keep DIR]

--faults N plants N faults in each file: half of the others are of the first one's kind, in other places. A fault is seen
if a finding that the sound model does not have is about its place, or has one of its ids; it is named if one finding does
both. A harmless edit alarms if it has any new finding, notes included. --harmless makes only these. --only takes words of
their names, with commas. --keep leaves the files in DIR."""
import argparse
import collections
import os
import random
import sys
import tempfile

import clips  # noqa: F401 registers faults
import collada  # noqa: F401 registers faults and harmless edits
import harmless  # noqa: F401 registers harmless edits
import skins  # noqa: F401 registers faults
import surfaces  # noqa: F401 registers faults
from classes import COLLADA, GLTF, Edit, NoPlace
from dae import Dae
from judge import alarms, changed, findings, judged, verdicts
from rig import Rig

Case = collections.namedtuple("Case", "model name file planted edit")


def attempt(rig, change, rng):
    """(a changed copy, what the change returned), or None where the file has no place for it."""
    changed_rig = rig.copy()
    try:
        return changed_rig, change(changed_rig, rng)
    except NoPlace:
        return None


def plant(rig, first, others, count, rng):
    """Plants a fault and others; (the file, [(fault, where)]), or None if it has no place for so many."""
    planted = []
    for _ in range(8 * count - 7):
        fault = first if not planted or rng.random() < 0.5 else rng.choice(others)
        found = attempt(rig, fault.change, rng)
        if found:
            rig = found[0]
            planted.append((fault, found[1]))
        if len(planted) in (0, count):
            break
    return (rig, planted) if len(planted) == count else None


def cases_of(path, folder, options):
    """Writes a file for the sound model and for each fault and edit. Each has a folder of its own, because clips may lose the name
    of the file."""
    is_collada = path.lower().endswith(".dae")
    rig, own = (Dae(path), COLLADA) if is_collada else (Rig(path), GLTF)
    stem, ending = os.path.splitext(os.path.basename(path))[0], ".dae" if is_collada else ".glb"
    cases, several = [], options.faults > 1

    def write(changed_rig, name, planted=(), edit=None):
        file = os.path.join(folder, "%d-%s" % (len(cases), name.replace(" ", "_")), stem + ending)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        changed_rig.save(file)
        cases.append(Case(stem, name, file, planted, edit))
    write(rig.copy(), "sound")
    others = [f for f in own.faults.values() if not f.alone]
    for name, one in [*([] if options.harmless else own.faults.items()), *own.edits.items()]:
        rng = random.Random("%s %s %d" % (stem, name, options.seed))
        if options.only and not any(w in name for w in options.only.split(",")):
            continue
        if isinstance(one, Edit):
            if found := attempt(rig, one.change, rng):
                write(found[0], name, edit=one)
        elif not (several and one.alone):
            if found := plant(rig, one, others, options.faults, rng):
                write(found[0], name, found[1])
    return cases[0], cases[1:]


def report(sound, cases, found, sums):
    before = findings(found[sound.file])
    for case in cases:
        verdict = found.get(case.file, {"error": "no verdict"})
        after, error = findings(verdict), verdict.get("error", "")
        if case.edit:
            new = alarms(before, after, case.edit) + [("refused", "", error)] * bool(error)
            sums["edits"] += 1
            sums["alarms"] += bool(new)
            for said, own, message in new:
                print("alarm    %-34s %s: %s %s: %s" % (case.name, case.model, said, own, message[:100]))
            continue
        new = changed(before, after)
        for index, (fault, where) in enumerate(case.planted):
            seen, named, instead = judged(case.planted, index, new, error)
            for key, counts in (("planted", True), ("seen", seen), ("named", named)):
                sums[key] += counts
            if not named:
                sums["missed"].update({one: 1 / len(fault.ids) for one in fault.ids})
                print("%-8s %-34s %s: %s at %s%s" % ("misnamed" if seen else "missed", fault.name, case.model, " or ".join(sorted(fault.ids)),
                                                     ", ".join(sorted(where.names)[:3]), "; found " + ", ".join(instead) if instead else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sinew")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--faults", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--harmless", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--keep")
    options = parser.parse_args()
    sums = {"planted": 0, "seen": 0, "named": 0, "edits": 0, "alarms": 0, "missed": collections.Counter()}
    for path in options.models:
        with tempfile.TemporaryDirectory(prefix="planted") as folder:
            if options.keep:
                folder = os.path.join(options.keep, os.path.basename(path))
                os.makedirs(folder, exist_ok=True)
            sound, cases = cases_of(path, folder, options)
            report(sound, cases, verdicts(options.sinew, [sound.file, *(c.file for c in cases)]), sums)
    if sums["missed"]:
        print("not named: " + ", ".join("%s %.3g" % row for row in sums["missed"].most_common(20)))
    every = max(1, sums["planted"])
    print("%d planted, %.1f %% seen, %.1f %% named; %d of %d harmless edits alarm" %
          (sums["planted"], 100 * sums["seen"] / every, 100 * sums["named"] / every, sums["alarms"], sums["edits"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
