#include "match/vertices.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

namespace sinew {
namespace {

const SkinnedMesh& meshOf(const Model& model, const VertexPlace& place) {
    return model.meshes[model.instances[place.instance].mesh];
}

/// How much of the weight of two vertices is on nodes of different names, from 0 to 1.
float weightDifference(const Model& own, const VertexPlace& place, const Model& other, const VertexPlace& otherPlace) {
    std::map<std::string_view, float> difference;
    const auto add = [&](const Model& model, const VertexPlace& at, float sign) {
        const MeshInstance& instance = model.instances[at.instance];
        forEachInfluence(meshOf(model, at), at.vertex, [&](uint32_t bone, uint16_t weight) {
            difference[model.hierarchy.names[instance.bones[bone].node]] +=
                sign * static_cast<float>(weight) / kWeightOne;
        });
    };
    add(own, place, 1.0f);
    add(other, otherPlace, -1.0f);
    float sum = 0.0f;
    for (const auto& [name, weight] : difference)
        sum += std::abs(weight);
    return sum / 2.0f;
}

/// A hash grid of the vertices of a model.
class VertexGrid {
  public:
    VertexGrid(const Model& model, const InstancePositions& positions, float tolerance)
        : model_(model), positions_(positions), tolerance_(tolerance) {
        for (uint32_t instance = 0; instance < positions.size(); ++instance)
            for (uint32_t vertex = 0; vertex < positions[instance].size(); ++vertex)
                cells_[keyOf(cellOf(positions[instance][vertex]))].push_back({instance, vertex});
    }

    /// Returns the vertex within the tolerance that is most like one of another model, by the distance in tolerances,
    /// plus that of texture coordinates and of weights: parts of a figure may lie upon each other.
    std::optional<VertexPlace> nearest(const Model& other, const VertexPlace& wanted, const glm::vec3& position) const {
        const glm::vec2& uv = meshOf(other, wanted).uvs[wanted.vertex];
        std::optional<VertexPlace> best;
        float least = std::numeric_limits<float>::max();
        const Cell middle = cellOf(position);
        for (int64_t i = 0; i < 27; ++i) {
            const auto cell =
                cells_.find(keyOf({middle[0] + i % 3 - 1, middle[1] + i / 3 % 3 - 1, middle[2] + i / 9 - 1}));
            if (cell == cells_.end()) continue;
            for (const VertexPlace& place : cell->second) {
                const float distance = glm::distance(position, positions_[place.instance][place.vertex]);
                if (!(distance <= tolerance_)) continue;
                float difference = distance / tolerance_ + glm::distance(uv, meshOf(model_, place).uvs[place.vertex]);
                if (difference >= least) continue;
                difference += weightDifference(model_, place, other, wanted);
                if (difference >= least) continue;
                least = difference;
                best = place;
                if (difference == 0.0f) return best;
            }
        }
        return best;
    }

  private:
    using Cell = std::array<int64_t, 3>;

    Cell cellOf(const glm::vec3& position) const {
        constexpr double kFarthest = 1e15;
        Cell cell{};
        for (size_t axis = 0; axis < cell.size(); ++axis) {
            const double place =
                static_cast<double>(position[static_cast<int>(axis)]) / static_cast<double>(tolerance_);
            if (std::isfinite(place))
                cell[axis] = static_cast<int64_t>(std::clamp(std::floor(place), -kFarthest, kFarthest));
        }
        return cell;
    }
    static uint64_t keyOf(const Cell& cell) {
        uint64_t key = 0;
        for (const int64_t place : cell)
            key = (key ^ static_cast<uint64_t>(place)) * 0x9e3779b97f4a7c15u;
        return key;
    }

