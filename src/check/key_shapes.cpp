#include "check/key_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/tracks.h"

namespace sinew {
namespace {

// A pop is at most this long, and stands out from the keys around it.
constexpr size_t kMostPopped = 3;
constexpr size_t kAround = 14;       // keys on either side that are compared
constexpr size_t kSameMovement = 4;  // keys: what is farther is another movement
constexpr size_t kMinAround = 6;
constexpr size_t kFewAround = 4;        // of a pop that is so far off:
constexpr float kFarOff = 10.0f;        // times what the keys around it are off, and what is visible
constexpr double kSparseSeconds = 0.2;  // the same, between keys that were sampled
constexpr float kTimesUsual = 4.0f;
constexpr float kStays = 0.25f;     // of the pop: the largest step inside of it
constexpr double kFewFrames = 2.5;  // frames at most into and out of it

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

/// offLine() from the cubic curve through two keys on either side, which follows a fast movement that the line cuts
/// off. The line itself at the ends of the track.
template <typename Value>
float offCurve(const Track<Value>& track, size_t first, size_t width) {
    const size_t before = first - 1, after = first + width;
    if (before == 0 || after + 1 >= track.size()) return offLine(track, first, width);
    const std::array<size_t, 4> around{before - 1, before, after, after + 1};
    float least = std::numeric_limits<float>::max();
    for (size_t key = first; key < after; ++key) {
        glm::vec3 curve(0.0f);
        for (const size_t one : around) {
            double share = 1.0;  // of Lagrange's polynomial
            for (const size_t other : around)
                if (other != one)
                    share *= (track.times[key] - track.times[other]) / (track.times[one] - track.times[other]);
            curve += static_cast<float>(share) * offset(track.values[before], track.values[one]);
        }
        least = std::min(least, glm::distance(curve, offset(track.values[before], track.values[key])));
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

/// The usual time between keys that are close together: exporters that leave out keys leave longer ones.
double frameOf(const std::vector<double>& times) {
    std::vector<double> gaps;
    for (size_t key = 1; key < times.size(); ++key)
        gaps.push_back(times[key] - times[key - 1]);
    const auto quarter = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 4);
    std::ranges::nth_element(gaps, quarter);
    return *quarter;
}

/// Keys at one rate, from the first to the last, as an exporter writes them that samples a clip.
bool areSampled(const std::vector<double>& times) {
    constexpr size_t kMinSamples = 12;
    constexpr double kSameGap = 0.02;  // of the gap
    const double gap = (times.back() - times.front()) / static_cast<double>(times.size() - 1);
    for (size_t key = 1; key < times.size(); ++key)
        if (std::abs(times[key] - times[key - 1] - gap) > kSameGap * gap) return false;
    return times.size() >= kMinSamples;
}

/// How a pop stands out: from the line between the keys around it, or from the curve through more of them.
struct Outline {
    bool isCurve;
    size_t reach;      ///< keys on either side that a value depends on
    float timesUsual;  ///< what is left of the keys around it
    float abrupt;      ///< of the pop: the least step into and out of it
    float timesNext;  ///< the steps before and after it: by the smaller step of the pop, or by what it is off the curve
};
constexpr std::array kOutlines{Outline{false, 1, kTimesUsual, 0.7f, 2.0f}, Outline{true, 2, 5.0f, 0.5f, 1.2f}};

template <typename Value>
void widenPop(const Track<Value>& track, float visible, const Outline& outline, std::optional<Pop>& widest) {
    const double longestStep = kFewFrames * frameOf(track.times);
    const double sparsest = areSampled(track.times) ? kSparseSeconds : kDenseSeconds;
    for (size_t width = 1; width <= kMostPopped; ++width) {
        if (track.size() < width + 2 + kFewAround) break;
        std::vector<float> off(track.size(), 0.0f);
        for (size_t key = 1; key + width < track.size(); ++key)
            off[key] = outline.isCurve ? offCurve(track, key, width) : offLine(track, key, width);
        for (size_t key = 1; key + width < track.size(); ++key) {
            if (!(off[key] > visible) || (widest && off[key] <= widest->by)) continue;
            const size_t before = key - 1, after = key + width;
            const double seconds = track.times[after] - track.times[before];
            if (seconds > sparsest * static_cast<double>(width + 1)) continue;
            if (std::max(track.times[key] - track.times[before], track.times[after] - track.times[after - 1]) >
                longestStep)
                continue;
            // What the pop itself bends does not count.
            const size_t begin = key > kAround + width ? key - kAround - width : 1;
            const size_t end = std::min(track.size() - width, key + width + 1 + kAround);
            float usual = 0.0f;
            size_t around = 0;
            for (size_t other = begin; other < end; ++other) {
                if (other + width + outline.reach > key && other < after + outline.reach) continue;
                usual = std::max(usual, off[other]);
                ++around;
            }
            const bool isFar = off[key] > kFarOff * std::max(usual, visible);
            if (!isFar && seconds > kDenseSeconds * static_cast<double>(width + 1)) continue;
            if (around < (isFar ? kFewAround : kMinAround) || !(off[key] > outline.timesUsual * usual)) continue;
            if (apart(track.values[before], track.values[after]) > off[key]) continue;
            const float in = apart(track.values[before], track.values[key]);
            const float out = apart(track.values[after - 1], track.values[after]);
            if (std::min(in, out) < outline.abrupt * off[key]) continue;
            // Where a movement swings back, it is as fast next to the turning point.
            const float next =
                std::max(key > 1 ? apart(track.values[key - 2], track.values[before]) : 0.0f,
                         after + 1 < track.size() ? apart(track.values[after], track.values[after + 1]) : 0.0f);
            if ((outline.isCurve ? off[key] : std::min(in, out)) < outline.timesNext * next) continue;
            float turn = in + out, inside = 0.0f;
            for (size_t step = key + 1; step < after; ++step) {
                const float own = apart(track.values[step - 1], track.values[step]);
                turn += own;
                inside = std::max(inside, own);
            }
            const bool wraps = std::same_as<Value, glm::quat> && turn > kWrapDegrees && seconds < kWrapSeconds;
            // A fast gesture moves on, and a spin goes on; what is wrong stays where it is, or turns all the way round.
            if (inside > kStays * off[key] && !wraps) continue;
            const bool goesBack = glm::dot(offset(track.values[before], track.values[key]),
                                           offset(track.values[after - 1], track.values[after])) < 0.0f;
            if (!goesBack && !wraps) continue;
            widest = Pop{.first = key,
                         .last = after - 1,
                         .by = off[key],
                         .turn = turn,
                         .wraps = wraps && width > 1,
                         .isOffCurve = outline.isCurve};
        }
    }
}

}  // namespace

template <typename Value>
std::optional<Pop> widestPop(const Track<Value>& track, float visible) {
    std::optional<Pop> widest;
    if (track.size() < 2) return widest;
    for (const Outline& outline : kOutlines)
        if (!widest) widenPop(track, visible, outline, widest);
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
std::vector<OffLine> bendsOf(const Track<Value>& track, float visible) {
    constexpr float kNotable = 0.6f, kOfLargest = 0.5f;
    const std::vector<float> off = offLines(track);
    const float least = std::max(kNotable * visible, kOfLargest * std::ranges::max(off));
    std::vector<OffLine> bends;
    for (size_t key = 1; key + 1 < track.size(); ++key)
        if (off[key] >= least) bends.push_back({track.times[key], off[key]});
    return bends;
}

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
    const double longest = std::min(kDenseSeconds, kFrames * frameOf(track.times));
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
    constexpr size_t kMinKeys = 16;
    constexpr float kRough = 0.6f;   // of the step from key to key: how far a key is off the line between its neighbors
    constexpr float kStill = 0.1f;   // of the mean step
    constexpr double kFrames = 2.5;  // between the neighbors of a key
    constexpr double kMostStill = 0.25;    // of the steps; more are poses that are held
    constexpr float kAlternates = -0.45f;  // the cosine between that and the next, on the mean
    if (track.size() < 3) return 0;
    const double longest = std::min(2.0 * kDenseSeconds, kFrames * frameOf(track.times));
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

template <typename Value>
size_t stepsOf(const Track<Value>& track, float visible) {
    size_t steps = 0;
    for (size_t key = 1; key < track.size(); ++key)
        steps += track.times[key] - track.times[key - 1] < kHeldSeconds &&
                 apart(track.values[key - 1], track.values[key]) > visible;
    return steps;
}

template <typename Value>
size_t heldKeys(const Track<Value>& track) {
    constexpr size_t kMinKeys = 12, kMinPoses = 4;
    constexpr float kRounding = 1e-3f;  // of the largest step
    constexpr float kStill = 0.01f;     // of the usual step
    constexpr double kSameTime = 0.2;   // of the mean time between keys
    constexpr double kNearlyAll = 0.8;  // of the poses
    if (track.size() < kMinKeys) return 1;
    const double usualTime = (track.times.back() - track.times.front()) / static_cast<double>(track.size() - 1);
    std::vector<float> steps, moving;
    for (size_t key = 1; key < track.size(); ++key) {
        if (std::abs(track.times[key] - track.times[key - 1] - usualTime) > kSameTime * usualTime) return 1;
        steps.push_back(apart(track.values[key - 1], track.values[key]));
    }
    const float rounding = kRounding * std::ranges::max(steps);
    std::ranges::copy_if(steps, std::back_inserter(moving), [&](float step) { return step > rounding; });
    if (moving.empty()) return 1;
    const float still = kStill * medianOf(moving);
    std::map<size_t, size_t> poses;  // how many are held for so many keys
    std::optional<size_t> last;
    for (size_t key = 0; key < steps.size(); ++key) {
        if (steps[key] <= still) continue;
        if (last) ++poses[key - *last];
        last = key;
    }
    size_t all = 0;
    for (const auto& [keys, count] : poses)
        all += count;
    const auto most = std::ranges::max_element(poses, {}, [](const auto& held) { return held.second; });
    const bool agree =
        most != poses.end() && static_cast<double>(most->second) >= kNearlyAll * static_cast<double>(all);
    return agree && most->second + 1 >= kMinPoses ? most->first : 1;
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

std::optional<Pop> wholeTurn(const Track<glm::quat>& track) {
    constexpr float kWhole = 300.0f, kNear = 60.0f;        // degrees
    constexpr double kWhipSeconds = 0.16, kSeconds = 0.5;  // an antenna may whip round in less
    constexpr size_t kMostSteps = 16;
    constexpr float kMoves = 0.5f;   // degrees from key to key: it begins there
    constexpr float kUneven = 1.8f;  // of its mean step: the longest one
    constexpr float kSlow = 0.4f;    // of its mean step: the steps before and after it, unlike those of a spin
    std::optional<Pop> widest;
    for (size_t first = 0; first + 2 < track.size(); ++first) {
        if (!(apart(track.values[first], track.values[first + 1]) > kMoves)) continue;
        glm::vec3 turn(0.0f);
        float longest = 0.0f;
        for (size_t last = first + 1; last < std::min(track.size(), first + kMostSteps + 1); ++last) {
            if (track.times[last] - track.times[first] > kSeconds) break;
            const glm::vec3 step = offset(track.values[last - 1], track.values[last]);
            turn += step;
            longest = std::max(longest, glm::length(step));
            const float by = glm::length(turn);
            if (longest * static_cast<float>(last - first) > kUneven * by) continue;  // a whip
            const float slow = kSlow * by / static_cast<float>(last - first);
            const bool beginsAndEnds =
                (first == 0 || apart(track.values[first - 1], track.values[first]) < slow) &&
                (last + 1 == track.size() || apart(track.values[last], track.values[last + 1]) < slow);
            if (track.times[last] - track.times[first] > kWhipSeconds && by > kWhole && beginsAndEnds &&
                apart(track.values[first], track.values[last]) < kNear && (!widest || by > widest->by))
                widest = Pop{.first = first, .last = last, .by = by};
        }
    }
    return widest;
}

bool SteppedBones::areMost() const {
    constexpr size_t kMinStepped = 4;
    constexpr double kMostStepped = 0.8;
    return stepped >= kMinStepped && static_cast<double>(stepped) >= kMostStepped * static_cast<double>(moving);
}

SteppedBones steppedBones(const AnimationClip& clip) {
    constexpr float kSame = 0.05f;  // degrees
    constexpr size_t kFewestSteps = 2;
    SteppedBones bones;
    for (const Channel& channel : clip.channels) {
        const Track<glm::quat>& track = channel.rotation;
        size_t steps = 0;
        bool blends = false;
        for (size_t key = 1; key < track.size(); ++key) {
            if (apart(track.values[key - 1], track.values[key]) <= kSame) continue;
            blends |= track.times[key] - track.times[key - 1] > kJumpSeconds;
            ++steps;
        }
        bones.moving += steps > 0;
        bones.stepped += !blends && steps >= kFewestSteps;
    }
    return bones;
}

template std::optional<Pop> widestPop(const Track<glm::vec3>&, float);
template std::optional<Pop> exchangedKeys(const Track<glm::vec3>&, float);
template std::vector<OffLine> bendsOf(const Track<glm::vec3>&, float);
template std::vector<float> jumpsOf(const Track<glm::vec3>&);
template std::optional<Pop> offStretch(const Track<glm::vec3>&, float);
template std::vector<size_t> longSteps(const Track<glm::vec3>&, float);
template std::optional<Pop> widestJump(const Track<glm::vec3>&, float);
template size_t jitterOf(const Track<glm::vec3>&, float);
template size_t stepsOf(const Track<glm::vec3>&, float);
template size_t heldKeys(const Track<glm::vec3>&);
template std::optional<Pop> widestPop(const Track<glm::quat>&, float);
template std::optional<Pop> exchangedKeys(const Track<glm::quat>&, float);
template std::vector<OffLine> bendsOf(const Track<glm::quat>&, float);
template std::vector<float> jumpsOf(const Track<glm::quat>&);
template std::optional<Pop> offStretch(const Track<glm::quat>&, float);
template std::vector<size_t> longSteps(const Track<glm::quat>&, float);
template std::optional<Pop> widestJump(const Track<glm::quat>&, float);
template size_t jitterOf(const Track<glm::quat>&, float);
template size_t stepsOf(const Track<glm::quat>&, float);
template size_t heldKeys(const Track<glm::quat>&);

}  // namespace sinew
