#include "import/gltf/materials.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>
#include <glm/common.hpp>

#include "base/text.h"
#include "import/build/convert.h"
#include "import/gltf/document/names.h"
#include "import/gltf/members.h"
#include "import/gltf/specular_glossiness.h"
#include "import/gltf/textures.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

/// True if both read their textures at the same place.
bool readAlike(const TextureUse& one, const TextureUse& other) {
    return one.uvSet == other.uvSet && linearPart(one) == linearPart(other) && one.offset == other.offset &&
           one.sampler.wrapU == other.sampler.wrapU && one.sampler.wrapV == other.sampler.wrapV;
}

class MaterialReader {
  public:
    MaterialReader(File& file, TextureLoader& textures, Findings& findings)
        : file_(file), textures_(textures), findings_(findings), uses_(file, textures, members_, findings) {}

    Material read(size_t index) {
        const Json& json = File::at(file_.member("materials"), index);
        Material material = defaultMaterial();
        if (const Json& name = File::at(json, "name"); name.is_string())
            material.name = utf8From(name.get_ref<const std::string&>());
        label_ = material.name.empty() ? fmt::format("material {}", index) : material.name;
        readCore(json, material);
        const Json& extensions = members_.object(json, "extensions");
        readSpecular(extensions, material);
        readLayers(extensions, material);
        readVolume(extensions, material);
        material.unlit = extensions.contains("KHR_materials_unlit");
        if (const Json& old = members_.object(extensions, "KHR_materials_pbrSpecularGlossiness"); !old.is_null())
            readSpecularGlossiness(old, material);
        material.roughness = std::max(material.roughness, kLeastRoughness);
        members_.noteOthers(extensions,
                            {"KHR_materials_anisotropy", "KHR_materials_clearcoat", "KHR_materials_emissive_strength",
                             "KHR_materials_ior", "KHR_materials_iridescence", "KHR_materials_pbrSpecularGlossiness",
                             "KHR_materials_sheen", "KHR_materials_specular", "KHR_materials_transmission",
                             "KHR_materials_unlit", "KHR_materials_volume"});
        noteLayerTextures(material);
        report();
        return material;
    }

    static Material defaultMaterial() {
        Material material;
        material.metallic = material.roughness = 1.0f;
        return material;
    }

    /// A finding for each extension that is not read.
    void reportExtensions() {
        for (const auto& [name, users] : others_)
            findings_.push_back({"material-extension-ignored", Severity::info, name,
                                 fmt::format("is not supported; {} drawn without it",
                                             users == 1 ? "one material is" : fmt::format("{} materials are", users))});
    }

  private:
    static constexpr float kDielectric = 0.04f;      // reflectance
    static constexpr float kLeastRoughness = 0.05f;  // as for other formats: a highlight must be visible

    void readCore(const Json& json, Material& material) {
        const Json& surface = members_.object(json, "pbrMetallicRoughness");
        material.baseColor = members_.vector(surface, "baseColorFactor", material.baseColor);
        material.metallic = members_.number(surface, "metallicFactor", 1.0f);
        material.roughness = members_.number(surface, "roughnessFactor", 1.0f);
        read(surface, "baseColorTexture", material, TextureSlot::baseColor);
        read(surface, "metallicRoughnessTexture", material, TextureSlot::metallicRoughness);
        const Json& normal = read(json, "normalTexture", material, TextureSlot::normal);
        material.normalScale = members_.number(normal, "scale", 1.0f, kAnyLimits);
        const Json& occlusion = read(json, "occlusionTexture", material, TextureSlot::occlusion);
        material.occlusionStrength = members_.number(occlusion, "strength", 1.0f);
        read(json, "emissiveTexture", material, TextureSlot::emissive);
        const Json& strength = members_.object(members_.object(json, "extensions"), "KHR_materials_emissive_strength");
        material.emissive = members_.vector(json, "emissiveFactor", glm::vec3(0.0f)) *
                            members_.number(strength, "emissiveStrength", 1.0f, kPositive);
        if (const Json& mode = File::at(json, "alphaMode"); mode == "MASK")
            material.alphaMode = AlphaMode::mask;
        else if (mode == "BLEND")
            material.alphaMode = AlphaMode::blend;
        else if (!mode.is_null() && mode != "OPAQUE")
            members_.invalid("alphaMode");
        material.alphaCutoff = members_.number(json, "alphaCutoff", 0.5f, kPositive);
        material.doubleSided = members_.flag(json, "doubleSided");
        material.extras = extrasOf(json);
    }

