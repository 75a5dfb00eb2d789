"""The control cage of the suit, helmet, arms, gloves, legs and boots."""
import math

import numpy as np

from cage import Cage
from skeleton import (ARM_ACROSS, ARM_ALONG, ARM_FRONT, FINGERS, HEAD_CENTER, HEAD_RADII, SHOULDER, SIDES, mirrored, weight_row)

# how much subdivision shrinks a closed ring of 12 or 8 vertices
SHRINK_12, SHRINK_8 = 0.955, 0.902


def build_body_cage():
    cage = Cage()
    torso = add_torso(cage)
    add_helmet(cage, torso)
    crotch = cage.vertex((0, 0.004, 0.535), {"hips": 1})
    for side, sign in SIDES:
        add_glove(cage, add_sleeve(cage, torso, side, sign), side, sign)
        add_boot(cage, add_leg(cage, torso, crotch, side, sign), side, sign)
    return cage


def add_torso(cage):
    """Seven rings of 12 vertices from the crotch to the neck; vertex 0 of a ring is in front, vertex 3 on the left."""
    def ring(height, half_width, half_depth, y, weights, squareness=2.0):
        vertices = []
        for i in range(12):
            x, front = math.sin(math.radians(30 * i)), -math.cos(math.radians(30 * i))
            k = (abs(x) ** squareness + abs(front) ** squareness) ** (-1 / squareness)
            vertices.append(cage.vertex((half_width / SHRINK_12 * x * k, y + half_depth / SHRINK_12 * front * k, height), weights))
        return vertices

    rings = [ring(0.585, 0.172, 0.128, 0.004, {"hips": 1}, 2.2),
             ring(0.665, 0.172, 0.132, 0.004, {"hips": 0.85, "spine1": 0.15}, 2.2),
             ring(0.745, 0.150, 0.118, 0.004, {"hips": 0.1, "spine1": 0.6, "spine2": 0.3}, 2.2),
             ring(0.835, 0.160, 0.126, 0.000, {"spine1": 0.1, "spine2": 0.5, "spine3": 0.4}, 2.2),
             ring(0.915, 0.172, 0.132, 0.000, {"spine2": 0.1, "spine3": 0.9}, 2.2),
             ring(0.995, 0.140, 0.112, 0.004, {"spine3": 1}, 2.1),
             ring(1.045, 0.092, 0.090, 0.004, {"spine3": 0.6, "neck": 0.4})]
    for k in range(6):
        cage.bridge(rings[k], rings[k + 1], "torso", skip=(2, 3, 8, 9) if k in (3, 4) else ())  # holes for the arms
    cage.seam_path(*[r[6] for r in rings])
    return rings


def add_helmet(cage, torso):
    rings = []
    for latitude, weights in ((-60, {"neck": 0.4, "head": 0.6}), (-28, {"head": 1}), (14, {"head": 1}), (52, {"head": 1})):
        c, s = math.cos(math.radians(latitude)), math.sin(math.radians(latitude))
        turns = [math.radians(30 * i) for i in range(12)]
        rings.append([cage.vertex(HEAD_CENTER + HEAD_RADII * np.array([c * math.sin(a), -c * math.cos(a), s]) * 1.04, weights)
                      for a in turns])
    cage.bridge(torso[6], rings[0], "helmet")
    cage.seam_loop(torso[6])
    for lower, upper in zip(rings, rings[1:]):
        cage.bridge(lower, upper, "helmet")
    cage.cap(rings[-1], HEAD_CENTER + HEAD_RADII * np.array([0, 0, 1.06]), {"head": 1}, "helmet")
    cage.seam_path(torso[6][6], *[r[6] for r in rings])
    cage.seam_loop(rings[2])


def add_sleeve(cage, torso, side, sign):
    """From the hole in the torso to the wrist; returns the last ring."""
    clavicle, upper, fore, hand = (name + "_" + side for name in ("clavicle", "upperarm", "forearm", "hand"))
    front, middle, back = (2, 3, 4) if sign > 0 else (10, 9, 8)
    hole = [torso[4][front], torso[5][front], torso[5][middle], torso[5][back],
            torso[4][back], torso[3][back], torso[3][middle], torso[3][front]]
    shares = [(.5, .2, .3), (.45, .45, .1), (.2, .6, .2), (.45, .45, .1), (.5, .2, .3), (.75, .1, .15), (.55, .1, .35), (.75, .1, .15)]
    for vertex, (spine_share, clavicle_share, upper_share) in zip(hole, shares):
        weights = {"spine3": spine_share, clavicle: clavicle_share, upper: upper_share}
        if vertex in torso[3]:
            weights["spine2"] = 0.3
        cage.weights[vertex] = weight_row(weights)

    def ring(along, front_radius, across_radius, turn, weights):
        vertices = []
        for k in range(8):
            a = math.radians(45 * k + turn)
            position = (SHOULDER + ARM_ALONG * along + ARM_FRONT * front_radius / SHRINK_8 * math.cos(a)
                        + ARM_ACROSS * across_radius / SHRINK_8 * math.sin(a))
            vertices.append(cage.vertex(mirrored(position, sign), weights))
        return vertices

    rings = [hole,
             ring(0.058, 0.074, 0.072, 4, {upper: 0.9, clavicle: 0.1}),
             ring(0.150, 0.062, 0.060, 9, {upper: 0.93, fore: 0.07}),
             ring(0.235, 0.060, 0.058, 14, {upper: 0.07, fore: 0.93}),
             ring(0.340, 0.066, 0.064, 20, {fore: 0.85, hand: 0.15})]
    for a, b in zip(rings, rings[1:]):
        cage.bridge(a, b, "arm")
    cage.seam_loop(hole)
    cage.seam_path(*[r[6] for r in rings])
    cage.seam_loop(rings[-1])
    return rings[-1]


