#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <glm/common.hpp>

#include "check/checks.h"
#include "check/surface.h"

namespace sinew {
namespace {

constexpr size_t kMinTriangles = 60;
constexpr size_t kMinValues = 40;    // unequal ones along an axis: fewer are a palette, or the corners of a texture
constexpr double kAsFarApart = 0.8;  // of two vertices anywhere: two vertices of a triangle
constexpr size_t kMostSampled = 1u << 14;  // triangles

/// How far the values of two vertices of a triangle are apart in the mean, as a share of two vertices anywhere, along
/// the axis in which that is least: far below 1 wherever values belong to the surface, about 1 if they are in another
/// order than the vertices. A triangle may well span a texture along one axis. Nothing where there are too few values
/// to tell.
std::optional<double> scatterOf(const SkinnedMesh& mesh, const std::function<glm::vec3(uint32_t)>& valueAt) {
    const size_t triangles = mesh.triangleCount();
    if (triangles < kMinTriangles) return std::nullopt;
    std::array<std::set<float>, 3> values;
    glm::dvec3 within(0.0), anywhere(0.0);
    const size_t stride = triangles / kMostSampled + 1;
    const size_t far = triangles / 2 + triangles / 7;  // triangles on in the file: elsewhere in the mesh
    for (size_t triangle = 0; triangle < triangles; triangle += stride)
        for (size_t corner = 0; corner < 3; ++corner) {
            const glm::vec3 own = valueAt(mesh.indices[3 * triangle + corner]);
            const size_t other = (triangle + far + 17 * corner) % triangles, next = (corner + 1) % 3;
            within += glm::dvec3(glm::abs(own - valueAt(mesh.indices[3 * triangle + next])));
            anywhere += glm::dvec3(glm::abs(own - valueAt(mesh.indices[3 * other + next])));
            for (int axis = 0; axis < 3; ++axis)
                if (auto& known = values[static_cast<size_t>(axis)]; known.size() < kMinValues) known.insert(own[axis]);
        }
    std::optional<double> least;
    for (int axis = 0; axis < 3; ++axis) {
        if (values[static_cast<size_t>(axis)].size() < kMinValues || !std::isfinite(within[axis]) ||
            !(anywhere[axis] > 0.0))
            continue;
        least = std::min(least.value_or(std::numeric_limits<double>::max()), within[axis] / anywhere[axis]);
    }
    return least;
}

class OrderCheck {
  public:
    OrderCheck(const std::string& group, const SkinnedMesh& mesh, std::vector<Finding>& findings)
        : group_(group), mesh_(mesh), findings_(findings) {}

    void run() {
        look("texture coordinates", [&](uint32_t v) { return glm::vec3(mesh_.uvs[v], 0.0f); });
        look("vertex colors", [&](uint32_t v) { return glm::vec3(mesh_.colors[v]); });
        for (size_t t = 0; t < mesh_.morphTargets.size(); ++t) {
            const MorphTarget& target = mesh_.morphTargets[t];
            if (target.deltas.size() < kMinValues) continue;
            std::vector<glm::vec3> deltas(mesh_.vertexCount(), glm::vec3(0.0f));
            for (const MorphDelta& delta : target.deltas)
                deltas[delta.vertex] = delta.position;
            const std::string name = target.name.empty() ? std::to_string(t) : "'" + target.name + "'";
            look("deltas of morph target " + name, [&](uint32_t v) { return deltas[v]; });
        }
    }

  private:
    void look(const std::string& what, const std::function<glm::vec3(uint32_t)>& valueAt) {
        const std::optional<double> scatter = scatterOf(mesh_, valueAt);
        if (!scatter || *scatter < kAsFarApart) return;
        const Measured share = measuredShare(*scatter, "what two vertices anywhere are apart");
        findings_.push_back({"values-scattered", Severity::info, group_,
                             "has " + what + " in no order: within a triangle they differ by " + share.text,
                             share.figure});
    }

    const std::string& group_;
    const SkinnedMesh& mesh_;
    std::vector<Finding>& findings_;
};

}  // namespace

std::vector<Finding> checkVertexOrder(const CheckedModel& checked) {
    std::vector<Finding> findings;
    for (const MeshGroup& group : checked.groups)
        for (const uint32_t instance : group.instances)
            OrderCheck(group.name, checked.model.meshes[checked.model.instances[instance].mesh], findings).run();
    return findings;
}

}  // namespace sinew
