#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "import/model_folder.h"

namespace sinew {

struct FoundFile {
    std::filesystem::path path;  ///< the folder's, as given, and the way in it
    InputFile file;
};

/// Finds the picture files that a model names.
class TextureSearch {
  public:
    /// `folder` must outlive it.
    explicit TextureSearch(const ModelFolder& folder) : folder_(folder) {}

    /// `name` as the file writes it: a path or file: URL with slashes of either kind, with %20 or without. Tried in
    /// this order: the path; its base name beside the model and in `textures/` there; the same without regard to upper
    /// and lower case.
    std::optional<FoundFile> find(std::string_view name) const;

  private:
    std::optional<FoundFile> open(const std::filesystem::path& name) const;
    std::optional<FoundFile> findIgnoringCase(std::string_view baseName) const;

    const ModelFolder& folder_;
    mutable std::optional<std::map<std::string, std::filesystem::path>> byLowerCase_;  ///< read when first asked
};

}  // namespace sinew
