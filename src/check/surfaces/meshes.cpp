#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "check/checks.h"
#include "check/found.h"
#include "check/surfaces/limits.h"
#include "model/bounds.h"

namespace sinew {
namespace {

constexpr size_t kFarCorner = 7919;  // a prime: from corner to corner all over the mesh

class MeshCheck {
  public:
    MeshCheck(const CheckedModel& checked, const MeshGroup& group, std::vector<Finding>& findings)
        : checked_(checked), group_(group), surface_(checked.surfaceOf(group)), findings_(findings) {}

    void run() {
        if (surface_.corners.empty()) return;
        checkTwice();
        checkStray();
        if (triangleCount() >= kSurface.looseFaces) checkApart();
        if (!group_.skinned || triangleCount() < kSurface.largeMesh || areBoxes()) return;
        for (const uint32_t instance : group_.instances)
            checkUnitLengths(meshOf(instance));
        checkScattered();
    }

  private:
    size_t triangleCount() const { return surface_.corners.size() / 3; }
    const SkinnedMesh& meshOf(uint32_t instance) const {
        return checked_.model.meshes[checked_.model.instances[instance].mesh];
    }
    uint32_t pointAt(size_t corner) const { return surface_.corners[corner].point; }
    const glm::vec3& placeAt(size_t corner) const {
        return meshOf(surface_.corners[corner].instance).positions[surface_.corners[corner].vertex];
    }

    void add(const char* id, Severity severity, const std::string& message, const Figure& figure) {
        findings_.push_back(Found(id, severity, {meshSubject(checked_.model, group_)}, message, figure));
    }

    /// Triangles with the same corners and the same winding as another one.
    void checkTwice() {
        std::vector<std::array<uint32_t, 3>> triangles;
        triangles.reserve(triangleCount());
        for (size_t i = 0; i + 2 < surface_.corners.size(); i += 3) {
            std::array<uint32_t, 3> points{pointAt(i), pointAt(i + 1), pointAt(i + 2)};
            if (points[0] == points[1] || points[1] == points[2] || points[2] == points[0]) continue;
            std::ranges::rotate(points, std::ranges::min_element(points));
            triangles.push_back(points);
        }
        std::ranges::sort(triangles);
        size_t doubles = 0;
        for (size_t i = 1; i < triangles.size(); ++i)
            doubles += triangles[i] == triangles[i - 1];
        if (doubles == 0) return;
        const Measured count = measuredPart(doubles, triangles.size(), "triangle", "triangles");
        const bool areMany = areMoreThan(kSurface.few, doubles, triangles.size());
        add("triangles-double", areMany ? Severity::warning : Severity::info,
            count.text + (doubles == 1 ? " is there twice" : " are there twice"), count.figure);
    }

    /// By point: the length of its shortest edge; 0 without edges.
    std::vector<float> shortestEdges() const {
        constexpr float kNoEdge = std::numeric_limits<float>::max();
        std::vector<float> shortest(surface_.pointCount, kNoEdge);
        for (uint32_t corner = 0; corner < surface_.corners.size(); ++corner) {
            const uint32_t next = Surface::next(corner), from = pointAt(corner), to = pointAt(next);
            if (from == to) continue;
            const float length = glm::distance(placeAt(corner), placeAt(next));
            shortest[from] = std::min(shortest[from], length);
            shortest[to] = std::min(shortest[to], length);
        }
        std::ranges::replace(shortest, kNoEdge, 0.0f);
        return shortest;
    }

    /// Points whose shortest edges are far longer than those of all others: one, or a few that are very far away.
    static std::vector<uint32_t> strayPoints(const std::vector<float>& shortest, float size) {
        std::vector<uint32_t> order(shortest.size());
        std::iota(order.begin(), order.end(), 0u);
        const size_t most = std::min(order.size() - 1, kSurface.group + 1);
        std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(most), std::greater<>(),
                                  [&](uint32_t point) { return shortest[point]; });
        for (size_t count = 1; count < most; ++count) {
            const float nearest = shortest[order[count - 1]], next = shortest[order[count]];
            if (!(nearest > (count == 1 ? kSurface.stray : kSurface.severalStray) * size)) return {};
            if (nearest < kSurface.farther * next) continue;
            order.resize(count);
            return order;
        }
        return {};
    }

    /// True for the tip of a cone, or the middle of a disc: its neighbors are a closed ring, and not far away.
    bool isTip(uint32_t point, float away) const {
        std::vector<uint32_t> begins, ends;
        Box ring;
        for (uint32_t corner = 0; corner < surface_.corners.size(); ++corner) {
            if (pointAt(corner) != point) continue;
            const uint32_t next = Surface::next(corner), last = Surface::next(next);
            begins.push_back(pointAt(next)), ends.push_back(pointAt(last));
            ring.add(placeAt(next)), ring.add(placeAt(last));
        }
        std::ranges::sort(begins), std::ranges::sort(ends);
        return begins == ends && away < kSurface.farther * ring.diagonal();
    }

    /// From mesh space to the world, in the rest pose.
    float scale() const {
        const MeshInstance& instance = checked_.model.instances[group_.instances.front()];
        if (instance.bones.empty()) return 1.0f;
        const Bone& bone = instance.bones.front();
        const glm::mat4 worldFromMesh = checked_.rest.worldFromNode[bone.node] * bone.inverseBindMatrix;
        return std::cbrt(std::abs(glm::determinant(glm::mat3(worldFromMesh))));
    }

