#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <tuple>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "animation/clip/transform.h"
#include "check/checks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr size_t kMinNodes = 4;
constexpr size_t kMinPlaces = 3;          // clips that are compared
constexpr size_t kTwoLoops = 2;           // clips, with the rest pose
constexpr double kMostThere = 0.7;        // of the clips: they agree
constexpr float kUsualPlace = 0.15f;      // of the model's size
constexpr float kLeastElsewhere = 0.15f;  // the same: where all others start at one place
constexpr float kLeastInAction = 0.3f;    // the same, of a fall or of one who gets up
constexpr float kTimesSpread = 4.0f;      // the distance of the others from the usual place
constexpr double kMostOthers = 0.9;       // of the other clips
constexpr float kFarAway = 2.0f;          // the same; a warning, and enough where few clips tell
constexpr float kSameHeading = 30.0f;     // degrees
constexpr float kTurnedAway = 80.0f;      // degrees
constexpr float kTurnedAside = 60.0f;     // degrees
constexpr float kTurnedBack = 120.0f;     // degrees
constexpr float kSure = 0.8f;             // the correlation of both shapes, seen from above

constexpr float kSameTurn = 0.7f;  // radians from the mean: most nodes
constexpr double kMostTurns = 0.6;
constexpr float kUpright = 0.25f;  // of a quaternion: its part about Y, squared

/// Where a figure stands at the start of a clip, relative to its rest pose. Y up.
struct Start {
    const AnimationClip* clip = nullptr;
    glm::vec3 offset{0.0f};        ///< median over the nodes
    std::optional<float> heading;  ///< degrees about Y; nothing where its shape is another one
};

std::optional<float> headingOf(const std::vector<glm::vec3>& rest, const std::vector<glm::vec3>& posed) {
    glm::vec3 restMiddle(0.0f), posedMiddle(0.0f);
    for (size_t i = 0; i < rest.size(); ++i)
        restMiddle += rest[i], posedMiddle += posed[i];
    const auto count = static_cast<float>(rest.size());
    float along = 0.0f, across = 0.0f, restSize = 0.0f, posedSize = 0.0f;
    for (size_t i = 0; i < rest.size(); ++i) {
        const glm::vec3 a = rest[i] - restMiddle / count, b = posed[i] - posedMiddle / count;
        along += a.x * b.x + a.z * b.z;
        across += a.z * b.x - a.x * b.z;
        restSize += a.x * a.x + a.z * a.z;
        posedSize += b.x * b.x + b.z * b.z;
    }
    if (std::hypot(along, across) < kSure * std::sqrt(restSize * posedSize)) return std::nullopt;
    return std::atan2(across, along) * 180.0f / std::numbers::pi_v<float>;
}

/// The same by how the nodes are turned, where most of them agree: by the mean of their turns about Y.
std::optional<float> headingOf(const CheckedModel& checked, const ClipMotion& motion) {
    const glm::mat4 yUp = yUpFrom(checked.model.up);
    std::vector<float> turns;
    glm::vec2 sum(0.0f);
    for (size_t i = 0; i < checked.nodes.size(); ++i) {
        const glm::mat4 rest = yUp * checked.rest.worldFromNode[checked.nodes[i]];
        if (glm::determinant(glm::mat3(rest)) == 0.0f) continue;
        const glm::quat turn = transformFrom(motion.matrix(0, i) * glm::inverse(rest)).rotation;
        if (turn.y * turn.y + turn.w * turn.w < kUpright) continue;  // it lies, or stands on its head
        const float angle = 2.0f * std::atan2(turn.y, turn.w);
        turns.push_back(angle);
        sum += glm::vec2(std::cos(angle), std::sin(angle));
    }
    if (turns.empty()) return std::nullopt;
    const float mean = std::atan2(sum.y, sum.x);
    const auto near = std::ranges::count_if(turns, [&](float turn) {
        return std::abs(std::remainder(turn - mean, 2.0f * std::numbers::pi_v<float>)) < kSameTurn;
    });
    if (static_cast<double>(near) < kMostTurns * static_cast<double>(turns.size())) return std::nullopt;
    return mean * 180.0f / std::numbers::pi_v<float>;
}

std::vector<Start> startsOf(const CheckedModel& checked) {
    const auto& [model, rest, nodes] = std::tie(checked.model, checked.rest, checked.nodes);
    const glm::mat4 yUp = yUpFrom(model.up);
    std::vector<glm::vec3> atRest;
    for (const uint32_t node : nodes)
        atRest.emplace_back(yUp * rest.worldFromNode[node][3]);
    std::vector<Start> starts;
    for (size_t c = 0; c < model.clips.size(); ++c) {
        if (model.clips[c].channels.empty() || nodes.size() < kMinNodes) continue;
        const ClipMotion& motion = checked.motionOf(c);
        std::vector<glm::vec3> posed;
        for (size_t i = 0; i < nodes.size(); ++i)
            posed.push_back(motion.position(0, i));
        Start start{.clip = &model.clips[c], .heading = headingOf(atRest, posed)};
        if (!start.heading) start.heading = headingOf(checked, motion);
        for (int axis = 0; axis < 3; ++axis) {
            std::vector<float> offsets;
            for (size_t i = 0; i < nodes.size(); ++i)
                offsets.push_back(posed[i][axis] - atRest[i][axis]);
            start.offset[axis] = medianOf(offsets);
        }
        starts.push_back(start);
    }
    return starts;
}

