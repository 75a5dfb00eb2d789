"""Harmless edits of glTF files: the same model, written in another way, and motions and parts that only look odd. Each takes a
Rig and a random.Random."""
import bisect
import copy
import math

from classes import GLTF, need
from places import (a_joint, a_root, a_skin, above, bare, extent, joints_of, largest, movers, moving, size)
from rig import inverted, mixed, rotated, turn
from skins import add_joint

edit = GLTF.harmless


# Names and order

def renamed(part, change):
    def all_names(rig, rng):
        for index, own in enumerate(rig.json.get(part, [])):
            if "name" in own:
                own["name"] = change(own["name"], index)
    return all_names


def register(name, change, **options):
    change.__name__ = name
    edit(**options)(change)


register("clips_renamed", renamed("animations", lambda name, i: name + "_v%d" % (i + 2)), copies=True)
register("bones_renamed", renamed("nodes", lambda name, i: "rig:%s_%02d" % (name, i)), copies=True)
register("meshes_renamed", renamed("meshes", lambda name, i: "geo_" + name), copies=True)
register("channels_reordered", lambda rig, rng: [rng.shuffle(clip["channels"]) for clip in rig.json.get("animations", [])])
register("clips_reordered", lambda rig, rng: rig.json.get("animations", []).reverse())
register("children_reordered", lambda rig, rng: [node.get("children", []).reverse() for node in rig.nodes()])


# Nodes around the model

register("nothing", lambda rig, rng: None)
register("empty_node_added", lambda rig, rng: rig.add_node(name="locator"))
register("world_turned", lambda rig, rng: rig.add_root(name="world", rotation=list(turn(1, 90))))
register("world_moved", lambda rig, rng: rig.add_root(name="world", translation=[0.4 * rig.known(size), 0, -0.3 * rig.known(size)]))
register("world_larger", lambda rig, rng: rig.add_root(name="world", scale=[1.2] * 3))
register("second_scene_added", lambda rig, rng: rig.json["scenes"].append({"name": "preview", "nodes": rig.scene()["nodes"][:1]}))


@edit()
def end_joints_added(rig, rng):
    """A helper below each leaf, not in the skin."""
    for joint in joints_of(rig, a_skin(rig)):
        if not rig.nodes()[joint].get("children"):
            rig.add_node(joint, name=rig.name(joint) + "_end", translation=[0.0, 0.01, 0.0])


@edit(true="bone-unused")
def twist_bones_added(rig, rng):
    for joint in joints_of(rig, a_skin(rig))[2:8:2]:
        add_joint(rig, joint, rig.name(joint) + "_twist", [0.0] * 3)


# Keys

def of_keys(name, change, paths=("rotation", "translation", "scale"), **options):
    """Registers change(times, values, path, rng) of all linear channels; None leaves one as it is."""
    def all_channels(rig, rng):
        for clip in range(len(need(rig.json.get("animations")))):
            for channel in rig.json["animations"][clip]["channels"]:
                key_times, values = rig.keys(clip, channel)
                linear = rig.sampler(clip, channel).get("interpolation", "LINEAR") == "LINEAR"
                own = change(key_times, values, channel["target"]["path"], rng) if linear and channel["target"]["path"] in paths else None
                if own is not None:
                    rig.set_keys(clip, channel, *own)
    register(name, all_channels, **options)


def value_at(key_times, values, seconds):
    after = bisect.bisect_right(key_times, seconds)
    if after in (0, len(key_times)):
        return values[0] if after == 0 else values[-1]
    return mixed(values[after - 1], values[after], (seconds - key_times[after - 1]) / (key_times[after] - key_times[after - 1]))


def resampled(t, v, path, rng, rate=60):
    count = round((t[-1] - t[0]) * rate)
    at = [t[0] + (t[-1] - t[0]) * k / count for k in range(count + 1)] if count else []
    return (at, [value_at(t, v, s) for s in at]) if at else None


def doubled(t, v, path, rng):
    at = sorted([*t, *((a + b) / 2 for a, b in zip(t, t[1:]))])
    return at, [value_at(t, v, s) for s in at]


def thinned(t, v, path, rng):
    """Keys that the neighbors give within 0.2 degrees are left out."""
    kept = [0]
    for k in range(1, len(t) - 1):
        near = value_at([t[kept[-1]], t[k + 1]], [v[kept[-1]], v[k + 1]], t[k])
        unit = 2 if path == "rotation" else max(math.hypot(*p) for p in v)
        if min(math.dist(near, v[k]), math.dist(near, [-n for n in v[k]])) > 0.0015 * unit:
            kept.append(k)
    kept += [len(t) - 1] if len(t) > 1 else []
    return [t[k] for k in kept], [v[k] for k in kept]


