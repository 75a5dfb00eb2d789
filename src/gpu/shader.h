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
    std::string text;  ///< the compiler's, `file:line: error: ...`, possibly several lines, no newline at the end
};

/// GLSL 4.60 for Vulkan 1.3. `#include "shared.h"` is looked for beside the including file and then in
/// `includeDirectories`. `name` stands for the file in messages. What is wrong with the shader is returned, not thrown.
std::variant<Spirv, ShaderError> compileGlsl(const std::string& text, const std::string& name,
                                             VkShaderStageFlagBits stage,
                                             std::span<const std::filesystem::path> includeDirectories = {});

/// The same for a file, whose ending names the stage: .vert, .frag or .comp. A file that cannot be read is a
/// ShaderError too.
std::variant<Spirv, ShaderError> compileGlslFile(const std::filesystem::path& file,
                                                 std::span<const std::filesystem::path> includeDirectories = {});

}  // namespace sinew
