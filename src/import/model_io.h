#pragma once

#include <optional>
#include <string>

#include <assimp/IOSystem.hpp>

#include "import/model_folder.h"

namespace sinew {

/// What assimp sees of the file system: the model's folder, to read. Paths stay what they are, so that the importer is
/// chosen by the ending as ever. The model may have another content than it has on disk. `folder` must outlive it.
class ModelIo : public Assimp::IOSystem {
  public:
    explicit ModelIo(const ModelFolder& folder) : folder_(folder) {}

    /// Of the model; to be set before it is opened.
    void setModelContent(std::string content) { content_ = std::move(content); }

    bool Exists(const char* file) const override;
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* file, const char* mode) override;
    void Close(Assimp::IOStream* stream) override;

  private:
    const ModelFolder& folder_;
    std::optional<std::string> content_;
};

}  // namespace sinew
