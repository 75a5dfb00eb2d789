"""Still more harmless edits of glTF files: what other tools write for the same model, and motions that are meant. Registers
them with GLTF; each takes a Rig and a random.Random, and returns a set, or None where the rig has no place."""
import copy
import math

from classes import GLTF
from harmless import moved_root, new_clip, value_at
from places import (a_clip, a_joint, a_root, a_skin, above, all_channels, change_attribute, change_indices, conjugate,
                    end_of, inverted, joints_of, largest_primitive, moving, rotation_of, scaled, splined, twin_of)
from rig import rotated, times, turn


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


@GLTF.harmless
def clip_mirrored(rig, rng):
    """The mirror image of a clip: each bone does what the one on the other side did."""
    clip, node = a_clip(rig), a_skin(rig)
    if clip is None or node is None or any("matrix" in n for n in rig.nodes()):
        return None
    joints, world, parents = joints_of(rig, node), rig.world(), rig.parents()
    twins = {j: twin_of(rig, joints, j) for j in joints}
    pairs = [(a, b) for a, b in twins.items() if b is not None and twins.get(b) == a]
    away = [math.dist((-world[a][12], *world[a][13:15]), world[b][12:15]) for a, b in pairs]
    if len(pairs) < 6 or max(away) > 0.02 * rig.size() or not set(joints) <= set(rig.below(a_root(rig))):
        return None
    rest = {j: rotation_of(world[j]) for j in [*joints, *(parents[j] for j in joints if j in parents)]}
    if None in rest.values() or any(parents.get(j) not in joints for j in joints if j != a_root(rig)):
        return None
    mirrored = lambda q: (q[0], -q[1], -q[2], q[3])
    own = copy.deepcopy(rig.json["animations"][clip])
    own["name"] = rig.clip_name(clip) + "_Mirrored"
    rig.json["animations"].append(own)
    last, count = len(rig.json["animations"]) - 1, round(30 * end_of(rig, clip))
    at = [end_of(rig, clip) * k / count for k in range(count + 1)]
    tracks = {j: rig.channel(clip, j, "rotation") for j in joints}
    tracks = {j: rig.keys(clip, c) for j, c in tracks.items() if c}
    keys = {j: [] for j in joints}
    for t in at:
        posed, turned = {}, {}
        for j in [j for j in rig.below(a_root(rig)) if j in rest]:
            local = value_at(*tracks[j], t, True) if j in tracks else tuple(rig.nodes()[j].get("rotation", (0, 0, 0, 1)))
            up = posed.get(parents.get(j), rest.get(parents.get(j), (0, 0, 0, 1)))
            posed[j] = rotated(up, local)
        for j in posed:
            other = twins[j] if twins[j] in posed else j
            turned[j] = rotated(mirrored(rotated(posed[other], conjugate(rest[other]))), rest[j])
        for j in posed:
            up = turned.get(parents.get(j), rest.get(parents.get(j), (0, 0, 0, 1)))
            keys[j].append(rotated(conjugate(up), turned[j]))
    own["channels"] = [c for c in own["channels"] if c["target"]["path"] != "rotation" or c["target"]["node"] not in joints]
    for channel in own["channels"]:
        if channel["target"]["node"] == a_root(rig) and channel["target"]["path"] == "translation":
            space = above(rig, a_root(rig)) or tuple(float(i % 5 == 0) for i in range(16))
            flip = times(times(inverted(space), tuple((-1.0 if i == 0 else 1.0) * (i % 5 == 0) for i in range(16))), space)
            values = rig.keys(last, channel)[1]
            rig.set_keys(last, channel, values=[tuple(sum(flip[4 * c + r] * v[c] for c in range(3)) + flip[12 + r]
                                                      for r in range(3)) for v in values])
    for j in joints:
        own["samplers"].append({"input": rig.add([(t,) for t in at], 1), "output": rig.add(keys[j], 4)})
        own["channels"].append({"sampler": len(own["samplers"]) - 1, "target": {"node": j, "path": "rotation"}})
    return set()


def copied(rig, ending, words=("walk", "run")):
    """A copy of a clip, and its number."""
    clip = a_clip(rig, words)
    if clip is None or a_skin(rig) is None:
        return None
    own = copy.deepcopy(rig.json["animations"][clip])
    own["name"] = rig.clip_name(clip) + ending
    rig.json["animations"].append(own)
    return len(rig.json["animations"]) - 1


@GLTF.harmless
def limping_walk_added(rig, rng):
    """One knee hardly bends."""
    clip = copied(rig, "_Limp")
    legs = [] if clip is None else [j for j in joints_of(rig, a_skin(rig)) if moving(rig, clip, j, "rotation") and any(
        w in rig.name(j).lower() for w in ("leg", "shin", "calf", "knee"))]
    if not legs:
        return None
    channel = rig.channel(clip, legs[-1], "rotation")
    values, first = rig.keys(clip, channel)[1], rig.keys(clip, channel)[1][0]
    near = lambda v: v if sum(a * b for a, b in zip(v, first)) >= 0 else tuple(-n for n in v)
    mixed = [tuple(0.6 * a + 0.4 * b for a, b in zip(first, near(v))) for v in values]
    rig.set_keys(clip, channel, values=[tuple(n / math.hypot(*v) for n in v) for v in mixed])
    return set()


