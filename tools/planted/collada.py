"""Faults and harmless edits of Collada files, as in faults.py. Each takes a Dae and a random.Random."""
import copy
import math

from classes import COLLADA

IDENTITY = [1.0 if i % 5 == 0 else 0.0 for i in range(16)]


def times(a, b):
    """Of matrices by row."""
    return [sum(a[4 * r + k] * b[4 * k + c] for k in range(4)) for r in range(4) for c in range(4)]


def turned(axis, degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    a, b = (axis + 1) % 3, (axis + 2) % 3
    matrix = list(IDENTITY)
    matrix[5 * a], matrix[5 * b], matrix[4 * a + b], matrix[4 * b + a] = c, c, -s, s
    return matrix


# Places

def movers(dae, keys=8):
    """Channels of whole matrices of joints that move, as (animation, sampler, channel, node, output)."""
    if dae.skin() is None:
        return []
    joints = {j for controller in dae.skins() for j in dae.joints(controller)}
    found = []
    for animation, sampler, channel, node in dae.channels():
        output = dae.input(sampler, "OUTPUT")
        if output is None or dae.stride(output) != 16 or not joints & dae.names_of(node):
            continue
        values = dae.numbers(output)
        frames = [values[i:i + 16] for i in range(0, len(values), 16)]
        if len(frames) >= keys and any(math.dist(f[0:3] + f[4:7], frames[0][0:3] + frames[0][4:7]) > 0.1 for f in frames):
            found.append((animation, sampler, channel, node, frames))
    return found


def of_mover(change):
    """change(frames, dae) of the matrices of a joint that moves; returns them."""
    def plant(dae, rng):
        found = movers(dae)
        if not found:
            return None
        animation, sampler, channel, node, frames = rng.choice(found)
        changed = change([list(f) for f in frames], dae)
        if changed is None:
            return None
        dae.set_numbers(dae.input(sampler, "OUTPUT"), [n for f in changed for n in f])
        return dae.names_of(node) | dae.clip_names(animation)
    return COLLADA.fault_of(change, plant)


def a_joint(dae, rng):
    """(controller, slot, names) of a joint with weights below another joint."""
    controller = dae.skin()
    if controller is None:
        return None
    joints = dae.joints(controller)
    sums = [0] * len(joints)
    for own in dae.influences(controller):
        for joint, _ in own:
            if 0 <= joint < len(joints):
                sums[joint] += 1
    good = []
    for slot, joint in enumerate(joints):
        node = dae.node_of_joint(joint)
        if node is None or sums[slot] < 0.6 * sorted(s for s in sums if s)[sum(1 for s in sums if s) // 2]:
            continue
        above = dae.parents.get(node)
        if above is not None and dae.names_of(above) & set(joints):
            good.append((controller, slot, dae.names_of(node)))
    return rng.choice(good) if good else None


def of_bind(change):
    """change(matrix, size) of the inverse bind matrix of a joint."""
    def plant(dae, rng):
        found = a_joint(dae, rng)
        if found is None:
            return None
        controller, slot, names = found
        array = dae.input(dae.one("joints", controller), "INV_BIND_MATRIX")
        numbers = dae.numbers(array)
        numbers[16 * slot:16 * slot + 16] = change(numbers[16 * slot:16 * slot + 16], dae.size())
        dae.set_numbers(array, numbers)
        return names
    return COLLADA.fault_of(change, plant)


def of_clip(change):
    """change(times) of all samplers, each with its own; None where it cannot."""
    def plant(dae, rng):
        if not movers(dae, 4):
            return None
        done, names = set(), set()
        for animation, sampler, _, _ in dae.channels():
            array = dae.input(sampler, "INPUT")
            if array is not None and array.get("id") not in done:
                done.add(array.get("id"))
                dae.set_numbers(array, change(dae.numbers(array)))
            names |= dae.clip_names(animation)
        return names
    return COLLADA.fault_of(change, plant)


def of_skin(change):
    """change(dae, controller) of the largest skin; False where it cannot."""
    def plant(dae, rng):
        controller = dae.skin()
        if controller is None or change(dae, controller) is False:
            return None
        return dae.mesh_names(controller)
    return COLLADA.fault_of(change, plant)


# Keys

@of_mover
def bone_pops_one_frame(frames, dae):
    frames[len(frames) // 2] = times(frames[len(frames) // 2], turned(0, 30))
    return frames


@of_mover
def bone_pops_by_ten_degrees(frames, dae):
    frames[len(frames) // 2] = times(frames[len(frames) // 2], turned(2, 10))
    return frames


@of_mover
def bone_jumps_and_stays(frames, dae):
    return frames[:len(frames) // 2] + [times(f, turned(1, 70)) for f in frames[len(frames) // 2:]]


@of_mover
def bone_jitters(frames, dae):
    return [times(f, turned(0, 12 if k % 2 else -12)) for k, f in enumerate(frames)] if len(frames) > 12 else None


@of_mover
def bone_frozen(frames, dae):
    return [frames[0]] * len(frames)


@of_mover
def bone_scaled_through_zero(frames, dae):
    scale = lambda f, s: [n * s if i % 4 < 3 and i < 12 else n for i, n in enumerate(f)]
    return [scale(f, 1 - 2 * k / (len(frames) - 1)) for k, f in enumerate(frames)]


@of_mover
def bone_scaled_unevenly(frames, dae):
    scale = lambda f, s: [n * s if i % 4 == 0 and i < 12 else n for i, n in enumerate(f)]
    return [scale(f, 1 + 1.5 * k / (len(frames) - 1)) for k, f in enumerate(frames)]


@of_mover
def bone_displaced(frames, dae):
    away = 0.2 * dae.size()
    return [f[:3] + [f[3] + away] + f[4:] for f in frames]


@of_mover
def key_nan(frames, dae):
    frames[len(frames) // 2][5] = float("nan")
    return frames


@of_mover
def key_singular(frames, dae):
    frames[len(frames) // 2][:12] = [0.0] * 3 + frames[len(frames) // 2][3:4] + [0.0] * 3 + \
        frames[len(frames) // 2][7:8] + [0.0] * 3 + frames[len(frames) // 2][11:12]
    return frames


@of_mover
def bone_drifts_off_at_the_end(frames, dae):
    return [times(f, turned(0, 40 * k / (len(frames) - 1))) for k, f in enumerate(frames)]


def of_times(change):
    """change(times) of one channel."""
    def plant(dae, rng):
        found = movers(dae)
        if not found:
            return None
        animation, sampler, channel, node, frames = rng.choice(found)
        array = dae.own_source(sampler, "INPUT")
        changed = change(dae.numbers(array))
        dae.set_numbers(array, changed)
        return dae.names_of(node) | dae.clip_names(animation)
    return COLLADA.fault_of(change, plant)


@of_times
def key_times_out_of_order(own):
    k = len(own) // 2
    own[k], own[k + 1] = own[k + 1], own[k]
    return own


@of_times
def key_times_equal(own):
    own[len(own) // 2] = own[len(own) // 2 - 1]
    return own


@of_times
def key_times_too_few(own):
    return own[:-3]


@of_times
def bone_outlasts_the_clip(own):
    return own[:-1] + [own[-1] + 1.5]


@of_times
def key_time_nan(own):
    own[len(own) // 2] = float("nan")
    return own


@of_clip
def clip_times_are_frames(own):
    return [24 * t for t in own]


@of_clip
def clip_times_are_milliseconds(own):
    return [1000 * t for t in own]


@of_clip
def clip_starts_late(own):
    return [t + 2 for t in own]


@of_clip
def clip_times_negative(own):
    return [t - 0.5 for t in own]


@of_clip
def clip_far_too_fast(own):
    return [t / 1000 for t in own]


def of_channel(change):
    """change(dae, animation, sampler, channel, node)."""
    def plant(dae, rng):
        found = movers(dae, 4)
        if not found:
            return None
        animation, sampler, channel, node, _ = rng.choice(found)
        change(dae, animation, sampler, channel, node)
        return dae.names_of(node) | dae.clip_names(animation) | {channel.get("target").split("/")[0]}
    return COLLADA.fault_of(change, plant)


@of_channel
def channel_of_missing_node(dae, animation, sampler, channel, node):
    channel.set("target", "planted_nowhere/transform")


@of_channel
def channel_of_missing_transform(dae, animation, sampler, channel, node):
    channel.set("target", channel.get("target").split("/")[0] + "/planted")


@of_channel
def sampler_missing(dae, animation, sampler, channel, node):
    channel.set("source", "#planted_nowhere")


@of_channel
def channel_twice(dae, animation, sampler, channel, node):
    array = dae.input(sampler, "OUTPUT")
    clone = copy.deepcopy(sampler)
    clone.set("id", "planted-sampler")
    animation.append(clone)
    dae.index()
    output = dae.own_source(clone, "OUTPUT")
    values = dae.numbers(array)
    dae.set_numbers(output, [n for i in range(0, len(values), 16)
                             for n in times(values[i:i + 16], turned(0, 40))])
    twin = copy.deepcopy(channel)
    twin.set("source", "#planted-sampler")
    animation.append(twin)


@of_channel
def key_source_missing(dae, animation, sampler, channel, node):
    for own in dae.all("input", sampler):
        if own.get("semantic") == "OUTPUT":
            own.set("source", "#planted_nowhere")


@of_channel
def interpolation_unknown(dae, animation, sampler, channel, node):
    array = dae.input(sampler, "INTERPOLATION")
    if array is not None:
        array.text = " ".join(["PLANTED"] * len(array.text.split()))


# Skin

@of_bind
def bind_moved(m, size):
    return m[:3] + [m[3] + 0.2 * size] + m[4:]


@of_bind
def bind_turned(m, size):
    return times(turned(2, 50), m)


@of_bind
def bind_identity(m, size):
    return list(IDENTITY)


@of_bind
def bind_singular(m, size):
    return m[:8] + [0.0] * 4 + m[12:]


@of_bind
def bind_mirrored(m, size):
    return [-n for n in m[:4]] + m[4:]


@of_bind
def bind_nan(m, size):
    return [float("nan")] + m[1:]


@of_skin
def bind_transposed(dae, controller):
    array = dae.input(dae.one("joints", controller), "INV_BIND_MATRIX")
    own = dae.numbers(array)
    dae.set_numbers(array, [own[i // 16 * 16 + i % 4 * 4 + i % 16 // 4] for i in range(len(own))])


@of_skin
def bind_matrices_too_few(dae, controller):
    array = dae.input(dae.one("joints", controller), "INV_BIND_MATRIX")
    dae.set_numbers(array, dae.numbers(array)[:-32])


@of_skin
def bind_shape_in_another_unit(dae, controller):
    shape = dae.one("bind_shape_matrix", controller)
    if shape is None:
        return False
    shape.text = " ".join("%g" % (n * 100 if i % 4 < 4 and i < 12 else n)
                          for i, n in enumerate(float(t) for t in shape.text.split()))


@of_skin
def mesh_in_another_unit(dae, controller):
    array = dae.positions(controller)
    dae.set_numbers(array, [100 * n for n in dae.numbers(array)])


@of_skin
def weights_negative(dae, controller):
    array = dae.input(dae.one("vertex_weights", controller), "WEIGHT")
    own = dae.numbers(array)
    dae.set_numbers(array, [-n if k < 20 else n for k, n in enumerate(own)])


@of_skin
def weights_nan(dae, controller):
    array = dae.input(dae.one("vertex_weights", controller), "WEIGHT")
    dae.set_numbers(array, [float("nan") if k < 10 else n for k, n in enumerate(dae.numbers(array))])


@of_skin
def weights_do_not_sum(dae, controller):
    array = dae.input(dae.one("vertex_weights", controller), "WEIGHT")
    dae.set_numbers(array, [0.6 * n if k < 60 else n for k, n in enumerate(dae.numbers(array))])


@of_skin
def weights_missing(dae, controller):
    own = dae.influences(controller)
    dae.set_influences(controller, [[] if k < 30 else v for k, v in enumerate(own)])


@of_skin
def joints_out_of_range(dae, controller):
    own = dae.influences(controller)
    for vertex in own[:20]:
        if vertex:
            vertex[0][0] = 6000
    dae.set_influences(controller, own)


@of_skin
def weights_out_of_range(dae, controller):
    own = dae.influences(controller)
    for vertex in own[:20]:
        if vertex:
            vertex[0][1] = 600000
    dae.set_influences(controller, own)


@of_skin
def influences_cut_short(dae, controller):
    v = dae.one("v", controller)
    v.text = " ".join(v.text.split()[:-40])


@of_skin
def vertices_without_influences(dae, controller):
    """Fewer entries in vcount than vertices."""
    own = dae.influences(controller)
    own = own[:len(own) * 3 // 4]
    dae.set_influences(controller, own)
    dae.one("vertex_weights", controller).set("count", str(len(own)))


@COLLADA.fault
def joint_of_missing_node(dae, rng):
    found = a_joint(dae, rng)
    if found is None:
        return None
    controller, slot, names = found
    array = dae.input(dae.one("joints", controller), "JOINT")
    joints = array.text.split()
    joints[slot] = "planted_nowhere"
    array.text = " ".join(joints)
    return names | {"planted_nowhere"} | dae.mesh_names(controller)


@COLLADA.fault
def vertices_on_a_far_bone(dae, rng):
    controller = dae.skin()
    joints = dae.joints(controller) if controller is not None else []
    if len(joints) < 6:
        return None
    own, places = dae.influences(controller), dae.numbers(dae.positions(controller))
    at = lambda v: places[3 * v:3 * v + 3]
    first = [v for v in range(len(own)) if own[v]][0]
    far = max((v for v in range(len(own)) if own[v]), key=lambda v: math.dist(at(v), at(first)))
    one = dae.numbers(dae.input(dae.one("vertex_weights", controller), "WEIGHT"))
    full = next((k for k, w in enumerate(one) if w > 0.99), None)
    if full is None or own[first][0][0] == own[far][0][0]:
        return None
    spot = [v for v in range(len(own)) if at(v) == at(first)]
    for v in spot:
        own[v] = [[own[far][0][0], full]]
    dae.set_influences(controller, own)
    names = set()
    for slot in (own[first][0][0],):
        node = dae.node_of_joint(joints[slot])
        names |= dae.names_of(node) if node is not None else set()
    return names | dae.mesh_names(controller)


# Meshes, materials, the file

@of_skin
def position_nan(dae, controller):
    array = dae.positions(controller)
    own = dae.numbers(array)
    own[len(own) // 2] = float("nan")
    dae.set_numbers(array, own)


@of_skin
def vertex_flung_away(dae, controller):
    array = dae.positions(controller)
    own, size = dae.numbers(array), dae.size()
    own[len(own) // 6 * 3] += 3 * size
    dae.set_numbers(array, own)


@of_skin
def position_count_wrong(dae, controller):
    array = dae.positions(controller)
    text = array.text.split()
    array.text = " ".join(text[:len(text) * 2 // 3])


@of_skin
def index_out_of_range(dae, controller):
    p = dae.one("p", dae.geometry(controller))
    own = p.text.split()
    own[0] = "9999999"
    p.text = " ".join(own)


@of_skin
def indices_cut_short(dae, controller):
    p = dae.one("p", dae.geometry(controller))
    p.text = " ".join(p.text.split()[:-4])


@of_skin
def uvs_nan(dae, controller):
    array = uvs(dae, controller)
    if array is None:
        return False
    dae.set_numbers(array, [float("nan") if k < 20 else n for k, n in enumerate(dae.numbers(array))])


@of_skin
def uvs_zero(dae, controller):
    array = uvs(dae, controller)
    if array is None or not dae.all("texture"):
        return False
    dae.set_numbers(array, [0.0] * len(dae.numbers(array)))


@of_skin
def normals_flipped(dae, controller):
    array = dae.input(dae.geometry(controller), "NORMAL")
    if array is None:
        return False
    dae.set_numbers(array, [-n for n in dae.numbers(array)])


def uvs(dae, controller):
    return dae.input(dae.geometry(controller), "TEXCOORD")


@COLLADA.fault
def material_transparent(dae, rng):
    effect = dae.one("effect")
    shader = None if effect is None else next((dae.one(t, effect) for t in ("phong", "lambert", "blinn")
                                               if dae.one(t, effect) is not None), None)
    if shader is None:
        return None
    for tag in ("transparent", "transparency"):
        for old in dae.all(tag, shader):
            shader.remove(old)
    transparent = copy.deepcopy(shader[0])
    transparent.clear()
    transparent.tag = dae.space + "transparent"
    transparent.set("opaque", "A_ONE")
    color = copy.deepcopy(transparent)
    color.clear()
    color.tag, color.text = dae.space + "color", "1 1 1 0"
    transparent.append(color)
    shader.append(transparent)
    return {n for e in dae.all("effect") + dae.all("material") for n in (e.get("name"), e.get("id")) if n}


@COLLADA.fault
def texture_missing(dae, rng):
    image = dae.one("image")
    if image is None or dae.one("init_from", image) is None or not dae.all("texture"):
        return None
    dae.one("init_from", image).text = "planted.png"
    return {"planted.png"}


def unit_factor(dae, factor):
    asset = dae.one("asset")
    unit = None if asset is None else dae.one("unit", asset)
    if unit is None or dae.skin() is None:
        return None
    unit.set("meter", "%g" % (float(unit.get("meter", "1")) * factor))
    return {"model"}


@COLLADA.fault
def a_hundred_times_too_large(dae, rng):
    return unit_factor(dae, 100)


@COLLADA.fault
def a_hundred_times_too_small(dae, rng):
    return unit_factor(dae, 0.01)


@COLLADA.fault
def rest_scale_zero(dae, rng):
    return rest(dae, rng, lambda m: [0.0 if i % 4 < 3 and i < 12 else n for i, n in enumerate(m)])


@COLLADA.fault
def rest_mirrored(dae, rng):
    return rest(dae, rng, lambda m: [-n if i % 4 == 0 and i < 12 else n for i, n in enumerate(m)])


@COLLADA.fault
def rest_nan(dae, rng):
    return rest(dae, rng, lambda m: [float("nan")] + m[1:])


def rest(dae, rng, change):
    found = a_joint(dae, rng)
    if found is None:
        return None
    node = dae.node_of_joint(dae.joints(found[0])[found[1]])
    matrix = node.find(dae.space + "matrix")
    if matrix is None:
        return None
    matrix.text = " ".join("%.7g" % n for n in change([float(n) for n in matrix.text.split()]))
    return found[2]


@COLLADA.fault
def skin_of_missing_mesh(dae, rng):
    controller = dae.skin()
    if controller is None:
        return None
    names = dae.mesh_names(controller)
    dae.one("skin", controller).set("source", "#planted_nowhere")
    return names | {"planted_nowhere"}


# Harmless

@COLLADA.harmless
def nothing(dae, rng):
    return set()


@COLLADA.harmless
def numbers_rounded(dae, rng):
    for array in dae.all("float_array"):
        array.text = " ".join("%.5g" % float(n) for n in (array.text or "").split())
    return set()


@COLLADA.harmless
def unit_left_out(dae, rng):
    asset = dae.one("asset")
    unit = None if asset is None else dae.one("unit", asset)
    if unit is None or unit.get("meter", "1") not in ("1", "1.0", "1.000000"):
        return None
    asset.remove(unit)
    return set()


@COLLADA.harmless
def authoring_tool_changed(dae, rng):
    for tool in dae.all("authoring_tool"):
        tool.text = "another"
    return set()


@COLLADA.harmless
def empty_node_added(dae, rng):
    scene = dae.one("visual_scene")
    if scene is None:
        return None
    node = copy.deepcopy(scene[0])
    node.clear()
    node.tag = dae.space + "node"
    node.set("id", "planted_locator")
    scene.append(node)
    return set()


def clip_speed(dae, factor):
    done = set()
    for _, sampler, _, _ in dae.channels():
        array = dae.input(sampler, "INPUT")
        if array is not None and array.get("id") not in done:
            done.add(array.get("id"))
            dae.set_numbers(array, [factor * t for t in dae.numbers(array)])
    for clip in dae.all("animation_clip"):
        for bound in ("start", "end"):
            if clip.get(bound):
                clip.set(bound, "%.7g" % (factor * float(clip.get(bound))))
    return set() if done else None


@COLLADA.harmless
def clips_slower(dae, rng):
    return clip_speed(dae, 1.4)


@COLLADA.harmless
def clips_faster(dae, rng):
    return clip_speed(dae, 0.75)


@COLLADA.harmless
def animations_reversed_in_order(dae, rng):
    library = dae.one("library_animations")
    if library is None:
        return None
    library[:] = list(library)[::-1]
    return set()


@COLLADA.harmless
def weights_rounded(dae, rng):
    controller = dae.skin()
    if controller is None:
        return None
    array = dae.input(dae.one("vertex_weights", controller), "WEIGHT")
    dae.set_numbers(array, [round(n, 4) for n in dae.numbers(array)])
    return set()


@COLLADA.harmless
def material_added(dae, rng):
    library = dae.one("library_materials")
    if library is None or not len(library):
        return None
    clone = copy.deepcopy(library[0])
    clone.set("id", "planted_material")
    library.append(clone)
    return set()