    void readSpecular(const Json& extensions, Material& material) {
        if (const Json& ior = members_.object(extensions, "KHR_materials_ior"); File::at(ior, "ior") == 0)
            material.ior = 0.0f;
        else
            material.ior = members_.number(ior, "ior", 1.5f, {1.0, kHuge});
        const Json& specular = members_.object(extensions, "KHR_materials_specular");
        material.specular = members_.number(specular, "specularFactor", 1.0f);
        material.specularColor = members_.vector(specular, "specularColorFactor", glm::vec3(1.0f), kPositive);
        read(specular, "specularTexture", material, TextureSlot::specular);
        read(specular, "specularColorTexture", material, TextureSlot::specularColor);
        const Json& anisotropy = members_.object(extensions, "KHR_materials_anisotropy");
        material.anisotropy = members_.number(anisotropy, "anisotropyStrength", 0.0f);
        material.anisotropyRotation = members_.number(anisotropy, "anisotropyRotation", 0.0f, kAnyLimits);
        read(anisotropy, "anisotropyTexture", material, TextureSlot::anisotropy);
    }

    void readLayers(const Json& extensions, Material& material) {
        const Json& coat = members_.object(extensions, "KHR_materials_clearcoat");
        material.clearcoat = members_.number(coat, "clearcoatFactor", 0.0f);
        material.clearcoatRoughness = members_.number(coat, "clearcoatRoughnessFactor", 0.0f);
        read(coat, "clearcoatTexture", material, TextureSlot::clearcoat);
        read(coat, "clearcoatRoughnessTexture", material, TextureSlot::clearcoatRoughness);
        const Json& normal = read(coat, "clearcoatNormalTexture", material, TextureSlot::clearcoatNormal);
        material.clearcoatNormalScale = members_.number(normal, "scale", 1.0f, kAnyLimits);
        const Json& sheen = members_.object(extensions, "KHR_materials_sheen");
        material.sheenColor = members_.vector(sheen, "sheenColorFactor", glm::vec3(0.0f));
        material.sheenRoughness = members_.number(sheen, "sheenRoughnessFactor", 0.0f);
        read(sheen, "sheenColorTexture", material, TextureSlot::sheenColor);
        read(sheen, "sheenRoughnessTexture", material, TextureSlot::sheenRoughness);
        const Json& film = members_.object(extensions, "KHR_materials_iridescence");
        material.iridescence = members_.number(film, "iridescenceFactor", 0.0f);
        material.iridescenceIor = members_.number(film, "iridescenceIor", 1.3f, {1.0, kHuge});
        material.iridescenceMinimum = members_.number(film, "iridescenceThicknessMinimum", 100.0f, kPositive);
        material.iridescenceMaximum = members_.number(film, "iridescenceThicknessMaximum", 400.0f, kPositive);
        read(film, "iridescenceTexture", material, TextureSlot::iridescence);
        read(film, "iridescenceThicknessTexture", material, TextureSlot::iridescenceThickness);
    }

    void readVolume(const Json& extensions, Material& material) {
        const Json& transmission = members_.object(extensions, "KHR_materials_transmission");
        material.transmission = members_.number(transmission, "transmissionFactor", 0.0f);
        read(transmission, "transmissionTexture", material, TextureSlot::transmission);
        const Json& volume = members_.object(extensions, "KHR_materials_volume");
        constexpr double kNearest = 1e-6, kFarthest = std::numeric_limits<float>::max();
        material.thickness = members_.number(volume, "thicknessFactor", 0.0f, {0.0, 1e18});
        material.attenuationDistance =
            members_.number(volume, "attenuationDistance", material.attenuationDistance, {kNearest, kFarthest});
        material.attenuationColor = members_.vector(volume, "attenuationColor", glm::vec3(1.0f));
        read(volume, "thicknessTexture", material, TextureSlot::thickness);
    }

