// Notes the shaders of pipelines that are bound, and with which specialization constants. With SINEW_EVERY_SHADER in the
// environment, as GPU-assisted validation has it, the program fails unless its cases bind every shader with every value.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <span>
#include <string>
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
    return all;
}

/// A shader, one of its constants with a value, or with a bit: "floor.frag 4=1".
using Uses = std::set<std::string>;

std::string useOf(std::string_view shader, uint32_t constant, uint32_t value) {
    return std::string(shader) + " " + std::to_string(constant) + "=" + std::to_string(value);
}

void addUse(Uses& uses, std::string_view shader, uint32_t constant, uint32_t value) {
    if (constant != CONSTANT_LAYERS) uses.insert(useOf(shader, constant, value));
    for (uint32_t bit = 1; constant == CONSTANT_LAYERS && bit <= LAYER_OCCLUDED; bit *= 2)
        if (value & bit) uses.insert(useOf(shader, constant, bit));
}

std::set<uint32_t> constantsOf(std::span<const uint32_t> spirv) {
    constexpr uint32_t kHeader = 5, kDecorate = 71, kSpecId = 1;
    std::set<uint32_t> ids;
    for (size_t i = kHeader; i < spirv.size(); i += spirv[i] >> 16)
        if ((spirv[i] & 0xffff) == kDecorate && spirv[i + 2] == kSpecId) ids.insert(spirv[i + 3]);
    return ids;
}

/// What the renderer makes. A constant that is not here fails the program, too.
Uses allUses() {
    const std::map<uint32_t, std::vector<uint32_t>> values{
        {CONSTANT_INFLUENCES, {4, 8}},  {CONSTANT_SKINNING, {SKINNING_LINEAR, SKINNING_DUAL_QUATERNION}},
        {CONSTANT_INSTANCED, {0, 1}},   {CONSTANT_BLENDED, {0, 1}},
        {CONSTANT_SAMPLES, {1, 4}},     {CONSTANT_BACKGROUND, {0, 1}}};
    Uses uses;
    for (const auto& [name, spirv] : everyShader()) {
        if (name.starts_with("panel.")) continue;  // tests/window draws the panel; its shaders read no buffers
        uses.insert(std::string(name));
        if (name == "pose.comp") continue;  // its constants are sizes of the model
        for (const uint32_t id : constantsOf(spirv)) {
            if (id == CONSTANT_LAYERS) {
                // lit_masked.frag has the same code.
                if (name != "lit_masked.frag")
                    addUse(uses, name, id, name == "viewed.frag" ? NORMAL_WITHOUT_Z : 2 * LAYER_OCCLUDED - 1);
            } else if (const auto found = values.find(id); found != values.end())
                for (const uint32_t value : found->second)
                    addUse(uses, name, id, value);
            else
                uses.insert(std::string(name) + ": values of the constant " + std::to_string(id));
        }
    }
    return uses;
}

Uses boundUses;
std::map<VkShaderModule, std::string> shaderNames;
std::map<VkPipeline, Uses> usesOfPipelines;
PFN_vkCreateShaderModule createModule;
PFN_vkCreateGraphicsPipelines createGraphics;
PFN_vkCreateComputePipelines createCompute;
PFN_vkCmdBindPipeline bindPipeline;

Uses usesOf(const VkPipelineShaderStageCreateInfo& stage) {
    const std::string& name = shaderNames[stage.module];
    Uses uses{name};
    const VkSpecializationInfo* info = stage.pSpecializationInfo;
    for (uint32_t i = 0; info && i < info->mapEntryCount; ++i) {
        uint32_t value = 0;
        std::memcpy(&value, static_cast<const char*>(info->pData) + info->pMapEntries[i].offset, sizeof value);
        addUse(uses, name, info->pMapEntries[i].constantID, value);
    }
    return uses;
}

VKAPI_ATTR VkResult VKAPI_CALL noteModule(VkDevice device, const VkShaderModuleCreateInfo* info,
                                          const VkAllocationCallbacks* allocator, VkShaderModule* module) {
    const VkResult result = createModule(device, info, allocator, module);
    shaderNames[*module].clear();
    for (const auto& [name, spirv] : everyShader())
        if (info->codeSize == spirv.size_bytes() && std::memcmp(info->pCode, spirv.data(), info->codeSize) == 0)
            shaderNames[*module] = name;
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL noteGraphics(VkDevice device, VkPipelineCache cache, uint32_t count,
                                            const VkGraphicsPipelineCreateInfo* infos,
                                            const VkAllocationCallbacks* allocator, VkPipeline* pipelines) {
    const VkResult result = createGraphics(device, cache, count, infos, allocator, pipelines);
    for (uint32_t i = 0; i < count; ++i) {
        usesOfPipelines[pipelines[i]].clear();
        for (const auto& stage : std::span(infos[i].pStages, infos[i].stageCount))
            usesOfPipelines[pipelines[i]].merge(usesOf(stage));
    }
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL noteCompute(VkDevice device, VkPipelineCache cache, uint32_t count,
                                           const VkComputePipelineCreateInfo* infos,
                                           const VkAllocationCallbacks* allocator, VkPipeline* pipelines) {
    const VkResult result = createCompute(device, cache, count, infos, allocator, pipelines);
    for (uint32_t i = 0; i < count; ++i)
        usesOfPipelines[pipelines[i]] = usesOf(infos[i].stage);
    return result;
}

VKAPI_ATTR void VKAPI_CALL noteBinding(VkCommandBuffer commands, VkPipelineBindPoint point, VkPipeline pipeline) {
    const Uses& uses = usesOfPipelines[pipeline];
    boundUses.insert(uses.begin(), uses.end());
    bindPipeline(commands, point, pipeline);
}

template <typename F>
void replace(F& function, F& real, F own) {
    real = function;
    function = own;
}

void noteShaders() {
    replace(vkCreateShaderModule, createModule, noteModule);
    replace(vkCreateGraphicsPipelines, createGraphics, noteGraphics);
    replace(vkCreateComputePipelines, createCompute, noteCompute);
    replace(vkCmdBindPipeline, bindPipeline, noteBinding);
}

bool isEveryShaderBound() {
    bool isBound = true;
    for (const std::string& use : allUses())
        if (!boundUses.contains(use)) {
            std::printf("no case binds the shader, or this of its constants: %s\n", use.c_str());
            isBound = false;
        }
    return isBound;
}

const bool isAsked = [] {
    if (std::getenv("SINEW_EVERY_SHADER")) deviceWatch() = {noteShaders, isEveryShaderBound};
    return true;
}();

}  // namespace
