#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/texels.h"

namespace sinew {
namespace {

constexpr uint32_t kMinSide = 16;   // texels: a smaller texture is a color
constexpr uint8_t kBlackTexel = 1;  // of 255
constexpr uint8_t kSameTexel = 1;   // of 255: one color
constexpr double kNearlyAllTexels = 0.9;
constexpr float kUnitFrom = 0.85f, kUnitTo = 1.15f;  // the length of a normal
constexpr double kMostLean = 0.15;                   // the mean x and y of a normal map
constexpr double kLeastUp = 0.75;                    // its mean z
constexpr double kLeastFilled = 0.05;                // of the texels of a normal map: the others are background
constexpr float kUpright = 0.5f;                     // its z
constexpr double kLeastNormals = 0.5;                // of the texels of a normal map that are normals
constexpr double kMinRelief = 0.02;                  // the root mean square change of slope from texel to texel
constexpr double kFlippedFit = -0.4;                 // correlation
constexpr double kMinVaried = 12.0;                  // of 255: the deviation of a channel that has a meaning of its own
constexpr double kLikeBrightness = 4.0;              // of 255: the mean difference between alpha and brightness
constexpr size_t kFewTexels = 4096;                  // for coarse questions
constexpr double kAllPlaceholder = 0.98;
constexpr uint8_t kNearlyNone = 12, kNearlyFull = 243;  // of 255
constexpr double kMostlySmooth = 0.5;                   // of the texels: a roughness of nearly 0
constexpr double kFewDecided = 0.3;                     // of the texels: a metallic of nearly 0 or 1

/// The texels of a texture that is decoded and not a mere color.
std::optional<Texels> pictureOf(const ImageData& image) {
    return std::min(image.width, image.height) < kMinSide ? std::nullopt : Texels::of(image);
}

glm::vec3 normalOf(const Texel& texel) {
    return glm::vec3(texel.r, texel.g, texel.b) / 127.5f - 1.0f;
}

bool isNormal(const Texel& texel) {
    const glm::vec3 normal = normalOf(texel);
    const float length = glm::length(normal);
    return normal.z > 0.0f && length > kUnitFrom && length < kUnitTo;
}

/// Not background, such as bakes leave.
bool isFilled(const Texel& texel) {
    constexpr uint8_t kDark = 8, kLight = 247;
    return texel.a > 0 && std::max({texel.r, texel.g, texel.b}) > kDark &&
           std::min({texel.r, texel.g, texel.b}) < kLight;
}

bool isBlackOnly(const Texels& texels) {
    return texels.areAll([](const Texel& t) { return std::max({t.r, t.g, t.b}) <= kBlackTexel; });
}

bool isOneColor(const Texels& texels) {
    const Texel first = texels.at(0, 0);
    const auto isSame = [&](uint8_t a, uint8_t b) { return std::abs(int{a} - int{b}) <= kSameTexel; };
    return texels.areAll([&](const Texel& t) {
        return isSame(t.r, first.r) && isSame(t.g, first.g) && isSame(t.b, first.b) && isSame(t.a, first.a);
    });
}

/// Nearly all texels are normals of unit length that point up, and straight up in the mean.
bool isNormalMap(const Texels& texels) {
    glm::dvec3 sum(0.0);
    double count = 0.0;
    texels.sample([&](const Texel& t) { sum += glm::dvec3(normalOf(t)), ++count; });
    const glm::dvec3 mean = sum / count;
    if (std::max(std::abs(mean.x), std::abs(mean.y)) > kMostLean || mean.z < kLeastUp) return false;
    return texels.shareOf([](const Texel& t) { return isNormal(t) && normalOf(t).z > kUpright; }) > kNearlyAllTexels;
}

/// How well the slopes of a normal map are those of one surface: the change of its x along y is the change of its y
/// along x (the curl of a gradient is 0). Negative where y points down, as DirectX has it. 0 where it is too flat to
/// tell.
double slopeFit(const Texels& texels) {
    double sum = 0.0, squaresX = 0.0, squaresY = 0.0;
    size_t count = 0;
    const uint32_t stride = std::max(1u, std::max(texels.width(), texels.height()) / 512);
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
    if (count == 0 || std::sqrt(std::min(squaresX, squaresY) / static_cast<double>(count)) < kMinRelief) return 0.0;
    return sum / std::sqrt(squaresX * squaresY);
}

/// Whether the alpha is the brightness of the colors.
bool alphaIsBrightness(const Texels& texels) {
    double all = 0.0, sum = 0.0, squares = 0.0, apart = 0.0;
    texels.sample([&](const Texel& t) {
        const double brightness = (0.299 * t.r + 0.587 * t.g + 0.114 * t.b), mean = (t.r + t.g + t.b) / 3.0;
        ++all, sum += t.a, squares += double(t.a) * double(t.a);
        apart += std::min(
            {std::abs(brightness - t.a), std::abs(mean - t.a), std::abs(std::max({t.r, t.g, t.b}) - double(t.a))});
    });
    const double deviation = std::sqrt(std::max(0.0, squares / all - sum / all * (sum / all)));
    return deviation > kMinVaried && apart / all < kLikeBrightness;
}

/// Plain or checkered, as programs draw what they do not find.
bool isPlaceholder(const Texels& texels) {
    const auto isPart = [](const Texel& t) {
        return isMagenta(t) || std::max({t.r, t.g, t.b}) <= kMagentaTo || std::min({t.r, t.g, t.b}) >= kMagentaFrom;
    };
    return texels.shareOf(isMagenta, kFewTexels) >= kLeastMagenta &&
           texels.shareOf(isPart, kFewTexels) >= kAllPlaceholder;
}

/// Surfaces are metal or are not, but hardly any is as smooth as a mirror: roughness (green) that is mostly 0 beside a
/// metallic (blue) of other values is the other one.
bool hasChannelsExchanged(const Texels& texels) {
    return texels.shareOf([](const Texel& t) { return t.g <= kNearlyNone; }, kFewTexels) > kMostlySmooth &&
           texels.shareOf([](const Texel& t) { return t.b <= kNearlyNone || t.b >= kNearlyFull; }) < kFewDecided;
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
            both && isBaseColor(material, TextureSlot::metallicRoughness))
            add("metallic-roughness-color", Severity::info, material, TextureSlot::metallicRoughness,
                "reads metallic and roughness from its base color texture");
        else if (both && hasChannelsExchanged(*both) && material.metallic > 0.0f)
            add("metallic-roughness-exchanged", Severity::info, material, TextureSlot::metallicRoughness,
                "seems to have roughness in the blue channel and metallic in the green one, which are exchanged");
        else if (both && isBlackOnly(*both) && material.roughness > 0.0f)
            add("texture-black", Severity::info, material, TextureSlot::metallicRoughness,
                "has a metallic-roughness texture that is black everywhere, which makes it as smooth as a mirror");
        checkMistakenNormals(material);
        if (const auto normal = texelsOf(material, TextureSlot::normal)) checkNormal(material, *normal);
        if (const auto occlusion = texelsOf(material, TextureSlot::occlusion)) checkOcclusion(material, *occlusion);
    }

