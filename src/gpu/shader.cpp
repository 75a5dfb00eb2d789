#include "gpu/shader.h"

namespace sinew {

ShaderModuleHandle makeShaderModule(VkDevice device, std::span<const uint32_t> spirv) {
    return {
        device,
        {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = spirv.size_bytes(), .pCode = spirv.data()}};
}

}  // namespace sinew
