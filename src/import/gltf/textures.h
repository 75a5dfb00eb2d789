#pragma once

#include <map>
#include <optional>
#include <set>

#include "import/build/textures.h"
#include "import/gltf/members.h"

namespace sinew::gltf {

/// Reads where materials use textures, and loads each image once.
class TextureReader {
  public:
    TextureReader(File& file, TextureLoader& textures, Members& members, Findings& findings)
        : file_(file), textures_(textures), members_(members), findings_(findings) {}

    /// Reads a textureInfo with its sampler and KHR_texture_transform. None if it names no image.
    std::optional<TextureUse> read(const nlohmann::json& json);

    /// True if a texture since the last call is on UV set 2 or later, which is read as set 0.
    bool takeLaterSet() { return std::exchange(laterSet_, false); }

  private:
    std::optional<uint32_t> load(const nlohmann::json& texture);
    std::optional<uint32_t> loadOnce(const std::optional<size_t>& image);
    std::optional<uint32_t> loadImage(const nlohmann::json& image, size_t index);

    File& file_;
    TextureLoader& textures_;
    Members& members_;
    Findings& findings_;
    std::map<size_t, std::optional<uint32_t>> textureOf_;  ///< by index of the image
    std::set<uint32_t> notedFallbacks_;                    ///< textures that are not drawn
    bool laterSet_ = false;
};

}  // namespace sinew::gltf
