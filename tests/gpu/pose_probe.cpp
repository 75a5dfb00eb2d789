#include "gpu/pose_probe.h"

#include <algorithm>
#include <cstring>

#include "animation/pose/palette.h"
#include "gpu/barrier.h"
#include "gpu/buffer.h"

using namespace sinew;

size_t PosedRig::matrixStride() const {
    size_t stride = 0;
    for (const PalettePart& part : parts)
        stride = std::max(stride, part.firstMatrix + part.indices.size());
    return stride;
}

PoseProbe::PoseProbe(const Device& device, const PosedRig& rig)
    : device_(&device),
      tables_(makePoseTables(rig.hierarchy, rig.clips, rig.parts)),
      whyNot_(PosePass::whyNot(device, tables_)) {
    if (whyNot_.empty()) pass_ = std::make_unique<PosePass>(device, shaders_, tables_, 1);
}

std::vector<glm::mat4> PoseProbe::run(std::span<const CharacterPose> characters) const {
    constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    constexpr size_t kBefore = 48;  // the characters need not start where the buffer starts
    std::vector<shared::PosedCharacter> packed;
    for (CharacterPose character : characters) {
        character.palette = tables_.matrixStride * static_cast<uint32_t>(packed.size());
        packed.push_back(packCharacter(character));
    }
    const std::span<const shared::PosedCharacter> all(packed);
    std::vector<glm::mat4> palettes(tables_.matrixStride * characters.size());
    const Buffer in(*device_, kBefore + all.size_bytes(), kStorage, MemoryKind::upload);
    const Buffer out(*device_, std::span(palettes).size_bytes(), kStorage, MemoryKind::readback);
    std::memset(out.mapped().data(), 0, out.mapped().size());
    std::memcpy(in.mapped().data() + kBefore, all.data(), all.size_bytes());
    pass_->bind(0, in, out);
    runOnce(*device_, [&](VkCommandBuffer commands) {
        pass_->record(commands, 0, kBefore, static_cast<uint32_t>(all.size()));
        memoryBarrier(commands, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
                      VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT);
    });
    std::memcpy(palettes.data(), out.mapped().data(), std::span(palettes).size_bytes());
    return palettes;
}

PoseReference::PoseReference(const PosedRig& rig)
    : rig_(rig), from_(rig.hierarchy.size()), to_(rig.hierarchy.size()), worldFromNode_(rig.hierarchy.size()) {
    for (const AnimationClip& clip : rig.clips)
        packed_.push_back(std::make_unique<PackedClip>(clip, rig.hierarchy));
    packed_.push_back(std::make_unique<PackedClip>(AnimationClip{}, rig.hierarchy));
}

std::vector<glm::mat4> PoseReference::run(const CharacterPose& character) {
    packed_[character.from]->sample(character.fromSeconds, from_);
    packed_[character.to]->sample(character.toSeconds, to_);
    blend(from_, to_, character.weight, from_);
    walkHierarchy(rig_.hierarchy, from_, character.worldFromRoot, worldFromNode_);
    std::vector<glm::mat4> palettes(rig_.matrixStride(), glm::mat4(0.0f));
    for (const PalettePart& part : rig_.parts)
        writePalette(part.bones, part.indices, worldFromNode_,
                     std::span(palettes).subspan(part.firstMatrix, part.indices.size()));
    return palettes;
}
