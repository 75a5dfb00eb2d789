#include <algorithm>
#include <optional>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr float kLegsSwing = 0.03f;    // of the model's size: the legs that are judged
constexpr float kLegsTogether = 2.0f;  // times as far as they move apart

/// The bones of both legs, as indices into the motion's nodes, and how far they swing.
struct Legs {
    size_t one = 0, other = 0;
    float together = 0.0f;  ///< the middle between both, relative to the body
    float apart = 0.0f;     ///< each from that middle
};

/// Over the ground: a body that bobs carries both legs along.
glm::vec3 leveled(const glm::vec3& place) {
    return {place.x, 0.0f, place.z};
}

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
        std::vector<glm::vec3> middles, halves;
        for (size_t time = 0; time <= motion.steps(); ++time) {
            const glm::vec3 a = motion.position(time, legs.one), b = motion.position(time, legs.other);
            middles.push_back(leveled(0.5f * (a + b) - body[time]));
            halves.push_back(leveled(0.5f * (a - b)));
        }
        legs.together = spreadOf(middles), legs.apart = spreadOf(halves);
        if (legs.together < kLegsSwing * checked.rest.size || legs.together < kLegsTogether * legs.apart) continue;
        if (!widest || legs.together > widest->together) widest = legs;
    }
    return widest;
}

}  // namespace

std::vector<Finding> checkStrides(const CheckedModel& checked) {
    std::vector<Finding> findings;
    const Model& model = checked.model;
    for (size_t c = 0; c < model.clips.size(); ++c) {
        const AnimationClip& clip = model.clips[c];
        if (!isNamedLikeGait(clip.name) || !hasWord(wordsOf(clip.name), {"walk", "walking"})) continue;
        if (clip.channels.empty() || !(clip.durationSeconds > 0.0)) continue;
        const ClipMotion& motion = checked.motionOf(c);
        const std::optional<Legs> legs = motion.nodes.empty() ? std::nullopt : legsTogether(checked, motion);
        if (!legs) continue;
        const auto name = [&](size_t index) { return "'" + model.hierarchy.names[motion.nodes[index]] + "'"; };
        findings.push_back({"legs-together", Severity::info, clip.name,
                            "swings " + name(legs->one) + " and " + name(legs->other) +
                                " to the same side at the same time, unlike the legs of a walk"});
    }
    return findings;
}

}  // namespace sinew