  private:
    std::optional<Texels> texelsOf(const Material& material, TextureSlot slot) const {
        const auto& use = material.texture(slot);
        return use ? pictureOf(model_.textures[use->texture].image) : std::nullopt;
    }

    /// Looks at each texture once: many materials may share one.
    bool holdsNormals(const Material& material, TextureSlot slot, const Texels& texels) {
        const auto [known, isNew] = holdNormals_.try_emplace(material.texture(slot)->texture, false);
        if (isNew) known->second = isNormalMap(texels);
        return known->second;
    }

    static bool isBaseColor(const Material& material, TextureSlot slot) {
        const auto& base = material.texture(TextureSlot::baseColor);
        return base && base->texture == material.texture(slot)->texture;
    }

    void add(const char* id, Severity severity, const Material& material, TextureSlot slot, const std::string& message,
             const std::optional<Figure>& figure = std::nullopt) {
        if (!told_.emplace(id, material.texture(slot)->texture).second) return;
        findings_.push_back({id, severity, materialName(model_, material),
                             message + ": '" + model_.textures[material.texture(slot)->texture].name + "'", figure});
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
        } else if (isOneColor(texels)) {
            add("texture-plain", Severity::info, material, kSlot, "has a base color texture of one color");
        } else if (holdsNormals(material, kSlot, texels)) {
            add("texture-normals", Severity::info, material, kSlot, "has a normal map as its base color texture");
        } else if (material.alphaMode != AlphaMode::opaque && alphaIsBrightness(texels)) {
            add("alpha-brightness", Severity::info, material, kSlot,
                "has the brightness of its base color texture as alpha");
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

    /// Normals where other values belong.
    void checkMistakenNormals(const Material& material) {
        for (const TextureSlot slot : {TextureSlot::metallicRoughness, TextureSlot::occlusion, TextureSlot::emissive}) {
            const auto texels = texelsOf(material, slot);
            if (!texels || !holdsNormals(material, slot, *texels)) continue;
            const bool isSeen = slot == TextureSlot::metallicRoughness ? material.metallic > 0.0f
                                : slot == TextureSlot::emissive        ? material.emissive != glm::vec3(0.0f)
                                                                       : material.occlusionStrength > 0.0f;
            add("texture-normals", isSeen ? Severity::warning : Severity::info, material, slot,
                std::string("has a normal map as its ") + kTextureSlotNames[static_cast<size_t>(slot)] + " texture");
        }
    }

    void checkOcclusion(const Material& material, const Texels& texels) {
        if (isBaseColor(material, TextureSlot::occlusion) && !isOneColor(texels)) {
            add("occlusion-color", Severity::info, material, TextureSlot::occlusion,
                "reads occlusion from its base color texture");
            return;
        }
        if (!texels.areAll([](const Texel& t) { return t.r <= kBlackTexel; })) return;
        // Of a texture for several uses, the tool may have left this channel out.
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
        else if (filled > kLeastFilled && texels.shareOf(isNormal) < kLeastNormals * filled)
            add("normal-map-other", Severity::info, material, kSlot,
                isBaseColor(material, kSlot) ? "has its base color texture as its normal map"
                                             : "has a normal map that does not hold normals");
        else if (slopeFit(texels) < kFlippedFit)
            add("normal-map-flipped", Severity::info, material, kSlot,
                "has a normal map whose green channel seems to point down, as in DirectX");
    }

    const Model& model_;
    std::vector<Finding>& findings_;
    std::set<std::pair<std::string, uint32_t>> told_;  ///< ids, and textures
    std::map<uint32_t, bool> holdNormals_;             ///< by texture
};

}  // namespace

std::vector<Finding> checkTextures(const Model& model) {
    std::vector<Finding> findings;
    std::set<uint32_t> materials;
    for (const MeshInstance& instance : model.instances)
        materials.insert(model.meshes[instance.mesh].material);
    TextureCheck check(model, findings);
    for (const uint32_t material : materials)
        check.check(model.materials[material]);
    return findings;
}

}  // namespace sinew
