"""Colors, finishes and lights, one function per label. Those of a texel are a function of its rest position."""
import math

import numpy as np

from maths import smooth_step
from palette import COLORS, FINISHES
from skeleton import (ANTENNA_ALONG, ANTENNA_START, ARM_ALONG, EYE_ELEVATION, EYE_TURN, HEAD_CENTER, HEAD_RADII, SCARF_ALONG, SCARF_LINK,
                      SCARF_START, SHOULDER, VISOR_ELEVATION)


class Paint:
    """The surface at points. put() blends a color over it by a mask of 0 to 1, with its finish if there is one; shine() a light."""

    def __init__(self, points):
        self.points = points
        self.x, self.y, self.z = points.T
        self.beside = np.abs(self.x)
        self.color = np.tile(COLORS["cream"], (len(points), 1))
        self.finish = np.tile(FINISHES["cloth"], (len(points), 1))  # roughness, metallic
        self.light = np.zeros((len(points), 3))                     # emitted, sRGB

    def put(self, mask, color, finish=None):
        mask = np.asarray(mask, float)[:, None]
        self.color += mask * (COLORS[color] - self.color)
        if finish:
            self.finish += mask * (FINISHES[finish] - self.finish)

    def fill(self, color, finish=None):
        self.put(np.ones(len(self.points)), color, finish)

    def shine(self, mask, color, strength=1.0):
        self.light += np.asarray(mask, float)[:, None] * (COLORS[color] * strength - self.light)


def band(x, middle, half_width, blur=0.0012):
    return 1 - smooth_step(half_width - blur, half_width + blur, np.abs(x - middle))


def below(x, limit, blur=0.002):
    return smooth_step(limit, limit - blur, x)


def above(x, limit, blur=0.002):
    return smooth_step(limit, limit + blur, x)


def ellipse(x, y, middle_x, middle_y, radius_x, radius_y, blur=0.05):
    return 1 - smooth_step(1 - blur, 1 + blur, np.sqrt(((x - middle_x) / radius_x) ** 2 + ((y - middle_y) / radius_y) ** 2))


def along_arm(points):
    return (np.stack([np.abs(points[:, 0]), points[:, 1], points[:, 2]], 1) - SHOULDER) @ ARM_ALONG


def on_face(points):
    """Azimuth and elevation from the center of the visor."""
    d = (points - HEAD_CENTER) / HEAD_RADII
    return np.arctan2(d[:, 0], -d[:, 1]), np.arcsin(np.clip(d[:, 2] / np.linalg.norm(d, axis=1), -1, 1)) - VISOR_ELEVATION


def torso(p):
    belt = band(p.z, 0.662, 0.022)
    p.put(belt, "teal")
    p.put(belt * band(p.beside, 0.0, 0.030) * (p.y < 0), "brass", "brass")
    p.put(below(p.z, 0.6), "shade")
    straps = band(p.beside - 0.03 * (p.z - 0.8), 0.098, 0.017) * (p.z > 0.68) * (1 - belt)
    p.put(straps, "teal")
    p.put(band(p.z, 0.79, 0.012) * (p.y < 0) * (p.beside < 0.2) * straps, "brass", "brass")
    p.put(above(p.z, 1.012), "grey", "rubber")


def arm(p):
    t = along_arm(p.points)
    p.put(band(t, 0.105, 0.016), "coral")
    p.put(band(t, 0.132, 0.004), "coral")
    p.put(band(t, 0.195, 0.034), "shade")
    p.put(above(t, 0.322), "coral", "rubber")


def glove(p):
    t = along_arm(p.points)
    p.fill("teal", "rubber")
    p.put(below(t, 0.372), "coral")
    p.put(band(t, 0.374, 0.003), "navy_light")
    p.put(above(t, 0.487) * 0.35, "teal_dark")


def leg(p):
    p.put(band(p.z, 0.365, 0.042), "shade")
    p.put(band(p.z, 0.365, 0.030) * (p.y < -0.035) * band(p.beside, 0.092, 0.040), "teal", "rubber")
    p.put(band(p.z, 0.463, 0.014), "coral")
    p.put(band(p.z, 0.441, 0.0035), "coral")
    p.put(below(p.z, 0.224), "coral", "rubber")


def boot(p):
    p.fill("teal", "rubber")
    p.put(above(p.z, 0.170), "coral")
    p.put(band(p.z, 0.170, 0.003), "navy_light")
    p.put(below(p.z, 0.031), "sole", "tread")
    p.put(band(p.z, 0.033, 0.0035), "cream")
    p.put(below(p.y, -0.112) * (p.z > 0.037), "teal_dark", "plastic")
    p.put(band(p.y + 0.35 * (p.z - 0.1), -0.03, 0.012) * (p.z > 0.037) * (p.z < 0.166), "yellow")


def sole(p):
    p.fill("sole", "tread")


def helmet(p):
    crown = p.z > HEAD_CENTER[2] + 0.05
    p.fill("cream", "shell")
    p.put(band(p.x, 0, 0.034) * crown, "coral")
    p.put(band(p.beside, 0.046, 0.0045) * crown, "coral")
    p.put(below(p.z, 1.10), "grey", "rubber")
    p.put(band(p.z, HEAD_CENTER[2] - 0.12, 0.004) * (p.y > -0.1), "shade")


