#pragma once

#include <atomic>
#include <future>

#include "import/files/model_folder.h"
#include "model/imported_model.h"

namespace sinew {

/// A texture inside the model's file: that of an image file, or texels.
struct EmbeddedTexture {
    size_t index = 0;  ///< among those of the file
    std::string name;
    std::span<const uint8_t> file;      ///< valid until TextureLoader::take(); empty: texels
    std::function<ImageData()> texels;  ///< @throws as decodeImage()
};

/// Finds the embedded texture that a name means.
using FindEmbedded = std::function<std::optional<EmbeddedTexture>(std::string_view name)>;

/// True when the image looks like tangent-space normals, mostly blue. Bump slots hold normals or gray heights, and no
/// file tells which. Blocks of one channel are heights; others may be both, and are taken for normals unless the colors
/// that they begin with are not blue.
bool looksLikeNormals(const ImageData& image);

/// Sets the transform of a use, where it is a sensible one: scaled, turned counterclockwise by `radians` about the
/// center of the image, and then moved, with v up.
void placeTexture(const glm::vec2& scale, float radians, const glm::vec2& moved, TextureUse& use);

/// Collects the textures of materials, embedded ones first, then files below the model's folder. Each distinct image is
/// decoded once; after begin(), in the background.
class TextureLoader {
  public:
    /// `keepsEncoded`: fills Texture::encoded.
    TextureLoader(const ModelFolder& folder, Findings& findings, bool keepsEncoded = false,
                  FindEmbedded findEmbedded = {})
        : folder_(folder), findings_(findings), keepsEncoded_(keepsEncoded), findEmbedded_(std::move(findEmbedded)) {}

    /// Offers a file of the model's archive, which load() prefers to those of the folder.
    void offer(std::string_view name, std::string bytes);

    /// Index of the texture with that name in the file: one for each distinct image and for each missing one.
    uint32_t load(std::string_view name);

    /// Index of a new texture that is decoded from `bytes`, those of an image file inside the model's.
    uint32_t add(const std::string& name, std::string bytes);

    /// Index of a new texture that has its image.
    uint32_t add(Texture texture) { return add(std::move(texture), {.isDecoded = true}); }

    /// Forgets the textures that were decoded but that none of these materials, which are all, uses, and corrects the
    /// indices of the others in the materials. Call after all others and before begin().
    void dropUnused(std::span<Material> materials);

    /// The texture, decoded; valid until the next one is added. Call before begin().
    const Texture& decoded(uint32_t index);

    /// Starts decoding on another thread.
    void begin();

    /// Returns all textures by index; those that cannot be decoded are findings.
    std::vector<Texture> take();

  private:
    /// What a texture is decoded from: one of three.
    struct Source {
        std::optional<EmbeddedTexture> embedded = {};
        std::optional<InputFile> file = {};
        std::string bytes = {};
        bool isDecoded = false;  ///< or cannot be: nothing is left of the above
        std::string fault = {};  ///< why it cannot be decoded
        bool isSound = false;    ///< but of a kind that is not read
    };

    uint32_t add(Texture texture, Source source);
    void decode(size_t index);
    void decodeRest();

    const ModelFolder& folder_;
    Findings& findings_;
    bool keepsEncoded_;
    FindEmbedded findEmbedded_;
    std::vector<Texture> textures_;
    std::vector<Source> sources_;  ///< parallel to textures_
    size_t openFiles_ = 0;
    std::map<std::string, uint32_t, std::less<>> byName_;
    std::map<std::string, std::string> offered_;  ///< bytes by base name in lower case
    std::map<std::string, uint32_t> byContent_;   ///< the file's id, or "*" and the embedded texture's index
    std::atomic<size_t> next_ = 0;                ///< the next texture to decode
    std::future<void> decoding_;                  ///< the last member: it ends before what it uses
};

}  // namespace sinew
