// Notes the shaders of pipelines that are bound, and with which specialization constants. With SINEW_EVERY_SHADER in
// the environment, as GPU-assisted validation has it, the program fails unless its cases bind every shader, each
// constant with two values, and every layer.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include <volk.h>

#include "gpu/with_device.h"
#include "shared.h"

namespace {

struct BuiltInShader {
    std::string_view name;
    std::span<const uint32_t> spirv;
};
#include "built_in_shaders.inc"
constexpr uint32_t kProbe[] = {
#include "skin_probe.comp.inc"
};

std::vector<BuiltInShader> everyShader() {
    std::vector<BuiltInShader> all(std::begin(kBuiltIn), std::end(kBuiltIn));
    all.push_back({"skin_probe.comp", kProbe});
    // Only tests/window draws the panel.
    std::erase_if(all, [](const auto& shader) { return shader.name.starts_with("panel."); });
    return all;
}

struct ShaderStage {
    std::string_view shader;
    std::map<uint32_t, uint32_t> constants;
};

std::map<VkShaderModule, std::string_view> shaderNames;
std::map<VkPipeline, std::vector<ShaderStage>> stagesOf;
std::map<std::string_view, std::map<uint32_t, std::set<uint32_t>>> bound;  // shader, constant, values

ShaderStage shaderStageOf(const VkPipelineShaderStageCreateInfo& info) {
    ShaderStage stage{shaderNames[info.module], {}};
    const VkSpecializationInfo* constants = info.pSpecializationInfo;
    for (uint32_t i = 0; constants && i < constants->mapEntryCount; ++i) {
        const VkSpecializationMapEntry& entry = constants->pMapEntries[i];
        std::memcpy(&stage.constants[entry.constantID], static_cast<const char*>(constants->pData) + entry.offset,
                    sizeof(uint32_t));
    }
    return stage;
}

/// Replaces functions of volk's table, which was just filled.
void noteShaders() {
    static PFN_vkCreateShaderModule createModule;
    static PFN_vkCreateGraphicsPipelines createGraphics;
    static PFN_vkCreateComputePipelines createCompute;
    static PFN_vkCmdBindPipeline bind;
    createModule = vkCreateShaderModule;
    createGraphics = vkCreateGraphicsPipelines;
    createCompute = vkCreateComputePipelines;
    bind = vkCmdBindPipeline;
    vkCreateShaderModule = [](auto device, auto info, auto allocator, auto module) {
        const VkResult result = createModule(device, info, allocator, module);
        shaderNames[*module] = "";
        for (const auto& [name, spirv] : everyShader())
            if (info->codeSize == spirv.size_bytes() && std::memcmp(info->pCode, spirv.data(), info->codeSize) == 0)
                shaderNames[*module] = name;
        return result;
    };
    vkCreateGraphicsPipelines = [](auto device, auto cache, auto count, auto infos, auto allocator, auto pipelines) {
        const VkResult result = createGraphics(device, cache, count, infos, allocator, pipelines);
        for (uint32_t i = 0; i < count; ++i) {
            auto& stages = stagesOf[pipelines[i]];
            stages.resize(infos[i].stageCount);
            std::transform(infos[i].pStages, infos[i].pStages + infos[i].stageCount, stages.begin(), shaderStageOf);
        }
        return result;
    };
    vkCreateComputePipelines = [](auto device, auto cache, auto count, auto infos, auto allocator, auto pipelines) {
        const VkResult result = createCompute(device, cache, count, infos, allocator, pipelines);
        for (uint32_t i = 0; i < count; ++i)
            stagesOf[pipelines[i]] = {shaderStageOf(infos[i].stage)};
        return result;
    };
    vkCmdBindPipeline = [](auto commands, auto point, auto pipeline) {
        for (const auto& [shader, constants] : stagesOf[pipeline]) {
            auto& values = bound[shader];
            for (const auto& [id, value] : constants)
                values[id].insert(value);
        }
        bind(commands, point, pipeline);
    };
}

bool isVaried(std::string_view shader, uint32_t constant) {
    if (shader == "pose.comp") return true;  // sizes of the model
    const auto& values = bound[shader][constant];
    uint32_t bits = 0;
    for (const uint32_t value : values)
        bits |= value;
    return values.size() > 1 && (constant != CONSTANT_LAYERS || shader != "lit.frag" || bits == 2 * LAYER_OCCLUDED - 1);
}

bool isEveryShaderBound() {
    bool isComplete = true;
    for (const auto& [name, spirv] : everyShader()) {
        const bool isBound = bound.contains(name);
        if (!isBound) std::printf("no case binds %s\n", name.data());
        isComplete = isComplete && isBound;
        constexpr uint32_t kHeader = 5, kDecorate = 71, kSpecId = 1;
        for (size_t i = kHeader; i < spirv.size(); i += spirv[i] >> 16)
            if (isBound && (spirv[i] & 0xffff) == kDecorate && spirv[i + 2] == kSpecId &&
                !isVaried(name, spirv[i + 3])) {
                std::printf("cases bind %s with too few values of its constant %u\n", name.data(), spirv[i + 3]);
                isComplete = false;
            }
    }
    return isComplete;
}

const bool isAsked = [] {
    if (std::getenv("SINEW_EVERY_SHADER")) deviceWatch() = {noteShaders, isEveryShaderBound};
    return true;
}();

}  // namespace
