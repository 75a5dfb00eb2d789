#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace sinew {

/// The ways to read how a model names a file: as a path with forward slashes, and with its %20 escapes decoded.
/// `name`: a path with slashes of either kind, or a URI: of a file:, or of a package: or model:, of which the name
/// becomes the first folder of the path. Empty if no file can have that name.
std::vector<std::filesystem::path> pathsFrom(std::string_view name);

/// The relative paths with which a path may go on below a folder, longest first: "a/b.png", "b.png". Without ".", ".."
/// and a drive.
std::vector<std::filesystem::path> endsOf(const std::filesystem::path& path);

}  // namespace sinew
