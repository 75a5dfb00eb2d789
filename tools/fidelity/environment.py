"""An environment to compare renderers in, for where no picture of one is at hand."""

import numpy


def studio(height=256):
    """A room with a light ceiling, a dark floor, four lamps and a colored wall: linear radiance, height x 2 height x 3.

    The picture is equirectangular: its top row looks up, and no two of its directions around are alike, so that a turned or mirrored
    environment shows.
    """
    up = numpy.cos((numpy.arange(height) + 0.5) / height * numpy.pi)[:, None]
    around = ((numpy.arange(2 * height) + 0.5) / height * 180.0 - 180.0)[None, :]  # degrees

    walls = numpy.stack(numpy.broadcast_arrays(0.30 + 0.05 * up, 0.30 + 0.08 * up, 0.32 + 0.12 * up), axis=-1)
    ceiling = smooth(up, 0.55, 0.75)[..., None] * numpy.array([0.5, 0.5, 0.5])
    floor = smooth(-up, 0.35, 0.55)[..., None]
    light = (walls + ceiling) * (1.0 - floor) + floor * numpy.array([0.12, 0.10, 0.08])

    def lamp(center, width, low, high, radiance):
        """A soft-edged area from low to high (sine of the elevation), around center (degrees), width wide."""
        away = numpy.abs((around - center + 180.0) % 360.0 - 180.0)
        inside = smooth(width / 2.0 - away, -4.0, 4.0) * smooth(up, low - 0.03, low + 0.03) * smooth(high - up, -0.03, 0.03)
        return inside[..., None] * numpy.array(radiance)

    light = light + lamp(-120.0, 50.0, 0.2, 0.8, [7.0, 6.6, 6.0])
    light = light + lamp(-20.0, 24.0, -0.1, 0.7, [3.0, 3.2, 3.6])
    light = light + lamp(75.0, 70.0, 0.5, 0.7, [5.0, 5.0, 5.0])
    light = light + lamp(150.0, 16.0, 0.0, 0.9, [2.0, 2.0, 2.4])
    light = light + lamp(30.0, 60.0, -0.6, 0.0, [0.5, 0.1, 0.05])
    return light


def smooth(value, low, high):
    """0 below low, 1 above high, smooth between."""
    share = numpy.clip((value - low) / (high - low), 0.0, 1.0)
    return share * share * (3.0 - 2.0 * share)


def write_hdr(path, radiance):
    """Writes linear radiance (height x width x 3, not negative) as a Radiance picture."""
    mantissa, exponent = numpy.frexp(radiance.max(axis=-1))
    scale = numpy.ldexp(256.0, -exponent)
    rgbe = numpy.zeros(radiance.shape[:2] + (4,), dtype=numpy.uint8)
    rgbe[..., :3] = numpy.minimum(radiance * scale[..., None], 255.0)
    rgbe[..., 3] = numpy.where(mantissa > 0.0, exponent + 128, 0)
    height, width = radiance.shape[:2]
    with open(path, "wb") as file:
        file.write(f"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {height} +X {width}\n".encode())
        file.write(rgbe.tobytes())
