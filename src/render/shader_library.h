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

/// The shaders by their file name ("lit.frag"): those built in, or those of a folder, compiled when the program starts
/// and again at reload().
class ShaderLibrary {
  public:
    /// @throws Error(Exit::input) with the compiler's text when a shader of `directory` does not compile.
    explicit ShaderLibrary(std::optional<std::filesystem::path> directory);

    /// Compiles the folder's shaders anew. What is wrong is returned, and the shaders stay as they were.
    std::optional<std::string> reload();

    std::span<const uint32_t> spirv(std::string_view name) const;

  private:
    std::optional<std::filesystem::path> directory_;
    std::map<std::string, std::vector<uint32_t>, std::less<>> compiled_;
};

}  // namespace sinew
