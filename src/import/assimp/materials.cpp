#include "import/assimp/materials.h"

#include <algorithm>
#include <cmath>

#include <assimp/commonMetaData.h>
#include <assimp/material.h>
#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/vector_relational.hpp>

#include "import/assimp/convert.h"

namespace sinew {
namespace {

std::optional<float> number(const aiMaterial& material, const char* key, unsigned type, unsigned index) {
    ai_real value = 0;
    if (material.Get(key, type, index, value) != aiReturn_SUCCESS || !std::isfinite(value)) return std::nullopt;
    return static_cast<float>(value);
}

constexpr float kMostLight = 1e6f;  // emitted or reflected, relative to white

/// A color of the file, its parts from 0 to `most`. Nothing where there is none, or a part is no sensible number. Such
/// values, and those beyond the limits, are added to `invalid` as `what`.
std::optional<glm::vec4> color(const aiMaterial& material, const char* key, unsigned type, unsigned index, float most,
                               const char* what, std::vector<std::string>& invalid) {
    aiColor4D value(0, 0, 0, 1);
    if (material.Get(key, type, index, value) != aiReturn_SUCCESS) return std::nullopt;
    const glm::vec3 whole(value.r, value.g, value.b), limited = glm::clamp(whole, glm::vec3(0.0f), glm::vec3(most));
    constexpr float kRounding = 1e-5f;
    const bool isKept = glm::all(glm::lessThanEqual(glm::abs(whole), glm::vec3(kMostLight)));  // also not NaN
    if (!isKept || glm::any(glm::greaterThan(glm::abs(whole - limited), glm::vec3(kRounding))))
        invalid.emplace_back(what);
    if (!isKept) return std::nullopt;
    return glm::vec4(limited, std::isfinite(value.a) ? glm::clamp(value.a, 0.0f, 1.0f) : 1.0f);
}

/// A number from 0 to 1; 0 where there is none.
float ratio(const aiMaterial& material, const char* key, unsigned type, unsigned index) {
    return glm::clamp(number(material, key, type, index).value_or(0.0f), 0.0f, 1.0f);
}

Wrap wrapFrom(aiTextureMapMode mode) {
    if (mode == aiTextureMapMode_Mirror) return Wrap::mirror;
    return mode == aiTextureMapMode_Clamp || mode == aiTextureMapMode_Decal ? Wrap::clamp : Wrap::repeat;
}

std::optional<aiString> textureName(const aiMaterial& material, std::initializer_list<aiTextureType> types) {
    for (const aiTextureType type : types) {
        aiString path;
        if (material.GetTexture(type, 0, &path) == aiReturn_SUCCESS && path.length > 0) return path;
    }
    return std::nullopt;
}

/// Blender writes linear colors into every format; other programs write sRGB, except in glTF.
bool hasLinearColors(const aiScene& scene, const MaterialConventions& conventions) {
    aiString generator;
    if (scene.mMetaData) scene.mMetaData->Get(AI_METADATA_SOURCE_GENERATOR, generator);
    return conventions.gltf || viewOf(generator).find("Blender") != std::string_view::npos;
}

struct MaterialConverter {
    const MaterialConventions& conventions;
    bool linearColors;
    TextureLoader& textures;
    Findings& findings;

    Material convert(const aiMaterial& source) const {
        Material material;
        aiString name;
        if (source.Get(AI_MATKEY_NAME, name) == aiReturn_SUCCESS) material.name = utf8From(name);
        readTextures(source, material);
        std::vector<std::string> invalid;
        readColors(source, material, invalid);
        readSurface(source, material, invalid);
        if (!invalid.empty())
            findings.push_back({"material-invalid", Severity::info, material.name,
                                fmt::format("has values that are not valid, limited or ignored: {}", listed(invalid))});
        readAlpha(source, material);
        int twoSided = 0;
        material.doubleSided = source.Get(AI_MATKEY_TWOSIDED, twoSided) == aiReturn_SUCCESS && twoSided != 0;
        return material;
    }

