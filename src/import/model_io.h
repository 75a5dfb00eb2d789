#pragma once

#include <optional>

#include <assimp/IOSystem.hpp>

#include "import/model_folder.h"
#include "import/patched_file.h"

namespace sinew {

/// What assimp sees of the file system: the model's folder, to read. Paths stay what they are, so that the importer is
/// chosen by the ending as ever. The model may have another content than it has on disk. `folder` must outlive it.
class ModelIo : public Assimp::IOSystem {
  public:
    explicit ModelIo(const ModelFolder& folder) : folder_(folder) {}

    /// What the model is instead; to be set before it is opened.
    void setModel(PatchedFile model) { model_ = std::move(model); }

    bool Exists(const char* file) const override;
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* file, const char* mode) override;
    void Close(Assimp::IOStream* stream) override;

  private:
    const ModelFolder& folder_;
    std::optional<PatchedFile> model_;
};

}  // namespace sinew
