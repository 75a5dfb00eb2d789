#include <algorithm>
#include <limits>
#include <numeric>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr float kFarFromStart = 0.08f;  // of the model's size, in the mean over its bones
constexpr float kNearAtEnd = 0.4f;      // of the same at the start
constexpr float kRisesAtLeast = 0.05f;  // of the model's size, in the mean
constexpr size_t kMinFallenBones = 4;
constexpr size_t kMostStarts = 128;  // that are compared, evenly spaced

/// True for a clip that starts upright and ends on the ground.
bool isNamedLikeDeath(const std::string& clip) {
    const std::vector<std::string> words = wordsOf(clip);
    return hasWord(words, {"death", "die", "dies", "dying", "dead", "defeat", "defeated", "faint", "collapse",
                           "knockdown", "knockout", "ko"}) &&
           !isNamedGettingUp(clip) &&
           !hasWord(words, {"get", "stand", "reverse", "reversed", "backward", "undead", "from", "to", "out", "end",
                            "loop", "idle"});
}

/// The places of the bones at one time of a clip, moved so that their middle is above the origin.
std::vector<glm::vec3> placesAt(const ClipMotion& motion, size_t time) {
    std::vector<glm::vec3> places;
    glm::vec3 middle(0.0f);
    for (size_t i = 0; i < motion.nodes.size(); ++i) {
        places.push_back(motion.position(time, i));
        middle += overGround(places.back()) / static_cast<float>(motion.nodes.size());
    }
    for (glm::vec3& place : places)
        place -= middle;
    return places;
}

float meanDistance(const std::vector<glm::vec3>& a, const std::vector<glm::vec3>& b) {
    float sum = 0.0f;
    for (size_t i = 0; i < a.size(); ++i)
        sum += glm::distance(a[i], b[i]);
    return sum / static_cast<float>(a.size());
}

float meanHeight(const std::vector<glm::vec3>& places) {
    const float sum =
        std::accumulate(places.begin(), places.end(), 0.0f, [](float all, const auto& place) { return all + place.y; });
    return sum / static_cast<float>(places.size());
}

}  // namespace

std::vector<Finding> checkReversedClips(const CheckedModel& checked) {
    const Model& model = checked.model;
    std::vector<Finding> findings;
    const float size = checked.rest.size;
    if (checked.nodes.size() < kMinFallenBones || !(size > 0.0f)) return findings;
    std::vector<std::vector<glm::vec3>> starts;  // of the clips that are no falls
    for (size_t c = 0; c < model.clips.size(); ++c)
        if (!model.clips[c].channels.empty() && !isNamedLikeDeath(model.clips[c].name) &&
            !isNamedOffGround(model.clips[c].name))
            starts.push_back(placesAt(checked.motionOf(c), 0));
    if (starts.empty()) return findings;
    const auto nearest = [&](const std::vector<glm::vec3>& places) {
        float least = std::numeric_limits<float>::max();
        for (size_t s = 0; s < starts.size(); s += starts.size() / kMostStarts + 1)
            least = std::min(least, meanDistance(places, starts[s]));
        return least / size;
    };
    size_t deaths = 0;
    for (size_t c = 0; c < model.clips.size(); ++c) {
        const AnimationClip& clip = model.clips[c];
        if (clip.channels.empty() || !isNamedLikeDeath(clip.name)) continue;
        ++deaths;
        const ClipMotion& motion = checked.motionOf(c);
        const std::vector<glm::vec3> start = placesAt(motion, 0), end = placesAt(motion, motion.steps());
        if (meanHeight(end) - meanHeight(start) < kRisesAtLeast * size) continue;
        const float away = nearest(start);
        if (away < kFarFromStart || nearest(end) > kNearAtEnd * away) continue;
        findings.push_back({"clip-reversed", Severity::warning, clip.name,
                            "starts on the ground, and ends upright as other clips start: is it reversed?"});
    }
    if (deaths > 1 && findings.size() == deaths) findings.clear();  // all are meant to be
    return findings;
}

}  // namespace sinew
