#include <algorithm>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

#include "check/surfaces/limits.h"
#include "check/surfaces/morph_checks.h"

namespace sinew {
namespace {

/// How deltas compare with the positions that they move: sums over the edges.
struct EdgeChanges {
    double lengths = 0.0;  ///< of the edges
    double unlike = 0.0;   ///< lengths between deltas, less those between positions
    double changed = 0.0;  ///< lengths in the resulting shape, less those in the mesh
    double along = 0.0;    ///< change in the direction of the edges
    double exact = 0.0;    ///< lengths of the edges that are the same between deltas
};

EdgeChanges edgeChanges(const SkinnedMesh& mesh, const std::vector<glm::vec3>& deltas) {
    EdgeChanges sum;
    for (uint32_t corner = 0; corner < mesh.indices.size(); ++corner) {
        const uint32_t one = mesh.indices[corner], other = mesh.indices[Surface::next(corner)];
        const glm::vec3 edge = mesh.positions[other] - mesh.positions[one], change = deltas[other] - deltas[one];
        const float length = glm::length(edge);
        if (!(length > 0.0f)) continue;
        sum.lengths += static_cast<double>(length);
        sum.unlike += static_cast<double>(std::abs(glm::length(change) - length));
        sum.changed += static_cast<double>(std::abs(glm::length(edge + change) - length));
        sum.along += static_cast<double>(glm::dot(change, edge) / length);
        if (glm::distance(edge, change) < kSurface.same * length) sum.exact += static_cast<double>(length);
    }
    return sum;
}

/// True for a mesh that nobody would scale about the origin.
bool isAwayFromOrigin(const SkinnedMesh& mesh, float size) {
    glm::vec3 sum(0.0f);
    for (const glm::vec3& position : mesh.positions)
        sum += position;
    return glm::length(sum) > size * static_cast<float>(mesh.vertexCount());
}

/// True if a target has the positions of a shape, maybe turned, instead of what is between it and the mesh: its deltas
/// are as far apart as the vertices, and no scaling of the mesh explains that.
bool isAbsolute(const SkinnedMesh& mesh, std::span<const MorphDelta> target, float size) {
    if (!areAtLeast(kSurface.nearlyAll, target.size(), mesh.vertexCount())) return false;
    std::vector<glm::vec3> deltas(mesh.vertexCount(), glm::vec3(0.0f));
    for (const MorphDelta& delta : target)
        deltas[delta.vertex] = delta.position;
    const EdgeChanges sum = edgeChanges(mesh, deltas);
    // A mesh that was scaled is exact everywhere.
    const bool isPartlyExact = sum.exact > 0.5 * sum.lengths && sum.exact < double{kSurface.all} * sum.lengths;
    return sum.unlike < double{kSurface.alike} * sum.lengths && sum.changed > double{kSurface.alike} * sum.lengths &&
           sum.along > -double{kSurface.nearlyAll} * sum.lengths && (isPartlyExact || isAwayFromOrigin(mesh, size));
}

/// A vertex that leaves the mesh. A part that moves there as a whole is put out of sight.
void checkFarDelta(MorphGroup& morphs, size_t target) {
    const MorphedSurface& surface = morphs.surface;
    glm::vec3 farthest(0.0f);
    const auto forEach = [&](const auto& visit) {
        for (size_t place = 0; place < surface.group.instances.size(); ++place)
            for (const MorphDelta& delta : surface.deltasAt(place, target))
                visit(delta.position);
    };
    forEach([&](const glm::vec3& delta) {
        if (glm::length(delta) > glm::length(farthest)) farthest = delta;
    });
    const float length = glm::length(farthest);
    if (!(length > kSurface.farDelta * surface.size) || !(surface.size > 0.0f)) return;
    size_t all = 0, alike = 0;
    forEach([&](const glm::vec3& delta) { ++all, alike += glm::distance(delta, farthest) < kSurface.alike * length; });
    if (2 * alike > all && all > 1) return;
    const Measured far = measured(static_cast<double>(length / surface.size), "times the mesh's size");
    morphs.add("morph-far", Severity::info, target, "moves a vertex by " + far.text, far.figure);
}

/// The mean delta of those that each vertex shares a triangle with and that are on no seam, or of all if there are
/// none.
std::vector<glm::vec3> deltasAround(const MorphedSurface& surface, const std::vector<glm::vec3>& deltas) {
    std::vector<uint8_t> isOnSeam(deltas.size(), 0);
    for (const MorphedSurface::Seam& seam : surface.seams)
        isOnSeam[seam.one] = isOnSeam[seam.other] = 1;
    std::vector<glm::vec3> inner(deltas.size(), glm::vec3(0.0f)), all = inner;
    std::vector<uint32_t> innerCounts(deltas.size(), 0), counts = innerCounts;
    for (uint32_t corner = 0; corner < surface.corners.size(); ++corner)
        for (const uint32_t mate : {Surface::next(corner), Surface::next(Surface::next(corner))}) {
            const size_t vertex = surface.corners[corner], other = surface.corners[mate];
            all[vertex] += deltas[other];
            ++counts[vertex];
            if (isOnSeam[other] != 0) continue;
            inner[vertex] += deltas[other];
            ++innerCounts[vertex];
        }
    for (size_t vertex = 0; vertex < deltas.size(); ++vertex) {
        if (innerCounts[vertex] > 0)
            inner[vertex] /= static_cast<float>(innerCounts[vertex]);
        else if (counts[vertex] > 0)
            inner[vertex] = all[vertex] / static_cast<float>(counts[vertex]);
    }
    return inner;
}

struct TornSeams {
    size_t moved = 0;
    size_t torn = 0;  ///< of them: both vertices move apart, unlike those at the border of an opening

