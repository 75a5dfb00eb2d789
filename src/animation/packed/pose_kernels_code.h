#pragma once

// The implementation of pose_kernels.h, compiled once per instruction set (lanes.h).
//
// Four nodes are sampled in lanes (pose_sampler_code.h) and their local matrices stay in lanes. The walk then takes one
// node at a time: each element of a local matrix is broadcast and multiplied with a column of the parent's matrix. That
// relies on pack_keys.cpp: nodes in groups of four with parents first, the keys of four nodes in one row, neighboring
// rotations at most kMaxKeyAngle apart and in one hemisphere.

#include "animation/packed/compressed_code.h"
#include "animation/packed/lanes.h"
#include "animation/packed/pose_kernels.h"
#include "animation/packed/pose_sampler_code.h"

namespace sinew::SINEW_KERNELS {
namespace {

/// The upper three rows of four matrices in lanes: the rows of the first two columns, then those of the last two.
struct MatrixLanes {
    alignas(32) Float4 values[12];

    // Stored with the width of the later loads: narrower stores would stall store forwarding.
    SINEW_INLINE void set(int half, int row, Lanes8 columns) { store(values[6 * half + 2 * row].values, columns); }
};

/// For one group, or for two: to `out[0]` and `out[1]`.
SINEW_INLINE void setRow(MatrixLanes* out, int half, int row, Lanes4 first, Lanes4 second) {
    out->set(half, row, combine(first, second));
}
#if SINEW_TWO_GROUPS
SINEW_INLINE void setRow(MatrixLanes* out, int half, int row, Lanes8 first, Lanes8 second) {
    out[0].set(half, row, lowHalves(first, second));
    out[1].set(half, row, highHalves(first, second));
}
#endif

template <typename Lanes>
SINEW_INLINE void compose(const Transforms<Lanes>& from, MatrixLanes* out) {
    const Lanes &x = from.rotation[0], &y = from.rotation[1], &z = from.rotation[2], &w = from.rotation[3];
    Lanes one;
    narrow(splatMax(1.0f), one);
    const Lanes x2 = x + x, y2 = y + y, z2 = z + z;
    const Lanes xx = x * x2, yy = y * y2, zz = z * z2;
    const Lanes xy = x * y2, xz = x * z2, yz = y * z2, wx = w * x2, wy = w * y2, wz = w * z2;
    const Lanes *t = from.translation, *s = from.scale;
    setRow(out, 0, 0, (one - (yy + zz)) * s[0], (xy - wz) * s[1]);
    setRow(out, 0, 1, (xy + wz) * s[0], (one - (xx + zz)) * s[1]);
    setRow(out, 0, 2, (xz - wy) * s[0], (yz + wx) * s[1]);
    setRow(out, 1, 0, (xz + wy) * s[2], t[0]);
    setRow(out, 1, 1, (yz - wx) * s[2], t[1]);
    setRow(out, 1, 2, (one - (xx + yy)) * s[2], t[2]);
}

/// out = a * b, two columns at a time; `broadcastOf(half, row)` gives b's elements of that row, each broadcast over a
/// column.
template <typename Broadcast>
SINEW_INLINE void multiplyAffine(const float* a, float* out, Broadcast broadcastOf) {
    const Lanes8 a0 = duplicate(a), a1 = duplicate(a + 4), a2 = duplicate(a + 8);
    const Lanes8 first = multiplyAdd(a2, broadcastOf(0, 2), multiplyAdd(a1, broadcastOf(0, 1), a0 * broadcastOf(0, 0)));
    store(out, first);
    const Lanes8 moved = multiplyAddHigh(a0, broadcastOf(1, 0), a + 12);
    store(out + 8, multiplyAdd(a2, broadcastOf(1, 2), multiplyAdd(a1, broadcastOf(1, 1), moved)));
}

struct Walk {
    const float* worldFromRoot;
    float* worldFromNode;

    const float* of(int32_t parent) const { return parent < 0 ? worldFromRoot : worldFromNode + 16 * int64_t{parent}; }

    /// worldFromNode = worldFromParent * the local matrix in `lane`.
    template <int lane>
    SINEW_INLINE void step(const MatrixLanes& local, int32_t parent, uint32_t node) const {
        multiplyAffine(of(parent), worldFromNode + 16 * size_t{node}, [&](int half, int row) SINEW_INLINE_LAMBDA {
            return broadcast<lane>(local.values + 6 * half + 2 * row);
        });
    }

