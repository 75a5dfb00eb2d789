#pragma once

#include <assimp/IOSystem.hpp>

#include "import/files/model_folder.h"

namespace sinew {

/// assimp's view of the file system: the model's folder, read-only. Keeps a reference to `folder`.
class ModelIo : public Assimp::IOSystem {
  public:
    /// `model`, if any, replaces the model's content.
    ModelIo(const ModelFolder& folder, std::optional<PatchedFile> model) : folder_(folder), model_(std::move(model)) {}

    bool Exists(const char* file) const override;
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* file, const char* mode) override;
    void Close(Assimp::IOStream* stream) override;

  private:
    const ModelFolder& folder_;
    std::optional<PatchedFile> model_;
};

}  // namespace sinew