    double share() const { return static_cast<double>(torn) / static_cast<double>(std::max<size_t>(1, moved)); }
    bool isTorn() const { return moved >= kSurface.group && areMoreThan(kSurface.lots, torn, moved); }
};

/// At the border of an opening, such as a mouth, what hangs on both sides moves apart, too.
void checkTorn(MorphGroup& morphs, size_t target) {
    const MorphedSurface& surface = morphs.surface;
    const std::vector<glm::vec3> deltas = surface.deltasOf(target), around = deltasAround(surface, deltas);
    float largest = 0.0f, widest = 0.0f;
    for (const glm::vec3& delta : deltas)
        largest = std::max(largest, glm::length(delta));
    const float visible = std::max(kSurface.small * largest, kSurface.same * surface.size);
    TornSeams within, between;  // meshes
    for (const auto& [one, other, isBorder] : surface.seams) {
        if (!(std::max(glm::length(deltas[one]), glm::length(deltas[other])) > visible)) continue;
        TornSeams& seams = isBorder ? between : within;
        ++seams.moved;
        const float gap = glm::distance(deltas[one], deltas[other]);
        const auto strays = [&](size_t vertex) { return glm::distance(deltas[vertex], around[vertex]) > 0.5f * gap; };
        const bool isOpening = glm::distance(around[one], around[other]) > 0.5f * gap && !strays(one) && !strays(other);
        if (!(gap > visible) || (isOpening && !isBorder)) continue;
        ++seams.torn;
        widest = std::max(widest, gap);
    }
    if (!within.isTorn() && !between.isTorn()) return;
    const Measured gap = measuredShare(static_cast<double>(widest / surface.size), "the mesh's size");
    morphs.add("morph-torn", Severity::warning, target,
               "tears open " + percent(within.isTorn() ? within.share() : between.share()) +
                   " of the seams that it moves" + (within.isTorn() ? "" : " between meshes") + ", by up to " +
                   gap.text,
               gap.figure);
}

/// The triangles around each vertex: the sum of their normals, each twice its area long.
std::vector<glm::vec3> facesAround(const SkinnedMesh& mesh, const std::vector<glm::vec3>& positions) {
    std::vector<glm::vec3> sums(mesh.vertexCount(), glm::vec3(0.0f));
    for (size_t first = 0; first + 2 < mesh.indices.size(); first += 3) {
        const uint32_t a = mesh.indices[first], b = mesh.indices[first + 1], c = mesh.indices[first + 2];
        const glm::vec3 normal = glm::cross(positions[b] - positions[a], positions[c] - positions[a]);
        for (const uint32_t vertex : {a, b, c})
            sums[vertex] += normal;
    }
    return sums;
}

/// Normals that fit the mesh, and point into it once the target has changed them.
void checkMorphNormals(MorphGroup& morphs, size_t target) {
    const auto facesAlong = [](const glm::vec3& normal, const glm::vec3& faces, float sign) {
        return sign * glm::dot(normal, faces) > kSurface.unlike * glm::length(normal) * glm::length(faces);
    };
    const auto changesNormal = [](const MorphDelta& delta) { return delta.normal != glm::vec3(0.0f); };
    size_t fitting = 0, inward = 0;
    for (size_t place = 0; place < morphs.surface.group.instances.size(); ++place) {
        const SkinnedMesh& mesh = morphs.surface.meshAt(place);
        const std::span<const MorphDelta> deltas = morphs.surface.deltasAt(place, target);
        if (std::ranges::none_of(deltas, changesNormal)) continue;
        std::vector<glm::vec3> positions = mesh.positions;
        for (const MorphDelta& delta : deltas)
            positions[delta.vertex] += delta.position;
        const std::vector<glm::vec3> before = facesAround(mesh, mesh.positions), after = facesAround(mesh, positions);
        for (const MorphDelta& delta : deltas) {
            const glm::vec3& normal = mesh.normals[delta.vertex];
            if (!changesNormal(delta) || !facesAlong(normal, before[delta.vertex], 1.0f)) continue;
            ++fitting;
            inward += facesAlong(normal + delta.normal, after[delta.vertex], -1.0f);
        }
    }
    if (fitting < kSurface.group || 2 * inward <= fitting) return;
    const Measured share =
        measuredShare(static_cast<double>(inward) / static_cast<double>(fitting), "the normals that it changes");
    morphs.add("morph-normals", Severity::warning, target, "turns " + share.text + " inward", share.figure);
}

}  // namespace

void checkMorphShapes(MorphGroup& morphs) {
    const MorphedSurface& surface = morphs.surface;
    for (size_t target = 0; target < surface.targetCount; ++target) {
        if (morphs.isExplained(target)) continue;
        for (size_t place = 0; place < surface.group.instances.size() && !morphs.isExplained(target); ++place)
            if (isAbsolute(surface.meshAt(place), surface.deltasAt(place, target), surface.size))
                morphs.add("morph-absolute", Severity::warning, target,
                           "holds the positions of its shape, not the differences to the mesh");
        for (const auto check : {checkFarDelta, checkTorn, checkMorphNormals})
            if (!morphs.isExplained(target)) check(morphs, target);
    }
}

}  // namespace sinew
