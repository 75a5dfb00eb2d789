"""The controls of the character and their conversion to joint rotations. Angles in degrees, lengths in meters."""
import math
from dataclasses import dataclass, field

import numpy as np

from maths import rotate_x, rotate_y, rotate_z, turned, unit
from skeleton import ANKLE, ARM_DROP, COUNT, FINGERS, HEADS, HIP, INDEX, KNEE, SIDES, mirrored

rad = math.radians


@dataclass
class Arm:
    swing: float = 2      # forward
    spread: float = 15    # sideways from hanging
    twist: float = 0      # inwards
    elbow: float = 18
    wrist: float = 4      # inwards
    wrist_bend: float = 0
    shoulder_up: float = 0
    shoulder_back: float = 0
    curl: float = 22      # of the fingers
    fan: float = 0        # of the fingers


@dataclass
class Foot:
    out: float = 0.012    # sideways from below the hip
    back: float = 0.0
    roll: float = 0.0     # backward along the foot: Sole.heel_roll, toe_roll
    lift: float = 0.0     # height of the lowest vertex
    pitch: float = 0.0    # toes down
    toe: float = 0.0
    yaw: float = 7        # outwards
    knee: float = 8       # outwards


@dataclass
class Controls:
    """Triples of pitch forward, roll left, yaw left."""
    offset: tuple = (0, 0, -0.012)
    hips: tuple = (0, 0, 0)
    spine: tuple = (0, 0, 0)
    chest: tuple = (0, 0, 0)
    neck: tuple = (0, 0, 0)
    head: tuple = (0, 0, 0)
    arms: dict = field(default_factory=lambda: dict(L=Arm(), R=Arm()))
    feet: dict = field(default_factory=lambda: dict(L=Foot(), R=Foot()))
    eyes_open: float = 1.0  # 0 to 1


@dataclass
class Frame:
    rotations: np.ndarray   # local, one per joint
    hips_offset: np.ndarray
    eyes_open: float
    leg_reach: float        # 1 is a straight leg


def solve(controls, sole):
    frame = Frame(np.tile(np.eye(3), (COUNT, 1, 1)), np.array(controls.offset, float), controls.eyes_open, 0.0)
    spine, chest = np.array(controls.spine, float), np.array(controls.chest, float)
    for name, angles in (("hips", controls.hips), ("spine1", spine * 0.5), ("spine2", spine * 0.5 + chest * 0.35),
                         ("spine3", chest * 0.65), ("neck", controls.neck), ("head", controls.head)):
        frame.rotations[INDEX[name]] = turned(*angles)
    for side, sign in SIDES:
        solve_arm(frame.rotations, controls.arms[side], side, sign)
        solve_leg(frame, controls, sole, side, sign)
    return frame


def solve_arm(rotations, arm, side, sign):
    hang = rotate_y(sign * (math.pi / 2 - ARM_DROP))  # rotates the rest direction to straight down

    def put(name, rotation):
        rotations[INDEX[name + "_" + side]] = rotation

    def bent(rotation):
        return hang.T @ rotation @ hang

    put("clavicle", rotate_y(-sign * rad(arm.shoulder_up)) @ rotate_z(sign * rad(arm.shoulder_back)))
    put("upperarm", rotate_x(-rad(arm.swing)) @ rotate_y(-sign * rad(arm.spread)) @ rotate_z(sign * rad(arm.twist)) @ hang)
    put("forearm", bent(rotate_x(-rad(arm.elbow))))
    put("hand", bent(rotate_y(sign * rad(arm.wrist)) @ rotate_x(-rad(arm.wrist_bend))))
    for i, finger in enumerate(FINGERS):
        curled = rotate_y(sign * rad(arm.curl * (1 + 0.15 * i)))
        put(finger + "1", bent(rotate_x(rad((i - 1) * arm.fan)) @ curled))
        put(finger + "2", bent(curled))
    for name in ("thumb1", "thumb2"):
        put(name, bent(rotate_x(rad(arm.curl * 0.25)) @ rotate_y(sign * rad(arm.curl * 0.5))))


def solve_leg(frame, controls, sole, side, sign):
    """Two-bone IK from the hip to the ankle of the foot; the knee points forward."""
    foot, hips = controls.feet[side], frame.rotations[INDEX["hips"]]
    yaw, pitch, toe = sign * rad(foot.yaw), rad(foot.pitch), rad(foot.toe)
    ankle = np.array([mirrored(ANKLE, sign)[0] + sign * foot.out, ANKLE[1] + foot.back, foot.lift + sole.ankle_height(pitch, toe)])
    ankle += rotate_z(yaw) @ np.array([0, foot.roll, 0])
    hip = HEADS[0] + frame.hips_offset + hips @ (mirrored(HIP, sign) - HEADS[0])
    thigh, shin, reach = np.linalg.norm(KNEE - HIP), np.linalg.norm(ANKLE - KNEE), np.linalg.norm(ankle - hip)
    frame.leg_reach = max(frame.leg_reach, reach / (thigh + shin))

    along, reach = (ankle - hip) / reach, min(reach, (thigh + shin) * 0.9995)
    turn = rad(controls.hips[2] * 0.5 + sign * foot.knee)
    ahead = np.array([math.sin(turn), -math.cos(turn), 0.0])
    ahead = unit(ahead - along * (ahead @ along))
    cosine = (thigh * thigh + reach * reach - shin * shin) / (2 * thigh * reach)
    knee = hip + along * thigh * cosine + ahead * thigh * math.sqrt(max(0, 1 - cosine * cosine))
    hinge = np.cross(ahead, along)

    thigh_world = turned_bone(mirrored(KNEE, sign) - mirrored(HIP, sign), knee - hip, hinge)
    shin_world = turned_bone(mirrored(ANKLE, sign) - mirrored(KNEE, sign), hip + along * reach - knee, hinge)
    for name, rotation in (("thigh", hips.T @ thigh_world), ("shin", thigh_world.T @ shin_world),
                           ("foot", shin_world.T @ rotate_z(yaw) @ rotate_x(pitch)), ("toe", rotate_x(toe))):
        frame.rotations[INDEX[name + "_" + side]] = rotation


def turned_bone(rest, now, hinge):
    """Rotation from a bone's rest direction to its current one that keeps the hinge axis."""
    def frame(direction, side):
        d = unit(direction)
        x = unit(side - d * (side @ d))
        return np.stack([x, d, np.cross(x, d)], 1)

    return frame(now, hinge) @ frame(rest, np.array([1.0, 0, 0])).T
