#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gpu/handle.h"

namespace sinew {

ShaderModuleHandle makeShaderModule(VkDevice device, std::span<const uint32_t> spirv);

using Spirv = std::vector<uint32_t>;

struct ShaderError {
    std::string text;  ///< `file:line: error: ...`, possibly several lines, without a final newline
};

}  // namespace sinew
