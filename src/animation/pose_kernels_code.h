#pragma once

// The code of pose_kernels.h, compiled once for each instruction set: see wide.h.
//
// Four nodes are sampled side by side (pose_sampler_code.h), their local matrices stay side by side, and from there a
// node at a time goes through the walk: each number of a local matrix is spread over a register and multiplied with a
// column of the parent's matrix. What that takes: nodes in groups of four with parents first, keys of four nodes in a
// row, rotations whose neighbouring rows are at most kLargestTurn apart and on one side. pack_keys.cpp sees to it.

#include "animation/pose_kernels.h"
#include "animation/pose_sampler_code.h"
#include "animation/wide.h"

namespace sinew::SINEW_KERNELS {
namespace {

/// The upper three rows of four matrices, each number of all four side by side, and the same rows of the first and the
/// second column side by side, and of the third and the fourth.
struct WideMatrices {
    alignas(32) FourFloats numbers[12];

    // Written in one piece, as they are read: a processor waits for pieces that it has just written to be put together.
    SINEW_INLINE void set(int half, int row, Pair columns) { store(numbers[6 * half + 2 * row].numbers, columns); }
};

/// Of one group, or of two to `out[0]` and `out[1]`.
SINEW_INLINE void setRow(WideMatrices* out, int half, int row, Wide first, Wide second) {
    out->set(half, row, pairOf(first, second));
}
#if SINEW_TWO_GROUPS
SINEW_INLINE void setRow(WideMatrices* out, int half, int row, Pair first, Pair second) {
    out[0].set(half, row, firstOf(first, second));
    out[1].set(half, row, secondOf(first, second));
}
#endif

template <typename Lanes>
SINEW_INLINE void compose(const Transforms<Lanes>& from, WideMatrices* out) {
    const Lanes &x = from.rotation[0], &y = from.rotation[1], &z = from.rotation[2], &w = from.rotation[3];
    Lanes one;
    narrow(splatWidest(1.0f), one);
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

/// out = a * b, two columns at a time; `spreadOf(half, row)` has b's numbers of that row, each in a column's four
/// places.
template <typename Spread>
SINEW_INLINE void multiplyAffine(const float* a, float* out, Spread spreadOf) {
    const Pair a0 = twice(a), a1 = twice(a + 4), a2 = twice(a + 8);
    const Pair first = multiplyAdd(a2, spreadOf(0, 2), multiplyAdd(a1, spreadOf(0, 1), a0 * spreadOf(0, 0)));
    store(out, first);
    const Pair moved = multiplyAddToSecond(a0, spreadOf(1, 0), a + 12);
    store(out + 8, multiplyAdd(a2, spreadOf(1, 2), multiplyAdd(a1, spreadOf(1, 1), moved)));
}

/// worldFromNode = worldFromParent * the local matrix in `lane`.
template <int lane>
SINEW_INLINE void walkOne(const WideMatrices& local, const float* worldFromParent, float* worldFromNode) {
    multiplyAffine(worldFromParent, worldFromNode, [&](int half, int row) SINEW_INLINE_LAMBDA {
        return spread<lane>(local.numbers + 6 * half + 2 * row);
    });
}

struct Walk {
    const float* worldFromRoot;
    float* worldFromNode;

    const float* of(int32_t parent) const { return parent < 0 ? worldFromRoot : worldFromNode + 16 * int64_t{parent}; }

    template <int lane>
    SINEW_INLINE void step(const WideMatrices& local, int32_t parent, uint32_t node) const {
        walkOne<lane>(local, of(parent), worldFromNode + 16 * size_t{node});
    }

    SINEW_INLINE void stepAll(const WideMatrices& local, const int32_t* parents, const uint32_t* nodes,
                              uint32_t count) const {
        step<0>(local, parents[0], nodes[0]);
        if (count > 1) step<1>(local, parents[1], nodes[1]);
        if (count > 2) step<2>(local, parents[2], nodes[2]);
        if (count > 3) step<3>(local, parents[3], nodes[3]);
    }
};

/// So many groups are sampled before any of them is walked: the processor works ahead on groups that do not wait for
/// their parents.
constexpr uint32_t kGroupsAtOnce = 8;

/// Returns how many of the `count` groups were sampled: two that are alike where the processor has room for both.
SINEW_INLINE uint32_t sampleSome(Sampler& sampler, const NodeGroup* groups, [[maybe_unused]] uint32_t count,
                                 WideMatrices* locals) {
#if SINEW_TWO_GROUPS
    if (count > 1 && alike(groups[0], groups[1])) {
        Transforms<Pair> both;
        sampler.sample(groups[0], groups[1], both);
        compose(both, locals);
        return 2;
    }
#endif
    Transforms<Wide> all;
    sampler.sample(groups[0], groups[0], all);
    compose(all, locals);
    return 1;
}

void walkClip(const PackedClipView& clip, double timeSeconds, const float* worldFromRoot, float* worldFromNode) {
    Sampler sampler(clip, timeSeconds);
    const Walk walk{worldFromRoot, worldFromNode};
    WideMatrices locals[kGroupsAtOnce];
    for (uint32_t first = 0; first < clip.groupCount; first += kGroupsAtOnce) {
        const NodeGroup* groups = clip.groups + first;
        const uint32_t left = clip.groupCount - first, count = left < kGroupsAtOnce ? left : kGroupsAtOnce;
        for (uint32_t i = 0; i < count;)
            i += sampleSome(sampler, groups + i, count - i, locals + i);
        for (uint32_t i = 0; i < count; ++i)
            walk.stepAll(locals[i], groups[i].parents, groups[i].nodes, groups[i].count);
    }
}

constexpr uint32_t kTransformNumbers = 10;

void sampleClip(const PackedClipView& clip, double timeSeconds, float* pose) {
    Sampler sampler(clip, timeSeconds);
    for (uint32_t i = 0; i < clip.groupCount; ++i) {
        const NodeGroup& group = clip.groups[i];
        Transforms<Wide> all;
        sampler.sample(group, group, all);
        Wide *t = all.translation, *r = all.rotation, *s = all.scale;
        Wide first[4] = {t[0], t[1], t[2], r[0]}, second[4] = {r[1], r[2], r[3], s[0]};
        Wide third[4] = {s[1], s[2], s[1], s[2]};
        transpose(first[0], first[1], first[2], first[3]);
        transpose(second[0], second[1], second[2], second[3]);
        transpose(third[0], third[1], third[2], third[3]);
        for (uint32_t lane = 0; lane < group.count; ++lane) {
            float* to = pose + kTransformNumbers * size_t{group.nodes[lane]};
            FourFloats last;
            store(to, first[lane]);
            store(to + 4, second[lane]);
            store(last, third[lane]);
            to[8] = last.numbers[0];
            to[9] = last.numbers[1];
        }
    }
}

/// Reads no further than the transform's last number.
SINEW_INLINE void loadTransform(const float* from, Wide& first, Wide& second, Wide& third) {
    first = load(from);
    second = load(from + 3);  // the rotation
    third = load(from + 6);   // its last number and the scale
}

void walkPose(const int32_t* parents, uint32_t nodeCount, const float* pose, const float* worldFromRoot,
              float* worldFromNode) {
    const Walk walk{worldFromRoot, worldFromNode};
    WideMatrices local;
    for (uint32_t node = 0; node < nodeCount; node += 4) {
        const uint32_t count = nodeCount - node < 4 ? nodeCount - node : 4;
        const uint32_t nodes[4] = {node, node + 1, node + 2, node + 3};
        Wide first[4], second[4], third[4];
        for (uint32_t lane = 0; lane < 4; ++lane)
            loadTransform(pose + kTransformNumbers * size_t{nodes[lane < count ? lane : 0]}, first[lane], second[lane],
                          third[lane]);
        transpose(first[0], first[1], first[2], first[3]);
        transpose(second[0], second[1], second[2], second[3]);
        transpose(third[0], third[1], third[2], third[3]);
        const Transforms<Wide> all{.translation = {first[0], first[1], first[2]},
                                   .rotation = {second[0], second[1], second[2], second[3]},
                                   .scale = {third[1], third[2], third[3]}};
        compose(all, &local);
        walk.stepAll(local, parents + node, nodes, count);
    }
}

SINEW_INLINE void multiply(const float* a, const float* b, float* out) {
    const Pair columns[2] = {loadPair(b), loadPair(b + 8)};
    multiplyAffine(a, out, [&](int half, int row) SINEW_INLINE_LAMBDA {
        return row == 0 ? spread<0>(columns[half]) : row == 1 ? spread<1>(columns[half]) : spread<2>(columns[half]);
    });
}

SINEW_INLINE void writeMatrix(const BoneNumbers& bone, const float* worldFromNode, float* to) {
    multiply(worldFromNode + 16 * size_t{bone.node}, bone.inverseBindMatrix, to);
}

void writePalette(const BoneNumbers* bones, const uint32_t* slots, uint32_t count, const float* worldFromNode,
                  float* palette) {
    if (slots)  // asked once, not for each bone
        for (uint32_t i = 0; i < count; ++i)
            writeMatrix(bones[slots[i]], worldFromNode, palette + 16 * size_t{i});
    else
        for (uint32_t i = 0; i < count; ++i)
            writeMatrix(bones[i], worldFromNode, palette + 16 * size_t{i});
}

}  // namespace
}  // namespace sinew::SINEW_KERNELS
