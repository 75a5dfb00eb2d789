"""More faults of Collada files: what writers of the format, locales and hands do wrong. Registers them in
COLLADA; each takes a Dae and a random.Random."""
import math

from classes import COLLADA
from collada import (IDENTITY, a_joint, movers, of_channel, of_clip, of_mover, of_skin, of_times, rest, times,
                     turned)


# Text

@of_skin
def positions_with_decimal_commas(dae, controller):
    """Written under a German locale."""
    array = dae.positions(controller)
    array.text = array.text.replace(".", ",")


@of_skin
def normals_as_msvc_writes_nan(dae, controller):
    array = dae.input(dae.geometry(controller), "NORMAL")
    if array is None:
        return False
    text = array.text.split()
    text[0:6] = ["-1.#IND"] * 6
    array.text = " ".join(text)


@of_channel
def keys_as_msvc_writes_nan(dae, animation, sampler, channel, node):
    array = dae.own_source(sampler, "OUTPUT")
    text = array.text.split()
    text[len(text) // 2] = "1.#QNAN"
    array.text = " ".join(text)


# Keys

@of_mover
def matrices_of_keys_transposed(frames, dae):
    return [[f[4 * (i % 4) + i // 4] for i in range(16)] for f in frames]


@of_mover
def first_key_identity(frames, dae):
    return [list(IDENTITY)] + frames[1:]


@of_mover
def last_key_identity(frames, dae):
    return frames[:-1] + [list(IDENTITY)]


@of_mover
def bone_turned_through_the_clip(frames, dae):
    return [times(f, turned(0, 90)) for f in frames]


@of_mover
def bone_mirrored_through_the_clip(frames, dae):
    return [times(f, [-1.0 if i == 0 else n for i, n in enumerate(IDENTITY)]) for f in frames]


@of_mover
def bone_keys_in_another_unit(frames, dae):
    return [[100 * n if i % 4 == 3 and i < 12 else n for i, n in enumerate(f)] for f in frames]


@of_mover
def frames_exchanged(frames, dae):
    a, b = len(frames) // 4, len(frames) // 2
    if math.dist(frames[a], frames[b]) < 0.1:
        return None
    frames[a], frames[b] = frames[b], frames[a]
    return frames


@of_times
def bone_at_another_frame_rate(own):
    return [t * 24 / 30 for t in own]


@of_times
def bone_starts_late(own):
    return [t + 0.7 for t in own]


@COLLADA.fault
def rest_pose_for_one_frame(dae, rng):
    found = movers(dae)
    if len(found) < 5:
        return None
    done, clips = 0.0, set()
    for animation, sampler, _, node, frames in found:
        matrix = node.find(dae.space + "matrix")
        if matrix is None:
            return None
        own = [float(n) for n in matrix.text.split()]
        done += math.dist(own, frames[len(frames) // 2]) > 0.2
        frames[len(frames) // 2] = own
        dae.set_numbers(dae.own_source(sampler, "OUTPUT"), [n for f in frames for n in f])
        clips |= dae.clip_names(animation) | dae.names_of(node)
    return clips if done > 3 else None


@COLLADA.fault
def clip_frozen(dae, rng):
    found = movers(dae)
    clips = set()
    for animation, sampler, _, _, frames in found:
        dae.set_numbers(dae.own_source(sampler, "OUTPUT"), frames[0] * len(frames))
        clips |= dae.clip_names(animation)
    return clips or None


@of_channel
def interpolation_of_fewer_keys(dae, animation, sampler, channel, node):
    array = dae.input(sampler, "INTERPOLATION")
    if array is not None:
        array.text = " ".join(array.text.split()[:-2])


@of_channel
def bezier_without_tangents(dae, animation, sampler, channel, node):
    array = dae.own_source(sampler, "INTERPOLATION")
    array.text = " ".join(["BEZIER"] * len(array.text.split()))
    for own in list(sampler):
        if own.get("semantic") in ("IN_TANGENT", "OUT_TANGENT"):
            sampler.remove(own)


@COLLADA.fault
def clip_declared_beyond_its_keys(dae, rng):
    clips = dae.all("animation_clip")
    if not clips:
        return None
    clips[0].set("end", "%g" % (float(clips[0].get("end", "1")) + 20))
    return {n for n in (clips[0].get("name"), clips[0].get("id")) if n}


@COLLADA.fault
def clip_of_missing_animation(dae, rng):
    clips = [c for c in dae.all("animation_clip") if dae.all("instance_animation", c)]
    if not clips:
        return None
    for own in dae.all("instance_animation", clips[0]):
        own.set("url", "#planted_nowhere")
    return {n for n in (clips[0].get("name"), clips[0].get("id")) if n} | {"planted_nowhere"}


# Skeleton and skin

@COLLADA.fault
def rest_matrix_transposed(dae, rng):
    return rest(dae, rng, lambda m: [m[4 * (i % 4) + i // 4] for i in range(16)])


@COLLADA.fault
def rest_moved(dae, rng):
    return rest(dae, rng, lambda m: times(m, turned(0, 40)))


@COLLADA.fault
def rest_translation_lost(dae, rng):
    return rest(dae, rng, lambda m: [0.0 if i % 4 == 3 and i < 12 else n for i, n in enumerate(m)])


@COLLADA.fault
def skeleton_of_missing_node(dae, rng):
    found = dae.all("skeleton")
    if not found or dae.skin() is None:
        return None
    for own in found:
        own.text = "#planted_nowhere"
    return {"planted_nowhere"} | dae.mesh_names(dae.skin())


@of_skin
def weights_in_percent(dae, controller):
    array = dae.input(dae.one("vertex_weights", controller), "WEIGHT")
    dae.set_numbers(array, [100 * n for n in dae.numbers(array)])


@of_skin
def bind_shape_nan(dae, controller):
    shape = dae.one("bind_shape_matrix", controller)
    if shape is None:
        return False
    shape.text = "nan " + " ".join(shape.text.split()[1:])


@of_skin
def mesh_moved(dae, controller):
    array, away = dae.positions(controller), 0.5 * dae.size()
    dae.set_numbers(array, [n + away if i % 3 == 0 else n for i, n in enumerate(dae.numbers(array))])


@of_skin
def mesh_turned(dae, controller):
    array = dae.positions(controller)
    own = dae.numbers(array)
    dae.set_numbers(array, [n for i in range(0, len(own) - 2, 3) for n in (own[i], -own[i + 2], own[i + 1])])


@of_skin
def weights_of_other_vertices(dae, controller):
    own = dae.influences(controller)
    dae.set_influences(controller, own[len(own) // 3:] + own[:len(own) // 3])


@of_skin
def all_weights_on_one_bone(dae, controller):
    own = dae.influences(controller)
    one = dae.numbers(dae.input(dae.one("vertex_weights", controller), "WEIGHT"))
    full = next((k for k, w in enumerate(one) if w > 0.99), None)
    if full is None:
        return False
    dae.set_influences(controller, [[[0, full]] for _ in own])


@of_skin
def joints_off_by_one(dae, controller):
    own, count = dae.influences(controller), len(dae.joints(controller))
    if count < 4:
        return False
    dae.set_influences(controller, [[[(j + 1) % count if j >= 0 else j, w] for j, w in v] for v in own])


@COLLADA.fault
def bind_matrices_shifted(dae, rng):
    controller = dae.skin()
    if controller is None or len(dae.joints(controller)) < 4:
        return None
    array = dae.input(dae.one("joints", controller), "INV_BIND_MATRIX")
    own = dae.numbers(array)
    dae.set_numbers(array, own[16:] + own[:16])
    return dae.mesh_names(controller) | set(dae.joints(controller))


@COLLADA.fault
def joint_ids_twice(dae, rng):
    """Two nodes have the sid of one joint."""
    found = a_joint(dae, rng)
    if found is None:
        return None
    controller, slot, names = found
    node = dae.node_of_joint(dae.joints(controller)[slot])
    other = next((n for n in dae.all("node") if n is not node and n.get("sid") and n.get("sid") != node.get("sid")), None)
    if other is None or not node.get("sid"):
        return None
    other.set("sid", node.get("sid"))
    return names | dae.names_of(other) | dae.mesh_names(controller)


# Meshes

@of_skin
def input_offsets_wrong(dae, controller):
    """An input more than the list of indices has."""
    for own in dae.all("input", dae.geometry(controller)):
        if own.get("semantic") == "VERTEX":
            own.set("offset", str(int(own.get("offset", "0")) + 1))


@of_skin
def material_not_bound(dae, controller):
    found = False
    for own in dae.all("instance_material"):
        own.set("target", "#planted_nowhere")
        found = True
    return found


@of_skin
def normals_in_other_axes(dae, controller):
    array = dae.input(dae.geometry(controller), "NORMAL")
    if array is None:
        return False
    own = dae.numbers(array)
    dae.set_numbers(array, [n for i in range(0, len(own) - 2, 3) for n in (own[i], own[i + 2], -own[i + 1])])


@of_skin
def positions_rounded_coarsely(dae, controller):
    array, step = dae.positions(controller), dae.size() / 25
    dae.set_numbers(array, [round(n / step) * step for n in dae.numbers(array)])


@of_clip
def clip_times_in_minutes(own):
    return [t / 60 for t in own]