    SINEW_INLINE void stepGroup(const MatrixLanes& local, const int32_t* parents, const uint32_t* nodes,
                                uint32_t count) const {
        step<0>(local, parents[0], nodes[0]);
        if (count > 1) step<1>(local, parents[1], nodes[1]);
        if (count > 2) step<2>(local, parents[2], nodes[2]);
        if (count > 3) step<3>(local, parents[3], nodes[3]);
    }
};

/// Groups are sampled in batches before they are walked: sampling does not wait for parents and can overlap.
constexpr uint32_t kGroupBatch = 8;

/// Samples one of the `count` groups, or two that are compatible where registers hold both. Returns how many.
SINEW_INLINE uint32_t sampleNext(Sampler& sampler, const NodeGroup* groups, [[maybe_unused]] uint32_t count,
                                 MatrixLanes* locals) {
#if SINEW_TWO_GROUPS
    if (count > 1 && compatible(groups[0], groups[1])) {
        Transforms<Lanes8> both;
        sampler.sample(groups[0], groups[1], both);
        compose(both, locals);
        return 2;
    }
#endif
    Transforms<Lanes4> all;
    sampler.sample(groups[0], groups[0], all);
    compose(all, locals);
    return 1;
}

void walkClip(const PackedClipView& clip, double timeSeconds, const float* worldFromRoot, float* worldFromNode) {
    Sampler sampler(clip, timeSeconds);
    const Walk walk{worldFromRoot, worldFromNode};
    MatrixLanes locals[kGroupBatch];
    for (uint32_t first = 0; first < clip.groupCount; first += kGroupBatch) {
        const NodeGroup* groups = clip.groups + first;
        const uint32_t left = clip.groupCount - first, count = left < kGroupBatch ? left : kGroupBatch;
        for (uint32_t i = 0; i < count;)
            i += sampleNext(sampler, groups + i, count - i, locals + i);
        for (uint32_t i = 0; i < count; ++i)
            walk.stepGroup(locals[i], groups[i].parents, groups[i].nodes, groups[i].count);
    }
}

void sampleClip(const PackedClipView& clip, double timeSeconds, float* pose) {
    Sampler sampler(clip, timeSeconds);
    for (uint32_t i = 0; i < clip.groupCount; ++i) {
        const NodeGroup& group = clip.groups[i];
        Transforms<Lanes4> all;
        sampler.sample(group, group, all);
        Lanes4 *t = all.translation, *r = all.rotation, *s = all.scale;
        Lanes4 first[4] = {t[0], t[1], t[2], r[0]}, second[4] = {r[1], r[2], r[3], s[0]};
        Lanes4 third[4] = {s[1], s[2], s[1], s[2]};
        transpose(first[0], first[1], first[2], first[3]);
        transpose(second[0], second[1], second[2], second[3]);
        transpose(third[0], third[1], third[2], third[3]);
        for (uint32_t lane = 0; lane < group.count; ++lane) {
            float* to = pose + kTransformFloats * size_t{group.nodes[lane]};
            Float4 last;
            store(to, first[lane]);
            store(to + 4, second[lane]);
            store(last.values, third[lane]);
            to[8] = last.values[0];
            to[9] = last.values[1];
        }
    }
}

void walkPose(const int32_t* parents, uint32_t nodeCount, const float* pose, const float* worldFromRoot,
              float* worldFromNode) {
    const Walk walk{worldFromRoot, worldFromNode};
    MatrixLanes local;
    for (uint32_t node = 0; node < nodeCount; node += 4) {
        const uint32_t count = nodeCount - node < 4 ? nodeCount - node : 4;
        const uint32_t nodes[4] = {node, node + 1, node + 2, node + 3};
        Lanes4 first[4], second[4], third[4];
        for (uint32_t lane = 0; lane < 4; ++lane) {
            const float* from = pose + kTransformFloats * size_t{nodes[lane < count ? lane : 0]};
            first[lane] = load(from);
            second[lane] = load(from + 3);  // the rotation
            third[lane] = load(from + 6);   // w and the scale: nothing past the end is read
        }
        transpose(first[0], first[1], first[2], first[3]);
        transpose(second[0], second[1], second[2], second[3]);
        transpose(third[0], third[1], third[2], third[3]);
        const Transforms<Lanes4> all{.translation = {first[0], first[1], first[2]},
                                     .rotation = {second[0], second[1], second[2], second[3]},
                                     .scale = {third[1], third[2], third[3]}};
        compose(all, &local);
        walk.stepGroup(local, parents + node, nodes, count);
    }
}

SINEW_INLINE void writeMatrix(const PlainBone& bone, const float* worldFromNode, float* to) {
    const Lanes8 columns[2] = {load8(bone.inverseBindMatrix), load8(bone.inverseBindMatrix + 8)};
    multiplyAffine(worldFromNode + 16 * size_t{bone.node}, to, [&](int half, int row) SINEW_INLINE_LAMBDA {
        return row == 0   ? broadcast<0>(columns[half])
               : row == 1 ? broadcast<1>(columns[half])
                          : broadcast<2>(columns[half]);
    });
}

void writePalette(const PlainBone* bones, const uint32_t* boneIndices, uint32_t count, const float* worldFromNode,
                  float* palette) {
    if (boneIndices)  // one branch, not one per bone
        for (uint32_t i = 0; i < count; ++i)
            writeMatrix(bones[boneIndices[i]], worldFromNode, palette + 16 * size_t{i});
    else
        for (uint32_t i = 0; i < count; ++i)
            writeMatrix(bones[i], worldFromNode, palette + 16 * size_t{i});
}

}  // namespace
}  // namespace sinew::SINEW_KERNELS
