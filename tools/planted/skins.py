"""Faults in rest poses, bind matrices and weights."""
import math

from classes import GLTF, Where, need
from places import (NAN, a_joint, a_root, a_skin, above, bare, box, extent, joined, joints_of, largest, names, of_attribute, of_bind,
                    of_binds, of_joint, of_rest, of_skin, of_weights, size, skin_names, weights_by_bone)
from rig import inverted, local, rotated, times, turn

IDENTITY = [float(i % 5 == 0) for i in range(16)]


# The rest pose

@of_rest("bone-posed clip-unlike bone-misbound", 40, 90)
def rest_turned(node, degrees):
    node["rotation"] = list(rotated(node.get("rotation", (0, 0, 0, 1)), turn(0, degrees)))


@of_rest("bone-scale-negative", (-1, 1, 1))
@of_rest("bone-scale-zero", (0, 0, 0))
@of_rest("bone-scale-uneven", (1, 2, 1))
@of_rest("bone-misbound bone-posed", (1.4, 1.4, 1.4))
def rest_scaled(node, *factors):
    node["scale"] = [n * f for n, f in zip(node.get("scale", (1, 1, 1)), factors)]
    return "scale"


@of_rest("bone-misbound bone-posed", 0, 0.4)
def rest_nearer_to_the_parent(node, factor):
    node["translation"] = [factor * n for n in node.get("translation", (0, 0, 0))]
    return "translation"


@of_joint("bone-misbound bone-posed bone-outlying")
def limb_falls_to_the_origin(rig, slot, joint, node):
    """A joint lost its parent and keeps its place relative to it."""
    need(math.hypot(*above(rig, joint)[12:15]) > 0.2 * rig.known(size))
    rig.nodes()[rig.parents()[joint]]["children"].remove(joint)
    rig.scene()["nodes"].append(joint)
    return ()


def add_joint(rig, parent, name, place):
    """A joint without weights in all skins that have its parent."""
    joint = rig.add_node(parent, name=name, translation=place)
    for skin in rig.json["skins"]:
        if parent in skin["joints"]:
            if "inverseBindMatrices" in skin:
                matrices = rig.read(skin["inverseBindMatrices"])
                skin["inverseBindMatrices"] = rig.add(matrices + [matrices[skin["joints"].index(parent)]], 16)
            skin["joints"] = skin["joints"] + [joint]
    return joint


@of_joint("bone-unused", 0)
@of_joint("bone-outlying", 50)
def joint_moves_nothing(rig, slot, joint, node, sizes):
    away = sizes * rig.known(size) / (math.hypot(*rig.world()[joint][:3]) or 1.0)
    # A single one ends a bone.
    middle = add_joint(rig, joint, "planted%d" % joint, [0.0, away, 0.0])
    return names(rig, middle, add_joint(rig, middle, "planted_more%d" % joint, [0.0, 0.0, 0.0]))


@of_joint("joint-duplicate")
def joint_twice(rig, slot, joint, node):
    skin = rig.json["skins"][rig.nodes()[node]["skin"]]
    skin["joints"] = skin["joints"] + [joint]
    if "inverseBindMatrices" in skin:
        matrices = rig.read(skin["inverseBindMatrices"])
        skin["inverseBindMatrices"] = rig.add(matrices + [matrices[slot]], 16)
    return ()


@of_joint("bone-name-duplicate bone-ambiguous")
def bones_of_one_name(rig, slot, joint, node):
    rig.nodes()[joint]["name"] = rig.name(rig.parents()[joint])
    return ()


@GLTF.fault("figure-lies", (0, -90), (2, 180))
@GLTF.fault("figure-far", (0, 0, 60))
@GLTF.fault("size-extreme", (0, 0, 0, 400), (0, 0, 0, 0.002))
def figure_elsewhere(rig, rng, axis, degrees, sizes=0, meters=None):
    need(rig.take("world") and rig.skinned())
    away = sizes * rig.known(size)
    rig.add_root(name="axes", rotation=list(turn(axis, degrees)), translation=[away, 0, away],
                 scale=[meters / rig.known(size) if meters else 1.0] * 3)
    return Where({"model", "axes"} | skin_names(rig, a_skin(rig)))


# Bind matrices