    const Model& model_;
    const InstancePositions& positions_;
    float tolerance_;
    std::unordered_map<uint64_t, std::vector<VertexPlace>> cells_;
};

bool haveSameTriangles(const SkinnedMesh& own, const SkinnedMesh& other) {
    return own.vertexCount() == other.vertexCount() && own.indices == other.indices;
}

/// Whether some vertices of two meshes with the same triangles have the same weights.
bool haveSameWeights(const Model& own, uint32_t instance, const Model& other, uint32_t otherInstance) {
    constexpr uint32_t kLooks = 64;
    constexpr float kSame = 0.01f;
    const auto count = static_cast<uint32_t>(own.meshes[own.instances[instance].mesh].vertexCount());
    for (uint32_t vertex = 0; vertex < count; vertex += 1 + count / kLooks)
        if (weightDifference(own, {instance, vertex}, other, {otherInstance, vertex}) > kSame) return false;
    return true;
}

/// For each instance the one of the other model with the same triangles, and if there is one, the same weights; empty
/// where one has none.
std::vector<uint32_t> partnersOf(const Model& own, const Model& other) {
    std::vector<uint32_t> partners;
    std::vector<bool> isTaken(other.instances.size());
    size_t looks = 4096;  // at other instances
    if (own.instances.size() != other.instances.size()) return {};
    for (uint32_t i = 0; i < own.instances.size(); ++i) {
        const auto fits = [&](uint32_t j) {
            return !isTaken[j] &&
                   haveSameTriangles(own.meshes[own.instances[i].mesh], other.meshes[other.instances[j].mesh]);
        };
        std::optional<uint32_t> best;
        for (uint32_t step = 0; step < isTaken.size() && (!best || looks > 0); ++step, looks -= looks > 0) {
            const auto j = static_cast<uint32_t>((i + step) % isTaken.size());
            if (!fits(j)) continue;
            const bool isAlike = haveSameWeights(own, i, other, j);
            if (isAlike || !best) best = j;
            if (isAlike) break;
        }
        if (!best) return {};
        isTaken[*best] = true;
        partners.push_back(*best);
    }
    return partners;
}

VertexMatch matchByPartners(const InstancePositions& positions, const std::vector<uint32_t>& partners) {
    VertexMatch match{.by = MatchedBy::order, .pairs = {}};
    for (uint32_t instance = 0; instance < positions.size(); ++instance)
        for (uint32_t vertex = 0; vertex < positions[instance].size(); ++vertex)
            match.pairs.push_back({{instance, vertex}, {partners[instance], vertex}});
    return match;
}

VertexMatch matchByPosition(MatchedBy by, const Model& own, const InstancePositions& ownPositions, const Model& other,
                            const InstancePositions& otherPositions, float tolerance) {
    VertexMatch match{.by = by, .pairs = {}};
    const VertexGrid ownGrid(own, ownPositions, tolerance), otherGrid(other, otherPositions, tolerance);
    std::vector<std::vector<bool>> isTaken;
    for (const auto& positions : otherPositions)
        isTaken.emplace_back(positions.size());
    const auto forEach = [](const InstancePositions& positions, const auto& visit) {
        for (uint32_t instance = 0; instance < positions.size(); ++instance)
            for (uint32_t vertex = 0; vertex < positions[instance].size(); ++vertex) {
                const VertexPlace place{instance, vertex};
                visit(place, positions[instance][vertex]);
            }
    };
    forEach(ownPositions, [&](const VertexPlace& place, const glm::vec3& position) {
        if (const auto found = otherGrid.nearest(own, place, position)) {
            match.pairs.push_back({place, *found});
            isTaken[found->instance][found->vertex] = true;
        } else
            ++match.ownAlone;
    });
    forEach(otherPositions, [&](const VertexPlace& place, const glm::vec3& position) {
        if (isTaken[place.instance][place.vertex]) return;
        if (const auto found = ownGrid.nearest(other, place, position))
            match.pairs.push_back({*found, place});
        else
            ++match.otherAlone;
    });
    if (match.ownAlone + match.otherAlone > 0) match.pairs.clear();
    return match;
}

InstancePositions meshPositions(const Model& model) {
    InstancePositions positions;
    for (const MeshInstance& instance : model.instances)
        positions.push_back(model.meshes[instance.mesh].positions);
    return positions;
}

/// Scales the tolerance from the bounding box of the rest pose to that of the unskinned meshes.
float meshTolerance(const InstancePositions& rest, const InstancePositions& meshes, float tolerance) {
    const auto diagonal = [](const InstancePositions& all) {
        glm::vec3 least(std::numeric_limits<float>::max()), most(std::numeric_limits<float>::lowest());
        for (const auto& positions : all)
            for (const glm::vec3& position : positions) {
                least = glm::min(least, position);
                most = glm::max(most, position);
            }
        return glm::distance(least, most);
    };
    const float size = diagonal(rest);
    return size > 0.0f ? tolerance * diagonal(meshes) / size : tolerance;
}

}  // namespace

VertexMatch matchVertices(const Model& own, const InstancePositions& ownRest, const Model& other,
                          const InstancePositions& otherRest, float tolerance) {
    const std::vector<uint32_t> partners = partnersOf(own, other);
    if (!partners.empty()) {
        VertexMatch match = matchByPartners(ownRest, partners);
        // Instances of one mesh may have been reordered.
        if (std::ranges::all_of(match.pairs, [&](const VertexPair& pair) {
                return glm::distance(ownRest[pair.own.instance][pair.own.vertex],
                                     otherRest[pair.other.instance][pair.other.vertex]) <= tolerance;
            }))
            return match;
    }
    VertexMatch byRest = matchByPosition(MatchedBy::restPosition, own, ownRest, other, otherRest, tolerance);
    if (!byRest.pairs.empty()) return byRest;
    if (!partners.empty()) return matchByPartners(ownRest, partners);  // the rest pose was edited
    const InstancePositions ownMeshes = meshPositions(own), otherMeshes = meshPositions(other);
    VertexMatch byMesh = matchByPosition(MatchedBy::meshPosition, own, ownMeshes, other, otherMeshes,
                                         meshTolerance(ownRest, ownMeshes, tolerance));
    return byMesh.pairs.empty() ? byRest : byMesh;
}

}  // namespace sinew
