#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <glm/geometric.hpp>

#include "check/surfaces/limits.h"
#include "check/surfaces/mirrored_surface.h"
#include "check/surfaces/morph_checks.h"
#include "check/words.h"

namespace sinew {
namespace {

/// A target of the left, and the one that is named like it on the right.
struct MorphTwins {
    size_t left = 0, right = 0;
    double cosine = 0.0;    ///< 1: mirror images; -1: the negative
    double strength = 1.0;  ///< of the left one, as a multiple of the right one
};

/// By point; where a point has several vertices, the longest delta.
std::vector<glm::vec3> pointDeltas(const MorphedSurface& surface, size_t target, size_t pointCount) {
    std::vector<glm::vec3> deltas(pointCount, glm::vec3(0.0f));
    const std::vector<glm::vec3> own = surface.deltasOf(target);
    for (size_t vertex = 0; vertex < own.size(); ++vertex)
        if (const uint32_t point = surface.points[vertex];
            point != MorphedSurface::kNone && glm::length(own[vertex]) > glm::length(deltas[point]))
            deltas[point] = own[vertex];
    return deltas;
}

std::optional<MorphTwins> compared(const MorphedSurface& surface, const MirroredSurface& mirror, size_t left,
                                   size_t right) {
    const std::vector<glm::vec3> own = pointDeltas(surface, left, mirror.points.size()),
                                 other = pointDeltas(surface, right, mirror.points.size());
    double ownSquares = 0.0, otherSquares = 0.0, products = 0.0, all = 0.0;
    for (size_t point = 0; point < own.size(); ++point) {
        all += static_cast<double>(glm::dot(own[point], own[point]));
        const uint32_t partner = mirror.partners[point];
        if (partner == MirroredSurface::kNone) continue;
        glm::vec3 image = own[point];
        image[mirror.axis] = -image[mirror.axis];
        ownSquares += static_cast<double>(glm::dot(image, image));
        otherSquares += static_cast<double>(glm::dot(other[partner], other[partner]));
        products += static_cast<double>(glm::dot(image, other[partner]));
    }
    if (!(ownSquares > 0.0) || !(otherSquares > 0.0) || ownSquares < 0.5 * all) return std::nullopt;
    return MorphTwins{left, right, products / std::sqrt(ownSquares * otherSquares),
                      std::sqrt(ownSquares / otherSquares)};
}

}  // namespace

void checkMorphTwins(MorphGroup& morphs) {
    const MorphedSurface& surface = morphs.surface;
    std::map<std::string, size_t> byName;
    for (size_t target = 0; target < surface.targetCount; ++target)
        if (!morphs.isExplained(target)) byName.emplace(surface.nameOf(target), target);
    std::vector<std::pair<size_t, size_t>> named;
    for (const auto& [name, target] : byName)
        if (sideWordOf(name).side == FigureSide::left)
            if (const auto twin = byName.find(mirroredName(name)); twin != byName.end())
                named.emplace_back(target, twin->second);
    if (named.empty()) return;
    const MirroredSurface mirror = mirroredSurface(surface.checked, surface.group);
    if (mirror.share < 0.5) return;
    std::vector<MorphTwins> pairs;
    for (const auto& [left, right] : named)
        if (const std::optional<MorphTwins> pair = compared(surface, mirror, left, right)) pairs.push_back(*pair);
    const auto mirrored = static_cast<size_t>(
        std::ranges::count_if(pairs, [](const MorphTwins& pair) { return pair.cosine > double{kSurface.nearlyAll}; }));
    for (const MorphTwins& pair : pairs) {
        const Measured times = measured(std::max(pair.strength, 1.0 / pair.strength), "times");
        const bool isStronger = pair.strength > 1.0;
        if (pair.cosine < -double{kSurface.unlike})
            morphs.add("morph-unlike-twin", Severity::warning, pair.left, "moves the opposite way of {}", {},
                       pair.right);
        else if (pair.cosine > double{kSurface.nearlyAll} && times.figure.value > double{kSurface.otherStrength})
            morphs.add("morph-unlike-twin", Severity::warning, isStronger ? pair.left : pair.right,
                       "moves vertices " + times.text + " as far as {}", {}, isStronger ? pair.right : pair.left);
        else if (pair.cosine < double{kSurface.unlike} && 2 * mirrored >= pairs.size())
            morphs.add("morph-unlike-twin", Severity::info, pair.left,
                       "is no mirror image of {}, unlike " + counted(mirrored, "other pair", "other pairs"), {},
                       pair.right);
    }
}

}  // namespace sinew