ALL = ("rotation", "translation", "scale", "weights")
of_keys("clips_slower", lambda t, v, path, rng: ([1.5 * s for s in t], v), ALL)
of_keys("clips_faster", lambda t, v, path, rng: ([0.7 * s for s in t], v), ALL)
of_keys("clips_start_at_frame_one", lambda t, v, path, rng: ([s + 1 / 24 for s in t], v), ALL)
of_keys("rotations_negated", lambda t, v, path, rng: (t, [[-n for n in q] for q in v]) if rng.random() < 0.5 else None, ("rotation",))
of_keys("resampled_at_60", resampled, true="keys-dense track-constant")
of_keys("keys_doubled", doubled, true="keys-dense track-constant")
of_keys("keys_thinned", thinned)
of_keys("capture_noise", lambda t, v, path, rng: (t, [rotated(q, turn(k % 3, rng.uniform(-0.1, 0.1))) for k, q in enumerate(v[:-1])] + v[-1:]),
        ("rotation",))


@edit(true="track-constant")
def constant_channels_added(rig, rng):
    """As exporters write that sample all bones."""
    for clip in range(len(need(rig.json.get("animations")))):
        for joint in joints_of(rig, a_skin(rig)):
            for path, value in (("rotation", (0, 0, 0, 1)), ("scale", (1, 1, 1)), ("translation", (0, 0, 0))):
                if rig.channel(clip, joint, path) is None and "matrix" not in rig.nodes()[joint]:
                    end = max(rig.read(s["input"])[-1][0] for s in rig.json["animations"][clip]["samplers"])
                    rig.add_channel(clip, joint, path, [0.0, end or 1.0], [tuple(rig.nodes()[joint].get(path, value))] * 2)


# Clips that are meant

def copied(rig, ending, words=("walk", "run")):
    """A copy of a clip, and its number."""
    clips = [c for c, own in enumerate(rig.json.get("animations", [])) if "name" in own and rig.known(movers, c)]
    named = need([c for w in words for c in clips if w in rig.clip_name(c).lower()] + clips)
    rig.json["animations"].append(copy.deepcopy(rig.json["animations"][named[0]]))
    rig.json["animations"][-1]["name"] = rig.clip_name(named[0]) + ending
    return len(rig.json["animations"]) - 1


def of_copy(name, ending, change, words=("walk", "run")):
    """Registers change(times, values) of the channels of a copied clip."""
    def clip_added(rig, rng):
        clip = copied(rig, ending, words)
        end = max(rig.keys(clip, c)[0][-1] for c in rig.json["animations"][clip]["channels"])
        for channel in rig.json["animations"][clip]["channels"]:
            key_times, values = rig.keys(clip, channel)
            rig.set_keys(clip, channel, *change(key_times, values, end))
    register(name, clip_added, copies=True)


