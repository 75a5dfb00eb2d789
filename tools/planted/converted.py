"""Faults of glTF files that come from converters, from the pipelines of games, and from edits by hand. Registers them in
GLTF; each takes a Rig and a random.Random, and returns the names that a finding may have as its object, or None."""
import math

from classes import GLTF
from places import (a_clip, a_joint, a_material, a_mover, a_root, a_skin, all_channels, bind_matrices,
                    change_attribute, change_indices, change_mesh, end_of, inverted, joints_of, largest_primitive,
                    morph, moving, names, of_hips, of_limb, of_mover, of_weights, of_whole_clip, root_channel,
                    skin_names, twin_of, whole_clip)
from rig import rotated, times, turn


# Whole clips

@of_whole_clip
def rotations_in_other_axes(rest, key_times, values, path):
    """Z up was made Y up in the rotations of one clip only."""
    return (key_times, [(x, z, -y, w) for x, y, z, w in values]) if path == "rotation" else None


@of_whole_clip
def handedness_changed_in_a_clip(rest, key_times, values, path):
    if path == "rotation":
        return key_times, [(-x, -y, z, w) for x, y, z, w in values]
    return (key_times, [(x, y, -z) for x, y, z in values]) if path == "translation" else None


@of_whole_clip
def whole_clip_trembles(rest, key_times, values, path):
    """Motion capture that nobody cleaned up."""
    if path != "rotation" or len(values) < 12:
        return None
    return key_times, [rotated(v, turn(k * 7 % 3, (-1) ** k * (3 + k * 5 % 4))) for k, v in enumerate(values)]


@GLTF.fault
def whole_clip_stepped(rig, rng):
    """Exported without interpolation, every sixth frame."""
    clip = a_clip(rig)
    if clip is None:
        return None
    done = 0
    for channel in all_channels(rig, clip):
        key_times, values = rig.keys(clip, channel)
        if len(key_times) < 24 or channel["target"]["path"] == "weights":
            continue
        kept = list(range(0, len(key_times) - 1, 6)) + [len(key_times) - 1]
        done += moving(rig, clip, channel["target"]["node"], channel["target"]["path"])
        rig.set_keys(clip, channel, [key_times[k] for k in kept], [values[k] for k in kept], "STEP")
    joints = joints_of(rig, a_skin(rig)) if a_skin(rig) is not None else []
    return {rig.clip_name(clip)} | names(rig, *joints) if done > 3 else None


@GLTF.fault
def clip_keys_at_one_time(rig, rng):
    """Only the current frame was exported."""
    found = whole_clip(rig, lambda key_times, values: ([0.0], values[:1]))
    return found


@GLTF.fault
def translations_at_another_rate(rig, rng):
    """25 frames a second for translations, 30 for rotations."""
    clip = a_clip(rig)
    found = None if clip is None else root_channel(rig, clip)
    if found is None:
        return None
    done = set()
    for channel in all_channels(rig, clip):
        if channel["target"]["path"] == "translation":
            key_times, values = rig.keys(clip, channel)
            rig.set_keys(clip, channel, [t * 30 / 25 for t in key_times], list(values))
            done.add(channel["target"]["node"])
    return {rig.clip_name(clip)} | names(rig, *done)


@GLTF.fault
def translations_in_world_space(rig, rng):
    clip, node = a_clip(rig), a_skin(rig)
    if clip is None or node is None:
        return None
    world, parents, end = rig.world(), rig.parents(), end_of(rig, clip)
    animation, done = rig.json["animations"][clip], []
    for joint in joints_of(rig, node):
        if parents.get(joint) not in joints_of(rig, node) or "matrix" in rig.nodes()[joint]:
            continue
        animation["channels"] = [c for c in animation["channels"]
                                 if c["target"].get("node") != joint or c["target"]["path"] != "translation"]
        animation["samplers"].append({"input": rig.add([(0.0,), (end,)], 1), "output": rig.add([world[joint][12:15]] * 2, 3)})
        animation["channels"].append({"sampler": len(animation["samplers"]) - 1,
                                      "target": {"node": joint, "path": "translation"}})
        done.append(joint)
    return {rig.clip_name(clip)} | names(rig, *done) if len(done) > 3 else None


