#include "animation/pose/palette.h"

#include <cassert>
#include <cstddef>

namespace sinew {
namespace {

static_assert(sizeof(Bone) == sizeof(PlainBone) && offsetof(Bone, node) == offsetof(PlainBone, node) &&
              offsetof(Bone, inverseBindMatrix) == offsetof(PlainBone, inverseBindMatrix));

void write(std::span<const Bone> bones, const uint32_t* boneIndices, std::span<const glm::mat4> worldFromNode,
           std::span<glm::mat4> palette, const PoseKernels& kernels) {
    if (palette.empty()) return;
    kernels.writePalette(reinterpret_cast<const PlainBone*>(bones.data()), boneIndices,
                         static_cast<uint32_t>(palette.size()), &worldFromNode[0][0].x, &palette[0][0].x);
}

}  // namespace

void writePalette(std::span<const Bone> bones, std::span<const uint32_t> boneIndices,
                  std::span<const glm::mat4> worldFromNode, std::span<glm::mat4> palette, const PoseKernels& kernels) {
    assert(palette.size() == boneIndices.size());
    write(bones, boneIndices.data(), worldFromNode, palette, kernels);
}

void writePalette(std::span<const Bone> bones, std::span<const glm::mat4> worldFromNode, std::span<glm::mat4> palette,
                  const PoseKernels& kernels) {
    assert(palette.size() == bones.size());
    write(bones, nullptr, worldFromNode, palette, kernels);
}

}  // namespace sinew
