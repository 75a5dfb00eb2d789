"""Faults of glTF and Collada files that come from partial copies, lossy storage and careless repairs. They were written before
the checks had been tried on them."""
import math

from classes import COLLADA, GLTF
from collada import IDENTITY, movers, of_skin as of_collada_skin, times as product, turned
from places import (a_clip, a_mover, a_root, a_skin, all_channels, bind_matrices, change_indices, change_mesh,
                    joints_of, largest_primitive, moving, names, of_joint, of_limb, of_mover, of_weights,
                    of_whole_clip, skin_names)
from rig import rotated, turn


def mixed(a, b, share):
    """Between two values of a key, by the shorter way."""
    if len(a) == 4 and sum(m * n for m, n in zip(a, b)) < 0:
        b = tuple(-n for n in b)
    value = tuple((1 - share) * m + share * n for m, n in zip(a, b))
    length = math.hypot(*value) if len(a) == 4 else 1.0
    return tuple(n / length for n in value)


def by_name(frames):
    """Frames in the order of 1, 10, 11, ..., 2, 20."""
    return [frames[k] for k in sorted(range(len(frames)), key=str)]


# A whole clip

@of_whole_clip
def frames_sorted_by_name(rest, times, values, path):
    """Frame 10 was read after frame 1."""
    return (times, by_name(values)) if 12 <= len(values) < 400 else None


@of_whole_clip
def frames_lost_without_a_gap(rest, times, values, path):
    """A fifth of the frames is missing, and those after it follow at once."""
    first, last = len(values) // 2, len(values) // 2 + len(values) // 5
    return (times[:len(values) - last + first], values[:first] + values[last:]) if len(values) >= 15 else None


@of_whole_clip
def dips_to_rest_midway(rest, times, values, path):
    """A key of the rest pose was left in the middle, and eased in and out."""
    middle = len(values) // 2
    if len(values) < 16:
        return None
    for k, share in ((-2, 0.3), (-1, 0.7), (0, 1.0), (1, 0.7), (2, 0.3)):
        values[middle + k] = mixed(values[middle + k], rest, share)
    return times, values


@of_whole_clip
def smallest_three_without_signs(rest, times, values, path):
    """Rotations were packed without the sign of one component."""
    if path != "rotation":
        return None
    return times, [(abs(x), y, z, w) if w >= 0 else (abs(x), -y, -z, -w) for x, y, z, w in values]


@GLTF.fault
def two_clips_joined(rig, rng):
    """The second half of a clip is one of another clip, without a transition."""
    clip = a_clip(rig)
    others = [] if clip is None else [c for c in range(len(rig.json["animations"])) if c != clip]
    if not others or a_skin(rig) is None:
        return None
    other, done = rng.choice(others), 0.0
    for channel in all_channels(rig, clip):
        target = channel["target"]
        own = rig.channel(other, target.get("node"), target["path"])
        if own is None or target["path"] == "weights":
            continue
        key_times, values = rig.keys(clip, channel)
        _, far = rig.keys(other, own)
        half = len(values) // 2
        if len(values) < 8 or len(far) < 2:
            continue
        joined = list(values[:half]) + [far[k % len(far)] for k in range(len(values) - half)]
        done += math.dist(joined[half], values[half])
        rig.set_keys(clip, channel, values=joined)
    return {rig.clip_name(clip)} | names(rig, *joints_of(rig, a_skin(rig))) if done > 0.8 else None


@GLTF.fault
def limb_of_another_clip(rig, rng):
    """The keys of a limb were pasted from another clip."""
    for _ in range(8):
        found = a_mover(rig, rng)
        if found is None or len(rig.json["animations"]) < 2:
            return None
        clip, node, _ = found
        limb = [j for j in rig.below(node) if moving(rig, clip, j, "rotation")]
        other = rng.choice([c for c in range(len(rig.json["animations"])) if c != clip])
        done = 0.0
        if not 1 < len(limb) < 12:
            continue
        for joint in limb:
            own, far = rig.channel(clip, joint, "rotation"), rig.channel(other, joint, "rotation")
            if far is None:
                continue
            key_times, values = rig.keys(clip, own)
            there = rig.keys(other, far)[1]
            pasted = [there[k % len(there)] for k in range(len(values))]
            done += max(min(math.dist(a, b), math.dist(a, [-n for n in b])) for a, b in zip(pasted, values))
            rig.set_keys(clip, own, values=pasted)
        return names(rig, *limb) | {rig.clip_name(clip)} if done > 0.6 else None
    return None


