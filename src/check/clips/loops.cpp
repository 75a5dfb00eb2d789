#include <algorithm>
#include <array>
#include <cmath>
#include <ranges>

#include <glm/geometric.hpp>
#include <glm/gtx/rotate_vector.hpp>

#include "check/checks.h"
#include "check/clip_motion.h"
#include "check/clips/limits.h"
#include "check/found.h"
#include "check/words.h"

namespace sinew {
namespace {

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

/// True if a jump continues the steps before and after it: the last frame was left out.
bool continues(const glm::vec3& jump, const glm::vec3& before, const glm::vec3& after) {
    const auto isSameDirection = [&](const glm::vec3& step) {
        return glm::dot(jump, step) > kClips.sameWayRound * glm::length(jump) * glm::length(step);
    };
    const float longest = std::max(glm::length(before), glm::length(after));
    return isSameDirection(before) && isSameDirection(after) && glm::length(jump) <= kClips.nearStep * longest;
}

/// How a figure travels over a clip: over the ground, with a turn about Y.
struct RootMotion {
    glm::vec3 center{0.0f}, way{0.0f};
    float turn = 0.0f;  ///< radians

    /// A point at a time of the clip, 0 to 1, as if the figure stayed where it starts.
    glm::vec3 removedFrom(const glm::vec3& point, float time) const {
        return glm::rotateY(point - center - time * way, -time * turn) + center;
    }
};

/// No motion for a figure that stays.
RootMotion rootMotionOf(const ClipMotion& motion, float leastWay) {
    if (glm::length(displacementOf(motion)) < leastWay) return {};
    const size_t count = motion.nodes.size(), end = motion.steps();
    RootMotion root;
    glm::vec3 centerAtEnd(0.0f);
    for (size_t i = 0; i < count; ++i) {
        root.center += motion.position(0, i) / static_cast<float>(count);
        centerAtEnd += motion.position(end, i) / static_cast<float>(count);
    }
    float dot = 0.0f, cross = 0.0f;
    for (size_t i = 0; i < count; ++i) {
        const glm::vec3 a = motion.position(0, i) - root.center, b = motion.position(end, i) - centerAtEnd;
        dot += a.x * b.x + a.z * b.z;
        cross += a.z * b.x - a.x * b.z;
    }
    root.turn = std::atan2(cross, dot);
    std::vector<float> x, z;
    for (size_t i = 0; i < count; ++i) {
        const glm::vec3 way =
            motion.position(end, i) - root.center - glm::rotateY(motion.position(0, i) - root.center, root.turn);
        x.push_back(way.x), z.push_back(way.z);
    }
    root.way = {medianOf(x), 0.0f, medianOf(z)};
    return root;
}

/// Adds one node. `away` is the distance of the extra points.
void addNode(const ClipMotion& motion, size_t index, RootMotion root, float away, LoopGap& gap) {
    const size_t steps = motion.steps();
    const float perSecond = 1.0f / static_cast<float>(motion.stepSeconds);
    // A node above the one that travels stays.
    const auto stays = [&](size_t time) { return motion.matrix(time, index) == motion.matrix(0, index); };
    if (std::ranges::all_of(std::views::iota(size_t{1}, steps + 1), stays)) root = {};
    std::vector<Points> points(steps + 1);
    for (size_t time = 0; time <= steps; ++time) {
        points[time] = pointsOf(motion.matrix(time, index), away);
        for (glm::vec3& point : points[time])
            point = root.removedFrom(point, static_cast<float>(time) / static_cast<float>(steps));
    }
    for (size_t p = 0; p < points[0].size(); ++p) {
        float usualChange = 0.0f;
        for (size_t time = 1; time <= steps; ++time) {
            const glm::vec3 step = points[time][p] - points[time - 1][p];
            gap.extent = std::max(gap.extent, glm::distance(points[time][p], points[0][p]));
            gap.largestStep = std::max(gap.largestStep, glm::length(step));
            if (time < steps)
                usualChange = std::max(usualChange, glm::distance(points[time + 1][p] - points[time][p], step));
        }
        const glm::vec3 jump = points[0][p] - points[steps][p];
        const glm::vec3 before = points[steps][p] - points[steps - 1][p], after = points[1][p] - points[0][p];
        if (glm::length(jump) > gap.jump) {
            gap.jump = glm::length(jump), gap.node = motion.nodes[index];
            gap.isMissingFrame = continues(jump, before, after);
        }
        const float change = glm::distance(after, before);
        if (change > kClips.jump * usualChange && change * perSecond > gap.speedJump)
            gap.speedJump = change * perSecond, gap.speedNode = motion.nodes[index];
    }
}

/// True for a clip that is played once: "Death", "JumpStart".
bool isNamedLikeOneShot(const std::string& clip) {
    return hasWord(wordsOf(clip),
                   {"drop",   "jump", "start", "stop", "land",  "landing", "roll",  "death", "die",   "dying",
                    "attack", "hit",  "turn",  "fall", "getup", "open",    "close", "throw", "punch", "kick"});
}

}  // namespace

bool LoopGap::isNear() const {
    return jump <= kClips.nearGap * extent || jump <= std::min(kClips.nearStep * largestStep, 0.5f * extent);
}

LoopGap loopGapOf(const CheckedModel& checked, size_t clip) {
    // Between coarser steps, a gap of several frames would look like one.
    const ClipMotion motion = checked.frameByFrame(clip);
    const RootMotion root = rootMotionOf(motion, kRootMotion * checked.rest.size);
    LoopGap gap;
    for (size_t i = 0; i < motion.nodes.size(); ++i)
        addNode(motion, i, root, kClips.around * checked.rest.size, gap);
    return gap;
}

std::vector<Finding> checkLoops(const CheckedModel& checked) {
    const Model& model = checked.model;
    const float size = checked.rest.size;
    std::vector<Finding> findings;
    if (!(size > 0.0f)) return findings;
    for (size_t c = 0; c < model.clips.size(); ++c) {
        const AnimationClip& clip = model.clips[c];
        const bool isLoop = isNamedLikeLoop(clip.name);
        if (!(clip.durationSeconds > 0.0) || clip.channels.empty() || isNamedLikeOneShot(clip.name)) continue;
        const LoopGap gap = loopGapOf(checked, c);
        if (gap.jump > kVisible.way * size) {
            if (!isLoop && !(gap.isMissingFrame && gap.jump < 0.5f * gap.extent)) continue;  // it need not loop
            const Measured jump = measuredOfSize(gap.jump, size);
            // A jump that continues the motion is not seen; the loop is a frame short.
            findings.push_back(Found(
                "loop-seam", gap.isMissingFrame ? Severity::info : Severity::warning,
                {clipSubject(c), nodeSubject(gap.node)},
                gap.isMissingFrame ? "lacks a frame: {} moves on by " + jump.text + " from the last pose to the first"
                                   : "{} jumps by " + jump.text + " from the last pose to the first",
                jump.figure, clip.durationSeconds));
        } else if (gap.speedJump > kClips.speedJump * size && isLoop) {
            const Measured jump = measuredShare(static_cast<double>(gap.speedJump / size), "the model's size a second");
            findings.push_back(Found("loop-speed", Severity::info, {clipSubject(c), nodeSubject(gap.speedNode)},
                                     "loops without a gap, but the velocity of {} jumps by " + jump.text, jump.figure,
                                     clip.durationSeconds));
        }
    }
    return findings;
}

}  // namespace sinew
