#include "model/check_ground.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <glm/geometric.hpp>

#include "animation/ground_speed.h"
#include "model/check_text.h"
#include "model/clip_motion.h"
#include "model/rest_pose.h"
#include "model/up_axis.h"

namespace sinew {
namespace {

constexpr double kStepsASecond = 30.0;
constexpr double kLeastTimes = 16.0;
constexpr double kMostTimes = 120.0;
constexpr size_t kMostFeet = 24;  // more is no character that walks: a snake, a wheel

// Shares of the skeleton's height over the clip.
constexpr float kTouches = 0.02f;
constexpr float kLifted = 0.05f;
constexpr float kSwings = 0.6f;      // a second, over the ground: a foot that is faster does not stand
constexpr float kSlides = 0.03f;     // less is not seen
constexpr float kSlidesFar = 0.08f;  // a warning, where the speed over the ground is known

// Shares of the model's size.
constexpr float kDrifts = 0.01f;

constexpr float kFootHeight = 0.15f;  // of a foot in the rest pose, as a share of its height

constexpr size_t kLeastContact = 5;  // times in a row; the first and the last belong to landing and leaving

struct Ground {
    const AnimationClip* clip = nullptr;
    ClipMotion motion;
    float floor = 0.0f;
    float height = 0.0f;

