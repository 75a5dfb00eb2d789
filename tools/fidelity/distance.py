"""How far two pictures are apart, as Khronos' glTF-Render-Fidelity measures it: the distance of colors in YIQ."""

import math

import numpy
from PIL import Image

# The largest squared distance of two colors of 0 to 255, black and white, weighted as below.
LARGEST = 35215.0
RED_GREEN_BLUE_TO_YIQ = numpy.array(
    [
        [0.29889531, 0.58662247, 0.11448223],
        [0.59597799, -0.27417610, -0.32180189],
        [0.21147017, -0.52261711, 0.31114694],
    ]
)
WEIGHTS = numpy.array([0.5053, 0.299, 0.1957])


class Picture:
    """A picture on white, and where it is not transparent.

    color: height x width x 3, 0 to 255. shown: height x width, bool.
    """

    def __init__(self, path, size=None):
        """size: (width, height) in pixels to scale to; None keeps the file's."""
        with Image.open(path) as image:
            rgba = numpy.asarray(image.convert("RGBA"), dtype=numpy.float32)
        alpha = rgba[..., 3:] / 255.0
        color = 255.0 + (rgba[..., :3] - 255.0) * alpha
        if size is not None and size != (rgba.shape[1], rgba.shape[0]):
            color = numpy.stack([scaled(color[..., i], size) for i in range(3)], axis=-1).clip(0.0, 255.0)
            alpha = scaled(alpha[..., 0], size)[..., None]
        self.color = color
        self.shown = alpha[..., 0] > 0.5 / 255.0

    @property
    def size(self):
        return self.color.shape[1], self.color.shape[0]


def scaled(channel, size):
    return numpy.asarray(Image.fromarray(channel).resize(size, Image.LANCZOS))


def difference(a, b):
    """Squared distance of each pixel's colors, 0 to LARGEST."""
    yiq = (a.color - b.color) @ RED_GREEN_BLUE_TO_YIQ.T
    return (yiq * yiq) @ WEIGHTS


def decibels(reference, picture):
    """The distance over the pixels that the reference shows: 0 is black against white, -infinity is the same picture.

    Both have one size.
    """
    shown = difference(reference, picture)[reference.shown]
    if shown.size == 0:
        raise ValueError("the reference shows nothing")
    rms = math.sqrt(float(numpy.mean(shown * shown)))
    return 10.0 * math.log10(rms / LARGEST) if rms > 0.0 else -math.inf


def sheet(pictures, reference, picture, path):
    """Writes pictures of one size side by side, and after them, in gray, where a picture differs from the reference."""
    share = numpy.sqrt(difference(reference, picture) / LARGEST)[..., None]
    gray = numpy.broadcast_to(255.0 * (1.0 - numpy.sqrt(share)), reference.color.shape)
    row = numpy.concatenate([each.color for each in pictures] + [gray], axis=1)
    Image.fromarray(row.round().astype(numpy.uint8)).save(path)
