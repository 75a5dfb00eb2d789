#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/found.h"
#include "check/surfaces/limits.h"
#include "check/surfaces/mirrored_surface.h"
#include "check/words.h"

namespace sinew {
namespace {

/// By node: the corners of triangles that it moves most.
std::vector<size_t> cornersOfBones(const CheckedModel& checked) {
    std::vector<size_t> corners(checked.model.hierarchy.size());
    for (size_t i = 0; i < checked.model.instances.size(); ++i) {  // a mesh may be shown on both sides
        if (!checked.ofFigure[i]) continue;
        const MeshInstance& instance = checked.model.instances[i];
        const SkinnedMesh& mesh = checked.model.meshes[instance.mesh];
        for (const uint32_t vertex : mesh.indices)
            ++corners[instance.skinned ? instance.bones[mesh.influences[vertex].bones[0]].node : instance.node];
    }
    return corners;
}

/// The skinned mesh with most triangles; null if there is none.
const MeshGroup* largestSkin(const CheckedModel& checked) {
    const MeshGroup* largest = nullptr;
    size_t most = 0;
    for (const MeshGroup& group : checked.groups) {
        size_t own = 0;
        for (const uint32_t index : group.instances)
            own += checked.model.meshes[checked.model.instances[index].mesh].indices.size();
        if (group.skinned && own > most) most = own, largest = &group;
    }
    return largest;
}

/// True if about as many corners lie around the second bones of these pairs as around the first.
bool hasBothSides(const CheckedModel& checked, const std::vector<std::pair<uint32_t, uint32_t>>& sides) {
    glm::vec3 full(0.0f), empty(0.0f);
    for (const auto& [one, other] : sides) {
        full += glm::vec3(checked.rest.worldFromNode[one][3]);
        empty += glm::vec3(checked.rest.worldFromNode[other][3]);
    }
    const auto count = static_cast<float>(sides.size());
    if (glm::distance(full, empty) < kVisible.way * count * checked.rest.size) return false;
    size_t atFull = 0, atEmpty = 0;
    for (uint32_t i = 0; i < checked.model.instances.size(); ++i) {
        if (!checked.ofFigure[i]) continue;
        const std::vector<glm::vec3>& places = checked.restPositions(i);
        for (const uint32_t vertex : checked.model.meshes[checked.model.instances[i].mesh].indices)
            ++(glm::dot(places[vertex] - 0.5f / count * (full + empty), full - empty) > 0.0f ? atFull : atEmpty);
    }
    return areMoreThan(kSurface.most, atEmpty, atFull);
}

using Weights = std::map<uint32_t, uint32_t>;  // nodeWeights()

uint32_t mainOf(const Weights& weights) {
    return std::ranges::max_element(weights, {}, [](const auto& one) { return one.second; })->first;
}

/// What one side of a mirrored surface has for weights that the other one does not mirror.
class WeightSides {
  public:
    WeightSides(const CheckedModel& checked, const MeshGroup& group, const MirroredSurface& mirrored)
        : checked_(checked), mirrored_(mirrored), weights_(mirrored.points.size()) {
        const std::vector<Surface::Corner>& corners = checked.surfaceOf(group).corners;
        for (uint32_t p = 0; p < weights_.size(); ++p)
            if (mirrored.partners[p] != MirroredSurface::kNone)
                weights_[p] = nodeWeights(checked.model, corners[mirrored.corners[p]]);
        findTwins();
    }

    void check(const MeshGroup& group, std::vector<Finding>& findings) const {
        std::vector<float> all;
        size_t few = 0, other = 0;
        float farthest = 0.0f;
        uint32_t worst = 0;
        forEachPair([&](uint32_t p, uint32_t q) {
            if (q < p) return;
            const float unlike = 1.0f - shared(p, q);
            all.push_back(unlike);
            few += unlike < kSurface.many;
            other += unlike > kSurface.otherWeights;
            if (unlike > farthest) farthest = unlike, worst = p;
        });
        if (all.empty() || other < 2 || !areAtLeast(kSurface.nearlyAll, few, all.size()) ||
            medianOf(all) > kSurface.slight)
            return;
        const Measured points = measuredPart(other, all.size(), "point", "points");
        findings.push_back(Found("weights-uneven", Severity::info,
                                 {meshSubject(checked_.model, group), nodeSubject(mainOf(weights_[worst]))},
                                 points.text + " have other weights than their mirror images, most of all near bone {}",
                                 points.figure));
    }

