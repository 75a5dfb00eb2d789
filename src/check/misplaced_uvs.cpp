#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glm/common.hpp>

#include "check/shown_triangles.h"
#include "check/texels.h"
#include "check/texture_background.h"
#include "check/uv_mistakes.h"

namespace sinew {
namespace {

constexpr size_t kMinShown = 300;          // triangles: fewer may well be of the color of the background
constexpr size_t kMostShown = 1u << 10;    // triangles that are looked at
constexpr double kLeastBackground = 0.1;   // of the texels
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
constexpr size_t kMinBordered = 100;       // triangles
constexpr size_t kMostBordered = 500;      // triangles that are looked at
constexpr double kManyAmiss = 0.25;        // triangles on the background or across borders, of all
constexpr double kFewAmiss = 0.25;         // of these, without the mistake
constexpr double kManyCrossing = 0.25;     // of all triangles
constexpr double kSomeCrossing = 0.05;     // of all triangles
constexpr double kHalfCrossing = 0.5;      // of these, without the mistake
constexpr double kFewCrossing = 0.2;       // of these, without the mistake
constexpr double kAsBlank = 0.02;          // of the triangles
constexpr size_t kSpreadFields = 60;       // of 32 x 32 of the texture
constexpr double kNoneCrossing = 0.02;     // of the triangles of a palette
constexpr double kDisplacedBlank = 0.15;   // of the triangles
constexpr double kPlacedBlank = 0.03;      // the same, without the mistake
constexpr size_t kMostShifts = 24;         // that are compared, of those that are as good
constexpr size_t kMostFirstMiddles = 64;   // triangles for which shifts are tried first
constexpr size_t kMostCoarseShifts = 256;  // that are tried for all triangles
constexpr int kShiftSteps = 128;           // along the texture
constexpr std::array kPaletteScales{0.1f, 0.25f, 0.5f, 2.0f, 4.0f, 10.0f};

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
    std::vector<bool> isPart(size_t{kPartsOfSide} * kPartsOfSide), isColor(kCoarseColors);
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

bool hasTransform(const TextureUse& use) {
    return use.offset != glm::vec2(0.0f) || use.scale != glm::vec2(1.0f) || use.rotation != 0.0f;
}

/// What a mesh group shows of the texture of a material.
class ShownPlaces {
  public:
    ShownPlaces(const TextureUse& use, const Texels& texels, const Background& background, std::vector<glm::vec2> uvs)
        : use_(use), texels_(texels), uvs_(std::move(uvs)), background_(background) {}

    std::optional<Misplaced> explained() const {
        const View asIs = viewWith([&](const glm::vec2& uv) { return placeIn(use_, uv); });
        if (asIs.blank < kLeastBlank && asIs.colors < kManyColors) return std::nullopt;
        for (const UvMistake& mistake : kUvMistakes) {
            if (mistake.scale != 1.0f) continue;
            const View corrected = viewWith([&](const glm::vec2& uv) { return placeIn(use_, mistake.corrected(uv)); });
            if (auto found = judged(asIs, corrected, mistake.how, mistake.remedy)) return found;
        }
        return hasTransform(use_) ? judged(asIs, viewWith(std::identity()), "moved or scaled", "the transform left out")
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
    const Background& background_;
};

/// Triangles of a mesh group against the borders in the texture of their material.
class BorderedTriangles {
  public:
    BorderedTriangles(const std::vector<const SkinnedMesh*>& meshes, const TextureUse& use, const Texels& texels,
                      const Background& background)
        : use_(use),
          texels_(texels),
          background_(background),
          shown_(meshes, use, kMostBordered),
          few_(meshes, use, kMostFirstMiddles) {}

    std::optional<Misplaced> explained(size_t& shiftSearches) const {
        if (shown_.empty()) return std::nullopt;
        const TriangleView asIs = viewWith(std::identity());
        if (asIs.amiss() < kManyAmiss) return std::nullopt;
        for (const UvMistake& mistake : kUvMistakes) {
            if (mistake.scale != 1.0f) continue;
            const TriangleView corrected = viewWith([&](const glm::vec2& uv) { return mistake.corrected(uv); });
            if (explainsBorders(asIs, corrected)) return told(asIs, corrected, mistake.how, mistake.remedy);
        }
        if (hasTransform(use_))
            if (const TriangleView corrected = shown_.view(texels_, background_, std::identity());
                explainsBorders(asIs, corrected))
                return told(asIs, corrected, "moved or scaled", "the transform left out");
        if (auto scaled = explainedByScale(asIs)) return scaled;
        if (shiftSearches == 0) return std::nullopt;
        auto shifted = explainedByShift(asIs);
        shiftSearches -= !shifted;
        return shifted;
    }

