"""A snake of 150 bones in one mesh: more than two palettes of 64."""
import math

from demo_models.maths import curve, matrix, multiply, rotation_x, rotation_y, smooth_step, transpose
from demo_models.model import CORAL, CREAM, DEEP_TEAL, INK, TEAL, YELLOW, Chain, Clip, Mesh

SNAKE_LENGTH, SNAKE_BONES, SNAKE_SIDES, SPINE_HEIGHT = 2.4, 150, 16, 0.04
BONE_LENGTH = SNAKE_LENGTH / SNAKE_BONES
SLITHER_SECONDS, SLITHER_KEYS, WAVE_LENGTH, WAVE_ANGLE = 2.4, 21, 0.95, math.radians(56)
HEAD_END = 0.17  # distance from the nose; up to here the bones keep one direction
# half width and half height by the distance from the nose
SNAKE_WIDTH = [(0, 0.016), (0.012, 0.030), (0.05, 0.048), (0.10, 0.057), (0.15, 0.043), (0.20, 0.033), (0.40, 0.039),
               (0.90, 0.050), (1.50, 0.046), (2.00, 0.028), (2.30, 0.010), (2.40, 0.004)]
SNAKE_DEPTH = [(0, 0.010), (0.012, 0.020), (0.05, 0.033), (0.10, 0.040), (0.15, 0.035), (0.20, 0.031), (0.40, 0.036),
               (0.90, 0.043), (1.50, 0.040), (2.00, 0.026), (2.30, 0.010), (2.40, 0.004)]
NECK_PITCH = [(0.16, 0.0), (0.32, math.radians(46)), (0.60, 0.0)]  # lifts the head off the floor


def snake_influences(from_tail):
    """A cubic B-spline over the centers of the bones: four bones per vertex, smooth along the whole body."""
    u = from_tail / BONE_LENGTH - 0.5
    first, f = math.floor(u), u - math.floor(u)
    spline = ((1 - f) ** 3, 3 * f ** 3 - 6 * f ** 2 + 4, -3 * f ** 3 + 3 * f ** 2 + 3 * f + 1, f ** 3)
    weights = {}
    for k, w in enumerate(spline):
        bone = min(max(first - 1 + k, 0), SNAKE_BONES - 1)
        weights[bone] = weights.get(bone, 0) + w / 6
    return [(bone, weight) for bone, weight in weights.items() if weight > 1e-4]


def snake_color(ring, from_nose, height):
    """height: -1 at the belly, 1 on the back."""
    if height < -0.45:
        return CREAM
    if from_nose < 0.17:
        return CORAL if from_nose > 0.145 else TEAL
    return (INK, CORAL, CORAL, YELLOW, CORAL, CORAL, INK, TEAL, DEEP_TEAL, DEEP_TEAL, TEAL)[ring % 11]


def add_snake_body(mesh):
    from_nose = [0.0, 0.003, 0.007, 0.012, 0.019, 0.028, 0.038] + [0.05 + BONE_LENGTH * k for k in range(147)] + [SNAKE_LENGTH]
    rings = []
    for index, d in reversed(list(enumerate(from_nose))):
        width, depth, ring = curve(SNAKE_WIDTH, d), curve(SNAKE_DEPTH, d), []
        for k in range(SNAKE_SIDES):
            c, s = math.cos(2 * math.pi * k / SNAKE_SIDES), math.sin(2 * math.pi * k / SNAKE_SIDES)
            y = depth * (0.85 + (s if s > 0 else 0.85 * s))  # a flatter belly, always on the floor
            position = (width * c, y, SNAKE_LENGTH / 2 - d)
            ring.append(mesh.add_vertex(position, snake_color(index, d, s), snake_influences(SNAKE_LENGTH - d)))
        rings.append(ring)
    tip = mesh.add_vertex((0, 0.004, -SNAKE_LENGTH / 2 - 0.004), DEEP_TEAL, snake_influences(0))
    nose = mesh.add_vertex((0, 0.009, SNAKE_LENGTH / 2 + 0.004), TEAL, snake_influences(SNAKE_LENGTH))
    mesh.add_skin(rings, tip, nose)


