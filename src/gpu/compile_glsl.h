#pragma once

#include <filesystem>
#include <string>
#include <variant>

#include "gpu/shader.h"

namespace sinew {

/// Compiles GLSL 4.60 for Vulkan 1.3. `name` is the file in messages; includes are relative to it. Errors in the shader
/// are returned, not thrown.
std::variant<Spirv, ShaderError> compileGlsl(const std::string& text, const std::string& name,
                                             VkShaderStageFlagBits stage);

/// Compiles a .vert, .frag or .comp file. An unreadable file is a ShaderError, too.
std::variant<Spirv, ShaderError> compileGlslFile(const std::filesystem::path& file);

}  // namespace sinew
