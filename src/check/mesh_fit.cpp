#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "check/bones.h"
#include "check/checks.h"
#include "check/surface.h"
#include "model/bounds.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr size_t kLeastVertices = 6;  // of a bone, that it moves by more than half
constexpr size_t kFewPairs = 6;       // bones with that many vertices: they tell how the mesh is turned
constexpr size_t kManyPairs = 8;      // they tell how large it is, and where
constexpr float kAlike = 0.9f;        // correlation of the places of bones and of what they move
constexpr float kUnlike = 0.8f;       // the same: the mesh may be turned
constexpr float kBetter = 0.12f;      // by so much it is larger for other axes
constexpr float kSizesApart = 1.5f;   // times
constexpr float kBesideBones = 0.6f;  // of the mean distance of the bones from their middle

/// A bone in the bind pose, and the middle of the vertices that follow it. Both in the space of the mesh.
struct BonePlace {
    glm::vec3 bone{0.0f}, vertices{0.0f};
};

std::vector<BonePlace> placesOf(const CheckedModel& checked, const MeshGroup& group) {
    struct Sum {
        glm::vec3 positions{0.0f};
        size_t count = 0;
        glm::mat4 inverse{1.0f};
    };
    std::map<uint32_t, Sum> sums;  // by node
    for (const uint32_t index : group.instances) {
        const MeshInstance& instance = checked.model.instances[index];
        const SkinnedMesh& mesh = checked.model.meshes[instance.mesh];
        for (size_t vertex = 0; vertex < mesh.vertexCount(); ++vertex) {
            const Influences& influences = mesh.influences[vertex];
            if (influences.weights[0] <= kWeightOne / 2) continue;
            const Bone& bone = instance.bones[influences.bones[0]];
            Sum& sum = sums[bone.node];
            sum.positions += mesh.positions[vertex], ++sum.count, sum.inverse = bone.inverseBindMatrix;
        }
    }
    std::vector<BonePlace> places;
    for (const auto& [node, sum] : sums) {
        const float volume = glm::determinant(glm::mat3(sum.inverse));
        if (sum.count < kLeastVertices || !std::isfinite(volume) || volume == 0.0f) continue;
        places.push_back({glm::vec3(glm::inverse(sum.inverse)[3]), sum.positions / static_cast<float>(sum.count)});
    }
    return places;
}

/// How the places of bones and of their vertices vary.
struct PlaceFit {
    glm::mat3 both{0.0f};                 ///< covariances
    float bones = 0.0f, vertices = 0.0f;  ///< root mean square distances from their middles
    float offset = 0.0f;                  ///< between their middles

    /// The correlation, once the bones are turned.
    float correlation(const glm::mat3& turn) const {
        const glm::mat3 turned = both * glm::transpose(turn);
        return (turned[0][0] + turned[1][1] + turned[2][2]) / (bones * vertices);
    }
};

PlaceFit fitOf(std::span<const BonePlace> places) {
    BonePlace middle;
    const float share = 1.0f / static_cast<float>(places.size());
    for (const BonePlace& place : places)
        middle.bone += share * place.bone, middle.vertices += share * place.vertices;
    PlaceFit fit{.offset = glm::distance(middle.bone, middle.vertices)};
    for (const BonePlace& place : places) {
        const glm::vec3 bone = place.bone - middle.bone, vertices = place.vertices - middle.vertices;
        fit.both += share * glm::outerProduct(vertices, bone);
        fit.bones += share * glm::dot(bone, bone), fit.vertices += share * glm::dot(vertices, vertices);
    }
    fit.bones = std::sqrt(fit.bones), fit.vertices = std::sqrt(fit.vertices);
    return fit;
}

/// A mirrored axis of the mesh, or a quarter or half a turn about one, with which its bones fit it.
std::optional<std::string> axesThatFit(const PlaceFit& fit, float most) {
    std::optional<std::string> best;
    for (int axis = 0; axis < 3; ++axis) {
        glm::mat3 mirror(1.0f);
        mirror[axis][axis] = -1.0f;
        if (const float correlation = fit.correlation(mirror); correlation > most)
            most = correlation, best = std::string("mirrored against its skeleton along its ") + "XYZ"[axis] + " axis";
    }
    for (int axis = 0; axis < 3; ++axis)
        for (int quarters = 1; quarters < 4; ++quarters) {
            const float cosine = quarters == 2 ? -1.0f : 0.0f, sine = quarters == 1   ? 1.0f
                                                                      : quarters == 3 ? -1.0f
                                                                                      : 0.0f;
            const int second = (axis + 1) % 3, third = (axis + 2) % 3;
            glm::mat3 turn(1.0f);
            turn[second][second] = turn[third][third] = cosine;
            turn[second][third] = sine, turn[third][second] = -sine;
            const float correlation = fit.correlation(turn);
            if (correlation < most) continue;
            most = correlation;
            best = std::string("turned against its skeleton by ") + (quarters == 2 ? "180" : "90") +
                   " degrees about its " + "XYZ"[axis] + " axis";
        }
    return best;
}

/// The diagonal of the box around the vertices of a mesh.
float bindDiagonal(const CheckedModel& checked, const MeshGroup& group) {
    Box box;
    for (const uint32_t index : group.instances)
        for (const glm::vec3& position : checked.model.meshes[checked.model.instances[index].mesh].positions)
            box.add(position);
    return box.diagonal();
}

void checkFit(const CheckedModel& checked, const MeshGroup& group, std::vector<Finding>& findings) {
    const std::vector<BonePlace> places = placesOf(checked, group);
    if (places.size() < kFewPairs) return;
    const PlaceFit fit = fitOf(places);
    if (!(fit.bones > 0.0f) || !(fit.vertices > 0.0f)) return;
    const bool areMany = places.size() >= kManyPairs;
    const float correlation = fit.correlation(glm::mat3(1.0f)), times = fit.vertices / fit.bones;
    const float offset = fit.offset / bindDiagonal(checked, group);
    const auto add = [&](const char* id, std::string message, std::optional<Figure> figure = {}) {
        findings.push_back({id, Severity::warning, group.name, std::move(message), std::move(figure)});
    };
    if (areMany && correlation > kAlike && (times > kSizesApart || times < 1.0f / kSizesApart)) {
        const Measured size = measured(static_cast<double>(times), "times");
        add("skin-unit", "is about " + size.text + " as large as the skeleton that it is bound to: another unit?",
            size.figure);
    } else if (const auto axes = axesThatFit(fit, std::max(kAlike, correlation + kBetter));
               axes && (correlation < kUnlike || (areMany && fit.offset > kBesideBones * fit.bones))) {
        add("skin-apart", "is " + *axes + ": were only its axes converted?");
    } else if (areMany && fit.offset > kBesideBones * fit.bones && std::isfinite(offset)) {
        const Measured away = measuredShare(static_cast<double>(offset), "the mesh's size");
        add("skin-apart", "lies beside its skeleton: its vertices are on average " + away.text + " from their bones",
            away.figure);
    }
}

}  // namespace

std::vector<Finding> checkMeshFit(const CheckedModel& checked) {
    std::vector<Finding> findings;
    if (!(checked.rest.size > 0.0f)) return findings;
    for (const MeshGroup& group : checked.groups)
        if (group.skinned) checkFit(checked, group, findings);
    return findings;
}

}  // namespace sinew
