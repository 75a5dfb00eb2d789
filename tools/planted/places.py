"""Where a fault has its place in a glTF rig, and what the classes of faults and harmless edits share."""
import math
import statistics

from classes import GLTF
from rig import times

NAN = float("nan")
SIDES = ((".L", ".R"), ("_L", "_R"), (".l", ".r"), ("_l", "_r"), ("Left", "Right"), ("left", "right"))


# Places

def a_skin(rig):
    """The skinned node with the most vertices."""
    count = lambda n: sum(rig.json["accessors"][p["attributes"]["POSITION"]]["count"] for p in rig.primitives(n))
    return max(rig.skinned(), key=count, default=None)


def joints_of(rig, node):
    return rig.json["skins"][rig.nodes()[node]["skin"]]["joints"]


def twin_of(rig, joints, joint):
    """The joint of the other side, by name."""
    for a, b in SIDES:
        for one, other in ((a, b), (b, a)):
            if one in rig.name(joint):
                name = rig.name(joint).replace(one, other).split("_0")[0]
                found = [j for j in joints if rig.name(j).split("_0")[0] == name and j != joint]
                if found:
                    return found[0]
    return None


def a_joint(rig, rng, clip=None, path=None):
    """A joint with children or much weight, animated by the clip; (slot, node), or None."""
    node = a_skin(rig)
    if node is None:
        return None
    joints, sums = joints_of(rig, node), rig.weights_of_joints(node)
    typical = statistics.median([s for s in sums if s > 0] or [0])
    good = [(slot, joint) for slot, joint in enumerate(joints)
            if sums[slot] >= typical * 0.6 and rig.parents().get(joint) in joints and
            (clip is None or moving(rig, clip, joint, path))]
    return rng.choice(good) if good else None


def moving(rig, clip, node, path):
    channel = rig.channel(clip, node, path)
    if channel is None:
        return False
    times, values = rig.keys(clip, channel)
    return len(times) >= 8 and any(math.dist(v, values[0]) > 0.05 for v in values)


def a_clip(rig, words=("walk", "run", "idle")):
    clips = range(len(rig.json.get("animations", [])))
    named = [c for w in words for c in clips if w in rig.clip_name(c).lower()]
    dense = [c for c in (named or clips) if rig.json["animations"][c]["channels"]]
    return dense[0] if dense else None


def a_mover(rig, rng, path="rotation"):
    """(clip, node, channel) of a joint that a clip moves."""
    clip = a_clip(rig)
    found = None if clip is None else a_joint(rig, rng, clip, path)
    if found is None:
        return None
    return clip, found[1], rig.channel(clip, found[1], path)


def a_root(rig):
    """The top joint of the skin, the node whose translation moves the figure."""
    node = a_skin(rig)
    if node is None:
        return None
    joints, parents = joints_of(rig, node), rig.parents()
    tops = [j for j in joints if parents.get(j) not in joints]
    top = max(tops, key=lambda j: len(rig.below(j)))
    return top


def root_channel(rig, clip, dense=True):
    """The channel of translation nearest to the root of the skeleton, added from its rest where there is none."""
    top = a_root(rig)
    open_ = [] if top is None else [top]
    while open_:
        node = open_.pop(0)
        channel = rig.channel(clip, node, "translation")
        if channel and (not dense or len(rig.keys(clip, channel)[0]) >= 8):
            return node, channel
        open_ += [c for c in rig.nodes()[node].get("children", [])] if len(open_) < 4 else []
    return None


def names(rig, *indices):
    return {rig.name(i) for i in indices if i is not None}


def skin_names(rig, node):
    return {rig.mesh_name(node), rig.name(node)}


def names_of_skin(rig, node):
    """Of all nodes that show the skin of this one, and their meshes: they share its matrices."""
    bound = [n for n in rig.skinned() if rig.nodes()[n]["skin"] == rig.nodes()[node]["skin"]]
    return set().union(*(skin_names(rig, n) for n in bound))


def all_channels(rig, clip):
    return rig.json["animations"][clip]["channels"]


def end_of(rig, clip):
    return max(rig.keys(clip, c)[0][-1] for c in all_channels(rig, clip))


def largest_primitive(rig, node):
    return max(rig.primitives(node), key=lambda p: rig.json["accessors"][p["attributes"]["POSITION"]]["count"])


