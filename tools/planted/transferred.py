"""Faults of glTF files that come from handing a rig from one tool to the next: constraints that were not baked, other
spaces, units and axes, names that collide, numbers that are packed. Registers them with GLTF; each takes a Rig and a
random.Random, and returns the names that a finding may have as its object, or None."""
import copy
import math

from classes import GLTF
from places import (a_clip, a_joint, a_mover, a_root, a_skin, above, change_mesh, conjugate, joints_of,
                    largest_primitive, moving, names, of_hips, of_mover, of_weights, of_whole_clip, rotation_of,
                    skin_names)
from rig import rotated, turn


@GLTF.fault
def limb_not_baked(rig, rng):
    """A limb that an IK solver moves: the bones below a joint keep their first key through a clip."""
    found = a_mover(rig, rng)
    if found is None:
        return None
    clip, node, _ = found
    limb = [j for j in rig.below(node) if moving(rig, clip, j, "rotation")][:3]
    if len(limb) < 2:
        return None
    for joint in limb:
        channel = rig.channel(clip, joint, "rotation")
        key_times, values = rig.keys(clip, channel)
        rig.set_keys(clip, channel, values=[values[0]] * len(values))
    return names(rig, *limb) | {rig.clip_name(clip)}


@GLTF.fault
def bone_keys_of_another_clip(rig, rng):
    """Two actions of one name: a bone plays the other one."""
    found = a_mover(rig, rng)
    if found is None:
        return None
    clip, node, channel = found
    for other in range(len(rig.json["animations"])):
        if other == clip or not moving(rig, other, node, "rotation"):
            continue
        key_times, values = rig.keys(other, rig.channel(other, node, "rotation"))
        _, own = rig.keys(clip, channel)
        if math.dist(values[0], own[0]) > 0.3:
            rig.set_keys(clip, channel, key_times, values)
            return names(rig, node) | {rig.clip_name(clip)}
    return None


@GLTF.fault
def lower_body_without_keys(rig, rng):
    """A layer mask was on at the export."""
    clip, node = a_clip(rig), a_skin(rig)
    if clip is None or node is None:
        return None
    legs = [j for j in joints_of(rig, node) if any(w in rig.name(j).lower() for w in ("leg", "foot", "toe", "thigh", "shin"))]
    legs = [j for j in legs if moving(rig, clip, j, "rotation")]
    if len(legs) < 4:
        return None
    animation = rig.json["animations"][clip]
    animation["channels"] = [c for c in animation["channels"] if c["target"].get("node") not in legs]
    return names(rig, *legs) | {rig.clip_name(clip)}


# Spaces, units and axes

@GLTF.fault
def bone_rotation_in_world_space(rig, rng):
    found = a_mover(rig, rng)
    if found is None:
        return None
    clip, node, channel = found
    space = above(rig, node)
    space = space and rotation_of(space)
    if space is None or space[3] > 0.97:
        return None
    _, values = rig.keys(clip, channel)
    rig.set_keys(clip, channel, values=[rotated(space, v) for v in values])
    return names(rig, node) | {rig.clip_name(clip)}


@of_hips
def hips_in_another_unit(values, size):
    return [tuple(100 * n for n in v) for v in values] if math.hypot(*values[0]) > 0.05 * size else None


@of_hips
def hips_in_other_axes(values, size):
    """The axes of the translation were exchanged, those of the rotation were not."""
    changed = [(x, -z, y) for x, y, z in values]
    return changed if max(math.dist(a, b) for a, b in zip(changed, values)) > 0.15 * size else None


@of_hips
def clip_far_from_the_origin(values, size):
    """Where the character stood in the scene."""
    return [(x + 6 * size, y, z + 6 * size) for x, y, z in values]


@GLTF.fault
def clip_faces_backwards(rig, rng):
    clip, root = a_clip(rig), a_root(rig)
    channel = None if clip is None or root is None else rig.channel(clip, root, "rotation")
    if channel is None or len(rig.json["animations"]) < 3:
        return None
    _, values = rig.keys(clip, channel)
    space = above(rig, root)
    space = (0, 0, 0, 1) if space is None else rotation_of(space)
    if space is None:
        return None
    half = rotated(rotated(conjugate(space), turn(1, 180)), space)
    rig.set_keys(clip, channel, values=[rotated(half, v) for v in values])
    return names(rig, root) | {rig.clip_name(clip)}


