"""Where a fault has its place in a glTF rig. Each kind of place is a decorator: of_bone, of_clip, of_weights, ...

A place is taken once: a second fault in the same file goes to another bone, clip or mesh."""
import math
import statistics

from classes import GLTF, NoPlace, Where, need
from rig import inverted, times

NAN = float("nan")
SIDES = ((".L", ".R"), ("_L", "_R"), (".l", ".r"), ("_l", "_r"), ("l-", "r-"), ("Left", "Right"), ("left", "right"))
LOOPS = ("walk", "run", "idle")
GAITS = ("walk", "run")


# What the sound rig has; call these by rig.known

def weights_by_bone(rig):
    """{joint: {skinned node: the sum of its weights}}"""
    sums = {}
    for node in rig.skinned():
        joints = joints_of(rig, node)
        for primitive in rig.primitives(node):
            attributes = primitive["attributes"]
            for own, weights in zip(rig.read(attributes["JOINTS_0"]), rig.read(attributes["WEIGHTS_0"])):
                for slot, weight in zip(own, weights):
                    if weight > 0 and slot < len(joints):
                        by = sums.setdefault(joints[slot], {})
                        by[node] = by.get(node, 0.0) + weight
    return sums


def holders(rig):
    """Joints below other joints that hold much, and the node of the mesh on which they hold most."""
    sums, parents = rig.known(weights_by_bone), rig.parents()
    joints = {j for skin in rig.json.get("skins", []) for j in skin["joints"]}
    total = {j: sum(by.values()) for j, by in sums.items()}
    typical = statistics.median(total.values()) if total else 0
    return {j: max(by, key=by.get) for j, by in sums.items() if total[j] >= 0.6 * typical and parents.get(j) in joints}


def moving(rig, clip, node, path="rotation"):
    channel = rig.channel(clip, node, path)
    if channel is None:
        return False
    key_times, values = rig.keys(clip, channel)
    return len(key_times) >= 8 and any(math.dist(v, values[0]) > 0.05 for v in values)


def movers(rig, clip):
    """The joints that a clip turns and that hold vertices."""
    return [j for j in rig.known(holders) if rig.known(moving, clip, j)]


def size(rig):
    """The diagonal of the box around all joints."""
    return rig.size()


# Choices

def joints_of(rig, node):
    return rig.json["skins"][rig.nodes()[node]["skin"]]["joints"]


def count_of(rig, primitive):
    return rig.json["accessors"][primitive["attributes"]["POSITION"]]["count"]


def largest(rig, node):
    return max(rig.primitives(node), key=lambda p: count_of(rig, p))


def a_mesh(rig, aspect, bones=0):
    """The node whose mesh has the most vertices, of those that so many bones move and that have no fault in this aspect. Meshes
    without a skin are taken if the model has no skins."""
    nodes = rig.skinned() or need(not bones and [n for n, node in enumerate(rig.nodes()) if "mesh" in node])
    if bones:
        nodes = [n for n in nodes if sum(n in by for by in rig.known(weights_by_bone).values()) >= bones]
    nodes.sort(key=lambda n: -count_of(rig, largest(rig, n)))
    return need(next((n for n in nodes if rig.take(aspect, rig.nodes()[n]["mesh"])), None))


def a_skin(rig):
    """The skinned node with the most vertices."""
    return max(need(rig.skinned()), key=lambda n: count_of(rig, largest(rig, n)))


def a_joint(rig, rng):
    """(slot in the skin, joint, skinned node) of a joint that holds vertices."""
    joint, node = rng.choice(need([(j, node) for j, node in rig.known(holders).items() if ("joint", j) not in rig.taken]))
    rig.take("joint", joint)
    return joints_of(rig, node).index(joint), joint, node


def a_clip(rig, rng, words=(), whole=False, least=3):
    """A clip that moves joints; with `words`, one that has them in its name if there is any. A "WalkJump" is no loop."""
    clips = [c for c in range(len(rig.json.get("animations", []))) if len(rig.known(movers, c)) >= least]
    named = [c for c in clips if any(w in rig.clip_name(c).lower() for w in words) and "jump" not in rig.clip_name(c).lower()]
    need(words != GAITS or named)
    free = [c for c in named or clips if ("whole", c) not in rig.taken and not (whole and ("part", c) in rig.taken)]
    clip = rng.choice(need(free))
    rig.take("whole" if whole else "part", clip)
    return clip


