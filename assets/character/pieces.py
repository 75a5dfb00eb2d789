"""The pieces on the suit: visor, rim and ears on the head, eyes, backpack and panel, scarf, antenna."""
import math

import numpy as np

import solids
from maths import unit
from skeleton import (ANTENNA_ALONG, ANTENNA_LINK, ANTENNA_LINKS, ANTENNA_START, EYE_ELEVATION, EYE_TURN, HEAD_CENTER, HEAD_RADII,
                      SCARF_ALONG, SCARF_LINK, SCARF_LINKS, SCARF_START, VISOR_ELEVATION, VISOR_HALF_HEIGHT, VISOR_HALF_WIDTH,
                      chain_weights)

VISOR_CORNERS = 3.2  # exponent of the visor's superellipse
EYE_BULGE = 0.0065


class Piece:
    """Shells that belong together. Each face has a label for painting, each vertex its weights (None: rigid)."""

    def __init__(self):
        self.vertices, self.faces, self.labels, self.weights = [], [], [], []

    def add(self, shell, label, weights=None):
        vertices, faces = shell
        first = len(self.vertices)
        self.vertices += [np.array(v, float) for v in vertices]
        self.faces += [tuple(i + first for i in f) for f in faces]
        self.labels += [label] * len(faces)
        self.weights += weights if weights is not None else [None] * len(vertices)


def on_head(turn, elevation, above):
    """A point at a height above the helmet's ellipsoid."""
    d = np.array([math.cos(elevation) * math.sin(turn), -math.cos(elevation) * math.cos(turn), math.sin(elevation)])
    return HEAD_CENTER + HEAD_RADII * d + above * unit(d / HEAD_RADII)


def on_visor(x, y, above):
    """x, y: -1 to 1 across the visor."""
    return on_head(x * VISOR_HALF_WIDTH, VISOR_ELEVATION + y * VISOR_HALF_HEIGHT, above)


def visor_bulge(ring):
    """Distance of the glass from the helmet; 0 is the center, 1 the rim."""
    return 0.003 + 0.014 * (1 - min(ring, 1.0) ** 2.5)


def visor_outline(angle):
    c, s = math.cos(angle), math.sin(angle)
    k = (abs(c) ** VISOR_CORNERS + abs(s) ** VISOR_CORNERS) ** (-1 / VISOR_CORNERS)
    return c * k, s * k


def fan_of_rings(around, rings):
    """A disk: the center vertex, then rings outward."""
    faces = [(0, 1 + k, 1 + (k + 1) % around) for k in range(around)]
    for j in range(rings - 1):
        for k in range(around):
            a, b = 1 + j * around + k, 1 + j * around + (k + 1) % around
            faces.append((a, a + around, b + around, b))
    return faces


def visor_glass():
    around, rings = 40, [0.16, 0.34, 0.52, 0.70, 0.86, 1.0]
    vertices = [on_visor(0, 0, visor_bulge(0))]
    for ring in rings:
        for k in range(around):
            x, y = visor_outline(2 * math.pi * k / around)
            vertices.append(on_visor(x * ring, y * ring, visor_bulge(ring)))
    return vertices, fan_of_rings(around, len(rings))


def visor_rim(around=40, across=8, radius=0.0165):
    def circle(k):
        a = 2 * math.pi * k / around
        x, y = visor_outline(a)
        center = on_visor(x, y, 0.002)
        outwards = unit(on_visor(x * 1.02, y * 1.02, 0.002) - center)
        along = unit(on_visor(*visor_outline(a + 0.02), 0.002) - center)
        up = np.cross(along, outwards)
        if up @ (center - HEAD_CENTER) < 0:
            up = -up
        turns = [2 * math.pi * q / across for q in range(across)]
        return [center + radius * (outwards * math.cos(b) + up * math.sin(b)) for b in turns]

    return solids.torus(circle, around)


def visor_piece():
    piece = Piece()
    piece.add(visor_glass(), "visor")
    piece.add(visor_rim(), "rim")
    profile = [(0.028, 0.030), (0.034, 0.037), (0.052, 0.036), (0.064, 0.030), (0.070, 0.018), (0.071, -0.004), (0.069, -0.03)]
    for sign in (1, -1):
        piece.add(solids.lathe(profile, np.array([0.238 * sign, 0.010, 1.282]), (sign, 0, 0), 28), "ear")
    return piece


