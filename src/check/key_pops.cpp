#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <limits>

#include <glm/geometric.hpp>

#include "check/key_shapes.h"
#include "check/tracks.h"

namespace sinew {
namespace {

// A pop is at most this long, and stands out from the keys around it.
constexpr size_t kMostPopped = 3;
constexpr size_t kKeysAround = 14;  // keys on either side that are compared
constexpr size_t kMinKeysAround = 6;
constexpr size_t kFewKeysAround = 4;    // of a pop that is so far off:
constexpr float kFarFromRest = 10.0f;   // times what the keys around it are off, and what is visible
constexpr double kSparseSeconds = 0.2;  // the same, between keys that were sampled
constexpr float kTimesAround = 4.0f;
constexpr float kStays = 0.25f;     // of the pop: the largest step inside of it
constexpr double kFewFrames = 2.5;  // frames at most into and out of it

constexpr size_t kMostPeaks = 6;  // of a track, tried for an exchange
constexpr float kRest = 0.5f;     // of an exchanged key's distance: that of all others
constexpr float kFits = 0.2f;     // of an exchanged key's distance: what is left in the other place

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
constexpr std::array kOutlines{Outline{false, 1, kTimesAround, 0.7f, 2.0f}, Outline{true, 2, 5.0f, 0.5f, 1.2f}};

template <typename Value>
void widenPop(const Track<Value>& track, float visible, const Outline& outline, std::optional<Pop>& widest) {
    const double longestStep = kFewFrames * usualFrame(track.times);
    const double sparsest = areSampled(track.times) ? kSparseSeconds : kDenseSeconds;
    for (size_t width = 1; width <= kMostPopped; ++width) {
        if (track.size() < width + 2 + kFewKeysAround) break;
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
            const size_t begin = key > kKeysAround + width ? key - kKeysAround - width : 1;
            const size_t end = std::min(track.size() - width, key + width + 1 + kKeysAround);
            float usual = 0.0f;
            size_t around = 0;
            for (size_t other = begin; other < end; ++other) {
                if (other + width + outline.reach > key && other < after + outline.reach) continue;
                usual = std::max(usual, off[other]);
                ++around;
            }
            const bool isFar = off[key] > kFarFromRest * std::max(usual, visible);
            if (!isFar && seconds > kDenseSeconds * static_cast<double>(width + 1)) continue;
            if (around < (isFar ? kFewKeysAround : kMinKeysAround) || !(off[key] > outline.timesUsual * usual))
                continue;
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

template std::optional<Pop> widestPop(const Track<glm::vec3>&, float);
template std::optional<Pop> exchangedKeys(const Track<glm::vec3>&, float);
template std::vector<OffLine> bendsOf(const Track<glm::vec3>&, float);
template std::optional<Pop> widestPop(const Track<glm::quat>&, float);
template std::optional<Pop> exchangedKeys(const Track<glm::quat>&, float);
template std::vector<OffLine> bendsOf(const Track<glm::quat>&, float);

}  // namespace sinew
