#include "model/check_ground.h"

#include <algorithm>
#include <limits>

#include <glm/geometric.hpp>

#include "animation/ground_speed.h"
#include "model/check_text.h"
#include "model/clip_motion.h"
#include "model/rest_pose.h"
#include "model/up_axis.h"

namespace sinew {
namespace {

constexpr double kStepsASecond = 30.0;
constexpr double kLeastSteps = 16.0;
constexpr double kMostSteps = 120.0;
constexpr size_t kMostFeet = 24;  // more is no character that walks: a snake, a wheel

// Shares of the skeleton's height over the clip.
constexpr float kTouches = 0.02f;
constexpr float kLifted = 0.05f;
constexpr float kSlides = 0.03f;     // less is not seen
constexpr float kSlidesFar = 0.08f;  // a warning, where the speed over the ground is known

// Shares of the model's size.
constexpr float kMoves = 0.002f;
constexpr float kDrifts = 0.01f;
constexpr float kTravels = 0.05f;

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
    const double steps = std::clamp(clip.durationSeconds * kStepsASecond, kLeastSteps, kMostSteps);
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

/// Indices into the motion's nodes.
std::vector<size_t> feetOf(const std::vector<Ground>& grounds, size_t nodeCount) {
    std::vector<size_t> feet;
    for (size_t node = 0; node < nodeCount; ++node)
        if (std::ranges::any_of(grounds, [&](const Ground& ground) {
                bool touches = false, lifts = false;
                for (size_t time = 0; time <= ground.motion.steps(); ++time) {
                    touches |= ground.over(time, node) <= kTouches;
                    lifts |= ground.over(time, node) > kLifted;
                }
                return touches && lifts;
            }))
            feet.push_back(node);
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

Slide worstSlide(const Ground& ground, const std::vector<size_t>& feet, const glm::vec2& velocity) {
    Slide worst;
    for (const size_t node : feet)
        for (size_t time = 0, begin = 0; time <= ground.motion.steps() + 1; ++time) {
            if (time <= ground.motion.steps() && ground.over(time, node) <= kTouches) continue;
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
    const glm::vec2 velocity = groundVelocity(model.hierarchy, *ground.clip, yUpFrom(model.up));
    const Slide slide = worstSlide(ground, feet, velocity);
    const float share = slide.length / ground.height;
    if (share < kSlides) return;
    const bool isKnown = travels || velocity != glm::vec2(0.0f);
    findings.push_back({"foot-slide", isKnown && share > kSlidesFar ? Severity::warning : Severity::info,
                        ground.clip->name,
                        "'" + model.hierarchy.names[ground.motion.nodes[slide.node]] + "' slides by " +
                            lengthText(model, slide.length) + percent(static_cast<double>(share)) +
                            " of the skeleton's height while it stands, from " +
                            figure(ground.motion.stepSeconds * static_cast<double>(slide.time)) + " s"});
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
    const std::vector<size_t> feet = feetOf(grounds, nodes.size());
    const bool walks = !feet.empty() && feet.size() <= kMostFeet && feet.size() < nodes.size() / 2;
    for (const Ground& ground : grounds) {
        const float travel = glm::length(travelOf(ground.motion, kMoves * rest.size));
        if (travel > kDrifts * rest.size)
            findings.push_back({"root-drift", Severity::info, ground.clip->name,
                                "ends " + lengthText(model, travel) +
                                    percent(static_cast<double>(travel) / static_cast<double>(rest.size)) +
                                    " of the model's size from where it begins"});
        if (walks) checkFeet(model, ground, feet, travel > kTravels * rest.size, findings);
    }
    return findings;
}

}  // namespace sinew
