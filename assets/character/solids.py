"""Closed shells: surfaces of revolution, rounded boxes, tubes. Each returns vertices and faces."""
import math

import numpy as np

from maths import frame_along, unit


def _skin(rows, around):
    """Quads between closed rows of equal length."""
    return [(j * around + k, j * around + (k + 1) % around, (j + 1) * around + (k + 1) % around, (j + 1) * around + k)
            for j in range(rows - 1) for k in range(around)]


def _poles(rows, around):
    """Fans from the two pole vertices, which follow the rows, to the first and the last row."""
    first, last, end = rows * around, rows * around + 1, (rows - 1) * around
    fans = []
    for k in range(around):
        fans += [(first, (k + 1) % around, k), (last, end + k, end + (k + 1) % around)]
    return fans


def lathe(profile, center, axis, around):
    """profile: (radius, height) pairs along the axis; poles close its ends."""
    u, v, d = frame_along(axis)
    vertices = []
    for radius, height in profile:
        for k in range(around):
            a = 2 * math.pi * k / around
            vertices.append(center + d * height + radius * (u * math.cos(a) + v * math.sin(a)))
    vertices += [center + d * profile[0][1], center + d * profile[-1][1]]
    return vertices, _skin(len(profile), around) + _poles(len(profile), around)


def rounded_box(center, half_sizes, power, cells):
    """The grid of a cube projected onto a superellipsoid: the higher the power, the sharper the edges."""
    grid = [math.tan(t) for t in np.linspace(-math.pi / 4, math.pi / 4, cells + 1)]
    vertices, faces, numbers = [], [], {}

    def vertex(i, j, k):
        if (i, j, k) not in numbers:
            q = np.array([grid[i], grid[j], grid[k]])
            numbers[(i, j, k)] = len(vertices)
            vertices.append(np.array(center) + q / (np.abs(q) ** power).sum() ** (1 / power) * half_sizes)
        return numbers[(i, j, k)]

    for i in range(cells):
        for j in range(cells):
            for end, backwards in ((0, True), (cells, False)):
                for q in ([vertex(i, j, end), vertex(i + 1, j, end), vertex(i + 1, j + 1, end), vertex(i, j + 1, end)],
                          [vertex(j, end, i), vertex(j, end, i + 1), vertex(j + 1, end, i + 1), vertex(j + 1, end, i)],
                          [vertex(end, i, j), vertex(end, i + 1, j), vertex(end, i + 1, j + 1), vertex(end, i, j + 1)]):
                    faces.append(tuple(q[::-1] if backwards else q))
    return vertices, faces


def tube(path, radii, around, side, flatness=1.0):
    """side: the direction of its width; flatness: thickness over width."""
    vertices, last = [], len(path) - 1
    for i, point in enumerate(path):
        d = unit(path[min(i + 1, last)] - path[max(i - 1, 0)])
        u = unit(np.array(side, float) - d * (d @ side))
        v = np.cross(d, u)
        for k in range(around):
            a = 2 * math.pi * k / around
            vertices.append(point + radii[i] * (u * math.cos(a) + v * math.sin(a) * flatness))
    vertices += [path[0], path[-1]]
    return vertices, _skin(len(path), around) + _poles(len(path), around)


def torus(circle, around):
    """circle(k): the points of the k-th cross-section; closed both ways."""
    sections = [circle(k) for k in range(around)]
    across = len(sections[0])
    faces = [(k * across + q, k * across + (q + 1) % across, (k + 1) % around * across + (q + 1) % across, (k + 1) % around * across + q)
             for k in range(around) for q in range(across)]
    return [point for section in sections for point in section], faces
