"""More harmless edits of glTF files: other ways to export the same, and motions and models that only look odd. Registers
them with GLTF; each takes a Rig and a random.Random, and returns a set, or None where the rig has no place."""
import bisect
import copy
import math

from classes import GLTF
from places import a_clip, a_root, a_skin, above, all_channels, end_of, extent, joints_of, largest_primitive, scaled
from rig import rotated, turn


def value_at(times, values, seconds, is_rotation):
    after = bisect.bisect_right(times, seconds)
    if after == 0 or after == len(times):
        return values[0] if after == 0 else values[-1]
    share = (seconds - times[after - 1]) / (times[after] - times[after - 1])
    a, b = values[after - 1], values[after]
    if is_rotation and sum(x * y for x, y in zip(a, b)) < 0:
        b = tuple(-n for n in b)
    mixed = tuple(x + share * (y - x) for x, y in zip(a, b))
    length = math.hypot(*mixed) if is_rotation else 1.0
    return tuple(n / length for n in mixed)


def resampled(rig, rate):
    for clip in range(min(4, len(rig.json.get("animations", [])))):
        end = end_of(rig, clip)
        for channel in all_channels(rig, clip):
            path = channel["target"]["path"]
            times, values = rig.keys(clip, channel)
            is_linear = rig.sampler(clip, channel).get("interpolation", "LINEAR") == "LINEAR"
            if path == "weights" or not is_linear or not end > times[0]:
                continue
            count = max(1, round((end - times[0]) * rate))
            at = [times[0] + (end - times[0]) * k / count for k in range(count + 1)]
            rig.set_keys(clip, channel, at, [value_at(times, values, t, path == "rotation") for t in at])
    return set()


@GLTF.harmless
def resampled_at_24(rig, rng):
    return resampled(rig, 24)


@GLTF.harmless
def resampled_at_60(rig, rng):
    return resampled(rig, 60)


@GLTF.harmless
def constant_channels_added(rig, rng):
    """As exporters write that sample all bones."""
    if a_skin(rig) is None:
        return None
    for clip in range(min(4, len(rig.json.get("animations", [])))):
        end = end_of(rig, clip)
        animation = rig.json["animations"][clip]
        for joint in joints_of(rig, a_skin(rig)):
            node = rig.nodes()[joint]
            if "matrix" in node:
                continue
            if not end > 0:
                continue
            for path, default in (("rotation", (0, 0, 0, 1)), ("scale", (1, 1, 1)), ("translation", (0, 0, 0))):
                if rig.channel(clip, joint, path) is not None:
                    continue
                value = tuple(node.get(path, default))
                animation["samplers"].append({"input": rig.add([(0.0,), (end,)], 1),
                                              "output": rig.add([value, value], len(value))})
                animation["channels"].append({"sampler": len(animation["samplers"]) - 1,
                                              "target": {"node": joint, "path": path}})
    return set()


@GLTF.harmless
def nodes_renamed_with_numbers(rig, rng):
    for index, node in enumerate(rig.nodes()):
        if "name" in node:
            node["name"] = "%s_%02d" % (node["name"], index)
    return set()


@GLTF.harmless
def keys_thinned(rig, rng):
    """Every key that the neighbors give within 0.2 degrees is left out."""
    for clip in range(min(4, len(rig.json.get("animations", [])))):
        for channel in all_channels(rig, clip):
            times, values = rig.keys(clip, channel)
            path = channel["target"]["path"]
            if path == "weights" or len(times) < 4:
                continue
            kept = [0]
            for k in range(1, len(times) - 1):
                near = value_at([times[kept[-1]], times[k + 1]], [values[kept[-1]], values[k + 1]], times[k],
                                path == "rotation")
                sign = -1 if path == "rotation" and sum(a * b for a, b in zip(near, values[k])) < 0 else 1
                unit = 2 if path == "rotation" else max(math.hypot(*v) for v in values)
                if math.dist(near, [sign * n for n in values[k]]) > 0.0015 * unit:
                    kept.append(k)
            kept.append(len(times) - 1)
            rig.set_keys(clip, channel, [times[k] for k in kept], [values[k] for k in kept])
    return set()


