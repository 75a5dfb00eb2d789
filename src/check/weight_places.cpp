#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

#include "check/bind_places.h"
#include "check/checks.h"
#include "model/bounds.h"

namespace sinew {
namespace {

// Shares of the model's size, of other lengths, or of points.
constexpr float kExchangedAway = 0.06f;    // of the model's size: from two bones to what they hold, together
constexpr float kEachAway = 0.015f;        // the same, of each of both
constexpr float kExchanged = 0.33f;        // of that, once exchanged
constexpr float kEachExchanged = 0.5f;     // the same, of each of both
constexpr float kMinPlaced = 0.5f;         // points, by their weights
constexpr size_t kMostPlaced = 256;        // bones
constexpr float kMisplaced = 0.06f;        // of the model's size: from a bone to what it holds
constexpr float kBetterPlaced = 0.35f;     // of that: from another bone
constexpr float kMinMisplacedHeld = 4.0f;  // points, by their weights
constexpr size_t kMinMisplaced = 3;        // bones
constexpr double kMostMisplaced = 0.2;     // of the bones
constexpr size_t kMinTaken = 8;            // points around a bone
constexpr float kSizeTaken = 0.05f;        // of the model's size: their box
constexpr float kTakerAway = 0.06f;        // of the model's size: from the bone that holds them instead
constexpr float kHoldsOwn = 0.5f;          // of the points around a bone: what it holds of them
constexpr float kHoldsNone = 0.1f;         // the same
constexpr float kTakesMost = 0.5f;         // the same, of another bone
constexpr float kAsManyPoints = 0.6f;      // around the bone on the other side
constexpr size_t kMostNearest = 1u << 27;  // points times lines of bones

class WeightPlaces {
  public:
    explicit WeightPlaces(const CheckedModel& checked) : checked_(checked), places_(checked.bindPlaces()) {}

    std::vector<Finding> run() {
        for (const MeshGroup& group : checked_.groups) {
            if (!group.skinned) continue;
            const std::vector<BoundPoint>& points = checked_.boundPoints(group);
            const std::map<uint32_t, HeldPlaces> held = heldPlaces(points);
            for (const auto& [node, own] : held) {
                held_[node].add(own);
                if (own.weight > largest_[node].weight) largest_[node] = {own.weight, &group};
            }
            checkMixed(group, held);
            points_.insert(points_.end(), points.begin(), points.end());
        }
        checkExchanged();
        checkTaken();
        return std::move(findings_);
    }

  private:
    struct LargestPart {
        float weight = 0.0f;
        const MeshGroup* group = nullptr;
    };

    const std::string& nameOf(uint32_t node) const { return checked_.model.hierarchy.names[node]; }

    void add(const char* id, const std::string& object, std::string message, const Measured& measure) {
        findings_.push_back({id, Severity::warning, object, std::move(message), measure.figure});
    }

    /// Many bones that hold what lies around others.
    void checkMixed(const MeshGroup& group, const std::map<uint32_t, HeldPlaces>& held) {
        if (held.size() > kMostPlaced) return;
        size_t bones = 0;
        std::vector<std::string> odd;
        for (const auto& [node, own] : held) {
            if (own.weight < kMinMisplacedHeld) continue;
            ++bones;
            const float away = places_.away(node, own.middle());
            if (away < kMisplaced * checked_.rest.size) continue;
            const auto isNear = [&](const auto& other) {
                return places_.away(other.first, own.middle()) < kBetterPlaced * away;
            };
            if (std::ranges::any_of(held, isNear)) odd.push_back(nameOf(node));
        }
        if (odd.size() < kMinMisplaced || static_cast<double>(odd.size()) < kMostMisplaced * static_cast<double>(bones))
            return;
        const Measured count = measuredPart(odd.size(), bones, "bone", "bones");
        add("weights-mixed", group.name,
            "has " + count.text + " that hold what lies around others, such as " + listed(odd, 3) +
                ": shifted joint indices, or weights in another order of the vertices?",
            count);
    }

    /// A bone, and the middle of what it holds.
    struct PlacedBone {
        uint32_t node = 0;
        glm::vec3 held{0.0f};
        float away = 0.0f;
    };

    /// Bones away from what they hold; none if there are many.
    std::vector<PlacedBone> misplacedBones() const {
        std::vector<PlacedBone> bones;
        for (const auto& [node, own] : held_) {
            if (own.weight < kMinPlaced) continue;
            const float away = places_.away(node, own.middle());
            if (away > kEachAway * checked_.rest.size) bones.push_back({node, own.middle(), away});
        }
        if (bones.size() > kMostPlaced) bones.clear();
        return bones;
    }

