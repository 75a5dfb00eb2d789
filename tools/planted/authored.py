"""Faults of glTF files that come from the way in which rigs are authored, baked and merged in modeling tools. Registers
them with GLTF; each takes a Rig and a random.Random, and returns the names that a finding may have as its object, or None."""
import copy
import math

from classes import GLTF
from places import (a_clip, a_joint, a_root, a_skin, all_channels, change_attribute, change_indices, change_mesh,
                    conjugate, end_of, extent, joints_of, largest_primitive, moving, names, of_mover, of_spline,
                    of_weights, of_whole_clip, root_channel, skin_names)
from rig import rotated, turn


# A whole clip

@of_whole_clip
def rest_pose_in_the_first_frame(rest, times, values, path):
    """The frame that a rigger keys before the motion begins was exported with it."""
    return (times, [rest] + values[1:]) if len(times) >= 8 else None


@of_whole_clip
def rest_pose_in_the_last_frame(rest, times, values, path):
    return (times, values[:-1] + [rest]) if len(times) >= 8 else None


@of_whole_clip
def rotations_relative_to_rest(rest, times, values, path):
    """The rotations of the rest pose are missing in the keys."""
    return (times, [rotated(conjugate(rest), v) for v in values]) if path == "rotation" else None


@of_whole_clip
def rotations_applied_twice(rest, times, values, path):
    return (times, [rotated(rest, v) for v in values]) if path == "rotation" else None


@of_whole_clip
def scene_range_exported(rest, times, values, path):
    """The clip lasts ten times as long as its motion, because the scene does."""
    step = times[1] - times[0] if len(times) > 1 else 0.0
    if len(times) < 8:
        return times + [11 * times[-1]], values + [values[-1]]
    return times + [times[-1] + k * step for k in range(1, 10 * len(times))], values + [values[-1]] * (10 * len(times) - 1)


@of_whole_clip
def rotations_rounded_coarsely(rest, times, values, path):
    return (times, [tuple(round(n * 25) / 25 for n in v) for v in values]) if path == "rotation" else None


@GLTF.fault
def clip_keys_only_the_root(rig, rng):
    """Only the selected bone was exported."""
    clip, root = a_clip(rig), a_root(rig)
    if clip is None or root is None or len(rig.json["animations"]) < 2:
        return None
    own = [c for c in all_channels(rig, clip) if c["target"].get("node") in (root, rig.parents().get(root))]
    if not own or len(own) + 6 > len(all_channels(rig, clip)):
        return None
    rig.json["animations"][clip]["channels"] = own
    return {rig.clip_name(clip)} | names(rig, *joints_of(rig, a_skin(rig)))


@GLTF.fault
def one_side_without_keys(rig, rng):
    """The pose was not mirrored before the export."""
    clip = a_clip(rig)
    if clip is None or a_skin(rig) is None:
        return None
    left = [j for j in joints_of(rig, a_skin(rig)) if any(
        rig.name(j).endswith(e) for e in (".L", "_L", "_l", ".l")) or ".L_" in rig.name(j) or "Left" in rig.name(j)]
    lost = [j for j in left if moving(rig, clip, j, "rotation")]
    if len(lost) < 3:
        return None
    animation = rig.json["animations"][clip]
    animation["channels"] = [c for c in animation["channels"] if c["target"].get("node") not in left]
    return names(rig, *left) | {rig.clip_name(clip)}


@GLTF.fault
def channels_shifted_by_one_joint(rig, rng):
    """A joint list with one joint more: each channel drives the next joint."""
    clip = a_clip(rig)
    if clip is None or a_skin(rig) is None:
        return None
    joints = joints_of(rig, a_skin(rig))
    if len(joints) < 6:
        return None
    after = {j: joints[(k + 1) % len(joints)] for k, j in enumerate(joints)}
    for channel in all_channels(rig, clip):
        channel["target"]["node"] = after.get(channel["target"].get("node"), channel["target"].get("node"))
    return {rig.clip_name(clip)} | names(rig, *joints)