@GLTF.harmless
def arms_follow_late(rig, rng):
    """Overlapping action: what is far from the body comes a frame later, bone by bone."""
    clip = copied(rig, "_Loose")
    if clip is None:
        return None
    for joint in joints_of(rig, a_skin(rig)):
        if not any(w in rig.name(joint).lower() for w in ("arm", "hand", "head", "neck", "tail")) or \
                not moving(rig, clip, joint, "rotation"):
            continue
        channel = rig.channel(clip, joint, "rotation")
        values = list(rig.keys(clip, channel)[1])
        by = 2 if "hand" in rig.name(joint).lower() else 1
        if min(math.dist(values[0], values[-1]), math.dist(values[0], [-n for n in values[-1]])) < 0.02 and len(values) > 12:
            cycle = values[:-1]
            cycle = cycle[-by:] + cycle[:-by]
            rig.set_keys(clip, channel, values=cycle + cycle[:1])
    return set()


@GLTF.harmless
def fall_added(rig, rng):
    """The figure tips over and lies."""
    root = a_root(rig)
    motion = lambda number, t: turn(0, 6 * math.sin(math.pi * t)) if number else turn(0, -85 * min(1.0, 1.6 * t) ** 2)
    if root is None or joints_of(rig, a_skin(rig))[0] != root:
        return None
    return None if new_clip(rig, "Planted_Death", 1.2, 30, motion) is None else set()


@GLTF.harmless
def cape_added(rig, rng):
    """A sheet of long triangles on one bone."""
    node, found = a_skin(rig), a_joint(rig, rng)
    if found is None:
        return None
    world, skin = rig.world(), rig.json["skins"][rig.nodes()[node]["skin"]]
    if "inverseBindMatrices" not in skin:
        return None
    back = inverted(times(world[found[1]], rig.read(skin["inverseBindMatrices"])[found[0]]))
    at, size = world[found[1]][12:15], rig.size()
    corner = lambda x, y: [sum(back[4 * c + r] * (at[0] + x * size, at[1] - y * size, at[2] - 0.02 * size, 1)[c]
                               for c in range(4)) for r in range(3)]
    places = [corner(0.05 * (k % 4 - 1.5), 0.3 * (k // 4)) for k in range(8)]
    indices = [i for k in range(3) for i in (k, k + 4, k + 1, k + 1, k + 4, k + 5)]
    rig.json.setdefault("materials", []).append({"name": "cloth", "doubleSided": True})
    rig.json["meshes"].append({"name": "cape", "primitives": [{
        "attributes": {"POSITION": rig.add(places, 3), "JOINTS_0": rig.add([(found[0], 0, 0, 0)] * 8, 4, 5121),
                       "WEIGHTS_0": rig.add([(1.0, 0.0, 0.0, 0.0)] * 8, 4)},
        "indices": rig.add([(i,) for i in indices], 1, 5123), "material": len(rig.json["materials"]) - 1}]})
    rig.nodes().append({"name": "cape", "mesh": len(rig.json["meshes"]) - 1, "skin": rig.nodes()[node]["skin"]})
    rig.json["scenes"][rig.json.get("scene", 0)]["nodes"].append(len(rig.nodes()) - 1)
    return set()


@GLTF.harmless
def one_limb_larger(rig, rng):
    """A figure that is not symmetric: the vertices of one limb are farther from its bone."""
    node, found = a_skin(rig), a_joint(rig, rng)
    if found is None or "inverseBindMatrices" not in rig.json["skins"][rig.nodes()[node]["skin"]]:
        return None
    bind = inverted(rig.read(rig.json["skins"][rig.nodes()[node]["skin"]]["inverseBindMatrices"])[found[0]])
    for primitive in rig.primitives(node):
        own, weights = (rig.read(primitive["attributes"][n]) for n in ("JOINTS_0", "WEIGHTS_0"))

        def grow(values):
            for i, v in enumerate(values):
                held = sum(w for j, w in zip(own[i], weights[i]) if j == found[0])
                v[:] = [a + 0.25 * held * (a - b) for a, b in zip(v, bind[12:15])]
        change_attribute(rig, primitive, "POSITION", grow)
    return set()


@GLTF.harmless
def clip_of_the_arms_added(rig, rng):
    """Only the arms have keys, to be layered over a walk."""
    clip = copied(rig, "_Arms", ("punch", "attack", "wave", "walk", "run"))
    if clip is None:
        return None
    arms = [j for j in joints_of(rig, a_skin(rig)) if any(w in rig.name(j).lower() for w in ("arm", "hand", "shoulder"))]
    own = rig.json["animations"][clip]
    own["name"] = "Planted_Gesture_Arms"
    own["channels"] = [c for c in own["channels"] if c["target"]["node"] in arms and c["target"]["path"] == "rotation"]
    return set() if len(own["channels"]) > 2 else None
