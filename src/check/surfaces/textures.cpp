#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/found.h"
#include "check/surfaces/limits.h"
#include "check/surfaces/texels.h"

namespace sinew {
namespace {

/// The texels of a texture that is decoded and not a mere color.
std::optional<Texels> pictureOf(const ImageData& image) {
    return std::min(image.width, image.height) < kSurface.colorSide ? std::nullopt : Texels::of(image);
}

glm::vec3 normalOf(const Texel& texel) {
    return glm::vec3(texel.r, texel.g, texel.b) / 127.5f - 1.0f;
}

bool isNormal(const Texel& texel) {
    const glm::vec3 normal = normalOf(texel);
    const float length = glm::length(normal);
    return normal.z > 0.0f && std::abs(length - 1.0f) < kSurface.alike;
}

/// Not background, such as bakes leave.
bool isFilled(const Texel& texel) {
    return texel.a > 0 && !isDark(texel) && !isLight(texel);
}

bool isBlackOnly(const Texels& texels) {
    return texels.areAll([](const Texel& t) { return std::max({t.r, t.g, t.b}) <= kSurface.texelStep; });
}

bool isOneColor(const Texels& texels) {
    const Texel first = texels.at(0, 0);
    const auto isSame = [&](uint8_t a, uint8_t b) { return std::abs(int{a} - int{b}) <= kSurface.texelStep; };
    return texels.areAll([&](const Texel& t) {
        return isSame(t.r, first.r) && isSame(t.g, first.g) && isSame(t.b, first.b) && isSame(t.a, first.a);
    });
}

/// How well the slopes of a normal map are those of one surface: the change of its x along y is the change of its y
/// along x (the curl of a gradient is 0). Negative where y points down, as DirectX has it. 0 where it is too flat to
/// tell.
double slopeFit(const Texels& texels) {
    double sum = 0.0, squaresX = 0.0, squaresY = 0.0;
    size_t count = 0;
    const uint32_t stride = std::max(1u, std::max(texels.width(), texels.height()) / kSurface.slopes);
    const auto slope = [&](uint32_t x, uint32_t y) {
        const glm::vec3 normal = normalOf(texels.at(x, y));
        return glm::dvec2(-normal) / static_cast<double>(std::max(normal.z, 0.1f));
    };
    for (uint32_t y = 1; y + 1 < texels.height(); y += stride)
        for (uint32_t x = 1; x + 1 < texels.width(); x += stride) {
            // Rows go down in the image, and y goes up in a normal map of glTF.
            const double xAlongY = slope(x, y - 1).x - slope(x, y + 1).x,
                         yAlongX = slope(x + 1, y).y - slope(x - 1, y).y;
            sum += xAlongY * yAlongX;
            squaresX += xAlongY * xAlongY;
            squaresY += yAlongX * yAlongX;
            ++count;
        }
    if (count == 0 || std::sqrt(std::min(squaresX, squaresY) / static_cast<double>(count)) < double{kSurface.slight})
        return 0.0;
    return sum / std::sqrt(squaresX * squaresY);
}

/// Plain or checkered, as programs draw what they do not find.
bool isPlaceholder(const Texels& texels) {
    const auto isPart = [](const Texel& t) { return isMagenta(t) || isDark(t) || isLight(t); };
    return texels.shareOf(isMagenta) >= double{kSurface.lots} && texels.shareOf(isPart) >= double{kSurface.all};
}

bool isAbsolute(std::string_view path) {
    const bool isDrive = path.size() > 2 && std::isalpha(static_cast<unsigned char>(path[0])) != 0 && path[1] == ':' &&
                         (path[2] == '/' || path[2] == '\\');
    return isDrive || path.starts_with('/') || path.starts_with("\\\\") || path.starts_with("file:/");
}

class TextureCheck {
  public:
    TextureCheck(const Model& model, std::vector<Finding>& findings) : model_(model), findings_(findings) {}

    void check(const Material& material) {
        if (const auto base = texelsOf(material, TextureSlot::baseColor))
            checkColor(material, *base);
        else
            checkTinyPlaceholder(material);
        if (const auto both = texelsOf(material, TextureSlot::metallicRoughness);
            both && isBlackOnly(*both) && material.roughness > 0.0f)
            add("texture-black", Severity::info, material, TextureSlot::metallicRoughness,
                "has a metallic-roughness texture that is black everywhere, which makes it as smooth as a mirror");
        if (const auto normal = texelsOf(material, TextureSlot::normal)) checkNormal(material, *normal);
        if (const auto occlusion = texelsOf(material, TextureSlot::occlusion)) checkOcclusion(material, *occlusion);
    }

  private:
    std::optional<Texels> texelsOf(const Material& material, TextureSlot slot) const {
        const auto& use = material.texture(slot);
        return use ? pictureOf(model_.textures[use->texture].image) : std::nullopt;
    }

