"""Faults of glTF and Collada files in which keys, vertices or bones are in another order, at other times or of another size,
and harmless edits that look like them. They were written before the checks had been tried on them."""
import copy
import math

from classes import GLTF
from collada import of_mover as of_collada_mover, of_skin as of_collada_skin
from mismatched import shifted
from places import (a_clip, a_joint, a_root, a_skin, all_channels, change_indices, change_mesh, extent, inverted,
                    joints_of, moving, names, of_limb, of_mover, of_weights, skin_names, whole_clip)
from rig import rotated, times, turn


# Keys


@GLTF.fault
def first_pose_held(rig, rng):
    """The clip waits six frames before it begins."""
    def change(key_times, values):
        step = key_times[1] - key_times[0] if len(key_times) > 1 else 0
        return ([key_times[0]] + [t + 6 * step for t in key_times], [values[0]] + values) if len(values) >= 10 else None
    return whole_clip(rig, change)


@of_limb(most=11)
def limb_without_a_third_of_its_keys(key_times, values):
    first, last = len(values) // 3, 2 * len(values) // 3
    return key_times[:first] + key_times[last:], values[:first] + values[last:]


@GLTF.fault
def key_times_unsteady(rig, rng):
    """Each frame is up to a third of a frame early or late."""
    shift = {}

    def change(key_times, values):
        if len(values) < 10:
            return None
        step, last = (key_times[-1] - key_times[0]) / (len(key_times) - 1), len(key_times) - 1
        for t in key_times:
            shift.setdefault(round(t, 4), rng.uniform(-0.35, 0.35) * step)
        return [t + (shift[round(t, 4)] if 0 < k < last else 0) for k, t in enumerate(key_times)], values
    return whole_clip(rig, change)


@of_mover()
def bone_moves_twice_as_fast(key_times, values):
    """Two cycles of a bone in one of the clip."""
    last = len(values) - 1
    return key_times, [values[(2 * k) % last] if k < last else values[0] for k in range(len(values))]


@GLTF.fault
def root_rotation_of_another_axis(rig, rng):
    clip, root = a_clip(rig), a_root(rig)
    channel = None if clip is None or root is None else rig.channel(clip, root, "rotation")
    if channel is None:
        return None
    rig.set_keys(clip, channel, values=[rotated(turn(1, 90), v) for v in rig.keys(clip, channel)[1]])
    return names(rig, root) | {rig.clip_name(clip)}


# Skeleton and skin

@of_weights
def influences_one_vertex_later(joints, weights, rig, node):
    joints[:] = joints[-1:] + joints[:-1]
    weights[:] = weights[-1:] + weights[:-1]


@GLTF.fault
def limb_bound_in_another_pose(rig, rng):
    """A bone was turned by 15 degrees, with all below it, when it was bound."""
    found, node = a_joint(rig, rng), a_skin(rig)
    skin = None if found is None else rig.json["skins"][rig.nodes()[node]["skin"]]
    if skin is None or "inverseBindMatrices" not in skin:
        return None
    matrices = rig.read(skin["inverseBindMatrices"])
    c, s = math.cos(math.radians(15)), math.sin(math.radians(15))
    own = (c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
    about = times(times(inverted(matrices[found[0]]), own), matrices[found[0]])
    below = rig.below(found[1])
    skin["inverseBindMatrices"] = rig.add([tuple(times(m, about)) if j in below else m
                                           for j, m in zip(skin["joints"], matrices)], 16)
    return names(rig, *below) | skin_names(rig, node)


# Surfaces

@GLTF.fault
def half_of_the_mesh_wider(rig, rng):
    """What is on one side is a third farther from the middle."""
    if a_skin(rig) is None:
        return None
    low, high = extent(rig, a_skin(rig))
    middle = (low[0] + high[0]) / 2

    def widen(values):
        for v in values:
            v[0] = max(v[0], middle + 1.3 * (v[0] - middle)) if v[0] > middle else v[0]
    return change_mesh(rig, "POSITION", widen)


@GLTF.fault
def faces_there_twice_reversed(rig, rng):
    return change_indices(rig, lambda own: own + [own[i + o] for i in range(0, len(own) - 2, 3) for o in (0, 2, 1)])


# Collada

@of_collada_mover
def bone_three_frames_late(frames, dae):
    return frames[:1] * 3 + frames[:-3]


@of_collada_skin
def bind_shape_a_tenth_larger(dae, controller):
    shape = dae.one("bind_shape_matrix", controller)
    if shape is None:
        return False
    shape.text = " ".join("%.7g" % (n * (1.1 if i < 12 and i % 4 < 3 else 1)) for i, n in enumerate(dae.numbers(shape)))


# Harmless

@GLTF.harmless
def half_of_the_keys_thinned(rig, rng):
    """A tool keys every second frame of the second half."""
    clip = a_clip(rig)
    if clip is None:
        return None
    for channel in all_channels(rig, clip):
        if channel["target"]["path"] == "weights" or rig.sampler(clip, channel).get("interpolation") == "CUBICSPLINE":
            return None
        key_times, values = rig.keys(clip, channel)
        kept = [k for k in range(len(values)) if k < len(values) // 2 or k % 2 == 0 or k == len(values) - 1]
        if len(values) >= 20:
            rig.set_keys(clip, channel, [key_times[k] for k in kept], [values[k] for k in kept])
    return set()


@GLTF.harmless
def stripes_painted(rig, rng):
    """Vertex colors in a pattern by place."""
    node = a_skin(rig)
    if node is None:
        return None
    for primitive in rig.primitives(node):
        places = rig.read(primitive["attributes"]["POSITION"])
        size = max(max(v[c] for v in places) - min(v[c] for v in places) for c in range(3))
        colors = [(0.6 + 0.3 * math.sin(25 * v[1] / size), 0.7, 0.7 + 0.2 * math.cos(25 * v[0] / size), 1.0) for v in places]
        primitive["attributes"]["COLOR_0"] = rig.add(colors, 4)
    return set()


@GLTF.harmless
def ambling_walk_added(rig, rng):
    """The arm and the leg of one side swing together, as a style."""
    clip, node = a_clip(rig, ("walk",)), a_skin(rig)
    if clip is None or node is None or "walk" not in rig.clip_name(clip).lower():
        return None
    rig.json["animations"].append(copy.deepcopy(rig.json["animations"][clip]))
    last = len(rig.json["animations"]) - 1
    rig.json["animations"][last]["name"] = "Amble_Walk"
    arms = [j for j in joints_of(rig, node) if "arm" in rig.name(j).lower() and moving(rig, last, j, "rotation")]
    for joint in arms:
        shifted(rig, last, joint, 0.5)
    return set() if arms else None
