#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include "gpu/buffer.h"
#include "gpu/device.h"
#include "gpu/handle.h"
#include "render/packed_vertex.h"
#include "render/scene.h"
#include "shared.h"

// A vertex and its result, as declared in skin_probe.comp.
struct ProbeVertex {
    glm::vec4 position{0.0f};
    glm::vec4 normal{0.0f};
    glm::uvec4 indices{0};
    glm::vec4 weights{0.0f};
    glm::uvec4 moreIndices{0};
    glm::vec4 moreWeights{0.0f};
};
struct ProbeResult {
    glm::vec4 position;
    glm::vec4 normal;
};
static_assert(sizeof(ProbeVertex) == 96 && sizeof(ProbeResult) == 32 && sizeof(sinew::shared::Palette) == 4096);

/// The input of morph.glsl; without rows nothing moves.
struct ProbeMorphs {
    sinew::MorphRows rows;
    std::vector<float> weights;
    sinew::shared::DrawConstants drawn{};
};

/// Runs the morphing and the skinning function of the shaders over vertices.
class SkinProbe {
  public:
    /// `influences` per vertex, for which the shaders are specialized: 4 or 8.
    explicit SkinProbe(const sinew::Device& device, uint32_t influences = 4,
                       sinew::Skinning skinning = sinew::Skinning::linear);

    /// The result for each vertex. `palette`: at most PALETTE_SIZE matrices, which are packed as by the renderer.
    std::vector<ProbeResult> run(std::span<const ProbeVertex> vertices, std::span<const glm::mat4> palette,
                                 const ProbeMorphs& morphs = {});

    uint32_t influences() const { return influences_; }
    sinew::Skinning skinning() const { return skinning_; }

  private:
    const sinew::Device* device_;
    uint32_t influences_;
    sinew::Skinning skinning_;
    sinew::DescriptorSetLayoutHandle setLayout_;
    sinew::PipelineLayoutHandle layout_;
    sinew::ShaderModuleHandle module_;
    sinew::ComputePipelineHandle pipeline_;
    sinew::DescriptorPoolHandle pool_;
    VkDescriptorSet set_;
    sinew::Buffer palette_;
};
