#include "render/frame_sets.h"

#include <algorithm>
#include <array>

#include "gpu/descriptor.h"
#include "gpu/device.h"
#include "gpu/frame_ring.h"
#include "render/backdrop.h"
#include "render/environment_map.h"
#include "render/gpu_model.h"
#include "render/layouts.h"
#include "render/occlusion.h"
#include "render/shadow_map.h"

namespace sinew {

FrameSets::FrameSets(const Device& device, const Layouts& layouts, FrameRing& frames, const FrameImages& images)
    : device_(device), layouts_(layouts), frames_(frames), images_(images) {}

void FrameSets::make(std::span<const GpuModel* const> models) {
    models_.assign(models.begin(), models.end());
    const auto count = static_cast<uint32_t>(models.size()) * kSetsPerFrame * frames_.framesInFlight();
    if (sets_.size() == count) return;
    frames_.waitIdle();
    const std::array sizes{VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 2 * count},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 4 * count},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 4 * count}};
    pool_ = makeDescriptorPool(device_, count, sizes);
    sets_.clear();
    for (uint32_t i = 0; i < count; ++i)
        sets_.push_back(allocateDescriptorSet(device_, pool_, layouts_.frameSet));
}

void FrameSets::write() {
    constexpr VkDescriptorType kUniform = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
    constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    for (uint32_t i = 0; i < sets_.size(); ++i) {
        const VkBuffer arena = frames_.frame(i % frames_.framesInFlight()).arena.buffer();
        const GpuModel* model = models_[i / (size_t{kSetsPerFrame} * frames_.framesInFlight())];
        const VkDescriptorSet set = sets_[i];
        writeBuffer(device_, set, BINDING_FRAME, kUniform, arena, sizeof(shared::FrameUniforms));
        writeBuffer(device_, set, BINDING_PALETTE, kUniform, arena, sizeof(shared::Palette));
        writeTexture(device_, set, BINDING_SHADOW, images_.shadow.view(), images_.shadow.sampler());
        writeBuffer(device_, set, BINDING_MORPH_WEIGHTS, kStorage, arena);
        writeBuffer(device_, set, BINDING_INSTANCES, kStorage, arena);
        writeBuffer(device_, set, BINDING_MORPH_STARTS, kStorage, model ? model->morphStarts() : arena);
        writeBuffer(device_, set, BINDING_MORPH_DELTAS, kStorage, model ? model->morphDeltas() : arena);
    }
    writeImages();
}

void FrameSets::writeImages() {
    const auto& [shadow, environment, surfaces, opaque, occlusion] = images_;
    // Where there is no backdrop or occlusion, nothing reads the image: any will do.
    const VkImageView openness = occlusion.targetExtent().width > 0 ? occlusion.view() : environment.view();
    for (size_t i = 0; i < sets_.size(); ++i) {
        const auto behind = static_cast<Behind>(i / frames_.framesInFlight() % kSetsPerFrame);
        const Backdrop& backdrop = behind == Behind::opaque ? opaque : surfaces;
        const bool hasBackdrop = behind != Behind::nothing && backdrop.extent().width > 0;
        writeTexture(device_, sets_[i], BINDING_ENVIRONMENT, environment.view(), environment.sampler());
        writeTexture(device_, sets_[i], BINDING_BACKDROP, hasBackdrop ? backdrop.view() : environment.view(),
                     backdrop.sampler());
        writeTexture(device_, sets_[i], BINDING_OPENNESS, openness, occlusion.sampler());
    }
}

VkDescriptorSet FrameSets::of(const GpuModel* model, Behind behind, uint32_t frame) const {
    const auto found = std::ranges::find(models_, model);
    const auto index = found == models_.end() ? size_t{0} : static_cast<size_t>(found - models_.begin());
    return sets_[(index * kSetsPerFrame + static_cast<size_t>(behind)) * frames_.framesInFlight() + frame];
}

}  // namespace sinew
