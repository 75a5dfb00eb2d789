#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/surface.h"
#include "model/triangles.h"

namespace sinew {
namespace {

constexpr size_t kLeastPoints = 100;                  // of a mesh that is judged
constexpr size_t kMostSteps = 128;                    // along an axis: more are seen as smooth
constexpr float kSameStep = 0.05f;                    // of a step
constexpr double kPositionsCollapsed = 0.03;          // of the triangles: those of voxels do not collapse
constexpr size_t kVerticesEach = 8;                   // vertices for each step
constexpr float kScattered = 0.4f;                    // of the distance of two points anywhere
constexpr size_t kFarCorner = 7919;                   // a prime: from corner to corner all over the mesh
constexpr double kAlone = 0.9;                        // of the triangles
constexpr double kMostlyApart = 0.5;                  // of the triangles of all skinned meshes
constexpr size_t kMostAcross = 8;                     // triangles; more are a style
constexpr float kAcross = 0.3f;                       // of the distance of two points anywhere: the shortest side
constexpr float kTimesOthersAcross = 2.5f;            // the same, by that of all other triangles
constexpr float kBesideSmall = 0.45f;                 // of that: the longest side of other triangles at each corner
constexpr float kUnitLength = 1e-4f;                  // from a length of 1
constexpr double kManyUnits = 0.2, kMostUnits = 0.9;  // of the vertices

/// How many equal steps all values along an axis are apart; 0 if they are not. One value: 1.
size_t stepsAlong(const std::vector<glm::vec3>& positions, int axis) {
    std::vector<float> values;
    for (const glm::vec3& position : positions)
        values.push_back(position[axis]);
    if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); })) return 0;
    std::ranges::sort(values);
    const float extent = values.back() - values.front();
    if (!(extent > 0.0f)) return 1;
    if (!std::isfinite(extent)) return 0;
    const float same = extent / static_cast<float>(kMostSteps) / 16.0f;
    std::vector<float> gaps;
    for (size_t i = 1; i < values.size(); ++i)
        if (values[i] - values[i - 1] > same)
            gaps.push_back(values[i] - values[i - 1]);
        else if (values[i] - values[i - 1] > same * kSameStep)
            return 0;
    if (gaps.empty()) return 0;  // so many values that none is clearly apart from the next one
    const float step = std::ranges::min(gaps);
    const float steps = std::round(extent / step);
    if (steps > static_cast<float>(kMostSteps)) return 0;
    const auto isWhole = [&](float gap) { return std::abs(gap / step - std::round(gap / step)) < kSameStep; };
    return std::ranges::all_of(gaps, isWhole) ? static_cast<size_t>(steps) : 0;
}

double collapsedShare(const SkinnedMesh& mesh) {
    size_t collapsed = 0;
    for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3)
        collapsed += isDegenerate(mesh, &mesh.indices[i]);
    return static_cast<double>(collapsed) / static_cast<double>(std::max<size_t>(1, mesh.indices.size() / 3));
}

/// Reports positions on a grid of few points. Returns whether they are.
bool isCoarse(const SkinnedMesh& mesh, const std::string& name, std::vector<Finding>& findings) {
    size_t most = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const size_t steps = stepsAlong(mesh.positions, axis);
        if (steps == 0) return false;
        most = std::max(most, steps);
    }
    if (mesh.vertexCount() < kVerticesEach * most || collapsedShare(mesh) < kPositionsCollapsed) return false;
    const Measured steps = measuredCount(most, "step", "steps");
    findings.push_back({"positions-coarse", Severity::warning, name,
                        "has positions in " + steps.text + " along its longest side only, in which triangles collapse",
                        steps.figure});
    return true;
}

/// Reports a mesh of which many vertices, but not all, are at a distance of 1 from the origin, as normals are, and
/// alternate with the others, unlike those of a sphere.
void checkUnitLengths(const SkinnedMesh& mesh, const std::string& name, std::vector<Finding>& findings) {
    const auto isUnit = [](const glm::vec3& position) { return std::abs(glm::length(position) - 1.0f) < kUnitLength; };
    const auto count = static_cast<size_t>(std::ranges::count_if(mesh.positions, isUnit));
    const double share = static_cast<double>(count) / static_cast<double>(mesh.vertexCount());
    if (share < kManyUnits || share > kMostUnits) return;
    size_t changes = 0;
    for (size_t vertex = 1; vertex < mesh.vertexCount(); ++vertex)
        changes += isUnit(mesh.positions[vertex]) != isUnit(mesh.positions[vertex - 1]);
    if (changes < std::min(count, mesh.vertexCount() - count)) return;
    const Measured part = measuredPart(count, mesh.vertexCount(), "vertex", "vertices");
    findings.push_back({"positions-misread", Severity::warning, name,
                        part.text +
                            " are at a distance of exactly 1 from the origin, as normals are: was the stride of "
                            "the positions lost?",
                        part.figure});
}

glm::vec3 placeOf(const CheckedModel& checked, const Surface::Corner& corner) {
    return checked.model.meshes[checked.model.instances[corner.instance].mesh].positions[corner.vertex];
}

/// The median of the shortest sides of the triangles.
float usualSide(const CheckedModel& checked, const Surface& surface) {
    std::vector<float> sides;
    for (size_t first = 0; first + 2 < surface.corners.size(); first += 3) {
        const glm::vec3 a = placeOf(checked, surface.corners[first]), b = placeOf(checked, surface.corners[first + 1]),
                        c = placeOf(checked, surface.corners[first + 2]);
        sides.push_back(std::min({glm::distance(a, b), glm::distance(b, c), glm::distance(c, a)}));
    }
    return medianOf(sides);
}

