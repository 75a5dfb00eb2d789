#include "check/torn_holes.h"

#include <algorithm>
#include <map>
#include <numbers>
#include <unordered_map>
#include <vector>

#include <glm/geometric.hpp>

#include "check/surface.h"

namespace sinew {
namespace {

constexpr size_t kMinTornRim = 5, kMostTornRim = 24;  // edges: squares are cut out on purpose
constexpr size_t kMinClosed = 60;                     // triangles of the surface that is closed otherwise
constexpr float kGoesOn = 0.3f;                       // the cosine between the hole and the triangles beside it
constexpr float kRound = 0.85f;                       // area, relative to a circle of the same rim: made on purpose
constexpr float kCircle = 4.0f * std::numbers::pi_v<float>;  // the square of its rim, relative to its area

class TornSearch {
  public:
    TornSearch(const CheckedModel& checked, const MeshGroup& group)
        : checked_(checked),
          surface_(checked.surfaceOf(group)),
          borders_(borderCorners(surface_, checked.sharedEdgesOf(group))) {}

    std::optional<TornHole> run() const {
        if (borders_.size() < kMinTornRim) return std::nullopt;
        const std::vector<uint32_t> islands = islandsOf(surface_);
        std::map<uint32_t, std::vector<uint32_t>> rims;  // by island
        for (const uint32_t corner : borders_)
            rims[islands[point(corner)]].push_back(corner);
        std::unordered_map<uint32_t, size_t> triangles;
        for (uint32_t corner = 0; corner < surface_.corners.size(); corner += 3)
            ++triangles[islands[point(corner)]];
        for (const auto& [island, rim] : rims)
            if (triangles[island] >= kMinClosed && isTorn(rim)) return TornHole{rim.size(), rim.front()};
        return std::nullopt;
    }

  private:
    uint32_t point(uint32_t corner) const { return surface_.corners[corner].point; }

    glm::vec3 placeOf(uint32_t corner) const {
        const Surface::Corner& own = surface_.corners[corner];
        return checked_.model.meshes[checked_.model.instances[own.instance].mesh].positions[own.vertex];
    }

    /// Twice the area of a triangle, along its normal.
    glm::vec3 faceOf(uint32_t corner) const {
        const uint32_t second = Surface::next(corner), third = Surface::next(second);
        return glm::cross(placeOf(second) - placeOf(corner), placeOf(third) - placeOf(corner));
    }

    /// True for edges that are one loop around a hole, as that of torn triangles is.
    bool isTorn(const std::vector<uint32_t>& rim) const {
        if (rim.size() < kMinTornRim || rim.size() > kMostTornRim) return false;
        std::map<uint32_t, uint32_t> into;  // by the point at the end: the hole runs against its triangles
        for (const uint32_t corner : rim)
            if (!into.emplace(point(Surface::next(corner)), corner).second) return false;
        glm::vec3 hole(0.0f);
        float length = 0.0f;
        const glm::vec3 origin = placeOf(rim.front());  // any point: floats are exact near it
        uint32_t corner = rim.front();
        for (size_t step = 0; step < rim.size(); ++step) {
            const glm::vec3 end = placeOf(Surface::next(corner)), start = placeOf(corner);
            hole += glm::cross(end - origin, start - origin);
            length += glm::distance(start, end);
            const auto next = into.find(point(corner));
            if (next == into.end()) return false;
            corner = next->second;
            if (corner == rim.front() && step + 1 < rim.size()) return false;  // of several loops
        }
        const float area = glm::length(hole) / 2.0f;
        if (!(area > 0.0f) || kRound * length * length < kCircle * area) return false;
        return std::ranges::all_of(rim, [&](uint32_t beside) {
            const glm::vec3 face = faceOf(beside);
            return glm::dot(face, hole) > kGoesOn * glm::length(face) * glm::length(hole);
        });
    }

    const CheckedModel& checked_;
    const Surface& surface_;
    const std::vector<uint32_t> borders_;
};

}  // namespace

std::optional<TornHole> tornHole(const CheckedModel& checked, const MeshGroup& group) {
    return TornSearch(checked, group).run();
}

}  // namespace sinew
