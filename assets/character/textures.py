"""Bakes the textures, texel by texel, from painting, relief and occlusion."""
import os
from dataclasses import dataclass

import numpy as np

from occlusion import cavities, open_sky
from painting import paint
from palette import COLORS, FINISHES, TEXTURE_SIZE
from png import write_png
from relief import height

# strength of the occlusion per label; less for glass, lights and what swings
OCCLUSION_SHARES = {"visor": 0.4, "eye": 0.0, "bulb": 0.3, "helmet": 0.8, "tail": 0.35}
OCCLUSION_TINT = np.array([0.50, 0.36, 0.40])
TINT_SHARE = 0.35  # of the occlusion in the base color too: light that cloth reflects into its folds is warm
BLEED = 8  # texels by which the border of an island is extended
RELIEF_STEP = 0.0007


@dataclass
class Texels:
    """The covered texels as flat arrays, and their places in the image."""
    covered: np.ndarray   # (size, size) bool
    triangle: np.ndarray
    shares: np.ndarray    # barycentric, (n, 3)

    def interpolate(self, corner_values):
        values = corner_values[self.triangle]
        return np.einsum("tc,tc...->t...", self.shares, values)


def write_textures(model, triangles, paths):
    """paths: of the kinds base, normal, surface (R occlusion, G roughness, B metallic) and emissive."""
    texels = rasterise(triangles.uvs)
    corners = triangles.corners
    points = texels.interpolate(model.vertices[corners])
    normals = texels.interpolate(model.normals[corners])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    sky = open_sky(model, texels, points, normals)
    tangents, bitangents = tangent_frames(model, triangles, texels, normals)

    colors, tilts, surfaces, lights = (np.zeros_like(points) for _ in range(4))
    labels = triangles.labels[texels.triangle]
    for label in np.unique(triangles.labels):
        here = labels == label
        p, t, b = points[here], tangents[here], bitangents[here]
        spread = ((.0005, .0002), (-.0005, -.0002), (.0002, -.0005), (-.0002, .0005))
        painted = [paint(label, p + t * x + b * y) for x, y in spread]
        color, finish, light = (sum(getattr(one, what) for one in painted) / len(painted) for what in ("color", "finish", "light"))
        hidden = OCCLUSION_SHARES.get(label, 1) * (1 - np.clip(sky[here], 0, 1)[:, None] ** 0.9)
        colors[here] = color * (1 - TINT_SHARE * hidden * (1 - OCCLUSION_TINT))
        surfaces[here] = np.concatenate([(1 - hidden) * cavities(label, p, t, b)[:, None], finish], 1)
        lights[here] = light
        slopes = [(height(label, p + d * RELIEF_STEP) - height(label, p - d * RELIEF_STEP)) / (2 * RELIEF_STEP) for d in (t, b)]
        tilts[here] = np.stack([np.clip(-slopes[0], -1.2, 1.2), np.clip(-slopes[1], -1.2, 1.2), np.ones(len(p))], 1)
    tilts /= np.linalg.norm(tilts, axis=1, keepdims=True)

    def write(kind, values, background, steps=255):
        """Values from 0 to 1. Fewer steps make a smaller file."""
        picture = np.clip(with_bleed(values, texels.covered, background), 0, 1)
        write_png(paths[kind], np.round(np.round(picture * steps) * 255 / steps))

    write("base", colors, COLORS["cream"])
    write_png(paths["normal"], even(with_bleed(tilts, texels.covered, np.array([0, 0, 1.0]))))
    write("surface", surfaces, np.array([1.0, *FINISHES["cloth"]]), 51)
    write("emissive", lights, np.zeros(3), 85)
    print("%s: %.0f %% of the texels used" % (", ".join(map(os.path.basename, paths.values())), 100 * texels.covered.mean()))


def even(normals):
    """Bytes with odd values only: halves the size of the file, and flat stays exact."""
    return np.round((normals * .5 + .5) * 127) * 2 + 1


def rasterise(uvs):
    size = TEXTURE_SIZE
    owner, shares = np.full((size, size), -1, int), np.zeros((size, size, 3))
    for number, corners in enumerate(uvs * size):
        low = np.maximum(np.floor(corners.min(0) - 1).astype(int), 0)
        high = np.minimum(np.ceil(corners.max(0) + 1).astype(int), size)
        x, y = np.meshgrid(np.arange(low[0], high[0]) + .5, np.arange(low[1], high[1]) + .5)
        (x0, y0), (x1, y1), (x2, y2) = corners
        area = (y1 - y2) * (x0 - x2) + (x2 - x1) * (y0 - y2)
        if abs(area) < 1e-9:
            continue
        a = ((y1 - y2) * (x - x2) + (x2 - x1) * (y - y2)) / area
        b = ((y2 - y0) * (x - x2) + (x0 - x2) * (y - y2)) / area
        three = np.stack([a, b, 1 - a - b], -1)
        inside = three.min(-1) > -0.02  # slightly beyond the edge, so that neighbors leave no gap
        window = (slice(low[1], high[1]), slice(low[0], high[0]))
        owner[window][inside] = number
        shares[window][inside] = np.clip(three, 0, 1)[inside]
    covered = owner >= 0
    inside_shares = shares[covered]
    return Texels(covered, owner[covered], inside_shares / inside_shares.sum(1, keepdims=True))


def tangent_frames(model, triangles, texels, normals):
    """Tangents along +u and +v, perpendicular to the normal (OpenGL convention: +Y up)."""
    p, uv = model.vertices[triangles.corners], triangles.uvs
    e1, e2, d1, d2 = p[:, 1] - p[:, 0], p[:, 2] - p[:, 0], uv[:, 1] - uv[:, 0], uv[:, 2] - uv[:, 0]
    area = d1[:, 0] * d2[:, 1] - d1[:, 1] * d2[:, 0]
    area[np.abs(area) < 1e-12] = 1e-12
    along_u = ((e1 * d2[:, 1:] - e2 * d1[:, 1:]) / area[:, None])[texels.triangle]
    along_v = ((e2 * d1[:, :1] - e1 * d2[:, :1]) / area[:, None])[texels.triangle]
    tangents = along_u - normals * (along_u * normals).sum(1, keepdims=True)
    tangents /= np.maximum(np.linalg.norm(tangents, axis=1, keepdims=True), 1e-9)
    bitangents = np.cross(normals, tangents)
    return tangents, bitangents * np.sign((bitangents * along_v).sum(1, keepdims=True))


def with_bleed(values, covered, background):
    """The image with its islands extended into the gaps, so that filtering does not sample the background."""
    picture = np.tile(background, covered.shape + (1,)).astype(float)
    picture[covered] = values
    done = covered.copy()
    for _ in range(BLEED):
        for shift in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            fresh = np.roll(done, shift, (0, 1)) & ~done
            picture[fresh] = np.roll(picture, shift, (0, 1))[fresh]
            done |= fresh
    return picture
