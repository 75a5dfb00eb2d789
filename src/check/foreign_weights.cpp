#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include <glm/geometric.hpp>

#include "animation/clip/ancestry.h"
#include "check/bind_places.h"
#include "check/bones.h"
#include "check/checks.h"
#include "check/disjoint_sets.h"

namespace sinew {
namespace {

constexpr float kPulls = 0.125f;                 // a weight that is seen
constexpr float kForeign = 0.1f;                 // of the model's size, from a bone to the nearest point of an island
constexpr float kTimesReach = 1.3f;              // the same, against the farthest point around the bone itself
constexpr float kNear = 0.05f;                   // of the model's size: an island begins at its bone
constexpr float kAtHome = 0.4f;                  // of that: another bone, to the middle of the island
constexpr float kHomeHolds = 0.4f;               // of the island's weights: a bone that may be farther from it
constexpr size_t kMinForeign = 6, kMinHome = 6;  // points
constexpr uint32_t kForeignSteps = 3;            // in the skeleton, between both bones
constexpr size_t kMostForeignBones = 512;

/// Points of one mesh that a bone pulls at, connected by edges between such points.
struct PulledIsland {
    const MeshGroup* group = nullptr;
    size_t points = 0;
    float nearest = std::numeric_limits<float>::max(), farthest = 0.0f;  ///< from the bone
    glm::vec3 sum{0.0f};
    std::map<uint32_t, float> others;  ///< what other bones hold of them

    glm::vec3 middle() const { return sum / static_cast<float>(points); }
};

/// The islands of one mesh that are far from the bone that pulls at them.
struct ForeignPart {
    size_t points = 0, largest = 0;
    uint32_t home = 0;  ///< the bone at the largest one
    float nearest = std::numeric_limits<float>::max();
};

class ForeignWeights {
  public:
    explicit ForeignWeights(const CheckedModel& checked) : checked_(checked), places_(checked.bindPlaces()) {
        for (const MeshGroup& group : checked.groups)
            if (group.skinned) findIslands(group);
    }

    std::vector<Finding> run() const {
        std::vector<Finding> findings;
        for (const auto& [bone, islands] : islands_) {
            const std::optional<float> reach = reachOf(islands);
            if (!reach) continue;
            const float limit = std::max(kForeign * checked_.rest.size + lengthUnknown(bone), kTimesReach * *reach);
            std::map<const MeshGroup*, ForeignPart> parts;
            for (const PulledIsland& island : islands) {
                if (island.points < kMinForeign || island.nearest < limit) continue;
                const std::optional<uint32_t> home = homeOf(bone, island);
                if (!home || !isOtherLimb(bone, *home)) continue;
                ForeignPart& part = parts[island.group];
                if (island.points > part.largest) part.largest = island.points, part.home = *home;
                part.points += island.points;
                part.nearest = std::min(part.nearest, island.nearest);
            }
            for (const auto& [group, part] : parts)
                report(bone, *group, part, findings);
        }
        return findings;
    }