def extent(rig, node):
    places = rig.read(largest_primitive(rig, node)["attributes"]["POSITION"])
    return [[f(p[c] for p in places) for c in range(3)] for f in (min, max)]


def placed(rig, node):
    """The matrix that puts a mesh without its skin where the first joint has it."""
    skin = rig.json["skins"][rig.nodes()[node]["skin"]]
    if "inverseBindMatrices" not in skin:
        return [1.0 if i % 5 == 0 else 0.0 for i in range(16)]
    return list(times(rig.world()[skin["joints"][0]], rig.read(skin["inverseBindMatrices"])[0]))


def a_morph(rig):
    for mesh in rig.json.get("meshes", []):
        for primitive in mesh["primitives"]:
            if primitive.get("targets"):
                return mesh, primitive
    return None


def a_material(rig):
    node = a_skin(rig)
    if node is None:
        return None
    index = largest_primitive(rig, node).get("material")
    return None if index is None else rig.json["materials"][index]


def rest_of(rig, channel):
    node, path = rig.nodes()[channel["target"]["node"]], channel["target"]["path"]
    if "matrix" in node:
        return None
    return tuple(node.get(path, {"rotation": (0, 0, 0, 1), "scale": (1, 1, 1)}.get(path, (0, 0, 0))))


def above(rig, node):
    parent = rig.parents().get(node)
    return None if parent is None else rig.world()[parent]


# Matrices and rotations

def conjugate(q):
    return (-q[0], -q[1], -q[2], q[3])


def rotation_of(matrix):
    """The rotation of a matrix without shear, x y z w."""
    c = [[matrix[4 * k + r] / math.hypot(*matrix[4 * k:4 * k + 3]) for r in range(3)] for k in range(3)]
    w = math.sqrt(max(0.0, 1 + c[0][0] + c[1][1] + c[2][2])) / 2
    if w > 0.05:
        return ((c[1][2] - c[2][1]) / (4 * w), (c[2][0] - c[0][2]) / (4 * w), (c[0][1] - c[1][0]) / (4 * w), w)
    return None


def inverted(m):
    """The inverse of an affine matrix, by column."""
    a = [[m[4 * c + r] for c in range(3)] for r in range(3)]
    minor = lambda r, c: (a[(r + 1) % 3][(c + 1) % 3] * a[(r + 2) % 3][(c + 2) % 3] -
                          a[(r + 1) % 3][(c + 2) % 3] * a[(r + 2) % 3][(c + 1) % 3])
    scale = sum(a[0][c] * minor(0, c) for c in range(3))
    inverse = [[minor(c, r) / scale for c in range(3)] for r in range(3)]
    moved = [-sum(inverse[r][c] * m[12 + c] for c in range(3)) for r in range(3)]
    return tuple(n for c in range(3) for n in (*(inverse[r][c] for r in range(3)), 0.0)) + (*moved, 1.0)


# Changes

def scale_world(rig, factor):
    for root in rig.json["scenes"][rig.json.get("scene", 0)]["nodes"][:]:
        node = rig.nodes()[root]
        if "matrix" in node:
            node["matrix"] = [n * (factor if i % 4 != 3 else 1) for i, n in enumerate(node["matrix"])]
            continue
        node["scale"] = [n * factor for n in node.get("scale", (1, 1, 1))]
        node["translation"] = [n * factor for n in node.get("translation", (0, 0, 0))]


def change_bind(rig, node, slot, change):
    skin = rig.json["skins"][rig.nodes()[node]["skin"]]
    if "inverseBindMatrices" not in skin:
        return False
    matrices = rig.read(skin["inverseBindMatrices"])
    matrices[slot] = change(list(matrices[slot]))
    skin["inverseBindMatrices"] = rig.add(matrices, 16)
    return True


def change_attribute(rig, primitive, name, change, kind=5126):
    values = [list(v) for v in rig.read(primitive["attributes"][name])]
    change(values)
    primitive["attributes"][name] = rig.add(values, len(values[0]), kind)


def change_weights(rig, change):
    node = a_skin(rig)
    if node is None:
        return None
    change_attribute(rig, largest_primitive(rig, node), "WEIGHTS_0", change)
    return skin_names(rig, node)


