#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <glm/common.hpp>

#include "check/checks.h"

namespace sinew {
namespace {

constexpr size_t kMinScattered = 24;     // triangles
constexpr double kMostScattered = 0.7;   // of the triangles: "values-scattered" of all of them
constexpr float kFarColors = 0.47f;      // mean of the edges of a triangle: sum of the channels
constexpr float kFarHues = 0.31f;        // the same: how far the steps of the channels are from each other
constexpr float kLeastFar = 0.15f;       // of each edge: at the border of two colors, some corners have the same
constexpr float kSmoothEdge = 0.12f;     // mean of an edge of the other triangles
constexpr double kLeastOwnColors = 0.7;  // of the corners: painted ones have the colors of others

/// How the colors at the corners of a triangle differ, in the mean of its edges.
struct ColorSteps {
    float all = 0.0f, hues = 0.0f;
    float least = 3.0f;  ///< of the edges

    bool isScattered() const { return all > kFarColors && hues > kFarHues && least > kLeastFar; }
};

ColorSteps stepsOf(const SkinnedMesh& mesh, size_t triangle) {
    ColorSteps steps;
    for (size_t corner = 0; corner < 3; ++corner) {
        const glm::vec3 step(mesh.colors[mesh.indices[3 * triangle + corner]] -
                             mesh.colors[mesh.indices[3 * triangle + (corner + 1) % 3]]);
        const float sum = std::abs(step.r) + std::abs(step.g) + std::abs(step.b);
        steps.all += sum / 3.0f;
        steps.hues += (std::abs(step.r - step.g) + std::abs(step.g - step.b)) / 3.0f;
        steps.least = std::min(steps.least, sum);
    }
    return steps;
}

void checkColors(const std::string& group, const SkinnedMesh& mesh, std::vector<Finding>& findings) {
    if (mesh.colors.size() != mesh.vertexCount()) return;
    std::set<uint32_t> vertices;
    std::set<std::tuple<float, float, float>> colors;
    size_t scattered = 0;
    double others = 0.0;
    for (size_t t = 0; t < mesh.triangleCount(); ++t) {
        const ColorSteps steps = stepsOf(mesh, t);
        if (!steps.isScattered()) {
            others += std::min(steps.all, kFarColors);
            continue;
        }
        ++scattered;
        for (size_t corner = 3 * t; corner < 3 * t + 3; ++corner) {
            const glm::vec4& color = mesh.colors[mesh.indices[corner]];
            if (vertices.insert(mesh.indices[corner]).second) colors.emplace(color.r, color.g, color.b);
        }
    }
    const auto all = static_cast<double>(mesh.triangleCount());
    if (scattered < kMinScattered || static_cast<double>(scattered) > kMostScattered * all) return;
    if (static_cast<double>(colors.size()) < kLeastOwnColors * static_cast<double>(vertices.size())) return;
    if (others > static_cast<double>(kSmoothEdge) * (all - static_cast<double>(scattered))) return;
    const Measured part = measuredPart(scattered, mesh.triangleCount(), "triangle", "triangles");
    findings.push_back({"colors-scattered", Severity::warning, group,
                        "has random vertex colors on " + part.text + ", and even ones elsewhere", part.figure});
}

}  // namespace

std::vector<Finding> checkScatteredColors(const CheckedModel& checked) {
    std::vector<Finding> findings;
    for (const MeshGroup& group : checked.groups)
        for (const uint32_t instance : group.instances)
            checkColors(group.name, checked.model.meshes[checked.model.instances[instance].mesh], findings);
    return findings;
}

}  // namespace sinew
