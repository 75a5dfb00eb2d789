#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "gpu/buffer.h"
#include "gpu/handle.h"
#include "pose_shared.h"
#include "render/pose_tables.h"

namespace sinew {

class Device;
class ShaderLibrary;

/// A compute pass that poses any number of characters of a model: samples two clips each, blends them, walks the
/// hierarchy and writes palettes. Equals PackedClip::sample(), blend(), walkHierarchy() and writePalette() up to
/// rounding. Morph weights are left to the CPU.
class PosePass {
  public:
    /// Why `device` cannot pose by these tables, in a line that continues "... is posed by the CPU: "; empty: it can.
    static std::string whyNot(const Device& device, const PoseTables& tables);

    /// @pre whyNot() is empty. `framesInFlight`: how many buffers bind() takes. `mostInDispatch`: characters that one
    /// dispatch poses, if the device allows so many.
    PosePass(const Device& device, const ShaderLibrary& shaders, const PoseTables& tables, uint32_t framesInFlight,
             uint32_t mostInDispatch = std::numeric_limits<uint32_t>::max());

    /// Sets a frame's storage buffers, which may be one. The frame's earlier commands must have finished.
    void bind(uint32_t frame, VkBuffer characters, VkBuffer palettes) const;

    /// Poses `count` shared::PosedCharacter, from byte `offset` of the frame's characters on, a multiple of 16. The
    /// shaders of later draws see the palettes; earlier commands must not be using them.
    void record(VkCommandBuffer commands, uint32_t frame, VkDeviceSize offset, uint32_t count) const;

    size_t byteCount() const { return tables_.sizeBytes(); }  ///< of the tables

  private:
    const Device* device_;
    uint32_t mostInDispatch_;  ///< characters
    Buffer tables_;
    DescriptorSetLayoutHandle setLayout_;
    PipelineLayoutHandle layout_;
    ComputePipelineHandle pipeline_;
    DescriptorPoolHandle pool_;
    std::vector<VkDescriptorSet> sets_;  ///< one per frame in flight
};

}  // namespace sinew