@of_whole_clip
def rotations_of_positive_w(rest, key_times, values, path):
    """Three components were stored; the fourth one was computed, with the wrong sign for some."""
    if path != "rotation":
        return None
    return key_times, [(x, y, z, math.sqrt(max(0.0, 1 - x * x - y * y - z * z))) for x, y, z, w in values]


@of_mover()
def bone_keys_inverted(key_times, values):
    """Bone from parent instead of parent from bone."""
    changed = [conjugate(v) for v in values]
    return (key_times, changed) if max(math.dist(a, b) for a, b in zip(changed, values)) > 0.8 else None


@of_mover()
def key_times_rounded_to_tenths(key_times, values):
    """Keys fall together, and the movement stutters."""
    step = (key_times[-1] - key_times[0]) / (len(key_times) - 1)
    return ([round(t, 1) for t in key_times], values) if step < 0.06 and len(key_times) > 12 else None


@of_mover()
def bone_keys_lag_behind(key_times, values):
    """A smoothing filter was left on."""
    changed, last = [], values[0]
    for v in values:
        v = tuple(-n for n in v) if sum(a * b for a, b in zip(v, last)) < 0 else v
        mixed = tuple(0.9 * a + 0.1 * b for a, b in zip(last, v))
        last = tuple(n / math.hypot(*mixed) for n in mixed)
        changed.append(last)
    return (key_times, changed) if max(abs(math.dist(a, b)) for a, b in zip(changed, values)) > 0.15 else None


# Skeleton, skin and surface

@of_weights
def joints_packed_in_four_bits(joints, weights, rig, node):
    if len(joints_of(rig, node)) < 20:
        return False
    for own in joints:
        own[:] = [j % 16 for j in own]


@of_weights
def weights_nearly_zero(joints, weights, rig, node):
    """In thousandths; whoever does not normalize them draws a lump at the origin."""
    for one in weights:
        one[:] = [o / 1000 for o in one]


@of_weights
def some_vertices_without_weights(joints, weights, rig, node):
    for k in range(len(weights) // 3, len(weights) // 3 + max(3, len(weights) // 40)):
        weights[k][:] = [0.0] * 4


@GLTF.fault
def body_there_twice(rig, rng):
    """A hidden copy of the mesh was exported, too."""
    node = a_skin(rig)
    if node is None:
        return None
    mesh = copy.deepcopy(rig.json["meshes"][rig.nodes()[node]["mesh"]])
    mesh["name"] = mesh.get("name", "mesh") + ".001"
    rig.json["meshes"].append(mesh)
    rig.nodes().append({"name": rig.name(node) + ".001", "mesh": len(rig.json["meshes"]) - 1,
                        "skin": rig.nodes()[node]["skin"]})
    rig.json["scenes"][rig.json.get("scene", 0)]["nodes"].append(len(rig.nodes()) - 1)
    return skin_names(rig, node) | {mesh["name"], rig.name(node) + ".001"}


@GLTF.fault
def morph_targets_absolute(rig, rng):
    """Positions instead of differences."""
    node = a_skin(rig)
    if node is None or largest_primitive(rig, node).get("targets"):
        return None
    mesh = rig.json["meshes"][rig.nodes()[node]["mesh"]]
    for primitive in mesh["primitives"]:
        primitive["targets"] = [{"POSITION": rig.add(rig.read(primitive["attributes"]["POSITION"]), 3)}]
    mesh["weights"], mesh["extras"] = [0.0], {"targetNames": ["planted_smile"]}
    return skin_names(rig, node) | {"planted_smile"}


@GLTF.fault
def normals_all_zero(rig, rng):
    def zero(values):
        values[:] = [[0.0, 0.0, 0.0]] * len(values)
    return change_mesh(rig, "NORMAL", zero)


@GLTF.fault
def limb_scaled_at_rest(rig, rng):
    """Scale that was not applied before the export, at rest only: no clip sets it back."""
    found = a_joint(rig, rng)
    if found is None or "matrix" in rig.nodes()[found[1]]:
        return None
    node = rig.nodes()[found[1]]
    node["scale"] = [1.4 * n for n in node.get("scale", (1, 1, 1))]
    for animation in rig.json.get("animations", []):
        animation["channels"] = [c for c in animation["channels"]
                                 if c["target"].get("node") != found[1] or c["target"]["path"] != "scale"]
    return names(rig, found[1])
