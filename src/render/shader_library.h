#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gpu/shader.h"

namespace sinew {

/// compileGlslFile() (gpu/compile_glsl.h).
using ShaderCompiler = std::function<std::variant<Spirv, ShaderError>(const std::filesystem::path& file)>;

/// SPIR-V by file name ("lit.frag"): the built-in shaders, or those of a directory, compiled in the constructor and by
/// reload().
class ShaderLibrary {
  public:
    /// The built-in shaders.
    ShaderLibrary() = default;

    /// @throws Error(Exit::input) with the compiler's message if a shader of `directory` does not compile.
    ShaderLibrary(std::filesystem::path directory, ShaderCompiler compile);

    /// Compiles the directory's shaders again. On failure returns the compiler's message and keeps the old shaders.
    std::optional<std::string> reload();

    std::span<const uint32_t> spirv(std::string_view name) const;

  private:
    std::optional<std::filesystem::path> directory_;
    ShaderCompiler compile_;
    std::map<std::string, std::vector<uint32_t>, std::less<>> compiled_;
};

}  // namespace sinew