def visor(p):
    turn, up = on_face(p.points)
    aside = np.abs(turn)
    p.fill("navy", "glass")
    p.put(smooth_step(-0.5, 0.6, up + 0.25 * turn) * 0.55, "navy_light")
    from_eye = np.sqrt(((aside - EYE_TURN) / 0.30) ** 2 + ((up - EYE_ELEVATION) / 0.34) ** 2)
    p.shine(np.clip(1 - from_eye, 0, 1) ** 1.2 * 0.9, "glow")
    cheeks = ellipse(aside, up, 0.62, -0.22, 0.085, 0.045, 0.15)
    p.put(cheeks * 0.75, "blush")
    p.shine(cheeks, "blush", 0.55)
    smile = band(np.hypot(turn, up + 0.12), 0.135, 0.020, 0.006) * (up < -0.165)
    p.put(smile, "mint")
    p.shine(smile, "mint", 0.85)


def eye(p):
    turn, up = on_face(p.points)
    p.fill("mint", "glass")
    p.shine(np.ones(len(p.points)), "mint", 0.85)
    spark = ellipse(np.abs(turn), up, EYE_TURN + 0.035, EYE_ELEVATION + 0.065, 0.034, 0.048, 0.12)
    p.put(spark, "white")
    p.shine(spark, "white")


def rim(p):
    p.fill("coral", "plastic")


def ear(p):
    radius, outside = np.hypot(p.y - 0.010, p.z - 1.282), p.beside > 0.25
    p.fill("teal", "plastic")
    p.put(below(radius, 0.056, 0.0015) * outside, "cream", "shell")
    p.put(below(radius, 0.0345, 0.0015) * outside, "coral")
    p.put(ellipse(p.y - 0.010, p.z - 1.282, 0, 0, 0.014, 0.014, 0.1) * outside, "brass", "brass")


def pack(p):
    p.fill("teal", "plastic")
    p.put(band(p.z, 0.775, 0.009), "yellow")
    p.put(below(p.z, 0.752), "teal_dark")


def pocket(p):
    p.put(above(p.z, 0.9285, 0.0015), "coral")
    for radius, color in ((0.032, "coral"), (0.022, "cream"), (0.011, "yellow")):
        p.put(ellipse(p.x, p.z, 0, 0.872, radius, radius, 0.07), color)


def tank(p):
    p.fill("cream", "shell")
    p.put(below(p.z, 0.79, 0.0015), "steel", "steel")
    p.put(band(p.z, 0.925, 0.012), "coral")
    p.put(below(p.z, 0.766), "sole", "rubber")


def panel(p):
    front = p.y < -0.14
    p.fill("grey", "plastic")
    p.put(front * band(p.x, 0, 0.052) * band(p.z, 0.888, 0.034), "navy", "glass")
    screen = front * band(p.x, -0.021, 0.022) * band(p.z, 0.897, 0.014)
    curve = screen * band(p.z - 0.897 - 0.007 * np.sin(p.x * 260), 0, 0.002)
    p.put(screen, "mint")
    p.shine(screen, "mint", 0.85)
    p.put(curve, "teal_dark")
    p.shine(curve, "teal_dark", 0.5)
    for x, z, color in ((0.020, 0.902, "coral"), (0.037, 0.902, "yellow"), (0.020, 0.886, "yellow"), (0.037, 0.886, "mint")):
        lamp = front * ellipse(p.x, p.z, x, z, 0.0062, 0.0062, 0.15)
        p.put(lamp, color)
        p.shine(lamp, color, 0.8)
    bar = front * band(p.x, 0.0, 0.043) * band(p.z, 0.868, 0.004)
    p.put(bar, "coral")
    p.shine(bar, "coral", 0.7)


def scarf(p):
    turn = np.arctan2(p.x, -p.y)
    p.fill("coral", "wool")
    p.put(band((turn * 12 / math.pi + 0.25) % 2, 1.0, 0.16, 0.02) * 0.9, "coral_dark")


def tail(p):
    link = (p.points - SCARF_START) @ SCARF_ALONG / SCARF_LINK
    p.fill("coral", "wool")
    p.put(band(link % 1.25, 0.75, 0.13, 0.01) * (link > 0.3), "cream")
    p.put(above(link, 4.72, 0.02), "coral_dark")


def antenna(p):
    p.fill("steel", "steel")


def bulb(p):
    p.fill("yellow", "plastic")
    tip = smooth_step(0.205, 0.25, (p.points - ANTENNA_START) @ ANTENNA_ALONG)
    p.put(tip * 0.6, "bulb_tip")
    p.shine(np.ones(len(p.points)), "yellow", 0.45)
    p.shine(tip, "bulb_tip", 0.85)


PAINTERS = {f.__name__: f for f in (torso, arm, glove, leg, boot, sole, helmet, visor, eye, rim, ear, pack, pocket, tank, panel,
                                    scarf, tail, antenna, bulb)}


def paint(label, points):
    p = Paint(points)
    PAINTERS[label](p)
    return p
