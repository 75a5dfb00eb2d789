#include "retarget/bone_tip.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include "animation/clip/ancestry.h"

namespace sinew {
namespace {

using Part = FigurePart;

constexpr uint32_t kMostOfVertex = kWeightOne / 2;
constexpr double kLonger = 1.3;   // along its axis than across it: a limb, not a block
constexpr double kOffAxis = 0.5;  // cosine: a mesh that lies beside its axis leads to its middle
constexpr double kNear = 1e-2;    // of the mesh's size: a bone in its middle leads nowhere
constexpr int kPowerSteps = 64;

/// The vertices that follow the node, in the world.
std::vector<glm::dvec3> pointsOf(const Model& model, const std::vector<glm::mat4>& reference, uint32_t node) {
    std::vector<glm::dvec3> points;
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        for (size_t vertex = 0; vertex < mesh.vertexCount(); ++vertex)
            forEachInfluence(mesh, vertex, [&](uint16_t bone, uint16_t weight) {
                const Bone& own = instance.bones[bone];
                const bool follows =
                    own.node == node || (!instance.skinned && isBelow(model.hierarchy.parents, own.node, node));
                if (weight <= kMostOfVertex || !follows) return;
                points.emplace_back(reference[own.node] * own.inverseBindMatrix *
                                    glm::vec4(mesh.positions[vertex], 1.0f));
            });
    }
    return points;
}

/// The eigenvector of the largest eigenvalue, by power iteration, and that value.
std::pair<glm::dvec3, double> principalAxis(const glm::dmat3& matrix) {
    glm::dvec3 axis(0.0);
    for (int column = 0; column < 3; ++column)
        if (glm::length(matrix[column]) > glm::length(axis)) axis = matrix[column];
    if (!(glm::length(axis) > 0.0)) return {axis, 0.0};
    for (int step = 0; step < kPowerSteps; ++step)
        axis = glm::normalize(matrix * axis);
    return {axis, glm::dot(axis, matrix * axis)};
}

/// The direction from `joint` along the points; 0 if it is unknown.
glm::dvec3 directionOf(const std::vector<glm::dvec3>& points, const glm::dvec3& joint) {
    glm::dvec3 low = points.front(), high = low;
    for (const glm::dvec3& point : points)
        low = glm::min(low, point), high = glm::max(high, point);
    const glm::dvec3 center = 0.5 * (low + high), away = center - joint;
    if (!(glm::length(away) > kNear * glm::length(high - low))) return glm::dvec3(0.0);
    glm::dmat3 spread(0.0);
    for (const glm::dvec3& point : points)
        spread += glm::outerProduct(point - center, point - center);
    const auto [axis, most] = principalAxis(spread);
    const auto next = principalAxis(spread - most * glm::outerProduct(axis, axis)).second;
    const double along = glm::dot(axis, glm::normalize(away));
    const bool isLong = most > kLonger * kLonger * next && std::abs(along) > kOffAxis;
    return isLong ? std::copysign(1.0, along) * axis : glm::normalize(away);
}

std::optional<BoneTip> endOfMesh(const Model& model, const std::vector<glm::mat4>& reference, uint32_t node) {
    const std::vector<glm::dvec3> points = pointsOf(model, reference, node);
    if (points.empty()) return std::nullopt;
    const glm::dvec3 joint(reference[node][3]), direction = directionOf(points, joint);
    double length = 0.0;
    for (const glm::dvec3& point : points)
        length = std::max(length, glm::dot(point - joint, direction));
    const glm::vec3 local(glm::inverse(reference[node]) * glm::vec4(glm::vec3(joint + length * direction), 1.0f));
    const bool isKnown = length > 0.0 && std::isfinite(local.x) && std::isfinite(local.y) && std::isfinite(local.z);
    return isKnown ? std::optional(BoneTip{node, local}) : std::nullopt;
}

std::optional<BoneTip> onlyChild(const NodeHierarchy& nodes, uint32_t node) {
    if (std::ranges::count(nodes.parents, static_cast<int32_t>(node)) != 1) return std::nullopt;
    const auto child = std::ranges::find(nodes.parents, static_cast<int32_t>(node));
    return BoneTip{static_cast<uint32_t>(child - nodes.parents.begin())};
}

}  // namespace

std::optional<BoneTip> tipOf(const Model& model, const std::vector<glm::mat4>& reference, const FigureBones& figure,
                             const BoneRole& role, uint32_t node) {
    constexpr std::array kArm{Part::hand, Part::lowerArm, Part::upperArm};
    constexpr std::array kLeg{Part::foot, Part::shin, Part::thigh};
    for (const auto& limb : {kArm, kLeg}) {
        const auto own = std::ranges::find(limb, role.part);
        if (own == limb.end() || own == limb.begin()) continue;
        for (auto end = limb.begin(); end != own; ++end)
            if (const auto found = figure.nodes.find({*end, role.side});
                found != figure.nodes.end() && isBelow(model.hierarchy.parents, found->second, node))
                return BoneTip{found->second};
        if (const auto end = endOfMesh(model, reference, node)) return end;
        return onlyChild(model.hierarchy, node);
    }
    return std::nullopt;
}

}  // namespace sinew
