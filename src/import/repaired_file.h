#pragma once

#include <filesystem>
#include <string>

#include <assimp/DefaultIOSystem.h>

namespace sinew {

/// The file system, but for one file that has another content. The path stays what it is, so that side files are found
/// and the importer is chosen as ever.
class RepairedFile : public Assimp::DefaultIOSystem {
  public:
    RepairedFile(const std::filesystem::path& path, std::string content)
        : path_(path.string()), content_(std::move(content)) {}

    Assimp::IOStream* Open(const char* file, const char* mode) override;

  private:
    std::string path_, content_;
};

}  // namespace sinew
