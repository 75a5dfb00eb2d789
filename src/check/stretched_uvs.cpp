#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/surface.h"
#include "check/texels.h"

namespace sinew {
namespace {

constexpr size_t kMinStretched = 20;         // edges of triangles
constexpr double kLeastStretched = 0.005;    // of all edges
constexpr double kMostStretched = 0.15;      // the same: more belong to no unwrap at all
constexpr double kLongEdge = 0.08;           // of the texture
constexpr double kFarEdge = 0.2;             // the same: strips of hair have shorter ones
constexpr double kTimesUsual = 8.0;          // as long in the texture as is usual for its length in the mesh
constexpr double kLeastUnwrapped = 0.15;     // of the texture: the area of all other triangles
constexpr double kOneWay = 0.6;              // of the stretched edges: along the same move
constexpr double kToOnePoint = 0.6;          // of the stretched edges
constexpr double kMovesPerTexture = 10.0;    // steps in which moves are told apart
constexpr double kPlacesPerTexture = 500.0;  // the same of places

/// An edge of a triangle, in the texture.
struct UvEdge {
    glm::dvec2 from{0.0}, to{0.0};
    double length = 0.0;
    double density = 0.0;  ///< its length relative to that in the mesh
};

using GridPlace = std::pair<int64_t, int64_t>;

GridPlace onGrid(const glm::dvec2& at, double stepsPerTexture) {
    return {std::llround(at.x * stepsPerTexture), std::llround(at.y * stepsPerTexture)};
}

/// A move within one texture, as if it repeated; the same for an edge from either end.
glm::dvec2 wrapped(const glm::dvec2& move) {
    const glm::dvec2 within = move - glm::round(move);
    constexpr double kAlmostNone = 0.5 / kMovesPerTexture;
    const bool isBack = within.x < -kAlmostNone || (within.x < kAlmostNone && within.y < 0.0);
    return isBack ? -within : within;
}

/// The edges of a mesh group's triangles that reach too far in the texture.
class StretchedEdges {
  public:
    StretchedEdges(const CheckedModel& checked, const MeshGroup& group) {
        for (const uint32_t instance : group.instances) {
            const SkinnedMesh& mesh = checked.model.meshes[checked.model.instances[instance].mesh];
            const auto& use = checked.model.materials[mesh.material].texture(TextureSlot::baseColor);
            if (const auto* const uvs = use ? uvsFor(*use, mesh) : nullptr) add(mesh, *uvs);
        }
        if (edges_.empty()) return;
        const auto middle = edges_.begin() + static_cast<std::ptrdiff_t>(edges_.size() / 2);
        std::ranges::nth_element(edges_, middle, {}, &UvEdge::density);
        usual_ = middle->density;
    }

    /// Those that lead to one point of the texture, if nearly all of the stretched ones do.
    std::optional<size_t> toOnePoint() const {
        const std::vector<UvEdge> stretched = longerThan(kLongEdge);
        std::map<GridPlace, size_t> ends;
        for (const UvEdge& edge : stretched)
            ++ends[onGrid(edge.from, kPlacesPerTexture)], ++ends[onGrid(edge.to, kPlacesPerTexture)];
        size_t most = 0;
        for (const auto& [place, count] : ends)
            most = std::max(most, count);
        return areOdd(stretched, most, kToOnePoint) ? std::optional(most) : std::nullopt;
    }

    /// Those that lead the same way, over the same length, if most of the stretched ones do. Some may lead across the
    /// texture, where the coordinates were brought back into it.
    std::optional<size_t> oneWay() const {
        const std::vector<UvEdge> stretched = longerThan(kFarEdge);
        std::map<GridPlace, size_t> moves;
        for (const UvEdge& edge : stretched)
            ++moves[onGrid(wrapped(edge.to - edge.from), kMovesPerTexture)];
        const auto countOf = [&](const GridPlace& move) {
            const auto found = moves.find(move);
            return found == moves.end() ? size_t{0} : found->second;
        };
        const auto around = [&](const GridPlace& move) {
            size_t count = 0;
            for (const int64_t x : {-1, 0, 1})
                for (const int64_t y : {-1, 0, 1})
                    count += countOf({move.first + x, move.second + y});
            return count;
        };
        size_t most = 0;
        for (const auto& [move, count] : moves)
            if (std::max(std::abs(move.first), std::abs(move.second)) > 1) most = std::max(most, around(move));
        const size_t together = most + around({0, 0});
        return most >= kMinStretched / 2 && areOdd(stretched, together, kOneWay) ? std::optional(together)
                                                                                 : std::nullopt;
    }