  private:
    TriangleView viewWith(const ShownTriangles::Place& correct) const {
        return shown_.view(texels_, background_, [&](const glm::vec2& uv) { return placeIn(use_, correct(uv)); });
    }

    /// Triangles lie within the parts of the texture without the mistake, and show as much of it.
    static bool explainsBorders(const TriangleView& asIs, const TriangleView& corrected) {
        if (corrected.parts < kSpreadFields || 2 * corrected.colors < asIs.colors) return false;
        // What lies on the background as a whole may be of its color.
        const bool isAcross = asIs.blank <= kNearlyAllBlank && asIs.crossing >= kSomeCrossing &&
                              corrected.crossing <= kHalfCrossing * asIs.crossing;
        return (isAcross && corrected.amiss() <= kFewAmiss * asIs.amiss()) ||
               (asIs.crossing >= kManyCrossing && corrected.crossing <= kFewCrossing * asIs.crossing &&
                corrected.blank <= asIs.blank + kAsBlank);
    }

    static Misplaced told(const TriangleView& asIs, const TriangleView& corrected, const std::string& how,
                          const std::string& remedy) {
        const bool isBlank = asIs.blank - corrected.blank > asIs.crossing - corrected.crossing;
        const Measured share =
            measuredShare(isBlank ? asIs.blank : asIs.crossing, isBlank ? "what it shows" : "its triangles");
        const double left = isBlank ? corrected.blank : corrected.crossing;
        return {how,
                share.text + (isBlank ? " is blank" : " cross borders of color") + ", and " + figure(100.0 * left) +
                    " % with " + remedy,
                share.figure};
    }

    /// A palette, of which few colors are shown, and all others without the mistake.
    std::optional<Misplaced> explainedByScale(const TriangleView& asIs) const {
        if (background_.share < kMostlyBackground || asIs.blank < kMostlyBlank) return std::nullopt;
        for (const float scale : kPaletteScales) {
            const TriangleView corrected = viewWith([&](const glm::vec2& uv) { return scale * uv; });
            if (corrected.blank <= kHardlyBlank && corrected.crossing <= kNoneCrossing &&
                corrected.colors >= std::max(kMinPaletteColors, 2 * asIs.colors))
                return told(asIs, corrected, scale < 1.0f ? "too small" : "too large",
                            "U and V times " + figure(static_cast<double>(scale)));
        }
        return std::nullopt;
    }

    std::optional<Misplaced> explainedByShift(const TriangleView& asIs) const {
        if (background_.share < kLeastBackground || asIs.blank < kDisplacedBlank) return std::nullopt;
        const std::optional<glm::vec2> shift = bestShift();
        if (!shift) return std::nullopt;
        const TriangleView corrected =
            shown_.view(texels_, background_, [&](const glm::vec2& uv) { return placeIn(use_, uv) + *shift; });
        if (corrected.blank > kPlacedBlank || !explainsBorders(asIs, corrected)) return std::nullopt;
        const glm::vec2 moved = *shift - glm::round(*shift);
        return told(asIs, corrected, "displaced",
                    "U and V moved by " + figure(static_cast<double>(moved.x)) + " and " +
                        figure(static_cast<double>(moved.y)));
    }

    /// The least amiss of those that leave the fewest middles of triangles on the background. Some triangles are looked
    /// at first: most figures have no such shift.
    std::optional<glm::vec2> bestShift() const {
        std::vector<glm::ivec2> middles;
        for (const auto& [a, b, c] : shown_.triangles()) {
            const glm::vec2 middle = placeIn(use_, (a + b + c) / 3.0f);
            if (std::isfinite(middle.x) && std::isfinite(middle.y))
                middles.emplace_back(glm::fract(middle) * float{kShiftSteps});
        }
        const std::vector<bool> isBlank = blankSteps();
        const std::vector<glm::ivec2> few = everyOf(middles, kMostFirstMiddles);
        std::vector<glm::ivec2> shifts = leastBlank(isBlank, few, everyShift());
        if (shifts.empty()) return std::nullopt;
        shifts = leastBlank(isBlank, middles, everyOf(shifts, kMostCoarseShifts));
        std::optional<glm::vec2> best;
        double least = std::numeric_limits<double>::max();
        for (const glm::ivec2& at : everyOf(shifts, kMostShifts)) {
            const glm::vec2 shift = glm::vec2(at) / float{kShiftSteps};
            const double amiss =
                few_.view(texels_, background_, [&](const glm::vec2& uv) { return placeIn(use_, uv) + shift; }).amiss();
            if (amiss < least) least = amiss, best = shift;
        }
        return best;
    }

