"""Faults and harmless edits. Each function changes a Rig and returns the names that a finding about it may have as its
object, or None where the rig has no place for it. A fault takes the rig and a random.Random."""
import math

from classes import GLTF
from places import (a_clip, a_joint, a_material, a_mover, a_skin, all_channels, change_attribute, change_bind,
                    change_indices, change_mesh, change_weights, end_of, extent, joints_of, largest_primitive, morph,
                    names, names_of_skin, NAN, of_mover, of_root, placed, pop, raised, scale_world, scaled,
                    skin_names, whole_clip)
from rig import local, rotated, times, turn


# Keys

@GLTF.fault
def bone_pops_one_frame(rig, rng):
    return pop(rig, rng, "rotation", lambda q: rotated(q, turn(rng.randrange(3), 45)))


@GLTF.fault
def bone_pops_slightly(rig, rng):
    return pop(rig, rng, "rotation", lambda q: rotated(q, turn(rng.randrange(3), 20)))


@GLTF.fault
def bone_pops_two_frames(rig, rng):
    return pop(rig, rng, "rotation", lambda q: rotated(q, turn(0, 60)), 2)


@of_mover()
def bone_spins_backwards(times, values):
    """A conjugated key."""
    key = max(range(1, len(values) - 1), key=lambda k: math.hypot(*values[k][:3]) if abs(values[k][3]) > 0.3 else 0)
    values = list(values)
    x, y, z, w = values[key]
    if math.hypot(x, y, z) < 0.2:
        return None
    values[key] = (-x, -y, -z, w)
    return times, values


@of_mover()
def euler_wraps(times, values):
    """Two keys in which an angle goes the long way round."""
    k = len(values) // 3
    step = times[k + 1] - times[k]
    inserted = [rotated(values[k], turn(2, 120)), rotated(values[k], turn(2, 240))]
    values = list(values[:k + 1]) + inserted + list(values[k + 1:])
    times = times[:k + 1] + [times[k] + step / 3, times[k] + 2 * step / 3] + times[k + 1:]
    return times, values


@of_root
def root_pops(values, size):
    key = len(values) // 2
    values[key] = tuple(v + 0.1 * size for v in values[key])
    return values


@of_root
def root_jumps_and_stays(values, size):
    key = len(values) // 2
    return values[:key] + [tuple(v + 0.3 * size for v in value) for value in values[key:]]


@of_mover()
def bone_jitters(times, values):
    values = [rotated(v, turn(0, 12 if k % 2 else -12)) for k, v in enumerate(values)]
    return times, values


@GLTF.fault
def scale_reaches_zero(rig, rng):
    return scaled(rig, rng, lambda t: (abs(1 - 2 * t),) * 3)


@GLTF.fault
def scale_becomes_negative(rig, rng):
    return scaled(rig, rng, lambda t: (math.cos(2 * math.pi * t), 1, 1))


@GLTF.fault
def scale_uneven(rig, rng):
    return scaled(rig, rng, lambda t: (1 + 0.6 * math.sin(math.pi * t), 1, 1))


@GLTF.fault
def scale_constant_large(rig, rng):
    return scaled(rig, rng, lambda t: (3, 3, 3))


@GLTF.fault
def scale_pops(rig, rng):
    return scaled(rig, rng, lambda t: (2.5,) * 3 if 0.46 < t < 0.51 else (1,) * 3)


@GLTF.fault
def feet_in_the_floor(rig, rng):
    return raised(rig, rng, -0.1)


@GLTF.fault
def feet_above_the_floor(rig, rng):
    return raised(rig, rng, 0.15)


@GLTF.fault
def loop_holds_last_pose(rig, rng):
    def hold(times, values):
        if len(times) < 8:
            return None
        step = times[1] - times[0]
        return times + [times[-1] + k * step for k in range(1, 7)], values + [values[-1]] * 6
    return whole_clip(rig, hold)


@GLTF.fault
def loop_frame_twice(rig, rng):
    def twice(times, values):
        return (times + [2 * times[-1] - times[-2]], values + [values[-1]]) if len(times) >= 8 else None
    return whole_clip(rig, twice)


