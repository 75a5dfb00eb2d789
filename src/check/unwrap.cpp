#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/surface.h"
#include "check/texels.h"
#include "check/uv_mistakes.h"

namespace sinew {
namespace {

constexpr size_t kMinSeams = 40;       // edges
constexpr double kMinContrast = 80.0;  // of two points of the surface: sum of the channels, each of 255
constexpr double kMinInside = 0.05;    // of that, within a triangle; in a palette, any colors may be side by side
constexpr double kMostSteps = 0.6;     // of what two points of the surface differ by
constexpr size_t kManySeams = 200;     // edges
constexpr double kSomeSteps = 0.15;    // of what two points of the surface differ by
constexpr double kExactSteps = 0.06;   // the same
constexpr double kMovedSteps = 0.25;   // of what two points differ by, with texture coordinates moved
constexpr uint32_t kRoughSide = 128;   // of a texture, in mean colors
constexpr float kLeastStep = 1.0f / 1024.0f;  // of a texture
constexpr float kSpreadSeams = 0.5f;          // of a texture, along each side
constexpr size_t kMostRoughSeams = 150;       // edges
constexpr double kAsColorful = 0.5;      // as with the texture coordinates as they are: not where the texture is empty
constexpr double kFarBetter = 0.3;       // of the steps that are left with other texture coordinates
constexpr size_t kMinLoneSeams = 180;    // edges
constexpr double kMinLoneInside = 0.1;   // of what two points of the surface differ by, within a triangle
constexpr double kLoneBetter = 0.5;      // of the steps that are left with the only other texture coordinates that help
constexpr double kLoneNext = 1.6;        // times these are left with any others
constexpr double kAllSteps = 1.0;        // of what two points of the surface differ by
constexpr double kNoSteps = 0.02;        // the same, with texture coordinates that help
constexpr double kClearSteps = 0.4;      // the same, with any others
constexpr float kAtBorder = 0.01f;       // of a texture
constexpr size_t kMinOdd = 4;            // triangles
constexpr double kMostCollapsed = 0.2;   // of the triangles: more are colors of a palette
constexpr double kLeastCrossing = 0.01;  // of the triangles
constexpr size_t kMinInner = 60;         // edges without a seam
constexpr double kUneven = 2.3;          // times as large as the texels beside them
constexpr size_t kMostEdges = 1u << 18;  // that are looked at
constexpr size_t kMostShiftSearches = 40;  // without a result, in all mesh groups

double differenceOf(const glm::vec3& a, const glm::vec3& b) {
    const glm::vec3 difference = glm::abs(a - b);
    return static_cast<double>(difference.r + difference.g + difference.b);
}

/// The texture coordinates of a mesh group, and the colors that it gets by them.
class Unwrap {
  public:
    Unwrap(const CheckedModel& checked, const MeshGroup& group)
        : model_(checked.model),
          surface_(checked.surfaceOf(group)),
          edges_(checked.sharedEdgesOf(group)),
          isSkinned_(group.skinned) {}

    /// The mistake that explains the steps of color across seams, and the part of them that would be left without it.
    struct Explained {
        std::string how, remedy;
        double left;
    };
    std::optional<Explained> findMistake(size_t& shiftSearches) const {
        const Steps asIs = stepsWith(std::identity());
        const auto count = static_cast<double>(asIs.seams);
        const bool isUnlikely = asIs.inside >= kMinInside * asIs.apart && asIs.share() >= kMostSteps;
        const bool mayBeExact =
            (asIs.seams >= kManySeams && asIs.share() >= kSomeSteps) || (isSkinned_ && asIs.share() >= kAllSteps);
        if (asIs.seams < kMinSeams || asIs.apart < kMinContrast * count || !(isUnlikely || mayBeExact))
            return std::nullopt;
        Corrected corrected;
        std::ranges::transform(kUvMistakes, corrected.begin(), [&](const UvMistake& mistake) {
            return stepsWith([&](const glm::vec2& uv) { return mistake.corrected(uv); });
        });
        const auto least = std::ranges::min_element(corrected, {}, &Steps::share);
        const UvMistake& mistake = kUvMistakes[static_cast<size_t>(least - corrected.begin())];
        const bool isTurned = mistake.scale == 1.0f;
        const bool isSure =
            isUnlikely || (isTurned && (isExact(corrected, *least, asIs) || isFlawless(corrected, *least, asIs)));
        if ((isSure && isFarBetter(*least, asIs)) || (isUnlikely && isTurned && isLone(corrected, *least, asIs)))
            return Explained{mistake.how, mistake.remedy, least->share() / asIs.share()};
        if (!isSkinned_ || shiftSearches == 0 || !(isUnlikely || asIs.seams >= kManySeams)) return std::nullopt;
        auto shifted = explainedByShift(asIs, isUnlikely);
        shiftSearches -= !shifted;
        return shifted;
    }

