#include "app/report/materials.h"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

namespace sinew {
namespace {

/// Calls visit(key, value, default) for each factor of a material.
template <typename Visit>
void forEachFactor(const Material& material, const Visit& visit) {
    const Material plain;
    const auto number = [&](const char* key, float Material::*field) {
        visit(key, Json(material.*field), Json(plain.*field));
    };
    const auto color = [&](const char* key, glm::vec3 Material::*field) {
        const auto json = [](const glm::vec3& c) { return Json::array({c.r, c.g, c.b}); };
        visit(key, json(material.*field), json(plain.*field));
    };
    const auto flag = [&](const char* key, bool value) { visit(key, Json(value), Json(false)); };
    const glm::vec4& base = material.baseColor;
    visit("base_color", Json::array({base.r, base.g, base.b, base.a}), Json::array({1.0f, 1.0f, 1.0f, 1.0f}));
    number("metallic", &Material::metallic);
    number("roughness", &Material::roughness);
    color("emissive", &Material::emissive);
    number("normal_scale", &Material::normalScale);
    number("occlusion_strength", &Material::occlusionStrength);
    constexpr std::array kModes{"opaque", "mask", "blend"};
    visit("alpha_mode", Json(kModes[static_cast<size_t>(material.alphaMode)]), Json(kModes[0]));
    number("alpha_cutoff", &Material::alphaCutoff);
    flag("double_sided", material.doubleSided);
    flag("unlit", material.unlit);
    number("ior", &Material::ior);
    number("specular", &Material::specular);
    color("specular_color", &Material::specularColor);
    number("clearcoat", &Material::clearcoat);
    number("clearcoat_roughness", &Material::clearcoatRoughness);
    number("clearcoat_normal_scale", &Material::clearcoatNormalScale);
    color("sheen_color", &Material::sheenColor);
    number("sheen_roughness", &Material::sheenRoughness);
    number("transmission", &Material::transmission);
    number("thickness", &Material::thickness);
    number("attenuation_distance", &Material::attenuationDistance);
    color("attenuation_color", &Material::attenuationColor);
    number("iridescence", &Material::iridescence);
    number("iridescence_ior", &Material::iridescenceIor);
    number("iridescence_minimum_nm", &Material::iridescenceMinimum);
    number("iridescence_maximum_nm", &Material::iridescenceMaximum);
    number("anisotropy", &Material::anisotropy);
    number("anisotropy_rotation_rad", &Material::anisotropyRotation);
}

/// What differs from the default.
Json samplerJson(const Sampler& sampler) {
    constexpr std::array kWraps{"repeat", "mirror", "clamp"}, kMips{"none", "nearest", "linear"};
    constexpr std::array kFilters{"nearest", "linear"};
    Json json = Json::object();
    const Sampler plain;
    const auto add = [&](const char* key, auto value, auto usual, std::span<const char* const> names) {
        if (value != usual) json[key] = names[static_cast<size_t>(value)];
    };
    add("wrap_u", sampler.wrapU, plain.wrapU, kWraps);
    add("wrap_v", sampler.wrapV, plain.wrapV, kWraps);
    add("magnify", sampler.magnify, plain.magnify, kFilters);
    add("minify", sampler.minify, plain.minify, kFilters);
    add("mip", sampler.mip, plain.mip, kMips);
    return json;
}

/// "metallic_roughness"
std::string slotKey(size_t slot) {
    std::string key = kTextureSlotNames[slot];
    std::ranges::replace(key, ' ', '_');
    std::ranges::replace(key, '-', '_');
    return key;
}

Json useJson(const TextureUse& use, const Model& model) {
    Json json = {{"texture", use.texture}, {"name", model.textures[use.texture].name}, {"uv_set", use.uvSet}};
    json.update(samplerJson(use.sampler));
    if (use.offset != glm::vec2(0.0f)) json["offset"] = {use.offset.x, use.offset.y};
    if (use.scale != glm::vec2(1.0f)) json["scale"] = {use.scale.x, use.scale.y};
    if (use.rotation != 0.0f) json["rotation_rad"] = use.rotation;
    return json;
}

}  // namespace

Json surfacesJson(const Model& model) {
    Json surfaces = Json::array();
    for (const Material& material : model.materials) {
        Json& json = surfaces.emplace_back(Json{{"name", material.name}});
        Json factors = Json::object(), textures = Json::object();
        forEachFactor(material, [&](const char* key, const Json& value, const Json& usual) {
            if (value != usual) factors[key] = value;
        });
        for (size_t slot = 0; slot < kTextureSlots; ++slot)
            if (const auto& use = material.textures[slot]) textures[slotKey(slot)] = useJson(*use, model);
        json["factors"] = factors;
        json["textures"] = textures;
    }
    return surfaces;
}

std::string materialLine(const Material& material, const Model& model) {
    std::string line, maps;
    forEachFactor(material, [&](std::string key, const Json& value, const Json& usual) {
        if (value == usual) return;
        std::ranges::replace(key, '_', ' ');
        std::string text = value.is_string() ? value.get<std::string>() : "";
        const auto numbers = value.is_array() ? value : Json::array({value});
        for (const Json& number : numbers)
            if (number.is_number()) text += fmt::format("{}{:.3g}", text.empty() ? "" : " ", number.get<double>());
        line += fmt::format("{}{}{}{}", line.empty() ? "" : ", ", key, text.empty() ? "" : " ", text);
    });
    for (size_t slot = 0; slot < kTextureSlots; ++slot)
        if (const auto& use = material.textures[slot])
            maps += fmt::format("{}{} '{}'{}", maps.empty() ? "" : ", ", kTextureSlotNames[slot],
                                model.textures[use->texture].name, use->uvSet == 1 ? " (UV set 1)" : "");
    return fmt::format("  {:<24} {}{}{}\n", material.name.empty() ? "(no name)" : material.name, line,
                       line.empty() || maps.empty() ? "" : "; ", maps);
}

}  // namespace sinew
