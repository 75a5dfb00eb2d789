#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// SPIR-V by file name ("lit.frag"): the built-in shaders, or those of a directory, compiled in the constructor and by
/// reload().
class ShaderLibrary {
  public:
    /// @throws Error(Exit::input) with the compiler's message if a shader of `directory` does not compile.
    explicit ShaderLibrary(std::optional<std::filesystem::path> directory);

    /// Compiles the directory's shaders again. On failure returns the compiler's message and keeps the old shaders.
    std::optional<std::string> reload();

    std::span<const uint32_t> spirv(std::string_view name) const;

  private:
    std::optional<std::filesystem::path> directory_;
    std::map<std::string, std::vector<uint32_t>, std::less<>> compiled_;
};

}  // namespace sinew