of_copy("walk_backwards_added", "_Backward", lambda t, v, end: ([end - s for s in t[::-1]], v[::-1]))
of_copy("clip_on_twos_added", "_Twos", lambda t, v, end: (t, [v[k - k % 2] for k in range(len(v) - 1)] + v[-1:]))
of_copy("pose_added", "_Pose", lambda t, v, end: ([0.0], v[:1]))
of_copy("start_of_a_clip_added", "_Start", lambda t, v, end: (t[:max(1, len(t) // 2)], v[:max(1, len(t) // 2)]))
of_copy("eased_clip_added", "_Eased", lambda t, v, end: ([s + 0.01 * end * math.sin(4 * math.pi * s / (end or 1)) for s in t], v), ("jump", "punch"))


@edit(copies=True)
def carrying_walk_added(rig, rng):
    """One arm holds something."""
    clip = copied(rig, "_Carry")
    arm = need([j for j in joints_of(rig, a_skin(rig)) if "arm" in rig.name(j).lower() and moving(rig, clip, j)])
    for joint in rig.below(arm[0]):
        channel = rig.channel(clip, joint, "rotation")
        if channel:
            rig.set_keys(clip, channel, values=rig.keys(clip, channel)[1][:1] * len(rig.keys(clip, channel)[0]))


@edit(copies=True)
def clip_of_the_arms_added(rig, rng):
    """Only the arms have keys, to be layered over a walk."""
    clip = copied(rig, "_Arms")
    arms = need([j for j in joints_of(rig, a_skin(rig)) if any(w in rig.name(j).lower() for w in ("arm", "hand"))])
    rig.drop_channels(clip, [n for n in range(len(rig.nodes())) if n not in arms])
    need(rig.json["animations"][clip]["channels"])


def of_motion(name, title, seconds, motion, root=None):
    """Registers a clip in which motion(number, share) turns each joint from its rest, and root(share) moves the figure by its
    sizes, Y up."""
    def clip_added(rig, rng):
        top, joints = a_root(rig), joints_of(rig, a_skin(rig))
        # Bones that follow targets of their own do not turn with those above them.
        need(set(joints) <= set(rig.below(top)) and not any(w in rig.name(j) for j in joints for w in ("IK", "Pole", "CONTROL")))
        need(not any("matrix" in rig.nodes()[j] for j in joints) and all("name" in own for own in rig.json.get("animations", [])))
        rig.json.setdefault("animations", []).append({"name": title, "channels": [], "samplers": []})
        clip, at, back = len(rig.json["animations"]) - 1, [k / 30 for k in range(round(30 * seconds) + 1)], inverted(above(rig, top))
        for number, joint in enumerate(joints):
            rest = tuple(rig.nodes()[joint].get("rotation", (0, 0, 0, 1)))
            rig.add_channel(clip, joint, "rotation", at, [rotated(rest, motion(number, t / seconds)) for t in at])
        if root:
            rest = rig.nodes()[top].get("translation", (0, 0, 0))
            away = [[rig.known(size) * n for n in root(t / seconds)] for t in at]
            rig.add_channel(clip, top, "translation", at,
                            [tuple(r + sum(back[4 * c + k] * a[c] for c in range(3)) for k, r in enumerate(rest)) for a in away])
    register(name, clip_added, true="track-constant keys-dense foot-slide", copies=True)


def wave(cycles, degrees, lag=0.0):
    return lambda number, t: turn(number % 3, degrees * math.sin(2 * math.pi * (cycles * t + lag * number)))


of_motion("dance_added", "Planted_Dance", 2.0, wave(4, 35, 0.13))
of_motion("breathing_added", "Idle_Breathing", 3.0, lambda number, t: turn(0, 1.2 * math.sin(2 * math.pi * t) * (number < 4)))
of_motion("jump_added", "Planted_Jump", 1.0, lambda number, t: turn(0, 6 * math.sin(math.pi * t) ** 2), lambda t: (0, 1.2 * t * (1 - t), 0))
of_motion("swim_added", "Planted_Swim", 1.5, wave(1, 15, 0.1), lambda t: (0, 0.3 + 0.02 * math.sin(2 * math.pi * t), 0))
of_motion("climb_added", "Planted_Climb", 2.0, wave(2, 12, 0.5), lambda t: (0, 0.8 * t, 0))
of_motion("march_added", "March_RM", 2.0, wave(2, 10, 0.5), lambda t: (0, 0, 1.5 * t))
of_motion("hit_added", "Planted_Hit", 0.9, lambda number, t: turn(number % 3, 9 * math.exp(-6 * max(0, t - 0.05)) * min(1.0, t / 0.07)))
of_motion("nod_added", "Planted_Nod", 2.0, lambda number, t: turn(number % 3, 20 * math.sin(math.pi * min(1, t / 0.35, (1 - t) / 0.35) / 2) ** 2))
of_motion("punch_added", "Planted_Punch", 1.0, lambda number, t: turn(0, 80 * max(0.0, 1 - abs(t - 0.4) / 0.15) ** 2 * (number in (5, 6))))
of_motion("death_added", "Planted_Death", 1.2, lambda number, t: turn(0, -85 * min(1.0, 1.6 * t) ** 2 if number == 0 else 5 * t))


@edit(copies=True)
def breathing_scale(rig, rng):
    """A bone swells by a few percent in a copied clip, as in cartoons."""
    clip, (_, joint, _) = copied(rig, "_Cartoon"), a_joint(rig, rng)
    at = max((rig.keys(clip, c)[0] for c in rig.json["animations"][clip]["channels"]), key=len)
    rest = rig.nodes()[joint].get("scale", (1, 1, 1))
    rig.add_channel(clip, joint, "scale", at, [tuple(n * (1 + 0.05 * math.sin(2 * math.pi * t / at[-1])) for n in rest) for t in at])


# Meshes and parts

def of_primitives(name, change, **options):
    """Registers change(rig, primitive, rng) of all primitives."""
    def all_primitives(rig, rng):
        for primitive in (p for mesh in need(rig.json.get("meshes")) for p in mesh["primitives"]):
            change(rig, primitive, rng)
    register(name, all_primitives, **options)


def put(attribute, change):
    def values(rig, p, rng):
        rig.put(p["attributes"], attribute, [change(v) for v in rig.read(need(p["attributes"].get(attribute)))])
    return values


def shuffled(rig, p, rng):
    own = [i[0] for i in rig.read(need(p.get("indices")))]
    triangles = [own[i:i + 3] for i in range(0, len(own), 3)]
    rng.shuffle(triangles)
    p["indices"] = rig.add([(i,) for t in triangles for i in t], 1, 5125)


def unwelded(rig, p, rng):
    """Each triangle has vertices of its own."""
    need("indices" in p and not p.get("targets"))
    own = [i[0] for i in rig.read(p.pop("indices"))]
    for name, index in list(p["attributes"].items()):
        values = rig.read(index)
        rig.put(p["attributes"], name, [values[i] for i in own])


of_primitives("triangles_reordered", shuffled)
of_primitives("triangles_unwelded", unwelded)
of_primitives("uvs_tiled", put("TEXCOORD_0", lambda v: [4 * n + 2 for n in v]))
of_primitives("uvs_of_a_palette", put("TEXCOORD_0", lambda v: [(int(n * 4) % 4 + 0.5) / 4 for n in v]))
of_primitives("weights_rounded", put("WEIGHTS_0", lambda v: [round(n, 4) for n in v]))
of_primitives("normals_left_out", lambda rig, p, rng: [own.pop(n, None) for own in (p["attributes"], *p.get("targets", []))
                                                             for n in ("NORMAL", "TANGENT")], true="normals-made")
of_primitives("second_uv_set_added", lambda rig, p, rng: p["attributes"].update(
    {"TEXCOORD_1": p["attributes"]["TEXCOORD_0"]} if "TEXCOORD_0" in p["attributes"] else {}))


@edit()
def joints_reordered(rig, rng):
    """The joints of all skins, their matrices and all indices, alike."""
    for skin in rig.json.get("skins", []):
        skin["joints"] = skin["joints"][::-1]
        if "inverseBindMatrices" in skin:
            skin["inverseBindMatrices"] = rig.add(rig.read(skin["inverseBindMatrices"])[::-1], 16)
    last = {rig.nodes()[n]["mesh"]: len(joints_of(rig, n)) - 1 for n in need(rig.skinned())}
    for mesh, count in last.items():
        for p in rig.json["meshes"][mesh]["primitives"]:
            rig.put(p["attributes"], "JOINTS_0", [[max(0, count - j) for j in v] for v in rig.read(p["attributes"]["JOINTS_0"])])


@edit(copies=True)
def level_of_detail_added(rig, rng):
    node = a_skin(rig)
    coarse, own = dict(largest(rig, node)), rig.read(need(largest(rig, node).get("indices")))
    coarse["indices"] = rig.add([i for t in range(0, len(own) - 2, 6) for i in own[t:t + 3]], 1, 5125)
    rig.add_mesh("body_LOD1", coarse, skin=rig.nodes()[node]["skin"])


@edit(copies=True)
def prop_added(rig, rng, scale=0.1):
    """A rigid part on a bone."""
    _, joint, node = a_joint(rig, rng)
    share = 0.1 * rig.known(size) / extent(rig, node) / math.hypot(*rig.world()[joint][:3])
    rig.add_mesh("prop", bare(largest(rig, node)), joint, scale=[math.copysign(share, scale), share, share])


register("mirrored_prop_added", lambda rig, rng: prop_added(rig, rng, -0.1), copies=True)


@edit()
def ground_added(rig, rng):
    far = 2 * rig.known(size) or 2.0
    corners = [(-far, 0.0, -far), (-far, 0.0, far), (far, 0.0, far), (far, 0.0, -far)]
    rig.add_mesh("ground", {"attributes": {"POSITION": rig.add(corners, 3), "NORMAL": rig.add([(0.0, 1.0, 0.0)] * 4, 3)},
                            "indices": rig.add([(i,) for i in (0, 1, 2, 0, 2, 3)], 1, 5123)})


@edit()
def skinned_mesh_node_moved(rig, rng):
    """The node of a skinned mesh counts for nothing, wherever it is."""
    node = rig.nodes()[a_skin(rig)]
    need("matrix" not in node and not node.get("children"))
    node.update({"translation": [3.0, 1.0, -2.0], "rotation": list(turn(1, 40)), "scale": [2.0] * 3})
