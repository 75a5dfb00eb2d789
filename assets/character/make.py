"""Makes Pip: character.dae and its textures.

    blender -b --factory-startup -P assets/character/make.py [-- FOLDER] [--no-textures]

Writes into the parent directory, or into FOLDER. --no-textures keeps the existing textures (for work on clips).
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

from clips import CLIPS  # noqa: E402
from collada_writer import write_collada  # noqa: E402
from controls import solve  # noqa: E402
from feet import Sole  # noqa: E402
from mesh import build_model, triangulate  # noqa: E402
from palette import BAKE_RATE, CLIP_SECONDS  # noqa: E402
from strings import add_strings  # noqa: E402
from textures import write_textures  # noqa: E402
from unwrap import unwrap  # noqa: E402

PICTURES = {kind: "character_%s.png" % kind for kind in ("base", "normal", "surface", "emissive")}


def bake(name, sole):
    """Frames at BAKE_RATE; the last one repeats the first."""
    seconds = CLIP_SECONDS[name]
    count = round(seconds * BAKE_RATE)
    frames = [solve(CLIPS[name](i / BAKE_RATE if i < count else 0.0, seconds, sole), sole) for i in range(count + 1)]
    add_strings(name, seconds, frames)
    frames[count] = frames[0]
    print("%-5s %3d frames, longest leg reach %.3f" % (name, count + 1, max(frame.leg_reach for frame in frames)))
    return frames


def main():
    words = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    folders = [word for word in words if not word.startswith("--")]
    folder = folders[0] if folders else os.path.dirname(HERE)
    model = build_model()
    triangles = triangulate(model, unwrap(model))
    if "--no-textures" not in words:
        write_textures(model, triangles, {kind: os.path.join(folder, name) for kind, name in PICTURES.items()})
    sole = Sole(model.vertices[:len(model.weights)], model.weights)
    clips = {name: bake(name, sole) for name in CLIPS}
    path = os.path.join(folder, "character.dae")
    write_collada(path, model, triangles, clips, PICTURES)
    print("character.dae: %d bytes, %d triangles" % (os.path.getsize(path), len(triangles.corners)))


main()