TURNED = {degrees: local({"rotation": turn(2, degrees)}) for degrees in (12, 25, 50)}

of_bind.table({
    "bind_moved": ("bone-misbound bone-posed", lambda m, far: m[:12] + [m[12] + 0.2 * far * math.hypot(*m[:3])] + m[13:]),
    "bind_turned by 12": ("bone-misbound bone-posed", lambda m, far: times(TURNED[12], m)),
    "bind_turned by 50": ("bone-misbound bone-posed", lambda m, far: times(TURNED[50], m)),
    "bind_identity": ("bone-misbound bone-posed", lambda m, far: IDENTITY),
    "bind_mirrored": ("bone-misbound bone-posed", lambda m, far: [-n if i % 4 == 0 else n for i, n in enumerate(m)]),
    "bind_scaled": ("bone-misbound bone-posed", lambda m, far: [n * 10 if i % 4 < 3 and i < 12 else n for i, n in enumerate(m)]),
    "bind_singular": ("bind-singular", lambda m, far: m[:8] + [0.0] * 4 + m[12:]),
})
of_bind.table({"bind_nan": ("bind-singular", lambda m, far: [NAN] + m[1:])}, alone=True)

of_binds.table({
    "binds_transposed": ("bind-not-affine", lambda ms: [[m[i % 4 * 4 + i // 4] for i in range(16)] for m in ms]),
    "binds_in_another_unit": ("skin-apart bind-mixed", lambda ms: [[n * 100 if i % 4 < 3 else n for i, n in enumerate(m)] for m in ms]),
    "binds_of_the_next_joint": ("bind-mixed", lambda ms: ms[1:] + ms[:1]),
    "binds_not_inverted": ("bind-mixed skin-apart", lambda ms: [inverted(m) for m in ms]),
    "binds_without_translation": ("bind-mixed skin-apart", lambda ms: [(*m[:12], 0.0, 0.0, 0.0, 1.0) for m in ms]),
    "binds_of_the_other_handedness": ("bind-mixed skin-apart bone-misbound", lambda ms: [[-n if (i % 4 == 2) != (i // 4 == 2) else n
                                                                            for i, n in enumerate(m)] for m in ms]),
    "binds_rolled": ("bind-mixed bone-misbound bone-posed", lambda ms: [times(TURNED[25], m) for m in ms]),
    "binds_of_a_larger_figure": ("bind-mixed skin-apart bone-misbound",
                                 lambda ms: [(*m[:12], *(1.3 * n for n in m[12:15]), 1.0) for m in ms]),
})


@of_skin("bind-matrices-missing", aspect="binds")
def binds_missing(rig, node):
    need(rig.json["skins"][rig.nodes()[node]["skin"]].pop("inverseBindMatrices", None))
    return skin_names(rig, node)


# A mesh and its skeleton

def squashed(v):
    sides = [high - low for low, high in zip(*box(v))]
    return [[0.55 * n if sides[c] == max(sides) else n for c, n in enumerate(p)] for p in v]


of_attribute.table({
    "mesh_in_another_unit": ("skin-apart", lambda v: [[100 * n for n in p] for p in v]),
    "mesh_beside_its_bones": ("skin-apart", lambda v: [[p[0] + 0.35 * math.dist(*box(v)), *p[1:]] for p in v]),
    "mesh_turned": ("skin-apart", lambda v: [[p[0], -p[2], p[1]] for p in v]),
    "mesh_squashed": ("skin-apart", squashed),
}, bones=4)


@of_skin("skin-missing part-unbound", aspect="skin", alone=True)
def skin_lost(rig, node):
    rig.nodes()[node].pop("skin")
    return ()


@of_skin("part-unbound", 0, aspect="part")
@of_skin("part-far", 30, aspect="part")
def part_on_no_bone(rig, node, sizes):
    """A part of the figure is a mesh of its own, without a skin."""
    part = bare(largest(rig, node))
    need("indices" in part)
    part["indices"] = rig.add(rig.read(part["indices"])[:len(rig.read(part["indices"])) // 9 * 3], 1, 5125)
    matrix = joined(rig, node)
    matrix[12] += sizes * math.hypot(*matrix[:3]) * extent(rig, node)
    return names(rig, rig.add_mesh("planted_part%d" % node, part, matrix=matrix))


# Weights

def each(change, part=1):
    """Changes the weights of all vertices, or of a part of them."""
    def all_weights(joints, weights, rig, node):
        count = max(5, len(weights) // part)
        weights[:count] = [list(change(one)) for one in weights[:count]]
        return ()
    return all_weights


def renumbered(change, least=5):
    """Gives all weights to other joints: change(joint, count)."""
    def all_joints(joints, weights, rig, node):
        own = joints_of(rig, node)
        need(len(own) > least)
        joints[:] = [[change(j, len(own)) for j in one] for one in joints]
        return own
    return all_joints


def out_of_range(joints, weights, rig, node):
    joints[:20] = [[60000, *one[1:]] for one in joints[:20]]
    return ()


def sorted_by_name(joints, weights, rig, node):
    own = joints_of(rig, node)
    order = sorted(range(len(own)), key=lambda s: rig.name(own[s]))
    need(sum(a != b for a, b in enumerate(order)) > 4)
    joints[:] = [[order[j] for j in one] for one in joints]
    return own


def in_another_order(joints, weights, rig, node):
    third = len(joints) // 3
    joints[:], weights[:] = joints[third:] + joints[:third], weights[third:] + weights[:third]
    return joints_of(rig, node)


of_weights.table({
    "weights_in_percent": ("weights-not-normalised", each(lambda one: [100 * w for w in one])),
    "weights_in_thousandths": ("weights-not-normalised", each(lambda one: [w / 1000 for w in one])),
    "some_weights_too_small": ("weights-not-normalised", each(lambda one: [0.6 * w for w in one], 20)),
    "some_weights_missing": ("vertices-unweighted", each(lambda one: [0.0] * 4, 20)),
    "some_weights_negative": ("weight-ignored", each(lambda one: [one[0] + 0.3, -0.3, *one[2:]], 20)),
    "some_weights_nan": ("weight-ignored vertices-unweighted", each(lambda one: [NAN, *one[1:]], 20)),
    "some_joints_out_of_range": ("weight-of-no-joint", out_of_range),
    "joints_off_by_one": ("weights-mixed weights-stray", renumbered(lambda j, count: (j + 1) % count)),
    "joints_reversed": ("weights-mixed weights-stray", renumbered(lambda j, count: count - 1 - j)),
    "joints_exchanged_in_pairs": ("weights-mixed weights-stray", renumbered(lambda j, count: min(j ^ 1, count - 1))),
    "joints_in_four_bits": ("weights-mixed weights-stray", renumbered(lambda j, count: j % 16, 20)),
    "joints_sorted_by_name": ("weights-mixed weights-stray", sorted_by_name),
    "weights_in_another_order": ("weights-mixed weights-stray", in_another_order),
})


@of_weights("skin-rigid weights-mixed part-unbound")
def all_weights_on_one_bone(joints, weights, rig, node):
    slot = joints_of(rig, node).index(a_root(rig)) if a_root(rig) in joints_of(rig, node) else 0
    joints[:], weights[:] = [[slot, 0, 0, 0] for _ in joints], [[1.0, 0.0, 0.0, 0.0] for _ in joints]
    return ()


def give(joints, weights, vertex, slot, share):
    """A joint gets a share of a vertex, in place of the smallest weight."""
    own, one = joints[vertex], weights[vertex]
    least = own.index(slot) if slot in own and one[own.index(slot)] > 0 else one.index(min(one))
    one[least] = 0.0
    rest = sum(one)
    weights[vertex] = [(1 - share) * w / rest for w in one] if rest else [0.0] * 4
    own[least], weights[vertex][least] = slot, share if rest else 1.0


@GLTF.kind
def of_two_bones(rig, rng, change):
    """change(joints, weights, one, other) with the slots of a bone and of the one farthest from it."""
    slot, joint, node = a_joint(rig, rng)
    own, world = joints_of(rig, node), rig.world()
    away = lambda j: math.dist(world[j][12:15], world[joint][12:15])
    other = max(need([j for j in rig.known(weights_by_bone) if j in own and ("joint", j) not in rig.taken]), key=away)
    need(away(other) > 0.25 * rig.known(size) and rig.take("joint", other))
    attributes = largest(rig, node)["attributes"]
    joints, weights = ([list(v) for v in rig.read(attributes[n])] for n in ("JOINTS_0", "WEIGHTS_0"))
    change(joints, weights, slot, own.index(other))
    rig.put(attributes, "JOINTS_0", joints)
    rig.put(attributes, "WEIGHTS_0", weights)
    return Where(names(rig, joint, other))


def held(joints, weights, slot):
    """The vertices that a bone holds mostly."""
    held_by = [sum(w for j, w in zip(own, one) if j == slot) for own, one in zip(joints, weights)]
    return [i for i, weight in enumerate(held_by) if weight > 0.6]


@of_two_bones("weights-stray triangles-stretch", 1, 6)
def vertices_on_a_far_bone(joints, weights, one, other, count):
    own = held(joints, weights, one)
    need(len(own) > 7)
    for vertex in own[3:3 + count]:
        joints[vertex], weights[vertex] = [other, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]


@of_two_bones("weights-stray", 0.35, 1.0)
def bone_held_by_a_far_bone(joints, weights, one, other, share):
    for vertex in need(held(joints, weights, one)):
        give(joints, weights, vertex, other, share)


@of_two_bones("weights-stray weights-mixed")
def weights_of_two_bones_swapped(joints, weights, one, other):
    joints[:] = [[one + other - j if j in (one, other) else j for j in own] for own in joints]


@of_weights("weights-stray", 0.5)
def root_holds_a_share(joints, weights, rig, node, share):
    own = joints_of(rig, node)
    slot = own.index(a_root(rig)) if a_root(rig) in own else 0
    for vertex in range(len(joints)):
        give(joints, weights, vertex, slot, share)
    return (own[slot],)


@of_joint("bone-unused weights-stray")
def bone_loses_its_weights(rig, slot, joint, node):
    """Its parent has them."""
    parent = rig.parents()[joint]
    for other in (n for n in rig.skinned() if {parent, joint} <= set(joints_of(rig, n))):
        at, above = (joints_of(rig, other).index(n) for n in (joint, parent))
        for attributes in (primitive["attributes"] for primitive in rig.primitives(other)):
            rig.put(attributes, "JOINTS_0", [[above if j == at else j for j in v] for v in rig.read(attributes["JOINTS_0"])])
    return ()


def second_at_a_place(places):
    """Vertices that were split for their texture coordinates."""
    first = {}
    return [i for i, place in enumerate(places) if first.setdefault(place, i) != i]


def on_one_side(places):
    low, high = box(places)
    return [i for i, p in enumerate(places) if p[0] > (low[0] + high[0]) / 2]


def smoothed(pick):
    """The parents of their bones hold nearly half of some vertices."""
    def change(joints, weights, rig, node):
        own, parents = joints_of(rig, node), rig.parents()
        places = rig.read(largest(rig, node)["attributes"]["POSITION"])
        picked = pick(places) if len(places) == len(joints) else []
        for i in picked:
            most = own[joints[i][weights[i].index(max(weights[i]))]]
            if parents.get(most) in own:
                give(joints, weights, i, own.index(parents[most]), 0.45)
        need(len(picked) > 9)
        return own
    return change


of_weights.table({
    "seams_with_other_weights": ("seam-opens", smoothed(second_at_a_place)),
    "one_side_smoothed": ("weights-uneven weights-stray", smoothed(on_one_side)),
})


@of_weights("influences-cut")
def eight_influences(joints, weights, rig, node):
    """A second set has half of each weight, for the next joints."""
    own, attributes = joints_of(rig, node), largest(rig, node)["attributes"]
    need(len(own) > 11 and "JOINTS_1" not in attributes and len(joints) == len(rig.read(attributes["POSITION"])))
    rig.put(attributes, "JOINTS_1", [[(max(v) + 1 + k) % len(own) for k in range(4)] for v in joints])
    rig.put(attributes, "WEIGHTS_1", [[0.13, 0.13, 0.12, 0.12] for _ in joints])
    weights[:] = [[0.14, 0.12, 0.12, 0.12] for _ in weights]
    joints[:] = [[(max(v) - k) % len(own) for k in range(4)] for v in joints]
    return ()