@GLTF.fault
def chain_without_channels(rig, rng):
    """The channels of three bones in a row are missing."""
    for _ in range(8):
        found = a_mover(rig, rng)
        if found is None:
            return None
        clip, node, _ = found
        chain, joints = [node], joints_of(rig, a_skin(rig))
        while len(chain) < 3:
            below = [c for c in rig.nodes()[chain[-1]].get("children", []) if c in joints and moving(rig, clip, c, "rotation")]
            if not below:
                break
            chain.append(below[0])
        if len(chain) == 3:
            animation = rig.json["animations"][clip]
            animation["channels"] = [c for c in animation["channels"] if c["target"].get("node") not in chain]
            return names(rig, *chain) | {rig.clip_name(clip)}
    return None


# One bone

@of_mover()
def bone_off_for_a_stretch(key_times, values):
    """A sixth of the keys was changed, and does not fit those around it."""
    first, last = len(values) // 3, len(values) // 3 + max(4, len(values) // 6)
    return key_times, values[:first] + [rotated(v, turn(2, 40)) for v in values[first:last]] + values[last:]


@of_mover()
def bone_keys_doubled_in_time(key_times, values):
    """The bone plays at half the speed, and is cut off with the clip."""
    return key_times, [mixed(values[k // 2], values[min(k // 2 + 1, len(values) - 1)], (k % 2) / 2) for k in range(len(values))]


@GLTF.fault
def rotation_of_the_parent_twice(rig, rng):
    """The keys of a bone have the rotation of its parent, too."""
    for _ in range(8):
        found = a_mover(rig, rng)
        if found is None:
            return None
        clip, node, channel = found
        parent = rig.parents().get(node)
        above = None if parent is None else rig.channel(clip, parent, "rotation")
        if above is None:
            continue
        (key_times, values), (_, there) = rig.keys(clip, channel), rig.keys(clip, above)
        if len(values) != len(there) or abs(there[0][3]) > 0.96:
            continue
        rig.set_keys(clip, channel, values=[rotated(a, b) for a, b in zip(there, values)])
        return names(rig, node) | {rig.clip_name(clip)}
    return None


@GLTF.fault
def root_turns_slowly(rig, rng):
    """The heading drifts by 30 degrees over the clip."""
    clip, root = a_clip(rig), a_root(rig)
    channel = None if clip is None or root is None else rig.channel(clip, root, "rotation")
    if channel is None or len(rig.keys(clip, channel)[0]) < 8:
        return None
    _, values = rig.keys(clip, channel)
    rig.set_keys(clip, channel, values=[rotated(turn(1, 30 * k / (len(values) - 1)), v) for k, v in enumerate(values)])
    return names(rig, root) | {rig.clip_name(clip)}


# Skeleton and skin

@bind_matrices
def binds_of_a_larger_figure(matrices, rig, skin, rng):
    """Inverse bind matrices of the same skeleton at another size."""
    return [m[:12] + tuple(1.3 * n for n in m[12:15]) + (m[15],) for m in matrices]


@of_joint
def rest_turned_by_sixty(node):
    node["rotation"] = list(rotated(tuple(node.get("rotation", (0, 0, 0, 1))), turn(0, 60)))


@of_weights
def joints_in_reverse_order(joints, weights, rig, node):
    last = len(joints_of(rig, node)) - 1
    if last < 5:
        return False
    for own in joints:
        own[:] = [last - j for j in own]


@of_weights
def largest_weight_dropped(joints, weights, rig, node):
    """Whoever cut the influences kept the smallest ones."""
    done = 0
    for one in weights:
        if sum(w > 0.02 for w in one) < 2:
            continue
        one[one.index(max(one))] = 0.0
        one[:] = [w / sum(one) for w in one]
        done += 1
    return done > len(weights) / 4


@of_weights
def weights_half_on_the_root(joints, weights, rig, node):
    """A careless smoothing gave half of each vertex to the first bone."""
    own = joints_of(rig, node)
    if len(own) < 6:
        return False
    root = own.index(a_root(rig))
    for numbers, one in zip(joints, weights):
        least = one.index(min(one))
        one[:] = [0.5 * w for w in one]
        numbers[least], one[least] = root, 0.0
        one[least] = 1.0 - sum(one)


@GLTF.fault
def some_vertices_at_the_origin(rig, rng):
    """What was not finite became zero."""
    def zero(values):
        for k in range(len(values) // 4, len(values) // 4 + max(3, len(values) // 50)):
            values[k][:] = [0.0, 0.0, 0.0]
    return change_mesh(rig, "POSITION", zero)


@GLTF.fault
def normals_are_positions(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    primitive = largest_primitive(rig, node)
    primitive["attributes"]["NORMAL"] = primitive["attributes"]["POSITION"]
    return skin_names(rig, node)


# A second set, written later in the same way

@GLTF.fault
def parent_and_child_exchanged(rig, rng):
    """A bone and the one below it play each other's rotations."""
    for _ in range(8):
        found = a_mover(rig, rng)
        if found is None:
            return None
        clip, node, channel = found
        below = [c for c in rig.nodes()[node].get("children", []) if moving(rig, clip, c, "rotation")]
        if below:
            other = rig.channel(clip, below[0], "rotation")
            channel["target"]["node"], other["target"]["node"] = below[0], node
            return names(rig, node, below[0]) | {rig.clip_name(clip)}
    return None


@of_limb(most=11)
def limb_on_fives(key_times, values):
    """The bones of a limb hold each fifth key."""
    return key_times, [values[k - k % 5] for k in range(len(values))]


def without_root_channel(rig, path):
    clip, root = a_clip(rig), a_root(rig)
    channel = None if clip is None or root is None else rig.channel(clip, root, path)
    if channel is None or len(rig.json["animations"]) < 3:
        return None
    values, rest = rig.keys(clip, channel)[1], rig.nodes()[root].get(path, (0, 0, 0, 1) if path == "rotation" else (0, 0, 0))
    far = max(min(math.dist(v, rest), math.dist(v, [-n for n in rest])) for v in values)
    if far < (0.2 if path == "rotation" else 0.05 * rig.size()):
        return None
    rig.json["animations"][clip]["channels"].remove(channel)
    return names(rig, root) | {rig.clip_name(clip)}


@GLTF.fault
def hips_without_translation(rig, rng):
    return without_root_channel(rig, "translation")


@GLTF.fault
def hips_without_rotation(rig, rng):
    return without_root_channel(rig, "rotation")


def order_exchanged(q):
    """The angles about x, y and z of a rotation, applied in the reverse order."""
    x, y, z, w = q
    angles = (math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)), math.asin(max(-1.0, min(1.0, 2 * (w * y - z * x)))),
              math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))
    a, b, c = (turn(axis, math.degrees(angle)) for axis, angle in enumerate(angles))
    return rotated(rotated(a, b), c)


@of_whole_clip
def euler_order_wrong(rest, times, values, path):
    return (times, [order_exchanged(v) for v in values]) if path == "rotation" else None


@of_weights
def joints_swapped_in_pairs(joints, weights, rig, node):
    last = len(joints_of(rig, node)) - 1
    if last < 5:
        return False
    for own in joints:
        own[:] = [min(j ^ 1, last) for j in own]


@GLTF.fault
def mesh_flattened(rig, rng):
    """One axis of the positions was lost but for a twentieth."""
    def flatten(values):
        values[:] = [[x, y, 0.05 * z] for x, y, z in values]
    found = change_mesh(rig, "POSITION", flatten)
    return found and found | (names(rig, *joints_of(rig, a_skin(rig))) if a_skin(rig) is not None else set())


@GLTF.fault
def positions_noisy(rig, rng):
    def shake(values):
        size = max(max(v[c] for v in values) - min(v[c] for v in values) for c in range(3))
        for v in values:
            v[:] = [n + rng.uniform(-0.015, 0.015) * size for n in v]
    return change_mesh(rig, "POSITION", shake)


@GLTF.fault
def normals_tilted(rig, rng):
    """Turned by 50 degrees, as by a matrix that the positions did not get."""
    c, s = math.cos(math.radians(50)), math.sin(math.radians(50))

    def tilt(values):
        values[:] = [[x, c * y - s * z, s * y + c * z] for x, y, z in values]
    return change_mesh(rig, "NORMAL", tilt)


@GLTF.fault
def positions_permuted(rig, rng):
    """A tenth of the positions is in the places of others."""
    def permute(values):
        some = rng.sample(range(len(values)), max(4, len(values) // 10))
        moved = [list(values[k]) for k in some[1:] + some[:1]]
        for k, place in zip(some, moved):
            values[k][:] = place
    return change_mesh(rig, "POSITION", permute)


@GLTF.fault
def indices_off_by_one(rig, rng):
    return change_indices(rig, lambda own: [(i + 1) % (max(own) + 1) for i in own])


# Collada

@COLLADA.fault
def frames_by_name(dae, rng):
    """The frames of all bones in the order of their numbers as text."""
    found = [m for m in movers(dae, 12) if len(m[4]) < 400]
    for _, sampler, _, _, frames in found:
        dae.set_numbers(dae.input(sampler, "OUTPUT"), [n for f in by_name(frames) for n in f])
    return set().union(*(dae.names_of(m[3]) | dae.clip_names(m[0]) for m in found)) if found else None


@COLLADA.fault
def channels_of_a_limb_missing(dae, rng):
    found = movers(dae)
    nodes = {m[3] for m in found}
    limbs = [[n for n in dae.all("node", m[3]) if n in nodes] for m in found]
    limbs = [limb for limb in limbs if 2 <= len(limb) <= len(found) / 3]
    if not limbs:
        return None
    limb = rng.choice(limbs)
    lost = set()
    for _, _, channel, node in dae.channels():
        if node in limb:
            lost |= dae.clip_names(dae.parents[channel])
            dae.parents[channel].remove(channel)
    return set().union(lost, *(dae.names_of(n) for n in limb))


@COLLADA.fault
def bone_turned_for_a_stretch(dae, rng):
    found = movers(dae, 18)
    if not found:
        return None
    animation, sampler, _, node, frames = rng.choice(found)
    first, last = len(frames) // 3, len(frames) // 2
    frames = frames[:first] + [product(f, turned(2, 40)) for f in frames[first:last]] + frames[last:]
    dae.set_numbers(dae.input(sampler, "OUTPUT"), [n for f in frames for n in f])
    return dae.names_of(node) | dae.clip_names(animation)


@of_collada_skin
def bind_shape_lost(dae, controller):
    shape = dae.one("bind_shape_matrix", controller)
    if shape is None or math.dist(dae.numbers(shape), IDENTITY) < 0.2:
        return False
    shape.text = " ".join(str(n) for n in IDENTITY)


@of_collada_skin
def influences_shifted_by_one_vertex(dae, controller):
    influences = dae.influences(controller)
    dae.set_influences(controller, influences[-len(influences) // 8:] + influences[:-len(influences) // 8])


@COLLADA.fault
def up_axis_wrong(dae, rng):
    axis = dae.one("up_axis")
    if axis is None or dae.skin() is None:
        return None
    axis.text = "Y_UP" if axis.text.strip() == "Z_UP" else "Z_UP"
    return {"model"} | dae.mesh_names(dae.skin()) | {n for j in dae.joints(dae.skin()) for n in [j]}
