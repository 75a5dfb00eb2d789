#include "animation/palette.h"

#include <cassert>
#include <cstddef>

#include "animation/pose_kernels.h"

namespace sinew {
namespace {

static_assert(sizeof(Bone) == sizeof(BoneNumbers) && offsetof(Bone, node) == offsetof(BoneNumbers, node) &&
              offsetof(Bone, inverseBindMatrix) == offsetof(BoneNumbers, inverseBindMatrix));

void write(std::span<const Bone> bones, const uint32_t* slots, std::span<const glm::mat4> worldFromNode,
           std::span<glm::mat4> palette) {
    if (palette.empty()) return;
    poseKernels().writePalette(reinterpret_cast<const BoneNumbers*>(bones.data()), slots,
                               static_cast<uint32_t>(palette.size()), &worldFromNode[0][0].x, &palette[0][0].x);
}

}  // namespace

void writePalette(std::span<const Bone> bones, std::span<const uint32_t> slots,
                  std::span<const glm::mat4> worldFromNode, std::span<glm::mat4> palette) {
    assert(palette.size() == slots.size());
    write(bones, slots.data(), worldFromNode, palette);
}

void writePalette(std::span<const Bone> bones, std::span<const glm::mat4> worldFromNode, std::span<glm::mat4> palette) {
    assert(palette.size() == bones.size());
    write(bones, nullptr, worldFromNode, palette);
}

}  // namespace sinew
