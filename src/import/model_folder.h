#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "import/input_file.h"
#include "import/open_beneath.h"

namespace sinew {

/// A model file and the folder that it lies in: all that reading it may open. Models come from strangers and name other
/// files, so those are regular files beneath the folder, whatever symbolic links say.
class ModelFolder {
  public:
    /// The largest side file that is opened.
    static constexpr size_t kMaxSideBytes = size_t{1} << 30;

    /// @throws Error(Exit::input) with the cause, without the path, when the file cannot be read or is empty.
    explicit ModelFolder(const std::filesystem::path& modelFile);
    ~ModelFolder();
    ModelFolder(const ModelFolder&) = delete;
    ModelFolder& operator=(const ModelFolder&) = delete;

    /// As given.
    const std::filesystem::path& modelPath() const { return modelPath_; }
    const InputFile& model() const { return model_; }

    /// The open folder itself, for whoever confines this process to it; negative when it cannot be opened.
    int descriptor() const { return descriptor_; }

    /// The folder, as given with the model; "." when it was given without one.
    const std::filesystem::path& path() const { return path_; }

    /// A regular file beneath the folder of at most kMaxSideBytes; nothing when there is none. `name` is relative to
    /// the folder, or a path that begins with it.
    std::optional<InputFile> open(const std::filesystem::path& name) const;

    /// The names in the folder (".") or in one beneath it, in no order, and no more than can be looked through soon.
    std::vector<std::string> names(const char* subfolder) const;

  private:
    int openBeneath(const std::filesystem::path& name, Opened what) const;

    std::filesystem::path modelPath_, path_, realPath_;
    InputFile model_;
    int descriptor_ = -1;
};

}  // namespace sinew