  private:
    void findIslands(const MeshGroup& group) {
        const Surface& surface = checked_.surfaceOf(group);
        const std::vector<BoundPoint>& points = checked_.boundPoints(group);
        std::map<uint32_t, std::vector<uint32_t>> pulled, all;  // points by bone: where it is seen, and all
        std::vector<std::vector<HeldBy>> held(points.size());
        for (uint32_t p = 0; p < points.size(); ++p) {
            if (!points[p].mesh) continue;
            held[p] = holdersOf(points[p]);
            for (const auto& [node, weight] : held[p]) {
                all[node].push_back(p);
                if (weight >= kPulls) pulled[node].push_back(p);
            }
        }
        if (pulled.size() > kMostForeignBones) return;
        std::map<uint32_t, std::vector<std::pair<uint32_t, uint32_t>>> edges;  // by bone
        for (uint32_t corner = 0; corner < surface.corners.size(); ++corner) {
            const uint32_t a = surface.corners[corner].point, b = surface.corners[Surface::next(corner)].point;
            for (const auto& [node, weight] : held[a])
                if (std::ranges::find(held[b], node, &HeldBy::node) != held[b].end()) edges[node].emplace_back(a, b);
        }
        DisjointSets sets(points.size());
        for (const auto& [bone, own] : pulled) {
            for (const uint32_t p : all[bone])
                sets.reset(p);
            for (const auto& [a, b] : edges[bone])
                sets.join(a, b);
            std::map<uint32_t, PulledIsland> islands;
            for (const uint32_t p : own) {
                PulledIsland& island = islands[sets.topOf(p)];
                island.group = &group;
                ++island.points;
                const float away = places_.away(bone, points[p].at);
                island.nearest = std::min(island.nearest, away), island.farthest = std::max(island.farthest, away);
                island.sum += points[p].at;
                for (const auto& [node, weight] : held[p])
                    if (node != bone) island.others[node] += weight;
            }
            for (auto& [top, island] : islands)
                islands_[bone].push_back(std::move(island));
        }
    }

    /// How far the islands around a bone reach; nothing if there are none.
    std::optional<float> reachOf(const std::vector<PulledIsland>& islands) const {
        std::optional<float> reach;
        for (const PulledIsland& island : islands)
            if (island.points >= kMinHome && island.nearest < kNear * checked_.rest.size)
                reach = std::max(reach.value_or(0.0f), island.farthest);
        return reach;
    }

    /// How long a bone without another one below it may be: as long as the one above it.
    float lengthUnknown(uint32_t bone) const {
        const int32_t parent = checked_.model.hierarchy.parents[bone];
        if (!places_.below(bone).empty() || parent == kNoParent) return 0.0f;
        return glm::distance(places_.joint(bone), places_.joint(static_cast<uint32_t>(parent)));
    }

    /// The bone at which an island lies: the nearest one, or the one that holds most of the rest.
    std::optional<uint32_t> homeOf(uint32_t bone, const PulledIsland& island) const {
        std::optional<uint32_t> home;
        float least = kAtHome * places_.away(bone, island.middle());
        for (const auto& [other, islands] : islands_) {
            const float away = places_.away(other, island.middle());
            if (other == bone || away > least) continue;
            least = away, home = other;
        }
        if (home || island.others.empty()) return home;
        const auto& [other, weight] =
            *std::ranges::max_element(island.others, {}, [](const auto& one) { return one.second; });
        if (weight >= kHomeHolds * static_cast<float>(island.points)) return other;
        return std::nullopt;
    }

    bool isOtherLimb(uint32_t bone, uint32_t home) const {
        const NodeHierarchy& hierarchy = checked_.model.hierarchy;
        return !isAtOrBelow(hierarchy.parents, home, bone) &&
               stepsBetween(hierarchy, bone, home, kForeignSteps) >= kForeignSteps;
    }

    void report(uint32_t bone, const MeshGroup& group, const ForeignPart& part, std::vector<Finding>& findings) const {
        const std::vector<std::string>& names = checked_.model.hierarchy.names;
        const Measured away = measuredOfSize(part.nearest, checked_.rest.size);
        findings.push_back({"weights-foreign", Severity::warning, names[bone],
                            "pulls at " + counted(part.points, "point", "points") + " of '" + group.name +
                                "' around '" + names[part.home] + "', at least " + away.text + " away",
                            away.figure});
    }

    const CheckedModel& checked_;
    const BindPlaces& places_;
    std::map<uint32_t, std::vector<PulledIsland>> islands_;  ///< by bone
};

}  // namespace

std::vector<Finding> checkForeignWeights(const CheckedModel& checked) {
    if (!(checked.rest.size > 0.0f)) return {};
    return ForeignWeights(checked).run();
}

}  // namespace sinew