def change_mesh(rig, name, change):
    node = a_skin(rig)
    if node is None:
        shown = [n for n, own in enumerate(rig.nodes()) if "mesh" in own]
        if not shown:
            return None
        node = shown[0]
    primitive = largest_primitive(rig, node)
    if name not in primitive["attributes"]:
        return None
    change_attribute(rig, primitive, name, change)
    return skin_names(rig, node)


def change_indices(rig, change):
    node = a_skin(rig)
    if node is None or "indices" not in largest_primitive(rig, node):
        return None
    primitive = largest_primitive(rig, node)
    indices = [i[0] for i in rig.read(primitive["indices"])]
    primitive["indices"] = rig.add([(i,) for i in change(indices)], 1, 5125)
    return skin_names(rig, node)


# Keys

def pop(rig, rng, path, change, width=1):
    found = a_mover(rig, rng, path)
    if found is None:
        return None
    clip, node, channel = found
    times, values = rig.keys(clip, channel)
    key = len(values) // 2
    values = list(values)
    for k in range(key, key + width):
        values[k] = change(values[k])
    rig.set_keys(clip, channel, values=values)
    return names(rig, node) | {rig.clip_name(clip)}


def scaled(rig, rng, value_at):
    """Gives a joint a channel of scale; value_at(0 to 1) is the factor of each axis."""
    clip = a_clip(rig)
    found = None if clip is None else a_joint(rig, rng, clip, "rotation")
    if found is None:
        return None
    node = found[1]
    animation = rig.json["animations"][clip]
    times, _ = rig.keys(clip, rig.channel(clip, node, "rotation"))
    rest = rig.nodes()[node].get("scale", (1, 1, 1))
    last = len(times) - 1
    values = [tuple(r * f for r, f in zip(rest, value_at(k / last))) for k in range(len(times))]
    animation["channels"] = [c for c in animation["channels"]
                             if c["target"].get("node") != node or c["target"]["path"] != "scale"]
    animation["samplers"].append({"input": rig.add([(t,) for t in times], 1), "output": rig.add(values, 3),
                                  "interpolation": "LINEAR"})
    animation["channels"].append({"sampler": len(animation["samplers"]) - 1,
                                  "target": {"node": node, "path": "scale"}})
    return names(rig, node) | {rig.clip_name(clip)}


def translated(rig, rng, change):
    """Gives a joint a channel of translation, change(rest)."""
    clip = a_clip(rig)
    found = None if clip is None else a_joint(rig, rng)
    if found is None:
        return None
    node = found[1]
    rest = rig.nodes()[node].get("translation", (0, 0, 0))
    if math.hypot(*rest) < 1e-6:
        return None
    animation = rig.json["animations"][clip]
    animation["channels"] = [c for c in animation["channels"]
                             if c["target"].get("node") != node or c["target"]["path"] != "translation"]
    value = change(rest)
    animation["samplers"].append({"input": rig.add([(0.0,), (end_of(rig, clip),)], 1),
                                  "output": rig.add([value, value], 3), "interpolation": "LINEAR"})
    animation["channels"].append({"sampler": len(animation["samplers"]) - 1,
                                  "target": {"node": node, "path": "translation"}})
    return names(rig, node) | {rig.clip_name(clip)}


def raised(rig, rng, share):
    clip = a_clip(rig)
    found = None if clip is None else root_channel(rig, clip, dense=False)
    if found is None:
        return None
    node, channel = found
    world, parents = rig.world(), rig.parents()
    up = [world[parents[node]][4 * c + 1] for c in range(3)] if node in parents else [0, 1, 0]
    norm = sum(u * u for u in up)
    times, values = rig.keys(clip, channel)
    away = share * rig.size()
    values = [tuple(v + away * u / norm for v, u in zip(value, up)) for value in values]
    rig.set_keys(clip, channel, values=values)
    return names(rig, node) | {rig.clip_name(clip)}


def whole_clip(rig, change, words=("walk", "run", "idle")):
    """change(times, values) of every channel."""
    clip = a_clip(rig, words)
    if clip is None:
        return None
    done = False
    for channel in all_channels(rig, clip):
        times, values = rig.keys(clip, channel)
        changed = change(times, list(values))
        if changed:
            rig.set_keys(clip, channel, *changed)
            done = True
    return {rig.clip_name(clip)} if done else None


