#pragma once

#include <assimp/IOSystem.hpp>

#include "import/assimp/ogre_scripts.h"
#include "import/files/model_folder.h"

namespace sinew {

/// What assimp reads in place of a model's file.
struct ModelView {
    std::string path;                       ///< with an ending by which assimp chooses the importer
    std::optional<PatchedFile> model = {};  ///< replaces the model's content
    OgreScripts* scripts = nullptr;         ///< searched for files of materials, if given
};

/// assimp's view of the file system: the model's folder, read-only. Keeps references to `folder` and to the view's
/// bytes. Exists() and Open() throw std::runtime_error, which assimp catches, once kMostAbsent files were not found: on
/// broken scenes of LightWave assimp looks for the same file forever.
class ModelIo : public Assimp::IOSystem {
  public:
    static constexpr int kMostAbsent = 10'000;

    ModelIo(const ModelFolder& folder, ModelView view) : folder_(folder), view_(std::move(view)) {}

    bool Exists(const char* file) const override;
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* file, const char* mode) override;
    void Close(Assimp::IOStream* stream) override;

  private:
    /// A file of the model's folder; its name may have the escapes of a URI, which assimp does not decode.
    std::optional<InputFile> openBeside(const char* file) const;

    const ModelFolder& folder_;
    ModelView view_;
    mutable int absent_ = 0;  ///< how many times a file was not found
};

}  // namespace sinew
