#include "animation/pose/palette.h"

#include <cassert>
#include <cstddef>

namespace sinew {

static_assert(sizeof(Bone) == sizeof(PlainBone) && offsetof(Bone, node) == offsetof(PlainBone, node) &&
              offsetof(Bone, inverseBindMatrix) == offsetof(PlainBone, inverseBindMatrix));

void writePalette(std::span<const Bone> bones, std::span<const uint32_t> boneIndices,
                  std::span<const glm::mat4> worldFromNode, std::span<glm::mat4> palette, const PoseKernels& kernels) {
    if (palette.empty()) return;
    assert(palette.size() == (boneIndices.empty() ? bones.size() : boneIndices.size()));
    kernels.writePalette(reinterpret_cast<const PlainBone*>(bones.data()), boneIndices.data(),
                         static_cast<uint32_t>(palette.size()), &worldFromNode[0][0].x, &palette[0][0].x);
}

}  // namespace sinew