/// The median distance of two corners from anywhere in the mesh.
float usualDistance(const CheckedModel& checked, const Surface& surface) {
    const size_t count = surface.corners.size();
    std::vector<float> distances;
    for (size_t corner = 0; corner < count; ++corner)
        distances.push_back(
            glm::distance(placeOf(checked, surface.corners[corner]),
                          placeOf(checked, surface.corners[(corner * kFarCorner + count / 2) % count])));
    return medianOf(distances);
}

/// The number of triangles with long sides only, between points that small triangles meet in.
size_t countAcross(const CheckedModel& checked, const Surface& surface, float anywhere) {
    struct Sides {
        float shortest, longest;
    };
    std::vector<Sides> triangles;
    std::vector<float> smallest;  // by point: the smallest longest side of its triangles
    for (size_t first = 0; first + 2 < surface.corners.size(); first += 3) {
        const glm::vec3 a = placeOf(checked, surface.corners[first]), b = placeOf(checked, surface.corners[first + 1]),
                        c = placeOf(checked, surface.corners[first + 2]);
        const auto [shortest, longest] = std::minmax({glm::distance(a, b), glm::distance(b, c), glm::distance(c, a)});
        triangles.push_back({shortest, longest});
        for (size_t corner = first; corner < first + 3; ++corner) {
            const size_t point = surface.corners[corner].point;
            if (point >= smallest.size()) smallest.resize(point + 1, std::numeric_limits<float>::infinity());
            smallest[point] = std::min(smallest[point], longest);
        }
    }
    size_t count = 0;
    float least = std::numeric_limits<float>::infinity(), others = 0.0f;  // shortest sides
    for (size_t i = 0; i < triangles.size(); ++i) {
        const float shortest = triangles[i].shortest;
        const auto isBesideSmall = [&](size_t corner) {
            return smallest[surface.corners[corner].point] < kBesideSmall * shortest;
        };
        if (shortest > kAcross * anywhere && isBesideSmall(3 * i) && isBesideSmall(3 * i + 1) &&
            isBesideSmall(3 * i + 2))
            ++count, least = std::min(least, shortest);
        else
            others = std::max(others, shortest);
    }
    if (least < kTimesOthersAcross * others) return 0;
    return count;
}

/// Triangles that share no corner with another one.
size_t countAlone(const Surface& surface) {
    uint32_t points = 0;
    for (const Surface::Corner& corner : surface.corners)
        points = std::max(points, corner.point + 1);
    std::vector<uint32_t> uses(points);
    for (const Surface::Corner& corner : surface.corners)
        ++uses[corner.point];
    size_t alone = 0;
    for (size_t first = 0; first + 2 < surface.corners.size(); first += 3) {
        const auto isAlone = [&](size_t corner) { return uses[surface.corners[corner].point] == 1; };
        alone += isAlone(first) && isAlone(first + 1) && isAlone(first + 2);
    }
    return alone;
}

size_t trianglesOfSkinned(const Model& model) {
    size_t count = 0;
    for (const MeshInstance& instance : model.instances)
        if (instance.skinned) count += model.meshes[instance.mesh].triangleCount();
    return count;
}

void checkTriangles(const CheckedModel& checked, const MeshGroup& group, std::vector<Finding>& findings) {
    const Surface& surface = checked.surfaceOf(group);
    const float anywhere = usualDistance(checked, surface), share = usualSide(checked, surface) / anywhere;
    if (group.skinned && share > kScattered && std::isfinite(share)) {
        const Measured part = measured(static_cast<double>(100.0f * share), "% of the distance of two points anywhere");
        findings.push_back({"positions-misread", Severity::warning, group.name,
                            "has triangles all across it, with shortest sides of " + part.text +
                                ": are its positions or indices misread?",
                            part.figure});
    }
    if (const size_t across = group.skinned ? countAcross(checked, surface, anywhere) : 0;
        across > 0 && across <= kMostAcross) {
        const Measured count = measuredCount(across, "triangle", "triangles");
        findings.push_back({"triangles-across", Severity::warning, group.name,
                            "has " + count.text + " across it, between points of small triangles", count.figure});
    }
    const size_t triangles = surface.corners.size() / 3, alone = countAlone(surface);
    if (static_cast<double>(alone) < kAlone * static_cast<double>(triangles)) return;
    const bool isFigure = group.skinned && static_cast<double>(alone) >
                                               kMostlyApart * static_cast<double>(trianglesOfSkinned(checked.model));
    const Measured count = measuredCount(alone, "unconnected triangle", "unconnected triangles");
    findings.push_back({"triangles-apart", isFigure ? Severity::warning : Severity::info, group.name,
                        (alone == triangles ? "consists of " : "consists mainly of ") + count.text, count.figure});
}

}  // namespace

std::vector<Finding> checkPositions(const CheckedModel& checked) {
    std::vector<Finding> findings;
    for (const MeshGroup& group : checked.groups) {
        bool coarse = false;
        for (const uint32_t index : group.instances) {
            const SkinnedMesh& mesh = checked.model.meshes[checked.model.instances[index].mesh];
            if (mesh.vertexCount() < kLeastPoints) continue;
            coarse = coarse || isCoarse(mesh, group.name, findings);
            if (group.skinned) checkUnitLengths(mesh, group.name, findings);
        }
        if (checked.surfaceOf(group).corners.size() >= 3 * kLeastPoints) checkTriangles(checked, group, findings);
    }
    return findings;
}

}  // namespace sinew