def splined(rig, clip, channel, change):
    """Gives a channel a spline through its keys; change(tangents, values) of it."""
    times, values = rig.keys(clip, channel)
    last, tangents, near = len(values) - 1, [], [values[0]]
    for value in values[1:]:
        same = len(value) < 4 or sum(a * b for a, b in zip(value, near[-1])) >= 0
        near.append(tuple(value) if same else tuple(-n for n in value))
    for k in range(len(near)):
        a, b = max(0, k - 1), min(last, k + 1)
        tangents.append(tuple((y - x) / (times[b] - times[a]) for x, y in zip(near[a], near[b])))
    change(tangents, near)
    rig.json["animations"][clip]["samplers"].append(
        {"input": rig.add([(t,) for t in times], 1), "interpolation": "CUBICSPLINE",
         "output": rig.add([n for k in range(len(near)) for n in (tangents[k], near[k], tangents[k])], len(near[0]))})
    channel["sampler"] = len(rig.json["animations"][clip]["samplers"]) - 1


# Faults that change one thing

def of_mover(path="rotation"):
    """change(times, values) of the channel of a joint that a clip moves."""
    def register(change):
        def plant(rig, rng):
            found = a_mover(rig, rng, path)
            if found is None:
                return None
            clip, node, channel = found
            times, values = rig.keys(clip, channel)
            changed = change(list(times), list(values))
            if changed is None:
                return None
            rig.set_keys(clip, channel, *changed)
            return names(rig, node) | {rig.clip_name(clip)}
        return GLTF.fault_of(change, plant)
    return register


def of_limb(most=None):
    """change(times, values) of the rotations of a joint that a clip moves and of those below it, `most` at most."""
    def register(change):
        def plant(rig, rng):
            found = a_mover(rig, rng)
            if found is None:
                return None
            clip, node, _ = found
            limb = [j for j in rig.below(node) if moving(rig, clip, j, "rotation")]
            if most is not None and len(limb) > most:
                return None
            for joint in limb:
                channel = rig.channel(clip, joint, "rotation")
                rig.set_keys(clip, channel, *change(*map(list, rig.keys(clip, channel))))
            return names(rig, *limb) | {rig.clip_name(clip)}
        return GLTF.fault_of(change, plant)
    return register


def of_root(change):
    """change(values, size of the figure) of the translation of the root in a walk, a run or the first clip."""
    def plant(rig, rng):
        clip = a_clip(rig)
        found = None if clip is None else root_channel(rig, clip)
        if found is None:
            return None
        node, channel = found
        rig.set_keys(clip, channel, values=change(list(rig.keys(clip, channel)[1]), rig.size()))
        return names(rig, node) | {rig.clip_name(clip)}
    return GLTF.fault_of(change, plant)


def of_channel(change):
    def plant(rig, rng):
        found = a_mover(rig, rng)
        if found is None:
            return None
        clip, node, channel = found
        change(rig, rig.json["animations"][clip], channel, rig.sampler(clip, channel))
        return names(rig, node) | {rig.clip_name(clip)}
    return GLTF.fault_of(change, plant)


def of_joint(change):
    """change(node, rest) of a joint's node without a matrix."""
    def plant(rig, rng):
        found = a_joint(rig, rng)
        if found is None or "matrix" in rig.nodes()[found[1]]:
            return None
        change(rig.nodes()[found[1]])
        return names(rig, found[1])
    return GLTF.fault_of(change, plant)


def of_whole_clip(change):
    """change(rest, times, values, path) of all channels of a walk, a run or the first clip; values that differ are set."""
    def plant(rig, rng):
        clip = a_clip(rig)
        if clip is None or a_skin(rig) is None:
            return None
        changed = 0.0
        for channel in all_channels(rig, clip):
            if channel["target"]["path"] == "weights" or rest_of(rig, channel) is None:
                continue
            times, values = rig.keys(clip, channel)
            own = change(rest_of(rig, channel), list(times), list(values), channel["target"]["path"])
            if own is None:
                continue
            changed += max((math.dist(a, b) for a, b in zip(own[1], values)), default=0.0)
            rig.set_keys(clip, channel, *own)
        joints = joints_of(rig, a_skin(rig))
        return {rig.clip_name(clip)} | names(rig, *joints) if changed > 0.5 else None
    return GLTF.fault_of(change, plant)


def of_spline(change):
    def plant(rig, rng):
        found = a_mover(rig, rng)
        if found is None:
            return None
        clip, node, channel = found
        splined(rig, clip, channel, change)
        return names(rig, node) | {rig.clip_name(clip)}
    return GLTF.fault_of(change, plant)


