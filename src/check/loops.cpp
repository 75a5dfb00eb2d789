#include "check/checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <glm/geometric.hpp>

#include "check/clip_motion.h"
#include "check/tracks.h"
#include "check/words.h"
#include "model/poses.h"

namespace sinew {
namespace {

// Shares of the model's size.
constexpr float kPointAway = 0.05f;
constexpr float kVisibleJump = 0.01f;
constexpr float kVisibleSpeedJump = 0.5f;  // per second

constexpr float kTurnAtSeam = 5.0f;  // degrees

// A clip is meant to loop if it ends within the first of its start, or within the second (one frame is missing) and not
// beyond the third, which is another pose.
constexpr float kNearExtent = 0.15f;  // of its extent
constexpr float kNearStep = 1.5f;     // of its largest step between frames
constexpr float kOtherPose = 0.5f;    // of its extent

constexpr float kTimesUsualChange = 3.0f;  // a change of velocity that the clip itself does not have
constexpr float kSameDirection = 0.7f;     // the cosine between a jump and the steps before and after it

using Points = std::array<glm::vec3, 4>;

Points pointsOf(const glm::mat4& worldFromNode, float away) {
    const glm::vec3 origin(worldFromNode[3]);
    Points points{origin, origin, origin, origin};
    for (int axis = 0; axis < 3; ++axis) {
        const glm::vec3 direction(worldFromNode[axis]);
        const float length = glm::length(direction);
        if (length > 0.0f) points[static_cast<size_t>(axis) + 1] += away / length * direction;
    }
    return points;
}

struct Jump {
    float value = 0.0f;
    uint32_t node = 0;
};

/// The transition from the last pose of a clip to its first.
struct LoopPoint {
    Jump jump;                    ///< largest distance between the two poses
    bool isMissingFrame = false;  ///< that jump continues the steps before and after it
    Jump speedJump;               ///< largest change of velocity that stands out in the clip
    float extent = 0.0f;          ///< largest distance of any point from its start
    float largestStep = 0.0f;     ///< of any point between two samples
};

/// True if a jump continues the steps before and after it: the last frame was left out.
bool continues(const glm::vec3& jump, const glm::vec3& before, const glm::vec3& after) {
    const auto isSameDirection = [&](const glm::vec3& step) {
        return glm::dot(jump, step) > kSameDirection * glm::length(jump) * glm::length(step);
    };
    const float longest = std::max(glm::length(before), glm::length(after));
    return isSameDirection(before) && isSameDirection(after) && glm::length(jump) <= kNearStep * longest;
}

/// Adds one node. `rootMotion` is the displacement over the whole clip, `away` the distance of the extra points.
void addNode(const ClipMotion& motion, size_t index, const glm::vec3& rootMotion, float away, LoopPoint& loop) {
    const size_t steps = motion.steps();
    const float perSecond = 1.0f / static_cast<float>(motion.stepSeconds);
    std::vector<Points> points(steps + 1);
    for (size_t time = 0; time <= steps; ++time) {
        points[time] = pointsOf(motion.matrix(time, index), away);
        for (glm::vec3& point : points[time])
            point -= rootMotion * (static_cast<float>(time) / static_cast<float>(steps));
    }
    for (size_t p = 0; p < points[0].size(); ++p) {
        float usualChange = 0.0f;
        for (size_t time = 1; time <= steps; ++time) {
            const glm::vec3 step = points[time][p] - points[time - 1][p];
            loop.extent = std::max(loop.extent, glm::distance(points[time][p], points[0][p]));
            loop.largestStep = std::max(loop.largestStep, glm::length(step));
            if (time < steps)
                usualChange = std::max(usualChange, glm::distance(points[time + 1][p] - points[time][p], step));
        }
        const glm::vec3 jump = points[0][p] - points[steps][p];
        const glm::vec3 before = points[steps][p] - points[steps - 1][p], after = points[1][p] - points[0][p];
        if (glm::length(jump) > loop.jump.value) {
            loop.jump = {glm::length(jump), motion.nodes[index]};
            loop.isMissingFrame = continues(jump, before, after);
        }
        const float change = glm::distance(after, before);
        if (change > kTimesUsualChange * usualChange && change * perSecond > loop.speedJump.value)
            loop.speedJump = {change * perSecond, motion.nodes[index]};
    }
}

/// Names the bone above that one whose own turn makes the jump, if it is another one.
std::string becauseOf(const Model& model, const AnimationClip& clip, uint32_t node) {
    uint32_t worst = node;
    float most = 0.0f;
    for (auto at = static_cast<int32_t>(node); at != kNoParent; at = model.hierarchy.parents[static_cast<size_t>(at)]) {
        const auto channel = std::ranges::find(clip.channels, static_cast<uint32_t>(at), &Channel::node);
        if (channel == clip.channels.end() || channel->rotation.empty()) continue;
        const float turn = apart(channel->rotation.values.back(), channel->rotation.values.front());
        if (turn > most) most = turn, worst = static_cast<uint32_t>(at);
    }
    if (worst == node || most < kTurnAtSeam) return {};
    return ": '" + model.hierarchy.names[worst] + "' turns by " + measured(static_cast<double>(most), "degrees").text;
}

void addFinding(const Model& model, const AnimationClip& clip, const LoopPoint& loop, float size,
                std::vector<Finding>& findings) {
    const auto name = [&](const Jump& worst) { return "'" + model.hierarchy.names[worst.node] + "'"; };
    if (loop.jump.value > kVisibleJump * size) {
        const bool isFrameShort = loop.jump.value <= std::min(kNearStep * loop.largestStep, kOtherPose * loop.extent);
        const bool isNear = loop.jump.value <= kNearExtent * loop.extent || isFrameShort;
        // The end may be near the start by chance: a punch does so, too.
        const bool isLoop = loop.isMissingFrame || isNamedLikeLoop(clip.name);
        const Measured jump = measuredOfSize(loop.jump.value, size);
        if (isNear || isNamedLikeLoop(clip.name))
            findings.push_back({"loop-seam", isLoop ? Severity::warning : Severity::info, clip.name,
                                name(loop.jump) + " jumps by " + jump.text + " from the last pose to the first" +
                                    becauseOf(model, clip, loop.jump.node),
                                jump.figure});
        else
            findings.push_back(
                {"clip-not-looping", Severity::info, clip.name,
                 "does not end in the pose that it starts in: " + name(loop.jump) + " is " + jump.text + " away",
                 jump.figure});
    } else if (loop.speedJump.value > kVisibleSpeedJump * size) {
        const Measured jump = measuredShare(static_cast<double>(loop.speedJump.value) / static_cast<double>(size),
                                            "the model's size a second");
        findings.push_back(
            {"loop-speed", Severity::info, clip.name,
             "loops without a gap, but the velocity of " + name(loop.speedJump) + " jumps by " + jump.text,
             jump.figure});
    }
}

}  // namespace

std::vector<Finding> checkLoops(const CheckedModel& checked) {
    const Model& model = checked.model;
    const RestPose& rest = checked.rest;
    std::vector<Finding> findings;
    if (!(rest.size > 0.0f)) return findings;
    for (size_t c = 0; c < model.clips.size(); ++c) {
        const AnimationClip& clip = model.clips[c];
        if (!(clip.durationSeconds > 0.0) || clip.channels.empty()) continue;
        // Between coarser steps, a gap of several frames would look like one.
        const ClipMotion motion = checked.frameByFrame(c);
        glm::vec3 rootMotion = displacementOf(motion);
        if (glm::length(rootMotion) < kRootMotion * rest.size) rootMotion = glm::vec3(0.0f);
        LoopPoint loop;
        for (size_t i = 0; i < motion.nodes.size(); ++i)
            addNode(motion, i, rootMotion, kPointAway * rest.size, loop);
        addFinding(model, clip, loop, rest.size, findings);
    }
    return findings;
}

}  // namespace sinew
