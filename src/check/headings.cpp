#include <algorithm>
#include <cmath>
#include <optional>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "check/checks.h"
#include "check/words.h"

namespace sinew {
namespace {

// Of the model's size: how far the middle of a foot is ahead of its joint, times the share of the clip on the ground.
constexpr float kToesAhead = 0.01f;
constexpr float kSureToes = 0.025f;       // where no other gait tells
constexpr float kOnGround = 0.35f;        // of the height of a foot's path, from its lowest place
constexpr float kTravels = 0.03f;         // of the model's size, in a clip: all steps on the ground
constexpr std::ptrdiff_t kManyTimes = 3;  // as many gaits that go the other way as the toes point: the feet are odd
constexpr float kAlong = 0.7f;            // the cosine between where the toes point and where the figure goes
constexpr size_t kMinGaitSteps = 8;       // of a motion

/// A foot: the joint of its leg, and the middle of what it holds.
struct Foot {
    size_t index = 0;  ///< into the motion's nodes
    glm::vec3 local{0.0f};
};

/// The middles of the vertices that each node and those below it hold most, at rest; w counts them.
std::vector<glm::vec4> heldSums(const CheckedModel& checked) {
    std::vector<glm::vec4> sums(checked.model.hierarchy.size(), glm::vec4(0.0f));
    for (uint32_t i = 0; i < checked.model.instances.size(); ++i)
        if (checked.ofFigure[i] && checked.model.instances[i].skinned) checked.addHeldVertices(i, sums);
    for (size_t node = sums.size(); node-- > 0;)  // toes belong to the foot
        if (const int32_t parent = checked.model.hierarchy.parents[node]; parent != kNoParent)
            sums[static_cast<size_t>(parent)] += sums[node];
    return sums;
}

std::vector<Foot> feetOf(const CheckedModel& checked) {
    std::vector<Foot> feet;
    const std::vector<glm::vec4> sums = heldSums(checked);
    for (size_t i = 0; i < checked.nodes.size(); ++i) {
        const uint32_t node = checked.nodes[i];
        const glm::mat4& world = checked.rest.worldFromNode[node];
        if (!hasWord(wordsOf(checked.model.hierarchy.names[node]), {"foot", "ankle", "paw", "hoof"}) ||
            !(sums[node].w > 0.0f) || glm::determinant(glm::mat3(world)) == 0.0f)
            continue;
        feet.push_back({i, glm::vec3(glm::inverse(world) * (sums[node] / sums[node].w))});
    }
    return feet;
}

/// Where the toes point and where the figure goes, both over the ground; nothing where that is uncertain.
struct Heading {
    glm::vec3 toes{0.0f}, way{0.0f};
    float cosine() const { return glm::dot(glm::normalize(toes), glm::normalize(way)); }
};

std::optional<Heading> headingIn(const ClipMotion& motion, const std::vector<Foot>& feet, float size) {
    if (motion.steps() < kMinGaitSteps || feet.empty()) return std::nullopt;
    Heading heading;
    const glm::vec3 rootMotion = displacementOf(motion) / static_cast<float>(motion.steps());
    const bool isInPlace = glm::length(displacementOf(motion)) < kRootMotion * size;
    for (const Foot& foot : feet) {
        float low = motion.position(0, foot.index).y, high = low;
        for (size_t time = 1; time <= motion.steps(); ++time) {
            low = std::min(low, motion.position(time, foot.index).y);
            high = std::max(high, motion.position(time, foot.index).y);
        }
        const float ground = low + kOnGround * (high - low);
        for (size_t time = 0; time < motion.steps(); ++time) {
            const glm::mat4& world = motion.matrix(time, foot.index);
            const glm::vec3 ahead = overGround(glm::vec3(world * glm::vec4(foot.local, 1.0f)) - glm::vec3(world[3]));
            const glm::vec3 here = motion.position(time, foot.index), next = motion.position(time + 1, foot.index);
            if (here.y > ground || next.y > ground) continue;
            heading.toes += ahead / static_cast<float>(motion.steps() * feet.size());
            heading.way += isInPlace ? overGround(here - next) : rootMotion;
        }
    }
    if (glm::length(heading.toes) < kToesAhead * size || glm::length(heading.way) < kTravels * size)
        return std::nullopt;
    return heading;
}

}  // namespace

std::vector<Finding> checkHeadings(const CheckedModel& checked) {
    const Model& model = checked.model;
    std::vector<Foot> feet;
    std::vector<std::pair<size_t, Heading>> gaits;  // by clip
    for (size_t c = 0; c < model.clips.size(); ++c) {
        const AnimationClip& clip = model.clips[c];
        if (!isNamedLikeGait(clip.name) || clip.channels.empty() || !(clip.durationSeconds > 0.0)) continue;
        if (hasWord(wordsOf(clip.name), {"b", "bl", "br", "bk", "back", "backward", "backwards", "reverse", "reversed",
                                         "bwd", "left", "right", "strafe", "side", "retreat", "backpedal", "moonwalk"}))
            continue;
        if (feet.empty()) feet = feetOf(checked);
        const std::optional<Heading> heading = headingIn(checked.motionOf(c), feet, checked.rest.size);
        if (heading && std::abs(heading->cosine()) > kAlong) gaits.emplace_back(c, *heading);
    }
    const auto isBack = [](const auto& gait) { return gait.second.cosine() < 0.0f; };
    const auto back = std::ranges::count_if(gaits, isBack), ahead = std::ssize(gaits) - back;
    std::vector<Finding> findings;
    for (const auto& [clip, heading] : gaits) {
        // Feet that are long at the heel point backward in all gaits.
        const bool isFew = isBack(std::pair(clip, heading)) ? back <= ahead : kManyTimes * ahead <= back;
        const bool isOdd = ahead > 0 && back > 0 && isFew;
        const bool isSure = ahead == 0 && glm::length(heading.toes) > kSureToes * checked.rest.size;
        if (!isOdd && !(isSure && isBack(std::pair(clip, heading)))) continue;
        findings.push_back({"gait-backward", Severity::info, model.clips[clip].name,
                            std::string("goes backward: the feet on the ground move ") +
                                (isSure ? "where the toes point" : "the other way than in the other gaits") +
                                ". Is the clip reversed, or the figure turned?"});
    }
    return findings;
}

}  // namespace sinew
