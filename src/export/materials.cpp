#include "export/materials.h"

#include <algorithm>
#include <array>
#include <map>

#include "export/meshes.h"
#include "export/pictures.h"

namespace sinew::exporting {
namespace {

Json vector(const glm::vec3& value) {
    return numbers({{value.x, value.y, value.z}});
}

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

bool isNormalMap(TextureSlot slot) {
    return slot == TextureSlot::normal || slot == TextureSlot::clearcoatNormal;
}

class MaterialWriter {
  public:
    MaterialWriter(const Model& model, const ExportOptions& options, Document& document,
                   std::vector<ExportedPicture>& pictures, std::vector<std::string>& leftOut)
        : document_(document), pictures_(model, options, document, pictures, leftOut) {}

    size_t write(const Material& material) {
        material_ = &material;
        extensions_ = Json::object();
        Json json = Json::object();
        if (!material.name.empty()) json["name"] = material.name;
        json["pbrMetallicRoughness"] = surface();
        addTexture(json, "normalTexture", TextureSlot::normal, "scale", material.normalScale);
        addTexture(json, "occlusionTexture", TextureSlot::occlusion, "strength", material.occlusionStrength);
        addEmission(json);
        addTexture(json, "emissiveTexture", TextureSlot::emissive);
        if (material.alphaMode != AlphaMode::opaque)
            json["alphaMode"] = material.alphaMode == AlphaMode::mask ? "MASK" : "BLEND";
        if (material.alphaMode == AlphaMode::mask && material.alphaCutoff != 0.5f)
            json["alphaCutoff"] = number(material.alphaCutoff);
        if (material.doubleSided) json["doubleSided"] = true;
        addReflection();
        addLayers();
        addVolume();
        if (material.unlit) extensions_["KHR_materials_unlit"] = Json::object();
        for (const auto& [name, content] : extensions_.items())
            document_.useExtension(name.c_str());
        if (!extensions_.empty()) json["extensions"] = extensions_;
        if (Json extras = extrasFrom(material.extras); !extras.is_null() && !extras.is_discarded())
            json["extras"] = std::move(extras);
        return document_.add("materials", std::move(json));
    }

  private:
    Json surface() {
        const Material& material = *material_;
        Json json = Json::object();
        const glm::vec4& color = material.baseColor;
        if (color != glm::vec4(1.0f)) json["baseColorFactor"] = numbers({{color.r, color.g, color.b, color.a}});
        addTexture(json, "baseColorTexture", TextureSlot::baseColor);
        setUnless(json, "metallicFactor", material.metallic, 1.0f);
        setUnless(json, "roughnessFactor", material.roughness, 1.0f);
        addTexture(json, "metallicRoughnessTexture", TextureSlot::metallicRoughness);
        return json;
    }

    static void setUnless(Json& json, const char* key, float value, float otherwise) {
        if (value != otherwise) json[key] = number(value);
    }

    void addTexture(Json& json, const char* key, TextureSlot slot, const char* factor = nullptr, float value = 1.0f) {
        const std::optional<TextureUse>& use = material_->texture(slot);
        if (!use) return;
        const std::optional<size_t> image = pictures_.write(use->texture, isNormalMap(slot));
        if (!image) return;
        Json info{{"index", textureOf(*image, use->sampler)}};
        if (use->uvSet > 0) info["texCoord"] = use->uvSet;
        if (factor) setUnless(info, factor, value, 1.0f);
        Json transform = Json::object();
        if (use->offset != glm::vec2(0.0f)) transform["offset"] = numbers({{use->offset.x, use->offset.y}});
        if (use->rotation != 0.0f) transform["rotation"] = number(use->rotation);
        if (use->scale != glm::vec2(1.0f)) transform["scale"] = numbers({{use->scale.x, use->scale.y}});
        if (!transform.empty()) {
            document_.useExtension("KHR_texture_transform");
            info["extensions"]["KHR_texture_transform"] = std::move(transform);
        }
        json[key] = std::move(info);
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
        if (emissive != glm::vec3(0.0f))
            json["emissiveFactor"] = vector(glm::min(emissive / strength, glm::vec3(1.0f)));
        if (strength > 1.0f) extensions_["KHR_materials_emissive_strength"] = {{"emissiveStrength", number(strength)}};
    }

    /// Adds an extension unless it is empty and not needed.
    void extend(const char* name, Json content, bool isNeeded = false) {
        if (isNeeded || !content.empty()) extensions_[name] = std::move(content);
    }

