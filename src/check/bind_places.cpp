#include "check/bind_places.h"

#include <algorithm>
#include <functional>
#include <map>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "check/bones.h"
#include "model/cpu_skinning.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr size_t kMostBoneLines = 32;  // from a bone; around more of them only their box counts, which takes no time

float awayFromLine(const glm::vec3& from, const glm::vec3& to, const glm::vec3& place) {
    const glm::vec3 way = to - from;
    const float squared = glm::dot(way, way);
    const float share = squared > 0.0f ? std::clamp(glm::dot(place - from, way) / squared, 0.0f, 1.0f) : 0.0f;
    return glm::distance(place, from + share * way);
}

}  // namespace

BindPlaces::BindPlaces(const Model& model)
    : model_(model),
      worldFromNode_(worldFromNodeInBindPose(model_, glm::mat4(1.0f))),
      isBone_(boneNodes(model_)),
      below_(model_.hierarchy.size()) {
    std::vector<std::vector<uint32_t>> ends(below_.size());
    std::vector<bool> carriesMesh(below_.size());
    for (const MeshInstance& instance : model_.instances)
        carriesMesh[instance.node] = true;
    for (uint32_t node = 0; node < below_.size(); ++node) {
        const int32_t parent = model_.hierarchy.parents[node];
        if (parent == kNoParent) continue;
        if (isBone_[node])
            below_[static_cast<size_t>(parent)].push_back(node);
        else if (!carriesMesh[node])
            ends[static_cast<size_t>(parent)].push_back(node);
    }
    for (size_t node = 0; node < below_.size(); ++node)
        if (below_[node].empty()) below_[node] = std::move(ends[node]);
    for (uint32_t node = 0; node < below_.size(); ++node) {
        if (below_[node].size() <= kMostBoneLines) continue;
        Box& box = boxes_[node];
        box.add(joint(node));
        for (const uint32_t child : below_[node])
            box.add(joint(child));
    }
}

float BindPlaces::away(uint32_t node, const glm::vec3& place) const {
    if (below_[node].size() > kMostBoneLines) {
        const Box& box = boxes_.at(node);
        return glm::distance(place, glm::clamp(place, box.min, box.max));
    }
    float least = glm::distance(joint(node), place);
    for (const uint32_t child : below_[node])
        least = std::min(least, awayFromLine(joint(node), joint(child), place));
    return least;
}

size_t BindPlaces::lines(uint32_t node) const {
    return below_[node].size() > kMostBoneLines ? 1 : 1 + below_[node].size();
}

glm::vec3 BindPlaces::middle(uint32_t node) const {
    if (below_[node].empty()) return joint(node);
    glm::vec3 sum(0.0f);
    for (const uint32_t child : below_[node])
        sum += 0.5f * (joint(node) + joint(child));
    return sum / static_cast<float>(below_[node].size());
}

std::vector<glm::vec3> BindPlaces::vertices(uint32_t instance) const {
    const MeshInstance& own = model_.instances[instance];
    const SkinnedMesh& mesh = model_.meshes[own.mesh];
    std::vector<glm::mat4> palette(own.bones.size());
    writePalette(own.bones, worldFromNode_, palette);
    std::vector<glm::vec3> places;
    places.reserve(mesh.vertexCount());
    for (size_t v = 0; v < mesh.vertexCount(); ++v)
        places.push_back(skinnedPosition(mesh, v, palette));
    return places;
}

std::vector<BoundPoint> boundPointsOf(const Model& model, const BindPlaces& places, const Surface& surface) {
    std::map<uint32_t, std::vector<glm::vec3>> vertices;  // by instance
    std::vector<BoundPoint> points;
    for (const Surface::Corner& corner : surface.corners) {
        if (corner.point >= points.size()) points.resize(size_t{corner.point} + 1);
        if (points[corner.point].mesh) continue;
        const auto [known, isNew] = vertices.try_emplace(corner.instance);
        if (isNew) known->second = places.vertices(corner.instance);
        const MeshInstance& instance = model.instances[corner.instance];
        points[corner.point] = {&model.meshes[instance.mesh], &instance, corner.vertex, known->second[corner.vertex]};
    }
    return points;
}

std::vector<HeldBy> holdersOf(const BoundPoint& point) {
    std::vector<HeldBy> holders;
    forEachInfluence(*point.mesh, point.vertex, [&](uint16_t bone, uint16_t weight) {
        const uint32_t node = point.instance->bones[bone].node;
        const float share = static_cast<float>(weight) / static_cast<float>(kWeightOne);
        const auto known = std::ranges::find(holders, node, &HeldBy::node);
        if (known == holders.end())
            holders.push_back({node, share});
        else
            known->weight += share;
    });
    std::ranges::stable_sort(holders, std::greater<>(), &HeldBy::weight);
    return holders;
}

std::map<uint32_t, HeldPlaces> heldPlaces(const std::vector<BoundPoint>& points) {
    std::map<uint32_t, HeldPlaces> held;
    for (const BoundPoint& point : points)
        if (point.mesh)
            for (const auto& [node, weight] : holdersOf(point))
                held[node].add({weight * point.at, weight});
    return held;
}

}  // namespace sinew
