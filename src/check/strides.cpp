#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr float kLegsSwing = 0.03f;    // of the model's size: the legs that are judged
constexpr float kLegsTogether = 2.0f;  // times as far as they move apart

constexpr float kHandSwings = 0.025f;  // of the model's size, in the mean square: the arms and legs that are judged
constexpr float kFootSwings = 0.02f;   // the same
constexpr float kArmWithLeg = 0.6f;    // the correlation of their swings

// Of the model's size: the way of the part of a leg that moves farthest.
constexpr float kFaint = 0.06f;
constexpr float kPosed = 0.001f;    // less is a pose
constexpr float kFaintLeg = 0.35f;  // of the length of a leg: a long body may have short ones

constexpr size_t kMostCycles = 20;
constexpr size_t kMostWideCycles = 8;  // more are so short that the poses of a slow movement repeat, too
constexpr size_t kMinSteps = 12;       // of a motion
constexpr size_t kMinCycleSteps = 6;
constexpr float kRepeats = 0.3f;  // of the largest difference between two of its poses

/// Seconds that a cycle of two steps may take; most walks and runs of games take 0.5 to 1.6.
struct Cycle {
    double least, most;
};
constexpr Cycle kWalkCycle{0.36, 4.2}, kRunCycle{0.3, 1.95};

/// The bones of both legs, as indices into the motion's nodes, and how far they swing.
struct Legs {
    size_t one = 0, other = 0;
    float together = 0.0f;  ///< the middle between both, relative to the body
    float apart = 0.0f;     ///< each from that middle
};

/// The mean distance from the mean.
float spreadOf(const std::vector<glm::vec3>& places) {
    glm::vec3 middle(0.0f);
    for (const glm::vec3& place : places)
        middle += place / static_cast<float>(places.size());
    float sum = 0.0f;
    for (const glm::vec3& place : places)
        sum += glm::distance(place, middle);
    return sum / static_cast<float>(places.size());
}

std::vector<glm::vec3> bodyOf(const ClipMotion& motion) {
    std::vector<glm::vec3> places;
    for (size_t time = 0; time <= motion.steps(); ++time) {
        glm::vec3 sum(0.0f);
        for (size_t node = 0; node < motion.nodes.size(); ++node)
            sum += motion.position(time, node);
        places.push_back(sum / static_cast<float>(motion.nodes.size()));
    }
    return places;
}

/// The pair of leg bones that swings farthest to one side.
std::optional<Legs> legsTogether(const CheckedModel& checked, const ClipMotion& motion) {
    const std::vector<std::string>& names = checked.model.hierarchy.names;
    const std::vector<glm::vec3> body = bodyOf(motion);
    std::optional<Legs> widest;
    for (size_t one = 0; one < motion.nodes.size(); ++one) {
        const std::optional<uint32_t> twin = checked.twins[motion.nodes[one]];
        if (!twin || *twin <= motion.nodes[one] ||
            !hasWord(wordsOf(names[motion.nodes[one]]), {"leg", "lowerleg", "shin", "calf", "ankle", "foot"}))
            continue;
        const auto found = std::ranges::find(motion.nodes, *twin);
        if (found == motion.nodes.end()) continue;
        Legs legs{one, static_cast<size_t>(found - motion.nodes.begin())};
        std::vector<glm::vec3> middles, halves;  // a body that bobs carries both legs along
        for (size_t time = 0; time <= motion.steps(); ++time) {
            const glm::vec3 a = motion.position(time, legs.one), b = motion.position(time, legs.other);
            middles.push_back(overGround(0.5f * (a + b) - body[time]));
            halves.push_back(overGround(0.5f * (a - b)));
        }
        legs.together = spreadOf(middles), legs.apart = spreadOf(halves);
        if (legs.together < kLegsSwing * checked.rest.size || legs.together < kLegsTogether * legs.apart) continue;
        if (!widest || legs.together > widest->together) widest = legs;
    }
    return widest;
}

/// Where a bone is relative to the body, over the ground, around its mean.
std::vector<glm::vec3> swingOf(const ClipMotion& motion, const std::vector<glm::vec3>& body, size_t node) {
    std::vector<glm::vec3> places;
    glm::vec3 middle(0.0f);
    for (size_t time = 0; time < body.size(); ++time) {
        places.push_back(overGround(motion.position(time, node) - body[time]));
        middle += places.back() / static_cast<float>(body.size());
    }
    for (glm::vec3& place : places)
        place -= middle;
    return places;
}