def a_mover(rig, rng, words=()):
    """(clip, joint, channel of rotation) of a joint that a clip moves; in gaits, of one that has a side."""
    clip = a_clip(rig, rng, words, least=1)
    joint = rng.choice(need([j for j in rig.known(movers, clip) if ("keys", clip, j) not in rig.taken and
                             (words != GAITS or any(s in rig.name(j) for sides in SIDES for s in sides))]))
    rig.take("keys", clip, joint)
    return clip, joint, need(rig.channel(clip, joint, "rotation"))


def a_root(rig):
    """The top joint of the skin."""
    joints, parents = joints_of(rig, a_skin(rig)), rig.parents()
    return max((j for j in joints if parents.get(j) not in joints), key=lambda j: len(rig.below(j)))


def root_channel(rig, clip):
    """(node, channel of translation) nearest to the root of the skeleton."""
    open_ = [a_root(rig)]
    while open_:
        node = open_.pop(0)
        channel = rig.channel(clip, node, "translation")
        if channel and len(rig.keys(clip, channel)[0]) >= 8:
            return node, channel
        open_ += rig.nodes()[node].get("children", []) if len(open_) < 4 else []
    raise NoPlace


def box(places):
    return [[f(p[c] for p in places) for c in range(3)] for f in (min, max)]


def extent(rig, node):
    """The diagonal of a mesh."""
    return math.dist(*box(rig.read(largest(rig, node)["attributes"]["POSITION"])))


def a_material(rig, textured):
    """(material, its pbrMetallicRoughness, names) of a mesh, with a base color texture if that is asked for."""
    for node in rig.skinned() or [n for n, own in enumerate(rig.nodes()) if "mesh" in own]:
        for index in {p["material"] for p in rig.primitives(node) if "material" in p}:
            material = rig.json["materials"][index]
            surface = material.setdefault("pbrMetallicRoughness", {})
            if ("baseColorTexture" in surface or not textured) and rig.take("material", index):
                return material, surface, {material.get("name"), *mesh_names(rig, node)}
    raise NoPlace


def above(rig, node):
    """The world matrix of the parent."""
    parent = rig.parents().get(node)
    return rig.world()[parent] if parent is not None else tuple(float(i % 5 == 0) for i in range(16))


def names(rig, *nodes):
    return {rig.name(n) for n in nodes if n is not None}


def mesh_names(rig, node):
    return {rig.mesh_name(node), rig.name(node)}


def skin_names(rig, node):
    """All that show the skin of a node: they share its matrices."""
    bound = [n for n in rig.skinned() if joints_of(rig, n) == joints_of(rig, node)]
    return set().union(*(mesh_names(rig, n) for n in bound)) | names(rig, *joints_of(rig, node))


def joined(rig, node):
    """The matrix that puts a mesh without its skin where the first joint has it."""
    skin = rig.json["skins"][rig.nodes()[node]["skin"]]
    if "inverseBindMatrices" not in skin:
        return [float(i % 5 == 0) for i in range(16)]
    return list(times(rig.world()[skin["joints"][0]], rig.read(skin["inverseBindMatrices"])[0]))


def bare(primitive):
    """A copy of a primitive without weights and morph targets."""
    part = {k: v for k, v in primitive.items() if k != "targets"}
    part["attributes"] = {k: v for k, v in primitive["attributes"].items() if not k.startswith(("JOINTS", "WEIGHTS"))}
    return part


# Kinds of places

def apart(one, other):
    """How far two lists of keys are from each other, at most."""
    return max((min(math.dist(a, b), math.dist(a, [-n for n in b]) if len(a) == 4 else 9e9)
                for a, b in zip(one, other)), default=0.0)


@GLTF.kind
def of_bone(rig, rng, change, words=(), least=0.0, below=False):
    """change(times, values) of the rotations of a joint; returns times, values and perhaps an interpolation. Changes by less
    than `least` are none. With `below`, a finding may name a joint below it, which moves farther."""
    clip, joint, channel = a_mover(rig, rng, words)
    key_times, values = rig.keys(clip, channel)
    changed = change(list(key_times), list(values))
    need(apart(changed[1], values) >= least)
    rig.set_keys(clip, channel, *changed)
    return Where(names(rig, *(rig.below(joint) if below else [joint])), rig.clip_name(clip))


@GLTF.kind
def of_limb(rig, rng, change, words=()):
    """change(times, values) of the rotations of a joint and those below it, eleven at most."""
    for _ in range(8):
        clip, joint, _ = a_mover(rig, rng, words)
        limb = [j for j in rig.below(joint) if rig.known(moving, clip, j) and rig.channel(clip, j, "rotation")]
        if 1 < len(limb) < 12 and all(rig.take("keys", clip, j) for j in limb if j != joint):
            for channel in (rig.channel(clip, j, "rotation") for j in limb):
                rig.set_keys(clip, channel, *change(*map(list, rig.keys(clip, channel))))
            return Where(names(rig, *limb), rig.clip_name(clip))
    raise NoPlace


