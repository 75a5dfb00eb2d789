#pragma once

#include <map>
#include <optional>
#include <string_view>

#include "import/files/input_file.h"
#include "import/files/open_beneath.h"

namespace sinew {

struct FoundFile {
    std::filesystem::path path;  ///< below the folder's path()
    InputFile file;
};

/// A model file and its folder: all that reading the model may open. Models are untrusted and name other files, so only
/// regular files below the folder are opened, and no symbolic link leads out of it.
class ModelFolder {
  public:
    /// Maximum size of a side file.
    static constexpr size_t kMaxSideBytes = size_t{1} << 30;

    /// @throws Error(Exit::input) with the cause, without the path, when the file cannot be read or is empty.
    explicit ModelFolder(const std::filesystem::path& modelFile);
    ModelFolder(const ModelFolder&) = delete;
    ModelFolder& operator=(const ModelFolder&) = delete;

    /// As given to the constructor.
    const std::filesystem::path& modelPath() const { return modelPath_; }
    const InputFile& model() const { return model_; }

    /// The open folder, to confine a process to it; negative when it cannot be opened.
    int descriptor() const { return descriptor_.get(); }

    /// The folder part of modelPath(); "." when it has none.
    const std::filesystem::path& path() const { return path_; }

    /// Opens a regular file below the folder, of at most kMaxSideBytes; nothing when there is none. `name` is relative
    /// to the folder, or a path that begins with it.
    std::optional<InputFile> open(const std::filesystem::path& name) const;

    /// Finds a file that the model names: a path or file: URL, with slashes of either kind and optional %20 escapes.
    /// Tries, in this order, the path; its base name next to the model and in `textures/` there; the same ignoring
    /// case.
    std::optional<FoundFile> find(std::string_view name) const;

  private:
    Descriptor openBeneath(const std::filesystem::path& name, Opened what) const;
    std::vector<std::string> namesIn(const char* subfolder) const;
    std::optional<FoundFile> openFound(const std::filesystem::path& name) const;
    std::optional<FoundFile> findIgnoringCase(std::string_view baseName) const;

    std::filesystem::path modelPath_, path_, realPath_;
    InputFile model_;
    Descriptor descriptor_;
    mutable std::optional<std::map<std::string, std::filesystem::path>> byLowerCase_;  ///< filled on first use
};

}  // namespace sinew