float sumOf(const std::vector<glm::vec3>& one, const std::vector<glm::vec3>& other) {
    float sum = 0.0f;
    for (size_t time = 0; time < one.size(); ++time)
        sum += glm::dot(one[time], other[time]);
    return sum;
}

/// Of the bones of a limb, by their names, the one that swings farthest.
struct LimbEnd {
    size_t index = 0;  ///< into the motion's nodes
    std::vector<glm::vec3> swing;
    float squared = 0.0f;  ///< sum over all times

    void take(const ClipMotion& motion, const std::vector<glm::vec3>& body, size_t node) {
        std::vector<glm::vec3> own = swingOf(motion, body, node);
        if (const float sum = sumOf(own, own); sum > squared) *this = {node, std::move(own), sum};
    }
};

/// The hand and the foot of the left side, if those of each side swing together: in a walk or run, the opposite arm is
/// in front.
std::optional<std::array<size_t, 2>> armWithLeg(const CheckedModel& checked, const ClipMotion& motion) {
    const std::vector<glm::vec3> body = bodyOf(motion);
    std::array<LimbEnd, 2> hands, feet;  // left, right
    for (size_t node = 0; node < motion.nodes.size(); ++node) {
        const std::string& name = checked.model.hierarchy.names[motion.nodes[node]];
        const Side side = sideOf(name);
        if (side == Side::none || !checked.twins[motion.nodes[node]]) continue;
        const std::vector<std::string> words = wordsOf(name);
        if (hasWord(words, {"arm", "forearm", "lowerarm", "hand", "wrist"}))
            hands[side == Side::right].take(motion, body, node);
        else if (hasWord(words, {"leg", "lowerleg", "shin", "calf", "ankle", "foot"}))
            feet[side == Side::right].take(motion, body, node);
    }
    const auto least = [&](float share) {
        const float away = share * checked.rest.size;
        return away * away * static_cast<float>(body.size());
    };
    for (size_t side = 0; side < 2; ++side) {
        const LimbEnd &hand = hands[side], &foot = feet[side];
        if (hand.squared < least(kHandSwings) || foot.squared < least(kFootSwings)) return std::nullopt;
        if (sumOf(hand.swing, foot.swing) < kArmWithLeg * std::sqrt(hand.squared * foot.squared)) return std::nullopt;
    }
    return std::array{hands[0].index, feet[0].index};
}

/// How long a cycle lasts: the shortest part of a clip after which its poses repeat. Nothing where nothing moves.
std::optional<double> cycleSeconds(const ClipMotion& motion) {
    const std::vector<glm::vec3> body = bodyOf(motion);
    const size_t steps = motion.steps();
    const auto unlike = [&](size_t shift) {
        float sum = 0.0f;
        for (size_t node = 0; node < motion.nodes.size(); ++node)
            for (size_t time = 0; time < steps; ++time) {
                const size_t other = (time + shift) % steps;
                sum +=
                    glm::distance(motion.position(time, node) - body[time], motion.position(other, node) - body[other]);
            }
        return sum;
    };
    float most = 0.0f;
    for (const size_t part : {2, 3, 4, 5, 7})
        most = std::max(most, unlike(steps / part));
    if (!(most > 0.0f)) return std::nullopt;
    size_t cycles = 1;
    for (size_t count = 2; count <= std::min(kMostCycles, steps / kMinCycleSteps); ++count) {
        const size_t shift = (steps + count / 2) / count;
        const float away = unlike(shift);
        if (away < kRepeats * most && (count <= kMostWideCycles || unlike(shift / 2) > 2.0f * away)) cycles = count;
    }
    return motion.stepSeconds * static_cast<double>(steps) / static_cast<double>(cycles);
}

void checkCycle(const AnimationClip& clip, const ClipMotion& motion, const Cycle& usual,
                std::vector<Finding>& findings) {
    if (motion.steps() < kMinSteps) return;
    const std::optional<double> seconds = cycleSeconds(motion);
    if (!seconds || (*seconds >= usual.least && *seconds <= usual.most)) return;
    const Measured cycle = measured(*seconds, "s");
    findings.push_back({"gait-pace", Severity::info, clip.name,
                        "takes " + cycle.text + " for a cycle of two steps: is the clip too " +
                            (*seconds < usual.least ? "fast?" : "slow?"),
                        cycle.figure});
}