    /// The first of these textures that the material has, with its UV set, wrap modes and transform.
    std::optional<TextureUse> use(const aiMaterial& source, std::initializer_list<aiTextureType> types) const {
        for (const aiTextureType type : types) {
            aiString path;
            unsigned uvSet = 0;
            aiTextureMapMode modes[3] = {aiTextureMapMode_Wrap, aiTextureMapMode_Wrap, aiTextureMapMode_Wrap};
            if (source.GetTexture(type, 0, &path, nullptr, &uvSet, nullptr, nullptr, modes) != aiReturn_SUCCESS ||
                path.length == 0)
                continue;
            TextureUse result{.texture = textures.load(viewOf(path)), .uvSet = uvSet == 1 ? 1u : 0u};
            result.sampler.wrapU = wrapFrom(modes[0]);
            result.sampler.wrapV = wrapFrom(modes[1]);
            aiUVTransform transform;
            if (source.Get(AI_MATKEY_UVTRANSFORM(type, 0), transform) == aiReturn_SUCCESS)
                placeTexture({transform.mScaling.x, transform.mScaling.y}, transform.mRotation,
                             {transform.mTranslation.x, transform.mTranslation.y}, result);
            return result;
        }
        return std::nullopt;
    }

    void readTextures(const aiMaterial& source, Material& material) const {
        material.texture(TextureSlot::baseColor) = use(source, {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE});
        material.texture(TextureSlot::emissive) = use(source, {aiTextureType_EMISSION_COLOR, aiTextureType_EMISSIVE});
        material.texture(TextureSlot::occlusion) =
            use(source, {aiTextureType_AMBIENT_OCCLUSION, aiTextureType_LIGHTMAP});
        readSurfaceMaps(source, material);
        if (const auto normal = use(source, {aiTextureType_NORMALS, aiTextureType_NORMAL_CAMERA})) {
            material.texture(TextureSlot::normal) = normal;
        } else if (const auto bump = use(source, {aiTextureType_HEIGHT})) {
            const Texture& texture = textures.decoded(bump->texture);
            if (!texture.found() || looksLikeNormals(texture.image))
                material.texture(TextureSlot::normal) = bump;
            else
                findings.push_back({"bump-map-ignored", Severity::info, texture.name,
                                    "contains heights, not normals, and is ignored"});
        }
    }

    /// One image holds roughness and metallic, as in glTF; a gray image for each is not supported.
    void readSurfaceMaps(const aiMaterial& source, Material& material) const {
        const auto metallic = textureName(source, {aiTextureType_METALNESS});
        const auto roughness = textureName(source, {aiTextureType_DIFFUSE_ROUGHNESS});
        if (metallic && roughness && *metallic == *roughness)
            material.texture(TextureSlot::metallicRoughness) = use(source, {aiTextureType_METALNESS});
        else if (metallic || roughness)
            findings.push_back({"separate-maps-ignored", Severity::info, material.name,
                                "has metallic or roughness in a map of its own, which is ignored"});
    }

    glm::vec3 linear(const glm::vec4& c) const { return linearColors ? glm::vec3(c) : linearFromSrgb(glm::vec3(c)); }

