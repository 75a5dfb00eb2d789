"""Still more harmless edits of glTF files: what other tools write for the same model, and motions that are meant. Registers
them with GLTF; each takes a Rig and a random.Random, and returns a set, or None where the rig has no place."""
import copy
import math

from classes import GLTF
from harmless import moved_root, new_clip
from places import (a_clip, a_joint, a_root, a_skin, above, all_channels, change_indices, end_of, inverted, joints_of,
                    largest_primitive, moving, scaled, splined)
from rig import rotated, times, turn


STILL = turn(0, 0)


# The same model, written in another way

@GLTF.harmless
def rest_pose_from_a_clip(rig, rng):
    """The nodes have the pose of the first frame of a clip, as many exporters leave them."""
    clip = a_clip(rig, ("idle", "walk", "run"))
    if clip is None or a_skin(rig) is None:
        return None
    for channel in all_channels(rig, clip):
        node, path = rig.nodes()[channel["target"]["node"]], channel["target"]["path"]
        if path == "weights" or "matrix" in node:
            return None
    driven = {(c["target"]["node"], c["target"]["path"]) for k in range(len(rig.json["animations"]))
              for c in all_channels(rig, k)}
    own = {(c["target"]["node"], c["target"]["path"]) for c in all_channels(rig, clip)}
    for k in range(len(rig.json["animations"])):  # what rested must not move in the other clips
        if {(c["target"]["node"], c["target"]["path"]) for c in all_channels(rig, k)} & own != own & driven:
            return None
    for channel in all_channels(rig, clip):
        node, path = rig.nodes()[channel["target"]["node"]], channel["target"]["path"]
        node[path] = list(rig.keys(clip, channel)[1][0])
    return set()


@GLTF.harmless
def node_of_a_skinned_mesh_moved(rig, rng):
    """The place of such a node counts for nothing."""
    node = a_skin(rig)
    if node is None or "matrix" in rig.nodes()[node] or rig.nodes()[node].get("children"):
        return None
    rig.nodes()[node].update({"translation": [3.0, 1.0, -2.0], "rotation": list(turn(1, 40)), "scale": [2.0] * 3})
    return set()


