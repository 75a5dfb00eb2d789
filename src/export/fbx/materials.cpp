#include "export/fbx/materials.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

namespace sinew::exporting {
namespace {

double srgbFromLinear(float linear) {
    const auto value = static_cast<double>(linear);
    return value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1.0 / 2.4) - 0.055;
}

void setColor(FbxRecord& properties, const char* name, const glm::vec3& linear) {
    properties.set(name, "Color", "A", srgbFromLinear(linear.r), srgbFromLinear(linear.g), srgbFromLinear(linear.b));
}

}  // namespace

int64_t FbxMaterialWriter::idOf(uint32_t material) {
    const auto [known, isNew] = ids_.try_emplace(material, 0);
    if (isNew) known->second = write(model_.materials[material]);
    return known->second;
}

int64_t FbxMaterialWriter::write(const Material& material) {
    constexpr TextureSlot kSlots[] = {TextureSlot::baseColor, TextureSlot::emissive, TextureSlot::normal};
    leftOut_.add(model_, material, kSlots);
    leftOut_.add("being unlit", material.unlit);
    leftOut_.add("both sides", material.doubleSided);
    leftOut_.add("a mirrored texture", std::ranges::any_of(material.textures, [](const auto& use) {
                     return use && (use->sampler.wrapU == Wrap::mirror || use->sampler.wrapV == Wrap::mirror);
                 }));
    const FbxDocument::Object object = document_.add("Material", material.name, "Material", "");
    object.record.add("Version", int32_t{102});
    object.record.add("ShadingModel", "phong");
    object.record.add("MultiLayer", int32_t{0});
    FbxRecord& properties = object.record.add("Properties70");
    const auto number = [&](const char* name, double value) { properties.set(name, "Number", "A", value); };
    const double opacity = material.alphaMode == AlphaMode::blend ? static_cast<double>(material.baseColor.a) : 1.0,
                 gloss = 10.0 * (1.0 - static_cast<double>(material.roughness)), metallic = material.metallic;
    setColor(properties, "DiffuseColor", glm::vec3(material.baseColor));
    setColor(properties, "EmissiveColor", material.emissive);
    setColor(properties, "AmbientColor", glm::vec3(0.0f));
    setColor(properties, "SpecularColor", glm::vec3(1.0f));
    setColor(properties, "TransparentColor", glm::vec3(opacity < 1.0 ? 1.0f : 0.0f));
    number("DiffuseFactor", 1.0), number("EmissiveFactor", 1.0), number("AmbientFactor", 1.0);
    number("SpecularFactor", 0.5 * static_cast<double>(material.specular));  // 0.5 reflects 4 %
    number("TransparencyFactor", 1.0 - opacity), number("Opacity", opacity);
    number("Shininess", gloss * gloss), number("ShininessExponent", gloss * gloss);
    number("ReflectionFactor", metallic), number("Maya|metallic", metallic);
    for (const auto& [slot, property] : {std::pair{TextureSlot::baseColor, "DiffuseColor"},
                                         {TextureSlot::emissive, "EmissiveColor"},
                                         {TextureSlot::normal, "NormalMap"}})
        addTexture(material, slot, object.id, property);
    return object.id;
}

void FbxMaterialWriter::addTexture(const Material& material, TextureSlot slot, int64_t owner, const char* property) {
    const std::optional<TextureUse>& use = material.texture(slot);
    const std::string file = use ? pictures_.fileOf(use->texture, slot == TextureSlot::normal) : std::string();
    if (file.empty()) return;
    const FbxDocument::Object texture = document_.add("Texture", file, "Texture", "");
    texture.record.add("Type", "TextureVideoClip");
    texture.record.add("Version", int32_t{202});
    texture.record.add("TextureName", fbxName(file, "Texture"));
    FbxRecord& table = texture.record.add("Properties70");
    table.set("UVSet", "KString", "", kFbxUvSets[use->uvSet]);
    table.set("UseMaterial", "bool", "", int32_t{1});
    table.set("WrapModeU", "enum", "", int32_t{use->sampler.wrapU == Wrap::clamp});
    table.set("WrapModeV", "enum", "", int32_t{use->sampler.wrapV == Wrap::clamp});
    // FBX turns about the center of the picture, with v up.
    const glm::dvec2 scale(use->scale), center(0.5), corner = glm::dvec2(0.0, scale.y) - center;
    const double radians = use->rotation, cosine = std::cos(radians), sine = std::sin(radians);
    const glm::dvec2 turned(cosine * corner.x - sine * corner.y, sine * corner.x + cosine * corner.y);
    const glm::dvec2 moved = glm::dvec2(use->offset.x, 1.0 - static_cast<double>(use->offset.y)) - center - turned;
    table.set("Translation", "Vector", "A", moved.x, moved.y, 0.0);
    table.set("Rotation", "Vector", "A", 0.0, 0.0, glm::degrees(radians));
    table.set("Scaling", "Vector", "A", scale.x, scale.y, 1.0);
    texture.record.add("Media", fbxName(file, "Video"));
    const auto [video, isNew] = videos_.try_emplace(file, 0);
    if (isNew) {
        const FbxDocument::Object clip = document_.add("Video", file, "Video", "Clip");
        video->second = clip.id;
        clip.record.add("Type", "Clip");
        clip.record.add("Properties70").set("Path", "KString", "", file);
        clip.record.add("UseMipMap", int32_t{0});
        for (const char* name : {"Filename", "RelativeFilename"})
            clip.record.add(name, file);
    }
    for (const char* name : {"FileName", "RelativeFilename"})
        texture.record.add(name, file);
    texture.record.add("ModelUVTranslation", moved.x, moved.y);
    texture.record.add("ModelUVScaling", scale.x, scale.y);
    texture.record.add("Texture_Alpha_Source", material.alphaMode == AlphaMode::opaque ? "None" : "Alpha_Black");
    texture.record.add("Cropping", int32_t{0}, int32_t{0}, int32_t{0}, int32_t{0});
    document_.connect(video->second, texture.id);
    document_.connect(texture.id, owner, property);
    if (slot == TextureSlot::baseColor && material.alphaMode != AlphaMode::opaque)
        document_.connect(texture.id, owner, "TransparentColor");
}

}  // namespace sinew::exporting
