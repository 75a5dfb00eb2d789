#!/usr/bin/env python3
"""Writes the demo models tube.dae and snake.dae, which the tests use as well, beside this file or into the directory given as
argument. Needs only Python's standard library; writes the same bytes every time.
"""
import pathlib
import sys

from demo_models.collada import write_collada
from demo_models.snake import make_snake
from demo_models.tube import make_tube


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent
    for name, make in (("tube", make_tube), ("snake", make_snake)):
        mesh, chain, clip = make()
        write_collada(folder / (name + ".dae"), name, mesh, chain, clip)
        print("%s.dae: %d vertices, %d faces, %d bones" % (name, len(mesh.positions), len(mesh.faces), len(chain.names)))


if __name__ == "__main__":
    main()
