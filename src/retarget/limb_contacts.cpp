#include "retarget/limb_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

namespace sinew {
namespace {

constexpr double kTouching = 0.02, kLifted = 0.05;            // of the figure's height
constexpr double kPlanted = 0.005;                            // of the figure's height
constexpr double kShortestPlant = 0.08, kLongestPlant = 2.0;  // seconds; longer ones are put together
constexpr double kResting = 0.05;                             // of the figure's height per second
constexpr double kShortestRest = 1.0 / 6.0;                   // seconds

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

/// By sample: from kTouching over the lowest place until kLifted.
std::vector<bool> onGround(const LimbPath& path, double height) {
    std::vector<bool> touches(path.positions.size());
    double lowest = std::numeric_limits<double>::max();
    for (const glm::dvec3& position : path.positions)
        lowest = std::min(lowest, position.y);
    bool before = false;
    for (size_t i = 0; i < touches.size(); ++i) {
        const double above = (path.positions[i].y - lowest) / height;
        touches[i] = before = above <= (before ? kLifted : kTouching);
    }
    return touches;
}

}  // namespace

std::vector<LimbContact> groundContacts(const LimbPath& path, double height) {
    return runsOf(onGround(path, height), path.stepSeconds);
}

std::vector<LimbContact> plants(const LimbPath& path, double height) {
    const std::vector<bool> touches = onGround(path, height);
    std::vector<bool> planted(touches.size(), false);
    const auto steps = [&](double seconds) {
        return std::max<size_t>(1, static_cast<size_t>(std::lround(seconds / path.stepSeconds)));
    };
    const size_t shortest = steps(kShortestPlant), longest = steps(kLongestPlant);
    for (size_t first = 0; first < touches.size(); ++first) {
        const auto stays = [&](size_t i) {
            return touches[i] && glm::length(path.positions[i] - path.positions[first]) < kPlanted * height;
        };
        size_t last = first;
        while (last < std::min(first + longest, touches.size()) && stays(last))
            ++last;
        if (last <= first + shortest) continue;
        std::fill(planted.begin() + static_cast<std::ptrdiff_t>(first),
                  planted.begin() + static_cast<std::ptrdiff_t>(last), true);
    }
    return runsOf(planted, path.stepSeconds);
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
