#!/usr/bin/env python3
"""Compares poses of FBX files with the frames that other programs exported as .obj files beside them, as in ufbx's test data.

    fbx_frames.py SINEW DATA [--only WORDS] [--verbose]

NAME.obj is the rest pose of each NAME_VERSION_KIND.fbx, NAME_FRAME.obj a frame of its first clip, and NAME_CLIP_FRAME.obj
one of a clip of that name. A frame agrees if each posed vertex is at a vertex of the .obj file and the other way round, to
the tolerance that the .obj file states (0.001 by default). What cannot be compared is listed with the reason. Exits with 1
if a frame differs that is not in KNOWN."""
import argparse
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor

TICKS = 46186158000
# Beginnings of names of .obj files that show what Sinew does not draw, and why.
NOT_COMPARED = {
    "subsurf": "subdivided", "crease": "subdivided", "cache": "point cache", "maya_axes_anim_5": "point cache", "maya_axes_anim_8": "point cache", "marvelous": "point cache",
    "nurbs": "NURBS", "_dual_quaternion": "dual quaternions", "bind_to_root": "dual quaternions", "_dq_": "dual quaternions", "lefthanded": "mirrored by an option",
    "poses_bind": "a bind pose", "maya_transformed_skin": "its node moves the skinned mesh once more", "_extrapolate_": "extrapolated curves", "_0_obj": "an .obj file of its own",
    "blender_340_y_up": "other axes", "blender_340_z_up": "other axes", "max_geometry_transform_types": "no faces",
}
# Clips whose frames are counted from their start.
OWN_START = {"sausage_spin", "sausage_deform"}
KNOWN = {}


class Fbx:
    """Numbers of times that a file states: of the records and properties with a name."""

    def __init__(self, path):
        self.data = open(path, "rb").read()
        self.binary = self.data.startswith(b"Kaydara FBX Binary")

    def starts(self):
        """Start of each clip by name in seconds."""
        found = {}
        if not self.binary:
            text = self.data.decode("utf8", "replace")
            for block in re.finditer(r'AnimationStack: \d+, "AnimStack::([^"]*)", "" \{(.*?)\n\t\}', text, re.S):
                start = re.search(r'"LocalStart", "KTime", "Time", "",(-?\d+)', block[2])
                found[block[1]] = int(start[1]) / TICKS if start else 0.0
            for block in re.finditer(r'\bTake: "([^"]*)" \{(.*?)LocalTime: (-?\d+)', text, re.S):
                found[block[1]] = int(block[3]) / TICKS
            return found
        for at in re.finditer(rb"LocalStart", self.data):
            long = self.data[at.end():at.end() + 60].find(b"L")
            place = self.data.rfind(b"\x00\x01AnimStack", 0, at.start())
            name = re.search(rb"S(....)([^\x00]*)\x00\x01AnimStack", self.data[max(0, place - 80):place + 11], re.S)
            found[name[2].decode("utf8", "replace") if name else ""] = \
                struct.unpack_from("<q", self.data, at.end() + long + 1)[0] / TICKS
        for at in re.finditer(rb"\x09LocalTimeL", self.data):
            place = self.data.rfind(b"\x04TakeS", 0, at.start())
            size = struct.unpack_from("<I", self.data, place + 6)[0]
            found[self.data[place + 10:place + 10 + size].decode("utf8", "replace")] = \
                struct.unpack_from("<q", self.data, at.end())[0] / TICKS
        return found


def obj_points(path):
    points, used, tolerance, scale, blender = [], set(), 0.001, 1.0, False
    for line in open(path, encoding="utf8", errors="replace"):
        word = line.split()
        if not word:
            continue
        if word[0] == "v":
            points.append(tuple(float(x) for x in word[1:4]))
        elif word[0] == "f" and len(word) > 3:
            used.update(int(corner.split("/")[0]) - 1 for corner in word[1:])
        elif line.startswith("#"):
            tolerance = float((re.search(r"ufbx:tolerance=(\S+)", line) or [0, tolerance])[1])
            scale = float((re.search(r"ufbx:position_scale=(\S+)", line) or [0, scale])[1])
            blender = blender or "blender.org" in line
    return [points[i] for i in sorted(used) if i < len(points)], tolerance, scale, blender


def ply_points(path):
    data = open(path, "rb").read()
    head, body = data.split(b"end_header\n", 1)
    lines = head.decode().splitlines()
    count = int(next(line for line in lines if line.startswith("element vertex")).split()[2])
    first = lines.index(f"element vertex {count}") + 1
    size = sum(4 for line in lines[first:first + next(i for i, l in enumerate(lines[first:]) if l.startswith("element"))])
    return [struct.unpack_from("<3f", body, i * size) for i in range(count)]


