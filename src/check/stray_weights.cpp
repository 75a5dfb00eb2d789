#include "check/stray_weights.h"

#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "check/bones.h"
#include "check/surface.h"
#include "model/bounds.h"
#include "model/cpu_skinning.h"

namespace sinew {
namespace {

// Shares of the model's size.
constexpr float kFarVertex = 0.35f;    // from a vertex to a bone that moves it
constexpr float kFarBone = 0.5f;       // from a bone to the nearest vertex that it moves
constexpr float kCarriedFar = 0.15f;   // the same, of a mesh that follows this bone alone and lies around another one
constexpr float kApart = 0.04f;        // outside of the mesh's box: half of the bones
constexpr float kMostOfFigure = 0.5f;  // the mesh
constexpr float kIslandAway = 0.1f;    // from the bone that an island follows

constexpr float kTimesMedian = 4.0f;  // a stray vertex is so many times the bone's median distance away
constexpr size_t kMinApart = 4, kMinVertices = 4;
constexpr size_t kMinSmeared = 8;  // bones
constexpr uint32_t kGoodPart = kWeightOne / 4;
constexpr double kNearlyAllHeld = 0.8;                // of the vertices
constexpr double kOthersHold = 0.2;                   // of the weights
constexpr uint32_t kIsland = 12;                      // points at most
constexpr uint32_t kTimesIsland = 4;                  // a mesh has so many times the points of an island
constexpr uint32_t kFarSteps = 4;                     // in the skeleton
constexpr uint32_t kNotableWeight = kWeightOne / 20;  // less is hardly visible

/// A point that a bone notably moves, and how far away it is from that.
struct MovedPoint {
    uint32_t point;
    float away;
};

/// The points that each bone notably moves, however many vertices are there.
std::map<uint32_t, std::vector<MovedPoint>> movedPoints(const CheckedModel& checked, const MeshGroup& group) {
    std::map<uint32_t, std::vector<MovedPoint>> moved;
    std::vector<bool> isSeen;
    for (const Surface::Corner& corner : checked.surfaceOf(group).corners) {
        if (corner.point >= isSeen.size()) isSeen.resize(2 * size_t{corner.point} + 1);
        if (isSeen[corner.point]) continue;
        isSeen[corner.point] = true;
        const MeshInstance& instance = checked.model.instances[corner.instance];
        const glm::vec3& position = checked.restPositions(corner.instance)[corner.vertex];
        forEachInfluence(checked.model.meshes[instance.mesh], corner.vertex, [&](uint16_t bone, uint16_t weight) {
            const glm::vec3 boneAt(checked.rest.worldFromNode[instance.bones[bone].node][3]);
            if (weight >= kNotableWeight)
                moved[instance.bones[bone].node].push_back({corner.point, glm::distance(position, boneAt)});
        });
    }
    return moved;
}

/// The points that each point of a surface has an edge to.
class PointNeighbors {
  public:
    explicit PointNeighbors(const Surface& surface) {
        const auto forEachEdge = [&](const auto& visit) {
            for (uint32_t corner = 0; corner < surface.corners.size(); ++corner) {
                const uint32_t a = surface.corners[corner].point, b = surface.corners[Surface::next(corner)].point;
                visit(a, b), visit(b, a);
            }
        };
        uint32_t points = 0;
        for (const Surface::Corner& corner : surface.corners)
            points = std::max(points, corner.point + 1);
        starts_.resize(size_t{points} + 1);
        forEachEdge([&](uint32_t from, uint32_t) { ++starts_[from + 1]; });
        std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
        neighbors_.resize(starts_.back());
        std::vector<size_t> next(starts_.begin(), starts_.end() - 1);
        forEachEdge([&](uint32_t from, uint32_t to) { neighbors_[next[from]++] = to; });
    }

    std::span<const uint32_t> of(uint32_t point) const {
        return std::span(neighbors_).subspan(starts_[point], starts_[point + 1] - starts_[point]);
    }

