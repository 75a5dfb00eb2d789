#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "model/image.h"

namespace sinew {

/// A picture that the file names, and what became of it.
struct Texture {
    std::string name;    ///< as the file writes it
    std::string source;  ///< the path it was read from, "embedded", or empty when it was not found
    ImageData image;     ///< empty when it was not found

    bool found() const { return image.byteCount() > 0; }

    bool operator==(const Texture&) const = default;
};

enum class AlphaMode { opaque, mask, blend };

/// How a surface looks. Colours are linear, textures sRGB (base colour) or plain numbers (normals).
struct Material {
    std::string name;
    glm::vec4 baseColor{1.0f};
    glm::vec3 emissive{0.0f};
    float specular = 0.04f;                    ///< reflectance straight on, 0 to 1
    float roughness = 0.6f;                    ///< 0 mirror, 1 chalk
    std::optional<uint32_t> baseColorTexture;  ///< index into Model::textures
    std::optional<uint32_t> normalTexture;     ///< tangent space, +Y up
    AlphaMode alphaMode = AlphaMode::opaque;
    float alphaCutoff = 0.5f;  ///< for AlphaMode::mask
    bool doubleSided = false;

    bool operator==(const Material&) const = default;
};

}  // namespace sinew