    /// A factor above 1, which glTF has no place for, goes into the color.
    void addReflection() {
        const Material& material = *material_;
        if (material.ior != 1.5f) extensions_["KHR_materials_ior"] = {{"ior", number(material.ior)}};
        Json specular = Json::object();
        const float above = std::max(material.specular, 1.0f);
        setUnless(specular, "specularFactor", material.specular / above, 1.0f);
        if (const glm::vec3 color = material.specularColor * above; color != glm::vec3(1.0f))
            specular["specularColorFactor"] = vector(color);
        addTexture(specular, "specularTexture", TextureSlot::specular);
        addTexture(specular, "specularColorTexture", TextureSlot::specularColor);
        extend("KHR_materials_specular", std::move(specular));
    }

    void addLayers() {
        const Material& material = *material_;
        Json coat = Json::object(), sheen = Json::object(), film = Json::object(), anisotropy = Json::object();
        setUnless(coat, "clearcoatFactor", material.clearcoat, 0.0f);
        addTexture(coat, "clearcoatTexture", TextureSlot::clearcoat);
        setUnless(coat, "clearcoatRoughnessFactor", material.clearcoatRoughness, 0.0f);
        addTexture(coat, "clearcoatRoughnessTexture", TextureSlot::clearcoatRoughness);
        addTexture(coat, "clearcoatNormalTexture", TextureSlot::clearcoatNormal, "scale",
                   material.clearcoatNormalScale);
        extend("KHR_materials_clearcoat", std::move(coat));
        if (material.sheenColor != glm::vec3(0.0f)) sheen["sheenColorFactor"] = vector(material.sheenColor);
        addTexture(sheen, "sheenColorTexture", TextureSlot::sheenColor);
        setUnless(sheen, "sheenRoughnessFactor", material.sheenRoughness, 0.0f);
        addTexture(sheen, "sheenRoughnessTexture", TextureSlot::sheenRoughness);
        extend("KHR_materials_sheen", std::move(sheen));
        setUnless(film, "iridescenceFactor", material.iridescence, 0.0f);
        addTexture(film, "iridescenceTexture", TextureSlot::iridescence);
        setUnless(film, "iridescenceIor", material.iridescenceIor, 1.3f);
        setUnless(film, "iridescenceThicknessMinimum", material.iridescenceMinimum, 100.0f);
        setUnless(film, "iridescenceThicknessMaximum", material.iridescenceMaximum, 400.0f);
        addTexture(film, "iridescenceThicknessTexture", TextureSlot::iridescenceThickness);
        extend("KHR_materials_iridescence", std::move(film));
        setUnless(anisotropy, "anisotropyStrength", material.anisotropy, 0.0f);
        setUnless(anisotropy, "anisotropyRotation", material.anisotropyRotation, 0.0f);
        addTexture(anisotropy, "anisotropyTexture", TextureSlot::anisotropy);
        extend("KHR_materials_anisotropy", std::move(anisotropy));
    }

    void addVolume() {
        const Material& material = *material_;
        Json transmission = Json::object(), volume = Json::object();
        setUnless(transmission, "transmissionFactor", material.transmission, 0.0f);
        addTexture(transmission, "transmissionTexture", TextureSlot::transmission);
        setUnless(volume, "thicknessFactor", material.thickness, 0.0f);
        addTexture(volume, "thicknessTexture", TextureSlot::thickness);
        if (material.attenuationDistance > 0.0f && material.attenuationDistance < std::numeric_limits<float>::max())
            volume["attenuationDistance"] = number(material.attenuationDistance);
        if (material.attenuationColor != glm::vec3(1.0f))
            volume["attenuationColor"] = vector(material.attenuationColor);
        extend("KHR_materials_transmission", std::move(transmission), !volume.empty());
        extend("KHR_materials_volume", std::move(volume));
    }

    Document& document_;
    PictureWriter pictures_;
    const Material* material_ = nullptr;
    Json extensions_;
    std::map<std::string, size_t> samplers_;
    std::map<std::pair<size_t, size_t>, size_t> textures_;  ///< by image and sampler
};

}  // namespace

std::vector<size_t> writeMaterials(const Model& model, const ExportOptions& options, Document& document,
                                   std::vector<ExportedPicture>& pictures, std::vector<std::string>& leftOut) {
    MaterialWriter writer(model, options, document, pictures, leftOut);
    std::vector<bool> isUsed(model.materials.size());
    for (const MeshInstance& instance : model.instances)
        isUsed[model.meshes[instance.mesh].material] = true;
    std::vector<size_t> indices(model.materials.size());
    for (size_t m = 0; m < model.materials.size(); ++m)
        if (isUsed[m]) indices[m] = writer.write(model.materials[m]);
    return indices;
}

}  // namespace sinew::exporting
