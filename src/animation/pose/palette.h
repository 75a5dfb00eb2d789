#pragma once

#include <cstdint>
#include <span>

#include <glm/mat4x4.hpp>

#include "animation/packed/pose_kernels.h"

namespace sinew {

/// A node that moves vertices of one mesh.
struct Bone {
    uint32_t node = 0;
    glm::mat4 inverseBindMatrix{1.0f};  ///< boneFromMesh in the bind pose, affine; assimp calls it the offset matrix

    bool operator==(const Bone&) const = default;
};

/// palette[i] = worldFromNode[bone.node] * bone.inverseBindMatrix with bone = bones[boneIndices[i]], or bones[i]
/// without indices. `palette` may be write-combined memory: it is written once, in order, and never read.
void writePalette(std::span<const Bone> bones, std::span<const uint32_t> boneIndices,
                  std::span<const glm::mat4> worldFromNode, std::span<glm::mat4> palette,
                  const PoseKernels& kernels = fastestKernels());

/// Writes the matrices of all bones, in their own order.
inline void writePalette(std::span<const Bone> bones, std::span<const glm::mat4> worldFromNode,
                         std::span<glm::mat4> palette, const PoseKernels& kernels = fastestKernels()) {
    writePalette(bones, {}, worldFromNode, palette, kernels);
}

}  // namespace sinew
