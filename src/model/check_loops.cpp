#include "model/check_loops.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <glm/geometric.hpp>

#include "model/check_text.h"
#include "model/clip_motion.h"
#include "model/rest_pose.h"

namespace sinew {
namespace {

// Shares of the model's size.
constexpr float kPointAway = 0.05f;
constexpr float kSeen = 0.01f;      // a jump that is seen
constexpr float kSeenSpeed = 0.5f;  // a jump in speed, a second

constexpr float kNearExtent = 0.15f;      // a clip that ends so near its beginning is meant to loop: of its extent
constexpr float kNearStep = 1.5f;         // or of its largest step from frame to frame: one frame short
constexpr float kOtherPose = 0.5f;        // of its extent: farther away it is another pose
constexpr float kTimesUsualSpeed = 3.0f;  // a jump in speed that the clip itself does not have
constexpr float kSameWay = 0.7f;          // the cosine between a jump and the steps at its ends
constexpr double kMostLoopSteps = 120.0;
constexpr size_t kLeastSteps = 8;

constexpr std::string_view kLoopWords[] = {"idle", "walk",  "walking", "run",    "running",   "jog",  "sprint",
                                           "loop", "cycle", "swim",    "flying", "breathing", "trot", "gallop"};

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

struct WorstJump {
    float value = 0.0f;
    uint32_t node = 0;

    void see(float other, uint32_t otherNode) {
        if (other <= value) return;
        value = other;
        node = otherNode;
    }
};

struct Seam {
    WorstJump jump;       ///< from the last pose to the first
    bool goesOn = false;  ///< that jump is the step that the steps before and behind it would have between them
    WorstJump speedJump;  ///< a second, where the clip itself has none like it
    float extent = 0.0f;  ///< the farthest that anything comes from its first place
    float largestStep = 0.0f;
};

/// Whether a jump lies on the way of the steps before and behind it: a last frame was left out.
bool goesOn(const glm::vec3& jump, const glm::vec3& before, const glm::vec3& behind) {
    const auto isSameWay = [&](const glm::vec3& step) {
        return glm::dot(jump, step) > kSameWay * glm::length(jump) * glm::length(step);
    };
    const float longest = std::max(glm::length(before), glm::length(behind));
    return isSameWay(before) && isSameWay(behind) && glm::length(jump) <= kNearStep * longest;
}

/// The words of a name, in lower case: "Zombie_RunFast.001" has zombie, run, fast.
std::vector<std::string> wordsOf(std::string_view name) {
    std::vector<std::string> words;
    bool isInside = false;
    for (size_t i = 0; i < name.size(); ++i) {
        const auto c = static_cast<unsigned char>(name[i]);
        const bool isLetter = std::isalpha(c) != 0;
        const bool begins =
            isLetter &&
            (!isInside || (std::isupper(c) != 0 && std::islower(static_cast<unsigned char>(name[i - 1])) != 0));
        if (begins) words.emplace_back();
        if (isLetter) words.back() += static_cast<char>(std::tolower(c));
        isInside = isLetter;
    }
    return words;
}

bool isCalledLoop(const AnimationClip& clip) {
    return std::ranges::any_of(wordsOf(clip.name), [](const std::string& word) {
        return std::ranges::find(kLoopWords, word) != std::end(kLoopWords);
    });
}

/// Sees one bone; `travel` is what the whole clip goes over the ground.
void seeNode(const ClipMotion& motion, size_t index, const glm::vec3& travel, float away, Seam& seam) {
    const size_t steps = motion.steps();
    const float perSecond = 1.0f / static_cast<float>(motion.stepSeconds);
    std::vector<Points> points(steps + 1);
    for (size_t time = 0; time <= steps; ++time) {
        points[time] = pointsOf(motion.worldFromNode[time][index], away);
        for (glm::vec3& point : points[time])
            point -= travel * (static_cast<float>(time) / static_cast<float>(steps));
    }
    for (size_t p = 0; p < points[0].size(); ++p) {
        float usual = 0.0f;
        for (size_t time = 1; time <= steps; ++time) {
            const glm::vec3 step = points[time][p] - points[time - 1][p];
            seam.extent = std::max(seam.extent, glm::distance(points[time][p], points[0][p]));
            seam.largestStep = std::max(seam.largestStep, glm::length(step));
            if (time < steps) usual = std::max(usual, glm::distance(points[time + 1][p] - points[time][p], step));
        }
        const glm::vec3 jump = points[0][p] - points[steps][p];
        if (glm::length(jump) > seam.jump.value) {
            seam.jump = {glm::length(jump), motion.nodes[index]};
            seam.goesOn = goesOn(jump, points[steps][p] - points[steps - 1][p], points[1][p] - points[0][p]);
        }
        const float kink = glm::distance(points[1][p] - points[0][p], points[steps][p] - points[steps - 1][p]);
        if (kink > kTimesUsualSpeed * usual) seam.speedJump.see(kink * perSecond, motion.nodes[index]);
    }
}

void addFinding(const Model& model, const AnimationClip& clip, const Seam& seam, float size,
                std::vector<Finding>& findings) {
    const auto name = [&](const WorstJump& worst) { return "'" + model.hierarchy.names[worst.node] + "'"; };
    if (seam.jump.value > kSeen * size) {
        const bool isFrameShort = seam.jump.value <= std::min(kNearStep * seam.largestStep, kOtherPose * seam.extent);
        const bool isNear = seam.jump.value <= kNearExtent * seam.extent || isFrameShort;
        // That it is near may be chance: a punch ends near its beginning, too.
        const bool isMeant = seam.goesOn || isCalledLoop(clip);
        const Stated jump = statedOfSize(seam.jump.value, size);
        if (isNear)
            findings.push_back({"loop-seam", isMeant ? Severity::warning : Severity::info, clip.name,
                                "from its last pose to its first " + name(seam.jump) + " jumps by " + jump.text,
                                jump.figure});
        else
            findings.push_back(
                {"clip-not-looping", Severity::info, clip.name,
                 "ends in another pose than it begins with: " + name(seam.jump) + " is " + jump.text + " away",
                 jump.figure});
    } else if (seam.speedJump.value > kSeenSpeed * size) {
        const Stated jump = statedShare(static_cast<double>(seam.speedJump.value) / static_cast<double>(size),
                                        "the model's size a second");
        findings.push_back(
            {"loop-speed", Severity::info, clip.name,
             "its last pose meets its first, but there the speed of " + name(seam.speedJump) + " jumps by " + jump.text,
             jump.figure});
    }
}

}  // namespace

std::vector<Finding> checkLoops(const Model& model) {
    std::vector<Finding> findings;
    const RestPose rest = restPoseOf(model);
    const std::vector<uint32_t> nodes = movingNodes(model);
    if (!(rest.size > 0.0f)) return findings;
    for (const AnimationClip& clip : model.clips) {
        if (!(clip.durationSeconds > 0.0) || clip.channels.empty()) continue;
        const double frames = std::min(kMostLoopSteps, std::round(clip.durationSeconds / frameSeconds(clip)));
        const ClipMotion motion = motionOf(model, clip, nodes, std::max(kLeastSteps, static_cast<size_t>(frames)));
        glm::vec3 travel = travelOf(motion);
        if (glm::length(travel) < kTravels * rest.size) travel = glm::vec3(0.0f);
        Seam seam;
        for (size_t i = 0; i < nodes.size(); ++i)
            seeNode(motion, i, travel, kPointAway * rest.size, seam);
        addFinding(model, clip, seam, rest.size, findings);
    }
    return findings;
}

}  // namespace sinew
