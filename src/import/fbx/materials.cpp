#include "import/fbx/materials.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/trigonometric.hpp>
#include <glm/vector_relational.hpp>

#include "base/text.h"
#include "import/build/convert.h"
#include "import/files/base64.h"

namespace sinew::fbx {
namespace {

using Names = std::span<const std::string_view>;  ///< of properties that textures are connected to, best first

constexpr float kMostLight = 1e6f;  // emitted or reflected, relative to white

std::string_view textIn(const Record& object, std::string_view name) {
    const Record* const child = object.child(name);
    return child ? child->text() : std::string_view();
}

/// The name of a file that a texture or video names; empty where it names none.
std::string_view fileNameOf(const Record& object) {
    for (const std::string_view name : {"RelativeFilename", "FileName", "Filename"})
        if (const std::string_view file = textIn(object, name); !file.empty()) return file;
    return {};
}

class MaterialReader {
  public:
    MaterialReader(const Objects& objects, int64_t id, int64_t geometry, TextureLoader& textures, Findings& findings)
        : objects_(objects), id_(id), geometry_(geometry), textures_(textures), findings_(findings) {}

    Material read() {
        material_.name = objects_.nameOf(id_);
        readTextures();
        readColors();
        readSurface();
        if (!invalid_.empty())
            findings_.push_back(
                {"material-invalid", Severity::info, material_.name,
                 fmt::format("has values that are not valid, limited or ignored: {}", listed(invalid_))});
        readAlpha();
        return std::move(material_);
    }

  private:
    /// The texture that is connected to the first of these properties that has one.
    const Record* textureAt(Names properties, int64_t* textureId = nullptr) const {
        for (const std::string_view property : properties)
            for (const Objects::Link& link : objects_.sources(id_)) {
                if (link.property != property) continue;
                int64_t texture = link.id;
                if (objects_.find(texture)->name == "LayeredTexture")
                    if (const std::vector<int64_t> layers = objects_.sources(texture, "Texture"); !layers.empty())
                        texture = layers.front();
                const Record& record = *objects_.find(texture);
                if (record.name != "Texture" || nameFor(texture).empty()) continue;
                if (textureId) *textureId = texture;
                return &record;
            }
        return nullptr;
    }

    std::string_view nameFor(int64_t texture) const {
        if (const std::string_view name = fileNameOf(*objects_.find(texture)); !name.empty()) return name;
        for (const int64_t video : objects_.sources(texture, "Video"))
            if (const std::string_view name = fileNameOf(*objects_.find(video)); !name.empty()) return name;
        return {};
    }

    std::optional<TextureUse> use(std::initializer_list<std::string_view> properties) {
        return use(Names(properties.begin(), properties.size()));
    }

    std::optional<TextureUse> use(Names properties) {
        int64_t id = 0;
        const Record* const texture = textureAt(properties, &id);
        if (!texture) return std::nullopt;
        TextureUse result{.texture = textures_.load(nameFor(id)), .uvSet = uvSetOf(objects_.text(id, "UVSet"))};
        constexpr int64_t kClamp = 1;
        if (objects_.integer(id, "WrapModeU").value_or(0) == kClamp) result.sampler.wrapU = Wrap::clamp;
        if (objects_.integer(id, "WrapModeV").value_or(0) == kClamp) result.sampler.wrapV = Wrap::clamp;
        const auto pair = [&](std::string_view property, std::string_view record, double otherwise) {
            if (const auto own = objects_.vector(id, property)) return glm::vec2(own->x, own->y);
            const Record* const child = texture->child(record);
            return child ? glm::vec2(child->number(0), child->number(1)) : glm::vec2(static_cast<float>(otherwise));
        };
        const double degrees = objects_.vector(id, "Rotation").value_or(glm::dvec3(0.0)).z;
        placeTexture(pair("Scaling", "ModelUVScaling", 1.0), static_cast<float>(glm::radians(degrees)),
                     pair("Translation", "ModelUVTranslation", 0.0), result);
        return result;
    }

    uint32_t uvSetOf(std::string_view name) const {
        if (const Record* const geometry = name.empty() ? nullptr : objects_.find(geometry_)) {
            uint32_t set = 0;
            for (const Record& layer : geometry->children)
                if (layer.name == "LayerElementUV" && set++ < 2 && textIn(layer, "Name") == name) return set - 1;
        }
        return 0;
    }