/// The longest leg at rest, by the names of its bones; 0 where each leg has one.
float legLength(const CheckedModel& checked) {
    const auto& [names, parents, rest] = checked.model.hierarchy;
    std::vector<std::optional<uint32_t>> tops(names.size());  // by bone of a leg: the topmost above it
    float longest = 0.0f;
    for (uint32_t node = 0; node < names.size(); ++node) {
        if (!checked.twins[node] || !isNamedLikeLeg(names[node])) continue;
        const int32_t parent = parents[node];
        const std::optional<uint32_t> above = parent == kNoParent ? std::nullopt : tops[static_cast<size_t>(parent)];
        tops[node] = above.value_or(node);
        longest = std::max(longest, glm::distance(glm::vec3(checked.rest.worldFromNode[node][3]),
                                                  glm::vec3(checked.rest.worldFromNode[*tops[node]][3])));
    }
    return longest;
}

/// A bone of a leg, and how far it moves relative to the body.
struct WidestLeg {
    size_t index = 0;  ///< into the motion's nodes
    float extent = 0.0f;
};

/// The bone of a leg that moves farthest, of those that both sides have.
std::optional<WidestLeg> widestLegOf(const CheckedModel& checked, const ClipMotion& motion) {
    const std::vector<glm::vec3> body = bodyOf(motion);
    std::optional<WidestLeg> widest;
    for (size_t node = 0; node < motion.nodes.size(); ++node) {
        const uint32_t bone = motion.nodes[node];
        if (!checked.twins[bone] || !isNamedLikeLeg(checked.model.hierarchy.names[bone])) continue;
        glm::vec3 low(std::numeric_limits<float>::max()), high(std::numeric_limits<float>::lowest());
        for (size_t time = 0; time <= motion.steps(); ++time) {
            const glm::vec3 place = motion.position(time, node) - body[time];
            low = glm::min(low, place), high = glm::max(high, place);
        }
        const float extent = glm::distance(low, high);
        if (!widest || extent > widest->extent) widest = {node, extent};
    }
    return widest;
}

}  // namespace

std::vector<Finding> checkStrides(const CheckedModel& checked) {
    std::vector<Finding> findings;
    const Model& model = checked.model;
    const float leg = legLength(checked);
    for (size_t c = 0; c < model.clips.size(); ++c) {
        const AnimationClip& clip = model.clips[c];
        if (!isNamedLikeGait(clip.name) || clip.channels.empty() || !(clip.durationSeconds > 0.0)) continue;
        const ClipMotion& motion = checked.motionOf(c);
        if (motion.nodes.empty()) continue;
        const auto name = [&](size_t index) { return "'" + model.hierarchy.names[motion.nodes[index]] + "'"; };
        if (const auto ends = armWithLeg(checked, motion))
            findings.push_back({"arm-with-leg", Severity::info, clip.name,
                                "swings " + name((*ends)[0]) + " forward with " + name((*ends)[1]) +
                                    " of the same side, and so on the other side: are left and right exchanged in the "
                                    "arms or the legs, or half a cycle late?"});
        const bool isWalk = hasWord(wordsOf(clip.name), {"walk", "walking"});
        const bool isRun = hasWord(wordsOf(clip.name), {"run", "running", "sprint", "jog"});
        if (isWalk || isRun) checkCycle(clip, motion, isWalk ? kWalkCycle : kRunCycle, findings);
        const auto widest = isWalk || isRun ? widestLegOf(checked, motion) : std::nullopt;
        const float most =
            leg > 0.0f ? std::min(kFaint * checked.rest.size, kFaintLeg * leg) : kFaint * checked.rest.size;
        if (widest && widest->extent < most && widest->extent > kPosed * checked.rest.size) {
            const Measured moves = measuredOfSize(widest->extent, checked.rest.size);
            findings.push_back({"gait-faint", Severity::info, clip.name,
                                "hardly moves: of its legs, " + name(widest->index) + " moves farthest, by " +
                                    moves.text + " relative to the body",
                                moves.figure});
        }
        const std::optional<Legs> legs = isWalk ? legsTogether(checked, motion) : std::nullopt;
        if (!legs) continue;
        findings.push_back({"legs-together", Severity::info, clip.name,
                            "swings " + name(legs->one) + " and " + name(legs->other) +
                                " to the same side at the same time, unlike the legs of a walk"});
    }
    return findings;
}

}  // namespace sinew
