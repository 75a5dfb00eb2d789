#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/key_shapes.h"
#include "check/tracks.h"

namespace sinew {
namespace {

constexpr size_t kStepsAround = 14;  // on either side that are compared
constexpr size_t kMinStepsAround = 6;
constexpr size_t kSameMovement = 4;  // keys: what is farther is another movement
constexpr float kTimesUsualStep = 4.0f;
constexpr float kOpposite = 0.5f;    // the cosine between two swings, negated
constexpr float kSameSpeed = 0.5f;   // of the usual step
constexpr float kSameCourse = 0.8f;  // the cosine between two steps

/// What leads from one value to another, in the axes of the first one and in those of the parent.
struct Way {
    glm::quat own, above;
};
glm::vec3 wayBetween(const glm::vec3& from, const glm::vec3& to) {
    return to - from;
}
Way wayBetween(const glm::quat& from, const glm::quat& to) {
    return {glm::conjugate(from) * to, to * glm::conjugate(from)};
}

/// How far two ways are from leading back, one after the other.
float leftOf(const glm::vec3& away, const glm::vec3& back) {
    return glm::length(away + back);
}
float leftOf(const Way& away, const Way& back) {
    const glm::quat none(1.0f, 0.0f, 0.0f, 0.0f);
    return std::min(apart(away.own * back.own, none), apart(away.above * back.above, none));
}

/// Where the keys around would lead to: to key - 1, and on by the mean of the steps before and after.
glm::vec3 goneOn(const Track<glm::vec3>& track, size_t key) {
    const auto step = [&](size_t to) { return track.values[to] - track.values[to - 1]; };
    return track.values[key - 1] + 0.5f * (step(key - 1) + step(key + 1));
}
glm::quat goneOn(const Track<glm::quat>& track, size_t key) {
    const auto step = [&](size_t to) { return track.values[to] * glm::conjugate(track.values[to - 1]); };
    return between(step(key - 1), step(key + 1), 0.5f) * track.values[key - 1];
}

/// True if the step to a key goes back against the steps before and after it, which go on in one direction at the usual
/// speed. A strike follows upon a pause.
bool startsOver(const Track<glm::vec3>& track, size_t key, float usual) {
    const auto step = [&](size_t to) { return track.values[to] - track.values[to - 1]; };
    const glm::vec3 before = step(key - 1), back = step(key), after = step(key + 1);
    const auto cosine = [](const glm::vec3& a, const glm::vec3& b) {
        return glm::dot(a, b) / std::max(glm::length(a) * glm::length(b), std::numeric_limits<float>::min());
    };
    return std::min(glm::length(before), glm::length(after)) > kSameSpeed * usual &&
           cosine(before, after) > kSameCourse && cosine(before, back) < -kSameCourse;
}
bool startsOver(const Track<glm::quat>&, size_t, float) {
    return false;  // what turns on and on may do so
}

}  // namespace

template <typename Value>
std::vector<float> jumpsOf(const Track<Value>& track) {
    std::vector<float> jumps(track.size(), 0.0f);
    for (size_t key = 2; key + 1 < track.size(); ++key)
        jumps[key] = apart(goneOn(track, key), track.values[key]);
    return jumps;
}

template <typename Value>
std::optional<Pop> offStretch(const Track<Value>& track, float visible) {
    constexpr size_t kMinStretch = 4, kMinOthers = 6;
    constexpr float kTimesOthers = 3.0f, kLeft = 0.3f;
    const std::vector<float> jumps = jumpsOf(track);
    const auto widest = [&](const auto& isLeftOut) {
        size_t found = 0;
        for (size_t key = 0; key < jumps.size(); ++key)
            if (!isLeftOut(key) && jumps[key] > jumps[found]) found = key;
        return found;
    };
    const auto isAt = [](size_t key, size_t other) { return key + 1 >= other && key <= other + 1; };
    const size_t one = widest([](size_t) { return false; });
    const size_t other = widest([&](size_t key) { return isAt(key, one); });
    const auto [first, end] = std::minmax(one, other);
    if (first == 0 || end - first < kMinStretch || 2 * (end - first) > track.size()) return std::nullopt;
    if (track.size() < end - first + kMinOthers) return std::nullopt;
    for (const size_t key : {first, end})
        if (track.times[key] - track.times[key - 1] > kDenseSeconds) return std::nullopt;
    const float rest = jumps[widest([&](size_t key) { return isAt(key, first) || isAt(key, end); })];
    const float by = std::min(jumps[first], jumps[end]);
    if (by < visible || by < kTimesOthers * rest) return std::nullopt;
    const auto off = [&](size_t key) { return wayBetween(goneOn(track, key), track.values[key]); };
    if (leftOf(off(first), off(end)) > kLeft * by) return std::nullopt;
    return Pop{.first = first, .last = end - 1, .by = by};
}

template <typename Value>
std::vector<size_t> longSteps(const Track<Value>& track, float visible) {
    constexpr float kTimesNext = 2.5f;
    constexpr double kFrames = 1.6;  // a reduction leaves long steps, too
    std::vector<size_t> keys;
    if (track.size() < 4) return keys;
    const double longest = std::min(kDenseSeconds, kFrames * usualFrame(track.times));
    for (size_t key = 2; key + 1 < track.size(); ++key) {
        const float step = apart(track.values[key - 1], track.values[key]);
        const float next = std::max(apart(track.values[key - 2], track.values[key - 1]),
                                    apart(track.values[key], track.values[key + 1]));
        const double seconds = track.times[key] - track.times[key - 1];
        if (step > visible && step > kTimesNext * next && seconds < longest && seconds > kHeldSeconds)
            keys.push_back(key);
    }
    return keys;
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
        const size_t begin = key > kStepsAround ? key - kStepsAround : 1,
                     end = std::min(track.size(), key + kStepsAround);
        for (size_t other = begin; other < end; ++other) {
            if (other == key) continue;
            float step = apart(track.values[other - 1], track.values[other]);
            // A root that starts over may do so again.
            const bool isNear = other + kSameMovement >= key && other <= key + kSameMovement;
            if (!isNear && step > apartFrom) std::swap(step, apartFrom);
            usual = std::max(usual, step);
        }
        const float least = startsOver(track, key, usual) ? kTimesUsualStep : 2.0f * kTimesUsualStep;
        if (end - begin > kMinStepsAround && usual > 0.0f && jump > least * usual)
            widest = Pop{.first = key, .last = key, .by = jump};
    }
    return widest;
}