    void readTextures() {
        material_.texture(TextureSlot::baseColor) =
            use({"Maya|baseColor", "Maya|TEX_color_map", "3dsMax|Parameters|base_color_map",
                 "3dsMax|main|base_color_map", "Maya|DiffuseTexture", "DiffuseColor"});
        material_.texture(TextureSlot::emissive) =
            use({"Maya|emissionColor", "Maya|TEX_emissive_map", "3dsMax|Parameters|emission_map",
                 "3dsMax|main|emit_color_map", "EmissiveFactor", "EmissiveColor"});
        material_.texture(TextureSlot::occlusion) = use({"Maya|TEX_ao_map", "3dsMax|main|ao_map"});
        readSurfaceMaps();
        if (const auto normal = use({"Maya|NormalTexture", "NormalMap", "Maya|normalCamera", "Maya|TEX_normal_map",
                                     "3dsMax|Parameters|bump_map", "3dsMax|main|norm_map"})) {
            material_.texture(TextureSlot::normal) = normal;
        } else if (const auto bump = use({"Bump"})) {
            const Texture& texture = textures_.decoded(bump->texture);
            if (!texture.found() || looksLikeNormals(texture.image))
                material_.texture(TextureSlot::normal) = bump;
            else
                findings_.push_back({"bump-map-ignored", Severity::info, texture.name,
                                     "contains heights, not normals, and is ignored"});
        }
    }

    /// One image holds roughness and metallic, as in glTF; a gray image for each is not supported.
    void readSurfaceMaps() {
        static constexpr std::array<std::string_view, 5> kMetallic{"Maya|metalness", "Maya|TEX_metallic_map",
                                                                   "3dsMax|Parameters|metalness_map",
                                                                   "3dsMax|main|metalness_map", "ReflectionFactor"};
        static constexpr std::array<std::string_view, 4> kRoughness{"Maya|diffuseRoughness", "Maya|TEX_roughness_map",
                                                                    "3dsMax|Parameters|roughness_map",
                                                                    "3dsMax|main|roughness_map"};
        const Record *const metallic = textureAt(kMetallic), *const roughness = textureAt(kRoughness);
        if (metallic && roughness && fileNameOf(*metallic) == fileNameOf(*roughness))
            material_.texture(TextureSlot::metallicRoughness) = use(Names(kMetallic));
        else if (metallic || roughness)
            findings_.push_back({"separate-maps-ignored", Severity::info, material_.name,
                                 "has metallic or roughness in a map of its own, which is ignored"});
    }

    std::optional<float> number(std::string_view property) const {
        const auto value = objects_.number(id_, property);
        return value && std::isfinite(static_cast<float>(*value)) ? std::optional(static_cast<float>(*value))
                                                                  : std::nullopt;
    }

    /// A color from 0 to `most`. Nothing where there is none, or a part is no sensible number. Such values, and those
    /// beyond the limits, are added to the invalid ones as `what`.
    std::optional<glm::vec3> color(std::string_view property, std::string_view factor, float most, const char* what) {
        const auto own = objects_.vector(id_, property);
        if (!own) return std::nullopt;
        const glm::vec3 whole = glm::vec3(*own) * (factor.empty() ? 1.0f : number(factor).value_or(1.0f));
        const glm::vec3 limited = glm::clamp(whole, glm::vec3(0.0f), glm::vec3(most));
        constexpr float kRounding = 1e-5f;
        const bool isKept = glm::all(glm::lessThanEqual(glm::abs(whole), glm::vec3(kMostLight)));  // also not NaN
        if (!isKept || glm::any(glm::greaterThan(glm::abs(whole - limited), glm::vec3(kRounding))))
            invalid_.emplace_back(what);
        return isKept ? std::optional(limited) : std::nullopt;
    }

    /// Blender writes linear colors, other programs sRGB.
    glm::vec3 linear(const glm::vec3& c) const { return objects_.fromBlender ? c : linearFromSrgb(c); }

    void readColors() {
        auto base = color("Maya|base_color", "", 1.0f, "base color");
        if (!base) base = color("DiffuseColor", "DiffuseFactor", 1.0f, "diffuse color");
        if (base) material_.baseColor = glm::vec4(linear(*base), 1.0f);
        if (material_.texture(TextureSlot::baseColor)) material_.baseColor = glm::vec4(1.0f);  // it replaces the color
        auto emissive = color("EmissiveColor", "EmissiveFactor", kMostLight, "emissive color");
        if (!emissive) emissive = color("Maya|emissive", "", kMostLight, "emissive color");
        if (emissive) material_.emissive = glm::min(linear(*emissive), glm::vec3(kMostLight));
        if (material_.texture(TextureSlot::emissive) && material_.emissive == glm::vec3(0.0f))
            material_.emissive = glm::vec3(1.0f);
    }