def farthest(points, others, near):
    """The largest distance of one of `points` from its nearest of `others`; beyond `near` only whether it is."""
    cells = {}
    for p in others:
        cells.setdefault(tuple(int(x // near) for x in p), []).append(p)
    worst = 0.0
    for p in points:
        key, best = tuple(int(x // near) for x in p), float("inf")
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                for dz in (-1, 0, 1):
                    for q in cells.get((key[0] + dx, key[1] + dy, key[2] + dz), ()):
                        best = min(best, sum((a - b) ** 2 for a, b in zip(p, q)))
        if best > near * near:
            best = min(sum((a - b) ** 2 for a, b in zip(p, q)) for q in others)
        worst = max(worst, best)
    return worst ** 0.5


def bounds(points):
    return [edge(p[i] for p in points) for i in range(3) for edge in (min, max)]


def compare(sinew, fbx, obj, clip, frame):
    """(agrees, or None, and words)"""
    info = subprocess.run([sinew, fbx, "--info", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if info.returncode:
        return False, info.stderr.strip()[-150:]
    model = json.loads(info.stdout)
    names = [one["name"] for one in model["animations"]]
    with tempfile.TemporaryDirectory() as folder:
        ply = os.path.join(folder, "pose.ply")
        arguments = [sinew, fbx, "--export-pose", ply]
        if clip and not names:
            return None, "no such clip"
        if frame is None or not names:
            arguments += ["--pose", "rest"]
        else:
            index = next((i for i, name in enumerate(names) if clip and clip.lower() in name.lower()), 0)
            if clip and clip.lower() not in names[index].lower():
                return None, "no such clip"
            starts = Fbx(fbx).starts()
            start = next((at for name, at in starts.items() if name == names[index]),
                         next(iter(starts.values()), 0.0))
            fps = 30 if os.path.basename(obj).startswith("max") else 24
            own = any(word in obj for word in OWN_START) and "maya" in obj
            at = frame / fps - (0 if own else start)
            arguments += ["--animation", str(index), "--time", f"{max(at, 0):.6f}", "--once"]
        done = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            return False, done.stderr.strip()[-150:]
        posed = ply_points(ply)
    points, tolerance, scale, blender = obj_points(obj)
    if not points or not posed:
        return False, "no points"
    size = max(max(p[i] for p in points) - min(p[i] for p in points) for i in range(3))
    tolerance = max(tolerance / scale, 2e-5 * size)
    meters = model["meters_per_unit"]
    # Some .obj files are in meters or centimeters, and Y up, whatever the .fbx file is.
    error = float("inf")
    for factor in {1.0, 100.0 * meters, meters if blender else 1.0}:
        plain = [tuple(x * factor for x in p) for p in posed]
        for own in (plain, [(x, z, -y) for x, y, z in plain]):
            apart = max(abs(a - b) for a, b in zip(bounds(own), bounds(points)))
            if apart <= tolerance or len(own) * len(points) < 40000:  # otherwise slow, and far apart anyway
                apart = max(farthest(own, points, tolerance), farthest(points, own, tolerance))
            error = min(error, apart)
    return error <= tolerance * 1.05, f"{error:.4g} of {size:.4g}"


def jobs(data):
    files = sorted(os.listdir(data))
    models = {}
    for file in files:
        found = re.fullmatch(r"(.*)_(\d{4})_(ascii|binary)(_[a-z]+)?\.fbx", file)
        if found:
            models.setdefault(found[1], []).append(file)
    for obj in (file for file in files if file.endswith(".obj")):
        stem = obj[:-4]
        why = next((why for word, why in NOT_COMPARED.items() if word in stem), None)
        found = re.fullmatch(r"(.*)_(\d+)", stem)
        base, frame = (stem, None) if stem in models else (found[1], int(found[2])) if found else (stem, None)
        clip = None
        if base not in models and "_" in base:
            base, clip = base.rsplit("_", 1)
        own = models.get(base, [])
        if not own:
            yield obj, None, None, None, why or "no such model"
        for file in own:
            yield obj, file, clip, frame, why


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sinew")
    parser.add_argument("data")
    parser.add_argument("--only", default="")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    todo, left = [], {}
    for obj, file, clip, frame, why in jobs(options.data):
        if options.only not in obj:
            continue
        if why:
            left.setdefault(why, []).append(obj)
        else:
            todo.append((obj, file, clip, frame))
    at = lambda name: os.path.join(options.data, name)  # noqa: E731
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda job: compare(options.sinew, at(job[1]), at(job[0]), job[2], job[3]), todo))
    failed = 0
    for (obj, *_), (agrees, words) in zip(todo, results):
        if agrees is None:
            left.setdefault(words, []).append(obj)
    todo, results = zip(*(pair for pair in zip(todo, results) if pair[1][0] is not None))
    for (obj, file, *_), (agrees, words) in zip(todo, results):
        known = next((why for word, why in KNOWN.items() if word in obj + " " + file), None)
        failed += not agrees and not known
        if options.verbose or not agrees:
            print("ok  " if agrees else "open" if known else "FAIL", obj, file, words, known or "")
    for why, names in sorted(left.items()):
        print(f"not compared ({why}): {len(set(names))}")
    print(f"{sum(agrees for agrees, _ in results)} of {len(results)} poses agree")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
