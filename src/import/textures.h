#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <assimp/scene.h>

#include "import/import_model.h"
#include "import/texture_search.h"

namespace sinew {

/// Collects the pictures that materials ask for: the scene's own first, then files beneath the model's folder. Each
/// distinct picture is decoded once and has one place in textures().
class TextureLoader {
  public:
    TextureLoader(const aiScene& scene, const ModelFolder& folder, std::vector<Finding>& findings)
        : scene_(scene), search_(folder), findings_(findings) {}

    /// The index of the texture that the file calls `name`. It is in textures() even when it was not found.
    uint32_t load(const aiString& name);

    const std::vector<Texture>& textures() const { return textures_; }
    std::vector<Texture> take() { return std::move(textures_); }

  private:
    uint32_t add(Texture texture, std::optional<ImageData> image);

    const aiScene& scene_;
    TextureSearch search_;
    std::vector<Finding>& findings_;
    std::vector<Texture> textures_;
    std::map<std::string, uint32_t, std::less<>> byName_;
    std::map<std::string, uint32_t> byContent_;  ///< the file's id, or "*" and the embedded texture's index
};

}  // namespace sinew