@GLTF.fault
def sides_exchanged_in_a_clip(rig, rng):
    """Mirrored by exchanging the channels of left and right, without mirroring their keys."""
    clip, node = a_clip(rig), a_skin(rig)
    if clip is None or node is None:
        return None
    joints = joints_of(rig, node)
    twins = {j: twin_of(rig, joints, j) for j in joints}
    pairs = {a: b for a, b in twins.items() if b is not None and twins.get(b) == a}
    changed = 0.0
    for joint, twin in pairs.items():
        a, b = rig.channel(clip, joint, "rotation"), rig.channel(clip, twin, "rotation")
        if a and b:
            one, other = rig.keys(clip, a)[1][0], rig.keys(clip, b)[1][0]
            changed = max(changed, 1 - abs(sum(x * y for x, y in zip(one, other))))
    if changed < 0.1:
        return None
    for channel in all_channels(rig, clip):
        channel["target"]["node"] = pairs.get(channel["target"].get("node"), channel["target"].get("node"))
    return {rig.clip_name(clip)} | names(rig, *pairs)


# Keys of a bone

@of_mover()
def gimbal_flip_between_frames(key_times, values):
    """Two equal rotations with unequal Euler angles, and the frame between them."""
    k = len(values) // 2
    middle = rotated(rotated(values[k], turn(0, 90)), turn(2, 80))
    return (key_times[:k + 1] + [(key_times[k] + key_times[k + 1]) / 2] + key_times[k + 1:],
            values[:k + 1] + [middle] + values[k + 1:])


@of_mover()
def bone_keys_backwards(key_times, values):
    changed = values[::-1]
    return (key_times, changed) if max(math.dist(a, b) for a, b in zip(changed, values)) > 0.3 else None


@of_limb()
def limb_keys_one_frame_late(key_times, values):
    """With everything below it."""
    return [t + key_times[1] - key_times[0] for t in key_times], values


@of_mover()
def last_keys_of_another_pose(key_times, values):
    """An old key behind the end of the action was exported: the last two frames go to it."""
    pose = rotated(values[-1], turn(1, 50))
    half = tuple((a + b) / 2 for a, b in zip(values[-1], pose))
    return (key_times, values[:-2] + [tuple(n / math.hypot(*half) for n in half), pose]) if len(values) > 8 else None


@GLTF.fault
def rotations_as_unnormalized_shorts(rig, rng):
    found = a_mover(rig, rng)
    if found is None:
        return None
    clip, node, channel = found
    key_times, values = rig.keys(clip, channel)
    samplers = rig.json["animations"][clip]["samplers"]
    samplers.append({"input": rig.add([(t,) for t in key_times], 1), "interpolation": "LINEAR",
                     "output": rig.add([[round(32767 * max(-1, min(1, n))) for n in v] for v in values], 4, 5122)})
    channel["sampler"] = len(samplers) - 1
    return names(rig, node) | {rig.clip_name(clip)}


@GLTF.fault
def spline_marked_linear(rig, rng):
    """Tangents are played as keys."""
    found = a_mover(rig, rng)
    if found is None:
        return None
    clip, node, channel = found
    key_times, values = rig.keys(clip, channel)
    samplers = rig.json["animations"][clip]["samplers"]
    triples = [n for v in values for n in ((0.0,) * 4, v, (0.0,) * 4)]
    samplers.append({"input": rig.add([(t,) for t in key_times], 1), "output": rig.add(triples, 4),
                     "interpolation": "LINEAR"})
    channel["sampler"] = len(samplers) - 1
    return names(rig, node) | {rig.clip_name(clip)}