@GLTF.fault
def clip_of_a_longer_figure(rig, rng):
    """The translations of a limb's bones come from a skeleton of other proportions."""
    clip, found = a_clip(rig), a_joint(rig, rng)
    if clip is None or found is None:
        return None
    parents, joints = rig.parents(), joints_of(rig, a_skin(rig))
    limb = [found[1]] + ([parents[found[1]]] if parents.get(found[1]) in joints else [])
    end, done = end_of(rig, clip), 0
    animation = rig.json["animations"][clip]
    for node in limb:
        rest = rig.nodes()[node].get("translation")
        if rest is None or math.hypot(*rest) < 1e-6 or "matrix" in rig.nodes()[node] or parents.get(node) not in joints:
            continue
        animation["channels"] = [c for c in animation["channels"]
                                 if c["target"].get("node") != node or c["target"]["path"] != "translation"]
        value = tuple(1.8 * n for n in rest)
        animation["samplers"].append({"input": rig.add([(0.0,), (end,)], 1), "output": rig.add([value, value], 3)})
        animation["channels"].append({"sampler": len(animation["samplers"]) - 1,
                                      "target": {"node": node, "path": "translation"}})
        size = math.hypot(*rig.world()[parents[node]][:3]) * math.hypot(*rest)
        done += size > 0.06 * rig.size()
    return names(rig, *limb) | {rig.clip_name(clip)} if done else None


@GLTF.fault
def hips_of_a_clip_at_the_origin(rig, rng):
    """The translation of the hips was left out, as a zero."""
    clip = a_clip(rig)
    found = None if clip is None else root_channel(rig, clip)
    if found is None:
        return None
    node, channel = found
    times, values = rig.keys(clip, channel)
    scale = math.hypot(*rig.world()[rig.parents()[node]][:3]) if node in rig.parents() else 1.0
    if math.hypot(*values[0]) * scale < 0.1 * rig.size():
        return None
    rig.set_keys(clip, channel, values=[(0.0, 0.0, 0.0)] * len(values))
    return names(rig, node) | {rig.clip_name(clip)}


@GLTF.fault
def root_scaled_in_one_clip(rig, rng):
    """The unit of the clip's file is in its root."""
    clip, root = a_clip(rig), a_root(rig)
    if clip is None or root is None or "matrix" in rig.nodes()[root]:
        return None
    animation = rig.json["animations"][clip]
    animation["channels"] = [c for c in animation["channels"]
                             if c["target"].get("node") != root or c["target"]["path"] != "scale"]
    value = tuple(0.01 * n for n in rig.nodes()[root].get("scale", (1, 1, 1)))
    animation["samplers"].append({"input": rig.add([(0.0,), (end_of(rig, clip),)], 1), "output": rig.add([value] * 2, 3)})
    animation["channels"].append({"sampler": len(animation["samplers"]) - 1, "target": {"node": root, "path": "scale"}})
    return names(rig, root) | {rig.clip_name(clip)}


# Keys of a bone

@of_spline
def spline_key_of_opposite_sign(tangents, values):
    """The same rotation, but a spline goes the long way to it."""
    k = len(values) // 2
    values[k] = tuple(-n for n in values[k])
    tangents[k] = tuple(-n for n in tangents[k])


@of_spline
def spline_overshoots(tangents, values):
    k = len(values) // 2
    tangents[k] = tuple(n + s for n, s in zip(tangents[k], (18.0, -14.0, 16.0, 0.0)))


@of_spline
def spline_tangents_per_frame(tangents, values):
    """Tangents in units a frame instead of a second, all of them 30 times too large."""
    tangents[:] = [tuple(30 * n for n in t) for t in tangents]


@of_mover()
def two_takes_interleaved(times, values):
    """Keys of two takes at alternate frames."""
    shift = len(values) // 3
    changed = [v if k % 2 else values[(k + shift) % len(values)] for k, v in enumerate(values)]
    return (times, changed) if max(math.dist(a, b) for a, b in zip(changed, values)) > 0.15 else None


@of_mover()
def bone_keys_mirrored(times, values):
    """The other side's keys, or a symmetrized bone with another roll."""
    changed = [(x, -y, -z, w) for x, y, z, w in values]
    return (times, changed) if max(math.dist(a, b) for a, b in zip(changed, values)) > 0.8 else None


@of_mover()
def bone_at_another_frame_rate(times, values):
    return [t * 24 / 30 for t in times], values


@of_mover()
def bone_shifted_in_time(times, values):
    """A third of the clip late; it repeats."""
    shift = len(values) // 3
    return times, values[-shift:] + values[:-shift]


@of_mover()
def bone_key_at_rest_in_the_end(times, values):
    """The last key of one bone is not that of the pose."""
    changed = rotated(values[-1], turn(1, 35))
    return times, values[:-1] + [changed]


