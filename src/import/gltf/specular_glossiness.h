#pragma once

#include <optional>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "model/image.h"

namespace sinew::gltf {

// Converts materials of KHR_materials_pbrSpecularGlossiness, by that extension's appendix "Converting".

/// All linear, 0 to 1.
struct SpecularGlossiness {
    glm::vec4 diffuse{1.0f};
    glm::vec3 specular{1.0f};  ///< reflectance at normal incidence
    float glossiness = 1.0f;

    bool operator==(const SpecularGlossiness&) const = default;
};

/// The metallic-roughness surface that looks alike. All linear, 0 to 1.
struct MetallicRoughness {
    glm::vec4 baseColor{1.0f};
    float metallic = 0.0f;
    float roughness = 0.0f;
    glm::vec3 specularColor{1.0f};  ///< below white where the surface reflects less than every dielectric does
};

MetallicRoughness converted(const SpecularGlossiness& surface);

/// Pictures for the slots of a material whose factors are 1, except for the alpha of its base color.
struct ConvertedMaps {
    ImageData baseColor;  ///< sRGB, with the alpha of the diffuse map
    ImageData metallicRoughness;
    std::optional<ImageData> specularColor;  ///< sRGB; none if it is white
};

/// Converts the maps, RGBA8 images in memory of which one may be null, texel by texel. The pictures have the greater
/// width and height of both. `factors` multiply the maps, the alpha of the diffuse map excepted.
ConvertedMaps convertedMaps(const ImageData* diffuse, const ImageData* specularGlossiness,
                            const SpecularGlossiness& factors);

/// The mean of a map of specular color (sRGB) and glossiness, an RGBA8 image in memory: linear.
glm::vec4 meanOf(const ImageData& specularGlossiness);

}  // namespace sinew::gltf
