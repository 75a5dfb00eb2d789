"""Heights in meters above the smooth surface, one function per label; textures.py differentiates them for the normal map."""
import math

import numpy as np

from painting import along_arm, band
from skeleton import HEAD_CENTER, SCARF_ALONG, SCARF_START

TURN = 2 * math.pi


def groove(x, middle, width):
    return -np.exp(-((x - middle) / width) ** 2)


def weave(x, y, z):
    return 0.00016 * np.sin(TURN * z / 0.011) * np.sin(TURN * (x + y) / 0.011)


def cushion(x, y):
    """1 in the middle, 0 at the border of the square of -1 to 1 and outside."""
    return np.clip(1 - x ** 4, 0, 1) * np.clip(1 - y ** 2, 0, 1)


def torso(points, x, y, z):
    straps = np.abs(np.abs(x) - 0.03 * (z - 0.8) - 0.098)
    buckles = (cushion(x / 0.032, (z - 0.662) / 0.024) + cushion(straps / 0.019, (z - 0.79) / 0.014)) * (y < 0)
    return (weave(x, y, z) * (buckles == 0) + 0.007 * buckles + 0.0016 * (groove(z, 0.686, 0.0028) + groove(z, 0.638, 0.0028))
            + 0.0012 * groove(straps, 0.018, 0.002) * (z > 0.685)
            + 0.0013 * groove(x, 0, 0.0025) * (z > 0.69) + 0.0010 * groove(y, 0.01, 0.0025) * (z < 0.84))


def arm(points, x, y, z):
    t = along_arm(points)
    folds = 0.0030 * np.sin(TURN * t / 0.019) * np.exp(-((t - 0.195) / 0.034) ** 2)
    return weave(x, y, z) + folds + 0.0012 * (groove(t, 0.086, 0.0022) + groove(t, 0.139, 0.0022) + groove(t, 0.320, 0.0026))


def leg(points, x, y, z):
    beside = np.abs(x)
    folds = 0.0030 * np.sin(TURN * z / 0.021) * np.exp(-((z - 0.365) / 0.040) ** 2)
    pad_edge = np.maximum(np.abs(z - 0.365) / 0.030, np.abs(beside - 0.092) / 0.040)
    return (weave(x, y, z) + folds * (1 - band(beside, 0.092, 0.040) * (y < -0.035)) + 0.0015 * groove(pad_edge, 1.0, 0.08) * (y < -0.02)
            + 0.0012 * (groove(z, 0.480, 0.0024) + groove(z, 0.436, 0.0024) + groove(z, 0.226, 0.0026)))


def glove(points, x, y, z):
    t = along_arm(points)
    return 0.0012 * (groove(t, 0.374, 0.0028) + groove(t, 0.488, 0.002)) + 0.00012 * np.sin(TURN * t / 0.008) * (t > 0.49)


def boot(points, x, y, z):
    return (0.0016 * (groove(z, 0.170, 0.003) + groove(z, 0.036, 0.003)) + 0.0012 * groove(y, -0.113, 0.0025) * (z > 0.037)
            + 0.0014 * np.sin(TURN * y / 0.03) * (z < 0.026))


def sole(points, x, y, z):
    return 0.003 * np.sin(TURN * y / 0.035)


def helmet(points, x, y, z):
    beside, seam = np.abs(x), HEAD_CENTER[2] - 0.128
    return (0.0011 * groove(beside, 0.0365, 0.0022) * (z > HEAD_CENTER[2] + 0.05) + 0.0012 * groove(z, seam, 0.0022)
            + 0.0011 * groove(y, 0.085, 0.0022) * (beside > 0.036) * (z > seam))


def scarf(points, x, y, z):
    return 0.0024 * np.sin(np.arctan2(x, -y) * 22 + (z - 1.04) * 60)


def tail(points, x, y, z):
    t = (points - SCARF_START) @ SCARF_ALONG
    return 0.0010 * np.sin(TURN * t / 0.011) * (1 + np.sin(TURN * x / 0.022))


def pack(points, x, y, z):
    return 0.0014 * (groove(z, 0.786, 0.0025) + groove(z, 0.764, 0.0025) + groove(y, 0.178, 0.003))


def pocket(points, x, y, z):
    return 0.0014 * groove(z, 0.929, 0.0025)


def tank(points, x, y, z):
    return 0.001 * (groove(z, 0.789, 0.0025) + groove(z, 0.911, 0.002) + groove(z, 0.939, 0.002))


def ear(points, x, y, z):
    radius = np.hypot(y - 0.010, z - 1.282)
    return 0.0012 * (groove(radius, 0.0555, 0.002) + groove(radius, 0.034, 0.0018))


def panel(points, x, y, z):
    return 0.0010 * groove(np.maximum(np.abs(x) / 0.052, np.abs(z - 0.888) / 0.034), 1, 0.06)


RELIEFS = {f.__name__: f for f in (torso, arm, leg, glove, boot, sole, helmet, scarf, tail, pack, pocket, tank, ear, panel)}


def height(label, points):
    """Zero for labels without a relief."""
    if label not in RELIEFS:
        return np.zeros(len(points))
    return RELIEFS[label](points, *points.T)