    /// How many times as large as those of the triangle beside it the texels of a triangle are, as the median over all
    /// edges without a seam; none where these are too few to tell.
    std::optional<double> unevenness() const {
        std::vector<double> ratios;
        for (const SharedEdge& edge : edges_) {
            if (isSeam(edge)) continue;
            const double own = texelArea(edge.corner), other = texelArea(edge.other);
            const double ratio = std::max(own / other, other / own);
            if (own > 0.0 && other > 0.0 && std::isfinite(ratio)) ratios.push_back(ratio);
        }
        if (ratios.size() < kMinInner) return std::nullopt;
        return medianOf(ratios);
    }

    /// Of the triangles that have a texture: those that get their color from its corner only, where all coordinates are
    /// 0 (with V up or down), as if they had none; and those that reach from one repetition of it to the next.
    struct Odd {
        size_t all = 0, collapsed = 0, crossing = 0;
    };
    Odd oddTriangles() const {
        Odd odd;
        for (uint32_t corner = 0; corner < surface_.corners.size(); corner += 3) {
            const SkinnedMesh& mesh = meshOf(corner);
            const auto& use = model_.materials[mesh.material].texture(TextureSlot::baseColor);
            if (!use || use->uvSet != 0 || !hasUvs(corner)) continue;
            ++odd.all;
            glm::vec2 least(std::numeric_limits<float>::max()), most(std::numeric_limits<float>::lowest());
            for (const uint32_t at : {corner, corner + 1, corner + 2}) {
                const glm::vec2 uv = placeIn(*use, uvOf(at));
                least = glm::min(least, uv), most = glm::max(most, uv);
            }
            odd.collapsed += least == most && least.x == 0.0f && (least.y == 0.0f || least.y == 1.0f);
            const glm::vec2 from = glm::floor(least + kAtBorder), to = glm::floor(most - kAtBorder);
            const bool repeats = use->sampler.wrapU != Wrap::clamp && use->sampler.wrapV != Wrap::clamp;
            odd.crossing +=
                repeats && most.x - least.x > 2.0f * kAtBorder && most.y - least.y > 2.0f * kAtBorder && from != to;
        }
        return odd;
    }

  private:
    /// Differences of color, summed over the seams.
    struct Steps {
        size_t seams = 0;
        double across = 0.0, apart = 0.0;  ///< from one side to the other; to somewhere else in the mesh
        double inside = 0.0;               ///< to the middle of the triangle

        void add(const glm::vec3& own, const glm::vec3& other, const glm::vec3& far, const glm::vec3& middle) {
            ++seams;
            across += differenceOf(own, other);
            apart += differenceOf(own, far);
            inside += differenceOf(own, middle);
        }
        double share() const { return apart > 0.0 ? across / apart : 1.0; }
    };

    using Corrected = std::array<Steps, kUvMistakes.size()>;

    /// Nearly all colors of many seams meet with one correction only, which no palette does.
    static bool isExact(const Corrected& corrected, const Steps& least, const Steps& asIs) {
        return asIs.seams >= kManySeams && least.share() <= kExactSteps && areOthersAbove(corrected, least, kSomeSteps);
    }

    /// Of a figure with many seams in a picture: half of the steps with one correction, and far more with any other.
    bool isLone(const Corrected& corrected, const Steps& least, const Steps& asIs) const {
        return isSkinned_ && asIs.seams >= kMinLoneSeams && asIs.inside >= kMinLoneInside * asIs.apart &&
               isBetter(least, asIs, kLoneBetter) && areOthersAbove(corrected, least, kLoneNext * least.share());
    }

    /// Of a figure whose colors meet nowhere: all of them with one correction, and with no other.
    bool isFlawless(const Corrected& corrected, const Steps& least, const Steps& asIs) const {
        return isSkinned_ && asIs.share() >= kAllSteps && least.share() <= kNoSteps &&
               areOthersAbove(corrected, least, kClearSteps);
    }

    static bool areOthersAbove(const Corrected& corrected, const Steps& least, double share) {
        return std::ranges::all_of(corrected,
                                   [&](const Steps& other) { return &other == &least || other.share() >= share; });
    }

