"""The joints: Z up, meters, facing -Y, the character's left is +X; every joint is axis-aligned at rest."""
import math

import numpy as np

from maths import unit

SIDES = (("L", 1), ("R", -1))


def mirrored(point, sign):
    """A point on the left side, or mirrored for sign -1."""
    return np.array([point[0] * sign, point[1], point[2]])


HEAD_CENTER = np.array([0, -0.004, 1.282])
HEAD_RADII = np.array([0.248, 0.236, 0.222])

# arms: a straight line from the shoulder, below the horizon at rest
ARM_DROP = math.radians(42)
ARM_ALONG = np.array([math.cos(ARM_DROP), 0, -math.sin(ARM_DROP)])
ARM_ACROSS = np.array([math.sin(ARM_DROP), 0, math.cos(ARM_DROP)])
ARM_FRONT = np.array([0, -1.0, 0])
UPPER_ARM, FOREARM, PALM = 0.195, 0.180, 0.105
SHOULDER = np.array([0.150, 0.005, 0.952])
ELBOW = SHOULDER + ARM_ALONG * UPPER_ARM
WRIST = ELBOW + ARM_ALONG * FOREARM
KNUCKLES = WRIST + ARM_ALONG * PALM
FINGERS, FINGER_OFFSETS = ("index", "middle", "pinky"), (0.046, 0.0, -0.046)
THUMB = WRIST + ARM_ALONG * 0.045 + ARM_FRONT * 0.052 - ARM_ACROSS * 0.004
THUMB_ALONG = unit(ARM_ALONG * 0.62 + ARM_FRONT * 0.78)

# legs; the ball of the foot is on the floor, so that a bending toe neither slides nor sinks
HIP = np.array([0.088, 0, 0.615])
KNEE = np.array([0.091, -0.008, 0.365])
ANKLE = np.array([0.094, 0.012, 0.115])
BALL = np.array([0.096, -0.098, 0.003])

# strings
SCARF_START, SCARF_ALONG = np.array([0.078, 0.135, 1.035]), unit(np.array([0.20, 0.68, -0.70]))
SCARF_LINKS, SCARF_LINK = 5, 0.082
ANTENNA_START, ANTENNA_ALONG = np.array([0.268, 0.012, 1.335]), unit(np.array([0.16, 0.10, 1.0]))
ANTENNA_LINKS, ANTENNA_LINK = 4, 0.052

# the visor, in angles around the center of the head; the eyes are on it
VISOR_HALF_WIDTH, VISOR_HALF_HEIGHT, VISOR_ELEVATION = math.radians(61), math.radians(33), math.radians(-3)
EYE_TURN, EYE_ELEVATION = 0.40, 0.02  # from the visor's center
EYES_HEIGHT = HEAD_CENTER[2] + HEAD_RADII[2] * math.sin(VISOR_ELEVATION + EYE_ELEVATION)

NAMES, PARENTS, HEADS = [], [], []


def _joint(name, parent, position):
    NAMES.append(name)
    PARENTS.append(NAMES.index(parent) if parent else -1)
    HEADS.append(np.array(position, float))


def _add_arm(side, sign):
    def add(name, parent, position):
        _joint(name + "_" + side, parent if parent == "spine3" else parent + "_" + side, mirrored(position, sign))

    add("clavicle", "spine3", np.array([0.045, 0.0, 0.965]))
    add("upperarm", "clavicle", SHOULDER)
    add("forearm", "upperarm", ELBOW)
    add("hand", "forearm", WRIST)
    for finger, offset in zip(FINGERS, FINGER_OFFSETS):
        add(finger + "1", "hand", KNUCKLES + ARM_FRONT * offset)
        add(finger + "2", finger + "1", KNUCKLES + ARM_FRONT * offset * 1.12 + ARM_ALONG * 0.042)
    add("thumb1", "hand", THUMB)
    add("thumb2", "thumb1", THUMB + THUMB_ALONG * 0.04)


def _add_leg(side, sign):
    for name, parent, position in (("thigh", None, HIP), ("shin", "thigh", KNEE), ("foot", "shin", ANKLE), ("toe", "foot", BALL)):
        _joint(name + "_" + side, parent + "_" + side if parent else "hips", mirrored(position, sign))


def _add_joints():
    _joint("hips", None, (0, 0, 0.64))
    _joint("spine1", "hips", (0, 0.005, 0.71))
    _joint("spine2", "spine1", (0, 0.008, 0.79))
    _joint("spine3", "spine2", (0, 0.008, 0.87))
    _joint("neck", "spine3", (0, 0.006, 1.03))
    _joint("head", "neck", (0, 0.0, 1.09))
    _joint("eyes", "head", (0, 0.0, EYES_HEIGHT))
    for side, sign in SIDES:
        _add_arm(side, sign)
        _add_leg(side, sign)
    for i in range(SCARF_LINKS):
        _joint("scarf%d" % (i + 1), "scarf%d" % i if i else "spine3", SCARF_START + SCARF_ALONG * SCARF_LINK * i)
    for i in range(ANTENNA_LINKS):
        _joint("antenna%d" % (i + 1), "antenna%d" % i if i else "head", ANTENNA_START + ANTENNA_ALONG * ANTENNA_LINK * i)


_add_joints()
COUNT = len(NAMES)
INDEX = {name: i for i, name in enumerate(NAMES)}
HEADS = np.array(HEADS)
PARENTS = np.array(PARENTS)


def weight_row(weights):
    """{joint: weight} -> one weight per joint, normalized."""
    row = np.zeros(COUNT)
    for name, share in weights.items():
        row[INDEX[name]] += share
    return row / row.sum()


def chain_weights(prefix, place, links, root):
    """Weights along a string; place is in links from its start. Blends from the middle of one link to the middle of the next."""
    weights = {}
    for i in range(-1, links):
        share = max(0.0, 1 - abs(place - (i + 0.5)))
        if i == links - 1 and place > links - 0.5:
            share = 1.0
        if share > 0:
            name = root if i < 0 else prefix + str(i + 1)
            weights[name] = weights.get(name, 0) + share
    return weights or {root: 1}


def world_frames(rotations, hips_offset):
    """World rotations and positions of all joints from local rotations."""
    world_rotations, world_positions = np.zeros((COUNT, 3, 3)), np.zeros((COUNT, 3))
    for i, parent in enumerate(PARENTS):
        if parent < 0:
            world_rotations[i], world_positions[i] = rotations[i], HEADS[i] + hips_offset
        else:
            world_rotations[i] = world_rotations[parent] @ rotations[i]
            world_positions[i] = world_positions[parent] + world_rotations[parent] @ (HEADS[i] - HEADS[parent])
    return world_rotations, world_positions
