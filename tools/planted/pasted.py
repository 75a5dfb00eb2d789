"""Faults of glTF and Collada files that come from pasting, mirroring and converting parts of a rig, and harmless edits that
look like them. They were written before the checks had been tried on them."""
import math

from classes import COLLADA, GLTF
from collada import a_joint as a_collada_joint, movers, of_mover as of_collada_mover, of_skin as of_collada_skin
from collada import times as product, turned
from harmless import new_clip
from mismatched import LEG
from places import (a_clip, a_joint, a_material, a_mover, a_skin, all_channels, bind_matrices, change_bind, change_indices,
                    change_mesh, conjugate, end_of, extent, joints_of, largest_primitive, morph, moving, names, of_hips,
                    of_limb, of_mover, of_weights, of_whole_clip, skin_names, twin_of, whole_clip)
from rig import rotated, times, turn


def mean_of(values):
    """Of rotations near each other."""
    near = [v if sum(a * b for a, b in zip(v, values[0])) >= 0 else tuple(-n for n in v) for v in values]
    total = [sum(v[c] for v in near) for c in range(4)]
    return tuple(n / math.hypot(*total) for n in total)


def far(one, other):
    """The sine of half of the largest turn between two lists of rotations, nearly."""
    return max(min(math.dist(a, b), math.dist(a, [-n for n in b])) for a, b in zip(one, other))


def limb_of(rig, rng, most=11):
    """(clip, joints) of a limb that a clip moves."""
    for _ in range(8):
        found = a_mover(rig, rng)
        if found is None:
            return None
        clip, node, _ = found
        limb = [j for j in rig.below(node) if moving(rig, clip, j, "rotation")]
        if 1 < len(limb) <= most:
            return clip, limb
    return None


def pairs_of(rig, clip, words=("",)):
    """Joints of both sides that a clip moves."""
    node = a_skin(rig)
    if clip is None or node is None:
        return []
    joints = joints_of(rig, node)
    twins = {j: twin_of(rig, joints, j) for j in joints}
    return [(a, b) for a, b in twins.items() if b is not None and twins.get(b) == a and a < b and
            any(w in rig.name(a).lower() for w in words) and moving(rig, clip, a, "rotation") and
            moving(rig, clip, b, "rotation")]


# Clips

@of_limb(most=11)
def limb_on_twos(key_times, values):
    """The bones of a limb hold each second key."""
    return key_times, [values[k - k % 2] for k in range(len(values))]