    /// At most such a part of the steps is left, and the mesh does not just show one color.
    static bool isBetter(const Steps& corrected, const Steps& asIs, double left) {
        return corrected.share() <= left * asIs.share() && corrected.apart >= kAsColorful * asIs.apart;
    }
    static bool isFarBetter(const Steps& corrected, const Steps& asIs) { return isBetter(corrected, asIs, kFarBetter); }

    std::optional<Explained> explainedByShift(const Steps& asIs, bool isUnlikely) const {
        const auto texels = onlyTexels();
        if (!texels || !areSeamsSpread()) return std::nullopt;
        glm::vec2 shift = roughShift(*texels);
        Steps least = stepsWith([&](const glm::vec2& uv) { return uv + shift; });
        for (float step = 0.5f / kRoughSide; step >= kLeastStep; step *= 0.5f) {
            const glm::vec2 from = shift;
            for (const int y : {-1, 0, 1})
                for (const int x : {-1, 0, 1}) {
                    const glm::vec2 other = from + step * glm::vec2(x, y);
                    const Steps steps = stepsWith([&](const glm::vec2& uv) { return uv + other; });
                    if (steps.share() < least.share()) least = steps, shift = other;
                }
        }
        if (!isFarBetter(least, asIs) || least.share() > (isUnlikely ? kMovedSteps : kExactSteps)) return std::nullopt;
        const glm::vec2 back = shift - glm::round(shift);
        return Explained{
            "displaced",
            "U and V moved by " + figure(static_cast<double>(back.x)) + " and " + figure(static_cast<double>(back.y)),
            least.share() / asIs.share()};
    }

    /// Over a good part of the texture, as those of an unwrapped figure are.
    bool areSeamsSpread() const {
        glm::vec2 least(std::numeric_limits<float>::max()), most(std::numeric_limits<float>::lowest());
        for (const SharedEdge& edge : edges_)
            if (isSeam(edge))
                least = glm::min(least, middleOf(edge.corner)), most = glm::max(most, middleOf(edge.corner));
        return std::min(most.x - least.x, most.y - least.y) >= kSpreadSeams;
    }

    /// The base color texture of all materials that have one; none where they have several, or transform them.
    std::optional<Texels> onlyTexels() const {
        std::optional<uint32_t> only;
        for (const Surface::Corner& corner : surface_.corners) {
            const SkinnedMesh& mesh = model_.meshes[model_.instances[corner.instance].mesh];
            const auto& use = model_.materials[mesh.material].texture(TextureSlot::baseColor);
            if (!use) continue;
            if (linearPart(*use) != glm::mat2(1.0f) || use->offset != glm::vec2(0.0f) ||
                only.value_or(use->texture) != use->texture)
                return std::nullopt;
            only = use->texture;
        }
        return only ? Texels::of(model_.textures[*only].image) : std::nullopt;
    }

    /// The texture in 128 x 128 mean colors.
    static std::vector<glm::vec3> roughColors(const Texels& texels) {
        constexpr uint32_t kPerCell = 4;
        std::vector<glm::vec3> colors(size_t{kRoughSide} * kRoughSide, glm::vec3(0.0f));
        for (uint32_t y = 0; y < kPerCell * kRoughSide; ++y)
            for (uint32_t x = 0; x < kPerCell * kRoughSide; ++x) {
                const auto at = [](uint32_t step, uint32_t side) {
                    return static_cast<uint32_t>((2 * uint64_t{step} + 1) * side / (2 * kPerCell * kRoughSide));
                };
                const Texel texel = texels.at(at(x, texels.width()), at(y, texels.height()));
                colors[size_t{y / kPerCell} * kRoughSide + x / kPerCell] += glm::vec3(texel.r, texel.g, texel.b);
            }
        for (glm::vec3& color : colors)
            color /= float{kPerCell * kPerCell};
        return colors;
    }