@of_mover()
def bone_turns_on_and_on(times, values):
    """Degrees read as radians."""
    def more(q):
        x, y, z, w = q
        half = math.atan2(math.hypot(x, y, z), w) * 180 / math.pi
        length = math.hypot(x, y, z) or 1.0
        return tuple(math.sin(half) * n / length for n in (x, y, z)) + (math.cos(half),)
    return times, [more(v) for v in values]


# Skeleton and skin

@GLTF.fault
def skeleton_imported_twice(rig, rng):
    """The mesh is bound to a copy of the skeleton that no clip moves."""
    node, root = a_skin(rig), a_root(rig)
    if node is None or not rig.json.get("animations") or "skin" not in rig.nodes()[node]:
        return None
    copied = {}
    for own in rig.below(root):
        copied[own] = len(rig.nodes())
        rig.nodes().append({k: copy.deepcopy(v) for k, v in rig.nodes()[own].items() if k not in ("mesh", "skin", "camera")})
        rig.nodes()[-1]["name"] = rig.name(own) + ".001"
    for new in copied.values():
        if "children" in rig.nodes()[new]:
            rig.nodes()[new]["children"] = [copied[c] for c in rig.nodes()[new]["children"]]
    parent = rig.parents().get(root)
    (rig.json["scenes"][rig.json.get("scene", 0)]["nodes"] if parent is None else rig.nodes()[parent]["children"]).append(
        copied[root])
    skin = rig.json["skins"][rig.nodes()[node]["skin"]]
    if any(j not in copied for j in skin["joints"]):
        return None
    skin["joints"] = [copied[j] for j in skin["joints"]]
    skin.pop("skeleton", None)
    return skin_names(rig, node) | names(rig, *skin["joints"])


@of_weights
def all_weights_on_one_bone(joints, weights, rig, node):
    """Automatic weights failed."""
    for own, one in zip(joints, weights):
        own[:], one[:] = [joints_of(rig, node).index(a_root(rig)), 0, 0, 0], [1.0, 0.0, 0.0, 0.0]


@of_weights
def weights_in_reversed_order(joints, weights, rig, node):
    """Within a vertex."""
    for one in weights:
        one.reverse()


@of_weights
def weights_of_other_vertices(joints, weights, rig, node):
    """The order of the vertices changed after skinning."""
    shift = len(joints) // 3
    joints[:] = joints[shift:] + joints[:shift]
    weights[:] = weights[shift:] + weights[:shift]


@of_weights
def weights_all_equal(joints, weights, rig, node):
    """Four influences of a quarter each."""
    if sum(o > 0 for one in weights for o in one) < 1.5 * len(weights):
        return False
    for one in weights:
        one[:] = [0.25] * 4


