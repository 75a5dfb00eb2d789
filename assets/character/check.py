"""Checks how character.dae looks when it plays. Needs Python with numpy, not Blender:

    python3 assets/character/check.py [MODEL.dae]

Poses the file with its own reader 120 times a second, so between the keys too, prints a table, and exits 1 when a limit is broken.
"""
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

from collada_reader import Scene, skin  # noqa: E402
from gaits import RUN, WALK  # noqa: E402
from palette import CLIP_SECONDS  # noqa: E402
from skeleton import HEAD_CENTER, HEAD_RADII, HEADS, INDEX  # noqa: E402

RATE = 120
PLANTED = 0.004          # meters; a sole vertex below this is on the floor
HELMET_MARGIN = 0.019    # the visor and its rim extend this far from the helmet
GAITS = dict(Walk=WALK, Run=RUN)
LIMITS = dict(sink=2.0, slide=3.0, seam=0.01, hand=0.0, scarf=5.0)  # millimeters
MOST_BYTES, MOST_INFLUENCES, CLIPS = 4_500_000, 4, list(CLIP_SECONDS)
Y_UP = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0.0]])


class Body:
    """The skinned mesh and the vertices that the checks look at."""

    def __init__(self, scene):
        self.scene = scene
        self.shape = next(s for s in scene.shapes if s.name == "body")
        on = {name: self.shape.weights[:, i] for i, name in enumerate(self.shape.joints)}

        def held_by(share, *prefixes):
            return sum(weights for name, weights in on.items() if name.startswith(prefixes)) > share

        low = self.shape.positions[:, 1] < 0.02
        self.soles = {side: np.nonzero(low & held_by(0.98, "foot_" + side, "toe_" + side))[0] for side in "LR"}
        self.hands = np.nonzero(held_by(0.5, "hand", "thumb", "index", "middle", "pinky"))[0]
        self.tail = np.nonzero(held_by(0.9, "scarf"))[0]

    def hand_depth(self, world, points):
        """Depth of the deepest hand vertex in the helmet and visor; if negative, the distance of the closest one."""
        inverse = np.linalg.inv(world["head"])
        local = points[self.hands] @ inverse[:3, :3].T + inverse[:3, 3] + Y_UP @ (HEADS[INDEX["head"]] - HEAD_CENTER)
        radii = np.abs(Y_UP @ HEAD_RADII) + HELMET_MARGIN
        return (1 - np.linalg.norm(local / radii, axis=1).min()) * radii.min()

    def scarf_depth(self, world, points):
        """Depth of the scarf's tail in the sleeves, modeled as capsules."""
        deepest = 0.0
        for side in "LR":
            for start, end, radius in (("upperarm", "forearm", 0.060), ("forearm", "hand", 0.062)):
                a, b = world[start + "_" + side][:3, 3], world[end + "_" + side][:3, 3]
                share = np.clip((points[self.tail] - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)[:, None]
                deepest = max(deepest, radius - np.linalg.norm(points[self.tail] - a - share * (b - a), axis=1).min())
        return deepest


def slide(path, soles, standing, floor_step):
    """The largest drift of a sole vertex over the moving floor during contact; path: (moments, vertices, 3)."""
    floor = np.arange(len(path))[:, None] * np.array([0, floor_step])
    worst, start = 0.0, np.full((len(soles), 2), np.nan)
    for points, moved, stands in zip(path, floor, standing):
        place = points[soles][:, [0, 2]] + moved  # the floor runs to -Z
        planted = stands & (points[soles][:, 1] < PLANTED)
        start[~planted] = np.nan
        fresh = planted & np.isnan(start[:, 0])
        start[fresh] = place[fresh]
        if planted.any():
            worst = max(worst, np.linalg.norm(place - start, axis=1)[planted].max())
    return worst


def check_clip(body, clip):
    """In millimeters: how far the lowest vertex sinks, how far feet slide (during contact, and at any time), the loop seam, hands in
    the helmet, scarf in the sleeves."""
    count = round(clip.duration * RATE)
    worlds = [body.scene.pose(clip, i / RATE) for i in range(count + 1)]
    path = np.array([skin(body.shape, world) for world in worlds])
    gait = GAITS.get(clip.name)
    step = gait.speed / RATE if gait else 0.0
    slides = []
    for windowed in (True, False):
        for side, late in (("L", 0.0), ("R", 0.5)):
            first = round(count * (1 - late)) % count if gait else 0
            moments = (first + np.arange(count if gait else count + 1)) % (count if gait else count + 1)
            standing = np.arange(len(moments)) / count <= gait.stance if gait and windowed else np.ones(len(moments), bool)
            slides.append(slide(path[moments], body.soles[side], standing, step))
    return dict(sink=max(0.0, -path[:, :, 1].min()), slide=max(slides[:2]), skim=max(slides[2:]),
                seam=np.linalg.norm(path[0] - path[-1], axis=1).max(),
                hand=max(body.hand_depth(w, p) for w, p in zip(worlds, path)),
                scarf=max(body.scarf_depth(w, p) for w, p in zip(worlds, path)))


def check_file(path, body):
    """Yields (name, value, passed)."""
    folder = os.path.dirname(os.path.abspath(path))
    size = sum(os.path.getsize(f) for f in [path] + [os.path.join(folder, name) for name in body.scene.textures()])
    weights = body.shape.weights
    yield "bytes with textures", size, size <= MOST_BYTES
    yield "clips", " ".join(body.scene.clips), list(body.scene.clips) == CLIPS
    yield "bones of the body", len(body.shape.joints), bool((weights.max(0) > 0).all())
    yield "triangles of each mesh", " ".join("%s %d" % (s.name, len(s.triangles)) for s in body.scene.shapes), True
    yield "most influences", int((weights > 0).sum(1).max()), (weights > 0).sum(1).max() <= MOST_INFLUENCES
    yield "weights sum to", "%.4f to %.4f" % (weights.sum(1).min(), weights.sum(1).max()), np.allclose(weights.sum(1), 1, atol=2e-4)


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(HERE), "character.dae")
    body, broken = Body(Scene(path)), 0
    for what, value, holds in check_file(path, body):
        print("%-24s %s%s" % (what, value, "" if holds else "   BROKEN"))
        broken += not holds
    print("\nmillimetres      sink    slide  (skim)     seam     hand    scarf")
    for clip in body.scene.clips.values():
        found = {key: 1000 * value for key, value in check_clip(body, clip).items()}
        over = [key for key, limit in LIMITS.items() if found[key] > limit]
        figures = " ".join("%8.2f" % found[key] for key in ("sink", "slide", "skim", "seam", "hand", "scarf"))
        print("%-5s %5.2f s" % (clip.name, clip.duration), figures, "  BROKEN: " + " ".join(over) if over else "")
        broken += len(over)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
