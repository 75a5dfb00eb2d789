#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glm/common.hpp>

#include "check/texels.h"
#include "check/uv_mistakes.h"

namespace sinew {
namespace {

constexpr size_t kMinShown = 300;          // triangles: fewer may well be of the color of the background
constexpr size_t kMostShown = 1u << 10;    // triangles that are looked at
constexpr size_t kMostSamples = 1u << 12;  // texels that are looked at to find the background
constexpr double kLeastClear = 0.05;       // of the texels: transparent ones are the background
constexpr double kLeastBackground = 0.1;   // of the texels
constexpr uint8_t kLikeBackground = 2;     // of 255
constexpr double kLeastBlank = 0.1;        // of what the figure shows
constexpr double kNearlyAllBlank = 0.8;    // the same: the free part of an atlas
constexpr double kHardlyBlank = 0.005;     // the same, without the mistake
constexpr int kPartsOfSide = 16;           // of the texture
constexpr size_t kSpreadParts = 100;       // parts of the texture that an unwrapped figure has at least
constexpr double kMostlyBackground = 0.5;  // of the texels of a palette
constexpr double kMostlyBlank = 0.7;       // of what a figure shows of a palette
constexpr size_t kMinPaletteColors = 4;    // without the mistake
constexpr size_t kManyColors = 32;         // between the parts of a texture that has few
constexpr size_t kTimesFewer = 8;
constexpr uint32_t kChannelBits = 4;  // of each channel, that tell colors apart

/// What a texture has where nothing was painted.
struct Background {
    double share = 0.0;          ///< of the texels
    std::optional<Texel> color;  ///< nothing: transparent texels

    bool holds(const Texel& t) const {
        const auto isLike = [](int a, int b) { return std::abs(a - b) <= kLikeBackground; };
        if (!color) return t.a == 0;
        return isLike(t.r, color->r) && isLike(t.g, color->g) && isLike(t.b, color->b);
    }
};

uint32_t colorOf(const Texel& t) {
    return uint32_t{t.r} << 16 | uint32_t{t.g} << 8 | t.b;
}

/// The upper bits of all channels.
size_t coarseColorOf(const Texel& t) {
    constexpr uint32_t kDropped = 8 - kChannelBits;
    return size_t{t.r} >> kDropped << 2 * kChannelBits | size_t{t.g} >> kDropped << kChannelBits |
           size_t{t.b} >> kDropped;
}

/// The most frequent color, or what is transparent.
Background backgroundOf(const Texels& texels) {
    std::vector<uint32_t> colors;
    size_t clear = 0, all = 0;
    const auto add = [&](const Texel& t) {
        ++all;
        if (t.a == 0)
            ++clear;
        else
            colors.push_back(colorOf(t));
    };
    texels.sample(add, kMostSamples);
    const auto shareOf = [&](size_t some) { return static_cast<double>(some) / static_cast<double>(all); };
    if (shareOf(clear) > kLeastClear) return {.share = shareOf(clear), .color = std::nullopt};
    std::ranges::sort(colors);
    size_t most = 0;
    uint32_t color = 0;
    for (size_t first = 0, last = 0; first < colors.size(); first = last) {
        while (last < colors.size() && colors[last] == colors[first])
            ++last;
        if (last - first > most) most = last - first, color = colors[first];
    }
    return {.share = shareOf(most),
            .color = Texel{static_cast<uint8_t>(color >> 16), static_cast<uint8_t>(color >> 8),
                           static_cast<uint8_t>(color), 255}};
}

/// The meshes of a group that have the material with most triangles.
std::vector<const SkinnedMesh*> meshesOfMainMaterial(const Model& model, const MeshGroup& group) {
    std::map<uint32_t, size_t> triangles;  // by material
    for (const uint32_t instance : group.instances) {
        const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
        triangles[mesh.material] += mesh.triangleCount();
    }
    const auto main = std::ranges::max_element(triangles, {}, [](const auto& entry) { return entry.second; });
    std::vector<const SkinnedMesh*> meshes;
    for (const uint32_t instance : group.instances)
        if (const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh]; mesh.material == main->first)
            meshes.push_back(&mesh);
    return meshes;
}

/// Texture coordinates of the middles of triangles, and of three points around each.
std::vector<glm::vec2> shownBy(const std::vector<const SkinnedMesh*>& meshes, const TextureUse& use) {
    std::vector<glm::vec2> shown;
    for (const SkinnedMesh* mesh : meshes) {
        const std::vector<glm::vec2>* const uvs = uvsFor(use, *mesh);
        const size_t stride = mesh->triangleCount() / kMostShown + 1;
        for (size_t t = 0; uvs && t < mesh->triangleCount(); t += stride)
            forEachShown(*mesh, *uvs, t, [&](const glm::vec2& uv) { shown.push_back(uv); });
    }
    return shown;
}

/// What a figure shows with some texture coordinates.
struct View {
    double blank = 0.0;
    size_t parts = 0;  ///< of the texture
    size_t colors = 0;
};

template <typename Place>
View viewOf(const std::vector<glm::vec2>& shown, const Texels& texels, const Sampler& sampler,
            const Background& background, const Place& placeOf) {
    std::vector<bool> isPart(size_t{kPartsOfSide} * kPartsOfSide), isColor(size_t{1} << (3 * kChannelBits));
    size_t blank = 0;
    for (const glm::vec2& uv : shown) {
        const glm::vec2 place = placeOf(uv);
        const auto texel = texels.read(sampler, place);
        if (!texel) continue;
        blank += background.holds(*texel);
        const glm::vec2 within = glm::fract(place) * static_cast<float>(kPartsOfSide);
        const glm::ivec2 part = glm::min(glm::ivec2(within), kPartsOfSide - 1);
        isPart[size_t{kPartsOfSide} * static_cast<size_t>(part.y) + static_cast<size_t>(part.x)] = true;
        isColor[coarseColorOf(*texel)] = true;
    }
    const auto count = [](const std::vector<bool>& flags) {
        return static_cast<size_t>(std::ranges::count(flags, true));
    };
    return {.blank = static_cast<double>(blank) / static_cast<double>(shown.size()),
            .parts = count(isPart),
            .colors = count(isColor)};
}

/// An unwrapped figure, or one that has a palette of few colors, shows the background by mistake only.
bool explainsBlank(const View& asIs, const View& corrected, const Background& background) {
    if (background.share < kLeastBackground || asIs.blank < kLeastBlank || corrected.blank > kHardlyBlank) return false;
    if (corrected.parts >= kSpreadParts) return true;
    return background.share >= kMostlyBackground && asIs.blank >= kMostlyBlank &&
           corrected.colors >= std::max(kMinPaletteColors, 2 * asIs.colors);
}

/// Few colors that are spread far are those of the parts, and many are what is between them.
bool explainsColors(const View& asIs, const View& corrected) {
    return corrected.parts >= kSpreadParts && corrected.colors > 1 && corrected.blank < kNearlyAllBlank &&
           asIs.colors >= kManyColors && asIs.colors >= kTimesFewer * corrected.colors;
}

/// What a mesh group shows of the texture of a material.
class ShownPlaces {
  public:
    ShownPlaces(const TextureUse& use, const Texels& texels, std::vector<glm::vec2> uvs)
        : use_(use), texels_(texels), uvs_(std::move(uvs)), background_(backgroundOf(texels)) {}