/// The median, if most clips are near it; of a few clips, the rest pose.
std::optional<glm::vec3> usualPlace(const std::vector<Start>& starts, float size) {
    glm::vec3 usual(0.0f);
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<float> all;
        for (const Start& start : starts)
            all.push_back(start.offset[axis]);
        usual[axis] = medianOf(all);
    }
    const auto within = [&](float distance) {
        return std::ranges::count_if(
            starts, [&](const Start& start) { return glm::distance(start.offset, usual) < distance * size; });
    };
    const auto there = within(kUsualPlace);
    // A single clip that is far away does not tell where the others are.
    const auto judged = std::max(within(kFarAway), std::ssize(starts) - 1);
    const auto most = static_cast<std::ptrdiff_t>(std::ceil(kMostThere * static_cast<double>(judged)));
    return there >= std::min(most, std::ssize(starts) - 1) ? std::optional(usual) : std::nullopt;
}

/// How far from the usual place all clips start, in order.
std::vector<float> distancesOf(const std::vector<Start>& starts, const glm::vec3& usual) {
    std::vector<float> distances;
    for (const Start& start : starts)
        distances.push_back(glm::distance(start.offset, usual));
    std::ranges::sort(distances);
    return distances;
}

/// How far from there all clips but one of these distances and a few others start.
float spreadOf(const std::vector<float>& distances, float own) {
    const auto index = static_cast<size_t>(kMostOthers * static_cast<double>(distances.size() - 2));
    return distances[index + (own <= distances[index] ? 1 : 0)];
}

/// The places over the ground: clips may start at different heights.
std::vector<Start> leveled(std::vector<Start> starts) {
    for (Start& start : starts)
        start.offset.y = 0.0f;
    return starts;
}

/// A clip whose figure starts, for instance, on the ground or in the air.
bool isInAction(const std::string& clip) {
    return isNamedOffGround(clip) || isNamedGettingUp(clip);
}

void checkPlace(const std::vector<Start>& all, float size, std::vector<Finding>& findings) {
    const bool compares = all.size() >= kMinPlaces;
    const std::vector<Start> starts = compares && !usualPlace(all, size) ? leveled(all) : all;
    const std::optional<glm::vec3> usual = compares ? usualPlace(starts, size) : std::optional(glm::vec3(0.0f));
    if (!usual) return;
    const std::vector<float> distances = distancesOf(starts, *usual);
    for (const Start& start : starts) {
        const float distance = glm::distance(start.offset, *usual), away = distance / size;
        const float least = isInAction(start.clip->name) ? kLeastInAction : kLeastElsewhere;
        const float spread = compares ? kTimesSpread * spreadOf(distances, distance) / size : kFarAway;
        if (!(away > std::max(least, spread))) continue;
        const Measured share = measuredShare(static_cast<double>(away), "the model's size");
        findings.push_back(
            {"clip-elsewhere", away > kFarAway && compares ? Severity::warning : Severity::info, start.clip->name,
             "starts " + share.text + " from where " + (compares ? "most other clips start" : "the figure rests"),
             share.figure});
    }
}

void checkHeading(const std::vector<Start>& starts, std::vector<Finding>& findings) {
    const bool areLoops = starts.size() == kTwoLoops && std::ranges::all_of(starts, [](const Start& start) {
                              return isNamedLikeLoop(start.clip->name);
                          });
    if (starts.size() < kMinPlaces && !areLoops) return;
    const auto ahead = std::ranges::count_if(
        starts, [](const Start& start) { return start.heading && std::abs(*start.heading) < kSameHeading; });
    const bool areAhead = static_cast<double>(ahead) >= kMostThere * static_cast<double>(starts.size() - 1);
    // Fighters turn aside, but not away.
    const auto aside = std::ranges::count_if(
        starts, [](const Start& start) { return start.heading && std::abs(*start.heading) < kTurnedAside; });
    const bool areAside = aside == std::ssize(starts) - 1;
    if (!areAhead && (!areAside || areLoops)) return;
    for (const Start& start : starts) {
        if (!start.heading || std::abs(*start.heading) < (areAhead ? kTurnedAway : kTurnedBack)) continue;
        const Measured turn = measured(static_cast<double>(std::abs(*start.heading)), "degrees");
        findings.push_back({"clip-heading", Severity::info, start.clip->name,
                            "starts turned by " + turn.text + " from the rest pose and " +
                                (areLoops ? "the other clip" : "most other clips"),
                            turn.figure});
    }
}

}  // namespace

std::vector<Finding> checkPlaces(const CheckedModel& checked) {
    std::vector<Finding> findings;
    if (!(checked.rest.size > 0.0f)) return findings;
    const std::vector<Start> starts = startsOf(checked);
    if (starts.empty()) return findings;
    checkPlace(starts, checked.rest.size, findings);
    checkHeading(starts, findings);
    return findings;
}

}  // namespace sinew
