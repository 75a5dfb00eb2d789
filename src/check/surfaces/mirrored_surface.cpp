#include "check/surfaces/mirrored_surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/surfaces/limits.h"
#include "model/bounds.h"

namespace sinew {
namespace {

/// Points by the cells of a grid, to find the nearest one.
class PointGrid {
  public:
    PointGrid(const MirroredSurface& surface, float within) : points_(surface.points), within_(within) {
        for (uint32_t point = 0; point < points_.size(); ++point)
            if (surface.corners[point] != MirroredSurface::kNone) entries_.push_back({cellOf(points_[point]), point});
        std::ranges::sort(entries_);
    }

    /// The nearest point within the distance; kNone without one.
    uint32_t nearest(const glm::vec3& place) const {
        uint32_t best = MirroredSurface::kNone;
        float least = within_;
        const Cell low = cellOf(place - glm::vec3(within_)), high = cellOf(place + glm::vec3(within_));
        for (int64_t x = low[0]; x <= high[0]; ++x)
            for (int64_t y = low[1]; y <= high[1]; ++y)
                for (int64_t z = low[2]; z <= high[2]; ++z) {
                    const Cell cell{x, y, z};
                    auto entry = std::ranges::lower_bound(entries_, std::pair(cell, uint32_t{0}));
                    for (; entry != entries_.end() && entry->first == cell; ++entry) {
                        const float apart = glm::distance(points_[entry->second], place);
                        if (apart <= least) best = entry->second, least = apart;
                    }
                }
        return best;
    }

    /// Whether many points are closer together than mirror images can be told apart, as beside a vertex far away.
    bool isCrowded() const {
        size_t most = 0;
        for (size_t first = 0, last = 0; first < entries_.size(); first = last) {
            while (last < entries_.size() && entries_[last].first == entries_[first].first)
                ++last;
            most = std::max(most, last - first);
        }
        return most > kSurface.crowd && areMoreThan(kSurface.many, most, entries_.size());
    }

  private:
    using Cell = std::array<int64_t, 3>;

    Cell cellOf(const glm::vec3& place) const {
        const glm::vec3 cell = glm::floor(place / (kCell * within_));
        return {static_cast<int64_t>(cell.x), static_cast<int64_t>(cell.y), static_cast<int64_t>(cell.z)};
    }

    static constexpr float kCell = 8.0f;  // of the distance: a place has few cells near it

    const std::vector<glm::vec3>& points_;
    float within_;
    std::vector<std::pair<Cell, uint32_t>> entries_;
};

}  // namespace

MirroredSurface mirroredSurface(const CheckedModel& checked, const MeshGroup& group) {
    const Surface& surface = checked.surfaceOf(group);
    MirroredSurface result;
    result.points.assign(surface.pointCount, glm::vec3(0.0f));
    result.corners.assign(surface.pointCount, MirroredSurface::kNone);
    for (uint32_t corner = 0; corner < surface.corners.size(); ++corner) {
        const auto& [instance, vertex, point] = surface.corners[corner];
        result.points[point] = checked.model.meshes[checked.model.instances[instance].mesh].positions[vertex];
        result.corners[point] = corner;
    }
    result.partners.assign(result.points.size(), MirroredSurface::kNone);
    std::vector<uint32_t> used;
    Box box;
    for (uint32_t point = 0; point < result.points.size(); ++point)
        if (result.corners[point] != MirroredSurface::kNone) used.push_back(point), box.add(result.points[point]);
    if (used.empty() || used.size() > kMostMirrored) return result;
    const float size = box.diagonal();
    if (!(kSurface.same * size > 0.0f) || !std::isfinite(size)) return result;
    const PointGrid grid(result, kSurface.same * size);
    if (grid.isCrowded()) return result;
    result.size = size;
    const size_t stride = used.size() / kSurface.planes + 1;
    size_t most = 0;
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<float> along;
        for (const uint32_t point : used)
            along.push_back(result.points[point][axis]);
        const float median = medianOf(along);
        for (const float center : std::set<float>{0.0f, 0.5f * (box.min[axis] + box.max[axis]), median}) {
            MirroredSurface tried{.axis = axis, .center = center};
            size_t paired = 0;
            for (size_t i = 0; i < used.size(); i += stride)
                paired += grid.nearest(tried.mirrored(result.points[used[i]])) != MirroredSurface::kNone;
            if (paired > most) most = paired, result.axis = axis, result.center = center;
        }
    }
    size_t paired = 0;
    for (const uint32_t point : used) {
        const uint32_t partner = grid.nearest(result.mirrored(result.points[point]));
        if (partner == MirroredSurface::kNone || grid.nearest(result.mirrored(result.points[partner])) != point)
            continue;
        result.partners[point] = partner;
        ++paired;
    }
    result.share = static_cast<double>(paired) / static_cast<double>(used.size());
    return result;
}

}  // namespace sinew