@GLTF.kind
def of_clip(rig, rng, change, words=LOOPS, least=0.0, paths=("rotation", "translation", "scale")):
    """change(times, values, rest) of all channels of a clip; None leaves one as it is."""
    clip, changed = a_clip(rig, rng, words, whole=True), 0.0
    for channel in rig.json["animations"][clip]["channels"]:
        node, path = rig.nodes()[channel["target"]["node"]], channel["target"]["path"]
        key_times, values = rig.keys(clip, channel)
        rest = tuple(node.get(path, {"rotation": (0, 0, 0, 1), "scale": (1, 1, 1)}.get(path, (0, 0, 0))))
        own = change(list(key_times), list(values), rest) if path in paths and "matrix" not in node else None
        if own is not None:
            changed += apart(own[1], values) + (own[0] != key_times)
            rig.set_keys(clip, channel, *own)
    need(changed > least)
    return Where({rig.clip_name(clip)})


@GLTF.kind
def of_whole_clip(rig, rng, change, words=LOOPS):
    """change(rig, clip, rng) returns names besides that of the clip."""
    clip = a_clip(rig, rng, words, whole=True)
    return Where({rig.clip_name(clip), *change(rig, clip, rng)})


@GLTF.kind
def of_root(rig, rng, change, words=LOOPS):
    """change(share of the clip, is it the middle?): how far the root goes astray, in figure sizes, Y up."""
    clip = a_clip(rig, rng, words, whole=True)
    node, channel = root_channel(rig, clip)
    back, values = inverted(above(rig, node)), rig.keys(clip, channel)[1]
    moved = []
    for k, value in enumerate(values):
        away = [n * rig.known(size) for n in change(k / (len(values) - 1), k == len(values) // 2)]
        moved.append(tuple(v + sum(back[4 * c + r] * away[c] for c in range(3)) for r, v in enumerate(value)))
    rig.set_keys(clip, channel, values=moved)
    return Where({rig.clip_name(clip), rig.name(node)})


@GLTF.kind
def of_scale(rig, rng, change):
    """change(share of the clip): the factors by which a joint is scaled."""
    clip, joint, channel = a_mover(rig, rng)
    key_times, rest = rig.keys(clip, channel)[0], rig.nodes()[joint].get("scale", (1, 1, 1))
    values = [tuple(r * f for r, f in zip(rest, change(k / (len(key_times) - 1)))) for k in range(len(key_times))]
    rig.add_channel(clip, joint, "scale", key_times, values)
    return Where(names(rig, joint), rig.clip_name(clip))


@GLTF.kind
def of_channel(rig, rng, change):
    """change(animation, channel, sampler, rig); the sampler belongs to the channel alone."""
    clip, joint, channel = a_mover(rig, rng)
    animation = rig.json["animations"][clip]
    animation["samplers"].append(dict(rig.sampler(clip, channel)))
    channel["sampler"] = len(animation["samplers"]) - 1
    change(animation, channel, animation["samplers"][-1], rig)
    return Where(names(rig, joint) | {rig.clip_name(clip)}, rig.clip_name(clip))


@GLTF.kind
def of_joint(rig, rng, change):
    """change(rig, slot, joint, skinned node) returns names besides that of the joint."""
    slot, joint, node = a_joint(rig, rng)
    more = change(rig, slot, joint, node)
    return Where(names(rig, joint) | set(more))


@GLTF.kind
def of_rest(rig, rng, change):
    """change(node) of a joint in the rest pose; no clip sets it back if it returns the path that it changes."""
    joint = a_joint(rig, rng)[1]
    need("matrix" not in rig.nodes()[joint])
    path = change(rig.nodes()[joint])
    for clip in range(len(rig.json.get("animations", []))):
        rig.drop_channels(clip, [joint], (path,))
    return Where(names(rig, joint))


@GLTF.kind
def of_bind(rig, rng, change):
    """change(matrix, size) of one joint, in all skins that have it."""
    _, joint, node = a_joint(rig, rng)
    for skin in rig.json["skins"]:
        if joint in skin["joints"] and "inverseBindMatrices" in skin:
            matrices, slot = rig.read(skin["inverseBindMatrices"]), skin["joints"].index(joint)
            matrices[slot] = tuple(change(list(matrices[slot]), extent(rig, node)))
            skin["inverseBindMatrices"] = rig.add(matrices, 16)
    return Where(names(rig, joint))


@GLTF.kind
def of_binds(rig, rng, change):
    """change(matrices) of a whole skin."""
    node = a_mesh(rig, "binds", 1)
    skin = rig.json["skins"][rig.nodes()[node]["skin"]]
    need("inverseBindMatrices" in skin and len(skin["joints"]) > 3)
    skin["inverseBindMatrices"] = rig.add(change(rig.read(skin["inverseBindMatrices"])), 16)
    return Where(skin_names(rig, node))


@GLTF.kind
def of_skin(rig, rng, change, aspect):
    """change(rig, skinned node) returns names besides that of the mesh."""
    node = a_mesh(rig, aspect, 1)
    return Where(mesh_names(rig, node) | set(change(rig, node)))


@GLTF.kind
def of_weights(rig, rng, change, bones=4):
    """change(joints, weights, rig, node) of all vertices of a primitive, as lists; returns the joints to blame."""
    node, blamed = a_mesh(rig, "weights", bones), set()
    for primitive in rig.primitives(node):
        attributes = primitive["attributes"]
        joints, weights = ([list(v) for v in rig.read(attributes[n])] for n in ("JOINTS_0", "WEIGHTS_0"))
        blamed |= set(change(joints, weights, rig, node))
        rig.put(attributes, "JOINTS_0", joints)
        rig.put(attributes, "WEIGHTS_0", weights)
    return Where(names(rig, *blamed) | mesh_names(rig, node))


@GLTF.kind
def of_attribute(rig, rng, change, attribute="POSITION", textured=False, new=False, bones=0):
    """change(values) of an attribute of all primitives of a mesh; of indices if the attribute is new."""
    need(not textured or any("baseColorTexture" in m.get("pbrMetallicRoughness", {}) for m in rig.json.get("materials", [])))
    node = a_mesh(rig, attribute, bones)
    for own in (p["attributes"] for p in rig.primitives(node)):
        need(attribute in own or new)
        rig.put(own, attribute, change(range(rig.json["accessors"][own["POSITION"]]["count"]) if new else
                                       [list(v) for v in rig.read(own[attribute])]))
    return Where(mesh_names(rig, node))


@GLTF.kind
def of_triangles(rig, rng, change):
    """change(triangles, positions) of a mesh, lists of three indices; returns the triangles."""
    node = a_mesh(rig, "triangles")
    primitive = largest(rig, node)
    need(primitive.get("mode", 4) == 4)
    own = [i[0] for i in rig.read(primitive["indices"])] if "indices" in primitive else list(range(count_of(rig, primitive)))
    changed = change([own[i:i + 3] for i in range(0, len(own) - 2, 3)], rig.read(primitive["attributes"]["POSITION"]))
    primitive["indices"] = rig.add([(i,) for triangle in changed for i in triangle], 1, 5125)
    return Where(mesh_names(rig, node))


@GLTF.kind
def of_material(rig, rng, change, textured=False):
    """change(material, its pbrMetallicRoughness, rig)."""
    material, surface, own = a_material(rig, textured)
    change(material, surface, rig)
    textures = {"texture %d" % surface["baseColorTexture"]["index"]} if "baseColorTexture" in surface else set()
    return Where(own | textures | {i.get(k) for i in rig.json.get("images", []) for k in ("name", "uri") if len(i.get(k) or "") < 99})


@GLTF.kind
def of_morph(rig, rng, change):
    """change(rig, attributes of the base, targets) of a primitive with two morph targets, added where there are none."""
    node = a_mesh(rig, "morphs")
    mesh = rig.json["meshes"][rig.nodes()[node]["mesh"]]
    if any(len(p.get("targets", [])) < 2 for p in mesh["primitives"]):
        add_morphs(rig, mesh)
    for primitive in mesh["primitives"]:
        primitive["targets"] = [dict(t) for t in primitive["targets"]]
        change(rig, primitive["attributes"], primitive["targets"])
    return Where(mesh_names(rig, node) | set(mesh.get("extras", {}).get("targetNames", [])))


def add_morphs(rig, mesh):
    """Two targets that swell the upper and the lower part of a mesh."""
    for primitive in mesh["primitives"]:
        places = rig.read(primitive["attributes"]["POSITION"])
        low, high = box(places)
        tall = high[1] - low[1] or 1.0
        bump = lambda p, up: (0.0, 0.05 * tall * max(0.0, (p[1] - low[1] if up else high[1] - p[1]) / tall - 0.5), 0.0)
        primitive["targets"] = [{"POSITION": rig.add([bump(p, up) for p in places], 3)} for up in (True, False)]
    mesh["weights"] = [0.0, 0.0]
    mesh["extras"] = {"targetNames": ["planted_one", "planted_two"]}
