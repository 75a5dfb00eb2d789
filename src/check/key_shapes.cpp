#include "check/key_shapes.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>

#include "check/tracks.h"

namespace sinew {
namespace {

// A pop is at most this long, and stands out from the keys around it.
constexpr size_t kMostPopped = 3;
constexpr size_t kAround = 14;       // keys on either side that are compared
constexpr size_t kSameMovement = 4;  // keys: what is farther is another movement
constexpr size_t kMinAround = 6;
constexpr float kTimesUsual = 4.0f;
constexpr float kStays = 0.25f;     // of the pop: the largest step inside of it
constexpr float kTimesNext = 2.0f;  // the steps before and after it
constexpr float kAbrupt = 0.7f;     // of the pop: the least step into and out of it

constexpr size_t kMostPeaks = 6;  // of a track, tried for an exchange
constexpr float kRest = 0.5f;     // of an exchanged key's distance: that of all others
constexpr float kFits = 0.2f;     // of an exchanged key's distance: what is left in the other place

constexpr float kOpposite = 0.5f;      // the cosine between two swings, negated
constexpr float kSameSpeed = 0.5f;     // of the usual step
constexpr float kSameWay = 0.8f;       // the cosine between two steps
constexpr double kHeldSeconds = 1e-4;  // two keys that are closer are a step

/// How far the keys [first, first + width) are off the line between the keys before and after: the nearest of them.
template <typename Value>
float offLine(const Track<Value>& track, size_t first, size_t width) {
    float least = std::numeric_limits<float>::max();
    const size_t before = first - 1, after = first + width;
    const double length = track.times[after] - track.times[before];
    for (size_t key = first; key < after; ++key) {
        const auto share = static_cast<float>((track.times[key] - track.times[before]) / length);
        least = std::min(least, apart(track.values[key], between(track.values[before], track.values[after], share)));
    }
    return least;
}

/// How far a value would be off the line between the neighbors of a key.
template <typename Value>
float offLineWith(const Track<Value>& track, size_t key, const Value& value) {
    const double length = track.times[key + 1] - track.times[key - 1];
    const auto share = static_cast<float>((track.times[key] - track.times[key - 1]) / length);
    return apart(value, between(track.values[key - 1], track.values[key + 1], share));
}

/// offLine() of each single key; 0 at both ends.
template <typename Value>
std::vector<float> offLines(const Track<Value>& track) {
    std::vector<float> off(track.size(), 0.0f);
    for (size_t key = 1; key + 1 < track.size(); ++key)
        off[key] = offLine(track, key, 1);
    return off;
}

}  // namespace

template <typename Value>
std::optional<Pop> widestPop(const Track<Value>& track, float visible) {
    std::optional<Pop> widest;
    for (size_t width = 1; width <= kMostPopped; ++width) {
        if (track.size() < width + 2 + kMinAround) break;
        std::vector<float> off(track.size(), 0.0f);
        for (size_t key = 1; key + width < track.size(); ++key)
            off[key] = offLine(track, key, width);
        for (size_t key = 1; key + width < track.size(); ++key) {
            if (!(off[key] > visible) || (widest && off[key] <= widest->by)) continue;
            const size_t before = key - 1, after = key + width;
            if (track.times[after] - track.times[before] > kDenseSeconds * static_cast<double>(width + 1)) continue;
            // What the pop itself bends does not count.
            const size_t begin = key > kAround + width ? key - kAround - width : 1;
            const size_t end = std::min(track.size() - width, key + width + 1 + kAround);
            float usual = 0.0f;
            size_t around = 0;
            for (size_t other = begin; other < end; ++other) {
                if (other + width >= key && other <= after) continue;
                usual = std::max(usual, off[other]);
                ++around;
            }
            if (around < kMinAround || !(off[key] > kTimesUsual * usual)) continue;
            if (apart(track.values[before], track.values[after]) > off[key]) continue;
            const float in = apart(track.values[before], track.values[key]);
            const float out = apart(track.values[after - 1], track.values[after]);
            if (std::min(in, out) < kAbrupt * off[key]) continue;
            // Where a movement swings back, it is as fast next to the turning point.
            const float next =
                std::max(key > 1 ? apart(track.values[key - 2], track.values[before]) : 0.0f,
                         after + 1 < track.size() ? apart(track.values[after], track.values[after + 1]) : 0.0f);
            if (std::min(in, out) < kTimesNext * next) continue;
            float turn = in + out, inside = 0.0f;
            for (size_t step = key + 1; step < after; ++step) {
                const float own = apart(track.values[step - 1], track.values[step]);
                turn += own;
                inside = std::max(inside, own);
            }
            // A fast gesture moves on; what is wrong stays where it is, or turns all the way round.
            if (inside > kStays * off[key] && !(std::same_as<Value, glm::quat> && turn > kWrapDegrees)) continue;
            widest = Pop{.first = key, .last = after - 1, .by = off[key], .turn = turn};
        }
    }
    return widest;
}

template <typename Value>
std::optional<Pop> exchangedKeys(const Track<Value>& track, float visible) {
    std::vector<size_t> peaks;
    const std::vector<float> off = offLines(track);
    for (size_t key = 1; key + 1 < track.size(); ++key)
        if (off[key] > visible && off[key] >= std::max(off[key - 1], off[key + 1]) &&
            track.times[key + 1] - track.times[key - 1] < 2.0 * kDenseSeconds)
            peaks.push_back(key);
    std::ranges::sort(peaks, std::ranges::greater(), [&](size_t key) { return off[key]; });
    if (peaks.size() > kMostPeaks) peaks.erase(peaks.begin() + kMostPeaks, peaks.end());
    // The largest of all others, without what the two keys bend beside them.
    const auto restOf = [&](size_t one, size_t other) {
        float rest = 0.0f;
        for (size_t key = 0; key < off.size(); ++key)
            if (key + 1 < one || (key > one + 1 && key + 1 < other) || key > other + 1) rest = std::max(rest, off[key]);
        return rest;
    };
    std::optional<Pop> widest;
    for (const size_t one : peaks)
        for (const size_t other : peaks) {
            if (one + 2 >= other) continue;
            const float by = std::min(off[one], off[other]);
            if (widest && by <= widest->by) continue;
            const float left =
                std::max(offLineWith(track, one, track.values[other]), offLineWith(track, other, track.values[one]));
            if (left < kFits * by && restOf(one, other) < kRest * by)
                widest = Pop{.first = one, .last = other, .by = by};
        }
    return widest;
}

template <typename Value>
std::vector<double> bendsOf(const Track<Value>& track, float visible) {
    constexpr float kNotable = 0.6f, kOfLargest = 0.5f;
    const std::vector<float> off = offLines(track);
    const float least = std::max(kNotable * visible, kOfLargest * std::ranges::max(off));
    std::vector<double> bends;
    for (size_t key = 1; key + 1 < track.size(); ++key)
        if (off[key] >= least) bends.push_back(track.times[key]);
    return bends;
}

/// True if the step to a key goes back against the steps before and after it, which go on in one direction at the usual
/// speed. A strike follows upon a pause.
bool startsOver(const Track<glm::vec3>& track, size_t key, float usual) {
    const auto step = [&](size_t to) { return track.values[to] - track.values[to - 1]; };
    const glm::vec3 before = step(key - 1), back = step(key), after = step(key + 1);
    const auto cosine = [](const glm::vec3& a, const glm::vec3& b) {
        return glm::dot(a, b) / std::max(glm::length(a) * glm::length(b), std::numeric_limits<float>::min());
    };
    return std::min(glm::length(before), glm::length(after)) > kSameSpeed * usual && cosine(before, after) > kSameWay &&
           cosine(before, back) < -kSameWay;
}
bool startsOver(const Track<glm::quat>&, size_t, float) {
    return false;  // what turns on and on may do so
}

template <typename Value>
std::optional<Pop> widestJump(const Track<Value>& track, float visible) {
    std::optional<Pop> widest;
    for (size_t key = 2; key + 2 < track.size(); ++key) {
        const float jump = apart(track.values[key - 1], track.values[key]);
        const double seconds = track.times[key] - track.times[key - 1];
        if (!(jump > visible) || seconds > kDenseSeconds || seconds < kHeldSeconds || (widest && jump <= widest->by))
            continue;
        float usual = 0.0f, apartFrom = 0.0f;  // apartFrom: the widest of those that are no part of this movement
        const size_t begin = key > kAround ? key - kAround : 1, end = std::min(track.size(), key + kAround);
        for (size_t other = begin; other < end; ++other) {
            if (other == key) continue;
            float step = apart(track.values[other - 1], track.values[other]);
            // A root that starts over may do so again.
            const bool isNear = other + kSameMovement >= key && other <= key + kSameMovement;
            if (!isNear && step > apartFrom) std::swap(step, apartFrom);
            usual = std::max(usual, step);
        }
        const float least = startsOver(track, key, usual) ? kTimesUsual : 2.0f * kTimesUsual;
        if (end - begin > kMinAround && usual > 0.0f && jump > least * usual)
            widest = Pop{.first = key, .last = key, .by = jump};
    }
    return widest;
}

template <typename Value>
size_t jitterOf(const Track<Value>& track, float visible) {
    size_t most = 0, run = 0;
    glm::vec3 before(0.0f);
    for (size_t key = 1; key + 1 < track.size(); ++key) {
        const double length = track.times[key + 1] - track.times[key - 1];
        const auto share = static_cast<float>((track.times[key] - track.times[key - 1]) / length);
        const glm::vec3 off = offset(between(track.values[key - 1], track.values[key + 1], share), track.values[key]);
        const float size = glm::length(off);
        const bool swings = size > visible && length < 2.0 * kDenseSeconds &&
                            glm::dot(off, before) < -kOpposite * size * glm::length(before);
        run = swings ? run + 1 : 0;
        most = std::max(most, run);
        before = off;
    }
    return most;
}

template <typename Value>
size_t stepsOf(const Track<Value>& track, float visible) {
    size_t steps = 0;
    for (size_t key = 1; key < track.size(); ++key)
        steps += track.times[key] - track.times[key - 1] < kHeldSeconds &&
                 apart(track.values[key - 1], track.values[key]) > visible;
    return steps;
}

std::optional<std::pair<float, double>> turnWithinFrame(const Track<glm::quat>& track, double frameSeconds) {
    if (frameSeconds <= 0.0) return std::nullopt;
    float turn = 0.0f, widest = 0.0f;
    double start = 0.0, at = 0.0;
    for (size_t key = 1, first = 0; key < track.size(); ++key) {
        turn += apart(track.values[key - 1], track.values[key]);
        while (track.times[key] - track.times[first] > 1.01 * frameSeconds) {
            turn -= apart(track.values[first], track.values[first + 1]);
            ++first;
        }
        start = track.times[first];
        if (turn > widest) widest = turn, at = start;
    }
    return std::pair(widest, at);
}

template std::optional<Pop> widestPop(const Track<glm::vec3>&, float);
template std::optional<Pop> exchangedKeys(const Track<glm::vec3>&, float);
template std::vector<double> bendsOf(const Track<glm::vec3>&, float);
template std::optional<Pop> widestJump(const Track<glm::vec3>&, float);
template size_t jitterOf(const Track<glm::vec3>&, float);
template size_t stepsOf(const Track<glm::vec3>&, float);
template std::optional<Pop> widestPop(const Track<glm::quat>&, float);
template std::optional<Pop> exchangedKeys(const Track<glm::quat>&, float);
template std::vector<double> bendsOf(const Track<glm::quat>&, float);
template std::optional<Pop> widestJump(const Track<glm::quat>&, float);
template size_t jitterOf(const Track<glm::quat>&, float);
template size_t stepsOf(const Track<glm::quat>&, float);

}  // namespace sinew