def add_glove(cage, wrist, side, sign):
    hand = "hand_" + side

    def ring(along, half_width, half_height, weights):
        corners = [(1, 1), (.34, 1.05), (-.34, 1.05), (-1, 1), (-1, -1), (-.34, -1.05), (.34, -1.05), (1, -1)]
        points = [SHOULDER + ARM_ALONG * along + ARM_FRONT * half_width * x + ARM_ACROSS * half_height * y for x, y in corners]
        return [cage.vertex(mirrored(p, sign), weights) for p in points]

    def finger(base, direction, lengths, first, second, sizes):
        start = np.array([cage.positions[v] for v in base])
        middle, end, previous = start.mean(0), np.zeros(3), base
        for length, weights, size in zip(lengths, ({hand: 0.15, first: 0.85}, {first: 0.45, second: 0.55}), sizes):
            end = end + direction * length
            current = [cage.vertex(middle + (p - middle) * size + end, weights) for p in start]
            cage.bridge(previous, current, "glove")
            previous = current
        cage.quad(*previous, "glove")

    palm = ring(0.412, 0.068, 0.036, {hand: 1})
    knuckles = ring(0.482, 0.083, 0.038, {hand: 0.95, "middle1_" + side: 0.05})
    cage.bridge(wrist, palm, "glove")
    cage.bridge(palm, knuckles, "glove", skip=(7,))  # the thumb starts here
    for k, name in enumerate(FINGERS):
        base = [knuckles[k], knuckles[k + 1], knuckles[6 - k], knuckles[7 - k]]
        direction = mirrored(ARM_ALONG + ARM_FRONT * (0.22, 0.0, -0.22)[k], sign)
        finger(base, direction, (0.026, 0.054), name + "1_" + side, name + "2_" + side, (0.98, 0.90))
    finger([palm[0], knuckles[0], knuckles[7], palm[7]], mirrored(ARM_ALONG * 0.55 + ARM_FRONT * 0.84, sign),
           (0.024, 0.046), "thumb1_" + side, "thumb2_" + side, (0.92, 0.82))


def leg_ring(cage, sign, x, y, height, half_width, front, back, weights, tilt=0.0):
    """A ring of 8 vertices; tilt lowers its front."""
    vertices = []
    for k in range(8):
        across, ahead = math.sin(math.radians(45 * k - 45)), math.cos(math.radians(45 * k - 45))
        reach = (front if ahead > 0 else back) / SHRINK_8
        vertices.append(cage.vertex(((x + half_width / SHRINK_8 * across) * sign, y - reach * ahead, height + tilt * ahead), weights))
    return vertices


def add_leg(cage, torso, crotch, side, sign):
    thigh, shin, foot = (name + "_" + side for name in ("thigh", "shin", "foot"))
    columns = list(range(7)) if sign > 0 else [0, 11, 10, 9, 8, 7, 6]
    top = [torso[0][c] for c in columns] + [crotch]
    for k, thigh_share in ((1, 0.35), (2, 0.45), (3, 0.45), (4, 0.45), (5, 0.35)):
        cage.weights[top[k]] = weight_row({"hips": 1 - thigh_share, thigh: thigh_share})
    rings = [top,
             leg_ring(cage, sign, 0.094, 0.002, 0.500, 0.084, 0.092, 0.092, {thigh: 0.92, "hips": 0.08}),
             leg_ring(cage, sign, 0.092, -0.004, 0.415, 0.076, 0.080, 0.078, {thigh: 0.93, shin: 0.07}),
             leg_ring(cage, sign, 0.0925, -0.003, 0.365, 0.076, 0.090, 0.077, {thigh: 0.5, shin: 0.5}),  # full in front, because a bent knee gets thinner
             leg_ring(cage, sign, 0.093, -0.002, 0.315, 0.073, 0.076, 0.076, {thigh: 0.07, shin: 0.93}),
             leg_ring(cage, sign, 0.094, 0.008, 0.215, 0.078, 0.080, 0.082, {shin: 0.96, foot: 0.04})]
    for a, b in zip(rings, rings[1:]):
        cage.bridge(a, b, "leg")
    cage.seam_loop(top)
    cage.seam_path(*[r[7] for r in rings])
    return rings[-1]


def add_boot(cage, cuff, side, sign):
    """Weights everything to the foot; mesh.py adds the toe, whose border is sharper than a cage allows."""
    shin, foot = "shin_" + side, "foot_" + side
    rings = [cuff,
             leg_ring(cage, sign, 0.095, 0.006, 0.145, 0.078, 0.090, 0.088, {shin: 0.55, foot: 0.45}),
             leg_ring(cage, sign, 0.096, 0.000, 0.095, 0.084, 0.150, 0.098, {foot: 1}, -0.012),
             leg_ring(cage, sign, 0.097, -0.004, 0.042, 0.096, 0.205, 0.104, {foot: 1}),
             leg_ring(cage, sign, 0.097, -0.004, -0.004, 0.096, 0.205, 0.104, {foot: 1})]
    for a, b in zip(rings, rings[1:]):
        cage.bridge(a, b, "boot")
    cage.seam_loop(cuff)
    cage.seam_path(*[r[5] for r in rings])
    cage.seam_loop(rings[-1])
    cage.cap(rings[-1], (0.097 * sign, -0.035, -0.004), {foot: 1}, "sole")
