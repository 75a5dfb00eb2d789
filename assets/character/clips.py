"""The clips that stay in place, one function each: time in seconds -> controls. They end as they begin."""
import math

from controls import Arm, Controls, Foot, rad
from feet import toe_roll
from gaits import run, walk
from maths import through


def open_eyes(t, *blinks):
    """1, except for a blink that starts at each of the moments."""
    return min([1.0] + [through(t, (b, 1.0), (b + 0.07, 0.06), (b + 0.10, 0.06), (b + 0.22, 1.0)) for b in blinks])


def heel_up(degrees, **foot):
    """A foot on its toes with the heel lifted."""
    return Foot(pitch=degrees, toe=-degrees, roll=toe_roll(rad(degrees)), **foot)


def idle(t, seconds, sole):
    """Breathes twice, shifts the weight once, looks to both sides."""
    c, w = Controls(), 2 * math.pi / seconds
    breath, shift = math.sin(2 * w * t), math.sin(w * t)
    c.offset = (0.022 * shift, 0.004 * math.cos(w * t), -0.022 + 0.003 * breath - 0.006 * shift ** 2)
    c.hips = (0.8, 1.8 * shift, 2.5 * shift)
    c.spine = (-1.5 - breath, -3.0 * shift, -1.5 * shift)
    c.chest = (-1.2 * breath, -0.5 * shift, -2 * shift)
    look = through(t, (0, 0), (0.5, 0), (0.85, 24), (1.55, 26), (2.05, -20), (2.8, -22), (3.3, 0), (seconds, 0))
    tilt = through(t, (0, 0), (.7, 0), (1.2, 7), (1.7, 5), (2.3, -5), (2.9, -6), (3.5, 0), (seconds, 0))
    c.neck = (1, tilt * .3, look * .3)
    c.head = (1 + 1.2 * math.sin(2 * w * (t - .15)) - abs(look) * .16, tilt * .7, look * .7)
    for side, sign in (("L", 1), ("R", -1)):
        c.arms[side] = Arm(swing=2 + 1.5 * math.sin(w * t - .6) * sign, spread=20 + 1.8 * math.sin(2 * w * (t - .25)), twist=8,
                           elbow=20 + 2.5 * math.sin(2 * w * (t - .2)), wrist=4 + 2 * math.sin(w * t + sign), shoulder_up=1.8 * breath,
                           curl=22 + 3 * math.sin(w * t + sign))
    c.eyes_open = open_eyes(t, 0.56, 1.72, 3.12, 3.36)
    return c


LEAVES, LANDS, GRAVITY = 0.50, 0.98, 9.81
PUSH_OFF, TOUCH_DOWN = 42, 20  # pitch of the feet in degrees


def jump_foot(t, height, side, seconds):
    sign, air = (1 if side == "L" else -1), LANDS - LEAVES
    if t <= LEAVES:
        return heel_up(through(t, (0, 0), (.40, 0), (LEAVES, PUSH_OFF)))
    if t >= LANDS:
        return heel_up(through(t, (LANDS, TOUCH_DOWN), (1.04, 0), (seconds, 0)))
    u = (t - LEAVES) / air
    roll = toe_roll(rad(PUSH_OFF)) * (1 - u) + toe_roll(rad(TOUCH_DOWN)) * u
    return Foot(roll=roll + 0.05 * math.sin(math.pi * u) * (.6 - sign), lift=height + 0.075 * math.sin(math.pi * u) ** 2 * (1 + .35 * sign),
                pitch=through(u, (0, PUSH_OFF), (.22, 58), (.6, 22 + 12 * sign), (1, TOUCH_DOWN)),
                toe=through(u, (0, -PUSH_OFF), (.25, 12), (.7, 0), (1, -TOUCH_DOWN)))


def jump(t, seconds, sole):
    """Crouches, is in the air for 0.48 s, lands on the toes."""
    c, flying = Controls(), LEAVES < t < LANDS
    if t <= LEAVES:
        height = through(t, (0, -.022), (.30, -.165), (.36, -.165), (LEAVES, 0.0))
    elif t >= LANDS:
        height = through(t, (LANDS, 0.0), (1.10, -.135), (1.32, -.012), (1.42, -.026), (seconds, -.022))
    else:
        height = GRAVITY * (t - LEAVES) * (LANDS - t) / 2
    crouch = through(t, (0, 0), (.32, 1), (LEAVES, -.35), (.72, -.1), (.95, .1), (1.10, .85), (1.34, -.08), (seconds, 0))
    c.offset = (0, 0 if flying else 0.05 * max(crouch, 0), height)
    c.hips = (30 * max(crouch, 0) + 6 * min(crouch, 0), 0, 0)
    c.spine, c.chest, c.neck = (10 * crouch, 0, 0), (9 * crouch, 0, 0), (-8 * crouch, 0, 0)
    c.head = (through(t, (0, 1), (.3, -24), (.55, -8), (.75, 6), (.98, 10), (1.12, -12), (1.36, 3), (seconds, 1)), 0, 0)
    arm = Arm(swing=through(t, (0, 2), (.26, -46), (.62, 138), (.76, 146), (1.0, 62), (1.14, 8), (1.34, -5), (seconds, 2)),
              spread=through(t, (0, 20), (.32, 22), (.58, 32), (.78, 41), (1.0, 53), (1.14, 36), (1.36, 18), (seconds, 20)), twist=8,
              elbow=through(t, (0, 20), (.32, 30), (.56, 12), (.98, 28), (1.14, 44), (1.36, 18), (seconds, 20)),
              curl=through(t, (0, 22), (.3, 50), (.6, 2), (.9, 2), (1.12, 34), (seconds, 22)),
              fan=through(t, (0, 0), (.5, 0), (.65, 9), (.9, 9), (1.1, 0), (seconds, 0)),
              shoulder_up=through(t, (0, 0), (.32, -3), (.58, 12), (.98, 5), (1.12, 3), (seconds, 0)),
              wrist_bend=through(t, (0, 0), (.32, -14), (.56, 10), (1, -8), (1.2, 6), (seconds, 0)))
    c.arms = dict(L=arm, R=arm)
    c.feet = {side: jump_foot(t, height, side, seconds) for side in "LR"}
    c.eyes_open = open_eyes(t, 1.16)
    return c


