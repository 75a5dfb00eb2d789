#include "export/gltf/materials.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <type_traits>

#include "export/build/pictures.h"

namespace sinew::exporting {
namespace {

/// Names of the textures in glTF, without "Texture", in the order of TextureSlot.
constexpr std::array<const char*, kTextureSlots> kSlots{
    "baseColor",          "metallicRoughness", "normal",        "occlusion",
    "emissive",           "specular",          "specularColor", "clearcoat",
    "clearcoatRoughness", "clearcoatNormal",   "sheenColor",    "sheenRoughness",
    "transmission",       "thickness",         "iridescence",   "iridescenceThickness",
    "anisotropy"};

Json samplerJson(const Sampler& sampler) {
    const auto wrap = [](Wrap mode) { return mode == Wrap::clamp ? 33071 : mode == Wrap::mirror ? 33648 : 10497; };
    constexpr int kNearest = 9728, kFirstMip = 9984;
    const int minify = sampler.minify == Filter::linear ? 1 : 0;
    const int mip = sampler.mip == MipFilter::linear ? 2 : 0;
    Json json{{"magFilter", kNearest + (sampler.magnify == Filter::linear ? 1 : 0)},
              {"minFilter", sampler.mip == MipFilter::none ? kNearest + minify : kFirstMip + minify + mip}};
    if (sampler.wrapU != Wrap::repeat) json["wrapS"] = wrap(sampler.wrapU);
    if (sampler.wrapV != Wrap::repeat) json["wrapT"] = wrap(sampler.wrapV);
    return json;
}

class MaterialWriter {
  public:
    MaterialWriter(const Model& model, const ExportOptions& options, Document& document, ExportedModel& exported)
        : isBinary_(options.format == ExportFormat::glb),
          document_(document),
          pictures_(model, options, exported),
          imageOf_(model.textures.size()) {}

    size_t write(const Material& material) {
        material_ = &material;
        extensions_ = Json::object();
        Json json = Json::object();
        if (!material.name.empty()) json["name"] = material.name;
        json["pbrMetallicRoughness"] = surface();
        addTexture(json, TextureSlot::normal, "scale", material.normalScale);
        addTexture(json, TextureSlot::occlusion, "strength", material.occlusionStrength);
        addEmission(json);
        if (material.alphaMode != AlphaMode::opaque)
            json["alphaMode"] = material.alphaMode == AlphaMode::mask ? "MASK" : "BLEND";
        if (material.alphaMode == AlphaMode::mask) setUnless(json, "alphaCutoff", material.alphaCutoff, 0.5f);
        if (material.doubleSided) json["doubleSided"] = true;
        addReflection();
        addLayers();
        addVolume();
        if (material.unlit) extensions_["KHR_materials_unlit"] = Json::object();
        for (const auto& [name, content] : extensions_.items())
            document_.useExtension(name.c_str());
        if (!extensions_.empty()) json["extensions"] = extensions_;
        addExtras(material.extras, json);
        return document_.add("materials", std::move(json));
    }

  private:
    Json surface() {
        Json json = Json::object();
        setUnless(json, "baseColorFactor", material_->baseColor, glm::vec4(1.0f));
        addTexture(json, TextureSlot::baseColor);
        setUnless(json, "metallicFactor", material_->metallic, 1.0f);
        setUnless(json, "roughnessFactor", material_->roughness, 1.0f);
        addTexture(json, TextureSlot::metallicRoughness);
        return json;
    }

    template <typename Value>
    static void setUnless(Json& json, const char* key, const Value& value, const Value& otherwise) {
        if (value == otherwise) return;
        if constexpr (std::is_same_v<Value, float>)
            json[key] = number(value);
        else
            json[key] = numbers({&value.x, static_cast<size_t>(Value::length())});
    }

    /// The glTF image of a texture; nothing as PictureFiles::encode().
    std::optional<size_t> imageOf(uint32_t texture, TextureSlot slot) {
        if (imageOf_[texture]) return imageOf_[texture];
        const bool isNormalMap = slot == TextureSlot::normal || slot == TextureSlot::clearcoatNormal;
        std::optional<EncodedPicture> picture = pictures_.encode(texture, isNormalMap);
        if (!picture) return std::nullopt;
        Json image = Json::object();
        if (!picture->stem.empty()) image["name"] = picture->stem;
        if (isBinary_) {
            image["mimeType"] = picture->isPng ? "image/png" : "image/jpeg";
            image["bufferView"] = document_.addView(picture->bytes);
        } else {
            image["uri"] = uriOf(pictures_.add(std::move(*picture)));
        }
        return imageOf_[texture] = document_.add("images", std::move(image));
    }

    void addTexture(Json& json, TextureSlot slot, const char* factor = nullptr, float value = 1.0f) {
        const std::optional<TextureUse>& use = material_->texture(slot);
        if (!use) return;
        const std::optional<size_t> image = imageOf(use->texture, slot);
        if (!image) return;
        Json info{{"index", textureOf(*image, use->sampler)}};
        if (use->uvSet > 0) info["texCoord"] = use->uvSet;
        if (factor) setUnless(info, factor, value, 1.0f);
        Json transform = Json::object();
        setUnless(transform, "offset", use->offset, glm::vec2(0.0f));
        setUnless(transform, "rotation", use->rotation, 0.0f);
        setUnless(transform, "scale", use->scale, glm::vec2(1.0f));
        if (!transform.empty()) {
            document_.useExtension("KHR_texture_transform");
            info["extensions"]["KHR_texture_transform"] = std::move(transform);
        }
        json[std::string(kSlots[static_cast<size_t>(slot)]) + "Texture"] = std::move(info);
    }