def new_clip(rig, name, seconds, rate, motion, joints=None):
    """A clip in which motion(joint, share) turns each joint from its rest."""
    if a_skin(rig) is not None and not set(joints_of(rig, a_skin(rig))) <= set(rig.below(a_root(rig))):
        return None  # turned and moved alone, its parts would come apart
    # Bones that follow targets of their own do not turn with those above them.
    if a_skin(rig) is None or any(word in rig.name(n) for n in range(len(rig.nodes())) for word in ("IK", "Pole")):
        return None
    count = round(seconds * rate)
    at = [(seconds * k / count,) for k in range(count + 1)]
    times = rig.add(at, 1)
    clip = {"name": name, "channels": [], "samplers": []}
    for number, joint in enumerate(joints or joints_of(rig, a_skin(rig))):
        node = rig.nodes()[joint]
        if "matrix" in node:
            return None
        rest = tuple(node.get("rotation", (0, 0, 0, 1)))
        values = [rotated(rest, motion(number, t[0] / seconds)) for t in at]
        clip["samplers"].append({"input": times, "output": rig.add(values, 4), "interpolation": "LINEAR"})
        clip["channels"].append({"sampler": len(clip["samplers"]) - 1, "target": {"node": joint, "path": "rotation"}})
    rig.json.setdefault("animations", []).append(clip)
    return clip