template <typename Value>
size_t jitterOf(const Track<Value>& track, float visible) {
    constexpr size_t kMinKeys = 16;
    constexpr float kRough = 0.6f;   // of the step from key to key: how far a key is off the line between its neighbors
    constexpr float kStill = 0.1f;   // of the mean step
    constexpr double kFrames = 2.5;  // between the neighbors of a key
    constexpr double kMostStill = 0.25;    // of the steps; more are poses that are held
    constexpr float kAlternates = -0.45f;  // the cosine between that and the next, on the mean
    if (track.size() < 3) return 0;
    const double longest = std::min(2.0 * kDenseSeconds, kFrames * usualFrame(track.times));
    size_t most = 0, run = 0, notable = 0;
    std::vector<float> offs, steps;
    float together = 0.0f;
    glm::vec3 before(0.0f);
    for (size_t key = 1; key + 1 < track.size(); ++key) {
        const double length = track.times[key + 1] - track.times[key - 1];
        const auto share = static_cast<float>((track.times[key] - track.times[key - 1]) / length);
        const glm::vec3 off = offset(between(track.values[key - 1], track.values[key + 1], share), track.values[key]);
        const float size = glm::length(off);
        const bool isFrame = length < longest;  // and no keys that a reduction left
        const bool isNotable = size > visible && isFrame;
        const bool swings = isNotable && glm::dot(off, before) < -kOpposite * size * glm::length(before);
        run = swings ? run + 1 : 0;
        most = std::max(most, run);
        if (size > 0.0f && glm::length(before) > 0.0f) together += glm::dot(off, before) / (size * glm::length(before));
        before = off;
        notable += isNotable;
        offs.push_back(size);
        steps.push_back(apart(track.values[key - 1], track.values[key]));
    }
    if (track.size() < kMinKeys) return most;
    // In noise, most keys are as far off the line as the steps are long, whatever their directions.
    const float mean = std::accumulate(steps.begin(), steps.end(), 0.0f) / static_cast<float>(steps.size());
    const auto still = std::ranges::count_if(steps, [&](float step) { return step < kStill * mean; });
    const bool isRough =
        medianOf(offs) > visible && static_cast<double>(still) < kMostStill * static_cast<double>(steps.size()) &&
        medianOf(offs) > kRough * medianOf(steps) && together < kAlternates * static_cast<float>(offs.size());
    return isRough ? std::max(most, notable) : most;
}

template std::vector<float> jumpsOf(const Track<glm::vec3>&);
template std::optional<Pop> offStretch(const Track<glm::vec3>&, float);
template std::vector<size_t> longSteps(const Track<glm::vec3>&, float);
template std::optional<Pop> widestJump(const Track<glm::vec3>&, float);
template size_t jitterOf(const Track<glm::vec3>&, float);
template std::vector<float> jumpsOf(const Track<glm::quat>&);
template std::optional<Pop> offStretch(const Track<glm::quat>&, float);
template std::vector<size_t> longSteps(const Track<glm::quat>&, float);
template std::optional<Pop> widestJump(const Track<glm::quat>&, float);
template size_t jitterOf(const Track<glm::quat>&, float);

}  // namespace sinew
