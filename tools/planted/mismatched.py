"""Faults of glTF files in which the parts of a rig do not fit each other: the mesh and its skeleton, a limb and the rest of a
figure, a clip and the ground. Registers them in GLTF; each takes a Rig and a random.Random, and returns the names that a
finding may have as its object, or None."""
import math

from classes import GLTF
from places import (a_mover, a_root, a_skin, above, change_indices, change_mesh, extent, joints_of, largest_primitive,
                    moving, names, of_hips, of_joint, of_limb, of_weights, of_whole_clip, skin_names)
from rig import rotated, turn

LEG = ("leg", "foot", "toe", "thigh", "shin", "calf", "knee")


def shifted(rig, clip, node, share):
    """Plays a joint's rotation later by a share of the clip, which repeats."""
    channel = rig.channel(clip, node, "rotation")
    _, values = rig.keys(clip, channel)
    by = max(1, round(share * (len(values) - 1)))
    cycle = list(values[:-1])
    cycle = cycle[-by:] + cycle[:-by]
    rig.set_keys(clip, channel, values=cycle + cycle[:1])


def named(rig, clip, words):
    """The joints of a skin with one of the words in their names that a clip moves."""
    node = a_skin(rig)
    return [] if clip is None or node is None else [
        j for j in joints_of(rig, node) if any(w in rig.name(j).lower() for w in words) and moving(rig, clip, j, "rotation")]


# Motion


@of_limb()
def limb_reduced_to_two_keys(key_times, values):
    """A curve filter kept only the first and the last key of the bones of a limb."""
    return [key_times[0], key_times[-1]], [values[0], values[-1]]


@GLTF.fault
def bone_stretches_midway(rig, rng):
    """A stretchy limb was baked: a bone's translation grows by half and shrinks again."""
    return translated_over_time(rig, rng, lambda t: 1 + 0.5 * math.sin(math.pi * t))


@GLTF.fault
def bone_slides_off(rig, rng):
    """A bone moves away from its parent over the clip."""
    return translated_over_time(rig, rng, lambda t: 1 + 1.5 * t)


def translated_over_time(rig, rng, factor):
    found = a_mover(rig, rng)
    if found is None:
        return None
    clip, node, channel = found
    rest = rig.nodes()[node].get("translation", (0, 0, 0))
    space = above(rig, node)
    if "matrix" in rig.nodes()[node] or math.hypot(*rest) * math.hypot(*space[:3]) < 0.05 * rig.size():
        return None
    key_times, _ = rig.keys(clip, channel)
    animation, last = rig.json["animations"][clip], len(key_times) - 1
    animation["channels"] = [c for c in animation["channels"]
                             if c["target"].get("node") != node or c["target"]["path"] != "translation"]
    animation["samplers"].append({"input": rig.add([(t,) for t in key_times], 1),
                                  "output": rig.add([tuple(factor(k / last) * n for n in rest)
                                                     for k in range(len(key_times))], 3)})
    animation["channels"].append({"sampler": len(animation["samplers"]) - 1,
                                  "target": {"node": node, "path": "translation"}})
    return names(rig, node) | {rig.clip_name(clip)}


@GLTF.fault
def bone_turned_half_round(rig, rng):
    """The roll of a bone differs by 180 degrees between two rigs."""
    found = a_mover(rig, rng)
    if found is None:
        return None
    clip, node, channel = found
    _, values = rig.keys(clip, channel)
    rig.set_keys(clip, channel, values=[rotated(v, turn(1, 180)) for v in values])
    return names(rig, node) | {rig.clip_name(clip)}


@of_hips
def hips_of_a_shorter_figure(values, size):
    return [tuple(0.65 * n for n in v) for v in values] if math.hypot(*values[0]) > 0.2 * size else None


@of_whole_clip
def first_half_backwards(rest, times, values, path):
    """The take was cut and its first half pasted in reverse."""
    half = len(values) // 2
    return (times, values[:half][::-1] + values[half:]) if len(values) >= 12 else None


@of_whole_clip
def rotations_too_wide(rest, times, values, path):
    """Each rotation is twice as far from its rest."""
    if path != "rotation":
        return None
    back = (-rest[0], -rest[1], -rest[2], rest[3])
    return times, [rotated(rotated(v, back), v) for v in values]


# Skeletons

@GLTF.fault
def figure_lies_without_names(rig, rng):
    """A figure that lies, whose bones are numbered only."""
    if a_skin(rig) is None:
        return None
    for number, joint in enumerate(joints_of(rig, a_skin(rig))):
        rig.nodes()[joint]["name"] = "Bone.%03d" % number
    scene = rig.json["scenes"][rig.json.get("scene", 0)]
    rig.nodes().append({"name": "axes", "children": scene["nodes"], "rotation": list(turn(0, -90))})
    scene["nodes"] = [len(rig.nodes()) - 1]
    return {"model", "axes"} | skin_names(rig, a_skin(rig)) | names(rig, a_root(rig))