@of_limb(most=11)
def limb_held_for_a_while(key_times, values):
    """The bones of a limb keep their rotations for three tenths of a clip, and go on where they would be."""
    held = range(len(values) * 7 // 20, len(values) * 13 // 20)
    return key_times, [values[held.start] if k in held else v for k, v in enumerate(values)]


@of_limb(most=11)
def limb_too_wide(key_times, values):
    """The movement of a limb is twice as wide as it was."""
    middle = mean_of(values)
    return key_times, [rotated(rotated(v, conjugate(middle)), v) for v in values]


@of_limb(most=11)
def limb_hardly_moves(key_times, values):
    """A layer with a tenth of its weight: the limb stays near its mean."""
    middle = mean_of(values)
    own = [v if sum(a * b for a, b in zip(v, middle)) >= 0 else tuple(-n for n in v) for v in values]
    mixed = [tuple(0.9 * m + 0.1 * n for m, n in zip(middle, v)) for v in own]
    return key_times, [tuple(n / math.hypot(*v) for n in v) for v in mixed]


@GLTF.fault
def legs_exchanged(rig, rng):
    """The channels of the left leg drive the right one, and the other way round."""
    clip = a_clip(rig)
    pairs = pairs_of(rig, clip, LEG)
    channels = [(rig.channel(clip, a, "rotation"), rig.channel(clip, b, "rotation")) for a, b in pairs]
    if not pairs or max(far(rig.keys(clip, a)[1], rig.keys(clip, b)[1]) for a, b in channels) < 0.5:
        return None
    for (a, b), (one, other) in zip(pairs, channels):
        one["target"]["node"], other["target"]["node"] = b, a
    return {rig.clip_name(clip)} | names(rig, *(n for pair in pairs for n in pair))


@GLTF.fault
def turns_in_the_parents_axes(rig, rng):
    """What a limb turns from its rest, in the axes of the parents, was applied in its own."""
    found = limb_of(rig, rng)
    if found is None:
        return None
    clip, limb = found
    done = 0.0
    for joint in limb:
        if "matrix" in rig.nodes()[joint]:
            return None
        rest = tuple(rig.nodes()[joint].get("rotation", (0, 0, 0, 1)))
        channel = rig.channel(clip, joint, "rotation")
        _, values = rig.keys(clip, channel)
        changed = [rotated(rest, rotated(v, conjugate(rest))) for v in values]
        done = max(done, far(changed, values))
        rig.set_keys(clip, channel, values=changed)
    return {rig.clip_name(clip)} | names(rig, *limb) if done > 0.5 else None


@of_mover()
def bone_turned_by_twenty(key_times, values):
    """Through a whole clip."""
    return key_times, [rotated(v, turn(0, 20)) for v in values]


@of_whole_clip
def pulldown_frames(rest, key_times, values, path):
    """24 frames a second were made 30: each fifth frame repeats that before it."""
    return (key_times, [values[k - (k % 5 == 4)] for k in range(len(values))]) if len(values) >= 15 else None


@GLTF.fault
def two_clips_in_one(rig, rng):
    """Another clip follows at once, in the same action."""
    clip = a_clip(rig)
    if clip is None or a_skin(rig) is None or len(rig.json["animations"]) < 2:
        return None
    other = max((c for c in range(len(rig.json["animations"])) if c != clip), key=lambda c: len(all_channels(rig, c)))
    done, ends = 0.0, {}
    for channel in all_channels(rig, clip):
        target = channel["target"]
        own = rig.channel(other, target.get("node"), target["path"])
        if own is None or target["path"] == "weights":
            continue
        key_times, values = rig.keys(clip, channel)
        then, there = rig.keys(other, own)
        if len(values) < 4 or len(there) < 4:
            continue
        done += far(values[-1:], there[:1])
        step = key_times[-1] - key_times[-2]
        rig.set_keys(clip, channel, list(key_times) + [key_times[-1] + step + t - then[0] for t in then],
                     list(values) + list(there))
    return {rig.clip_name(clip)} | names(rig, *joints_of(rig, a_skin(rig))) if done > 0.8 else None


@GLTF.fault
def second_half_at_double_speed(rig, rng):
    def change(key_times, values):
        middle = (key_times[0] + key_times[-1]) / 2
        return ([t if t < middle else middle + (t - middle) / 2 for t in key_times], values) if len(values) >= 8 else None
    return whole_clip(rig, change)


@of_hips
def hips_bob_reversed(values, size):
    """The hips go down where they should go up."""
    middle = [sum(v[c] for v in values) / len(values) for c in range(3)]
    changed = [tuple(2 * m - n for m, n in zip(middle, v)) for v in values]
    return changed if max(math.dist(a, b) for a, b in zip(changed, values)) > 0.04 * size else None


@GLTF.fault
def last_fifth_cut_off(rig, rng):
    def change(key_times, values):
        count = len(values) - len(values) // 5
        return (key_times[:count], values[:count]) if len(values) >= 10 else None
    return whole_clip(rig, change)


@GLTF.fault
def bone_key_times_in_frames(rig, rng):
    """The times of one bone were not divided by the frame rate."""
    found = a_mover(rig, rng)
    if found is None:
        return None
    clip, node, channel = found
    key_times, values = rig.keys(clip, channel)
    rig.set_keys(clip, channel, [30 * t for t in key_times], values)
    return names(rig, node) | {rig.clip_name(clip)}


# Skeleton and skin

@GLTF.fault
def bind_turned_by_twelve(rig, rng):
    """The inverse bind matrix of a bone is from a pose a little later."""
    found = a_joint(rig, rng)
    local = [float(i % 5 == 0) for i in range(16)]
    c, s = math.cos(math.radians(12)), math.sin(math.radians(12))
    local[0], local[1], local[4], local[5] = c, s, -s, c
    if found is None or not change_bind(rig, a_skin(rig), found[0], lambda m: times(local, m)):
        return None
    return names(rig, found[1]) | skin_names(rig, a_skin(rig))


@bind_matrices
def binds_rolled(matrices, rig, skin, rng):
    """The roll of all bones was calculated anew after the mesh had been bound."""
    c, s = math.cos(math.radians(25)), math.sin(math.radians(25))
    roll = (c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1)
    return [tuple(times(roll, m)) for m in matrices]


@of_weights
def weights_of_the_mirror_image(joints, weights, rig, node):
    """The weights were mirrored with the wrong side as their source: each side follows the other one."""
    own = joints_of(rig, node)
    twins = {s: twin_of(rig, own, j) for s, j in enumerate(own)}
    twins = {s: own.index(t) for s, t in twins.items() if t is not None}
    if len(twins) < 6:
        return False
    for numbers in joints:
        numbers[:] = [twins.get(j, j) for j in numbers]


@of_weights
def other_joints_zero(joints, weights, rig, node):
    """Only the first joint of each vertex was written; the weights are all there."""
    if sum(sum(w > 0.05 for w in own) > 1 for own in weights) < len(weights) / 5:
        return False
    for numbers in joints:
        numbers[1:] = [0] * (len(numbers) - 1)


@of_weights
def weights_bleed_to_a_near_limb(joints, weights, rig, node):
    """Painted in the rest pose: what a limb holds, the bone of another limb that is near pulls at, too."""
    own, sums, world = joints_of(rig, node), rig.weights_of_joints(node), rig.world()
    best = None
    for one in range(len(own)):
        for other in range(len(own)):
            if sums[one] < 8 or sums[other] < 8 or own[one] in rig.below(own[other]) or own[other] in rig.below(own[one]):
                continue
            if rig.parents().get(own[one]) == rig.parents().get(own[other]):
                continue
            away = math.dist(world[own[one]][12:15], world[own[other]][12:15])
            if best is None or away < best[0]:
                best = away, one, other
    if best is None:
        return False
    _, one, other = best
    done = 0
    for numbers, own_weights in zip(joints, weights):
        held = sum(w for j, w in zip(numbers, own_weights) if j == one)
        if held < 0.6 or other in numbers:
            continue
        least = own_weights.index(min(own_weights))
        own_weights[:] = [0.6 * w for w in own_weights]
        numbers[least], own_weights[least] = other, 0.4
        done += 1
    return done > 5


@of_weights
def weights_rounded_to_quarters(joints, weights, rig, node):
    """And not normalized again."""
    for one in weights:
        one[:] = [math.floor(4 * w + 0.25) / 4 for w in one]
    return sum(abs(sum(one) - 1) > 0.1 for one in weights) > len(weights) / 20


# Surfaces

@GLTF.fault
def base_vertex_lost(rig, rng):
    """The last part of a mesh refers to the vertices of the first one."""
    def lose(own):
        first = 3 * (len(own) // 4)
        low = min(own[first:])
        return own[:first] + [i - low for i in own[first:]] if low > 20 else own
    node = a_skin(rig)
    if node is None or "indices" not in largest_primitive(rig, node):
        return None
    indices = [i[0] for i in rig.read(largest_primitive(rig, node)["indices"])]
    return change_indices(rig, lose) if min(indices[3 * (len(indices) // 4):]) > 20 else None


@GLTF.fault
def positions_wrapped(rig, rng):
    """Integers overflowed: what is too high begins again below."""
    def wrap(values):
        low, high = min(v[1] for v in values), max(v[1] for v in values)
        for v in values:
            if v[1] > low + 0.85 * (high - low):
                v[1] -= high - low
    return change_mesh(rig, "POSITION", wrap)


@GLTF.fault
def positions_clamped(rig, rng):
    """Integers were clamped: what is too high is flat."""
    def clamp(values):
        low, high = min(v[1] for v in values), max(v[1] for v in values)
        for v in values:
            v[1] = min(v[1], low + 0.8 * (high - low))
    return change_mesh(rig, "POSITION", clamp)


@GLTF.fault
def part_of_the_mesh_moved(rig, rng):
    """The vertices of one bone, as of a rigid torso, are a tenth of the figure off."""
    node, found = a_skin(rig), a_joint(rig, rng)
    if found is None:
        return None
    low, high = extent(rig, node)
    by = 0.12 * math.dist(low, high)
    for primitive in rig.primitives(node):
        own, weights = (rig.read(primitive["attributes"][n]) for n in ("JOINTS_0", "WEIGHTS_0"))
        places = [list(v) for v in rig.read(primitive["attributes"]["POSITION"])]
        for i, place in enumerate(places):
            if sum(w for j, w in zip(own[i], weights[i]) if j == found[0]) > 0.5:
                place[0] += by
        primitive["attributes"]["POSITION"] = rig.add(places, 3)
    return names(rig, found[1]) | skin_names(rig, node)


@morph
def morph_of_other_vertices(rig, mesh, primitive, target):
    """The order of the vertices changed after sculpting."""
    values = rig.read(primitive["attributes"]["POSITION"])
    size = max(max(v[c] for v in values) - min(v[c] for v in values) for c in range(3))
    middle = [(max(v[c] for v in values) + min(v[c] for v in values)) / 2 for c in range(3)]
    # A smooth bump of the upper part, in the order of the vertices turned round.
    deltas = [(0.0, 0.06 * size * max(0.0, (v[1] - middle[1]) / size), 0.0) for v in values]
    target["POSITION"] = rig.add([deltas[(7919 * k) % len(deltas)] for k in range(len(deltas))], 3)


@GLTF.fault
def cutoff_hides_everything(rig, rng):
    material = a_material(rig)
    if material is None:
        return None
    material["alphaMode"], material["alphaCutoff"] = "MASK", 1.5
    return {material.get("name", "")} | skin_names(rig, a_skin(rig))


# Collada

@of_collada_mover
def bone_turned_a_little(frames, dae):
    return [product(f, turned(0, 20)) for f in frames]


@COLLADA.fault
def frames_pulled_down(dae, rng):
    """24 frames a second were made 30."""
    found = movers(dae, 15)
    for _, sampler, _, _, frames in found:
        dae.set_numbers(dae.own_source(sampler, "OUTPUT"),
                        [n for k in range(len(frames)) for n in frames[k - (k % 5 == 4)]])
    return set().union(*(dae.names_of(m[3]) | dae.clip_names(m[0]) for m in found)) if found else None


@COLLADA.fault
def bind_turned_slightly(dae, rng):
    found = a_collada_joint(dae, rng)
    if found is None:
        return None
    controller, slot, own = found
    array = dae.input(dae.one("joints", controller), "INV_BIND_MATRIX")
    numbers = dae.numbers(array)
    numbers[16 * slot:16 * slot + 16] = product(turned(2, 12), numbers[16 * slot:16 * slot + 16])
    dae.set_numbers(array, numbers)
    return own | dae.mesh_names(controller)


@of_collada_skin
def influences_swapped_in_pairs(dae, controller):
    last = len(dae.joints(controller)) - 1
    dae.set_influences(controller, [[[min(j ^ 1, last), w] for j, w in own] for own in dae.influences(controller)])


@of_collada_skin
def mesh_wrapped(dae, controller):
    array = dae.positions(controller)
    numbers = dae.numbers(array)
    axis = max(range(3), key=lambda c: max(numbers[c::3]) - min(numbers[c::3]))
    low, high = min(numbers[axis::3]), max(numbers[axis::3])
    for k in range(axis, len(numbers), 3):
        if numbers[k] > low + 0.85 * (high - low):
            numbers[k] -= high - low
    dae.set_numbers(array, numbers)


@COLLADA.fault
def limb_holds_two_frames(dae, rng):
    found = movers(dae, 12)
    nodes = {id(m[3]): m for m in found}
    limbs = [[nodes[id(n)] for n in dae.all("node", m[3]) if id(n) in nodes] for m in found]
    limbs = [limb for limb in limbs if 2 <= len(limb) <= len(found) / 3]
    if not limbs:
        return None
    limb = rng.choice(limbs)
    for _, sampler, _, _, frames in limb:
        dae.set_numbers(dae.own_source(sampler, "OUTPUT"), [n for k in range(len(frames)) for n in frames[k - k % 2]])
    return set().union(*(dae.names_of(m[3]) | dae.clip_names(m[0]) for m in limb))


# Harmless

@GLTF.harmless
def clip_on_twos(rig, rng):
    """The whole clip, as a style."""
    clip = a_clip(rig)
    if clip is None or a_skin(rig) is None:
        return None
    for channel in all_channels(rig, clip):
        if channel["target"]["path"] == "weights":
            return None
        values = rig.keys(clip, channel)[1]
        last = len(values) - 1
        rig.set_keys(clip, channel, values=[values[k - k % 2 if k < last else k] for k in range(len(values))])
    return set()


@GLTF.harmless
def breathing_added(rig, rng):
    motion = lambda number, t: turn(0, 1.2 * math.sin(2 * math.pi * t)) if number < 4 else turn(0, 0.0)
    return None if new_clip(rig, "Idle_Breathing", 3.0, 30, motion) is None else set()


@GLTF.harmless
def pose_with_one_arm_raised(rig, rng):
    """An idle that holds one limb elsewhere."""
    found = a_joint(rig, rng)
    if found is None:
        return None
    slot = found[0]
    motion = lambda number, t: turn(2, 40 if number == slot else 2 * math.sin(2 * math.pi * t))
    return None if new_clip(rig, "Planted_Pose", 2.0, 30, motion) is None else set()


@GLTF.harmless
def two_influences_kept(rig, rng):
    """The two largest weights of each vertex, normalized."""
    node = a_skin(rig)
    if node is None:
        return None
    for primitive in rig.primitives(node):
        weights = [list(w) for w in rig.read(primitive["attributes"]["WEIGHTS_0"])]
        for one in weights:
            least = sorted(one, reverse=True)[1]
            kept = [w if w >= least else 0.0 for w in one]
            one[:] = [w / sum(kept) for w in kept] if sum(kept) > 0 else one
        primitive["attributes"]["WEIGHTS_0"] = rig.add(weights, 4)
    return set()


@GLTF.harmless
def eased_in_and_out(rig, rng):
    """The clip starts and ends more slowly."""
    clip = a_clip(rig, ("punch", "attack", "jump", "hit", "survey"))
    if clip is None:
        return None
    end = end_of(rig, clip)
    ease = lambda t: end * (t / end + 0.06 * math.sin(4 * math.pi * t / end) / (2 * math.pi)) if end > 0 else t
    for channel in all_channels(rig, clip):
        key_times, values = rig.keys(clip, channel)
        if rig.sampler(clip, channel).get("interpolation") == "CUBICSPLINE":
            return None
        rig.set_keys(clip, channel, [ease(t) for t in key_times], values)
    return set()


@GLTF.harmless
def rest_pose_with_lowered_arms(rig, rng):
    """Arms rest lower than they were bound, on both sides."""
    node = a_skin(rig)
    joints = [] if node is None else joints_of(rig, node)
    arms = [j for j in joints if any(w in rig.name(j).lower() for w in ("upperarm", "upper_arm", "uparm")) or
            rig.name(j).lower().startswith(("arm", "l-arm", "r-arm"))]
    arms = [j for j in arms if twin_of(rig, joints, j) in arms and "matrix" not in rig.nodes()[j]]
    if len(arms) < 2:
        return None
    for joint in arms:
        rig.nodes()[joint]["rotation"] = list(rotated(tuple(rig.nodes()[joint].get("rotation", (0, 0, 0, 1))), turn(0, 35)))
    return set()


@GLTF.harmless
def skeleton_and_mesh_larger(rig, rng):
    """The figure is a third larger, with its clips."""
    if a_skin(rig) is None:
        return None
    scene = rig.json["scenes"][rig.json.get("scene", 0)]
    rig.nodes().append({"name": "larger", "children": scene["nodes"], "scale": [1.3, 1.3, 1.3]})
    scene["nodes"] = [len(rig.nodes()) - 1]
    return set()