@of_hips
def hips_of_a_taller_figure(values, size):
    return [tuple(1.4 * n for n in v) for v in values] if math.hypot(*values[0]) > 0.2 * size else None


@of_hips
def root_motion_starts_over(values, size):
    """It goes on, and starts again in the middle."""
    last = len(values) - 1
    return [(x, y, z + 1.2 * size * ((2 * k / last) % 1.0)) for k, (x, y, z) in enumerate(values)] if last > 11 else None


# Skeletons


@GLTF.fault
def limb_falls_to_the_origin(rig, rng):
    """A joint lost its parent and keeps its place relative to it."""
    found = a_joint(rig, rng)
    parent = None if found is None else rig.parents()[found[1]]
    if parent is None or math.hypot(*rig.world()[parent][12:15]) < 0.2 * rig.size():
        return None
    rig.nodes()[parent]["children"].remove(found[1])
    rig.json["scenes"][rig.json.get("scene", 0)]["nodes"].append(found[1])
    return names(rig, found[1], parent)


@GLTF.fault
def names_of_sides_exchanged(rig, rng):
    """A bone and the one of the other side have each other's names, but not what is above and below them."""
    node = a_skin(rig)
    joints = [] if node is None else joints_of(rig, node)
    pairs = [(j, twin_of(rig, joints, j)) for j in joints]
    pairs = [(a, b) for a, b in pairs if b is not None and twin_of(rig, joints, rig.parents().get(a, a)) is not None]
    if not pairs:
        return None
    a, b = rng.choice(pairs)
    rig.nodes()[a]["name"], rig.nodes()[b]["name"] = rig.nodes()[b]["name"], rig.nodes()[a]["name"]
    return names(rig, a, b)


@GLTF.fault
def scale_of_a_bone_undone_below(rig, rng):
    """A bone is a hundred times too large, and its children a hundred times smaller."""
    found = a_joint(rig, rng)
    if found is None or any("matrix" in rig.nodes()[n] for n in rig.below(found[1])) or \
            not rig.nodes()[found[1]].get("children"):
        return None
    node = rig.nodes()[found[1]]
    node["scale"] = [100 * n for n in node.get("scale", (1, 1, 1))]
    for child in node["children"]:
        own = rig.nodes()[child]
        own["scale"] = [n / 100 for n in own.get("scale", (1, 1, 1))]
        own["translation"] = [n / 100 for n in own.get("translation", (0, 0, 0))]
    for animation in rig.json.get("animations", []):
        animation["channels"] = [c for c in animation["channels"] if c["target"]["path"] == "rotation" or
                                 c["target"].get("node") not in [found[1], *node["children"]]]
    return names(rig, found[1], *node["children"])


@GLTF.fault
def figure_lies_down(rig, rng):
    """The axes of the file were converted twice."""
    if a_skin(rig) is None:
        return None
    scene = rig.json["scenes"][rig.json.get("scene", 0)]
    rig.nodes().append({"name": "axes", "children": scene["nodes"], "rotation": list(turn(0, -90))})
    scene["nodes"] = [len(rig.nodes()) - 1]
    return {"model", "axes"} | skin_names(rig, a_skin(rig)) | names(rig, a_root(rig))


@GLTF.fault
def figure_not_in_the_scene(rig, rng):
    node = a_skin(rig)
    if node is None or len(rig.skinned()) > 1:
        return None
    scene = rig.json["scenes"][rig.json.get("scene", 0)]
    parent = rig.parents().get(node)
    (scene["nodes"] if parent is None else rig.nodes()[parent]["children"]).remove(node)
    return skin_names(rig, node) | {"model"}


# Skins