    void readSpecularGlossiness(const Json& json, Material& material) {
        SpecularGlossiness factors{
            .diffuse = members_.vector(json, "diffuseFactor", glm::vec4(1.0f)),
            .specular = members_.vector(json, "specularFactor", glm::vec3(1.0f)),
            .glossiness = members_.number(json, "glossinessFactor", 1.0f),
        };
        const auto diffuse = uses_.read(members_.object(json, "diffuseTexture"));
        const auto specular = uses_.read(members_.object(json, "specularGlossinessTexture"));
        material.texture(TextureSlot::metallicRoughness).reset();
        material.texture(TextureSlot::specularColor).reset();
        material.texture(TextureSlot::baseColor) = diffuse;
        const ImageData* diffuseMap = texelsOf(diffuse);
        const ImageData* specularMap = texelsOf(specular);
        if (specular && !specularMap) {
            factors.specular = glm::vec3(kDielectric);  // as where a metallic-roughness map is missing
            if (textures_.decoded(specular->texture).found())
                findings_.push_back(
                    {"specular-map-ignored", Severity::info, label_,
                     "has a map of specular color and glossiness in compressed blocks, which is ignored"});
        } else if (const bool inBlocks = diffuse && !diffuseMap && textures_.decoded(diffuse->texture).found();
                   specularMap && diffuse && (inBlocks || !readAlike(*diffuse, *specular))) {
            const glm::vec4 mean = meanOf(*specularMap);
            factors.specular *= glm::vec3(mean);
            factors.glossiness *= mean.a;
            findings_.push_back({"specular-map-averaged", Severity::info, label_,
                                 fmt::format("has a map of specular color and glossiness {}; only its average is used",
                                             inBlocks ? "beside a diffuse map in compressed blocks"
                                                      : "with other texture coordinates than the diffuse map")});
            specularMap = nullptr;
        }
        // Without specular map, a dielectric has the colors of its diffuse map.
        const MetallicRoughness plain = converted(factors);
        if (specularMap || (diffuseMap && plain.metallic > 0.0f))
            return setConverted(diffuse, specularMap ? specular : std::nullopt, factors, material);
        material.baseColor = plain.baseColor;
        material.metallic = plain.metallic;
        material.roughness = plain.roughness;
        material.specularColor = plain.specularColor;
    }

    /// The texels of a texture; null if it was not found or is in blocks.
    const ImageData* texelsOf(const std::optional<TextureUse>& use) {
        if (!use) return nullptr;
        const Texture& texture = textures_.decoded(use->texture);
        return texture.found() && !texture.image.isBlocks() ? &texture.image : nullptr;
    }

    /// Sets the values and maps of metallic-roughness. One of the textures at least must have been found.
    void setConverted(const std::optional<TextureUse>& diffuse, const std::optional<TextureUse>& specular,
                      const SpecularGlossiness& factors, Material& material) {
        const auto indexOf = [](const std::optional<TextureUse>& use) {
            return use ? std::optional(use->texture) : std::nullopt;
        };
        const Conversion& maps = convert(indexOf(diffuse), indexOf(specular), factors);
        TextureUse color = diffuse ? *diffuse : *specular, surface = specular ? *specular : *diffuse;
        color.texture = maps.baseColor;
        material.texture(TextureSlot::baseColor) = color;
        surface.texture = maps.metallicRoughness;
        material.texture(TextureSlot::metallicRoughness) = surface;
        if (maps.specularColor) {
            surface.texture = *maps.specularColor;
            material.texture(TextureSlot::specularColor) = surface;
        }
        material.baseColor = {1.0f, 1.0f, 1.0f, factors.diffuse.a};
        material.metallic = material.roughness = 1.0f;
        material.specularColor = glm::vec3(1.0f);
    }