    /// Vertices far from all that they have an edge to.
    void checkStray() {
        const std::vector<float> shortest = shortestEdges();
        if (shortest.size() <= kSurface.group) return;
        const float size = checked_.rest.size / scale();
        const std::vector<uint32_t> strays = strayPoints(shortest, size);
        if (strays.empty()) return;
        const auto isStray = [&](uint32_t point) { return std::ranges::find(strays, point) != strays.end(); };
        for (uint32_t corner = 0; corner < surface_.corners.size(); ++corner) {
            const uint32_t from = pointAt(corner), to = pointAt(Surface::next(corner));
            if (from != to && isStray(from) && isStray(to)) return;  // a part of few vertices
        }
        if (std::ranges::any_of(strays, [&](uint32_t stray) { return isTip(stray, shortest[stray]); })) return;
        const Measured away = measuredOfSize(shortest[strays.front()], size);
        add("vertex-stray", Severity::warning,
            strays.size() == 1 ? "has a vertex that is " + away.text + " away from all its neighbors"
                               : "has " + std::to_string(strays.size()) + " vertices that are up to " + away.text +
                                     " away from all their neighbors",
            away.figure);
    }

    /// Triangles that share no corner with another one.
    void checkApart() {
        std::vector<uint32_t> uses(surface_.pointCount);
        for (const Surface::Corner& corner : surface_.corners)
            ++uses[corner.point];
        size_t alone = 0;
        for (size_t first = 0; first + 2 < surface_.corners.size(); first += 3)
            alone += uses[pointAt(first)] == 1 && uses[pointAt(first + 1)] == 1 && uses[pointAt(first + 2)] == 1;
        if (!areAtLeast(kSurface.nearlyAll, alone, triangleCount())) return;
        size_t ofFigure = 0;
        for (const MeshInstance& instance : checked_.model.instances)
            if (instance.skinned) ofFigure += checked_.model.meshes[instance.mesh].triangleCount();
        const Measured part = measuredPart(alone, triangleCount(), "triangle", "triangles");
        add("triangles-apart", group_.skinned && 2 * alone > ofFigure ? Severity::warning : Severity::info,
            part.text + " share no corner with another one", part.figure);
    }

    /// True where the mesh falls into closed boxes, as a figure of blocks does.
    bool areBoxes() const {
        if (!areAtLeast(kSurface.nearlyAll, 2 * checked_.sharedEdgesOf(group_).size(), surface_.corners.size()))
            return false;
        std::vector<uint32_t> islands = islandsOf(surface_);
        std::ranges::sort(islands);
        const auto count = static_cast<size_t>(std::ranges::unique(islands).begin() - islands.begin());
        return triangleCount() <= kSurface.boxFaces * count;
    }

    /// A mesh of which many vertices, but not all, are at a distance of 1 from the origin, as normals are, and
    /// alternate with the others, unlike those of a sphere.
    void checkUnitLengths(const SkinnedMesh& mesh) {
        const auto isUnit = [](const glm::vec3& position) {
            return std::abs(glm::length(position) - 1.0f) < kSurface.same;
        };
        const auto count = static_cast<size_t>(std::ranges::count_if(mesh.positions, isUnit));
        const size_t others = mesh.vertexCount() - count;
        if (!areAtLeast(kSurface.lots, std::min(count, others), mesh.vertexCount())) return;
        size_t changes = 0;
        for (size_t vertex = 1; vertex < mesh.vertexCount(); ++vertex)
            changes += isUnit(mesh.positions[vertex]) != isUnit(mesh.positions[vertex - 1]);
        if (changes < std::min(count, others)) return;
        const Measured part = measuredPart(count, mesh.vertexCount(), "vertex", "vertices");
        add("positions-misread", Severity::warning,
            part.text + " are at a distance of exactly 1 from the origin, as normals are", part.figure);
    }

    /// A mesh whose triangles are about as long as it is wide.
    void checkScattered() {
        const size_t count = surface_.corners.size();
        std::vector<float> sides, distances;  // the shortest one of each triangle; of corners from anywhere
        for (size_t first = 0; first + 2 < count; first += 3) {
            const glm::vec3 &a = placeAt(first), &b = placeAt(first + 1), &c = placeAt(first + 2);
            sides.push_back(std::min({glm::distance(a, b), glm::distance(b, c), glm::distance(c, a)}));
            distances.push_back(glm::distance(a, placeAt((first * kFarCorner + count / 2) % count)));
        }
        const float share = medianOf(sides) / medianOf(distances);
        if (!(share > kSurface.unlike) || !std::isfinite(share)) return;
        const Measured part = measured(static_cast<double>(100.0f * share), "% of the distance of two points anywhere");
        add("positions-misread", Severity::warning,
            "has triangles all across it, whose shortest sides are " + part.text, part.figure);
    }

    const CheckedModel& checked_;
    const MeshGroup& group_;
    const Surface& surface_;
    std::vector<Finding>& findings_;
};

}  // namespace

std::vector<Finding> checkMeshes(const CheckedModel& checked) {
    std::vector<Finding> findings;
    for (const MeshGroup& group : checked.groups)
        MeshCheck(checked, group, findings).run();
    return findings;
}

}  // namespace sinew
