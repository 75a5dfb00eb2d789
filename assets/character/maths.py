"""Rotations as 3x3 matrices, and curves. Angles in radians unless the name says degrees."""
import math

import numpy as np


def unit(v):
    return v / np.linalg.norm(v)


def rotate_x(a):
    c, s = math.cos(a), math.sin(a)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def rotate_y(a):
    c, s = math.cos(a), math.sin(a)
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def rotate_z(a):
    c, s = math.cos(a), math.sin(a)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def turned(pitch, roll=0.0, yaw=0.0):
    """In degrees: pitch forward, then roll left, then yaw left."""
    return rotate_z(math.radians(yaw)) @ rotate_y(math.radians(roll)) @ rotate_x(math.radians(pitch))


def shortest_arc(a, b):
    """The shortest rotation from unit vector a to unit vector b."""
    v, c = np.cross(a, b), a @ b
    k = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + k + k @ k / (1 + c + 1e-9)


def frame_along(direction):
    """Two unit vectors perpendicular to the direction, and the direction."""
    d = unit(np.array(direction, float))
    start = np.array([1.0, 0, 0]) if abs(d[0]) < 0.8 else np.array([0, 0, 1.0])
    u = unit(start - d * (start @ d))
    return u, np.cross(d, u), d


def smooth_step(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def hermite(u, start, start_slope, end, end_slope):
    return (((2 * u - 3) * u * u + 1) * start + ((u - 2) * u + 1) * u * start_slope
            + (3 - 2 * u) * u * u * end + (u - 1) * u * u * end_slope)


def through(t, *keys):
    """Smooth curve through (time, value) keys: flat at its ends and at extrema, without overshoot."""
    times, values = [k[0] for k in keys], [k[1] for k in keys]
    if t <= times[0]:
        return values[0]
    if t >= times[-1]:
        return values[-1]
    i = max(k for k in range(len(keys)) if times[k] <= t)

    def slope(k):
        if k in (0, len(keys) - 1):
            return 0.0
        before = (values[k] - values[k - 1]) / (times[k] - times[k - 1])
        after = (values[k + 1] - values[k]) / (times[k + 1] - times[k])
        return 0.0 if before * after <= 0 else 2 * before * after / (before + after)

    h = times[i + 1] - times[i]
    return hermite((t - times[i]) / h, values[i], h * slope(i), values[i + 1], h * slope(i + 1))