def of_hips(change):
    """change(values, size in the keys' unit) of the root's translation in a walk, a run or the first clip."""
    def plant(rig, rng):
        clip = a_clip(rig)
        found = None if clip is None else root_channel(rig, clip)
        if found is None or a_skin(rig) is None:
            return None
        node, channel = found
        space = above(rig, node)
        unit = math.hypot(*space[:3]) if space else 1.0
        _, values = rig.keys(clip, channel)
        changed = change([tuple(v) for v in values], rig.size() / unit)
        if changed is None:
            return None
        rig.set_keys(clip, channel, values=changed)
        return names(rig, node) | {rig.clip_name(clip)}
    return GLTF.fault_of(change, plant)


def of_weights(change):
    """change(joints, weights, joint count) of each vertex of a skin, as lists; False where it has no place."""
    def plant(rig, rng):
        node = a_skin(rig)
        if node is None:
            return None
        for primitive in rig.primitives(node):
            joints, weights = ([list(v) for v in rig.read(primitive["attributes"][n])] for n in ("JOINTS_0", "WEIGHTS_0"))
            if change(joints, weights, rig, node) is False:
                return None
            primitive["attributes"]["JOINTS_0"] = rig.add(joints, 4, 5123)
            primitive["attributes"]["WEIGHTS_0"] = rig.add(weights, 4)
        return skin_names(rig, node) | names(rig, *joints_of(rig, node))
    return GLTF.fault_of(change, plant)


def bind_matrices(change):
    """change(matrices, rig, skin) of a whole skin."""
    def plant(rig, rng):
        node = a_skin(rig)
        skin = None if node is None else rig.json["skins"][rig.nodes()[node]["skin"]]
        if skin is None or "inverseBindMatrices" not in skin or len(skin["joints"]) < 4:
            return None
        changed = change(rig.read(skin["inverseBindMatrices"]), rig, skin, rng)
        if changed is None:
            return None
        skin["inverseBindMatrices"] = rig.add(changed, 16)
        return names_of_skin(rig, node) | names(rig, *skin["joints"])
    return GLTF.fault_of(change, plant)


def morph(change):
    def plant(rig, rng):
        found = a_morph(rig)
        if found is None:
            node = a_skin(rig)
            if node is None:
                return None
            mesh = rig.json["meshes"][rig.nodes()[node]["mesh"]]
            for primitive in mesh["primitives"]:
                places = rig.read(primitive["attributes"]["POSITION"])
                primitive["targets"] = [{"POSITION": rig.add([(0.01, 0.0, 0.0)] * len(places), 3)},
                                        {"POSITION": rig.add([(0.0, 0.01, 0.0)] * len(places), 3)}]
            mesh["weights"] = [0.0, 0.0]
            mesh.setdefault("extras", {})["targetNames"] = ["planted_one", "planted_two"]
            found = mesh, mesh["primitives"][0]
        mesh, primitive = found
        target = primitive["targets"][0]
        change(rig, mesh, primitive, target)
        return {mesh.get("name", "")} | set(mesh.get("extras", {}).get("targetNames", []))
    return GLTF.fault_of(change, plant)


def morph_clip(rig, values, more=0):
    node = a_skin(rig)
    if node is None:
        return None
    mesh = rig.json["meshes"][rig.nodes()[node]["mesh"]]
    if not mesh["primitives"][0].get("targets"):
        size = 0.02 * math.dist(*extent(rig, node))
        for primitive in mesh["primitives"]:
            count = rig.json["accessors"][primitive["attributes"]["POSITION"]]["count"]
            primitive["targets"] = [{"POSITION": rig.add([(0.0, size, 0.0)] * count, 3)}]
    targets = len(mesh["primitives"][0]["targets"])
    mesh["weights"] = [0.0] * targets
    keys = [(value,) for value in values for _ in range(targets)]
    clip = {"name": "planted_face", "channels": [{"sampler": 0, "target": {"node": node, "path": "weights"}}],
            "samplers": [{"input": rig.add([(0.0,), (0.5,), (1.0,)], 1),
                          "output": rig.add(keys[:len(keys) + more], 1), "interpolation": "LINEAR"}]}
    rig.json.setdefault("animations", []).append(clip)
    return {"planted_face"} | skin_names(rig, node)