    size_t textureOf(size_t image, const Sampler& sampler) {
        Json json = samplerJson(sampler);
        const auto [known, isNewSampler] = samplers_.try_emplace(json.dump(), 0);
        if (isNewSampler) known->second = document_.add("samplers", std::move(json));
        const auto [texture, isNew] = textures_.try_emplace({image, known->second}, 0);
        if (isNew) texture->second = document_.add("textures", {{"sampler", known->second}, {"source", image}});
        return texture->second;
    }

    /// Above 1, the strength is an extension's.
    void addEmission(Json& json) {
        const glm::vec3& emissive = material_->emissive;
        const float strength = std::max({emissive.r, emissive.g, emissive.b, 1.0f});
        setUnless(json, "emissiveFactor", glm::min(emissive / strength, glm::vec3(1.0f)), glm::vec3(0.0f));
        if (strength > 1.0f) extensions_["KHR_materials_emissive_strength"] = {{"emissiveStrength", number(strength)}};
        addTexture(json, TextureSlot::emissive);
    }

    /// Adds an extension unless it is empty and not needed.
    void extend(const char* name, Json content, bool isNeeded = false) {
        if (isNeeded || !content.empty()) extensions_[name] = std::move(content);
    }

    /// A factor above 1, which glTF has no place for, goes into the color.
    void addReflection() {
        Json ior = Json::object(), specular = Json::object();
        setUnless(ior, "ior", material_->ior, 1.5f);
        extend("KHR_materials_ior", std::move(ior));
        const float above = std::max(material_->specular, 1.0f);
        setUnless(specular, "specularFactor", material_->specular / above, 1.0f);
        setUnless(specular, "specularColorFactor", material_->specularColor * above, glm::vec3(1.0f));
        addTexture(specular, TextureSlot::specular);
        addTexture(specular, TextureSlot::specularColor);
        extend("KHR_materials_specular", std::move(specular));
    }

    void addLayers() {
        Json coat = Json::object(), sheen = Json::object(), film = Json::object(), anisotropy = Json::object();
        setUnless(coat, "clearcoatFactor", material_->clearcoat, 0.0f);
        addTexture(coat, TextureSlot::clearcoat);
        setUnless(coat, "clearcoatRoughnessFactor", material_->clearcoatRoughness, 0.0f);
        addTexture(coat, TextureSlot::clearcoatRoughness);
        addTexture(coat, TextureSlot::clearcoatNormal, "scale", material_->clearcoatNormalScale);
        extend("KHR_materials_clearcoat", std::move(coat));
        setUnless(sheen, "sheenColorFactor", material_->sheenColor, glm::vec3(0.0f));
        addTexture(sheen, TextureSlot::sheenColor);
        setUnless(sheen, "sheenRoughnessFactor", material_->sheenRoughness, 0.0f);
        addTexture(sheen, TextureSlot::sheenRoughness);
        extend("KHR_materials_sheen", std::move(sheen));
        setUnless(film, "iridescenceFactor", material_->iridescence, 0.0f);
        addTexture(film, TextureSlot::iridescence);
        setUnless(film, "iridescenceIor", material_->iridescenceIor, 1.3f);
        setUnless(film, "iridescenceThicknessMinimum", material_->iridescenceMinimum, 100.0f);
        setUnless(film, "iridescenceThicknessMaximum", material_->iridescenceMaximum, 400.0f);
        addTexture(film, TextureSlot::iridescenceThickness);
        extend("KHR_materials_iridescence", std::move(film));
        setUnless(anisotropy, "anisotropyStrength", material_->anisotropy, 0.0f);
        setUnless(anisotropy, "anisotropyRotation", material_->anisotropyRotation, 0.0f);
        addTexture(anisotropy, TextureSlot::anisotropy);
        extend("KHR_materials_anisotropy", std::move(anisotropy));
    }

    void addVolume() {
        Json transmission = Json::object(), volume = Json::object();
        setUnless(transmission, "transmissionFactor", material_->transmission, 0.0f);
        addTexture(transmission, TextureSlot::transmission);
        setUnless(volume, "thicknessFactor", material_->thickness, 0.0f);
        addTexture(volume, TextureSlot::thickness);
        const float distance = material_->attenuationDistance;
        if (distance > 0.0f && distance < std::numeric_limits<float>::max())
            volume["attenuationDistance"] = number(distance);
        setUnless(volume, "attenuationColor", material_->attenuationColor, glm::vec3(1.0f));
        extend("KHR_materials_transmission", std::move(transmission), !volume.empty());
        extend("KHR_materials_volume", std::move(volume));
    }

    bool isBinary_;
    Document& document_;
    PictureFiles pictures_;
    std::vector<std::optional<size_t>> imageOf_;  ///< by texture
    const Material* material_ = nullptr;
    Json extensions_;
    std::map<std::string, size_t> samplers_;
    std::map<std::pair<size_t, size_t>, size_t> textures_;  ///< by image and sampler
};

}  // namespace

std::vector<size_t> writeMaterials(const Model& model, const ExportOptions& options, Document& document,
                                   ExportedModel& exported) {
    MaterialWriter writer(model, options, document, exported);
    std::vector<bool> isUsed(model.materials.size());
    for (const MeshInstance& instance : model.instances)
        isUsed[model.meshes[instance.mesh].material] = true;
    std::vector<size_t> indices(model.materials.size());
    for (size_t m = 0; m < model.materials.size(); ++m)
        if (isUsed[m]) indices[m] = writer.write(model.materials[m]);
    return indices;
}

}  // namespace sinew::exporting