    /// By which the texture coordinates have to be moved for the colors on both sides of some seams to meet best.
    glm::vec2 roughShift(const Texels& texels) const {
        std::vector<std::pair<glm::ivec2, glm::ivec2>> seams;  // both sides
        const auto cellOf = [](const glm::vec2& uv) { return glm::ivec2(glm::fract(uv) * float{kRoughSide}); };
        const size_t stride = edges_.size() / kMostEdges + 1;
        for (size_t i = 0; i < edges_.size(); i += stride) {
            if (!isSeam(edges_[i])) continue;
            const glm::vec2 own = middleOf(edges_[i].corner), other = middleOf(edges_[i].other);
            if (std::isfinite(own.x + own.y + other.x + other.y)) seams.emplace_back(cellOf(own), cellOf(other));
        }
        const size_t every = seams.size() / kMostRoughSeams + 1;
        const std::vector<glm::vec3> colors = roughColors(texels);
        const auto colorAtCell = [&](const glm::ivec2& cell, const glm::ivec2& shift) {
            const glm::ivec2 at = (cell + shift) % int{kRoughSide};
            return colors[static_cast<size_t>(at.y * int{kRoughSide} + at.x)];
        };
        glm::ivec2 best(0);
        float least = std::numeric_limits<float>::max();
        for (int y = 0; y < int{kRoughSide}; ++y)
            for (int x = 0; x < int{kRoughSide}; ++x) {
                float sum = 0.0f;
                for (size_t i = 0; i < seams.size() && sum < least; i += every) {
                    const glm::vec3 step =
                        glm::abs(colorAtCell(seams[i].first, {x, y}) - colorAtCell(seams[i].second, {x, y}));
                    sum += step.r + step.g + step.b;
                }
                if (sum < least) least = sum, best = {x, y};
            }
        return glm::vec2(best) / float{kRoughSide};
    }

    /// Across the seams, where the texture coordinates are those of `place`.
    template <typename Place>
    Steps stepsWith(const Place& place) const {
        Steps steps;
        const size_t edgesOn = edges_.size() / 2 + edges_.size() / 7;  // elsewhere in the mesh
        const size_t stride = edges_.size() / kMostEdges + 1;
        for (size_t i = 0; i < edges_.size(); i += stride) {
            const SharedEdge &edge = edges_[i], &elsewhere = edges_[(i + edgesOn) % edges_.size()];
            if (!isSeam(edge) || !hasUvs(elsewhere.corner)) continue;
            const std::optional<glm::vec3> own = colorAt(edge.corner, place(middleOf(edge.corner))),
                                           other = colorAt(edge.other, place(middleOf(edge.other))),
                                           far = colorAt(elsewhere.corner, place(middleOf(elsewhere.corner))),
                                           inside = colorAt(edge.corner, place(centerOf(edge.corner)));
            if (own && other && far && inside) steps.add(*own, *other, *far, *inside);
        }
        return steps;
    }

    const SkinnedMesh& meshOf(uint32_t corner) const {
        return model_.meshes[model_.instances[surface_.corners[corner].instance].mesh];
    }
    glm::vec2 uvOf(uint32_t corner) const { return meshOf(corner).uvs[surface_.corners[corner].vertex]; }
    glm::vec3 placeOf(uint32_t corner) const { return meshOf(corner).positions[surface_.corners[corner].vertex]; }
    bool hasUvs(uint32_t corner) const { return meshOf(corner).uvs.size() == meshOf(corner).vertexCount(); }

    /// Of the edge that starts there.
    glm::vec2 middleOf(uint32_t corner) const { return 0.5f * (uvOf(corner) + uvOf(Surface::next(corner))); }

    /// Of the corner's triangle.
    glm::vec2 centerOf(uint32_t corner) const {
        const uint32_t second = Surface::next(corner);
        return (uvOf(corner) + uvOf(second) + uvOf(Surface::next(second))) / 3.0f;
    }

    /// Whether the triangles beside the edge have places of their own in the texture. Not where they have none at all,
    /// or different materials.
    bool isSeam(const SharedEdge& edge) const {
        constexpr float kApart = 1e-4f;
        if (&meshOf(edge.corner) != &meshOf(edge.other) || !hasUvs(edge.corner)) return false;
        const auto apart = [&](uint32_t a, uint32_t b) { return glm::distance(uvOf(a), uvOf(b)) > kApart; };
        return apart(edge.corner, Surface::next(edge.other)) || apart(Surface::next(edge.corner), edge.other);
    }

    /// The area of the corner's triangle in the texture, relative to that in the mesh; 0: it has none in one of them.
    double texelArea(uint32_t corner) const {
        if (!hasUvs(corner)) return 0.0;
        const uint32_t second = Surface::next(corner), third = Surface::next(second);
        const glm::dvec2 origin(uvOf(corner)), u = glm::dvec2(uvOf(second)) - origin,
                                               v = glm::dvec2(uvOf(third)) - origin;
        const glm::vec3 cross = glm::cross(placeOf(second) - placeOf(corner), placeOf(third) - placeOf(corner));
        const double area = static_cast<double>(glm::length(cross)), texels = std::abs(u.x * v.y - u.y * v.x);
        constexpr double kLeast = 1e-10;  // of a texture
        return area > 0.0 && texels > kLeast ? texels / area : 0.0;
    }