  private:
    template <typename Visit>
    void forEachPair(const Visit& visit) const {
        for (uint32_t p = 0; p < weights_.size(); ++p)
            if (const uint32_t q = mirrored_.partners[p];
                q != MirroredSurface::kNone && !weights_[p].empty() && !weights_[q].empty())
                visit(p, q);
    }

    /// By bone, the one that moves most of the mirror images of its points.
    void findTwins() {
        std::map<uint32_t, std::map<uint32_t, size_t>> votes;
        forEachPair([&](uint32_t p, uint32_t q) { ++votes[mainOf(weights_[p])][mainOf(weights_[q])]; });
        for (const auto& [bone, others] : votes)
            twins_[bone] = std::ranges::max_element(others, {}, [](const auto& vote) { return vote.second; })->first;
    }

    float shared(uint32_t p, uint32_t q) const {
        Weights expected;
        for (const auto& [bone, weight] : weights_[p]) {
            const auto twin = twins_.find(bone);
            expected[twin == twins_.end() ? checked_.twins[bone].value_or(bone) : twin->second] += weight;
        }
        uint32_t sum = 0;
        for (const auto& [bone, weight] : expected)
            if (const auto own = weights_[q].find(bone); own != weights_[q].end()) sum += std::min(weight, own->second);
        return static_cast<float>(sum) / static_cast<float>(kWeightOne);
    }

    const CheckedModel& checked_;
    const MirroredSurface& mirrored_;
    std::vector<Weights> weights_;  ///< by point
    std::map<uint32_t, uint32_t> twins_;
};

}  // namespace

std::vector<Finding> checkSides(const CheckedModel& checked) {
    const Model& model = checked.model;
    const MeshGroup* const largest = largestSkin(checked);
    if (!largest) return {};
    const std::vector<size_t> corners = cornersOfBones(checked);
    std::vector<uint32_t> empty;
    std::vector<std::pair<uint32_t, uint32_t>> sides;  // a bone with triangles, and the one on the other side
    size_t pairs = 0, left = 0;
    for (uint32_t node = 0; node < corners.size(); ++node) {
        const std::optional<uint32_t> twin = checked.twins[node];
        if (!twin || corners[node] == 0 || corners[node] < corners[*twin]) continue;
        if (corners[node] == corners[*twin] && node > *twin) continue;
        ++pairs;
        if (areMoreThan(kSurface.unlike, corners[*twin], corners[node])) continue;
        left += sideWordOf(model.hierarchy.names[*twin]).side == FigureSide::left;
        empty.push_back(*twin);
        sides.emplace_back(node, *twin);
    }
    const auto areMost = [](size_t count, size_t all) { return areAtLeast(kSurface.most, count, all); };
    const bool isLeft = 2 * left > empty.size();
    if (empty.size() < kSurface.skeleton || !areMost(empty.size(), pairs) ||
        !areMost(isLeft ? left : empty.size() - left, empty.size()) || hasBothSides(checked, sides))
        return {};
    const Measured count = measuredPart(empty.size(), pairs, "bone", "bones");
    return {Found("mesh-halved", Severity::warning, with(meshSubject(model, *largest), nodeSubjects(empty)),
                  "has few triangles or none on " + count.text + " of the " + (isLeft ? "left" : "right") +
                      " side, {...}, but many on those of the " + (isLeft ? "right" : "left"),
                  count.figure)};
}

std::vector<Finding> checkMirroredWeights(const CheckedModel& checked) {
    std::vector<Finding> findings;
    for (const MeshGroup& group : checked.groups) {
        if (!group.skinned) continue;
        const MirroredSurface mirrored = mirroredSurface(checked, group);
        if (mirrored.points.size() >= kSurface.mirroredPoints && mirrored.share >= double{kSurface.most})
            WeightSides(checked, group, mirrored).check(group, findings);
    }
    return findings;
}

}  // namespace sinew
