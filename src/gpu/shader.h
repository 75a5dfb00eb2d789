#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "gpu/handle.h"

namespace sinew {

ShaderModuleHandle makeShaderModule(VkDevice device, std::span<const uint32_t> spirv);

using Spirv = std::vector<uint32_t>;

struct ShaderError {
    std::string text;  ///< `file:line: error: ...`, possibly several lines, without a final newline
};

/// Compiles GLSL 4.60 for Vulkan 1.3. `name` is the file in messages; includes are relative to it. Errors in the shader
/// are returned, not thrown.
std::variant<Spirv, ShaderError> compileGlsl(const std::string& text, const std::string& name,
                                             VkShaderStageFlagBits stage);

/// Compiles a .vert, .frag or .comp file. An unreadable file is a ShaderError, too.
std::variant<Spirv, ShaderError> compileGlslFile(const std::filesystem::path& file);

}  // namespace sinew
