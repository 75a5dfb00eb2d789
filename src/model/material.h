#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "model/image.h"

namespace sinew {

/// An image that the file references.
struct Texture {
    std::string name;    ///< as written in the file
    std::string source;  ///< the path it was read from, "embedded", or empty if not found
    ImageData image;     ///< empty if not found

    bool found() const { return image.byteCount() > 0; }

    bool operator==(const Texture&) const = default;
};

enum class AlphaMode { opaque, mask, blend };

/// A surface. Colors are linear. Base color textures are sRGB, normal maps are not color.
struct Material {
    std::string name;
    glm::vec4 baseColor{1.0f};
    glm::vec3 emissive{0.0f};
    float specular = 0.04f;                    ///< reflectance at normal incidence, 0 to 1
    float roughness = 0.6f;                    ///< 0 smooth, 1 rough
    std::optional<uint32_t> baseColorTexture;  ///< index into Model::textures
    std::optional<uint32_t> normalTexture;     ///< tangent space, +Y up
    AlphaMode alphaMode = AlphaMode::opaque;
    float alphaCutoff = 0.5f;  ///< of AlphaMode::mask
    bool doubleSided = false;

    bool operator==(const Material&) const = default;
};

}  // namespace sinew
