#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "check/bones.h"
#include "check/checks.h"
#include "check/surface.h"
#include "model/bounds.h"

namespace sinew {
namespace {

constexpr float kGap = 0.04f;        // of the model's size
constexpr float kGapOfPart = 0.25f;  // of the part's own size: it belongs to what is beside it
constexpr std::ptrdiff_t kMinFigureBones = 8;
constexpr size_t kMinPartCorners = 24;
constexpr size_t kMostFloating = 2;     // more are meant, as in a figure of stones
constexpr size_t kCoarseCorners = 600;  // fewer: of large triangles
constexpr size_t kMostIslands = 256;
constexpr size_t kMostPlaces = 16384;  // of the figure that are compared, evenly spaced

/// Triangles of a figure that hang together, or all of a mesh, at rest.
struct Island {
    const MeshGroup* group = nullptr;
    bool isWhole = false;
    Box box;
    size_t corners = 0;
    uint32_t node = 0;  ///< that moves its first vertex most
};

struct IslandPoint {
    glm::vec3 at{0.0f};
    size_t island = 0, whole = 0;  ///< to which it belongs
};

class Islands {
  public:
    explicit Islands(const CheckedModel& checked) : checked_(checked) {
        for (const MeshGroup& group : checked.groups)
            if (std::ranges::all_of(group.instances, [&](uint32_t index) { return checked.ofFigure[index] != 0; }))
                add(group);
    }

    std::vector<Finding> floating() const {
        std::vector<Finding> findings;
        if (islands_.size() > kMostIslands) return findings;
        const MeshGroup* found = nullptr;
        for (size_t i = 0; i < islands_.size(); ++i) {
            const Island& island = islands_[i];
            const float size = island.box.diagonal(), least = std::max(kGap * checked_.rest.size, kGapOfPart * size);
            if (island.corners < kMinPartCorners || !(size < checked_.rest.size / 2.0f)) continue;
            if (island.group == found) continue;
            const std::optional<float> gap = gapAround(i, least);
            if (!gap) continue;
            found = island.group;
            const Measured away = measuredOfSize(*gap, checked_.rest.size);
            findings.push_back({"part-floats", Severity::info, island.group->name,
                                std::string(island.isWhole ? "floats" : "has a part that floats") + " near '" +
                                    checked_.model.hierarchy.names[island.node] +
                                    "': " + lengthText(checked_.model, *gap, away) + " from the rest of the figure",
                                away.figure});
        }
        if (findings.size() > kMostFloating) findings.clear();
        return findings;
    }

  private:
    void add(const MeshGroup& group) {
        const Surface& surface = checked_.surfaceOf(group);
        std::vector<uint32_t> tops;
        const auto topOf = [&](uint32_t point) {
            while (tops[point] != point)
                point = tops[point] = tops[tops[point]];
            return point;
        };
        for (const Surface::Corner& corner : surface.corners)
            while (tops.size() <= corner.point)
                tops.push_back(static_cast<uint32_t>(tops.size()));
        for (uint32_t i = 0; i < surface.corners.size(); ++i)
            tops[topOf(surface.corners[i].point)] = topOf(surface.corners[Surface::next(i)].point);
        const size_t whole = islands_.size();
        islands_.push_back({.group = &group, .isWhole = true});
        std::map<uint32_t, size_t> islandOf;
        std::vector<bool> isAdded(tops.size());
        for (const Surface::Corner& corner : surface.corners) {
            const auto [found, isNew] = islandOf.try_emplace(topOf(corner.point), islands_.size());
            if (isNew) islands_.push_back({.group = &group, .node = nodeOf(corner)});
            Island& island = islands_[found->second];
            ++island.corners;
            ++islands_[whole].corners;
            islands_[whole].node = island.node;
            if (isAdded[corner.point]) continue;
            isAdded[corner.point] = true;
            const glm::vec3 at = checked_.restPositions(corner.instance)[corner.vertex];
            island.box.add(at);
            islands_[whole].box.add(at);
            places_.push_back({at, found->second, whole});
        }
    }

    uint32_t nodeOf(const Surface::Corner& corner) const {
        const MeshInstance& instance = checked_.model.instances[corner.instance];
        if (!instance.skinned) return instance.node;
        return instance.bones[checked_.model.meshes[instance.mesh].influences[corner.vertex].bones[0]].node;
    }

    /// How far all others are from an island's box; nothing if less than `least`.
    std::optional<float> gapAround(size_t island, float least) const {
        const Box& box = islands_[island].box;
        if (isWithinCoarse(island)) return std::nullopt;
        const size_t stride = places_.size() / kMostPlaces + 1;
        float gap = std::numeric_limits<float>::max();
        for (size_t i = 0; i < places_.size() && gap >= least; i += stride)
            if (places_[i].island != island && places_[i].whole != island)
                gap = std::min(gap, glm::distance(places_[i].at, glm::clamp(places_[i].at, box.min, box.max)));
        return gap >= least && gap < std::numeric_limits<float>::max() ? std::optional(gap) : std::nullopt;
    }

    /// In the middle of large triangles, as an eye in the face of a block, whose corners are far away.
    bool isWithinCoarse(size_t island) const {
        const glm::vec3 middle = 0.5f * (islands_[island].box.min + islands_[island].box.max);
        return std::ranges::any_of(islands_, [&](const Island& other) {
            const bool isOwn = islands_[island].isWhole && other.group == islands_[island].group;
            return &other != &islands_[island] && !isOwn && !other.isWhole && other.corners < kCoarseCorners &&
                   glm::all(glm::greaterThanEqual(middle, other.box.min)) &&
                   glm::all(glm::lessThanEqual(middle, other.box.max));
        });
    }

    const CheckedModel& checked_;
    std::vector<Island> islands_;
    std::vector<IslandPoint> places_;
};

}  // namespace

std::vector<Finding> checkFloatingParts(const CheckedModel& checked) {
    const std::vector<bool> isBone = boneNodes(checked.model);
    const bool isSkinned = std::ranges::any_of(checked.model.instances, &MeshInstance::skinned);
    if (!(checked.rest.size > 0.0f) || !isSkinned || std::ranges::count(isBone, true) < kMinFigureBones) return {};
    return Islands(checked).floating();
}

}  // namespace sinew