def eyes_piece():
    """Two domes, flattened by the `eyes` joint to blink, with their rims just under the glass."""
    piece, around, rings = Piece(), 24, [0.22, 0.42, 0.60, 0.76, 0.89, 1.0]

    def point(sign, ring, angle):
        turn = sign * EYE_TURN + 0.121 * ring * math.cos(angle)
        elevation = EYE_ELEVATION + 0.195 * ring * math.sin(angle)
        x, y = turn / VISOR_HALF_WIDTH, elevation / VISOR_HALF_HEIGHT
        glass = visor_bulge((abs(x) ** VISOR_CORNERS + abs(y) ** VISOR_CORNERS) ** (1 / VISOR_CORNERS))
        return on_visor(x, y, glass - 0.0012 + EYE_BULGE * (1 - ring ** 2))

    for sign in (1, -1):
        vertices = [point(sign, 0, 0)] + [point(sign, ring, 2 * math.pi * k / around) for ring in rings for k in range(around)]
        piece.add((vertices, fan_of_rings(around, len(rings))), "eye")
    return piece


def pack_piece():
    piece = Piece()
    piece.add(solids.rounded_box((0, 0.178, 0.865), np.array([0.112, 0.062, 0.122]), 4.5, 8), "pack")
    piece.add(solids.rounded_box((0, 0.232, 0.885), np.array([0.066, 0.022, 0.062]), 5, 5), "pocket")
    profile = [(0.018, 0.16), (0.034, 0.154), (0.040, 0.135), (0.041, 0.0), (0.038, -0.02), (0.026, -0.030), (0.043, -0.062),
               (0.034, -0.060), (0.02, -0.035)]
    for sign in (1, -1):
        piece.add(solids.lathe(profile, np.array([0.116 * sign, 0.182, 0.815]), (0, 0, 1), 18), "tank")
    piece.add(solids.rounded_box((0, -0.128, 0.888), np.array([0.062, 0.026, 0.043]), 5, 6), "panel")
    return piece


def scarf_ring(around=30, across=8):
    def circle(k):
        a = 2 * math.pi * k / around
        outwards = np.array([math.sin(a), -math.cos(a), 0])
        center = np.array([0.128, 0.122, 0]) * outwards + np.array([0, 0.006, 1.036 + 0.012 * math.cos(a + 2.6)])
        radius = 0.040 * (1 + 0.10 * math.sin(3 * a + 1) + 0.05 * math.sin(7 * a))
        turns = [2 * math.pi * q / across for q in range(across)]
        return [center + radius * (outwards * math.cos(b) + np.array([0, 0, 0.95]) * math.sin(b)) for b in turns]

    return solids.torus(circle, around)


def add_scarf(piece):
    ring = scarf_ring()
    piece.add(ring, "scarf", [{"spine3": 0.72, "neck": 0.28}] * len(ring[0]))
    profile = [(0.012, -0.038), (0.032, -0.03), (0.043, -0.01), (0.043, 0.012), (0.030, 0.032), (0.012, 0.038)]
    knot = solids.lathe(profile, SCARF_START + np.array([0.004, 0.012, 0.004]), SCARF_ALONG, 12)
    piece.add(knot, "scarf", [{"spine3": 0.8, "scarf1": 0.2}] * len(knot[0]))

    length, around = SCARF_LINKS * SCARF_LINK, 10
    along = np.linspace(0, length, 21)
    widths = [0.030 + 0.034 * min(1, t / (length * 0.45)) for t in along]
    widths[-1] *= 0.96
    side = unit(np.cross(SCARF_ALONG, np.array([0.3, 1, 0.2])))
    tail = solids.tube([SCARF_START + SCARF_ALONG * t for t in along], widths, around, side, 0.20)
    places = np.repeat(along, around).tolist() + [0, length]
    piece.add(tail, "tail", [chain_weights("scarf", t / SCARF_LINK, SCARF_LINKS, "spine3") for t in places])


def add_antenna(piece):
    length, around = ANTENNA_LINKS * ANTENNA_LINK, 8
    along = np.linspace(-0.03, length, 11)
    rod = solids.tube([ANTENNA_START + ANTENNA_ALONG * t for t in along], [0.0115 - 0.004 * i / 10 for i in range(11)], around, (1, 0, 0))
    places = np.repeat(along, around).tolist() + [-0.03, length]
    piece.add(rod, "antenna", [chain_weights("antenna", t / ANTENNA_LINK, ANTENNA_LINKS, "head") for t in places])
    profile = [(0.033 * math.sin(a), -0.033 * math.cos(a)) for a in np.linspace(0.25, math.pi - 0.25, 8)]
    bulb = solids.lathe(profile, ANTENNA_START + ANTENNA_ALONG * (length + 0.018), ANTENNA_ALONG, 14)
    piece.add(bulb, "bulb", [{"antenna%d" % ANTENNA_LINKS: 1}] * len(bulb[0]))


def soft_piece():
    """Skinned, and part of the body's mesh."""
    piece = Piece()
    add_scarf(piece)
    add_antenna(piece)
    return piece
