#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace sinew {

/// Finds the picture files that a model names. Models come from strangers, so only regular files beneath the model's
/// own folder are ever found, symbolic links followed first.
class TextureSearch {
  public:
    explicit TextureSearch(const std::filesystem::path& modelFile);

    /// `name` as the file writes it: a path or file: URL with slashes of either kind, with %20 or without. Tried in
    /// this order: the path; its base name beside the model and in `textures/` there; the same without regard to upper
    /// and lower case.
    std::optional<std::filesystem::path> find(std::string_view name) const;

  private:
    std::optional<std::filesystem::path> beneath(const std::filesystem::path& candidate) const;
    std::optional<std::filesystem::path> findIgnoringCase(std::string_view baseName) const;

    std::filesystem::path folder_;                                                     ///< canonical
    mutable std::optional<std::map<std::string, std::filesystem::path>> byLowerCase_;  ///< read when first asked
};

}  // namespace sinew
