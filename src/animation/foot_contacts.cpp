#include "animation/foot_contacts.h"

#include <algorithm>
#include <cmath>

#include "animation/node_paths.h"
#include "animation/synchronised.h"

namespace sinew {
namespace {

// Two feet that alternate touch down at least this share of a round apart.
constexpr double kApart = 0.25;

/// The times at which `node` touches down after it was lifted; the clip goes round.
std::vector<size_t> touchdowns(const NodePaths& paths, size_t node) {
    const size_t count = paths.positions.size() - 1;  // the last time is the first of the next round
    std::vector<size_t> times;
    size_t start = 0;
    while (start < count && paths.over(start, node) <= kLiftedFromGround)
        ++start;
    if (start == count) return times;
    bool lifted = true;
    for (size_t i = 1; i <= count; ++i) {
        const size_t time = (start + i) % count;
        const float over = paths.over(time, node);
        if (lifted && over <= kTouchesGround) times.push_back(time);
        lifted = over > kLiftedFromGround || (lifted && over > kTouchesGround);
    }
    return times;
}

bool alternate(const std::vector<FootContact>& contacts, double durationSeconds) {
    for (const FootContact& contact : contacts) {
        const double apart = std::abs(contact.timeSeconds - contacts.front().timeSeconds) / durationSeconds;
        if (std::min(apart, 1.0 - apart) >= kApart) return true;
    }
    return false;
}

}  // namespace

std::vector<FootContact> footContacts(const NodeHierarchy& hierarchy, const AnimationClip& clip,
                                      const glm::mat4& worldFromRoot) {
    std::vector<FootContact> contacts;
    if (!(clip.durationSeconds > 0.0) || hierarchy.size() == 0) return contacts;
    const NodePaths paths = nodePaths(hierarchy, clip, worldFromRoot);
    if (!(paths.height > 0.0f)) return contacts;
    for (size_t node = 0; node < hierarchy.size(); ++node) {
        const std::vector<size_t> times = touchdowns(paths, node);
        if (times.size() == 1)
            contacts.push_back({static_cast<uint32_t>(node), static_cast<double>(times[0]) * paths.stepSeconds});
    }
    if (!alternate(contacts, clip.durationSeconds)) contacts.clear();
    return contacts;
}

std::optional<double> timeInStep(const GaitTime& from, const GaitTime& to) {
    if (!(from.durationSeconds > 0.0)) return std::nullopt;
    for (const FootContact& contact : from.contacts) {
        const auto same = std::ranges::find(to.contacts, contact.node, &FootContact::node);
        if (same == to.contacts.end()) continue;
        const double phase = advancedPhase(0.0, from.timeSeconds - contact.timeSeconds, from.durationSeconds);
        return timeAtPhase({to.durationSeconds, same->timeSeconds}, phase);
    }
    return std::nullopt;
}

}  // namespace sinew