    void readColors(const aiMaterial& source, Material& material, std::vector<std::string>& invalid) const {
        auto base = color(source, AI_MATKEY_BASE_COLOR, 1.0f, "base color", invalid);
        if (!base) base = color(source, AI_MATKEY_COLOR_DIFFUSE, 1.0f, "diffuse color", invalid);
        if (base) material.baseColor = glm::vec4(linear(*base), 1.0f);
        const bool black = glm::vec3(material.baseColor) == glm::vec3(0.0f);
        if (material.texture(TextureSlot::baseColor) && (conventions.textureReplaces || (black && !conventions.gltf)))
            material.baseColor = glm::vec4(1.0f, 1.0f, 1.0f, material.baseColor.a);
        if (const auto emissive = color(source, AI_MATKEY_COLOR_EMISSIVE, kMostLight, "emissive color", invalid))
            material.emissive = glm::min(linear(*emissive), glm::vec3(kMostLight));
        if (conventions.texturesEmission && material.emissive != glm::vec3(0.0f) &&
            !material.texture(TextureSlot::emissive))
            material.texture(TextureSlot::emissive) = material.texture(TextureSlot::baseColor);
        if (material.texture(TextureSlot::emissive) && material.emissive == glm::vec3(0.0f) && !conventions.gltf)
            material.emissive = glm::vec3(1.0f);
    }

    void readSurface(const aiMaterial& source, Material& material, std::vector<std::string>& invalid) const {
        int shading = aiShadingMode_Gouraud;
        source.Get(AI_MATKEY_SHADING_MODEL, shading);
        const bool shiny =
            shading == aiShadingMode_Phong || shading == aiShadingMode_Blinn || shading == aiShadingMode_CookTorrance;
        if (const auto roughness = number(source, AI_MATKEY_ROUGHNESS_FACTOR)) {
            material.roughness = *roughness;
        } else if (const auto shininess = number(source, AI_MATKEY_SHININESS);
                   shiny && shininess && *shininess >= 0.0f) {
            // Blinn's exponent as a microfacet width (Walter et al. 2007); roughness is its square root.
            material.roughness = std::pow(2.0f / (*shininess + 2.0f), 0.25f);
        }
        material.roughness = glm::clamp(material.roughness, 0.05f, 1.0f);
        material.metallic = ratio(source, AI_MATKEY_METALLIC_FACTOR);
        material.clearcoat = ratio(source, AI_MATKEY_CLEARCOAT_FACTOR);
        material.clearcoatRoughness = ratio(source, AI_MATKEY_CLEARCOAT_ROUGHNESS_FACTOR);
        material.transmission = ratio(source, AI_MATKEY_TRANSMISSION_FACTOR);
        if (const auto sheen = color(source, AI_MATKEY_SHEEN_COLOR_FACTOR, 1.0f, "sheen color", invalid))
            material.sheenColor = linear(*sheen);
        material.sheenRoughness = ratio(source, AI_MATKEY_SHEEN_ROUGHNESS_FACTOR);
        if (conventions.gltf) return;
        if (const auto specular = color(source, AI_MATKEY_COLOR_SPECULAR, kMostLight, "specular color", invalid);
            shiny && specular) {
            const float strength = number(source, AI_MATKEY_SHININESS_STRENGTH).value_or(1.0f);
            const float gray = (specular->r + specular->g + specular->b) / 3.0f;
            material.specular = glm::clamp(2.0f * gray * strength, 0.0f, 2.0f);  // 1 reflects 4 %
        }
    }

    void readAlpha(const aiMaterial& source, Material& material) const {
        const float opacity = number(source, AI_MATKEY_OPACITY).value_or(1.0f);
        setOpacity(opacity, material, findings);
        if (const auto name = textureName(source, {aiTextureType_OPACITY});
            opacity >= 1.0f && name && material.texture(TextureSlot::baseColor) &&
            textures.load(viewOf(*name)) == material.texture(TextureSlot::baseColor)->texture)
            material.alphaMode = AlphaMode::mask;
    }
};

}  // namespace

std::vector<Material> convertMaterials(const aiScene& scene, const MaterialConventions& conventions,
                                       TextureLoader& textures, Findings& findings) {
    const MaterialConverter converter{conventions, hasLinearColors(scene, conventions), textures, findings};
    std::vector<Material> materials;
    for (unsigned m = 0; m < scene.mNumMaterials; ++m)
        materials.push_back(converter.convert(*scene.mMaterials[m]));
    return materials;
}

}  // namespace sinew