  private:
    std::vector<size_t> starts_;
    std::vector<uint32_t> neighbors_;
};

/// How many of the points are farther away than the limit, except points connected to near ones by triangles of such
/// points: a coarse mesh has few points along a long bone.
size_t strayPoints(const PointNeighbors& neighbors, const std::vector<MovedPoint>& moved, float limit) {
    std::unordered_map<uint32_t, bool> isNear;  // by point that the bone moves
    std::vector<uint32_t> open;
    for (const MovedPoint& point : moved) {
        isNear[point.point] = point.away <= limit;
        if (point.away <= limit) open.push_back(point.point);
    }
    while (!open.empty()) {
        const uint32_t point = open.back();
        open.pop_back();
        for (const uint32_t other : neighbors.of(point))
            if (const auto found = isNear.find(other); found != isNear.end() && !std::exchange(found->second, true))
                open.push_back(other);
    }
    return static_cast<size_t>(std::ranges::count(isNear, false, [](const auto& point) { return point.second; }));
}

Box boxOf(const CheckedModel& checked, const MeshGroup& group) {
    Box box;
    for (const uint32_t index : group.instances)
        for (const glm::vec3& position : checked.restPositions(index))
            box.add(position);
    return box;
}

/// Shoes, hair, and faces are not.
bool isWholeFigure(const CheckedModel& checked, const Box& box) {
    return box.diagonal() >= kMostOfFigure * checked.rest.size;
}

/// Reports a mesh that lies elsewhere than the bones that move most of it.
bool isApart(const CheckedModel& checked, const MeshGroup& group, std::vector<Finding>& findings) {
    const auto& [model, rest] = std::tie(checked.model, checked.rest);
    const Box box = boxOf(checked, group);
    std::map<uint32_t, size_t> vertices;  // by bone
    for (const uint32_t index : group.instances) {
        const MeshInstance& instance = model.instances[index];
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        for (const Influences& influences : mesh.influences)
            if (influences.weights[0] > kWeightOne / 2) ++vertices[instance.bones[influences.bones[0]].node];
    }
    std::vector<float> away;
    for (const auto& [node, count] : vertices) {
        if (count < kMinVertices) continue;
        const glm::vec3 at(rest.worldFromNode[node][3]);
        away.push_back(glm::length(glm::max(glm::max(box.min - at, at - box.max), glm::vec3(0.0f))));
    }
    // Shoes end below the bones of the legs that move them.
    if (away.size() < kMinApart || !isWholeFigure(checked, box)) return false;
    const float median = medianOf(away);
    if (!(median > kApart * rest.size)) return false;
    const Measured far = measuredOfSize(median, rest.size);
    findings.push_back({"skin-apart", Severity::warning, group.name,
                        "lies elsewhere than its bones: half of them are at least " + far.text + " outside of it",
                        far.figure});
    return true;
}

/// Another bone than the mesh's own that rests inside of the box around it, where that one does not.
std::optional<uint32_t> boneInside(const CheckedModel& checked, const MeshGroup& group, uint32_t own) {
    const Box box = boxOf(checked, group);
    const auto isInside = [&](uint32_t node) {
        const glm::vec3 at(checked.rest.worldFromNode[node][3]);
        return glm::all(glm::greaterThan(at, box.min)) && glm::all(glm::lessThan(at, box.max));
    };
    if (isInside(own)) return std::nullopt;
    const std::vector<bool> isBone = boneNodes(checked.model);
    for (uint32_t node = 0; node < isBone.size(); ++node)
        if (isBone[node] && isInside(node)) return node;
    return std::nullopt;
}

void checkDistances(const CheckedModel& checked, const MeshGroup& group, std::vector<Finding>& findings) {
    const auto& [model, rest] = std::tie(checked.model, checked.rest);
    std::map<uint32_t, std::vector<MovedPoint>> moved = movedPoints(checked, group);
    const bool isRigid = moved.size() == 1;
    std::optional<PointNeighbors> neighbors;
    for (auto& [node, own] : moved) {
        std::vector<float> distances;
        for (const MovedPoint& point : own)
            distances.push_back(point.away);
        const float median = medianOf(distances);
        const float nearest = std::ranges::min(distances), farthest = std::ranges::max(distances);
        const float limit = std::max(kFarVertex * rest.size, kTimesMedian * median);
        const std::string& bone = model.hierarchy.names[node];
        if (farthest > limit && !neighbors) neighbors.emplace(checked.surfaceOf(group));
        const size_t stray = farthest > limit ? strayPoints(*neighbors, own, limit) : 0;
        // A part that one bone carries lies around another one.
        const std::optional<uint32_t> nearer =
            isRigid && nearest > kCarriedFar * rest.size ? boneInside(checked, group, node) : std::nullopt;
        if (nearest > kFarBone * rest.size || nearer) {
            const Measured away = measuredOfSize(nearest, rest.size);
            findings.push_back({"bone-far", nearest > kFarBone * rest.size ? Severity::warning : Severity::info, bone,
                                "is " + away.text + " from the nearest vertex of '" + group.name + "' that it moves" +
                                    (nearer ? "; the mesh lies around '" + model.hierarchy.names[*nearer] + "'" : ""),
                                away.figure});
        } else if (stray > 0) {
            const Measured away = measuredOfSize(farthest, rest.size);
            findings.push_back({"weights-stray", Severity::warning, bone,
                                "moves " + counted(stray, "vertex", "vertices") + " of '" + group.name + "' up to " +
                                    away.text + " away; half of its vertices are within " +
                                    percent(static_cast<double>(median) / static_cast<double>(rest.size)),
                                away.figure});
        }
    }
}

/// A bone that holds a good part of nearly all vertices, although others move them, too.
void checkSmeared(const CheckedModel& checked, const MeshGroup& group, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    std::map<uint32_t, size_t> held;    // vertices of which a node holds a good part
    std::map<uint32_t, double> others;  // what other nodes hold of these, in vertices
    std::set<uint32_t> used;
    size_t all = 0;
    for (const uint32_t index : group.instances) {
        const MeshInstance& instance = model.instances[index];
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        all += mesh.vertexCount();
        for (size_t v = 0; v < mesh.vertexCount(); ++v)
            forEachInfluence(mesh, v, [&](uint16_t bone, uint16_t weight) {
                const uint32_t node = instance.bones[bone].node;
                if (weight >= kNotableWeight) used.insert(node);
                if (weight < kGoodPart) return;
                ++held[node];
                others[node] += 1.0 - static_cast<double>(weight) / static_cast<double>(kWeightOne);
            });
    }
    if (used.size() < kMinSmeared || !isWholeFigure(checked, boxOf(checked, group))) return;
    for (const auto& [node, count] : held) {
        const double most = static_cast<double>(all);
        if (static_cast<double>(count) < kNearlyAllHeld * most || others[node] < kOthersHold * most) continue;
        const Measured vertices = measuredPart(count, all, "vertex", "vertices");
        findings.push_back({"weights-smeared", Severity::warning, model.hierarchy.names[node],
                            "holds a quarter or more of " + vertices.text + " of '" + group.name + "', which " +
                                std::to_string(used.size() - 1) + " other bones move",
                            vertices.figure});
    }
}

/// Small islands of points that follow a bone far away in the skeleton, in the middle of points that follow others.
void checkIslands(const CheckedModel& checked, const MeshGroup& group, std::vector<Finding>& findings) {
    constexpr uint32_t kNoBone = ~0u;
    const Model& model = checked.model;
    const RestPose& rest = checked.rest;
    const Surface& surface = checked.surfaceOf(group);
    uint32_t points = 0;
    for (const Surface::Corner& corner : surface.corners)
        points = std::max(points, corner.point + 1);
    std::vector<uint32_t> bones(points, kNoBone), island(points);
    std::vector<const Surface::Corner*> corners(points, nullptr);
    for (const Surface::Corner& corner : surface.corners) {
        const MeshInstance& instance = model.instances[corner.instance];
        bones[corner.point] = instance.bones[model.meshes[instance.mesh].influences[corner.vertex].bones[0]].node;
        corners[corner.point] = &corner;
    }
    std::iota(island.begin(), island.end(), 0u);
    const auto islandOf = [&](uint32_t point) {
        while (island[point] != point)
            point = island[point] = island[island[point]];
        return point;
    };
    const auto forEachEdge = [&](const auto& visit) {
        for (uint32_t corner = 0; corner < surface.corners.size(); ++corner)
            visit(surface.corners[corner].point, surface.corners[Surface::next(corner)].point);
    };
    forEachEdge([&](uint32_t a, uint32_t b) {
        if (bones[a] == bones[b]) island[islandOf(a)] = islandOf(b);
    });
    // How near in the skeleton the bones around each island are.
    std::vector<uint32_t> sizes(points), nearest(points, kNoBone);
    for (uint32_t point = 0; point < points; ++point)
        ++sizes[islandOf(point)];
    forEachEdge([&](uint32_t a, uint32_t b) {
        for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)})
            if (const uint32_t own = islandOf(one); own != islandOf(other) && sizes[own] <= kIsland)
                nearest[own] =
                    std::min(nearest[own], stepsBetween(model.hierarchy, bones[one], bones[other], kFarSteps));
    });
    std::map<uint32_t, std::pair<size_t, float>> strays;  // by bone: points, and the largest distance
    for (uint32_t point = 0; point < points; ++point) {
        const uint32_t own = islandOf(point);
        if (nearest[own] != kFarSteps || sizes[own] * kTimesIsland > points) continue;
        const glm::vec3& place = checked.restPositions(corners[point]->instance)[corners[point]->vertex];
        const float away = glm::distance(place, glm::vec3(rest.worldFromNode[bones[point]][3]));
        if (away < kIslandAway * rest.size) continue;
        auto& [count, farthest] = strays[bones[point]];
        ++count;
        farthest = std::max(farthest, away);
    }
    for (const auto& [bone, stray] : strays) {
        const Measured away = measuredOfSize(stray.second, rest.size);
        findings.push_back({"weights-stray", Severity::warning, model.hierarchy.names[bone],
                            "moves " + counted(stray.first, "point", "points") + " of '" + group.name + "' " +
                                away.text + " away, in the middle of a surface that other bones move",
                            away.figure});
    }
}

}  // namespace

void checkStrayWeights(const CheckedModel& checked, const MeshGroup& group, std::vector<Finding>& findings) {
    if (!(checked.rest.size > 0.0f) || isApart(checked, group, findings)) return;
    checkDistances(checked, group, findings);
    checkSmeared(checked, group, findings);
    checkIslands(checked, group, findings);
}

}  // namespace sinew
