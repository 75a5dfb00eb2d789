#include "match/limb_contacts.h"

#include <algorithm>

#include <glm/geometric.hpp>

namespace sinew {
namespace {

constexpr double kTouching = 0.02, kLifted = 0.05;  // of the figure's height
constexpr double kResting = 0.05;                   // of the figure's height per second
constexpr double kShortestRest = 1.0 / 6.0;         // seconds

/// The runs of samples that are `inside`.
std::vector<LimbContact> runsOf(const std::vector<bool>& inside, double stepSeconds) {
    std::vector<LimbContact> runs;
    for (size_t i = 0; i < inside.size(); ++i) {
        if (!inside[i]) continue;
        const double seconds = static_cast<double>(i) * stepSeconds;
        if (i == 0 || !inside[i - 1]) runs.push_back({seconds, seconds});
        runs.back().endSeconds = seconds;
    }
    return runs;
}

}  // namespace

std::vector<LimbContact> groundContacts(const LimbPath& path, double height) {
    if (path.positions.empty()) return {};
    double lowest = path.positions[0].y;
    for (const glm::dvec3& position : path.positions)
        lowest = std::min(lowest, position.y);
    std::vector<bool> touches(path.positions.size());
    bool before = false;
    for (size_t i = 0; i < touches.size(); ++i) {
        const double above = (path.positions[i].y - lowest) / height;
        touches[i] = before = above <= (before ? kLifted : kTouching);
    }
    return runsOf(touches, path.stepSeconds);
}

std::vector<LimbContact> rests(const LimbPath& path, double height) {
    std::vector<bool> still(path.positions.size(), false);
    const double most = kResting * height * path.stepSeconds;
    for (size_t i = 0; i + 1 < still.size(); ++i)
        if (glm::length(path.positions[i + 1] - path.positions[i]) <= most) still[i] = still[i + 1] = true;
    std::vector<LimbContact> runs = runsOf(still, path.stepSeconds);
    std::erase_if(runs, [](const LimbContact& run) { return run.endSeconds - run.startSeconds < kShortestRest; });
    return runs;
}

}  // namespace sinew