  private:
    void add(const SkinnedMesh& mesh, const std::vector<glm::vec2>& uvs) {
        for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3)
            for (size_t corner = 0; corner < 3; ++corner)
                addEdge(mesh, uvs, mesh.indices[i + corner], mesh.indices[i + (corner + 1) % 3],
                        mesh.indices[i + (corner + 2) % 3]);
    }

    void addEdge(const SkinnedMesh& mesh, const std::vector<glm::vec2>& uvs, uint32_t one, uint32_t other,
                 uint32_t third) {
        const glm::dvec2 from(uvs[one]), to(uvs[other]), beside(uvs[third]);
        const double inMesh = static_cast<double>(glm::distance(mesh.positions[one], mesh.positions[other]));
        const double length = glm::distance(from, to);
        constexpr double kNone = 1e-6;
        if (!(inMesh > 0.0) || !(length > kNone) || !std::isfinite(length / inMesh)) return;
        edges_.push_back({from, to, length, length / inMesh});
        const double area = std::abs((to - from).x * (beside - from).y - (to - from).y * (beside - from).x) / 2.0;
        areas_.push_back(area / 3.0);
        longest_.push_back(std::max({length, glm::distance(to, beside), glm::distance(beside, from)}));
    }

    std::vector<UvEdge> longerThan(double least) const {
        std::vector<UvEdge> some;
        for (const UvEdge& edge : edges_)
            if (edge.length > least && edge.density > kTimesUsual * usual_) some.push_back(edge);
        return some;
    }

    /// Most of the figure is unwrapped evenly, and a few edges are stretched, of which `alike` have the same reason.
    bool areOdd(const std::vector<UvEdge>& stretched, size_t alike, double leastAlike) const {
        const auto some = static_cast<double>(stretched.size()), all = static_cast<double>(edges_.size());
        return stretched.size() >= kMinStretched && some >= kLeastStretched * all && some <= kMostStretched * all &&
               static_cast<double>(alike) >= leastAlike * some && evenArea() >= kLeastUnwrapped;
    }

    /// Of the texture, without triangles that are as long as stretched ones.
    double evenArea() const {
        double area = 0.0;
        for (size_t i = 0; i < areas_.size(); ++i)
            if (longest_[i] <= kLongEdge * 2.0) area += areas_[i];
        return area;
    }

    std::vector<UvEdge> edges_;
    std::vector<double> areas_, longest_;  ///< of the triangles of the edges: a third of each for each edge
    double usual_ = 0.0;                   ///< the median density
};

}  // namespace

std::vector<Finding> checkStretchedUvs(const CheckedModel& checked) {
    std::vector<Finding> findings;
    for (const MeshGroup& group : checked.groups) {
        if (!group.skinned) continue;
        const StretchedEdges stretched(checked, group);
        if (const auto collapsed = stretched.toOnePoint()) {
            const Measured count = measuredCount(*collapsed, "edge", "edges");
            findings.push_back({"uvs-torn", Severity::warning, group.name,
                                "has texture coordinates that collapsed to one point, to which " + count.text +
                                    " of its triangles reach across the texture",
                                count.figure});
        } else if (const auto moved = stretched.oneWay()) {
            const Measured count = measuredCount(*moved, "edge", "edges");
            findings.push_back({"uvs-torn", Severity::warning, group.name,
                                "has a part with texture coordinates that were moved: " + count.text +
                                    " of its triangles reach across the texture to it",
                                count.figure});
        }
    }
    return findings;
}

}  // namespace sinew
