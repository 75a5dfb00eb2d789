"""Vectors, rotations as lists of rows, and smooth curves."""
import math


def subtract(a, b):
    return [x - y for x, y in zip(a, b)]


def smooth_step(low, high, x):
    t = min(max((x - low) / (high - low), 0.0), 1.0)
    return t * t * (3 - 2 * t)


def curve(table, x):
    """Smooth curve through (x, y) pairs without overshoot."""
    if x <= table[0][0]:
        return table[0][1]
    if x >= table[-1][0]:
        return table[-1][1]
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in zip(table, table[1:])]
    tangents = [slopes[0]] + [2 * m * n / (m + n) if m * n > 0 else 0.0 for m, n in zip(slopes, slopes[1:])] + [slopes[-1]]
    i = max(k for k in range(len(table) - 1) if table[k][0] <= x)
    (x0, y0), (x1, y1) = table[i], table[i + 1]
    h, t = x1 - x0, (x - x0) / (x1 - x0)
    return ((2 * t - 3) * t * t + 1) * y0 + ((t - 2) * t + 1) * t * h * tangents[i] \
        + (3 - 2 * t) * t * t * y1 + (t - 1) * t * t * h * tangents[i + 1]


def rotation_x(angle):
    c, s = math.cos(angle), math.sin(angle)
    return [[1, 0, 0], [0, c, -s], [0, s, c]]


def rotation_y(angle):
    c, s = math.cos(angle), math.sin(angle)
    return [[c, 0, s], [0, 1, 0], [-s, 0, c]]


def rotation_z(angle):
    c, s = math.cos(angle), math.sin(angle)
    return [[c, -s, 0], [s, c, 0], [0, 0, 1]]


def multiply(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def transpose(a):
    return [list(row) for row in zip(*a)]


def matrix(rotation, translation):
    return [list(row) + [t] for row, t in zip(rotation, translation)] + [[0, 0, 0, 1]]


IDENTITY = rotation_z(0.0)
