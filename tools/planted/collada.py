"""Faults of Collada files that only their reader meets. Matrices are by row."""
import math

from classes import COLLADA, Where, need

TURN = [0.0, -1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]


def times(a, b):
    return [sum(a[4 * r + k] * b[4 * k + c] for k in range(4)) for r in range(4) for c in range(4)]


def transposed(m):
    return [m[i % 4 * 4 + i // 4] for i in range(16)]


# Places

def a_mover(dae, rng):
    """(animation, sampler, channel, node) of the matrices of a joint that moves."""
    joints = {j for controller in dae.skins() for j in dae.joints(controller)}
    found = []
    for animation, sampler, channel, node in dae.channels():
        output = dae.input(sampler, "OUTPUT")
        if output is None or dae.stride(output) != 16 or not joints & dae.names_of(node) or ("keys", sampler.get("id")) in dae.taken:
            continue
        frames = matrices(dae, output)
        if len(frames) > 7 and any(math.dist(f[:3] + f[4:7], frames[0][:3] + frames[0][4:7]) > 0.1 for f in frames):
            found.append((animation, sampler, channel, node))
    chosen = rng.choice(need(found))
    dae.taken.add(("keys", chosen[1].get("id")))
    return chosen


def matrices(dae, array):
    numbers = dae.numbers(array)
    return [numbers[i:i + 16] for i in range(0, len(numbers) - 15, 16)]


@COLLADA.kind
def of_frames(dae, rng, change):
    """change(frames) of the matrices of a joint."""
    _, sampler, _, node = a_mover(dae, rng)
    output = dae.own_source(sampler, "OUTPUT")
    dae.set_numbers(output, [n for f in change(matrices(dae, output)) for n in f])
    return Where(dae.names_of(node) | {sampler.get("id").replace("-sampler", "")})


@COLLADA.kind
def of_channel(dae, rng, change):
    """change(dae, animation, sampler, channel)."""
    animation, sampler, channel, node = a_mover(dae, rng)
    change(dae, animation, sampler, channel)
    return Where(dae.names_of(node) | dae.clip_names(animation) | {sampler.get("id"), "planted_nowhere"})


@COLLADA.kind
def of_list(dae, rng, change, semantic, within="mesh"):
    """change(words) of a list of numbers of the largest skin or its mesh."""
    controller = need(dae.skin())
    owner = need(dae.geometry(controller) if within == "mesh" else dae.one(within, controller))
    array = need(dae.one(semantic, owner) if semantic.islower() else dae.input(owner, semantic))
    need((semantic, within) not in dae.taken)
    dae.taken.add((semantic, within))
    array.text = " ".join(change(array.text.split()))
    return Where(dae.mesh_names(controller) | set(dae.joints(controller)))


# Faults

of_frames.table({
    "bone_jumps_and_stays": ("key-pop loop-seam", lambda fs: fs[:len(fs) // 2] + [times(f, TURN) for f in fs[len(fs) // 2:]]),
    "keys_transposed": ("matrix-transposed matrix-not-affine", lambda fs: [transposed(f) for f in fs]),
    "keys_mirrored": ("clip-scale-negative", lambda fs: [[-n if i % 4 == 0 else n for i, n in enumerate(f)] for f in fs]),
    "key_of_no_size": ("clip-scale-zero key-dropped", lambda fs: fs[:3] + [[n * (i % 4 == 3) for i, n in enumerate(fs[3])]] + fs[4:]),
    "key_nan": ("key-dropped", lambda fs: fs[:3] + [[float("nan")] * 16] + fs[4:]),
    "frames_too_few": ("keys-mismatched channel-unusable", lambda fs: fs[:-3]),
})


def bezier(dae, animation, sampler, channel):
    array = dae.own_source(sampler, "INTERPOLATION")
    array.text = " ".join(["BEZIER"] * len(array.text.split()))
    for own in [i for i in sampler if i.get("semantic") in ("IN_TANGENT", "OUT_TANGENT")]:
        sampler.remove(own)


def msvc_nan(dae, animation, sampler, channel):
    array = dae.own_source(sampler, "OUTPUT")
    array.text = " ".join(array.text.split()[:20] + ["1.#QNAN"] + array.text.split()[21:])


of_channel.table({
    "channel_of_missing_node": ("channel-unmatched channel-unusable", lambda dae, a, s, c: c.set("target", "planted_nowhere/transform")),
    "channel_of_missing_sampler": ("reference-missing channel-unusable", lambda dae, a, s, c: c.set("source", "#planted_nowhere")),
    "bezier_without_tangents": ("tangents-missing", bezier),
    "keys_as_msvc_writes_nan": ("number-invalid key-dropped", msvc_nan),
})
of_list.table({
    "weights_in_percent": ("weights-not-normalised", lambda ws: [str(100 * float(w)) for w in ws]),
    "weights_negative": ("weight-ignored", lambda ws: ["-0.3"] * 20 + ws[20:]),
}, semantic="WEIGHT", within="vertex_weights")
of_list.table({
    "binds_transposed": ("bind-not-affine", lambda ws: [ws[i // 16 * 16 + i % 4 * 4 + i % 16 // 4] for i in range(len(ws))]),
    "binds_of_the_next_joint": ("bind-mixed", lambda ws: ws[16:] + ws[:16]),
}, semantic="INV_BIND_MATRIX", within="joints")
of_list.table({
    "positions_with_decimal_commas": ("number-comma", lambda ws: [w.replace(".", ",") for w in ws]),
    "position_nan": ("position-not-finite", lambda ws: ws[:30] + ["nan"] + ws[31:]),
    "vertex_flung_away": ("vertex-stray", lambda ws: ws[:30] + [str(99 * max(map(float, ws)))] + ws[31:]),
}, semantic="VERTEX")
of_list.table({
    "positions_too_few": ("source-short index-out-of-range", lambda ws: ws[:len(ws) * 2 // 3]),
}, semantic="VERTEX", alone=True)
of_list.table({
    "index_out_of_range": ("index-out-of-range", lambda ws: ["9999999"] + ws[1:]),
    "indices_cut_short": ("indices-incomplete index-out-of-range", lambda ws: ws[:-4]),
}, semantic="p", alone=True)
of_list.table({
    "joint_of_missing_node": ("bone-without-node", lambda ws: ws[:-2] + ["planted_nowhere"] + ws[-1:]),
}, semantic="JOINT", within="joints")


@COLLADA.fault("clip-range")
def clip_declared_beyond_its_keys(dae, rng):
    clips = need(dae.all("animation_clip"))
    need("range" not in dae.taken)
    dae.taken.add("range")
    clips[0].set("end", "%g" % (float(clips[0].get("end", "1")) + 20))
    return Where({clips[0].get("name"), clips[0].get("id")})