    std::optional<Misplaced> explained() const {
        const View asIs = viewWith([&](const glm::vec2& uv) { return placeIn(use_, uv); });
        if (asIs.blank < kLeastBlank && asIs.colors < kManyColors) return std::nullopt;
        for (const UvMistake& mistake : kUvMistakes) {
            if (mistake.scale != 1.0f) continue;
            const View corrected = viewWith([&](const glm::vec2& uv) { return placeIn(use_, mistake.corrected(uv)); });
            if (auto found = judged(asIs, corrected, mistake.how, mistake.remedy)) return found;
        }
        const bool isMoved = use_.offset != glm::vec2(0.0f) || use_.scale != glm::vec2(1.0f) || use_.rotation != 0.0f;
        return isMoved ? judged(asIs, viewWith(std::identity()), "moved or scaled", "the transform left out")
                       : std::nullopt;
    }

  private:
    template <typename Place>
    View viewWith(const Place& placeOf) const {
        return viewOf(uvs_, texels_, use_.sampler, background_, placeOf);
    }

    std::optional<Misplaced> judged(const View& asIs, const View& corrected, const char* how,
                                    const char* remedy) const {
        if (explainsBlank(asIs, corrected, background_)) {
            const Measured share = measuredShare(asIs.blank, "what it shows");
            return Misplaced{how, share.text + " is blank, and nothing with " + remedy, share.figure};
        }
        if (!explainsColors(asIs, corrected)) return std::nullopt;
        const Measured colors = measuredCount(asIs.colors, "color", "colors");
        return Misplaced{how,
                         "it has " + colors.text + ", and only " + std::to_string(corrected.colors) + " with " + remedy,
                         colors.figure};
    }

    const TextureUse& use_;
    const Texels& texels_;
    std::vector<glm::vec2> uvs_;
    Background background_;
};

}  // namespace

std::optional<Misplaced> misplacedOn(const Model& model, const MeshGroup& group) {
    const std::vector<const SkinnedMesh*> meshes = meshesOfMainMaterial(model, group);
    size_t triangles = 0;
    for (const SkinnedMesh* mesh : meshes)
        triangles += mesh->triangleCount();
    const auto& use = model.materials[meshes.front()->material].texture(TextureSlot::baseColor);
    const auto texels = use ? Texels::of(model.textures[use->texture].image) : std::nullopt;
    if (!texels || triangles < kMinShown) return std::nullopt;
    std::vector<glm::vec2> shown = shownBy(meshes, *use);
    if (shown.empty()) return std::nullopt;
    return ShownPlaces(*use, *texels, std::move(shown)).explained();
}

}  // namespace sinew
