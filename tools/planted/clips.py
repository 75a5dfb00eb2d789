"""Faults in keys, clips, loops and on the ground. In the tables: t times, v values, s a share of the clip."""
import copy
import math

from classes import GLTF, Where, need
from places import (GAITS, LOOPS, NAN, SIDES, a_clip, a_joint, a_mover, a_root, a_skin, above, apart, joints_of, movers, names, of_bone,
                    of_clip, of_limb, of_root, of_scale, of_whole_clip, root_channel, size)
from rig import conjugate, inverted, mixed, rotated, turn


def set_at(values, change, first, count=1):
    """Changes the values from a share of the clip on."""
    start = round(first * (len(values) - 1))
    return [change(v) if start <= k < start + count else v for k, v in enumerate(values)]


def turned(axis, degrees):
    return lambda q: rotated(q, turn(axis, degrees))


def held(values, frames):
    return [values[k - k % frames] for k in range(len(values))]


def part(t, v, first, end):
    """Some keys of a track, where those that are lost are seen to turn."""
    lost = v[:first] + v[end:]
    need(apart(lost, lost[:1] * len(lost)) > 0.1)
    return t[first:end], v[first:end]


def stops(t, v):
    """It stands for a third of the clip, and is then elsewhere."""
    first, count = len(v) * 7 // 20, len(v) * 3 // 10
    need(apart(v[first:first + 1], v[first + count:first + count + 1]) > 0.1)
    return t, set_at(v, lambda q: v[first], 0.35, count)


# One bone in a clip

def exchanged(t, v):
    a, b = len(v) // 4, len(v) // 2
    v[a], v[b] = v[b], v[a]
    return t, v


def conjugated(t, v):
    key = max(range(1, len(v) - 1), key=lambda k: math.hypot(*v[k][:3]) * abs(v[k][3]))
    return t, v[:key] + [conjugate(v[key])] + v[key + 1:]


def wrapped(t, v):
    """Between two keys an angle goes the long way round."""
    k = len(v) // 3
    between = [t[k] + (t[k + 1] - t[k]) * s / 3 for s in (1, 2)]
    return t[:k + 1] + between + t[k + 1:], v[:k + 1] + [turned(2, 120)(v[k]), turned(2, 240)(v[k])] + v[k + 1:]


def radians(q):
    """Degrees were read as radians."""
    length = math.hypot(*q[:3])
    half = math.atan2(length, q[3]) * 180 / math.pi
    return tuple(math.sin(half) * n / (length or 1.0) for n in q[:3]) + (math.cos(half),)