    /// Two bones of which each holds what lies around the other one.
    void checkExchanged() {
        const std::vector<PlacedBone> bones = misplacedBones();
        for (const PlacedBone& one : bones) {
            const PlacedBone* partner = nullptr;
            float least = kExchanged;
            for (const PlacedBone& other : bones) {
                const float own = one.away + other.away;
                if (own < kExchangedAway * checked_.rest.size) continue;
                const float there = places_.away(other.node, one.held), back = places_.away(one.node, other.held);
                if (there > kEachExchanged * one.away || back > kEachExchanged * other.away) continue;
                if (const float share = (there + back) / own; share < least) least = share, partner = &other;
            }
            if (!partner) continue;
            const Measured far = measuredOfSize(0.5f * (one.away + partner->away), checked_.rest.size);
            add("weights-swapped", nameOf(one.node),
                "moves the vertices of '" + largest_.at(one.node).group->name + "' around '" + nameOf(partner->node) +
                    "', " + far.text + " away, and the other way round",
                far);
        }
    }

    /// What bones hold of the points that are nearest to one of them.
    struct AroundBone {
        size_t points = 0;
        Box box;
        std::map<uint32_t, float> held;

        float share(uint32_t node) const {
            const auto own = held.find(node);
            return own == held.end() ? 0.0f : own->second / static_cast<float>(points);
        }
    };

    std::map<uint32_t, AroundBone> aroundBones() const {
        std::vector<uint32_t> bones;
        for (uint32_t node = 0; node < checked_.twins.size(); ++node)
            if (held_.contains(node) || (checked_.twins[node] && held_.contains(*checked_.twins[node])))
                bones.push_back(node);
        std::map<uint32_t, AroundBone> around;
        size_t lines = 0;
        for (const uint32_t bone : bones)
            lines += places_.lines(bone);
        if (lines * points_.size() > kMostNearest) return around;
        for (const BoundPoint& point : points_) {
            if (!point.mesh) continue;
            uint32_t nearest = 0;
            float least = std::numeric_limits<float>::max();
            for (const uint32_t bone : bones)
                if (const float away = places_.away(bone, point.at); away < least) least = away, nearest = bone;
            AroundBone& own = around[nearest];
            ++own.points;
            own.box.add(point.at);
            for (const auto& [node, weight] : holdersOf(point))
                own.held[node] += weight;
        }
        return around;
    }

    /// True for the node of a skinned mesh, which has the vertices without weights.
    bool hasSkinnedMesh(uint32_t node) const {
        return std::ranges::any_of(checked_.model.instances, [&](const MeshInstance& instance) {
            return instance.skinned && instance.node == node;
        });
    }

    /// Bones that another one holds the points of, unlike the bone on the other side.
    void checkTaken() {
        const std::map<uint32_t, AroundBone> around = aroundBones();
        for (const auto& [node, own] : around) {
            const std::optional<uint32_t> twin = checked_.twins[node];
            if (!twin || own.points < kMinTaken || own.share(node) > kHoldsNone || !around.contains(*twin)) continue;
            if (own.box.diagonal() < kSizeTaken * checked_.rest.size) continue;
            const AroundBone& other = around.at(*twin);
            const auto [fewer, more] = std::minmax(own.points, other.points);
            if (other.share(*twin) < kHoldsOwn || static_cast<float>(fewer) < kAsManyPoints * static_cast<float>(more))
                continue;
            const uint32_t taker =
                std::ranges::max_element(own.held, {}, [](const auto& one) { return one.second; })->first;
            const uint32_t onOtherSide = checked_.twins[taker].value_or(taker);
            if (places_.away(taker, own.box.center()) < kTakerAway * checked_.rest.size)
                continue;  // a finger beside it
            if (hasSkinnedMesh(taker) || own.share(taker) < kTakesMost || other.share(onOtherSide) > kHoldsNone)
                continue;
            const Measured part = measuredShare(static_cast<double>(own.share(taker)), "the weights around it");
            add("weights-taken", nameOf(node),
                "does not hold what lies around it: '" + nameOf(taker) + "' has " + part.text +
                    ", but on the other side '" + nameOf(*twin) + "' has its own",
                part);
        }
    }

    const CheckedModel& checked_;
    const BindPlaces& places_;
    std::vector<Finding> findings_;
    std::vector<BoundPoint> points_;
    std::map<uint32_t, HeldPlaces> held_;
    std::map<uint32_t, LargestPart> largest_;  ///< by node
};

}  // namespace

std::vector<Finding> checkWeightPlaces(const CheckedModel& checked) {
    if (!(checked.rest.size > 0.0f)) return {};
    return WeightPlaces(checked).run();
}

}  // namespace sinew