@bind_matrices
def binds_of_the_other_handedness(matrices, rig, skin, rng):
    """Z was negated on both sides of each matrix, but not in the vertices."""
    return [tuple(-n if (i % 4 == 2) != (i // 4 == 2) else n for i, n in enumerate(m)) for m in matrices]


@bind_matrices
def binds_not_inverted(matrices, rig, skin, rng):
    return [inverted(m) for m in matrices]


@bind_matrices
def binds_of_a_posed_skeleton(matrices, rig, skin, rng):
    """Bound in a frame of a clip, and the mesh was not posed."""
    clip = a_clip(rig)
    if clip is None:
        return None
    posed, moved = rig.copy(), 0.0
    for channel in all_channels(rig, clip):
        node, path = channel["target"].get("node"), channel["target"]["path"]
        if node is None or path == "weights" or "matrix" in rig.nodes()[node]:
            continue
        posed.nodes()[node][path] = list(rig.keys(clip, channel)[1][len(rig.keys(clip, channel)[1]) // 3])
    rest, world = rig.world(), posed.world()
    found = []
    for joint, matrix in zip(skin["joints"], matrices):
        moved = max(moved, math.dist(rest[joint][12:15], world[joint][12:15]))
        found.append(times(inverted(world[joint]), times(rest[joint], matrix)))
    return found if moved > 0.15 * rig.size() else None


@bind_matrices
def bind_without_translation(matrices, rig, skin, rng):
    return [tuple(m[:12]) + (0.0, 0.0, 0.0, 1.0) for m in matrices]


@of_weights
def joints_sorted_by_name(joints, weights, rig, node):
    """The numbers are those of another list of joints."""
    own = joints_of(rig, node)
    order = sorted(range(len(own)), key=lambda s: rig.name(own[s]))
    if sum(a != b for a, b in enumerate(order)) < 4:
        return False
    for one in joints:
        one[:] = [order[j] for j in one]


@of_weights
def weights_of_one_joint_dropped(joints, weights, rig, node):
    """The others share what it had, or the root has it."""
    sums = rig.weights_of_joints(node)
    lost = max(range(len(sums)), key=lambda s: sums[s] if joints_of(rig, node)[s] != a_root(rig) else 0)
    top = joints_of(rig, node).index(a_root(rig)) if a_root(rig) in joints_of(rig, node) else 0
    if lost == top or len(sums) < 5:
        return False
    for own, one in zip(joints, weights):
        kept = sum(w for j, w in zip(own, one) if j != lost)
        if kept < 1e-3:
            own[:], one[:] = [top, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]
        else:
            one[:] = [0.0 if j == lost else w / kept for j, w in zip(own, one)]


@of_weights
def weights_bleed_to_the_other_side(joints, weights, rig, node):
    """A limb is held by the other one by a third."""
    own = joints_of(rig, node)
    sums, world = rig.weights_of_joints(node), rig.world()
    pairs = [(s, twin_of(rig, own, j)) for s, j in enumerate(own) if sums[s] > 5]
    pairs = [(s, own.index(t)) for s, t in pairs if t is not None]
    if not pairs:
        return False
    slot, twin = max(pairs, key=lambda p: (math.dist(world[own[p[0]]][12:15], world[own[p[1]]][12:15]), p))
    done = 0
    for numbers, one in zip(joints, weights):
        if slot in numbers and one[numbers.index(slot)] > 0.6 and twin not in numbers:
            k = min(range(4), key=lambda i: one[i])
            one[:] = [0.65 * w for w in one]
            numbers[k], one[k] = twin, 1.0 - sum(w for i, w in enumerate(one) if i != k)
            done += 1
    if not done:
        return False


@GLTF.fault
def one_vertex_on_a_far_bone(rig, rng):
    node = a_skin(rig)
    if node is None or len(joints_of(rig, node)) < 6:
        return None
    joints, world, sums = joints_of(rig, node), rig.world(), rig.weights_of_joints(node)
    primitive = largest_primitive(rig, node)
    places = rig.read(primitive["attributes"]["POSITION"])
    own, weights = (rig.read(primitive["attributes"][n]) for n in ("JOINTS_0", "WEIGHTS_0"))
    sure = [i for i in range(len(places)) if max(weights[i]) > 0.9]
    if not sure:
        return None
    vertex = rng.choice(sure)
    slot = own[vertex][weights[vertex].index(max(weights[vertex]))]
    far = max((s for s in range(len(joints)) if sums[s] > 1),
              key=lambda s: math.dist(world[joints[s]][12:15], world[joints[slot]][12:15]))
    if math.dist(world[joints[far]][12:15], world[joints[slot]][12:15]) < 0.25 * rig.size():
        return None
    spot = [i for i in range(len(places)) if places[i] == places[vertex]]

    def give(values):
        for i in spot:
            values[i][:] = [far, 0, 0, 0]

    def all_(values):
        for i in spot:
            values[i][:] = [1.0, 0.0, 0.0, 0.0]
    change_attribute(rig, primitive, "JOINTS_0", give, 5123)
    change_attribute(rig, primitive, "WEIGHTS_0", all_)
    return names(rig, joints[far], joints[slot]) | skin_names(rig, node)


@GLTF.fault
def one_side_of_seams_with_other_weights(rig, rng):
    """Vertices that were split for their UVs have each been smoothed alone."""
    node = a_skin(rig)
    if node is None:
        return None
    primitive = largest_primitive(rig, node)
    places = rig.read(primitive["attributes"]["POSITION"])
    seen, second = set(), []
    for i, place in enumerate(places):
        if place in seen:
            second.append(i)
        seen.add(place)
    root = joints_of(rig, node).index(a_root(rig)) if a_root(rig) in joints_of(rig, node) else 0
    own, weights = (rig.read(primitive["attributes"][n]) for n in ("JOINTS_0", "WEIGHTS_0"))
    second = [i for i in second if root not in own[i]]
    if len(second) < 10:
        return None

    def give(values):
        for i in second:
            values[i][weights[i].index(min(weights[i]))] = root

    def part(values):
        for i in second:
            k = weights[i].index(min(weights[i]))
            values[i][:] = [0.6 * w for w in values[i]]
            values[i][k] = 1.0 - sum(w for s, w in enumerate(values[i]) if s != k)
    change_attribute(rig, primitive, "JOINTS_0", give, 5123)
    change_attribute(rig, primitive, "WEIGHTS_0", part)
    return skin_names(rig, node) | names(rig, *joints_of(rig, node))


@GLTF.fault
def material_part_without_weights(rig, rng):
    """One of several primitives lost its weights."""
    node = a_skin(rig)
    if node is None or len(rig.primitives(node)) < 2:
        return None
    for name in ("JOINTS_0", "WEIGHTS_0"):
        rig.primitives(node)[-1]["attributes"].pop(name)
    material = rig.primitives(node)[-1].get("material")
    return skin_names(rig, node) | ({rig.json["materials"][material].get("name", "")} if material is not None else set())


@GLTF.fault
def skin_that_nothing_shows(rig, rng):
    """Its mesh was deleted before the export."""
    node = a_skin(rig)
    if node is None:
        return None
    skin = dict(rig.json["skins"][rig.nodes()[node]["skin"]], name="planted_skin")
    rig.json["skins"].append(skin)
    return {"planted_skin"}


# Surfaces

@GLTF.fault
def tangents_of_the_other_handedness(rig, rng):
    """Computed for V upward, or with the sign of another tool."""
    node = a_skin(rig)
    primitive = None if node is None else largest_primitive(rig, node)
    if primitive is None or not {"NORMAL", "TEXCOORD_0"} <= set(primitive["attributes"]) or "indices" not in primitive:
        return None
    if a_material(rig) is None:
        return None
    places, normals, uvs = (rig.read(primitive["attributes"][n]) for n in ("POSITION", "NORMAL", "TEXCOORD_0"))
    indices = [i[0] for i in rig.read(primitive["indices"])]
    tangents = [[0.0] * 3 for _ in places]
    signs = [1.0] * len(places)
    for t in range(0, len(indices) - 2, 3):
        a, b, c = indices[t:t + 3]
        e, f = ([y - x for x, y in zip(places[a], places[p])] for p in (b, c))
        (u, v), (s, w) = ([y - x for x, y in zip(uvs[a], uvs[p])] for p in (b, c))
        area = u * w - v * s
        for p in (a, b, c):
            signs[p] = 1.0 if area > 0 else -1.0  # V points down: the right sign is the other one
            for k in range(3):
                tangents[p][k] += (1 if area > 0 else -1) * (w * e[k] - v * f[k])
    values = []
    for tangent, normal, sign in zip(tangents, normals, signs):
        along = sum(a * b for a, b in zip(tangent, normal))
        flat = [a - along * b for a, b in zip(tangent, normal)]
        length = math.hypot(*flat)
        values.append((*(n / length for n in flat), sign) if length > 1e-12 else (1.0, 0.0, 0.0, 1.0))
    primitive["attributes"]["TANGENT"] = rig.add(values, 4)
    return skin_names(rig, node) | {a_material(rig).get("name", "")}


@GLTF.fault
def tangents_with_zero_as_sign(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    primitive = largest_primitive(rig, node)
    count = rig.json["accessors"][primitive["attributes"]["POSITION"]]["count"]
    primitive["attributes"]["TANGENT"] = rig.add([(1.0, 0.0, 0.0, 0.0)] * count, 4)
    return skin_names(rig, node)


@GLTF.fault
def texture_of_a_missing_uv_set(rig, rng):
    material = a_material(rig)
    if material is None or "baseColorTexture" not in material.get("pbrMetallicRoughness", {}):
        return None
    material["pbrMetallicRoughness"]["baseColorTexture"]["texCoord"] = 3
    return {material.get("name", "")} | skin_names(rig, a_skin(rig))


@GLTF.fault
def vertex_colors_without_alpha(rig, rng):
    """Alpha was written as zero, and the material blends."""
    node, material = a_skin(rig), a_material(rig)
    if node is None or material is None:
        return None
    material["alphaMode"] = "BLEND"
    for primitive in rig.primitives(node):
        count = rig.json["accessors"][primitive["attributes"]["POSITION"]]["count"]
        primitive["attributes"]["COLOR_0"] = rig.add([(1.0, 1.0, 1.0, 0.0)] * count, 4)
    return {material.get("name", "")} | skin_names(rig, node)


@GLTF.fault
def normals_of_another_mesh(rig, rng):
    """In another order than the vertices."""
    def shift(values):
        third = len(values) // 3
        values[:] = values[third:] + values[:third]
    return change_mesh(rig, "NORMAL", shift)


@GLTF.fault
def strip_read_as_triangles(rig, rng):
    """The indices of strips with the mode of lists."""
    return change_indices(rig, lambda own: [own[k // 3 + k % 3] for k in range(3 * (len(own) - 2))][:len(own) // 3 * 3])


@morph
def morph_in_another_unit(rig, mesh, primitive, target):
    for own in mesh["primitives"]:
        places = rig.read(own["attributes"]["POSITION"])
        size = math.dist(*[[f(p[c] for p in places) for c in range(3)] for f in (min, max)])
        moves = [(0.0, 0.05 * size * (k % 5 == 0), 0.0) for k in range(len(places))]
        own["targets"][0] = {"POSITION": rig.add([tuple(100 * n for n in v) for v in moves], 3)}


@morph
def morph_twice(rig, mesh, primitive, target):
    """Two targets are equal: a copied shape that nobody sculpted."""
    for own in mesh["primitives"]:
        if len(own["targets"]) > 1:
            own["targets"][1] = dict(own["targets"][0])
