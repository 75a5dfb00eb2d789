#include "check/morphed_surface.h"

#include <algorithm>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "model/bounds.h"

namespace sinew {
namespace {

constexpr float kStrays = 0.6f;         // of a gap: a vertex from what is around it
constexpr float kOpens = 0.5f;          // of a gap: what is around both vertices
constexpr float kSameDelta = 0.05f;     // of the largest delta, or of the median
constexpr float kTinyEdge = 0.1f;       // of the mean edge
constexpr float kVisibleGap = 0.0005f;  // of the size

glm::vec3 medianDelta(const MorphedSurface& surface, const std::vector<glm::vec3>& deltas) {
    glm::vec3 median(0.0f);
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<float> along;
        for (size_t point = 0; point < deltas.size(); ++point)
            if (surface.isUsed[point] != 0) along.push_back(deltas[point][axis]);
        if (!along.empty()) median[axis] = medianOf(along);
    }
    return median;
}

void measureEdges(const MorphedSurface& surface, const std::vector<glm::vec3>& deltas, MorphShape& shape) {
    constexpr float kNoNeighbor = std::numeric_limits<float>::max();
    std::vector<float> nearest(deltas.size(), kNoNeighbor);
    double squares = 0.0, weighted = 0.0;
    for (const auto& [one, other] : surface.edges) {
        const float change = glm::distance(deltas[one], deltas[other]);
        nearest[one] = std::min(nearest[one], change);
        nearest[other] = std::min(nearest[other], change);
        const float length = glm::distance(surface.positions[one], surface.positions[other]);
        if (length < kTinyEdge * surface.meanEdge) continue;
        squares += static_cast<double>(change * change);
        weighted += static_cast<double>(change * length);
    }
    if (weighted > 0.0) shape.strain = squares / weighted;
    for (const float own : nearest) {
        if (own == kNoNeighbor) continue;
        shape.nextAlone = std::max(shape.nextAlone, std::min(own, shape.alone));
        shape.alone = std::max(shape.alone, own);
    }
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
        if (innerCounts[vertex] > 0) inner[vertex] /= static_cast<float>(innerCounts[vertex]);
        if (innerCounts[vertex] == 0 && counts[vertex] > 0)
            inner[vertex] = all[vertex] / static_cast<float>(counts[vertex]);
    }
    return inner;
}

/// At the border of an opening, such as a mouth, what hangs on both sides moves apart, too.
void measureSeams(const MorphedSurface& surface, const std::vector<glm::vec3>& deltas, MorphShape& shape) {
    const float visible = std::max(kSameDelta * shape.largest, kVisibleGap * surface.size);
    const std::vector<glm::vec3> around = deltasAround(surface, deltas);
    const auto strays = [&](size_t vertex, float gap) {
        return glm::distance(deltas[vertex], around[vertex]) > kStrays * gap;
    };
    for (const auto& [one, other, isBorder] : surface.seams) {
        if (!(std::max(glm::length(deltas[one]), glm::length(deltas[other])) > visible)) continue;
        TornSeams& seams = isBorder ? shape.between : shape.within;
        ++seams.moved;
        const float gap = glm::distance(deltas[one], deltas[other]);
        const bool isOpening =
            glm::distance(around[one], around[other]) > kOpens * gap && !strays(one, gap) && !strays(other, gap);
        if (!(gap > visible) || (isOpening && !isBorder)) continue;
        ++seams.torn;
        shape.widestGap = std::max(shape.widestGap, gap);
    }
}

void measureShift(const MorphedSurface& surface, const std::vector<glm::vec3>& deltas, MorphShape& shape) {
    shape.median = medianDelta(surface, deltas);
    const float near = kSameDelta * glm::length(shape.median);
    for (size_t point = 0; point < deltas.size(); ++point)
        if (surface.isUsed[point] != 0)
            ++(glm::distance(deltas[point], shape.median) < near ? shape.together : shape.apart);
}

}  // namespace

MorphedSurface::MorphedSurface(const CheckedModel& checked, const MeshGroup& group)
    : model_(checked.model), group_(group) {
    size_t vertexCount = 0;
    for (size_t place = 0; place < group.instances.size(); ++place) {
        if (meshAt(place).morphTargets.size() > targetCount_) {
            targetCount_ = meshAt(place).morphTargets.size();
            named_ = place;
        }
        points_.emplace_back(meshAt(place).vertexCount(), kNone);
        firstVertices_.push_back(vertexCount);
        vertexCount += meshAt(place).vertexCount();
    }
    if (targetCount_ == 0) return;
    const Surface& surface = checked.surfaceOf(group);
    addPoints(surface);
    addSeams(checked);
}

