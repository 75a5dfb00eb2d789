"""More faults of glTF files, built from what exporters, converters and hands do wrong. Registers them in GLTF;
each takes a Rig and a random.Random, and returns the names that a finding may have as its object, or None."""
import math

from classes import GLTF
from places import (a_clip, a_joint, a_material, a_mover, a_root, a_skin, all_channels, change_attribute, change_bind,
                    change_indices, change_mesh, change_weights, extent, joints_of, largest_primitive, morph_clip,
                    names, NAN, of_channel, of_joint, of_mover, of_root, pop, root_channel, scaled, skin_names,
                    translated, whole_clip)
from rig import rotated, turn


# Keys

@GLTF.fault
def bone_pops_by_ten_degrees(rig, rng):
    return pop(rig, rng, "rotation", lambda q: rotated(q, turn(rng.randrange(3), 10)))


@of_root
def root_pops_slightly(values, size):
    key = len(values) * 2 // 3
    values[key] = tuple(v + 0.03 * size for v in values[key])
    return values


@GLTF.fault
def rest_pose_for_one_frame(rig, rng):
    """All bones are at rest in one frame of a clip."""
    clip = a_clip(rig)
    if clip is None or a_skin(rig) is None:
        return None
    done = 0
    for channel in all_channels(rig, clip):
        times, values = rig.keys(clip, channel)
        node, path = rig.nodes()[channel["target"]["node"]], channel["target"]["path"]
        rest = node.get(path, {"rotation": (0, 0, 0, 1), "scale": (1, 1, 1)}.get(path, (0, 0, 0)))
        if len(times) < 10 or path == "weights" or "matrix" in node:
            continue
        values = list(values)
        done += math.dist(values[len(times) // 2], rest) > 0.05
        values[len(times) // 2] = tuple(rest)
        rig.set_keys(clip, channel, values=values)
    return {rig.clip_name(clip)} if done > 3 else None


@of_mover()
def frames_of_a_bone_exchanged(times, values):
    """Two keys a quarter of the clip apart."""
    a, b = len(values) // 4, len(values) // 2
    if abs(sum(x * y for x, y in zip(values[a], values[b]))) > math.cos(math.radians(5)):
        return None
    values[a], values[b] = values[b], values[a]
    return times, values


@of_mover()
def bone_turned_through_the_clip(times, values):
    """By 90 degrees: exported in another axis convention."""
    return times, [rotated(v, turn(0, 90)) for v in values]


@of_mover()
def quaternions_as_wxyz(times, values):
    return times, [(w, x, y, z) for x, y, z, w in values]


@of_mover()
def quaternions_huge(times, values):
    return times, [tuple(1e4 * n for n in v) for v in values]


@of_mover()
def key_infinite(times, values):
    values[len(values) // 2] = (float("inf"), 0.0, 0.0, 1.0)
    return times, values


@of_mover()
def key_time_nan(times, values):
    times[len(times) // 2] = NAN
    return times, values


@of_mover()
def key_time_far(times, values):
    """The last key is an hour later."""
    times[-1] += 3600.0
    return times, values


@of_mover()
def keys_missing_in_the_middle(times, values):
    a, b = len(times) // 3, len(times) * 2 // 3
    return (times[:a] + times[b:], values[:a] + values[b:]) if b - a > 5 else None


@GLTF.fault
def bone_scale_drifts(rig, rng):
    return scaled(rig, rng, lambda t: (1 + 0.5 * t,) * 3)


@GLTF.fault
def bone_scale_a_hundred(rig, rng):
    return scaled(rig, rng, lambda t: (100.0,) * 3)


@GLTF.fault
def bone_scale_nan(rig, rng):
    return scaled(rig, rng, lambda t: (NAN,) * 3 if 0.4 < t < 0.6 else (1.0,) * 3)


@GLTF.fault
def bone_translation_in_another_unit(rig, rng):
    return translated(rig, rng, lambda rest: tuple(100 * n for n in rest))


@GLTF.fault
def spline_tangents_huge(rig, rng):
    found = a_mover(rig, rng)
    if found is None:
        return None
    clip, node, channel = found
    times, values = rig.keys(clip, channel)
    triples = []
    for value in values:
        triples += [(0.0, 0.0, 0.0, 0.0), value, (0.0, 0.0, 0.0, 0.0)]
    middle = len(values) // 2
    triples[3 * middle + 2] = (900.0, -700.0, 800.0, 0.0)
    rig.json["animations"][clip]["samplers"].append(
        {"input": rig.add([(t,) for t in times], 1), "output": rig.add(triples, 4), "interpolation": "CUBICSPLINE"})
    channel["sampler"] = len(rig.json["animations"][clip]["samplers"]) - 1
    return names(rig, node) | {rig.clip_name(clip)}


@GLTF.fault
def clip_turned_upright(rig, rng):
    """The root is a quarter turn off through one clip: another up axis."""
    clip, root = a_clip(rig), a_root(rig)
    channel = None if clip is None or root is None else rig.channel(clip, root, "rotation")
    if channel is None or len(rig.json["animations"]) < 2:
        return None
    _, values = rig.keys(clip, channel)
    rig.set_keys(clip, channel, values=[rotated(turn(0, 90), v) for v in values])
    return names(rig, root) | {rig.clip_name(clip)}


@GLTF.fault
def figure_sinks(rig, rng):
    """The root moves down by a fifth of the figure over the clip."""
    clip = a_clip(rig)
    found = None if clip is None else root_channel(rig, clip)
    if found is None:
        return None
    node, channel = found
    parents = rig.parents()
    world = rig.world()
    up = [world[parents[node]][4 * c + 1] for c in range(3)] if node in parents else [0, 1, 0]
    norm = sum(u * u for u in up)
    times, values = rig.keys(clip, channel)
    last = len(values) - 1
    values = [tuple(v - 0.2 * rig.size() * k / last * u / norm for v, u in zip(value, up))
              for k, value in enumerate(values)]
    rig.set_keys(clip, channel, values=values)
    return names(rig, node) | {rig.clip_name(clip)}


@GLTF.fault
def second_half_of_clip_frozen(rig, rng):
    def freeze(times, values):
        half = len(values) // 2
        return (times, values[:half] + [values[half]] * (len(values) - half)) if len(values) >= 8 else None
    return whole_clip(rig, freeze)


@GLTF.fault
def clip_is_another_takes_middle(rig, rng):
    """The second half plays the first one again, from another pose."""
    def cut(times, values):
        half = len(values) // 2
        return (times, values[half:] + values[:half]) if len(values) >= 12 else None
    clip = a_clip(rig, ("death", "die", "jump", "punch", "attack"))
    if clip is None:
        return None
    found = whole_clip(rig, cut, ("death", "die", "jump", "punch", "attack"))
    first = [rig.keys(clip, c) for c in all_channels(rig, clip) if c["target"]["path"] == "rotation"]
    jumps = sum(math.dist(v[len(v) // 2 - 1], v[len(v) // 2]) > 0.3 for _, v in first if len(v) >= 12)
    return found if jumps > 2 else None


# Channels and accessors

@of_channel
def channel_of_missing_node(rig, animation, channel, sampler):
    channel["target"]["node"] = 5000


@of_channel
def channel_of_unknown_path(rig, animation, channel, sampler):
    channel["target"]["path"] = "rotate"


@of_channel
def sampler_missing(rig, animation, channel, sampler):
    channel["sampler"] = 5000


@of_channel
def key_times_of_wrong_type(rig, animation, channel, sampler):
    count = len(rig.read(sampler["input"]))
    animation["samplers"].append(dict(sampler, input=rig.add([(0.0, 0.0, 0.0)] * count, 3)))
    channel["sampler"] = len(animation["samplers"]) - 1


@of_channel
def keys_of_wrong_type(rig, animation, channel, sampler):
    values = rig.read(sampler["output"])
    animation["samplers"].append(dict(sampler, output=rig.add([v[:3] for v in values], 3)))
    channel["sampler"] = len(animation["samplers"]) - 1


@of_channel
def interpolation_unknown(rig, animation, channel, sampler):
    animation["samplers"].append(dict(sampler, interpolation="BEZIER"))
    channel["sampler"] = len(animation["samplers"]) - 1


@of_channel
def accessor_beyond_its_view(rig, animation, channel, sampler):
    accessor = dict(rig.json["accessors"][sampler["output"]], byteOffset=0)
    accessor["count"] += 100000
    rig.json["accessors"].append(accessor)
    animation["samplers"].append(dict(sampler, output=len(rig.json["accessors"]) - 1))
    channel["sampler"] = len(animation["samplers"]) - 1


# Skin

@GLTF.fault
def bind_of_two_joints_exchanged(rig, rng):
    node, found = a_skin(rig), a_joint(rig, rng)
    if found is None:
        return None
    joints = joints_of(rig, node)
    skin = rig.json["skins"][rig.nodes()[node]["skin"]]
    if "inverseBindMatrices" not in skin or len(joints) < 8:
        return None
    world = rig.world()
    other = max(range(len(joints)), key=lambda s: math.dist(world[joints[s]][12:15], world[found[1]][12:15]))
    matrices = rig.read(skin["inverseBindMatrices"])
    matrices[found[0]], matrices[other] = matrices[other], matrices[found[0]]
    skin["inverseBindMatrices"] = rig.add(matrices, 16)
    return names(rig, found[1], joints[other])


@GLTF.fault
def bind_of_one_joint_scaled(rig, rng):
    found = a_joint(rig, rng)
    if found is None:
        return None
    scale = lambda m: [n * 10 if i % 4 < 3 and i < 12 else n for i, n in enumerate(m)]
    return names(rig, found[1]) if change_bind(rig, a_skin(rig), found[0], scale) else None


@GLTF.fault
def bind_matrices_too_few(rig, rng):
    node = a_skin(rig)
    skin = None if node is None else rig.json["skins"][rig.nodes()[node]["skin"]]
    if skin is None or "inverseBindMatrices" not in skin or len(skin["joints"]) < 4:
        return None
    skin["inverseBindMatrices"] = rig.add(rig.read(skin["inverseBindMatrices"])[:-2], 16)
    return skin_names(rig, node) | {rig.name(j) for j in skin["joints"]}


@GLTF.fault
def joint_of_missing_node(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    skin = rig.json["skins"][rig.nodes()[node]["skin"]]
    lost = skin["joints"][len(skin["joints"]) // 2]
    skin["joints"] = [5000 if j == lost else j for j in skin["joints"]]
    return skin_names(rig, node) | names(rig, lost) | {skin.get("name", "")}


@GLTF.fault
def skin_missing(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    rig.nodes()[node]["skin"] = 5000
    return skin_names(rig, node)


@GLTF.fault
def weights_without_joints(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    for primitive in rig.primitives(node):
        primitive["attributes"].pop("JOINTS_0", None)
    return skin_names(rig, node)


@GLTF.fault
def joints_without_weights(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    for primitive in rig.primitives(node):
        primitive["attributes"].pop("WEIGHTS_0", None)
    return skin_names(rig, node)


@GLTF.fault
def weights_in_percent(rig, rng):
    def grow(values):
        values[:] = [[100 * n for n in v] for v in values]
    return change_weights(rig, grow)


@GLTF.fault
def vertices_on_the_root(rig, rng):
    """Some vertices of a limb follow the root: a hole in the painted weights."""
    node, root, found = a_skin(rig), a_root(rig), a_joint(rig, rng)
    if found is None or root not in joints_of(rig, node) or root == found[1]:
        return None
    world, size = rig.world(), rig.size()
    joints, sums = joints_of(rig, node), rig.weights_of_joints(node)
    far = max((s for s in range(len(joints)) if sums[s] > 5),
              key=lambda s: math.dist(world[joints[s]][12:15], world[root][12:15]), default=None)
    if far is None or math.dist(world[joints[far]][12:15], world[root][12:15]) < 0.3 * size:
        return None
    slot = joints.index(root)
    primitive = largest_primitive(rig, node)
    all_joints, weights = (rig.read(primitive["attributes"][n]) for n in ("JOINTS_0", "WEIGHTS_0"))
    places = rig.read(primitive["attributes"]["POSITION"])
    own = [i for i, j in enumerate(all_joints) if far in j and weights[i][j.index(far)] > 0.6]
    if len(own) < 8:
        return None
    spot = {places[i] for i in own[2:5]}
    moved = [i for i in range(len(places)) if places[i] in spot]

    def give(values):
        for i in moved:
            values[i][:] = [slot, 0, 0, 0]

    def all_(values):
        for i in moved:
            values[i][:] = [1.0, 0.0, 0.0, 0.0]
    change_attribute(rig, primitive, "JOINTS_0", give, 5123)
    change_attribute(rig, primitive, "WEIGHTS_0", all_)
    return names(rig, root, joints[far]) | skin_names(rig, node)


@of_joint
def rest_scale_zero(node):
    node["scale"] = [0.0] * 3


@of_joint
def rest_scale_uneven(node):
    node["scale"] = [n * f for n, f in zip(node.get("scale", (1, 1, 1)), (1.0, 2.0, 1.0))]


@of_joint
def rest_rotation_zero(node):
    node["rotation"] = [0.0] * 4


@GLTF.fault
def node_in_a_circle(rig, rng):
    found = a_joint(rig, rng)
    if found is None:
        return None
    parent = rig.parents()[found[1]]
    rig.nodes()[found[1]].setdefault("children", []).append(parent)
    return names(rig, found[1], parent) | {"node"}


@GLTF.fault
def node_of_two_parents(rig, rng):
    found = a_joint(rig, rng)
    if found is None:
        return None
    rig.json["scenes"][rig.json.get("scene", 0)]["nodes"].append(found[1])
    return names(rig, found[1]) | {"node"}


# Meshes

@GLTF.fault
def mesh_turned(rig, rng):
    """The vertices are a quarter turn off their bones."""
    node = a_skin(rig)
    if node is None:
        return None
    for primitive in rig.primitives(node):
        for name in ("POSITION", "NORMAL"):
            if name in primitive["attributes"]:
                def rotate(values):
                    values[:] = [[v[0], -v[2], v[1]] for v in values]
                change_attribute(rig, primitive, name, rotate)
    return skin_names(rig, node)


@GLTF.fault
def mesh_moved(rig, rng):
    """The vertices are off their bones by half of the mesh."""
    node = a_skin(rig)
    if node is None:
        return None
    away = 0.5 * math.dist(*extent(rig, node))
    for primitive in rig.primitives(node):
        def move(values):
            values[:] = [[v[0] + away, v[1], v[2]] for v in values]
        change_attribute(rig, primitive, "POSITION", move)
    return skin_names(rig, node) | {rig.name(j) for j in joints_of(rig, node)}


@GLTF.fault
def vertex_off_by_a_third(rig, rng):
    def move(values):
        box = [max(v[c] for v in values) - min(v[c] for v in values) for c in range(3)]
        place = list(values[len(values) // 3])
        for v in values:
            if v == place:
                v[1] += 0.33 * math.hypot(*box)
    return change_mesh(rig, "POSITION", move)


@GLTF.fault
def position_infinite(rig, rng):
    def spoil(values):
        values[len(values) // 2][0] = float("inf")
    return change_mesh(rig, "POSITION", spoil)


@GLTF.fault
def positions_missing(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    largest_primitive(rig, node)["attributes"].pop("POSITION")
    return skin_names(rig, node)


@GLTF.fault
def counts_differ(rig, rng):
    """Fewer normals than positions."""
    node = a_skin(rig)
    primitive = None if node is None else largest_primitive(rig, node)
    if primitive is None or "NORMAL" not in primitive["attributes"]:
        return None
    values = rig.read(primitive["attributes"]["NORMAL"])
    primitive["attributes"]["NORMAL"] = rig.add(values[:len(values) // 2], 3)
    return skin_names(rig, node)


@GLTF.fault
def weights_fewer_than_vertices(rig, rng):
    node = a_skin(rig)
    primitive = None if node is None else largest_primitive(rig, node)
    if primitive is None:
        return None
    values = rig.read(primitive["attributes"]["WEIGHTS_0"])
    primitive["attributes"]["WEIGHTS_0"] = rig.add(values[:len(values) // 2], 4)
    return skin_names(rig, node)


@GLTF.fault
def some_triangles_flipped(rig, rng):

    def flip(own):
        third = len(own) // 9 * 3
        return [own[i + o] for i in range(0, third, 3) for o in (0, 2, 1)] + own[third:]
    return change_indices(rig, flip)


@GLTF.fault
def indices_incomplete(rig, rng):
    return change_indices(rig, lambda own: own[:-1])


@GLTF.fault
def indices_missing(rig, rng):
    return change_indices(rig, lambda own: [])


def change_shown_uvs(rig, change):
    """change(values) of a mesh whose material shows a texture."""
    material = rig.json.get("materials", [{}])[0]
    if "baseColorTexture" not in material.get("pbrMetallicRoughness", {}):
        return None
    return change_mesh(rig, "TEXCOORD_0", change)


@GLTF.fault
def uvs_at_one_point(rig, rng):
    """The whole mesh has the color of the texture's corner."""
    def clear(values):
        values[:] = [[0.0, 1.0] for _ in values]
    return change_shown_uvs(rig, clear)


@GLTF.fault
def uvs_infinite(rig, rng):
    def spoil(values):
        values[len(values) // 2][0] = float("inf")
    return change_mesh(rig, "TEXCOORD_0", spoil)


@GLTF.fault
def uvs_lost(rig, rng):
    node = a_skin(rig)
    material = rig.json.get("materials", [{}])[0]
    if node is None or "baseColorTexture" not in material.get("pbrMetallicRoughness", {}):
        return None
    for primitive in rig.primitives(node):
        primitive["attributes"].pop("TEXCOORD_0", None)
    return skin_names(rig, node)


@GLTF.fault
def colors_nan(rig, rng):
    node = a_skin(rig)
    primitive = None if node is None else largest_primitive(rig, node)
    if primitive is None:
        return None
    count = rig.json["accessors"][primitive["attributes"]["POSITION"]]["count"]
    primitive["attributes"]["COLOR_0"] = rig.add([(NAN, 1.0, 1.0, 1.0)] * count, 4)
    return skin_names(rig, node)


@GLTF.fault
def material_missing(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    largest_primitive(rig, node)["material"] = 5000
    return skin_names(rig, node)


@GLTF.fault
def texture_of_missing_image(rig, rng):
    if not rig.json.get("textures"):
        return None
    rig.json["textures"][0]["source"] = 5000
    used = [m.get("name", "") for m in rig.json.get("materials", [])]
    return set(used) | {rig.json["textures"][0].get("name", "")}


@GLTF.fault
def image_cut_short(rig, rng):
    if not rig.json.get("images"):
        return None
    rig.json["images"][0] = {"name": "planted_image", "mimeType": "image/png",
                             "uri": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB"}
    return {"planted_image"} | {m.get("name", "") for m in rig.json.get("materials", [])}


@GLTF.fault
def material_factors_invalid(rig, rng):
    material = a_material(rig)
    if material is None:
        return None
    material.setdefault("pbrMetallicRoughness", {}).update({"metallicFactor": 40.0, "roughnessFactor": -3.0})
    return {material.get("name", "")}


# Morph targets

@GLTF.fault
def morph_weights_in_percent(rig, rng):
    """A clip that sets a morph target to 100."""
    return morph_clip(rig, [0.0, 100.0, 0.0])


@GLTF.fault
def morph_weight_nan(rig, rng):
    return morph_clip(rig, [0.0, NAN, 0.0])


@GLTF.fault
def morph_keys_too_few(rig, rng):
    return morph_clip(rig, [0.0, 1.0, 0.0], -1)
