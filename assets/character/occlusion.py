"""Ambient visibility of the texels at rest: rays against the mesh, and the cavities of the relief."""
import math

import numpy as np
from mathutils import Vector
from mathutils.bvhtree import BVHTree

from relief import height

RAYS = 64             # over the whole sphere
PATTERN = 4           # rays turn from texel to texel, in squares of this size; the blur averages over one
RANGE = 0.22          # meters; near surfaces count most
START = 0.0025        # of a ray, above the surface
LOOSE_LABELS = ("tail", "antenna", "bulb", "eye")  # they move, or are part of the glass: they cover nothing else
CAVITY_RADII = (0.0022, 0.0055)
CAVITY_STRENGTH = 1.2
CAVITY_SHARES = {"tail": 0.4}  # wool is soft: light comes through


def open_sky(model, texels, points, normals):
    """Visibility of each texel, 0 to 1, weighted by the cosine."""
    faces = [face for face, label in zip(model.faces, model.labels) if label not in LOOSE_LABELS]
    tree = BVHTree.FromPolygons([tuple(v) for v in model.vertices], faces)
    rows, columns = np.nonzero(texels.covered)
    turns = rows % PATTERN * PATTERN + columns % PATTERN
    seen = np.ones(len(points))
    for turn in range(PATTERN * PATTERN):
        directions = sphere(2 * math.pi * turn / PATTERN ** 2 * 0.618034, (turn + 0.5) / PATTERN ** 2)
        vectors = [Vector(d) for d in directions]
        for i in np.nonzero(turns == turn)[0]:
            start, cosines = Vector(points[i] + normals[i] * START), directions @ normals[i]
            hidden = 0.0
            ahead = np.nonzero(cosines > 0.05)[0]
            for k in ahead:
                distance = tree.ray_cast(start, vectors[k], RANGE)[3]
                if distance is not None:
                    hidden += cosines[k] * math.sqrt(1 - distance / RANGE)
            seen[i] = 1 - hidden / cosines[ahead].sum()
    return blurred(texels.covered, seen)


def sphere(turn, offset):
    """RAYS directions; the golden angle spreads them evenly."""
    z = 1 - 2 * (np.arange(RAYS) + offset) / RAYS
    angle = np.arange(RAYS) * 2.399963 + turn
    return np.stack([np.sqrt(1 - z * z) * np.cos(angle), np.sqrt(1 - z * z) * np.sin(angle), z], 1)


def blurred(covered, values):
    """The means over squares of the pattern's size, of the covered texels only; twice, once toward each corner."""
    for sign in (-1, 1):
        picture, count = np.zeros(covered.shape), np.zeros(covered.shape)
        for row in range(PATTERN):
            for column in range(PATTERN):
                shift = (sign * row, sign * column)
                flat = np.zeros(covered.shape)
                flat[covered] = values
                picture += np.roll(flat, shift, (0, 1))
                count += np.roll(covered, shift, (0, 1))
        values = (picture / np.maximum(count, 1))[covered]
    return values


def cavities(label, points, tangents, bitangents):
    """1 where the relief is even or raised, less in its grooves: its height is below the mean around it."""
    here, visible = height(label, points), np.ones(len(points))
    for radius in CAVITY_RADII:
        around = np.zeros(len(points))
        for k in range(8):
            a = 2 * math.pi * k / 8
            around += height(label, points + radius * (math.cos(a) * tangents + math.sin(a) * bitangents)) / 8
        visible *= 1 - CAVITY_SHARES.get(label, 1) * np.clip(CAVITY_STRENGTH * (around - here) / radius, 0, 0.5)
    return visible
