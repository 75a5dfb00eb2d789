"""Faults of glTF files in materials, textures and texture coordinates, in one side of a mesh, and in the pace of a clip."""
import base64
import copy
import struct
import zlib

from classes import GLTF
from places import a_clip, a_material, a_mover, a_skin, names, of_limb, skin_names
from places import whole_clip


# Materials and textures

def png(side, color_at):
    """A square RGBA image, as a data: URI."""
    rows = b"".join(b"\0" + b"".join(bytes(color_at(x, y)) for x in range(side)) for y in range(side))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    image = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)) +
             chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    return "data:image/png;base64," + base64.b64encode(image).decode()


def texture_names(rig, surface):
    index = surface["baseColorTexture"]["index"]
    return {rig.json["textures"][index].get("name", ""), "texture %d" % index}


def of_factors(change):
    """Registers a fault that changes the material of the skin, which has a base color texture."""
    def plant(rig, rng):
        material = a_material(rig)
        if material is None or "baseColorTexture" not in material.get("pbrMetallicRoughness", {}):
            return None
        textures = texture_names(rig, material["pbrMetallicRoughness"])
        change(material, material["pbrMetallicRoughness"])
        return textures | {material.get("name", "")} | skin_names(rig, a_skin(rig))
    plant.__name__ = change.__name__
    GLTF.fault(plant)
    return plant


def of_image(change):
    """Registers a fault that gives the base color texture of the skin another image: a function of x and y."""
    def plant(rig, rng):
        material = a_material(rig)
        surface = {} if material is None else material.get("pbrMetallicRoughness", {})
        if "baseColorTexture" not in surface:
            return None
        texture = rig.json["textures"][surface["baseColorTexture"]["index"]]
        rig.json["images"].append({"uri": png(64, change), "name": "planted"})
        texture.pop("extensions", None)
        texture["source"] = len(rig.json["images"]) - 1
        return {"planted", material.get("name", "")} | skin_names(rig, a_skin(rig))
    plant.__name__ = change.__name__
    GLTF.fault(plant)
    return plant


@of_factors
def color_factor_black(material, surface):
    surface["baseColorFactor"] = [0, 0, 0, 1]


@of_factors
def glows_white(material, surface):
    material["emissiveFactor"] = [1, 1, 1]


@of_factors
def texture_of_colors_lost(material, surface):
    del surface["baseColorTexture"]


@of_factors
def body_half_transparent(material, surface):
    material["alphaMode"] = "BLEND"
    surface["baseColorFactor"] = [1, 1, 1, 0.35]


@of_image
def texture_is_a_placeholder(x, y):
    return 255, 0, 255, 255


@of_image
def texture_is_a_normal_map(x, y):
    return 128 + (x % 16 - 8) * 3, 128 + (y % 16 - 8) * 3, 252, 255


# Pace and time

@GLTF.fault
def clip_four_times_too_fast(rig, rng):
    return whole_clip(rig, lambda key_times, values: ([t / 4 for t in key_times], values), words=("walk", "run"))


@GLTF.fault
def clip_six_times_too_slow(rig, rng):
    return whole_clip(rig, lambda key_times, values: ([t * 6 for t in key_times], values), words=("walk", "run"))


@GLTF.fault
def keys_bunched(rig, rng):
    """Four keys of a bone come just before the one behind them."""
    found = a_mover(rig, rng)
    if found is None:
        return None
    clip, node, channel = found
    key_times, values = rig.keys(clip, channel)
    first = len(values) // 3
    if len(values) < 16:
        return None
    step = (key_times[first + 4] - key_times[first + 3]) / 10
    key_times = list(key_times)
    for k in range(4):
        key_times[first + k] = key_times[first + 4] - (4 - k) * step
    rig.set_keys(clip, channel, key_times)
    return names(rig, node) | {rig.clip_name(clip)}


@of_limb(most=11)
def limb_stuck_until_the_end(key_times, values):
    """From the middle of the clip to the last key but one."""
    half = len(values) // 2
    return key_times, values[:half] + [values[half]] * (len(values) - half - 2) + values[-2:]


@GLTF.fault
def clip_has_the_keys_of_another(rig, rng):
    animations, clip = rig.json.get("animations", []), a_clip(rig)
    others = [i for i in range(len(animations)) if i != clip]
    if clip is None or not others:
        return None
    other = rng.choice(others)
    animations[other]["channels"] = copy.deepcopy(animations[clip]["channels"])
    animations[other]["samplers"] = copy.deepcopy(animations[clip]["samplers"])
    return {rig.clip_name(clip), rig.clip_name(other)}


@GLTF.fault
def end_of_a_clip_misstated(rig, rng):
    """The accessor of the key times says that they end at half of their time."""
    clip = a_clip(rig)
    if clip is None:
        return None
    for sampler in rig.json["animations"][clip]["samplers"]:
        accessor = rig.json["accessors"][sampler["input"]]
        if accessor.get("max", [0])[0] > 0:
            accessor["max"] = [rig.read(sampler["input"])[-1][0] / 2]
    return {rig.clip_name(clip)}