of_bone.table({
    "bone_pops by 10": ("key-pop", lambda t, v: (t, set_at(v, turned(0, 10), 0.5))),
    "bone_pops by 20": ("key-pop", lambda t, v: (t, set_at(v, turned(1, 20), 0.5))),
    "bone_pops by 45": ("key-pop", lambda t, v: (t, set_at(v, turned(2, 45), 0.5))),
    "bone_pops for two keys": ("key-pop", lambda t, v: (t, set_at(v, turned(0, 60), 0.5, 2))),
    "bone_jumps_and_stays": ("key-pop loop-seam", lambda t, v: (t, set_at(v, turned(1, 70), 0.5, len(v)))),
    "bone_off_for_a_stretch": ("key-pop", lambda t, v: (t, set_at(v, turned(2, 40), 0.33, max(4, len(v) // 6)))),
    "bone_jitters by 3": ("motion-jitter key-pop", lambda t, v: (t, [turned(0, (-1) ** k * 3)(q) for k, q in enumerate(v)])),
    "bone_jitters by 12": ("motion-jitter key-pop", lambda t, v: (t, [turned(0, (-1) ** k * 12)(q) for k, q in enumerate(v)])),
    "euler_wraps": ("rotation-wraps rotation-wide", wrapped),
    "degrees_read_as_radians": ("rotation-wide rotation-wraps motion-jitter clip-unlike", lambda t, v: (t, [radians(q) for q in v])),
    "bone_stops_early": ("channels-apart", lambda t, v: part(t, v, 0, len(t) * 2 // 3)),
    "bone_starts_late": ("channels-apart", lambda t, v: part(t, v, len(t) // 3, len(t))),
    "bone_at_another_rate": ("channels-apart", lambda t, v: ([s * 24 / 30 for s in t], v)),
    "bone_times_in_frames": ("channels-apart clip-times", lambda t, v: ([s * 30 for s in t], v)),
    "bone_outlasts_the_clip": ("channels-apart", lambda t, v: (t + [t[-1] + 1.0], v + v[-1:])),
    "bone_on_twos": ("clip-stepped", lambda t, v: (t, held(v, 2))),
    "bone_on_sixes": ("clip-stepped key-pop", lambda t, v: (t, held(v, 6))),
    "bone_turned by 90": ("clip-unlike", lambda t, v: (t, [turned(0, 90)(q) for q in v])),
    "bone_turned by 180": ("clip-unlike", lambda t, v: (t, [turned(1, 180)(q) for q in v])),
    "bone_key_nan": ("key-dropped", lambda t, v: (t, set_at(v, lambda q: (NAN, *q[1:]), 0.5))),
    "bone_key_zero": ("key-dropped key-pop rotation-not-unit", lambda t, v: (t, set_at(v, lambda q: (0.0,) * 4, 0.5))),
    "quaternions_not_unit": ("rotation-not-unit", lambda t, v: (t, [tuple(2.5 * n for n in q) for q in v])),
    "key_times_equal": ("key-order", lambda t, v: (t[:4] + t[3:4] + t[5:], v)),
    "key_times_exchanged": ("key-order", lambda t, v: (t[:4] + [t[5], t[4]] + t[6:], v)),
    "keys_too_few": ("keys-mismatched channel-unusable", lambda t, v: (t, v[:-3])),
})

of_bone.table({"bone_frozen": ("bone-still clip-still", lambda t, v: (t, v[:1] * len(v)))}, words=GAITS)

of_bone.table({
    "bone_keys_exchanged": ("key-pop", exchanged),
    "bone_key_conjugated": ("key-pop rotation-wide", conjugated),
    "bone_of_two_takes": ("motion-jitter key-pop",
                          lambda t, v: (t, [q if k % 2 else v[(k + len(v) // 3) % len(v)] for k, q in enumerate(v)])),
    "bone_as_wxyz": ("clip-unlike", lambda t, v: (t, [(w, x, y, z) for x, y, z, w in v])),
    "bone_inverted": ("clip-unlike", lambda t, v: (t, [conjugate(q) for q in v])),
    "bone_mirrored": ("clip-unlike", lambda t, v: (t, [(x, -y, -z, w) for x, y, z, w in v])),
}, least=0.4)

of_bone.table({
    "bone_drifts_to_the_end": ("loop-seam",
                               lambda t, v: (t, [turned(0, 25 * k / (len(v) - 1))(q) for k, q in enumerate(v)])),
    "bone_ends_elsewhere": ("loop-seam key-pop", lambda t, v: (t, set_at(v, turned(1, 35), 1))),
}, words=LOOPS, below=True)

of_limb.table({
    "limb_on_twos": ("clip-stepped", lambda t, v: (t, held(v, 2))),
    "limb_on_fives": ("clip-stepped key-pop", lambda t, v: (t, held(v, 5))),
    "limb_held_for_a_while": ("key-pop", stops),
})

of_limb.table({"limb_not_baked": ("bone-still clip-still", lambda t, v: (t, v[:1] * len(v)))}, words=GAITS)


@of_whole_clip("bone-still clip-still", words=GAITS)
def left_side_without_channels(rig, clip, rng):
    """Without those of both legs, it is a clip of the upper body."""
    lost_joints = [j for j in rig.known(movers, clip) if any(s[0] in rig.name(j) for s in SIDES)]
    need(len(lost_joints) > 2)
    rig.drop_channels(clip, lost_joints, ("rotation",))
    return names(rig, *lost_joints)


@GLTF.fault("curve-overshoots")
def spline_overshoots(rig, rng):
    """A tangent of one key is huge; the others are flat."""
    clip, joint, channel = a_mover(rig, rng)
    times, values = rig.keys(clip, channel)
    flat, middle = (0.0,) * 4, len(values) // 2
    step = times[middle + 1] - times[middle]
    huge = tuple(n / step for n in (3.0, -2.0, 2.5, 0.0))
    splines = [n for k, v in enumerate(values) for n in (flat, v, huge if k == middle else flat)]
    rig.add_channel(clip, joint, "rotation", times, splines, "CUBICSPLINE")
    return Where(names(rig, joint), rig.clip_name(clip))


of_scale.table({
    "scale_through_zero": ("clip-scale-zero clip-scale-negative", lambda s: (1 - 2 * s,) * 3),
    "scale_negative": ("clip-scale-negative", lambda s: (math.cos(2 * math.pi * s), 1, 1)),
    "scale_uneven": ("clip-scale-uneven", lambda s: (1 + 0.6 * math.sin(math.pi * s), 1, 1)),
    "scale_of_3": ("clip-scale-other", lambda s: (3,) * 3),
    "scale_of_100": ("clip-scale-other", lambda s: (100,) * 3),
    "scale_pops": ("key-pop clip-scale-other", lambda s: (2.5 if 0.46 < s < 0.54 else 1,) * 3),
})


@GLTF.fault("bone-displaced clip-unit", "away", "in another unit")
def bone_displaced(rig, rng, how):
    clip, (_, joint, _) = a_clip(rig, rng), a_joint(rig, rng)
    rest = rig.nodes()[joint].get("translation", (0, 0, 0))
    away = 0.15 * rig.known(size) / math.hypot(*above(rig, joint)[:3])
    value = tuple(n + away for n in rest) if how == "away" else tuple(100 * n for n in rest)
    need(math.dist(value, rest) > 0.1 * away)
    rig.add_channel(clip, joint, "translation", [0.0], [value])
    return Where(names(rig, joint), rig.clip_name(clip))


# A whole clip

def long(change):
    """A change that only channels with many keys get."""
    return lambda t, v, rest: change(t, v) if len(v) > 11 else None


def holds(t, v, first, last):
    step = t[1] - t[0]
    return ([t[0] + k * step for k in range(first)] + [s + first * step for s in t] + [t[-1] + (first + 1 + k) * step for k in range(last)],
            v[:1] * first + v + v[-1:] * last)


def slows(t, v):
    last = len(v) - 1
    at = [last * (1 - (1 - k / last) ** 2.2) for k in range(last + 1)]
    return t, [mixed(v[int(a)], v[min(int(a) + 1, last)], a % 1) for a in at]


def lost(t, v):
    """A fifth of the frames is missing, and those after it follow at once."""
    first, fifth = len(v) // 2, len(v) // 5
    return t[:-fifth], v[:first] + v[first + fifth:]


of_clip.table({
    "clip_early": ("clip-early", lambda t, v, rest: ([s - 0.5 for s in t], v)),
    "clip_late": ("clip-late", lambda t, v, rest: ([s + 2.0 for s in t], v)),
    "clip_in_frames": ("clip-times", lambda t, v, rest: ([s * 30 for s in t], v)),
    "clip_in_milliseconds": ("clip-times", lambda t, v, rest: ([s * 1000 for s in t], v)),
    "clip_over_at_once": ("clip-times", lambda t, v, rest: ([s / 1000 for s in t], v)),
    "clip_in_minutes": ("clip-times", lambda t, v, rest: ([s / 60 for s in t], v)),
    "clip_faster_from_the_middle": ("clip-times", lambda t, v, rest: ([min(s, (s + (t[0] + t[-1]) / 2) / 2) for s in t], v)),
    "loop_shows_its_last_pose_twice": ("loop-held frame-repeated", long(lambda t, v: holds(t, v, 0, 1))),
    "loop_holds_its_last_pose": ("loop-held", long(lambda t, v: holds(t, v, 0, 6))),
    "loop_holds_its_first_pose": ("loop-held", long(lambda t, v: holds(t, v, 6, 0))),
    "loop_stands_for_long": ("loop-held", long(lambda t, v: holds(t, v, 0, 9 * len(t)))),
    "second_half_frozen": ("loop-held", lambda t, v, rest: (t, set_at(v, lambda q: v[len(v) // 2], 0.5, len(v)))),
    "frame_repeated": ("frame-repeated", long(lambda t, v: (t, v[:6] + v[5:6] + v[7:]))),
    "each_fifth_frame_repeated": ("frame-repeated", long(lambda t, v: (t, [v[k - (k % 5 == 4)] for k in range(len(v))]))),
    "clip_frozen": ("clip-still", lambda t, v, rest: (t, v[:1] * len(v))),
    "clip_stepped": ("clip-stepped", long(lambda t, v: (t[:-1:6] + t[-1:], v[:-1:6] + v[-1:], "STEP"))),
    "loop_cut_at_two_thirds": ("loop-seam", long(lambda t, v: (t[:len(t) * 2 // 3], v[:len(t) * 2 // 3]))),
    "loop_cut_at_four_fifths": ("loop-seam", long(lambda t, v: (t[:len(t) * 4 // 5], v[:len(t) * 4 // 5]))),
    "loop_slows_down": ("loop-speed", long(slows)),
})

of_clip.table({
    "starts_at_rest": ("key-pop loop-seam loop-speed", lambda t, v, rest: (t, [rest] + v[1:])),
    "passes_through_rest": ("key-pop", lambda t, v, rest: (t, set_at(v, lambda q: rest, 0.5))),
    "ends_at_rest": ("key-pop loop-seam loop-speed", lambda t, v, rest: (t, v[:-1] + [rest])),
    "frames_lost_without_a_gap": ("key-pop", long(lost)),
}, least=0.5)


of_clip.table({
    "clip_with_rest_twice": ("clip-unlike", lambda t, v, rest: (t, [rotated(rest, q) for q in v])),
    "clip_without_rest": ("clip-additive clip-unlike", lambda t, v, rest: (t, [rotated(conjugate(rest), q) for q in v])),
    "clip_in_other_axes": ("clip-unlike", lambda t, v, rest: (t, [(x, z, -y, w) for x, y, z, w in v])),
    "clip_of_other_handedness": ("clip-unlike", lambda t, v, rest: (t, [(-x, -y, z, w) for x, y, z, w in v])),
    "clip_with_positive_w": ("clip-unlike key-pop", lambda t, v, rest: (t, [(*q[:3], abs(q[3])) for q in v])),
    "clip_trembles": ("motion-jitter", long(lambda t, v: (t, [turned(k % 3, (-1) ** k * (3 + k * 5 % 4))(q) for k, q in enumerate(v)]))),
}, least=2.0, paths=("rotation",))

of_clip.table({
    "clip_a_hundred_times_larger": ("clip-unit", lambda t, v, rest: (t, [tuple(100 * n for n in p) for p in v])),
    "clip_a_hundred_times_smaller": ("clip-unit", lambda t, v, rest: (t, [tuple(n / 100 for n in p) for p in v])),
}, least=0.05, paths=("translation",))


@of_whole_clip("key-pop", "half")
@of_whole_clip("key-pop loop-seam", "behind")
def clips_joined(rig, clip, rng, how):
    """The second half is one of another clip, or that follows."""
    other = a_clip(rig, rng)
    for channel in rig.json["animations"][clip]["channels"]:
        own = rig.channel(other, channel["target"].get("node"), channel["target"]["path"])
        times, values = rig.keys(clip, channel)
        if own is None or len(values) < 8 or channel["target"]["path"] == "weights":
            continue
        then, there = rig.keys(other, own)
        half, step = len(values) // 2, times[-1] - times[-2]
        if how == "half":
            rig.set_keys(clip, channel, times, values[:half] + [there[k % len(there)] for k in range(len(values) - half)])
        else:
            rig.set_keys(clip, channel, times + [times[-1] + step + t - then[0] for t in then], values + there)
    return ()


@of_whole_clip("clip-unlike clip-proportions")
def channels_shifted_by_one_joint(rig, clip, rng):
    joints = joints_of(rig, a_skin(rig))
    need(len(joints) > 5)
    after = dict(zip(joints, joints[1:] + joints[:1]))
    for channel in rig.json["animations"][clip]["channels"]:
        channel["target"]["node"] = after.get(channel["target"].get("node"), channel["target"].get("node"))
    return ()


@of_whole_clip("clip-proportions bone-displaced clip-unit", "longer", "in world space", words=())
def clip_of_another_skeleton(rig, clip, rng, how):
    """Translations of other proportions in all bones."""
    world, joints = rig.world(), joints_of(rig, a_skin(rig))
    for joint in (j for j in joints if rig.parents().get(j) in joints):
        rest = rig.nodes()[joint].get("translation", (0, 0, 0))
        rig.add_channel(clip, joint, "translation", [0.0], [tuple(1.5 * n for n in rest) if how == "longer" else world[joint][12:15]])
    return ()


@of_whole_clip("clip-twice", words=())
def clip_has_the_keys_of_another(rig, clip, rng):
    other = a_clip(rig, rng)
    for part in ("channels", "samplers"):
        rig.json["animations"][clip][part] = copy.deepcopy(rig.json["animations"][other][part])
    return rig.clip_name(other),


@of_whole_clip("clip-empty", words=())
def clip_without_channels(rig, clip, rng):
    rig.json["animations"][clip].update(channels=[], samplers=[])
    return ()


@GLTF.fault("clips-none", alone=True)
def no_clips(rig, rng):
    need(rig.skinned() and rig.json.pop("animations", None))
    return Where({"model"})


# The root

of_root.table({
    "root_pops by 3 %": ("key-pop", lambda s, middle: (0.03 * middle,) * 3),
    "root_pops by 10 %": ("key-pop", lambda s, middle: (0.1 * middle,) * 3),
    "root_jumps_and_stays": ("key-pop", lambda s, middle: (0.3 if s > 0.5 else 0, 0, 0)),
    "root_motion_starts_over": ("key-pop", lambda s, middle: (0, 0, 1.2 * (2 * s % 1.0))),
    "feet_in_the_ground": ("feet-off-ground", lambda s, middle: (0, -0.1, 0)),
    "feet_above_the_ground": ("feet-off-ground", lambda s, middle: (0, 0.15, 0)),
    "figure_sinks": ("loop-seam", lambda s, middle: (0, -0.2 * s, 0)),
    "feet_slide": ("foot-slide", lambda s, middle: (0.15 * math.sin(2 * math.pi * s), 0, 0)),
    "clip_far_from_the_origin": ("clip-elsewhere", lambda s, middle: (6, 0, 6)),
})


@of_whole_clip("clip-elsewhere feet-off-ground bone-displaced clip-unit", 0, 0.65, 1.4, 100, words=())
def hips_scaled(rig, clip, rng, factor):
    """The hips of a clip are at the origin, or those of a figure of another size or unit."""
    node, channel = root_channel(rig, clip)
    values = rig.keys(clip, channel)[1]
    need(math.hypot(*values[0]) * math.hypot(*above(rig, node)[:3]) > 0.1 * rig.known(size))
    rig.set_keys(clip, channel, values=[tuple(factor * n for n in v) for v in values])
    return names(rig, node)


@of_whole_clip("clip-elsewhere", (1, 90), (1, 180))
@of_whole_clip("figure-lies", (0, -90), (2, 180))
def clip_turned(rig, clip, rng, axis, degrees):
    """The root is turned through a clip: away, on its back, on its head."""
    root = a_root(rig)
    channel = need(rig.channel(clip, root, "rotation"))
    back = inverted(above(rig, root))[4 * axis:4 * axis + 3]
    half = math.radians(degrees) / 2
    own = (*(math.sin(half) * n / math.hypot(*back) for n in back), math.cos(half))
    rig.set_keys(clip, channel, values=[rotated(own, v) for v in rig.keys(clip, channel)[1]])
    return names(rig, root)