@GLTF.fault
def loop_cut_short(rig, rng):
    def cut(times, values):
        return (times[:len(times) * 2 // 3], values[:len(times) * 2 // 3]) if len(times) >= 8 else None
    return whole_clip(rig, cut)


@of_mover()
def loop_bone_off_at_the_end(times, values):
    """The last keys of one bone drift away."""
    last = len(values) - 1
    values = [rotated(v, turn(0, 25 * (k / last))) for k, v in enumerate(values)]
    return times, values


@GLTF.fault
def frame_repeated(rig, rng):
    def repeat(times, values):
        if len(times) < 12:
            return None
        values[len(values) // 2] = values[len(values) // 2 - 1]
        return times, values
    return whole_clip(rig, repeat)


@GLTF.fault
def clip_frozen(rig, rng):
    return whole_clip(rig, lambda times, values: (times, [values[0]] * len(values)))


@GLTF.fault
def clip_starts_late(rig, rng):
    return whole_clip(rig, lambda times, values: ([t + 2.0 for t in times], values))


@GLTF.fault
def clip_times_negative(rig, rng):
    return whole_clip(rig, lambda times, values: ([t - 0.5 for t in times], values))


@GLTF.fault
def clip_times_are_frames(rig, rng):
    return whole_clip(rig, lambda times, values: ([t * 30 for t in times], values))


@GLTF.fault
def clip_times_are_milliseconds(rig, rng):
    return whole_clip(rig, lambda times, values: ([t * 1000 for t in times], values))


@GLTF.fault
def clip_far_too_fast(rig, rng):
    return whole_clip(rig, lambda times, values: ([t / 1000 for t in times], values))


@GLTF.fault
def clip_without_channels(rig, rng):
    clip = a_clip(rig)
    if clip is None:
        return None
    animation = rig.json["animations"][clip]
    animation["channels"], animation["samplers"] = animation["channels"][:1], animation["samplers"]
    channel = animation["channels"][0]
    rig.set_keys(clip, channel, [0.0], [rig.keys(clip, channel)[1][0]])
    return {rig.clip_name(clip)}


@of_mover()
def bone_stops_before_the_end(times, values):
    return times[:len(times) * 2 // 3], list(values[:len(times) * 2 // 3])


@of_mover()
def bone_starts_late(times, values):
    return times[len(times) // 3:], list(values[len(times) // 3:])


@of_mover()
def bone_outlasts_the_clip(times, values):
    return times + [times[-1] + 1.0], list(values) + [values[-1]]


@GLTF.fault
def bone_without_channel(rig, rng):
    found = a_mover(rig, rng)
    if found is None:
        return None
    clip, node, channel = found
    animation = rig.json["animations"][clip]
    animation["channels"] = [c for c in animation["channels"] if c["target"].get("node") != node]
    return names(rig, node) | {rig.clip_name(clip)}


@of_mover()
def bone_frozen(times, values):
    return times, [values[0]] * len(values)


@of_mover()
def bone_stepped(times, values):
    """Every sixth key, held."""
    if len(times) < 16:
        return None
    kept = list(range(0, len(times), 6))
    return ([times[k] for k in kept] + [times[-1] + 1e-4],
        [values[k] for k in kept] + [values[-1]], "STEP")


@of_mover()
def quaternions_not_unit(times, values):
    return times, [tuple(2.5 * n for n in v) for v in values]


@GLTF.fault
def quaternion_zero(rig, rng):
    return pop(rig, rng, "rotation", lambda q: (0.0, 0.0, 0.0, 0.0))


@GLTF.fault
def key_nan(rig, rng):
    return pop(rig, rng, "rotation", lambda q: (NAN, 0.0, 0.0, 1.0))


@of_mover()
def keys_out_of_order(times, values):
    k = len(times) // 2
    times[k], times[k + 1] = times[k + 1], times[k]
    return times, list(values)


@of_mover()
def key_times_equal(times, values):
    times[len(times) // 2] = times[len(times) // 2 - 1]
    return times, list(values)


@of_mover()
def keys_miss_values(times, values):
    """More times than values."""
    return times, list(values)[:len(values) - 3]


@GLTF.fault
def channel_twice(rig, rng):
    found = a_mover(rig, rng)
    if found is None:
        return None
    clip, node, channel = found
    times, values = rig.keys(clip, channel)
    animation = rig.json["animations"][clip]
    twin = {"sampler": channel["sampler"], "target": dict(channel["target"])}
    animation["channels"].append(twin)
    rig.set_keys(clip, twin, values=[rotated(v, turn(0, 30)) for v in values])
    return names(rig, node) | {rig.clip_name(clip)}


@GLTF.fault
def channel_of_no_node(rig, rng):
    found = a_mover(rig, rng)
    if found is None:
        return None
    clip, node, channel = found
    channel["target"].pop("node")
    return names(rig, node) | {rig.clip_name(clip)}


@GLTF.fault
def clip_in_another_unit(rig, rng):
    """All translations of a clip a hundred times too large."""
    clip = a_clip(rig)
    if clip is None:
        return None
    found = 0
    for channel in all_channels(rig, clip):
        if channel["target"]["path"] == "translation":
            _, values = rig.keys(clip, channel)
            rig.set_keys(clip, channel, values=[tuple(100 * n for n in v) for v in values])
            found += 1
    return {rig.clip_name(clip)} if found > 3 else None


@GLTF.fault
def bone_displaced_in_clip(rig, rng):
    """A bone's translation is off by a fifth of the model through a whole clip."""
    clip = a_clip(rig)
    found = None if clip is None else a_joint(rig, rng)
    if found is None:
        return None
    node = found[1]
    rest = rig.nodes()[node].get("translation", (0, 0, 0))
    world, parents = rig.world(), rig.parents()
    scale = math.hypot(*world[parents[node]][:3])
    value = tuple(n + 0.15 * rig.size() / scale for n in rest)
    animation = rig.json["animations"][clip]
    animation["channels"] = [c for c in animation["channels"]
                             if c["target"].get("node") != node or c["target"]["path"] != "translation"]
    animation["samplers"].append({"input": rig.add([(0.0,), (end_of(rig, clip),)], 1),
                                  "output": rig.add([value, value], 3), "interpolation": "LINEAR"})
    animation["channels"].append({"sampler": len(animation["samplers"]) - 1,
                                  "target": {"node": node, "path": "translation"}})
    return names(rig, node) | {rig.clip_name(clip)}


@GLTF.fault
def two_clips_one_name(rig, rng):
    if len(rig.json.get("animations", [])) < 2:
        return None
    name = rig.clip_name(0)
    rig.json["animations"][1]["name"] = name
    return {name}


# Skin

@GLTF.fault
def bind_moved(rig, rng):
    found = a_joint(rig, rng)
    if found is None:
        return None
    slot, joint = found
    node = a_skin(rig)

    def change(m):
        away = 0.2 * math.dist(*extent(rig, node)) * math.hypot(*m[:3])
        return m[:12] + [m[12] + away, m[13], m[14], m[15]]
    return names(rig, joint) if change_bind(rig, node, slot, change) else None


@GLTF.fault
def bind_turned(rig, rng):
    found = a_joint(rig, rng)
    if found is None:
        return None
    slot, joint = found
    turned = local({"rotation": turn(2, 50)})
    return names(rig, joint) if change_bind(rig, a_skin(rig), slot, lambda m: times(turned, tuple(m))) else None


@GLTF.fault
def bind_identity(rig, rng):
    found = a_joint(rig, rng)
    if found is None:
        return None
    one = [1.0 if i % 5 == 0 else 0.0 for i in range(16)]
    return names(rig, found[1]) if change_bind(rig, a_skin(rig), found[0], lambda m: one) else None


@GLTF.fault
def bind_singular(rig, rng):
    found = a_joint(rig, rng)
    if found is None:
        return None
    flat = lambda m: m[:8] + [0.0] * 4 + m[12:]
    return names(rig, found[1]) if change_bind(rig, a_skin(rig), found[0], flat) else None


@GLTF.fault
def bind_mirrored(rig, rng):
    found = a_joint(rig, rng)
    if found is None:
        return None
    mirror = lambda m: [-n if i % 4 == 0 else n for i, n in enumerate(m)]
    return names(rig, found[1]) if change_bind(rig, a_skin(rig), found[0], mirror) else None


@GLTF.fault
def bind_nan(rig, rng):
    found = a_joint(rig, rng)
    if found is None:
        return None
    broken = lambda m: [NAN] + m[1:]
    return names(rig, found[1]) if change_bind(rig, a_skin(rig), found[0], broken) else None


@GLTF.fault
def bind_transposed(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    skin = rig.json["skins"][rig.nodes()[node]["skin"]]
    if "inverseBindMatrices" not in skin:
        return None
    matrices = rig.read(skin["inverseBindMatrices"])
    skin["inverseBindMatrices"] = rig.add([tuple(m[i % 4 * 4 + i // 4] for i in range(16)) for m in matrices], 16)
    return skin_names(rig, node) | {rig.name(j) for j in skin["joints"]}


@GLTF.fault
def bind_in_another_unit(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    skin = rig.json["skins"][rig.nodes()[node]["skin"]]
    if "inverseBindMatrices" not in skin:
        return None
    matrices = rig.read(skin["inverseBindMatrices"])
    skin["inverseBindMatrices"] = rig.add([tuple(n * 100 if i % 4 < 3 else n for i, n in enumerate(m))
                                           for m in matrices], 16)
    return names_of_skin(rig, node)


@GLTF.fault
def bind_shifted(rig, rng):
    """Each joint has the matrix of the next one."""
    node = a_skin(rig)
    skin = None if node is None else rig.json["skins"][rig.nodes()[node]["skin"]]
    if skin is None or "inverseBindMatrices" not in skin or len(skin["joints"]) < 4:
        return None
    matrices = rig.read(skin["inverseBindMatrices"])
    skin["inverseBindMatrices"] = rig.add(matrices[1:] + matrices[:1], 16)
    return names_of_skin(rig, node) | {rig.name(j) for j in skin["joints"]}


@GLTF.fault
def mesh_in_another_unit(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    for primitive in rig.primitives(node):
        def grow(values):
            values[:] = [[100 * n for n in v] for v in values]
        change_attribute(rig, primitive, "POSITION", grow)
    return skin_names(rig, node)


@GLTF.fault
def rest_moved(rig, rng):
    """A joint's node is off where no clip moves it."""
    found = a_joint(rig, rng)
    if found is None or "matrix" in rig.nodes()[found[1]]:
        return None
    joint = found[1]
    node = rig.nodes()[joint]
    node["rotation"] = list(rotated(node.get("rotation", (0, 0, 0, 1)), turn(0, 40)))
    return names(rig, joint)


@GLTF.fault
def rest_mirrored(rig, rng):
    found = a_joint(rig, rng)
    if found is None or "matrix" in rig.nodes()[found[1]]:
        return None
    node = rig.nodes()[found[1]]
    scale = node.get("scale", (1, 1, 1))
    node["scale"] = [-scale[0], scale[1], scale[2]]
    return names(rig, found[1])


@GLTF.fault
def joint_twice(rig, rng):
    node = a_skin(rig)
    found = a_joint(rig, rng)
    if found is None:
        return None
    skin = rig.json["skins"][rig.nodes()[node]["skin"]]
    skin["joints"] = skin["joints"] + [found[1]]
    if "inverseBindMatrices" in skin:
        matrices = rig.read(skin["inverseBindMatrices"])
        skin["inverseBindMatrices"] = rig.add(matrices + [matrices[found[0]]], 16)
    return names(rig, found[1]) | skin_names(rig, node)


@GLTF.fault
def joint_moves_nothing(rig, rng):
    """A new joint without weights."""
    node = a_skin(rig)
    found = a_joint(rig, rng)
    if found is None:
        return None
    rig.nodes().append({"name": "planted_helper", "translation": [0.0, 0.01, 0.0]})
    rig.nodes()[found[1]].setdefault("children", []).append(len(rig.nodes()) - 1)
    skin = rig.json["skins"][rig.nodes()[node]["skin"]]
    skin["joints"] = skin["joints"] + [len(rig.nodes()) - 1]
    if "inverseBindMatrices" in skin:
        matrices = rig.read(skin["inverseBindMatrices"])
        skin["inverseBindMatrices"] = rig.add(matrices + [matrices[found[0]]], 16)
    return {"planted_helper"}


@GLTF.fault
def joint_loses_its_weights(rig, rng):
    """All weights of a joint go to its parent."""
    node = a_skin(rig)
    found = a_joint(rig, rng)
    if found is None:
        return None
    joints = joints_of(rig, node)
    parent = joints.index(rig.parents()[found[1]])
    for primitive in rig.primitives(node):
        def give(values):
            values[:] = [[parent if j == found[0] else j for j in v] for v in values]
        change_attribute(rig, primitive, "JOINTS_0", give, 5123)
    return names(rig, found[1]) | skin_names(rig, node)


@GLTF.fault
def joints_out_of_range(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    def spoil(values):
        for v in values[:20]:
            v[0] = 60000
    change_attribute(rig, largest_primitive(rig, node), "JOINTS_0", spoil, 5123)
    return skin_names(rig, node)


@GLTF.fault
def joints_off_by_one(rig, rng):
    node = a_skin(rig)
    if node is None or len(joints_of(rig, node)) < 4:
        return None
    count = len(joints_of(rig, node))
    for primitive in rig.primitives(node):
        def shift(values):
            values[:] = [[(j + 1) % count for j in v] for v in values]
        change_attribute(rig, primitive, "JOINTS_0", shift, 5123)
    return skin_names(rig, node) | {rig.name(j) for j in joints_of(rig, node)}


@GLTF.fault
def skin_lost(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    rig.nodes()[node].pop("skin")
    return skin_names(rig, node)


@GLTF.fault
def part_on_no_bone(rig, rng):
    """A part of the figure is a mesh of its own, without skin, at the root."""
    node = a_skin(rig)
    if node is None or not rig.primitives(node)[0].get("indices"):
        return None
    primitive = largest_primitive(rig, node)
    indices = rig.read(primitive["indices"])
    cut = len(indices) // 9 * 3
    part = dict(primitive)
    part["attributes"] = {k: v for k, v in primitive["attributes"].items() if k not in ("JOINTS_0", "WEIGHTS_0")}
    part["indices"] = rig.add(indices[:cut], 1, 5125)
    rig.json["meshes"].append({"name": "planted_part", "primitives": [part]})
    rig.nodes().append({"name": "planted_part", "mesh": len(rig.json["meshes"]) - 1, "matrix": placed(rig, node)})
    rig.json["scenes"][rig.json.get("scene", 0)]["nodes"].append(len(rig.nodes()) - 1)
    return {"planted_part"}


@GLTF.fault
def weights_negative(rig, rng):
    def negate(values):
        for v in values[:30]:
            v[1], v[0] = -0.3, v[0] + 0.3
    return change_weights(rig, negate)


@GLTF.fault
def weights_nan(rig, rng):
    def spoil(values):
        for v in values[:10]:
            v[0] = NAN
    return change_weights(rig, spoil)


@GLTF.fault
def weights_zero(rig, rng):
    def clear(values):
        for v in values[:30]:
            v[:] = [0.0] * 4
    return change_weights(rig, clear)


@GLTF.fault
def weights_do_not_sum(rig, rng):
    def halve(values):
        for v in values[:40]:
            v[:] = [0.6 * n for n in v]
    return change_weights(rig, halve)


@GLTF.fault
def vertices_on_a_far_bone(rig, rng):
    """A few vertices follow the bone that is farthest from theirs."""
    node, found = a_skin(rig), a_joint(rig, rng)
    if found is None or len(joints_of(rig, node)) < 6:
        return None
    world = rig.world()
    joints, sums = joints_of(rig, node), rig.weights_of_joints(node)
    far = max((s for s in range(len(joints)) if sums[s] > 0),
              key=lambda s: math.dist(world[joints[s]][12:15], world[found[1]][12:15]))
    primitive = largest_primitive(rig, node)
    weights = rig.read(primitive["attributes"]["WEIGHTS_0"])
    own = [i for i, j in enumerate(rig.read(primitive["attributes"]["JOINTS_0"]))
           if found[0] in j and weights[i][j.index(found[0])] > 0.7]
    if len(own) < 8:
        return None
    places = rig.read(primitive["attributes"]["POSITION"])
    spot = {places[i] for i in own[3:6]}
    moved = [i for i in range(len(places)) if places[i] in spot]

    def give(values):
        for i in moved:
            values[i][:] = [far, 0, 0, 0]

    def all_(values):
        for i in moved:
            values[i][:] = [1.0, 0.0, 0.0, 0.0]
    change_attribute(rig, primitive, "JOINTS_0", give, 5123)
    change_attribute(rig, primitive, "WEIGHTS_0", all_)
    return names(rig, joints[far], found[1]) | skin_names(rig, node)


@GLTF.fault
def weights_swapped_left_right(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    joints, sums, world = joints_of(rig, node), rig.weights_of_joints(node), rig.world()
    pair = best = None
    for a in range(len(joints)):
        for b in range(a):
            away = math.dist(world[joints[a]][12:15], world[joints[b]][12:15])
            if min(sums[a], sums[b]) > 3 and (best is None or away > best):
                pair, best = (a, b), away
    if pair is None:
        return None
    for primitive in rig.primitives(node):
        def swap(values):
            values[:] = [[pair[0] + pair[1] - j if j in pair else j for j in v] for v in values]
        change_attribute(rig, primitive, "JOINTS_0", swap, 5123)
    return names(rig, joints[pair[0]], joints[pair[1]]) | skin_names(rig, node)


# Meshes

@GLTF.fault
def position_nan(rig, rng):
    def spoil(values):
        values[len(values) // 2][1] = NAN
    return change_mesh(rig, "POSITION", spoil)


@GLTF.fault
def vertex_flung_away(rig, rng):
    def fling(values):
        box = [max(v[c] for v in values) - min(v[c] for v in values) for c in range(3)]
        key = len(values) // 2
        place = list(values[key])
        for v in values:
            if v == place:
                v[0] += 3 * max(box)
    return change_mesh(rig, "POSITION", fling)


@GLTF.fault
def uvs_nan(rig, rng):
    def spoil(values):
        for v in values[:10]:
            v[0] = NAN
    return change_mesh(rig, "TEXCOORD_0", spoil)


@GLTF.fault
def uvs_zero(rig, rng):
    def clear(values):
        values[:] = [[0.0, 0.0] for _ in values]
    material = rig.json.get("materials", [{}])[0]
    if "baseColorTexture" not in material.get("pbrMetallicRoughness", {}):
        return None
    return change_mesh(rig, "TEXCOORD_0", clear)


@GLTF.fault
def uvs_in_pixels(rig, rng):
    def grow(values):
        values[:] = [[2048.0 * n for n in v] for v in values]
    return change_mesh(rig, "TEXCOORD_0", grow)


@GLTF.fault
def normals_flipped(rig, rng):
    def flip(values):
        values[:] = [[-n for n in v] for v in values]
    return change_mesh(rig, "NORMAL", flip)


@GLTF.fault
def normals_nan(rig, rng):
    def spoil(values):
        for v in values[:10]:
            v[0] = NAN
    return change_mesh(rig, "NORMAL", spoil)


@GLTF.fault
def normals_zero(rig, rng):
    def clear(values):
        for v in values[:10]:
            v[:] = [0.0] * 3
    return change_mesh(rig, "NORMAL", clear)


@GLTF.fault
def winding_flipped(rig, rng):
    return change_indices(rig, lambda own: [own[i + o] for i in range(0, len(own), 3) for o in (0, 2, 1)])


@GLTF.fault
def triangles_without_area(rig, rng):
    return change_indices(rig, lambda own: [own[i] for i in range(len(own) // 6 * 3) for i in [i // 3 * 3]] +
                          own[len(own) // 6 * 3:])


@GLTF.fault
def triangles_twice(rig, rng):
    return change_indices(rig, lambda own: own + own)


@GLTF.fault
def index_out_of_range(rig, rng):
    return change_indices(rig, lambda own: own[:-1] + [10000000])


@GLTF.fault
def mesh_empty(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    primitive = dict(rig.primitives(node)[0])
    primitive["indices"] = rig.add([(0,), (0,), (0,)], 1, 5125)
    rig.json["meshes"].append({"name": "planted_empty", "primitives": [primitive]})
    rig.nodes().append({"name": "planted_empty", "mesh": len(rig.json["meshes"]) - 1, "skin": rig.nodes()[node]["skin"]})
    rig.json["scenes"][rig.json.get("scene", 0)]["nodes"].append(len(rig.nodes()) - 1)
    return {"planted_empty"}


@GLTF.fault
def part_far_away(rig, rng):
    """A rigid part ten sizes away."""
    node = a_skin(rig)
    if node is None:
        return None
    part = dict(largest_primitive(rig, node))
    part["attributes"] = {k: v for k, v in part["attributes"].items() if k not in ("JOINTS_0", "WEIGHTS_0")}
    rig.json["meshes"].append({"name": "planted_part", "primitives": [part]})
    matrix = placed(rig, node)
    matrix[12] += 30 * math.hypot(*matrix[:3]) * math.dist(*extent(rig, node))
    rig.nodes().append({"name": "planted_part", "mesh": len(rig.json["meshes"]) - 1, "matrix": matrix})
    rig.json["scenes"][rig.json.get("scene", 0)]["nodes"].append(len(rig.nodes()) - 1)
    return {"planted_part"}


@GLTF.fault
def a_hundred_times_too_large(rig, rng):
    scale_world(rig, 100)
    return {"model"} if rig.skinned() else None


@GLTF.fault
def a_hundred_times_too_small(rig, rng):
    scale_world(rig, 0.01)
    return {"model"} if rig.skinned() else None


@morph
def morph_of_wrong_count(rig, mesh, primitive, target):
    values = rig.read(target["POSITION"])
    target["POSITION"] = rig.add(values[:len(values) // 2], 3)


@morph
def morph_nan(rig, mesh, primitive, target):
    values = list(rig.read(target["POSITION"]))
    values[len(values) // 2] = (NAN, NAN, NAN)
    target["POSITION"] = rig.add(values, 3)


@morph
def morph_without_effect(rig, mesh, primitive, target):
    for own in mesh["primitives"]:
        count = rig.json["accessors"][own["targets"][0]["POSITION"]]["count"]
        own["targets"][0] = {"POSITION": rig.add([(0.0, 0.0, 0.0)] * count, 3)}


@morph
def morph_flings_a_vertex(rig, mesh, primitive, target):
    values = list(rig.read(target["POSITION"]))
    places = rig.read(primitive["attributes"]["POSITION"])
    spot = places[len(values) // 2]
    far = 5 * math.dist(*[[f(p[c] for p in places) for c in range(3)] for f in (min, max)])
    values = [(far, 0.0, 0.0) if places[i] == spot else v for i, v in enumerate(values)]
    target["POSITION"] = rig.add(values, 3)


@morph
def morph_weights_too_many(rig, mesh, primitive, target):
    mesh["weights"] = [0.0] * (len(primitive["targets"]) + 3)


# Materials and textures

@GLTF.fault
def material_transparent(rig, rng):
    material = a_material(rig)
    if material is None:
        return None
    material["alphaMode"] = "BLEND"
    material.setdefault("pbrMetallicRoughness", {})["baseColorFactor"] = [1, 1, 1, 0]
    return {material.get("name", "")} | skin_names(rig, a_skin(rig))


@GLTF.fault
def material_cut_out(rig, rng):
    """The cutoff of the mask is above the alpha of everything."""
    material = a_material(rig)
    if material is None:
        return None
    material["alphaMode"], material["alphaCutoff"] = "MASK", 0.9
    material.setdefault("pbrMetallicRoughness", {})["baseColorFactor"] = [1, 1, 1, 0.5]
    return {material.get("name", "")} | skin_names(rig, a_skin(rig))


@GLTF.fault
def texture_missing(rig, rng):
    material = a_material(rig)
    if material is None or "baseColorTexture" not in material.get("pbrMetallicRoughness", {}):
        return None
    texture = rig.json["textures"][material["pbrMetallicRoughness"]["baseColorTexture"]["index"]]
    rig.json["images"][texture["source"]] = {"uri": "planted.png"}
    return {"planted.png", material.get("name", "")}


@GLTF.fault
def vertex_colors_black(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    for primitive in rig.primitives(node):
        count = rig.json["accessors"][primitive["attributes"]["POSITION"]]["count"]
        primitive["attributes"]["COLOR_0"] = rig.add([(0.0, 0.0, 0.0, 1.0)] * count, 4)
    return skin_names(rig, node)


@GLTF.fault
def bones_of_one_name(rig, rng):
    node = a_skin(rig)
    found = a_joint(rig, rng)
    if found is None:
        return None
    parent = rig.parents()[found[1]]
    rig.nodes()[found[1]]["name"] = rig.name(parent)
    return names(rig, parent)


# Harmless

@GLTF.harmless
def nothing(rig, rng):
    return set()


@GLTF.harmless
def clips_renamed(rig, rng):
    for index, clip in enumerate(rig.json.get("animations", [])):
        clip["name"] = clip.get("name", "") + "_v%d" % (index + 2)
    return set()


@GLTF.harmless
def bones_renamed(rig, rng):
    for node in rig.nodes():
        if "name" in node:
            node["name"] = "rig:" + node["name"]
    return set()


@GLTF.harmless
def meshes_renamed(rig, rng):
    for mesh in rig.json.get("meshes", []):
        mesh["name"] = "geo_" + mesh.get("name", "")
    return set()


@GLTF.harmless
def channels_reordered(rig, rng):
    for clip in rig.json.get("animations", []):
        rng.shuffle(clip["channels"])
    return set()


@GLTF.harmless
def clips_reordered(rig, rng):
    rig.json.get("animations", []).reverse()
    return set()


@GLTF.harmless
def children_reordered(rig, rng):
    for node in rig.nodes():
        node.get("children", []).reverse()
    return set()


def speed(rig, factor):
    done = {}
    for clip in range(len(rig.json.get("animations", []))):
        for channel in all_channels(rig, clip):
            sampler = rig.sampler(clip, channel)
            key = sampler["input"]
            if key not in done:
                done[key] = rig.add([(t[0] * factor,) for t in rig.read(key)], 1)
        for sampler in rig.json["animations"][clip]["samplers"]:
            sampler["input"] = done.get(sampler["input"], sampler["input"])
    return set()


@GLTF.harmless
def clips_slower(rig, rng):
    return speed(rig, 1.5)


@GLTF.harmless
def clips_faster(rig, rng):
    return speed(rig, 0.7)


@GLTF.harmless
def empty_node_added(rig, rng):
    rig.nodes().append({"name": "locator"})
    rig.json["scenes"][rig.json.get("scene", 0)]["nodes"].append(len(rig.nodes()) - 1)
    return set()


@GLTF.harmless
def root_added(rig, rng):
    scene = rig.json["scenes"][rig.json.get("scene", 0)]
    rig.nodes().append({"name": "scene_root", "children": scene["nodes"]})
    scene["nodes"] = [len(rig.nodes()) - 1]
    return set()


@GLTF.harmless
def world_turned(rig, rng):
    root_added(rig, rng)
    rig.nodes()[-1]["rotation"] = list(turn(1, 90))
    return set()


@GLTF.harmless
def world_moved(rig, rng):
    root_added(rig, rng)
    size = rig.size()
    rig.nodes()[-1]["translation"] = [0.4 * size, 0, -0.3 * size]
    return set()


@GLTF.harmless
def world_slightly_larger(rig, rng):
    root_added(rig, rng)
    rig.nodes()[-1]["scale"] = [1.2] * 3
    return set()


@GLTF.harmless
def quaternions_negated(rig, rng):
    for clip in range(len(rig.json.get("animations", []))):
        for channel in all_channels(rig, clip):
            if channel["target"]["path"] == "rotation" and rng.random() < 0.5:
                times, values = rig.keys(clip, channel)
                if rig.sampler(clip, channel).get("interpolation", "LINEAR") == "LINEAR":
                    rig.set_keys(clip, channel, times, [tuple(-n for n in v) for v in values])
    return set()


@GLTF.harmless
def constant_keys_removed(rig, rng):
    for clip in range(len(rig.json.get("animations", []))):
        for channel in all_channels(rig, clip):
            times, values = rig.keys(clip, channel)
            if len(times) > 2 and all(math.dist(v, values[0]) < 1e-6 for v in values):
                rig.set_keys(clip, channel, [times[0], times[-1]], [values[0], values[0]])
    return set()


@GLTF.harmless
def constant_channels_removed(rig, rng):
    for clip in range(len(rig.json.get("animations", []))):
        kept = []
        for channel in all_channels(rig, clip):
            times, values = rig.keys(clip, channel)
            node, path = rig.nodes()[channel["target"]["node"]], channel["target"]["path"]
            rest = node.get(path) if path != "weights" and "matrix" not in node else None
            if rest is None or any(math.dist(v, rest) > 1e-5 for v in values):
                kept.append(channel)
        rig.json["animations"][clip]["channels"] = kept or all_channels(rig, clip)
    return set()


@GLTF.harmless
def keys_doubled(rig, rng):
    for clip in range(min(3, len(rig.json.get("animations", [])))):
        for channel in all_channels(rig, clip):
            mode = rig.sampler(clip, channel).get("interpolation", "LINEAR")
            if mode != "LINEAR" or channel["target"]["path"] == "weights":
                continue
            times, values = rig.keys(clip, channel)
            t, v = [times[0]], [values[0]]
            for k in range(1, len(times)):
                near = values[k]
                if channel["target"]["path"] == "rotation" and sum(a * b for a, b in zip(near, values[k - 1])) < 0:
                    near = tuple(-n for n in near)
                middle = tuple((a + b) / 2 for a, b in zip(values[k - 1], near))
                if channel["target"]["path"] == "rotation":
                    middle = tuple(n / math.hypot(*middle) for n in middle)
                t += [(times[k - 1] + times[k]) / 2, times[k]]
                v += [middle, values[k]]
            rig.set_keys(clip, channel, t, v)
    return set()


@GLTF.harmless
def clips_start_at_frame_one(rig, rng):
    for clip in range(len(rig.json.get("animations", []))):
        for channel in all_channels(rig, clip):
            times, values = rig.keys(clip, channel)
            rig.set_keys(clip, channel, [t + 1 / 24 for t in times], values)
    return set()


@GLTF.harmless
def pose_added(rig, rng):
    """A clip of a single pose."""
    if not rig.json.get("animations"):
        return None
    clip = {"name": "planted_pose", "channels": [], "samplers": []}
    for channel in all_channels(rig, 0):
        sampler = rig.sampler(0, channel)
        _, values = rig.keys(0, channel)
        if channel["target"]["path"] == "weights":
            continue
        clip["samplers"].append({"input": rig.add([(0.0,)], 1), "output": rig.add(values[:1], len(values[0]))})
        clip["channels"].append({"sampler": len(clip["samplers"]) - 1, "target": dict(channel["target"])})
    rig.json["animations"].append(clip)
    return set() if clip["channels"] else None


@GLTF.harmless
def clip_copied(rig, rng):
    import copy
    if not rig.json.get("animations"):
        return None
    clip = copy.deepcopy(rig.json["animations"][0])
    clip["name"] = rig.clip_name(0) + "_copy"
    rig.json["animations"].append(clip)
    return set()


@GLTF.harmless
def palette_uvs(rig, rng):
    """Each triangle's color is one texel of a palette."""
    for mesh in rig.json.get("meshes", []):
        for primitive in mesh["primitives"]:
            if "TEXCOORD_0" not in primitive["attributes"]:
                return None
            def flatten(values):
                if not all(math.isfinite(n) for v in values for n in v):
                    return
                values[:] = [[(int(v[0] * 4) % 4 + 0.5) / 4, (int(v[1] * 4) % 4 + 0.5) / 4] for v in values]
            change_attribute(rig, primitive, "TEXCOORD_0", flatten)
    return set()


@GLTF.harmless
def uvs_tiled(rig, rng):
    for mesh in rig.json.get("meshes", []):
        for primitive in mesh["primitives"]:
            if "TEXCOORD_0" not in primitive["attributes"]:
                return None
            def tile(values):
                values[:] = [[4 * n + 2 for n in v] for v in values]
            change_attribute(rig, primitive, "TEXCOORD_0", tile)
    return set()


@GLTF.harmless
def instance_added(rig, rng):
    shown = [n for n, node in enumerate(rig.nodes()) if "mesh" in node and "skin" in node]
    if not shown:
        return None
    rig.nodes().append({k: v for k, v in rig.nodes()[shown[0]].items() if k in ("mesh", "skin")} | {"name": "again"})
    rig.json["scenes"][rig.json.get("scene", 0)]["nodes"].append(len(rig.nodes()) - 1)
    return set()


@GLTF.harmless
def triangles_reordered(rig, rng):
    def shuffle(own):
        triangles = [own[i:i + 3] for i in range(0, len(own), 3)]
        rng.shuffle(triangles)
        return [i for t in triangles for i in t]
    return None if change_indices(rig, shuffle) is None else set()


@GLTF.harmless
def joints_reordered(rig, rng):
    """The joints of all skins, their matrices and all indices, permuted alike."""
    if not rig.skinned():
        return None
    done, orders = set(), {}
    for index, skin in enumerate(rig.json["skins"]):
        order = list(range(len(skin["joints"])))
        rng.shuffle(order)
        orders[index] = order
        skin["joints"] = [skin["joints"][i] for i in order]
        if "inverseBindMatrices" in skin:
            matrices = rig.read(skin["inverseBindMatrices"])
            skin["inverseBindMatrices"] = rig.add([matrices[i] for i in order], 16)
    for node in rig.skinned():
        if rig.nodes()[node]["mesh"] in done:
            continue
        done.add(rig.nodes()[node]["mesh"])
        place = {old: new for new, old in enumerate(orders[rig.nodes()[node]["skin"]])}
        for primitive in rig.primitives(node):
            if not isinstance(primitive["attributes"].get("JOINTS_0"), int):
                return None
            def renumber(values):
                values[:] = [[place.get(j, 0) for j in v] for v in values]
            change_attribute(rig, primitive, "JOINTS_0", renumber, 5123)
    return set()


@GLTF.harmless
def weights_as_bytes(rig, rng):
    """Weights in 16 bits, as many exporters write them."""
    if not rig.skinned():
        return None
    for mesh in rig.json["meshes"]:
        for primitive in mesh["primitives"]:
            if "WEIGHTS_0" not in primitive["attributes"]:
                continue
            packed = []
            for weights in rig.read(primitive["attributes"]["WEIGHTS_0"]):
                total = sum(weights) or 1.0
                if not math.isfinite(total):
                    return None
                own = [round(65535 * w / total) for w in weights]
                own[own.index(max(own))] += 65535 - sum(own) if sum(weights) > 0 else 0
                packed.append(own)
            primitive["attributes"]["WEIGHTS_0"] = rig.add(packed, 4, 5123, True)
    return set()


@GLTF.harmless
def weights_rounded(rig, rng):
    def rounded(values):
        values[:] = [[round(n, 4) for n in v] for v in values]
    return None if change_weights(rig, rounded) is None else set()


@GLTF.harmless
def material_added(rig, rng):
    rig.json.setdefault("materials", []).append({"name": "unused"})
    return set()


@GLTF.harmless
def clip_removed(rig, rng):
    if len(rig.json.get("animations", [])) < 2:
        return None
    rig.json["animations"].pop()
    return set()


@GLTF.harmless
def prop_added(rig, rng):
    """A rigid part on a bone."""
    node, found = a_skin(rig), a_joint(rig, rng)
    if found is None:
        return None
    part = dict(largest_primitive(rig, node))
    part["attributes"] = {k: v for k, v in part["attributes"].items() if k not in ("JOINTS_0", "WEIGHTS_0")}
    rig.json["meshes"].append({"name": "prop", "primitives": [part]})
    rig.nodes().append({"name": "prop", "mesh": len(rig.json["meshes"]) - 1, "scale": [0.1] * 3})
    rig.nodes()[found[1]].setdefault("children", []).append(len(rig.nodes()) - 1)
    return set()


@GLTF.harmless
def ground_added(rig, rng):
    """A plane below the figure."""
    size = rig.size() or 1.0
    corners = [(-2.0, 0.0, -2.0), (-2.0, 0.0, 2.0), (2.0, 0.0, 2.0), (2.0, 0.0, -2.0)]
    rig.json.setdefault("meshes", []).append({"name": "ground", "primitives": [{
        "attributes": {"POSITION": rig.add([tuple(n * size for n in c) for c in corners], 3),
                       "NORMAL": rig.add([(0.0, 1.0, 0.0)] * 4, 3)},
        "indices": rig.add([(i,) for i in (0, 1, 2, 0, 2, 3)], 1, 5123)}]})
    rig.nodes().append({"name": "ground", "mesh": len(rig.json["meshes"]) - 1})
    rig.json["scenes"][rig.json.get("scene", 0)]["nodes"].append(len(rig.nodes()) - 1)
    return set()


@GLTF.harmless
def breathing_scale(rig, rng):
    """A bone that swells by a few percent, as cartoon rigs do."""
    return None if scaled(rig, rng, lambda t: (1 + 0.05 * math.sin(2 * math.pi * t),) * 3) is None else set()
