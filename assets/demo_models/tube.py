"""A standing tube of two bones."""
import math

from demo_models.maths import matrix, rotation_z, smooth_step
from demo_models.model import CORAL, CREAM, TEAL, Chain, Clip, Mesh

TUBE_RADIUS, TUBE_FILLET, TUBE_SIDES = 0.09, 0.03, 28
BEND_SECONDS, BEND_KEYS, BEND_ANGLE = 2.0, 25, math.pi / 2


def make_tube():
    """A standing tube, 1 m high. "Bend" bends its upper half by 90 degrees toward +X at 1 s, and back at 2 s."""
    mesh, chain = Mesh(), Chain(["lower", "upper"], [[0, 0, 0], [0, 0.5, 0]])

    def add(x, y, z):
        upper = smooth_step(0.30, 0.70, y)
        striped = abs(y - 0.5) < 0.19 and int((y - 0.31) / 0.06) % 2 == 0
        color = CORAL if striped else TEAL if y < 0.1 or y > 0.9 else CREAM
        return mesh.add_vertex((x, y, z), color, [(b, w) for b, w in ((0, 1 - upper), (1, upper)) if w > 0])

    fillet = [(math.sin(a), math.cos(a)) for a in (math.pi / 2 * k / 5 for k in range(6))]
    bottom = [(TUBE_RADIUS - TUBE_FILLET * (1 - s), TUBE_FILLET * (1 - c)) for s, c in fillet]
    wall = [(TUBE_RADIUS, 0.02 * k) for k in range(2, 49)]
    profile = bottom + wall + [(radius, 1 - y) for radius, y in reversed(bottom)]
    angles = [2 * math.pi * k / TUBE_SIDES for k in range(TUBE_SIDES)]
    rings = [[add(radius * math.sin(a), y, radius * math.cos(a)) for a in angles] for radius, y in profile]
    mesh.add_skin(rings, add(0, 0, 0), add(0, 1, 0))

    times = [BEND_SECONDS * k / (BEND_KEYS - 1) for k in range(BEND_KEYS)]
    bends = [rotation_z(-BEND_ANGLE * (1 - math.cos(2 * math.pi * t / BEND_SECONDS)) / 2) for t in times]
    bends[-1] = bends[0]
    return mesh, chain, Clip("Bend", times, {"upper": [matrix(r, [0, 0.5, 0]) for r in bends]})
