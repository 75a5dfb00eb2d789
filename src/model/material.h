#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include <glm/mat2x2.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "model/image.h"

namespace sinew {

/// An image that the file references.
struct Texture {
    std::string name;                   ///< as written in the file
    std::string source;                 ///< the path it was read from, "embedded", or empty if not found
    ImageData image;                    ///< empty if not found
    std::vector<uint8_t> encoded = {};  ///< on request, the PNG or JPEG file that the image was decoded from

    bool found() const { return image.width > 0; }

    bool operator==(const Texture&) const = default;
};

enum class Wrap { repeat, mirror, clamp };
enum class Filter { nearest, linear };
enum class MipFilter { none, nearest, linear };

/// How a texture is read between and beyond its texels.
struct Sampler {
    Wrap wrapU = Wrap::repeat, wrapV = Wrap::repeat;
    Filter magnify = Filter::linear, minify = Filter::linear;
    MipFilter mip = MipFilter::linear;

    bool operator==(const Sampler&) const = default;
};

/// A texture as one slot of a material reads it: at offset + rotation * (scale * uv) (KHR_texture_transform).
struct TextureUse {
    uint32_t texture = 0;  ///< index into Model::textures
    uint32_t uvSet = 0;    ///< 0 or 1
    Sampler sampler;
    glm::vec2 offset{0.0f};
    glm::vec2 scale{1.0f};
    float rotation = 0.0f;  ///< radians, counterclockwise in an image with v down

    bool operator==(const TextureUse&) const = default;
};

/// The transform of a use without its offset.
inline glm::mat2 linearPart(const TextureUse& use) {
    const float cosine = std::cos(use.rotation), sine = std::sin(use.rotation);
    return {use.scale.x * cosine, -use.scale.x * sine, use.scale.y * sine, use.scale.y * cosine};
}

/// What a texture of a material is for, and the channels it is read from (glTF 2.0 and its KHR_materials extensions).
enum class TextureSlot : uint8_t {
    baseColor,             ///< RGBA, sRGB
    metallicRoughness,     ///< G roughness, B metallic
    normal,                ///< RGB, tangent space, +Y up
    occlusion,             ///< R
    emissive,              ///< RGB, sRGB
    specular,              ///< A
    specularColor,         ///< RGB, sRGB
    clearcoat,             ///< R
    clearcoatRoughness,    ///< G
    clearcoatNormal,       ///< RGB
    sheenColor,            ///< RGB, sRGB
    sheenRoughness,        ///< A
    transmission,          ///< R
    thickness,             ///< G
    iridescence,           ///< R
    iridescenceThickness,  ///< G
    anisotropy,            ///< RG direction, B strength
};
inline constexpr size_t kTextureSlots = 17;

/// Most textures of the slots after emissive that a material is drawn with: the first ones.
inline constexpr size_t kMostLayerTextures = 8;

/// Names for users, in the order of TextureSlot.
inline constexpr std::array<const char*, kTextureSlots> kTextureSlotNames{"base color",
                                                                          "metallic-roughness",
                                                                          "normal",
                                                                          "occlusion",
                                                                          "emissive",
                                                                          "specular",
                                                                          "specular color",
                                                                          "clearcoat",
                                                                          "clearcoat roughness",
                                                                          "clearcoat normal",
                                                                          "sheen color",
                                                                          "sheen roughness",
                                                                          "transmission",
                                                                          "thickness",
                                                                          "iridescence",
                                                                          "iridescence thickness",
                                                                          "anisotropy"};

/// True if the texture holds colors, which are sRGB; other textures are linear.
constexpr bool isColor(TextureSlot slot) {
    return slot == TextureSlot::baseColor || slot == TextureSlot::emissive || slot == TextureSlot::specularColor ||
           slot == TextureSlot::sheenColor;
}

enum class AlphaMode { opaque, mask, blend };

/// A surface as glTF 2.0 defines it. Colors are linear. A texture multiplies the factor of its slot.
struct Material {
    std::string name;
    glm::vec4 baseColor{1.0f};
    float metallic = 0.0f;           ///< 0 to 1
    float roughness = 0.6f;          ///< 0 smooth, 1 rough
    glm::vec3 emissive{0.0f};        ///< includes KHR_materials_emissive_strength
    float normalScale = 1.0f;        ///< of the normal map's x and y
    float occlusionStrength = 1.0f;  ///< 0 ignores the occlusion map
    AlphaMode alphaMode = AlphaMode::opaque;
    float alphaCutoff = 0.5f;  ///< of AlphaMode::mask
    bool doubleSided = false;
    bool unlit = false;

    float ior = 1.5f;                 ///< index of refraction; 0: reflects as specular says at every angle
    float specular = 1.0f;            ///< factor of the dielectric reflection; above 1 in formats other than glTF
    glm::vec3 specularColor{1.0f};    ///< of the dielectric reflection at normal incidence
    float clearcoat = 0.0f;           ///< 0 to 1
    float clearcoatRoughness = 0.0f;  ///< 0 to 1
    float clearcoatNormalScale = 1.0f;
    glm::vec3 sheenColor{0.0f};
    float sheenRoughness = 0.0f;                                    ///< 0 to 1
    float transmission = 0.0f;                                      ///< 0 to 1
    float thickness = 0.0f;                                         ///< of the volume, mesh space; 0: thin walls
    float attenuationDistance = std::numeric_limits<float>::max();  ///< at which attenuationColor remains, world space
    glm::vec3 attenuationColor{1.0f};
    float iridescence = 0.0f;  ///< 0 to 1
    float iridescenceIor = 1.3f;
    float iridescenceMinimum = 100.0f;  ///< thickness of the film in nanometers where its map is 0
    float iridescenceMaximum = 400.0f;  ///< where the map is 1, and without a map
    float anisotropy = 0.0f;            ///< 0 to 1
    float anisotropyRotation = 0.0f;    ///< radians from the tangent, counterclockwise

    std::array<std::optional<TextureUse>, kTextureSlots> textures;  ///< by TextureSlot

    std::string extras;  ///< what the file adds about it, as JSON (glTF); empty: nothing

    std::optional<TextureUse>& texture(TextureSlot slot) { return textures[static_cast<size_t>(slot)]; }
    const std::optional<TextureUse>& texture(TextureSlot slot) const { return textures[static_cast<size_t>(slot)]; }

    bool operator==(const Material&) const = default;
};

/// True if the surface is drawn with the tangents of its mesh.
inline bool needsTangents(const Material& material) {
    return material.texture(TextureSlot::normal) || material.texture(TextureSlot::clearcoatNormal) ||
           material.anisotropy != 0.0f;
}

}  // namespace sinew