    /// How far over the ground a node is, as a share of the height.
    float over(size_t time, size_t node) const { return (motion.position(time, node).y - floor) / height; }
};

Ground groundOf(const Model& model, const AnimationClip& clip, std::span<const uint32_t> nodes) {
    const double steps = std::clamp(clip.durationSeconds * kStepsASecond, kLeastTimes, kMostTimes);
    Ground ground{.clip = &clip, .motion = motionOf(model, clip, nodes, static_cast<size_t>(steps))};
    float lowest = std::numeric_limits<float>::max(), highest = std::numeric_limits<float>::lowest();
    for (size_t time = 0; time <= ground.motion.steps(); ++time)
        for (size_t node = 0; node < nodes.size(); ++node) {
            lowest = std::min(lowest, ground.motion.position(time, node).y);
            highest = std::max(highest, ground.motion.position(time, node).y);
        }
    ground.floor = lowest;
    ground.height = highest - lowest;
    return ground;
}

/// The heights of the nodes in the rest pose, 0 the lowest and 1 the highest.
std::vector<float> restHeights(const Model& model, const RestPose& rest, std::span<const uint32_t> nodes) {
    std::vector<float> heights;
    for (const uint32_t node : nodes)
        heights.push_back((yUpFrom(model.up) * rest.worldFromNode[node][3]).y);
    if (heights.empty()) return heights;
    const auto [lowest, highest] = std::ranges::minmax(heights);
    for (float& height : heights)
        height = highest > lowest ? (height - lowest) / (highest - lowest) : 0.0f;
    return heights;
}

/// How far a node is over the ground: least and most, as shares of the height.
std::pair<float, float> reachOf(const Ground& ground, size_t node) {
    std::pair<float, float> reach{std::numeric_limits<float>::max(), 0.0f};
    for (size_t time = 0; time <= ground.motion.steps(); ++time)
        reach = {std::min(reach.first, ground.over(time, node)), std::max(reach.second, ground.over(time, node))};
    return reach;
}

/// Indices into the motion's nodes.
std::vector<size_t> feetOf(const std::vector<Ground>& grounds, std::span<const float> heights) {
    std::vector<size_t> feet;
    for (size_t node = 0; node < heights.size(); ++node) {
        if (heights[node] > kFootHeight) continue;
        const bool walks = std::ranges::any_of(grounds, [&](const Ground& ground) {
            const auto [lowest, highest] = reachOf(ground, node);
            return lowest <= kTouches && highest > kLifted;
        });
        if (walks) feet.push_back(node);
    }
    return feet;
}

struct Slide {
    float length = 0.0f;
    size_t node = 0;
    size_t time = 0;  ///< when the foot came down
};

/// Sees the contact from `begin` to before `end`.
void seeContact(const Ground& ground, size_t node, size_t begin, size_t end, const glm::vec2& velocity, Slide& worst) {
    if (end - begin < kLeastContact) return;
    const glm::vec3 first = ground.motion.position(begin + 1, node);
    for (size_t time = begin + 2; time + 1 < end; ++time) {
        const glm::vec3 way = ground.motion.position(time, node) - first;
        const auto seconds = static_cast<float>(ground.motion.stepSeconds * static_cast<double>(time - begin - 1));
        const float length = glm::length(glm::vec2(way.x, way.z) + velocity * seconds);
        if (length > worst.length) worst = {length, node, begin};
    }
}

/// Whether the node touches the ground and does not swing over it. `velocity` is what the clip carries it by.
bool stands(const Ground& ground, size_t time, size_t node, const glm::vec2& velocity) {
    if (time > ground.motion.steps() || ground.over(time, node) > kTouches) return false;
    const size_t other = time < ground.motion.steps() ? time + 1 : time - 1;
    const glm::vec3 way =
        ground.motion.position(std::max(time, other), node) - ground.motion.position(std::min(time, other), node);
    const glm::vec2 speed = glm::vec2(way.x, way.z) / static_cast<float>(ground.motion.stepSeconds) + velocity;
    return glm::length(speed) <= kSwings * ground.height;
}

Slide worstSlide(const Ground& ground, const std::vector<size_t>& feet, const glm::vec2& velocity) {
    Slide worst;
    for (const size_t node : feet)
        for (size_t time = 0, begin = 0; time <= ground.motion.steps() + 1; ++time) {
            if (stands(ground, time, node, velocity)) continue;
            seeContact(ground, node, begin, time, velocity, worst);
            begin = time + 1;
        }
    return worst;
}

std::string lengthText(const Model& model, float length) {
    if (!model.metresPerUnit) return "";
    return figure(static_cast<double>(length) * *model.metresPerUnit * 100.0) + " cm, ";
}

void checkFeet(const Model& model, const Ground& ground, const std::vector<size_t>& feet, bool travels,
               std::vector<Finding>& findings) {
    const glm::vec2 velocity =
        travels ? glm::vec2(0.0f) : groundVelocity(model.hierarchy, *ground.clip, yUpFrom(model.up));
    const bool isKnown = travels || velocity != glm::vec2(0.0f);
    // Where feet are lifted and the speed over the ground is not known, the clip may walk in place.
    const bool lifts = std::ranges::any_of(feet, [&](size_t node) { return reachOf(ground, node).second > kLifted; });
    if (lifts && !isKnown) return;
    const Slide slide = worstSlide(ground, feet, velocity);
    const float share = slide.length / ground.height;
    if (share < kSlides) return;
    const Stated way = statedShare(static_cast<double>(share), "the skeleton's height");
    findings.push_back({"foot-slide", isKnown && share > kSlidesFar ? Severity::warning : Severity::info,
                        ground.clip->name,
                        "'" + model.hierarchy.names[ground.motion.nodes[slide.node]] + "' slides by " +
                            lengthText(model, slide.length) + way.text + " while it stands, from " +
                            figure(ground.motion.stepSeconds * static_cast<double>(slide.time)) + " s",
                        way.figure});
}

}  // namespace

std::vector<Finding> checkGround(const Model& model) {
    std::vector<Finding> findings;
    const RestPose rest = restPoseOf(model);
    const std::vector<uint32_t> nodes = movingNodes(model);
    if (!(rest.size > 0.0f)) return findings;
    std::vector<Ground> grounds;
    for (const AnimationClip& clip : model.clips)
        if (clip.durationSeconds > 0.0 && !clip.channels.empty()) {
            grounds.push_back(groundOf(model, clip, nodes));
            if (!(grounds.back().height > 0.0f)) grounds.pop_back();
        }
    const std::vector<size_t> feet = feetOf(grounds, restHeights(model, rest, nodes));
    const bool walks = !feet.empty() && feet.size() <= kMostFeet && feet.size() < nodes.size() / 2;
    for (const Ground& ground : grounds) {
        const float travel = glm::length(travelOf(ground.motion));
        if (travel > kDrifts * rest.size) {
            const Stated way = statedOfSize(travel, rest.size);
            findings.push_back({"root-drift", Severity::info, ground.clip->name,
                                "ends " + lengthText(model, travel) + way.text + " from where it begins", way.figure});
        }
        if (walks) checkFeet(model, ground, feet, travel > kTravels * rest.size, findings);
    }
    return findings;
}

}  // namespace sinew