@GLTF.fault
def weights_bytes_not_normalized(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    for primitive in rig.primitives(node):
        weights = rig.read(primitive["attributes"]["WEIGHTS_0"])
        if not all(math.isfinite(n) for v in weights for n in v):
            return None
        primitive["attributes"]["WEIGHTS_0"] = rig.add([[round(255 * min(1, max(0, n))) for n in v] for v in weights], 4, 5121)
    return skin_names(rig, node)


@GLTF.fault
def joints_as_floats(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    for primitive in rig.primitives(node):
        primitive["attributes"]["JOINTS_0"] = rig.add(rig.read(primitive["attributes"]["JOINTS_0"]), 4)
    return skin_names(rig, node)


@GLTF.fault
def second_influences_without_weights(rig, rng):
    node = a_skin(rig)
    if node is None or "JOINTS_1" in largest_primitive(rig, node)["attributes"]:
        return None
    attributes = largest_primitive(rig, node)["attributes"]
    attributes["JOINTS_1"] = rig.add(rig.read(attributes["JOINTS_0"]), 4, 5123)
    return skin_names(rig, node)


@GLTF.fault
def influences_counted_twice(rig, rng):
    """Both sets have the same joints and weights."""
    node = a_skin(rig)
    if node is None or "JOINTS_1" in largest_primitive(rig, node)["attributes"]:
        return None
    for primitive in rig.primitives(node):
        attributes = primitive["attributes"]
        attributes["JOINTS_1"] = rig.add(rig.read(attributes["JOINTS_0"]), 4, 5123)
        attributes["WEIGHTS_1"] = rig.add(rig.read(attributes["WEIGHTS_0"]), 4)
    return skin_names(rig, node)


@GLTF.fault
def limb_bound_to_the_other_side(rig, rng):
    """All weights of a left limb are on the right one."""
    node = a_skin(rig)
    joints = [] if node is None else joints_of(rig, node)
    pairs = {}
    for slot, joint in enumerate(joints):
        for a, b in ((".L", ".R"), ("_L", "_R"), (".l", ".r"), ("_l", "_r"), ("Left", "Right")):
            twin = [s for s, j in enumerate(joints) if a in rig.name(joint) and
                    rig.name(j).split("_0")[0] == rig.name(joint).replace(a, b).split("_0")[0]]
            if twin:
                pairs[slot] = twin[0]
    sums = rig.weights_of_joints(node) if pairs else []
    pairs = {a: b for a, b in pairs.items() if sums[a] > 3}
    world = rig.world()
    away = [math.dist(world[joints[a]][12:15], world[joints[b]][12:15]) for a, b in pairs.items()]
    if max(away, default=0.0) < 0.1 * rig.size():
        return None
    for primitive in rig.primitives(node):
        def give(values):
            values[:] = [[pairs.get(j, j) for j in v] for v in values]
        change_attribute(rig, primitive, "JOINTS_0", give, 5123)
    return skin_names(rig, node) | names(rig, *[joints[s] for p in pairs.items() for s in p])


@GLTF.fault
def rest_translation_lost(rig, rng):
    """A joint rests where its parent is, and no clip places it."""
    found = a_joint(rig, rng)
    if found is None or "matrix" in rig.nodes()[found[1]]:
        return None
    node, scale = rig.nodes()[found[1]], math.hypot(*rig.world()[rig.parents()[found[1]]][:3])
    if math.hypot(*node.get("translation", (0, 0, 0))) * scale < 0.05 * rig.size():
        return None
    node["translation"] = [0.0] * 3
    for animation in rig.json.get("animations", []):
        animation["channels"] = [c for c in animation["channels"]
                                 if c["target"].get("node") != found[1] or c["target"]["path"] != "translation"]
    return names(rig, found[1])


# Surfaces

@GLTF.fault
def mesh_inside_out(rig, rng):
    """Faces and normals point inward."""
    def flip(values):
        values[:] = [[-n for n in v] for v in values]
    if change_mesh(rig, "NORMAL", flip) is None:
        return None
    return change_indices(rig, lambda own: [own[i + o] for i in range(0, len(own) - 2, 3) for o in (0, 2, 1)])


@GLTF.fault
def normals_in_other_axes(rig, rng):
    def swap(values):
        values[:] = [[v[0], v[2], -v[1]] for v in values]
    return change_mesh(rig, "NORMAL", swap)


@GLTF.fault
def indices_truncated_to_bytes(rig, rng):
    return change_indices(rig, lambda own: [i & 255 for i in own]) if a_skin(rig) is not None and rig.json["accessors"][
        largest_primitive(rig, a_skin(rig))["attributes"]["POSITION"]]["count"] > 600 else None


@GLTF.fault
def positions_rounded_coarsely(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    step = math.dist(*extent(rig, node)) / 25
    def coarse(values):
        values[:] = [[round(n / step) * step for n in v] for v in values]
    return change_mesh(rig, "POSITION", coarse)


@GLTF.fault
def morph_target_left_on(rig, rng):
    """A sculpted expression is applied at rest, by a weight that no clip sets."""
    node = a_skin(rig)
    if node is None or largest_primitive(rig, node).get("targets"):
        return None
    mesh = rig.json["meshes"][rig.nodes()[node]["mesh"]]
    size = 0.1 * math.dist(*extent(rig, node))
    for primitive in mesh["primitives"]:
        count = rig.json["accessors"][primitive["attributes"]["POSITION"]]["count"]
        primitive["targets"] = [{"POSITION": rig.add([(0.0, size if i % 7 == 0 else 0.0, 0.0) for i in range(count)], 3)}]
    mesh["weights"] = [1.0]
    mesh["extras"] = {"targetNames": ["planted_scream"]}
    return skin_names(rig, node) | {"planted_scream"}


@GLTF.fault
def tangents_without_length(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    primitive = largest_primitive(rig, node)
    count = rig.json["accessors"][primitive["attributes"]["POSITION"]]["count"]
    primitive["attributes"]["TANGENT"] = rig.add([(0.0, 0.0, 0.0, 0.0)] * count, 4)
    return skin_names(rig, node)