@GLTF.harmless
def vertices_without_triangles(rig, rng):
    """Left over from a decimation."""
    return None if change_indices(rig, lambda own: own[:len(own) // 30 * 3 * 9]) is None else set()


@GLTF.harmless
def mesh_in_two_primitives(rig, rng):
    node = a_skin(rig)
    if node is None or "indices" not in largest_primitive(rig, node):
        return None
    one = largest_primitive(rig, node)
    if one.get("mode", 4) != 4:
        return None
    other, indices = copy.deepcopy(one), rig.read(one["indices"])
    half = len(indices) // 6 * 3
    one["indices"], other["indices"] = rig.add(indices[:half], 1, 5125), rig.add(indices[half:], 1, 5125)
    rig.primitives(node).append(other)
    return set()


@GLTF.harmless
def triangles_unwelded(rig, rng):
    """Each triangle has vertices of its own."""
    node = a_skin(rig)
    if node is None or "indices" not in largest_primitive(rig, node):
        return None
    primitive = largest_primitive(rig, node)
    if primitive.get("targets") or primitive.get("mode", 4) != 4:
        return None
    indices = [i[0] for i in rig.read(primitive["indices"])]
    for name, index in list(primitive["attributes"].items()):
        accessor = rig.json["accessors"][index]
        values, width = rig.read(index), len(rig.read(index)[0])
        kind = 5123 if name.startswith("JOINTS") else 5126
        if accessor["componentType"] != 5126 and not name.startswith(("JOINTS", "WEIGHTS", "TEXCOORD", "COLOR")):
            return None
        primitive["attributes"][name] = rig.add([values[i] for i in indices], width, kind)
    primitive.pop("indices")
    return set()


@GLTF.harmless
def vertex_colors_painted(rig, rng):
    """Ambient occlusion in gray."""
    node = a_skin(rig)
    if node is None or "COLOR_0" in largest_primitive(rig, node)["attributes"]:
        return None
    primitive = largest_primitive(rig, node)
    count = rig.json["accessors"][primitive["attributes"]["POSITION"]]["count"]
    primitive["attributes"]["COLOR_0"] = rig.add([(0.5 + 0.5 * (k % 7) / 6,) * 3 + (1.0,) for k in range(count)], 4)
    return set()


@GLTF.harmless
def curves_as_splines(rig, rng):
    """The same keys, with tangents through the neighbors."""
    clip = a_clip(rig)
    if clip is None:
        return None
    for channel in list(all_channels(rig, clip)):
        key_times, values = rig.keys(clip, channel)
        same = rig.sampler(clip, channel).get("interpolation", "LINEAR") == "LINEAR"
        if channel["target"]["path"] == "rotation" and same and len(key_times) > 7:
            splined(rig, clip, channel, lambda tangents, near: None)
    return set()


@GLTF.harmless
def unit_in_the_root(rig, rng):
    """Centimeters below a root that scales by a hundredth."""
    node, root = a_skin(rig), a_root(rig)
    if node is None or len(rig.skinned()) > 1 or any("matrix" in n for n in rig.nodes()):
        return None
    skin, below = rig.json["skins"][rig.nodes()[node]["skin"]], set(rig.below(root))
    if not set(skin["joints"]) <= below or any("mesh" in rig.nodes()[n] for n in below) or \
            "inverseBindMatrices" not in skin:
        return None
    for joint in below:
        if "translation" in rig.nodes()[joint]:
            rig.nodes()[joint]["translation"] = [100 * n for n in rig.nodes()[joint]["translation"]]
    for clip in range(len(rig.json.get("animations", []))):
        for channel in all_channels(rig, clip):
            if channel["target"]["node"] in below and channel["target"]["path"] == "translation":
                if rig.sampler(clip, channel).get("interpolation") == "CUBICSPLINE":
                    return None
                rig.set_keys(clip, channel, values=[tuple(100 * n for n in v) for v in rig.keys(clip, channel)[1]])
    grow = tuple(100.0 if i % 5 == 0 and i < 15 else float(i == 15) for i in range(16))
    skin["inverseBindMatrices"] = rig.add([times(grow, m) for m in rig.read(skin["inverseBindMatrices"])], 16)
    parent = rig.parents().get(root)
    rig.nodes().append({"name": "unit", "children": [root], "scale": [0.01] * 3})
    siblings = rig.json["scenes"][rig.json.get("scene", 0)]["nodes"] if parent is None else rig.nodes()[parent]["children"]
    siblings[siblings.index(root)] = len(rig.nodes()) - 1
    return set()


@GLTF.harmless
def twist_bones_added(rig, rng):
    """Helpers below some joints, in the skin, without weights yet."""
    node = a_skin(rig)
    if node is None:
        return None
    skin, world = rig.json["skins"][rig.nodes()[node]["skin"]], rig.world()
    if "inverseBindMatrices" not in skin:
        return None
    matrices = rig.read(skin["inverseBindMatrices"])
    for joint in skin["joints"][2:8:2]:
        rig.nodes().append({"name": rig.name(joint) + "_twist"})
        rig.nodes()[joint].setdefault("children", []).append(len(rig.nodes()) - 1)
        matrices.append(matrices[skin["joints"].index(joint)])
        skin["joints"] = skin["joints"] + [len(rig.nodes()) - 1]
    skin["inverseBindMatrices"] = rig.add(matrices, 16)
    return set() if world else None


@GLTF.harmless
def hat_with_a_skin_of_its_own(rig, rng):
    """An accessory, skinned to a single joint."""
    node = a_skin(rig)
    found = a_joint(rig, rng)
    if found is None:
        return None
    part, world = dict(largest_primitive(rig, node)), rig.world()[found[1]]
    count = rig.json["accessors"][part["attributes"]["POSITION"]]["count"]
    part["attributes"] = {k: v for k, v in part["attributes"].items() if k in ("POSITION", "NORMAL", "TEXCOORD_0")}
    part.pop("targets", None)
    part["attributes"]["JOINTS_0"] = rig.add([(0, 0, 0, 0)] * count, 4, 5121)
    part["attributes"]["WEIGHTS_0"] = rig.add([(1.0, 0.0, 0.0, 0.0)] * count, 4)
    places = rig.read(part["attributes"]["POSITION"])
    size = max(max(p[c] for p in places) - min(p[c] for p in places) for c in range(3))
    small = 0.1 * rig.size() / size / (math.hypot(*world[:3]) or 1.0)
    bind = tuple(small if i in (0, 5, 10) else float(i == 15) for i in range(16))
    rig.json["meshes"].append({"name": "hat", "primitives": [part]})
    rig.json["skins"].append({"joints": [found[1]], "inverseBindMatrices": rig.add([bind], 16)})
    rig.nodes().append({"name": "hat", "mesh": len(rig.json["meshes"]) - 1, "skin": len(rig.json["skins"]) - 1})
    rig.json["scenes"][rig.json.get("scene", 0)]["nodes"].append(len(rig.nodes()) - 1)
    return set()


@GLTF.harmless
def eight_influences(rig, rng):
    """A second set, with a little weight for the parents."""
    node = a_skin(rig)
    if node is None or "JOINTS_1" in largest_primitive(rig, node)["attributes"]:
        return None
    joints, parents = joints_of(rig, node), rig.parents()
    above = [joints.index(parents[j]) if parents.get(j) in joints else s for s, j in enumerate(joints)]
    for primitive in rig.primitives(node):
        own, weights = (rig.read(primitive["attributes"][n]) for n in ("JOINTS_0", "WEIGHTS_0"))
        total = [sum(w) or 1.0 for w in weights]
        primitive["attributes"]["WEIGHTS_0"] = rig.add([tuple(0.97 * n / t for n in w) for w, t in zip(weights, total)], 4)
        primitive["attributes"]["JOINTS_1"] = rig.add([tuple(above[j] for j in v) for v in own], 4, 5123)
        primitive["attributes"]["WEIGHTS_1"] = rig.add([tuple(0.03 * n / t for n in w) for w, t in zip(weights, total)], 4)
    return set()


@GLTF.harmless
def second_scene_added(rig, rng):
    rig.json["scenes"].append({"name": "preview", "nodes": rig.json["scenes"][0]["nodes"][:1]})
    return set()


# Motions that are meant

@GLTF.harmless
def turn_around_added(rig, rng):
    """The figure turns half round, about the upright axis."""
    root = a_root(rig)
    if root is None:
        return None
    parent = rig.parents().get(root)
    world = rig.world()[parent] if parent is not None else tuple(float(i % 5 == 0) for i in range(16))
    back = inverted(world)
    axis = [back[4 + r] for r in range(3)]
    length = math.hypot(*axis)
    rest = tuple(rig.nodes()[root].get("rotation", (0, 0, 0, 1)))
    clip = new_clip(rig, "Turn180", 1.0, 30, lambda number, t: turn(0, 4 * math.sin(math.pi * t)))
    if clip is None:
        return None
    values = []
    for k in range(31):
        half = math.radians(180 * (0.5 - 0.5 * math.cos(math.pi * k / 30))) / 2
        own = (*(math.sin(half) * a / length for a in axis), math.cos(half))
        values.append(rotated(own, rest))
    channel = rig.channel(len(rig.json["animations"]) - 1, root, "rotation")
    rig.set_keys(len(rig.json["animations"]) - 1, channel, [k / 30 for k in range(31)], values)
    return set()


@GLTF.harmless
def wave_added(rig, rng):
    """One limb moves, everything else stands."""
    node = a_skin(rig)
    found = a_joint(rig, rng)
    if found is None:
        return None
    limb = [j for j in rig.below(found[1]) if j in joints_of(rig, node)][:3]
    motion = lambda number, t: turn(0, 30 * math.sin(math.pi * t) ** 2 * math.sin(6 * math.pi * t))
    return None if new_clip(rig, "Planted_Wave", 2.0, 30, motion, limb) is None else set()


@GLTF.harmless
def hit_reaction_added(rig, rng):
    """A jolt in two frames that dies away."""
    motion = lambda number, t: turn(number % 3, 9 * math.exp(-6 * max(0, t - 0.05)) * min(1.0, t / 0.07))
    return None if new_clip(rig, "Planted_Hit", 0.9, 30, motion) is None else set()


@GLTF.harmless
def spring_added(rig, rng):
    motion = lambda number, t: turn(0, 30 * math.exp(-4 * t) * math.sin(24 * t))
    joints = [j for j in joints_of(rig, a_skin(rig)) if not rig.nodes()[j].get("children")] if a_skin(rig) is not None else []
    return None if not joints or new_clip(rig, "Planted_Antenna", 2.0, 30, motion, joints) is None else set()


@GLTF.harmless
def capture_noise_added(rig, rng):
    """A tenth of a degree."""
    clip = a_clip(rig)
    if clip is None:
        return None
    for channel in all_channels(rig, clip):
        if channel["target"]["path"] == "rotation":
            key_times, values = rig.keys(clip, channel)
            if rig.sampler(clip, channel).get("interpolation", "LINEAR") == "LINEAR" and len(values) > 2:
                noisy = [rotated(v, turn(rng.randrange(3), rng.uniform(-0.1, 0.1))) for v in values[:-1]]
                rig.set_keys(clip, channel, values=noisy + [values[-1]])
    return set()


@GLTF.harmless
def clip_of_two_cycles(rig, rng):
    """A cycle, twice."""
    clip = a_clip(rig)
    if clip is None:
        return None
    end = end_of(rig, clip)
    for channel in all_channels(rig, clip):
        key_times, values = rig.keys(clip, channel)
        if channel["target"]["path"] == "weights" or rig.sampler(clip, channel).get("interpolation") == "CUBICSPLINE":
            return None
        if len(values) > 1 and math.dist(values[0], values[-1]) > 1e-3 and \
                math.dist(values[0], [-n for n in values[-1]]) > 1e-3:
            return None
        if len(values) > 1:
            rig.set_keys(clip, channel, key_times + [t + end for t in key_times[1:]], list(values) + list(values[1:]))
    rig.json["animations"][clip]["name"] = rig.clip_name(clip)
    return set()


@GLTF.harmless
def carrying_walk_added(rig, rng):
    """A walk with one arm that holds something."""
    clip, node = a_clip(rig, ("walk", "run")), a_skin(rig)
    if clip is None or node is None:
        return None
    arm = [j for j in joints_of(rig, node) if "arm" in rig.name(j).lower() and moving(rig, clip, j, "rotation")]
    if not arm:
        return None
    limb = set(rig.below(arm[0]))
    own = copy.deepcopy(rig.json["animations"][clip])
    own["name"] = rig.clip_name(clip) + "_Carry"
    rig.json["animations"].append(own)
    last = len(rig.json["animations"]) - 1
    for channel in all_channels(rig, last):
        if channel["target"]["node"] in limb:
            key_times, values = rig.keys(last, channel)
            rig.set_keys(last, channel, values=[values[0]] * len(values))
    return set()


@GLTF.harmless
def walk_backwards_added(rig, rng):
    clip = a_clip(rig, ("walk", "run"))
    if clip is None:
        return None
    own = copy.deepcopy(rig.json["animations"][clip])
    own["name"] = "Retreat"
    rig.json["animations"].append(own)
    last, end = len(rig.json["animations"]) - 1, end_of(rig, clip)
    for channel in all_channels(rig, last):
        key_times, values = rig.keys(last, channel)
        if channel["target"]["path"] == "weights" or rig.sampler(last, channel).get("interpolation") == "CUBICSPLINE":
            return None
        rig.set_keys(last, channel, [end - t for t in key_times[::-1]], list(values)[::-1])
    return set()


@GLTF.harmless
def climb_added(rig, rng):
    """The figure goes up, and stays above the ground."""
    motion = lambda number, t: turn(0, 12 * math.sin(2 * math.pi * (2 * t + 0.5 * (number % 2))))
    clip = new_clip(rig, "Planted_Climb", 2.0, 30, motion)
    if clip is None:
        return None
    moved_root(rig, clip, 2.0, 30, lambda t: (0.0, 0.8 * t, 0.0))
    return set()


@GLTF.harmless
def cartoon_growth(rig, rng):
    """A bone grows to half again and back."""
    grown = scaled(rig, rng, lambda t: (1 + 0.5 * math.sin(math.pi * t) ** 2,) * 3)
    return None if grown is None else set()