    /// Maps of specular color and glossiness, and the textures that they became.
    struct Conversion {
        std::optional<uint32_t> diffuse, specular;
        SpecularGlossiness factors;
        uint32_t baseColor, metallicRoughness;
        std::optional<uint32_t> specularColor;
    };

    /// Materials that differ in other values share the textures.
    const Conversion& convert(std::optional<uint32_t> diffuse, std::optional<uint32_t> specular,
                              const SpecularGlossiness& factors) {
        for (const Conversion& known : conversions_)
            if (known.diffuse == diffuse && known.specular == specular && known.factors == factors) return known;
        const auto found = [&](std::optional<uint32_t> texture) {
            const Texture* decoded = texture ? &textures_.decoded(*texture) : nullptr;
            return decoded && decoded->found() && !decoded->image.isBlocks() ? decoded : nullptr;
        };
        const Texture *one = found(diffuse), *other = found(specular);
        ConvertedMaps maps = convertedMaps(one ? &one->image : nullptr, other ? &other->image : nullptr, factors);
        const auto named = [](const Texture* origin) {
            return Texture{.name = origin->name, .source = origin->source};
        };
        Texture color = named(one ? one : other), surface = named(other ? other : one);
        const auto add = [&](Texture origin, ImageData image) {
            origin.image = std::move(image);
            return textures_.add(std::move(origin));
        };
        Conversion made{.diffuse = diffuse,
                        .specular = specular,
                        .factors = factors,
                        .baseColor = add(color, std::move(maps.baseColor)),
                        .metallicRoughness = add(surface, std::move(maps.metallicRoughness)),
                        .specularColor = std::nullopt};
        if (maps.specularColor) made.specularColor = add(surface, std::move(*maps.specularColor));
        return conversions_.emplace_back(made);
    }

    void noteLayerTextures(const Material& material) {
        const std::span layers = std::span(material.textures).subspan(static_cast<size_t>(TextureSlot::emissive) + 1);
        const auto count =
            static_cast<size_t>(std::ranges::count_if(layers, [](const auto& use) { return use.has_value(); }));
        if (count > kMostLayerTextures)
            findings_.push_back(
                {"layer-textures-ignored", Severity::info, label_,
                 fmt::format("has {} textures in material extensions; only {} are drawn", count, kMostLayerTextures)});
    }

    /// Returns the texture's JSON, null where there is none.
    const Json& read(const Json& parent, const char* key, Material& material, TextureSlot slot) {
        const Json& json = members_.object(parent, key);
        if (!json.is_null()) material.texture(slot) = uses_.read(json);
        return json;
    }

    /// What was found in the material.
    void report() {
        for (const std::string& name : members_.takeOthers())
            ++others_[name];
        const std::set<std::string> invalid = members_.takeInvalid();
        if (!invalid.empty())
            findings_.push_back({"material-invalid", Severity::info, label_,
                                 fmt::format("has values that are not valid, limited or ignored: {}",
                                             listed(std::vector<std::string>(invalid.begin(), invalid.end())))});
        if (uses_.takeLaterSet())
            findings_.push_back({"uv-set-ignored", Severity::info, label_,
                                 "has a texture on UV set 2 or later, which is drawn with UV set 0"});
    }

    File& file_;
    TextureLoader& textures_;
    Findings& findings_;
    Members members_;
    TextureReader uses_;
    std::vector<Conversion> conversions_;
    std::map<std::string, size_t> others_;  ///< extensions that are not read: number of materials
    std::string label_;                     ///< of the material that is being read
};

}  // namespace

std::vector<Material> readMaterials(File& file, const MaterialOrder& order, TextureLoader& textures,
                                    Findings& findings) {
    MaterialReader reader(file, textures, findings);
    std::vector<Material> materials;
    for (const size_t index : order.materials)
        materials.push_back(reader.read(index));
    if (order.usesDefault) materials.push_back(MaterialReader::defaultMaterial());
    reader.reportExtensions();
    textures.dropUnused(materials);
    return materials;
}

}  // namespace sinew::gltf