    static std::vector<glm::ivec2> everyOf(const std::vector<glm::ivec2>& all, size_t most) {
        std::vector<glm::ivec2> some;
        for (size_t i = 0; i < all.size(); i += all.size() / most + 1)
            some.push_back(all[i]);
        return some;
    }

    static std::vector<glm::ivec2> everyShift() {
        std::vector<glm::ivec2> shifts;
        for (int y = 0; y < kShiftSteps; ++y)
            for (int x = 0; x < kShiftSteps; ++x)
                shifts.emplace_back(x, y);
        return shifts;
    }

    std::vector<bool> blankSteps() const {
        std::vector<bool> isBlank(size_t{kShiftSteps} * kShiftSteps);
        for (int y = 0; y < kShiftSteps; ++y)
            for (int x = 0; x < kShiftSteps; ++x)
                isBlank[static_cast<size_t>(y * kShiftSteps + x)] = background_.holds(texelAtStep(x, y));
        return isBlank;
    }

    /// Those shifts by which fewest middles lie on the background; none where they are still too many.
    static std::vector<glm::ivec2> leastBlank(const std::vector<bool>& isBlank, const std::vector<glm::ivec2>& middles,
                                              const std::vector<glm::ivec2>& shifts) {
        std::vector<glm::ivec2> best;
        auto least = static_cast<size_t>(2.0 * kPlacedBlank * static_cast<double>(middles.size()) + 1.0);
        for (const glm::ivec2& shift : shifts) {
            size_t blank = 0;
            for (size_t i = 0; i < middles.size() && blank <= least; ++i) {
                const glm::ivec2 at = (middles[i] + shift) % kShiftSteps;
                blank += isBlank[static_cast<size_t>(at.y * kShiftSteps + at.x)];
            }
            if (blank < least) best.clear(), least = blank;
            if (blank == least) best.push_back(shift);
        }
        return best;
    }

    Texel texelAtStep(int x, int y) const {
        const auto at = [](int step, uint32_t side) {
            return static_cast<uint32_t>((2 * static_cast<uint64_t>(step) + 1) * side / (2 * kShiftSteps));
        };
        return texels_.at(at(x, texels_.width()), at(y, texels_.height()));
    }

    const TextureUse& use_;
    const Texels& texels_;
    const Background& background_;
    ShownTriangles shown_, few_;
};

}  // namespace

uint32_t mainMaterialOf(const Model& model, const MeshGroup& group) {
    std::map<uint32_t, size_t> triangles;  // by material
    for (const uint32_t instance : group.instances) {
        const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
        triangles[mesh.material] += mesh.triangleCount();
    }
    return std::ranges::max_element(triangles, {}, [](const auto& entry) { return entry.second; })->first;
}

std::vector<const SkinnedMesh*> meshesWith(const Model& model, const MeshGroup& group, uint32_t material) {
    std::vector<const SkinnedMesh*> meshes;
    for (const uint32_t instance : group.instances)
        if (const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh]; mesh.material == material)
            meshes.push_back(&mesh);
    return meshes;
}

std::optional<Misplaced> misplacedOn(const Model& model, const MeshGroup& group, size_t& shiftSearches) {
    const std::vector<const SkinnedMesh*> meshes = meshesWith(model, group, mainMaterialOf(model, group));
    size_t triangles = 0;
    for (const SkinnedMesh* mesh : meshes)
        triangles += mesh->triangleCount();
    const auto& use = model.materials[meshes.front()->material].texture(TextureSlot::baseColor);
    const auto texels = use ? Texels::of(model.textures[use->texture].image) : std::nullopt;
    if (!texels || triangles < kMinBordered) return std::nullopt;
    std::vector<glm::vec2> shown = shownBy(meshes, *use);
    if (shown.empty()) return std::nullopt;
    const Background background = backgroundOf(*texels);
    const ShownPlaces places(*use, *texels, background, std::move(shown));
    if (auto found = triangles < kMinShown ? std::nullopt : places.explained()) return found;
    return BorderedTriangles(meshes, *use, *texels, background).explained(shiftSearches);
}

}  // namespace sinew