def add_snake_eye(mesh, side):
    """A ball that faces outward, upward and slightly forward: black, with a yellow ring."""
    centre, radius, look = (0.036 * side, 0.051, SNAKE_LENGTH / 2 - 0.062), 0.0165, (0.82 * side, 0.40, 0.41)
    across = (0.0, look[2], -look[1])
    across = [x / math.hypot(*across) for x in across]
    other = [look[1] * across[2] - look[2] * across[1], look[2] * across[0] - look[0] * across[2],
             look[0] * across[1] - look[1] * across[0]]
    influences = snake_influences(SNAKE_LENGTH / 2 + centre[2])

    def add(angle, turn):
        out = [l * math.cos(angle) + math.sin(angle) * (a * math.cos(turn) + o * math.sin(turn)) for l, a, o in zip(look, across, other)]
        color = INK if angle < 0.75 else YELLOW
        return mesh.add_vertex([c + radius * x for c, x in zip(centre, out)], color, influences)

    turns = [2 * math.pi * k / 12 for k in range(12)]
    rings = [[add(math.pi * row / 10, turn) for turn in turns] for row in range(9, 0, -1)]
    mesh.add_skin(rings, add(math.pi, 0), add(0, 0))


def add_snake_tongue(mesh):
    """A stem and two tips, each a thin four-sided spike."""
    z = SNAKE_LENGTH / 2
    spikes = [((0, 0.010, z - 0.02), (0, 0.008, z + 0.045), 0.0045, 0.0035)]
    spikes += [((0.001 * side, 0.008, z + 0.042), (0.016 * side, 0.013, z + 0.078), 0.0034, 0.0008) for side in (1, -1)]
    influences = [(SNAKE_BONES - 1, 1.0)]
    for start, end, thick, thin in spikes:
        rings = [[mesh.add_vertex((p[0] + r * x, p[1] + 0.5 * r * y, p[2]), CORAL, influences)
                  for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))] for p, r in ((start, thick), (end, thin))]
        mesh.add_skin(rings, mesh.add_vertex(start, CORAL, influences), mesh.add_vertex(end, CORAL, influences))


def snake_world_rotation(bone, time):
    """The direction of the body is a wave from head to tail (a serpenoid curve); the head swings least."""
    d = max(SNAKE_LENGTH - BONE_LENGTH * (bone + 0.5), HEAD_END)
    swing = WAVE_ANGLE * (0.22 + 0.78 * smooth_step(HEAD_END, 0.75, d))
    yaw = swing * math.sin(2 * math.pi * (d / WAVE_LENGTH - time / SLITHER_SECONDS))
    return multiply(rotation_y(yaw), rotation_x(-curve(NECK_PITCH, d)))


def slither(chain):
    times = [SLITHER_SECONDS * k / (SLITHER_KEYS - 1) for k in range(SLITHER_KEYS)]
    matrices = {name: [] for name in chain.names}
    for time in times[:-1]:
        world = [snake_world_rotation(bone, time) for bone in range(SNAKE_BONES)]
        spine = [[0.0, 0.0]]  # x and z of the joints, from the tail
        for rotation in world[:-1]:
            spine.append([spine[-1][0] + BONE_LENGTH * rotation[0][2], spine[-1][1] + BONE_LENGTH * rotation[2][2]])
        x, z = (sum(axis) / SNAKE_BONES for axis in zip(*spine))
        matrices[chain.names[0]].append(matrix(world[0], [-x, SPINE_HEIGHT, -z]))  # in place: the center stays at the origin
        for name, parent, own in zip(chain.names[1:], world, world[1:]):
            matrices[name].append(matrix(multiply(transpose(parent), own), [0, 0, BONE_LENGTH]))
    for keys in matrices.values():
        keys.append(keys[0])
    return Clip("Slither", times, matrices)


def make_snake():
    """A snake on the floor, head to +Z: one mesh on 150 bones in one chain from tail to head."""
    mesh = Mesh()
    add_snake_body(mesh)
    add_snake_tongue(mesh)
    for side in (1, -1):
        add_snake_eye(mesh, side)
    names = ["spine%03d" % bone for bone in range(SNAKE_BONES)]
    chain = Chain(names, [[0, SPINE_HEIGHT, BONE_LENGTH * bone - SNAKE_LENGTH / 2] for bone in range(SNAKE_BONES)])
    return mesh, chain, slither(chain)