const SkinnedMesh& MorphedSurface::meshAt(size_t place) const {
    return model_.meshes[model_.instances[group_.instances[place]].mesh];
}

std::span<const MorphDelta> MorphedSurface::deltasAt(size_t place, size_t target) const {
    const std::vector<MorphTarget>& targets = meshAt(place).morphTargets;
    return target < targets.size() ? std::span(targets[target].deltas) : std::span<const MorphDelta>();
}

void MorphedSurface::addPoints(const Surface& surface) {
    Box box;
    size_t place = 0;
    for (uint32_t index = 0; index < surface.corners.size(); ++index) {
        const Surface::Corner& corner = surface.corners[index];
        while (group_.instances[place] != corner.instance)
            ++place;
        if (corner.point >= positions.size()) {
            positions.resize(corner.point + 1, glm::vec3(0.0f));
            isUsed.resize(corner.point + 1, 0);
        }
        points_[place][corner.vertex] = corner.point;
        corners.push_back(firstVertices_[place] + corner.vertex);
        positions[corner.point] = meshAt(place).positions[corner.vertex];
        isUsed[corner.point] = 1;
        box.add(positions[corner.point]);
        const uint32_t next = surface.corners[Surface::next(index)].point;
        if (corner.point != next) edges.emplace_back(std::minmax(corner.point, next));
    }
    std::ranges::sort(edges);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    if (edges.empty()) return;
    size = box.diagonal();
    double lengths = 0.0;
    for (const auto& [one, other] : edges)
        lengths += static_cast<double>(glm::distance(positions[one], positions[other]));
    meanEdge = static_cast<float>(lengths / static_cast<double>(edges.size()));
}

void MorphedSurface::addSeams(const CheckedModel& checked) {
    const std::vector<Surface::Corner>& surface = checked.surfaceOf(group_).corners;
    for (const SharedEdge& edge : checked.sharedEdgesOf(group_))
        for (const auto& [corner, twin] :
             {std::pair(edge.corner, Surface::next(edge.other)), std::pair(Surface::next(edge.corner), edge.other)})
            if (corners[corner] != corners[twin])
                seams.push_back({corners[corner], corners[twin], surface[corner].instance != surface[twin].instance});
}

const std::string& MorphedSurface::nameOf(size_t target) const {
    return meshAt(named_).morphTargets[target].name;
}

std::string MorphedSurface::nameOrNumber(size_t target) const {
    return nameOf(target).empty() ? std::to_string(target) : nameOf(target);
}

std::string MorphedSurface::shown(size_t target) const {
    const std::string& name = nameOf(target);
    return "morph target " + (name.empty() ? std::to_string(target) : "'" + name + "'");
}

std::vector<glm::vec3> MorphedSurface::deltasOf(size_t target) const {
    std::vector<glm::vec3> deltas(positions.size(), glm::vec3(0.0f));
    for (size_t place = 0; place < group_.instances.size(); ++place)
        for (const MorphDelta& delta : deltasAt(place, target)) {
            const uint32_t point = points_[place][delta.vertex];
            if (point != kNone && glm::length(delta.position) > glm::length(deltas[point]))
                deltas[point] = delta.position;
        }
    return deltas;
}

std::vector<glm::vec3> MorphedSurface::vertexDeltasOf(size_t target) const {
    std::vector<glm::vec3> deltas(firstVertices_.back() + points_.back().size(), glm::vec3(0.0f));
    for (size_t place = 0; place < group_.instances.size(); ++place)
        for (const MorphDelta& delta : deltasAt(place, target))
            deltas[firstVertices_[place] + delta.vertex] = delta.position;
    return deltas;
}

MorphShape morphShapeOf(const MorphedSurface& surface, size_t target) {
    const std::vector<glm::vec3> deltas = surface.deltasOf(target);
    MorphShape shape;
    Box box;
    for (size_t point = 0; point < deltas.size(); ++point) {
        const float length = glm::length(deltas[point]);
        if (!(length > 0.0f)) continue;
        shape.largest = std::max(shape.largest, length);
        shape.moved += static_cast<double>(length);
        ++shape.points;
        box.add(surface.positions[point]);
    }
    if (shape.points == 0) return shape;
    shape.extent = box.diagonal();
    measureEdges(surface, deltas, shape);
    measureSeams(surface, surface.vertexDeltasOf(target), shape);
    measureShift(surface, deltas, shape);
    return shape;
}

}  // namespace sinew
