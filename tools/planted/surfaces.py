"""Faults in meshes, morph targets, materials, textures and channels. In the tables: v values, ts triangles, m a material, s its surface."""
import base64
import copy
import math
import struct
import zlib

from classes import GLTF, Where, need
from places import (NAN, a_mesh, box, count_of, largest, mesh_names, of_attribute, of_channel, of_material, of_morph, of_skin,
                    of_triangles)


def moved(v, index, by):
    """Moves all vertices in the place of one by a multiple of the box."""
    place, away = list(v[index]), by * math.dist(*box(v))
    return [[p[0] + away, *p[1:]] if p == place else p for p in v]


def rotated(v, by):
    return v[len(v) // by:] + v[:len(v) // by]


def some(v, change, part=50):
    """Changes a part of the values in the middle."""
    first, count = len(v) // 4, max(4, len(v) // part)
    return v[:first] + [change(p) for p in v[first:first + count]] + v[first + count:]


def tenth_exchanged(v):
    return [v[(k + 7 * (len(v) // 10)) % len(v)] if k % 10 == 0 else p for k, p in enumerate(v)]


of_attribute.table({
    "vertex_three_sizes_off": ("vertex-stray", lambda v: moved(v, len(v) // 2, 3)),
    "vertex_a_third_off": ("vertex-stray", lambda v: moved(v, len(v) // 3, 0.33)),
    "vertices_at_the_origin": ("vertex-stray positions-misread", lambda v: some(v, lambda p: [0.0] * 3)),
    "positions_exchanged": ("positions-misread vertex-stray", tenth_exchanged),
    "positions_in_another_order": ("positions-misread weights-mixed", lambda v: rotated(v, 3)),
    "position_nan": ("position-not-finite", lambda v: some(v, lambda p: [NAN, *p[1:]])),
    "position_infinite": ("position-not-finite", lambda v: some(v, lambda p: [math.inf, *p[1:]])),
})

of_attribute.table({
    "normals_flipped": ("normals-off winding-flipped", lambda v: [[-n for n in p] for p in v]),
    "normals_in_other_axes": ("normals-off", lambda v: [[p[0], p[2], -p[1]] for p in v]),
    "normals_tilted": ("normals-off", lambda v: [[p[0], 0.64 * p[1] - 0.77 * p[2], 0.77 * p[1] + 0.64 * p[2]] for p in v]),
    "normals_all_up": ("normals-off", lambda v: [[0.0, 1.0, 0.0] for _ in v]),
    "normals_in_another_order": ("normals-off", lambda v: rotated(v, 3)),
    "normals_zero": ("normals-made", lambda v: [[0.0] * 3 for _ in v]),
    "normals_nan": ("normals-made", lambda v: some(v, lambda p: [NAN] * 3)),
    "normals_too_few": ("attribute-ignored normals-made", lambda v: v[:len(v) // 2]),
}, attribute="NORMAL")

of_attribute.table({
    "uvs_in_pixels": ("uvs-far", lambda v: [[2048.0 * n for n in p] for p in v]),
    "uvs_at_one_point": ("uvs-missing", lambda v: [[0.0, 0.0] for _ in v]),
    "uvs_nan": ("uv-not-finite", lambda v: some(v, lambda p: [NAN, p[1]])),
}, attribute="TEXCOORD_0", textured=True)

of_attribute.table({
    "colors_black": ("colors-black", lambda v: [(0.0, 0.0, 0.0, 1.0) for _ in v]),
    "colors_nan": ("color-not-finite", lambda v: [(NAN, 1.0, 1.0, 1.0) for _ in v]),
}, attribute="COLOR_0", new=True)


def beside(triangles, places):
    """The triangles of one side."""
    middle = sum(p[0] for p in places) / len(places)
    kept = [t for t in triangles if all(places[i][0] <= middle + 1e-4 * math.dist(*box(places)) for i in t)]
    need(0.3 < len(kept) / len(triangles) < 0.7)
    return kept


flip = lambda t: [t[0], t[2], t[1]]
of_triangles.table({
    "winding_flipped": ("winding-flipped mesh-inside-out", lambda ts, places: [flip(t) for t in ts]),
    "some_triangles_flipped": ("normals-off winding-flipped", lambda ts, places: [flip(t) if k % 9 == 0 else t for k, t in enumerate(ts)]),
    "triangles_without_area": ("triangles-degenerate", lambda ts, places: [t[:1] * 3 if k % 6 == 0 else t for k, t in enumerate(ts)]),
    "triangles_twice": ("triangles-double", lambda ts, places: ts + ts),
    "triangles_of_one_side_lost": ("mesh-halved", beside),
    "index_out_of_range": ("index-out-of-range", lambda ts, places: ts[:-1] + [[10000000, 0, 1]]),
})


@of_skin("mesh-inside-out", aspect="NORMAL")
def mesh_inside_out(rig, node):
    need(all("NORMAL" in p["attributes"] and "indices" in p for p in rig.primitives(node)))
    for primitive in rig.primitives(node):
        rig.put(primitive["attributes"], "NORMAL", [[-n for n in v] for v in rig.read(primitive["attributes"]["NORMAL"])])
        own = [i[0] for i in rig.read(primitive["indices"])]
        primitive["indices"] = rig.add([(own[i + o],) for i in range(0, len(own) - 2, 3) for o in (0, 2, 1)], 1, 5125)
    return ()


@of_skin("mesh-twice", aspect="copy")
def mesh_twice(rig, node):
    rig.add_mesh("planted_copy%d" % node, largest(rig, node), skin=rig.nodes()[node]["skin"])
    rig.json["meshes"][-1]["primitives"] = copy.deepcopy(rig.primitives(node))
    return rig.nodes()[-1]["name"],


@of_skin("uvs-missing", "TEXCOORD_0", aspect="lost")
@of_skin("weight-of-no-joint skin-missing vertices-unweighted attribute-ignored", "JOINTS_0", "WEIGHTS_0", aspect="lost", alone=True)
def attribute_lost(rig, node, name):
    material = rig.json.get("materials", [{}])[largest(rig, node).get("material", 0)]
    need(name != "TEXCOORD_0" or "baseColorTexture" in material.get("pbrMetallicRoughness", {}))
    for primitive in rig.primitives(node):
        need(primitive["attributes"].pop(name, None))
    return material.get("name"),


# Morph targets

def of_target(change):
    """change(value, position, size) of each vertex of the first target."""
    def all_targets(rig, base, targets):
        places = rig.read(base["POSITION"])
        values, far = rig.read(targets[0]["POSITION"]), math.dist(*box(places))
        rig.put(targets[0], "POSITION", [change(v, p, far, k) for k, (v, p) in enumerate(zip(values, places))])
    return all_targets


def normals_inward(rig, base, targets):
    need("NORMAL" in base)
    rig.put(targets[0], "NORMAL", [[-2 * n for n in v] for v in rig.read(base["NORMAL"])])


def applied(rig, base, targets):
    mesh = next(m for m in rig.json["meshes"] if any(p["attributes"] is base for p in m["primitives"]))
    mesh["weights"] = [1.0] * len(targets)


of_morph.table({
    "morph_empty": ("morph-empty", of_target(lambda v, p, far, k: (0.0, 0.0, 0.0))),
    "morph_flings_vertices": ("morph-far morph-torn", of_target(lambda v, p, far, k: (5 * far, 0, 0) if k % 97 == 5 else v)),
    "morph_a_hundred_times_too_far": ("morph-far", of_target(lambda v, p, far, k: [100 * n for n in v])),
    "morph_absolute": ("morph-absolute", of_target(lambda v, p, far, k: [a + b for a, b in zip(v, p)])),
    "morph_torn": ("morph-torn", of_target(lambda v, p, far, k: (0.0, 0.08 * far * (7919 * k % 100 > 50), 0.0))),
    "morph_nan": ("morph-not-finite", of_target(lambda v, p, far, k: (NAN,) * 3 if k == 3 else v)),
    "morph_twice": ("morph-twice", lambda rig, base, targets: targets.__setitem__(1, dict(targets[0]))),
    "morph_normals_inward": ("morph-normals", normals_inward),
    "morph_applied_at_rest": ("morph-applied", applied),
    "morph_too_short": ("morph-misfit", lambda rig, base, targets: rig.put(targets[0], "POSITION", rig.read(targets[0]["POSITION"])[::2])),
})


@GLTF.fault("morph-weight-far", 100.0)
@GLTF.fault("key-dropped", NAN)
def morph_key(rig, rng, weight):
    """A clip that sets a morph target to 100."""
    node = a_mesh(rig, "morphs")
    targets = len(need(rig.primitives(node)[0].get("targets")))
    name = "planted_face%d" % len(rig.json.setdefault("animations", []))
    rig.json["animations"].append({"name": name, "channels": [], "samplers": []})
    keys = [(value if k == 0 else 0.0,) for value in (0.0, weight, 0.0) for k in range(targets)]
    rig.add_channel(len(rig.json["animations"]) - 1, node, "weights", [0.0, 0.5, 1.0], keys)
    return Where({name} | mesh_names(rig, node))


# Materials and textures

def png(color_at, side=64):
    rows = b"".join(b"\0" + b"".join(bytes(color_at(x, y)) for x in range(side)) for y in range(side))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    image = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)) +
             chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    return "data:image/png;base64," + base64.b64encode(image).decode()


def image_of(uri, slot="baseColorTexture"):
    """Gives a texture another image: its data, or a path."""
    def change(material, surface, rig):
        rig.json.setdefault("images", []).append({"uri": uri, "name": "planted"})
        rig.json.setdefault("textures", []).append({"source": len(rig.json["images"]) - 1})
        owner = material if slot == "normalTexture" else surface
        owner[slot] = {"index": len(rig.json["textures"]) - 1}
    return change


def flat(material, surface, rig):
    rig.json.setdefault("extensionsUsed", []).append("KHR_texture_transform")
    surface["baseColorTexture"]["extensions"] = {"KHR_texture_transform": {"scale": [0, 0]}}


def opaque(material, surface, rig):
    material["alphaMode"] = "BLEND"
    image_of(png(lambda x, y: (90 + x, 60 + y, 120, 255)))(material, surface, rig)


of_material.table({
    "color_black": ("color-black", lambda m, s, rig: s.update(baseColorFactor=[0, 0, 0, 1])),
    "metal_everywhere": ("metal-textured", lambda m, s, rig: s.update(metallicFactor=1.0, roughnessFactor=1.0)),
    "texture_black": ("texture-black", image_of(png(lambda x, y: (0, 0, 0, 255)))),
    "texture_magenta": ("texture-placeholder", image_of(png(lambda x, y: (255, 0, 255, 255)))),
    "texture_missing": ("texture-missing", image_of("planted.png")),
    "texture_of_another_computer": ("texture-path-absolute texture-missing", image_of("C:/Users/planted/planted.png")),
    "texture_cut_short": ("texture-unreadable", image_of(png(lambda x, y: (x, y, 0, 255))[:90])),
    "texture_transform_flat": ("texture-transform-flat", flat),
    "normal_map_of_colors": ("normal-map-other", image_of(png(lambda x, y: (4 * x % 256, 40, 4 * y % 256, 255)), "normalTexture")),
    "uv_set_missing": ("uv-set-missing uv-set-ignored", lambda m, s, rig: s["baseColorTexture"].update(texCoord=5)),
    "blended_but_opaque": ("blend-opaque", opaque),
}, textured=True)


def tangents(value):
    """Gives all meshes of a material tangents, and the material a flat normal map, which alone shows them."""
    def change(material, surface, rig):
        image_of(png(lambda x, y: (128, 128, 255, 255), 8), "normalTexture")(material, surface, rig)
        for primitive in (p for mesh in rig.json["meshes"] for p in mesh["primitives"]):
            if rig.json["materials"][primitive.get("material", 0)] is material:
                need("NORMAL" in primitive["attributes"])
                rig.put(primitive["attributes"], "TANGENT", [value] * count_of(rig, primitive))
    return change


of_material.table({
    "tangents_all_equal": ("tangents-off", tangents((1.0, 0.0, 0.0, 1.0))),
    "tangents_without_sign": ("tangents-odd tangents-off", tangents((1.0, 0.0, 0.0, 0.0))),
    "tangents_without_length": ("tangents-unusable", tangents((0.0, 0.0, 0.0, 1.0))),
}, textured=True)
of_material.table({
    "material_clear": ("opacity-zero", lambda m, s, rig: (m.update(alphaMode="BLEND"), s.update(baseColorFactor=[1, 1, 1, 0]))),
    "material_cut_out": ("opacity-zero", lambda m, s, rig: m.update(alphaMode="MASK", alphaCutoff=1.5)),
    "material_factors_invalid": ("material-invalid", lambda m, s, rig: s.update(metallicFactor=40.0, roughnessFactor=-3.0)),
})


@GLTF.fault("material-name-duplicate")
def materials_of_one_name(rig, rng):
    materials = rig.json.get("materials", [])
    need(len(materials) > 1 and rig.take("material names") and materials[0] != materials[1])
    materials[1]["name"] = materials[0].get("name", "planted")
    return Where({materials[1]["name"]})


# What the reader drops

def short(animation, channel, sampler, rig):
    rig.json["accessors"].append(dict(rig.json["accessors"][sampler["output"]], byteOffset=0))
    rig.json["accessors"][-1]["count"] += 100000
    sampler["output"] = len(rig.json["accessors"]) - 1


def doubled(animation, channel, sampler, rig):
    animation["channels"].append({"sampler": channel["sampler"], "target": dict(channel["target"])})


of_channel.table({
    "channel_of_missing_node": ("channel-unmatched channel-unusable reference-missing", lambda a, c, s, rig: c["target"].update(node=5000)),
    "channel_of_unknown_path": ("channel-unusable", lambda a, c, s, rig: c["target"].update(path="rotate")),
    "channel_without_sampler": ("channel-unusable reference-missing", lambda a, c, s, rig: c.update(sampler=5000)),
    "interpolation_unknown": ("interpolation-unknown channel-unusable", lambda a, c, s, rig: s.update(interpolation="BEZIER")),
    "keys_beyond_the_file": ("channel-unusable", short),
    "channel_twice": ("channel-twice", doubled),
})
