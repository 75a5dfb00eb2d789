#pragma once

#include <atomic>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <assimp/scene.h>

#include "import/import_model.h"
#include "import/texture_search.h"

namespace sinew {

/// Collects the pictures that materials ask for: the scene's own first, then files beneath the model's folder. Each
/// distinct picture is decoded once, after begin() beside what its caller does.
class TextureLoader {
  public:
    TextureLoader(const aiScene& scene, const ModelFolder& folder, std::vector<Finding>& findings)
        : scene_(scene), search_(folder), findings_(findings) {}

    /// The index of the texture that the file calls `name`: one for each distinct picture, and for each that is missing.
    uint32_t load(const aiString& name);

    /// The texture with its picture, where it has one; before begin() only.
    const Texture& decoded(uint32_t index);

    /// Another thread decodes what was loaded. The scene has to stay until take().
    void begin();

    /// All, in the order of load(), and says which of them cannot be read.
    std::vector<Texture> take();

  private:
    /// What a texture is decoded from, until it is.
    struct Source {
        const aiTexture* embedded = nullptr;
        std::optional<InputFile> file;
    };

    uint32_t add(Texture texture, Source source);
    void decode(size_t index);
    void decodeRest();

    const aiScene& scene_;
    TextureSearch search_;
    std::vector<Finding>& findings_;
    std::vector<Texture> textures_;
    std::vector<Source> sources_;  ///< one for each texture
    size_t openFiles_ = 0;
    std::map<std::string, uint32_t, std::less<>> byName_;
    std::map<std::string, uint32_t> byContent_;  ///< the file's id, or "*" and the embedded texture's index
    std::atomic<size_t> next_ = 0;               ///< the texture that whoever is free decodes
    std::future<void> beside_;                   ///< the last member: it ends before what it uses
};

}  // namespace sinew