@GLTF.fault
def figure_upside_down(rig, rng):
    if a_skin(rig) is None:
        return None
    scene = rig.json["scenes"][rig.json.get("scene", 0)]
    rig.nodes().append({"name": "axes", "children": scene["nodes"], "rotation": list(turn(2, 180))})
    scene["nodes"] = [len(rig.nodes()) - 1]
    return {"model", "axes"} | skin_names(rig, a_skin(rig)) | names(rig, a_root(rig))


@of_joint
def rest_rotation_lost(node):
    node["rotation"] = [0.0, 0.0, 0.0, 1.0]


@of_joint
def bone_half_as_long_at_rest(node):
    node["translation"] = [0.4 * n for n in node.get("translation", (0, 0, 0))]


# The mesh and its skeleton

def changed_places(rig, change):
    """change(x, y, z) of all positions of the largest skin."""
    node = a_skin(rig)
    if node is None:
        return None
    for primitive in rig.primitives(node):
        values = rig.read(primitive["attributes"]["POSITION"])
        primitive["attributes"]["POSITION"] = rig.add([change(*v) for v in values], 3)
    return skin_names(rig, node) | names(rig, *joints_of(rig, node))


@GLTF.fault
def mesh_squashed(rig, rng):
    """A scale of the object along one axis was applied to the mesh only."""
    if a_skin(rig) is None:
        return None
    low, high = extent(rig, a_skin(rig))
    axis = max(range(3), key=lambda c: high[c] - low[c])
    return changed_places(rig, lambda *v: tuple(0.55 * n if c == axis else n for c, n in enumerate(v)))


@GLTF.fault
def mesh_mirrored(rig, rng):
    """The mesh was mirrored after it had been bound, and turned outside in again."""
    if a_skin(rig) is None or changed_places(rig, lambda x, y, z: (-x, y, z)) is None:
        return None
    return change_indices(rig, lambda own: [own[i + o] for i in range(0, len(own) - 2, 3) for o in (0, 2, 1)])


@GLTF.fault
def mesh_in_other_axes(rig, rng):
    return changed_places(rig, lambda x, y, z: (x, -z, y))


@GLTF.fault
def mesh_beside_its_skeleton(rig, rng):
    if a_skin(rig) is None:
        return None
    by = 0.35 * math.dist(*extent(rig, a_skin(rig)))
    return changed_places(rig, lambda x, y, z: (x + by, y, z))


@of_weights
def weights_of_the_lower_limb_lost(joints, weights, rig, node):
    """What a bone and all bones below it held is on the bone above it."""
    own, parents, sums = joints_of(rig, node), rig.parents(), rig.weights_of_joints(node)
    limbs = [[own.index(j) for j in rig.below(joint) if j in own] for joint in own
             if parents.get(joint) in own and parents.get(parents.get(joint)) in own]
    limbs = [limb for limb in limbs if 2 <= len(limb) <= len(own) / 3 and sum(sums[s] for s in limb) > 12]
    if not limbs:
        return False
    limb = max(limbs, key=lambda l: (sum(sums[s] for s in l), l))
    top = own.index(parents[own[limb[0]]])
    for numbers in joints:
        numbers[:] = [top if j in limb else j for j in numbers]


# Surfaces


@GLTF.fault
def half_of_the_faces_flipped(rig, rng):
    """A mirrored half was joined without turning its faces; the normals were recalculated with them."""
    node = a_skin(rig)
    if node is None or "indices" not in largest_primitive(rig, node):
        return None
    primitive = largest_primitive(rig, node)
    places, indices = rig.read(primitive["attributes"]["POSITION"]), [i[0] for i in rig.read(primitive["indices"])]
    low, high = extent(rig, node)
    middle = (low[0] + high[0]) / 2
    own, turned = [], set()
    for t in range(0, len(indices) - 2, 3):
        a, b, c = indices[t:t + 3]
        if all(places[i][0] > middle for i in (a, b, c)):
            turned |= {a, b, c}
            b, c = c, b
        own += [a, b, c]

    def flip(values):
        for i in turned:
            values[i][:] = [-n for n in values[i]]
    if not turned or change_mesh(rig, "NORMAL", flip) is None:
        return None
    return change_indices(rig, lambda _: own)


@GLTF.fault
def normals_all_up(rig, rng):
    def up(values):
        values[:] = [[0.0, 1.0, 0.0]] * len(values)
    return change_mesh(rig, "NORMAL", up)
