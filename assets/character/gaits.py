"""Walk and Run in place, on a floor that moves back at the speed of the gait."""
import math
from dataclasses import dataclass

import numpy as np

from controls import Arm, Controls, Foot, rad
from feet import toe_roll
from maths import hermite, smooth_step
from palette import RUN_SPEED, WALK_SPEED


@dataclass
class Gait:
    speed: float
    stance: float      # fraction of the cycle that a foot is on the floor
    front: float       # how far ahead of its rest position the foot lands
    heel_strike: float  # pitch of the raised toes at that time, in degrees
    flat_at: float     # fraction of the stance at which the sole is flat
    heel_off: float    # fraction of the stance at which the heel lifts
    push_off: float    # pitch of the foot at toe-off, in degrees
    swing_lift: float
    out: float
    yaw: float


WALK = Gait(WALK_SPEED, stance=0.60, front=0.185, heel_strike=20, flat_at=0.14, heel_off=0.56, push_off=44, swing_lift=0.042,
            out=-0.022, yaw=5)
RUN = Gait(RUN_SPEED, stance=0.33, front=0.170, heel_strike=8, flat_at=0.16, heel_off=0.42, push_off=50, swing_lift=0.115,
           out=-0.034, yaw=2)


def standing(gait, seconds, sole, phase):
    """back, roll, pitch and toe of a foot on the floor: heel strike, flat, toe-off."""
    u, roll, pitch, toe = phase / gait.stance, 0.0, 0.0, 0.0
    if u < gait.flat_at:
        pitch = -gait.heel_strike * (1 - u / gait.flat_at) ** 1.5
        roll = sole.heel_roll(rad(pitch))
    elif u > gait.heel_off:
        w = (u - gait.heel_off) / (1 - gait.heel_off)
        pitch = gait.push_off * w * w * (1.6 - 0.6 * w)
        roll, toe = toe_roll(rad(pitch)), -pitch
    return np.array([-gait.front + gait.speed * seconds * phase, roll, pitch, toe])


def swinging(gait, seconds, sole, phase):
    """From toe-off to heel strike, leaving and landing at the speed of the floor. Returns the four of standing(), and the lift."""
    u, step = (phase - gait.stance) / (1 - gait.stance), 1e-3
    per_swing = (1 - gait.stance) / step
    leave, before = (standing(gait, seconds, sole, gait.stance - d) for d in (1e-9, step))
    land, after = (standing(gait, seconds, sole, d) for d in (0.0, step))
    q = hermite(u, leave, (leave - before) * per_swing * np.array([1, 1, 0.35, 0.35]),
                land, (after - land) * per_swing * np.array([1, 1, 0.5, 0]))
    q[3] = -max(q[2], 0.0) * (1 - 0.75 * float(smooth_step(0.1, 0.8, u)))
    return q, gait.swing_lift * math.sin(math.pi * u ** 0.8) ** 2 + 0.090 * u * (1 - u)


def gait_foot(gait, seconds, sole, phase):
    q, lift = (standing(gait, seconds, sole, phase), 0.0) if phase < gait.stance else swinging(gait, seconds, sole, phase)
    return Foot(out=gait.out, back=q[0], roll=q[1], pitch=q[2], toe=q[3], lift=lift, yaw=gait.yaw, knee=6)


def walk(t, seconds, sole):
    w, c = 2 * math.pi * t / seconds, Controls()
    cosine, bob = math.cos(w), math.cos(2 * (w - 2 * math.pi * 0.05))
    for side, late in (("L", 0.0), ("R", 0.5)):
        c.feet[side] = gait_foot(WALK, seconds, sole, (t / seconds + late) % 1.0)
        own = w + 2 * math.pi * late
        ahead = math.cos(own)  # 1 when this foot is in front and its arm back
        c.arms[side] = Arm(swing=-25 * ahead + 1, spread=18, twist=6, elbow=24 - 13 * math.cos(own - .45), wrist=4,
                           wrist_bend=-7 * math.cos(own - .9), curl=26, shoulder_back=4 * ahead)
    c.offset = (0.016 * math.sin(w - .15), 0.004 * math.sin(2 * w), -0.036 - 0.013 * bob)
    c.hips = (2.5 + bob, -3.2 * math.sin(w - .1), -8 * cosine)
    c.spine = (1.0, 4.5 * math.sin(w - .2), 8 * cosine)
    c.chest = (-1 + 1.2 * math.cos(2 * w - 1.2), 0, 7 * cosine)
    c.neck = (0, -math.sin(w), -3 * cosine)
    c.head = (-1 + 1.8 * math.cos(2 * w - 1.6), -1.8 * math.sin(w - .5), -4 * cosine)
    return c


def run(t, seconds, sole):
    w, c = 2 * math.pi * t / seconds, Controls()
    cosine, bob = math.cos(w), math.cos(2 * (w - 2 * math.pi * 0.185))
    for side, late in (("L", 0.0), ("R", 0.5)):
        c.feet[side] = gait_foot(RUN, seconds, sole, (t / seconds + late) % 1.0)
        own = w + 2 * math.pi * late
        ahead = math.cos(own)
        c.arms[side] = Arm(swing=-46 * ahead - 6, spread=17, twist=20, elbow=82 - 16 * math.cos(own - .4), wrist=0, curl=52,
                           shoulder_up=2 + 2 * math.cos(2 * w), shoulder_back=8 * ahead)
    c.offset = (0.008 * math.sin(w - .2), 0.0, -0.046 - 0.032 * bob)
    c.hips = (9, -3 * math.sin(w - .3), -11 * cosine)
    c.spine = (6, 3 * math.sin(w - .4), 11 * cosine)
    c.chest = (4 + 2 * math.cos(2 * w - 2.2), 0, 11 * cosine)
    c.neck = (-8, 0, -5 * cosine)
    c.head = (-9 + 2.5 * math.cos(2 * w - 2.6), -1.5 * math.sin(w - .8), -6 * cosine)
    return c
