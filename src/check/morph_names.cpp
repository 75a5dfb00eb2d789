#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/morph_checks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr double kSurelyGrows = 0.15;    // of the deltas, along the normals
constexpr double kMovesWholeMesh = 0.9;  // of its points
constexpr double kKeepsArea = 0.03;      // change of the area
constexpr double kChangesArea = 0.08;    // the same with other axes
constexpr size_t kMinSizedPoints = 50;   // of the mesh

/// 1 for a target that is named for growth: "Fat"; -1 for "Thin"; 0 for others, and those of a face.
int growthNamed(const std::string& target) {
    if (isNamedLikeFace(target)) return 0;
    const std::vector<std::string> words = wordsOf(target);
    const bool grows = hasWord(words, {"fat", "fatter", "thick", "thicker", "big", "bigger", "large", "larger", "huge",
                                       "giant", "inflate", "inflated", "swollen", "obese", "chubby", "bulky"});
    const bool shrinks = hasWord(words, {"thin", "thinner", "slim", "slimmer", "skinny", "small", "smaller", "tiny",
                                         "narrow", "deflate", "deflated", "shrink", "shrunk"});
    return (grows ? 1 : 0) - (shrinks ? 1 : 0);
}

bool isNamedForSize(const std::string& target) {
    return growthNamed(target) != 0 ||
           (!isNamedLikeFace(target) &&
            hasWord(wordsOf(target), {"long", "longer", "tall", "taller", "short", "shorter", "wide", "wider", "length",
                                      "height", "width", "size"}));
}

/// Targets for growth that shrink the mesh, and the other way round.
void checkExchangedNames(MorphGroup& morphs) {
    if (!isOutsideOut(morphs)) return;
    std::optional<size_t> grown, shrunk;
    for (size_t target = 0; target < morphs.surface.targetCount(); ++target) {
        const int named = growthNamed(morphs.surface.nameOf(target));
        if (named == 0 || morphs.isExplained(target)) continue;
        const double outward = outwardShare(morphs, morphs.surface.deltasOf(target));
        if (named * outward > -kSurelyGrows) return;
        (named > 0 ? grown : shrunk) = target;
    }
    if (!grown || !shrunk) return;
    morphs.explain(*shrunk);
    morphs.add("morph-name", Severity::warning, *grown,
               "makes the mesh smaller, and '" + morphs.surface.nameOf(*shrunk) + "' makes it larger");
}

/// The area of the morphed mesh, as a multiple of its own.
double areaChange(const MorphGroup& morphs, const std::vector<glm::vec3>& deltas, const glm::mat3& turn) {
    const std::vector<Surface::Corner>& corners = morphs.checked.surfaceOf(morphs.group).corners;
    const std::vector<glm::vec3>& positions = morphs.surface.positions;
    double own = 0.0, morphed = 0.0;
    for (size_t first = 0; first + 2 < corners.size(); first += 3) {
        const uint32_t a = corners[first].point, b = corners[first + 1].point, c = corners[first + 2].point;
        const glm::vec3 ab = positions[b] - positions[a], ac = positions[c] - positions[a];
        own += static_cast<double>(glm::length(glm::cross(ab, ac)));
        morphed += static_cast<double>(
            glm::length(glm::cross(ab + turn * (deltas[b] - deltas[a]), ac + turn * (deltas[c] - deltas[a]))));
    }
    return own > 0.0 ? morphed / own : 1.0;
}

/// "Long" that only shears the mesh, but with other axes would change its size.
void checkNamedSizes(MorphGroup& morphs) {
    const size_t points = morphs.surface.positions.size();
    if (points < kMinSizedPoints) return;
    for (size_t target = 0; target < morphs.surface.targetCount(); ++target) {
        if (!isNamedForSize(morphs.surface.nameOf(target)) || morphs.isExplained(target)) continue;
        const std::vector<glm::vec3> deltas = morphs.surface.deltasOf(target);
        const auto still = std::ranges::count(deltas, glm::vec3(0.0f));
        if (static_cast<double>(still) > (1.0 - kMovesWholeMesh) * static_cast<double>(points) ||
            std::abs(areaChange(morphs, deltas, glm::mat3(1.0f)) - 1.0) > kKeepsArea)
            continue;
        double most = 0.0;
        for (const glm::mat3& turn : exchangedAxes())
            most = std::max(most, std::abs(areaChange(morphs, deltas, turn) - 1.0));
        if (most < kChangesArea) continue;
        morphs.add("morph-axes", Severity::warning, target,
                   "hardly changes the size of the mesh, unlike its name says; with its axes exchanged it would change "
                   "the area by " +
                       percent(most));
    }
}

}  // namespace

void checkMorphNames(MorphGroup& morphs) {
    if (morphs.surface.targetCount() == 0) return;
    checkNamedSizes(morphs);
    checkExchangedNames(morphs);
}

}  // namespace sinew