    void readSurface() {
        const Record& record = *objects_.find(id_);
        const bool isPhong = textIn(record, "ShadingModel") == "phong" || textIn(record, "ShadingModel") == "Phong";
        if (const auto roughness = number("Maya|roughness"))
            material_.roughness = *roughness;
        else if (const auto exponent = number("ShininessExponent"); exponent && *exponent >= 0.0f)
            material_.roughness = 1.0f - std::sqrt(*exponent) / 10.0f;  // as Blender's add-on has it
        material_.roughness = glm::clamp(material_.roughness, 0.05f, 1.0f);
        material_.metallic = glm::clamp(number("Maya|metallic").value_or(0.0f), 0.0f, 1.0f);
        if (const auto specular = color("SpecularColor", "", kMostLight, "specular color"); isPhong && specular) {
            const float gray = (specular->r + specular->g + specular->b) / 3.0f;
            material_.specular =
                glm::clamp(2.0f * gray * number("SpecularFactor").value_or(1.0f), 0.0f, 2.0f);  // 1 reflects 4 %
        }
    }

    /// Maya's TransparencyFactor is always 1; the older Opacity says what is meant.
    float opacity() const {
        if (const auto own = number("Opacity")) return *own;
        const auto transparent = objects_.vector(id_, "TransparentColor");
        if (!transparent) return 1.0f;
        const glm::vec3 color(*transparent);
        const float result = 1.0f - number("TransparencyFactor").value_or(1.0f) * (color.r + color.g + color.b) / 3.0f;
        return std::isfinite(result) ? result : 1.0f;
    }

    void readAlpha() {
        const float own = opacity();
        setOpacity(own, material_, findings_);
        if (own < 1.0f) return;
        if (const auto mask =
                use({"TransparentColor", "TransparencyFactor", "Maya|FalloffTexture", "3dsMax|main|opacity_map"});
            mask && material_.texture(TextureSlot::baseColor) &&
            mask->texture == material_.texture(TextureSlot::baseColor)->texture)
            material_.alphaMode = AlphaMode::mask;
    }

    const Objects& objects_;
    int64_t id_, geometry_;
    TextureLoader& textures_;
    Findings& findings_;
    Material material_;
    std::vector<std::string> invalid_;
};

std::string_view baseName(std::string_view path) {
    return path.substr(path.find_last_of("/\\") + 1);
}

}  // namespace

Material readMaterial(const Objects& objects, int64_t id, int64_t geometry, TextureLoader& textures,
                      Findings& findings) {
    if (id != 0) return MaterialReader(objects, id, geometry, textures, findings).read();
    const glm::vec3 gray(0.8f);
    return {.name = "DefaultMaterial", .baseColor = glm::vec4(objects.fromBlender ? gray : linearFromSrgb(gray), 1.0f)};
}

FindEmbedded embeddedIn(const Objects& objects, bool isText) {
    struct Embedded {
        std::string_view name;
        std::string decoded;  ///< of a text file
        std::string_view bytes;
    };
    const auto all = std::make_shared<std::vector<std::unique_ptr<Embedded>>>();
    for (const int64_t id : objects.all("Video")) {
        const Record* const content = objects.find(id)->child("Content");
        if (!content || content->text().empty()) continue;
        Embedded& one = *all->emplace_back(std::make_unique<Embedded>());
        one.name = fileNameOf(*objects.find(id));
        one.bytes = content->text();
        if (!isText) continue;
        for (size_t i = 0; i < content->values.size(); ++i)
            one.decoded += fromBase64(content->text(i));
        one.bytes = one.decoded;
    }
    return [all](std::string_view name) -> std::optional<EmbeddedTexture> {
        const auto matching = [&](const auto& part) {
            return std::ranges::find_if(*all, [&](const auto& one) { return part(one->name) == part(name); });
        };
        auto found = matching([](std::string_view path) { return path; });
        if (found == all->end()) found = matching(baseName);
        if (found == all->end()) return std::nullopt;
        return EmbeddedTexture{
            .index = static_cast<size_t>(found - all->begin()),
            .name = utf8From((*found)->name),
            .file = {reinterpret_cast<const uint8_t*>((*found)->bytes.data()), (*found)->bytes.size()}};
    };
}

}  // namespace sinew::fbx