def wave(t, seconds, sole):
    """Raises the right hand, waves three times, leans to the other side."""
    c = Controls()
    up = through(t, (0, 0), (.12, -.04), (.55, 1.04), (.70, 1), (1.85, 1), (2.35, 0), (seconds, 0))
    strength = through(t, (0, 0), (.4, 0), (.65, 1), (1.7, 1), (2.0, 0), (seconds, 0))
    to_and_fro = strength * math.sin(2 * math.pi * (t - .5) / 0.42)
    late = strength * math.sin(2 * math.pi * (t - .5) / 0.42 - .8)
    breath = math.sin(4 * math.pi * t / seconds)
    c.offset = (0.030 * up, 0, -.022 - .006 * up + .003 * breath)
    c.hips = (0, 2.5 * up, -3 * up)
    c.spine = (-2 - 2 * up, 4 * up + .8 * to_and_fro, 0)
    c.chest = (-1.5 * up + breath, 3 * up + to_and_fro, 3 * up)
    c.neck = (0, -2 * up, -3 * up)
    c.head = (-4 * up + 1, -5 * up - 2.0 * late, -5 * up)
    c.arms["R"] = Arm(swing=2 + 12 * up, spread=20 + 71 * up - 4 * to_and_fro, twist=8 + 80 * up, elbow=20 + 18 * up + 18 * to_and_fro,
                      shoulder_up=12 * up, wrist=4 - 6 * up, wrist_bend=15 * late, curl=22 - 20 * up, fan=11 * up)
    c.arms["L"] = Arm(swing=2 - 4 * up, spread=20 + 2 * up, twist=8, elbow=20 + 12 * up, curl=22 + 6 * up)
    c.eyes_open = open_eyes(t, 0.30, 2.02)
    return c


def dance(t, seconds, sole):
    """Eight beats with a sway every two; the arms pump low, then high."""
    c = Controls()
    w, half = 2 * math.pi * t, 2 * math.pi * t / seconds  # a full turn of w is two beats
    sway, beat = math.sin(w), math.cos(2 * w)
    c.offset = (0.062 * sway, 0.018 * math.sin(half), -0.066 - 0.030 * beat)
    c.hips = (5 + 3 * beat, 7 * sway, 10 * math.sin(w + .5))
    c.spine = (-3 - 4 * beat, -10 * math.sin(w - .25), -7 * sway)
    c.chest = (-2 - 3 * math.cos(2 * w - .5), -6 * math.sin(w - .5), -10 * math.sin(w - .2))
    c.neck = (0, 5 * math.sin(w - .6), 4 * sway)
    c.head = (2 + 7 * math.cos(2 * w - .9), 9 * math.sin(w - .9), 10 * math.sin(half) * math.cos(half) + 5 * sway)
    high = 0.5 - 0.5 * math.cos(half)
    for side, sign in (("L", 1), ("R", -1)):
        pump, late = sway * sign, math.sin(w - .6) * sign

        def mixed(low_value, high_value):
            return low_value * (1 - high) + high_value * high

        c.arms[side] = Arm(swing=mixed(28 - 34 * pump, 16 + 8 * beat), spread=mixed(24 + 8 * pump, 102 + 22 * pump), twist=mixed(18, 72),
                           elbow=mixed(72 + 24 * late, 33 - 23 * late), wrist=10 * late, wrist_bend=14 * math.sin(w - 1.1) * sign,
                           curl=mixed(48, 6), fan=9 * high, shoulder_up=4 * pump + 10 * high)
        free = max(0.0, -pump)
        free = free * free * (3 - 2 * free)  # the foot that carries no weight lifts its heel
        c.feet[side] = heel_up(30 * free, out=0.042, yaw=11, knee=12 + 10 * free)
    c.eyes_open = open_eyes(t, 0.92, 1.90, 3.36)
    return c


CLIPS = dict(Idle=idle, Walk=walk, Run=run, Jump=jump, Wave=wave, Dance=dance)