    static bool isBaseColor(const Material& material, TextureSlot slot) {
        const auto& base = material.texture(TextureSlot::baseColor);
        return base && base->texture == material.texture(slot)->texture;
    }

    void add(const char* id, Severity severity, const Material& material, TextureSlot slot, const std::string& message,
             const std::optional<Figure>& figure = std::nullopt) {
        if (!told_.emplace(id, material.texture(slot)->texture).second) return;
        const auto index = static_cast<size_t>(&material - model_.materials.data());
        findings_.push_back(Found(id, severity,
                                  {materialSubject(index), textureSubject(material.texture(slot)->texture)},
                                  message + ": {}", figure));
    }

    /// A texture of few texels is a color, but hardly this one.
    void checkTinyPlaceholder(const Material& material) {
        const auto& use = material.texture(TextureSlot::baseColor);
        const auto texels = use ? Texels::of(model_.textures[use->texture].image) : std::nullopt;
        if (!texels || !texels->areAll([](const Texel& t) { return isMagenta(t); })) return;
        add("texture-placeholder", Severity::warning, material, TextureSlot::baseColor,
            "has a base color texture that stands for a missing one: it is " + std::to_string(texels->width()) + "x" +
                std::to_string(texels->height()) + " texels of magenta");
    }

    void checkColor(const Material& material, const Texels& texels) {
        constexpr TextureSlot kSlot = TextureSlot::baseColor;
        if (isPlaceholder(texels)) {
            const Measured magenta = measuredShare(texels.shareOf(isMagenta), "its texels");
            add("texture-placeholder", Severity::warning, material, kSlot,
                "has a base color texture that stands for a missing one: " + magenta.text + " are magenta",
                magenta.figure);
        } else if (isBlackOnly(texels)) {
            checkBlack(material, texels);
        }
    }

    /// A material that glows may well be black otherwise, and one that is not opaque may need the alpha alone.
    void checkBlack(const Material& material, const Texels& texels) {
        const bool glowsToo = glows(model_, material);
        if (material.alphaMode != AlphaMode::opaque && !isOneColor(texels)) return;
        add("texture-black", glowsToo ? Severity::info : Severity::warning, material, TextureSlot::baseColor,
            std::string("has a base color texture that is black everywhere") +
                (glowsToo ? ", so that only its glow is seen" : ""));
    }

    void checkOcclusion(const Material& material, const Texels& texels) {
        if (!texels.areAll([](const Texel& t) { return t.r <= kSurface.texelStep; })) return;
        // A tool may leave this channel out of a texture that serves several uses.
        const auto& other = material.texture(TextureSlot::metallicRoughness);
        const bool isShared = other && other->texture == material.texture(TextureSlot::occlusion)->texture;
        add("texture-black", isShared ? Severity::info : Severity::warning, material, TextureSlot::occlusion,
            "has an occlusion texture that is black everywhere, which leaves no ambient light");
    }

    void checkNormal(const Material& material, const Texels& texels) {
        constexpr TextureSlot kSlot = TextureSlot::normal;
        const double filled = texels.shareOf(isFilled);
        if (isBlackOnly(texels))
            add("texture-black", Severity::warning, material, kSlot, "has a normal map that is black everywhere");
        else if (isOneColor(texels) && !isNormal(texels.at(0, 0)))
            add("normal-map-other", Severity::info, material, kSlot, "has a normal map of one color that is no normal");
        else if (filled > double{kSurface.many} && texels.shareOf(isNormal) < 0.5 * filled)
            add("normal-map-other", Severity::info, material, kSlot,
                isBaseColor(material, kSlot) ? "has its base color texture as its normal map"
                                             : "has a normal map that does not hold normals");
        else if (slopeFit(texels) < -double{kSurface.unlike})
            add("normal-map-flipped", Severity::info, material, kSlot,
                "has a normal map whose green channel seems to point down, as in DirectX");
    }

    const Model& model_;
    std::vector<Finding>& findings_;
    std::set<std::pair<std::string, uint32_t>> told_;  ///< ids, and textures
};

}  // namespace

std::vector<Finding> checkTextures(const Model& model) {
    std::vector<Finding> findings;
    for (size_t i = 0; i < model.textures.size(); ++i)  // "texture-missing" is of the import
        if (const Texture& texture = model.textures[i]; isAbsolute(texture.name) && texture.source == texture.name)
            findings.push_back(Found("texture-path-absolute", Severity::warning, {textureSubject(i)},
                                     "is an absolute path, which other computers do not have"));
    std::set<uint32_t> materials;
    for (const MeshInstance& instance : model.instances)
        materials.insert(model.meshes[instance.mesh].material);
    TextureCheck check(model, findings);
    for (const uint32_t material : materials)
        check.check(model.materials[material]);
    return findings;
}

}  // namespace sinew