    /// The color of the texture there, each channel from 0 to 255; none without a texture whose texels are in memory.
    std::optional<glm::vec3> colorAt(uint32_t corner, const glm::vec2& uv) const {
        const SkinnedMesh& mesh = meshOf(corner);
        const auto& use = model_.materials[mesh.material].texture(TextureSlot::baseColor);
        if (!use || use->uvSet != 0) return std::nullopt;
        const auto texels = Texels::of(model_.textures[use->texture].image);
        const auto texel = texels ? texels->read(use->sampler, placeIn(*use, uv)) : std::nullopt;
        if (!texel) return std::nullopt;
        return glm::vec3(texel->r, texel->g, texel->b);
    }

    const Model& model_;
    const Surface& surface_;
    const std::vector<SharedEdge>& edges_;
    bool isSkinned_;
};

/// The materials of a mesh group that have a base color texture: " (material 'skin')". Empty without names.
std::string texturedMaterials(const Model& model, const MeshGroup& group) {
    std::vector<std::string> names;
    for (const uint32_t instance : group.instances) {
        const Material& material = model.materials[model.meshes[model.instances[instance].mesh].material];
        const bool isNew = std::ranges::find(names, material.name) == names.end();
        if (isNew && !material.name.empty() && material.texture(TextureSlot::baseColor)) names.push_back(material.name);
    }
    if (names.empty()) return {};
    return (names.size() == 1 ? " (material " : " (materials ") + listed(names) + ")";
}

Finding uvsTurned(const CheckedModel& checked, const MeshGroup& group, const Misplaced& found, Severity severity) {
    return {"uvs-turned", severity, group.name,
            "shows its texture " + found.how + ": " + found.evidence + texturedMaterials(checked.model, group),
            found.figure};
}

void checkOdd(const MeshGroup& group, const Unwrap::Odd& odd, std::vector<Finding>& findings) {
    const auto all = static_cast<double>(odd.all);
    if (group.skinned && odd.collapsed >= kMinOdd && static_cast<double>(odd.collapsed) < kMostCollapsed * all) {
        const Measured count = measuredPart(odd.collapsed, odd.all, "triangle", "triangles");
        findings.push_back(
            {"uvs-collapsed", Severity::info, group.name,
             count.text + " get their color from the corner of the texture, although the others have areas of it",
             count.figure});
    }
    if (group.skinned && odd.crossing >= kMinOdd && static_cast<double>(odd.crossing) > kLeastCrossing * all) {
        const Measured count = measuredPart(odd.crossing, odd.all, "triangle", "triangles");
        findings.push_back(
            {"uvs-outside", Severity::info, group.name, count.text + " cross the border of the texture", count.figure});
    }
}

}  // namespace

std::vector<Finding> checkUnwrap(const CheckedModel& checked) {
    std::vector<Finding> findings;
    size_t shiftSearches = kMostShiftSearches;
    for (const MeshGroup& group : checked.groups) {
        const Unwrap unwrap(checked, group);
        checkOdd(group, unwrap.oddTriangles(), findings);
        if (const auto explained = unwrap.findMistake(shiftSearches)) {
            const Measured left = measuredShare(explained->left, "the steps of color across its seams");
            const Misplaced seams{explained->how, "with " + explained->remedy + ", " + left.text + " remain",
                                  left.figure};
            findings.push_back(uvsTurned(checked, group, seams, Severity::warning));
        } else if (const auto misplaced =
                       group.skinned ? misplacedOn(checked.model, group, shiftSearches) : std::nullopt) {
            findings.push_back(uvsTurned(checked, group, *misplaced, Severity::warning));
        } else if (const auto darker = group.skinned ? gradientsUpsideDown(checked, group) : std::nullopt) {
            findings.push_back(uvsTurned(checked, group, *darker, Severity::info));
        } else if (const std::optional<double> uneven = unwrap.unevenness(); uneven && *uneven > kUneven) {
            const Measured times = measured(*uneven, "times");
            findings.push_back({"uvs-uneven", Severity::info, group.name,
                                "gives neighboring triangles unequal shares of the texture: the larger is " +
                                    times.text + " the smaller (median)",
                                times.figure});
        }
    }
    return findings;
}

}  // namespace sinew
