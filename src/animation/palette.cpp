#include "animation/palette.h"

#include <cassert>

namespace sinew {

void writePalette(std::span<const Bone> bones, std::span<const uint32_t> slots,
                  std::span<const glm::mat4> worldFromNode, std::span<glm::mat4> palette) {
    assert(palette.size() == slots.size());
    for (size_t slot = 0; slot < slots.size(); ++slot) {
        const Bone& bone = bones[slots[slot]];
        palette[slot] = worldFromNode[bone.node] * bone.inverseBindMatrix;
    }
}

void writePalette(std::span<const Bone> bones, std::span<const glm::mat4> worldFromNode, std::span<glm::mat4> palette) {
    assert(palette.size() == bones.size());
    for (size_t i = 0; i < bones.size(); ++i)
        palette[i] = worldFromNode[bones[i].node] * bones[i].inverseBindMatrix;
}

}  // namespace sinew