def moved_root(rig, clip, seconds, rate, path_of):
    """Adds a translation of the top joint to a new clip: path_of(share), shares of the size, Y up."""
    root, world, parents = a_root(rig), rig.world(), rig.parents()
    above = world[parents[root]] if root in parents else (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
    count = round(seconds * rate)
    rest = rig.nodes()[root].get("translation", (0, 0, 0))
    norm = sum(n * n for n in above[0:3])
    values = []
    for k in range(count + 1):
        away = [n * rig.size() for n in path_of(k / count)]
        own = [sum(above[4 * c + r] * away[r] for r in range(3)) / norm for c in range(3)]
        values.append(tuple(a + b for a, b in zip(rest, own)))
    clip["samplers"].append({"input": rig.add([(seconds * k / count,) for k in range(count + 1)], 1),
                             "output": rig.add(values, 3), "interpolation": "LINEAR"})
    clip["channels"].append({"sampler": len(clip["samplers"]) - 1, "target": {"node": root, "path": "translation"}})


@GLTF.harmless
def dance_added(rig, rng):
    """All joints swing, fast and wide."""
    swing = lambda number, t: turn(number % 3, 35 * math.sin(2 * math.pi * (4 * t + 0.13 * number)))
    return None if new_clip(rig, "Planted_Dance", 2.0, 30, swing) is None else set()


@GLTF.harmless
def jump_added(rig, rng):
    crouch = lambda number, t: turn(0, 6 * math.sin(math.pi * t) ** 2)
    clip = new_clip(rig, "Planted_Jump", 1.0, 30, crouch)
    if clip is None:
        return None
    moved_root(rig, clip, 1.0, 30, lambda t: (0.0, 1.2 * t * (1 - t), 0.0))
    return set()


@GLTF.harmless
def swim_added(rig, rng):
    """Lies in the water, above the ground."""
    stroke = lambda number, t: turn(1, 15 * math.sin(2 * math.pi * (t + 0.1 * number)))
    clip = new_clip(rig, "Planted_Swim", 1.5, 24, stroke)
    if clip is None:
        return None
    moved_root(rig, clip, 1.5, 24, lambda t: (0.0, 0.3 + 0.02 * math.sin(2 * math.pi * t), 0.0))
    return set()


@GLTF.harmless
def root_motion_added(rig, rng):
    """A walk that goes on over the ground."""
    step = lambda number, t: turn(0, 10 * math.sin(2 * math.pi * (2 * t + 0.5 * (number % 2))))
    clip = new_clip(rig, "March_RM", 2.0, 30, step)
    if clip is None:
        return None
    moved_root(rig, clip, 2.0, 30, lambda t: (0.0, 0.0, 1.5 * t))
    return set()


@GLTF.harmless
def punch_added(rig, rng):
    """Two joints go out in four frames and come back slower; the others hardly move."""
    joints = [j for j in joints_of(rig, a_skin(rig) or 0) if "matrix" not in rig.nodes()[j]] if a_skin(rig) else []
    if len(joints) < 6:
        return None
    out = lambda t: min(1.0, max(0.0, (t - 0.3) / 0.13)) if t < 0.45 else max(0.0, 1 - (t - 0.45) / 0.35)
    ease = lambda x: x * x * (3 - 2 * x)
    arm = joints[len(joints) // 2:len(joints) // 2 + 2]
    motion = lambda number, t: turn(0, 80 * ease(out(t)))
    return None if new_clip(rig, "Planted_Punch", 1.0, 30, motion, arm) is None else set()


@GLTF.harmless
def pause_in_the_middle(rig, rng):
    """A clip that moves, waits and moves back, as ease curves do."""
    share = lambda t: 0.5 - 0.5 * math.cos(math.pi * min(1, t / 0.35)) if t < 0.65 else \
        0.5 + 0.5 * math.cos(math.pi * (t - 0.65) / 0.35)
    motion = lambda number, t: turn(number % 3, 20 * share(t))
    return None if new_clip(rig, "Planted_Nod", 2.0, 30, motion) is None else set()


@GLTF.harmless
def poses_keyed_sparsely(rig, rng):
    """Four poses, half a second apart."""
    motion = lambda number, t: turn((number + round(4 * t)) % 3, 25 * math.sin(2 * math.pi * t))
    return None if new_clip(rig, "Planted_Gesture", 2.0, 2, motion) is None else set()


@GLTF.harmless
def wheel_added(rig, rng):
    """A mechanical part: it turns at one speed, a lever snaps over."""
    node = a_skin(rig)
    if node is None:
        return None
    part = dict(largest_primitive(rig, node))
    part["attributes"] = {k: v for k, v in part["attributes"].items() if k in ("POSITION", "NORMAL")}
    part.pop("targets", None)
    part.pop("material", None)
    rig.json["meshes"].append({"name": "wheel", "primitives": [part]})
    rig.nodes().append({"name": "wheel", "mesh": len(rig.json["meshes"]) - 1,
                        "scale": [0.1 * rig.size() / math.dist(*extent(rig, node))] * 3})
    wheel = len(rig.nodes()) - 1
    rig.nodes().append({"name": "lever"})
    scene = rig.json["scenes"][rig.json.get("scene", 0)]
    scene["nodes"] += [wheel, len(rig.nodes()) - 1]
    times = [k / 10 for k in range(21)]
    clip = {"name": "Machine", "channels": [], "samplers": []}
    for target, values in ((wheel, [turn(2, 36 * k) for k in range(21)]),
                           (len(rig.nodes()) - 1, [turn(0, 60 if 8 < k < 14 else 0) for k in range(21)])):
        clip["samplers"].append({"input": rig.add([(t,) for t in times], 1), "output": rig.add(values, 4)})
        clip["channels"].append({"sampler": len(clip["samplers"]) - 1, "target": {"node": target, "path": "rotation"}})
    rig.json.setdefault("animations", []).append(clip)
    return set()


@GLTF.harmless
def mirrored_prop_added(rig, rng):
    """A part on a bone, mirrored by its node."""
    node = a_skin(rig)
    if node is None:
        return None
    part = dict(largest_primitive(rig, node))
    part["attributes"] = {k: v for k, v in part["attributes"].items() if k not in ("JOINTS_0", "WEIGHTS_0")}
    rig.json["meshes"].append({"name": "shield", "primitives": [part]})
    rig.nodes().append({"name": "shield", "mesh": len(rig.json["meshes"]) - 1, "scale": [-0.1, 0.1, 0.1]})
    rig.nodes()[joints_of(rig, node)[-1]].setdefault("children", []).append(len(rig.nodes()) - 1)
    return set()


@GLTF.harmless
def face_added(rig, rng):
    """Morph targets with a clip that blinks and speaks."""
    node = a_skin(rig)
    if node is None or largest_primitive(rig, node).get("targets"):
        return None
    mesh = rig.json["meshes"][rig.nodes()[node]["mesh"]]
    size = math.dist(*extent(rig, node))
    skin = rig.read(largest_primitive(rig, node)["attributes"]["POSITION"])

    def moved(place, middle):
        return (0.0, 0.01 * size * max(0.0, 1 - math.dist(place, middle) / (0.15 * size)), 0.0)

    for primitive in mesh["primitives"]:
        places = rig.read(primitive["attributes"]["POSITION"])
        primitive["targets"] = [{"POSITION": rig.add([moved(place, middle) for place in places], 3)}
                                for middle in (skin[0], skin[len(skin) // 2])]
    mesh["weights"] = [0.0, 0.0]
    mesh["extras"] = {"targetNames": ["blink", "mouth_open"]}
    keys = []
    for k in range(31):
        keys += [(1.0 if k in (10, 11) else 0.0,), (0.5 + 0.5 * math.sin(k),)]
    rig.json.setdefault("animations", []).append(
        {"name": "Talk", "channels": [{"sampler": 0, "target": {"node": node, "path": "weights"}}],
         "samplers": [{"input": rig.add([(k / 24,) for k in range(31)], 1), "output": rig.add(keys, 1)}]})
    return set()


@GLTF.harmless
def part_cut_off_the_clip(rig, rng):
    """The first half of a clip, as a clip that does not loop."""
    clip = a_clip(rig)
    if clip is None:
        return None
    own = copy.deepcopy(rig.json["animations"][clip])
    own["name"] = "Turn_Start"
    rig.json["animations"].append(own)
    last = len(rig.json["animations"]) - 1
    middle = 0.5 * end_of(rig, last)
    for channel in all_channels(rig, last):
        times, values = rig.keys(last, channel)
        half = max(2, sum(t <= middle for t in times))
        if len(times) > 2 and channel["target"]["path"] != "weights":
            rig.set_keys(last, channel, times[:half], list(values[:half]))
    return set()


@GLTF.harmless
def hidden_by_scale(rig, rng):
    """A joint at the end of a chain is hidden for half of a clip, in steps."""
    node, clip = a_skin(rig), a_clip(rig)
    if node is None or clip is None:
        return None
    leaves = [j for j in joints_of(rig, node) if not rig.nodes()[j].get("children")]
    if not leaves or "matrix" in rig.nodes()[leaves[0]] or rig.channel(clip, leaves[0], "scale"):
        return None
    end = end_of(rig, clip)
    rest = tuple(rig.nodes()[leaves[0]].get("scale", (1, 1, 1)))
    animation = rig.json["animations"][clip]
    animation["samplers"].append({"input": rig.add([(0.0,), (end / 2,), (end,)], 1), "interpolation": "STEP",
                                  "output": rig.add([rest, tuple(0.001 * n for n in rest), rest], 3)})
    animation["channels"].append({"sampler": len(animation["samplers"]) - 1,
                                  "target": {"node": leaves[0], "path": "scale"}})
    return set()


@GLTF.harmless
def squash_and_stretch(rig, rng):

    def squash(t):
        s = 1 + 0.15 * math.sin(2 * math.pi * t)
        return (1 / math.sqrt(s), s, 1 / math.sqrt(s))
    return None if scaled(rig, rng, squash) is None else set()


@GLTF.harmless
def level_of_detail_added(rig, rng):
    """A coarser copy of the mesh with the same skin, in the same place."""
    node = a_skin(rig)
    if node is None or "indices" not in largest_primitive(rig, node):
        return None
    coarse = dict(largest_primitive(rig, node))
    indices = rig.read(coarse["indices"])
    coarse["indices"] = rig.add([i for t in range(0, len(indices) - 2, 6) for i in indices[t:t + 3]], 1, 5125)
    rig.json["meshes"].append({"name": "body_LOD1", "primitives": [coarse]})
    own = rig.nodes()[node]
    rig.nodes().append({"name": "body_LOD1", "mesh": len(rig.json["meshes"]) - 1, "skin": own["skin"]})
    rig.json["scenes"][rig.json.get("scene", 0)]["nodes"].append(len(rig.nodes()) - 1)
    return set()


@GLTF.harmless
def cameras_and_lights_added(rig, rng):
    rig.json.setdefault("cameras", []).append({"type": "perspective", "perspective": {"yfov": 0.8, "znear": 0.1}})
    rig.nodes().append({"name": "Camera", "camera": len(rig.json["cameras"]) - 1,
                        "translation": [0, rig.size(), 4 * rig.size()]})
    rig.nodes().append({"name": "Sun", "translation": [0, 10 * rig.size(), 0]})
    rig.json["scenes"][rig.json.get("scene", 0)]["nodes"] += [len(rig.nodes()) - 2, len(rig.nodes()) - 1]
    return set()


@GLTF.harmless
def end_joints_added(rig, rng):
    """A helper below each leaf, not in the skin."""
    node = a_skin(rig)
    if node is None:
        return None
    for joint in joints_of(rig, node):
        if not rig.nodes()[joint].get("children"):
            rig.nodes().append({"name": rig.name(joint) + "_end", "translation": [0.0, 0.01, 0.0]})
            rig.nodes()[joint]["children"] = [len(rig.nodes()) - 1]
    return set()


@GLTF.harmless
def second_uv_set_added(rig, rng):
    node = a_skin(rig)
    if node is None or "TEXCOORD_0" not in largest_primitive(rig, node)["attributes"]:
        return None
    for primitive in rig.primitives(node):
        if "TEXCOORD_0" in primitive["attributes"]:
            primitive["attributes"]["TEXCOORD_1"] = primitive["attributes"]["TEXCOORD_0"]
    return set()


@GLTF.harmless
def normals_left_out(rig, rng):
    node = a_skin(rig)
    if node is None:
        return None
    for primitive in rig.primitives(node):
        primitive["attributes"].pop("NORMAL", None)
        primitive["attributes"].pop("TANGENT", None)
    return set()
