#include <cmath>
#include <map>
#include <set>

#include "check/checks.h"
#include "check/spans.h"
#include "check/tracks.h"

namespace sinew {
namespace {

constexpr double kLateSeconds = 0.25;  // an export that starts at frame 1 is earlier
constexpr double kLateFrames = 2.5;
constexpr double kNegativeSeconds = 1e-4;
constexpr double kSlowSeconds = 0.4;    // between sampled keys
constexpr double kSurelySlow = 0.9;     // the same, of keys that are unevenly spaced: thinned ones
constexpr size_t kMinRun = 4;           // gaps on either side
constexpr double kOtherRate = 1.3;      // a factor between them
constexpr size_t kMostResampled = 8;    // keys beside the beat, in a clip with curves
constexpr double kUnsteady = 0.12;      // of the usual time between keys: how much it varies (root mean square)
constexpr double kNearBeat = 0.5;       // of that time: each key, from the beat that all keys follow
constexpr size_t kMostGaps = 4;         // different ones: frames that were left out, or another rate
constexpr double kGapSteps = 20.0;      // in which times between keys are equal, in one usual time
constexpr float kSmallStep = 12.0f;     // degrees between sampled keys
constexpr size_t kMinSpacings = 3;      // clips
constexpr double kAlikeSpacing = 1.3;   // a factor
constexpr double kOtherSpacing = 4.5;   // the same
constexpr double kFastSeconds = 0.004;  // between sampled keys
constexpr double kShortSeconds = 0.02;
constexpr double kMilliseconds = 5.0;      // between sampled keys: a frame lasts about 30 of them
constexpr double kSurelyNoSeconds = 10.0;  // between any two keys
constexpr size_t kFewKeys = 4;             // of a track that is so slow
constexpr size_t kMinSlowBones = 2;
constexpr float kSlowTurn = 5.0f;  // degrees between two keys of these

/// A time from which the keys of a track are spaced otherwise.
struct Rates {
    double seconds = 0.0, before = 0.0, after = 0.0;  ///< the last two: between keys
};

/// Nothing unless the keys are evenly spaced before and after.
std::optional<Rates> ratesOf(const std::vector<double>& times) {
    const auto gap = [&](size_t key) { return times[key] - times[key - 1]; };
    const auto isSame = [&](size_t key, double usual) { return std::abs(gap(key) - usual) < kSameSpacing * usual; };
    size_t first = 1;
    while (first < times.size() && isSame(first, gap(1)))
        ++first;
    const size_t last = std::min(first + 1, times.size() - 1);  // the one between may be of both
    for (size_t key = first + 1; key < times.size(); ++key)
        if (!isSame(key, gap(last))) return std::nullopt;
    if (first <= kMinRun || times.size() - first < kMinRun) return std::nullopt;
    const double ratio = gap(1) / gap(last);
    if (ratio < kOtherRate && ratio > 1.0 / kOtherRate) return std::nullopt;
    return Rates{times[first - 1], gap(1), gap(last)};
}

/// How much the times between keys vary that follow a beat, as a share of it; 0 where they do not, or where the varying
/// is that of whole frames.
double unsteadinessOf(const std::vector<double>& times) {
    if (times.size() < kSampledKeys) return 0.0;
    const double beat = (times.back() - times.front()) / static_cast<double>(times.size() - 1);
    double squares = 0.0;
    std::set<int64_t> gaps;
    for (size_t key = 1; key < times.size(); ++key) {
        if (!(std::abs(times[key] - times.front() - beat * static_cast<double>(key)) < kNearBeat * beat)) return 0.0;
        const double gap = (times[key] - times[key - 1]) / beat;
        squares += (gap - 1.0) * (gap - 1.0);
        gaps.insert(std::llround(gap * kGapSteps));
    }
    return gaps.size() > kMostGaps ? std::sqrt(squares / static_cast<double>(times.size() - 1)) : 0.0;
}

constexpr double kTickSeconds = 1e-3;  // in which times are equal, or neighbors
constexpr size_t kMinSampled = 4;      // tracks
constexpr double kMostOnFrames = 0.9;  // of the keys
constexpr double kOnFrame = 0.05;      // of a frame: other tracks may have lost that key by a reduction
constexpr size_t kMostOffBeat = 2;     // bones

class TimingCheck {
  public:
    TimingCheck(const Model& model, const AnimationClip& clip, std::vector<Finding>& findings)
        : model_(model), clip_(clip), frame_(frameSeconds(clip)), spans_(spansOf(clip)), findings_(findings) {}

    void run() {
        for (const MorphChannel& morph : clip_.morphs)
            if (!morph.track.empty()) first_ = std::min(first_, morph.track.times.front());
        // A single key is a constant, which readers place at 0.
        for (const Span& span : spans_)
            if (span.keys > 1) first_ = std::min(first_, span.first);
        if (first_ == std::numeric_limits<double>::max()) return;
        checkStart();
        checkSpeed();
        checkRates();
        checkBeat();
        checkEnds(model_, clip_, spans_, findings_);
    }

  private:
    void add(const char* id, std::string message, std::optional<Figure> figure = {}) {
        findings_.push_back({id, Severity::warning, clip_.name, std::move(message), std::move(figure)});
    }

    void checkStart() {
        if (first_ < -kNegativeSeconds) {
            const Measured early = measured(first_, "s");
            add("clip-early", "has keys from " + early.text + " on; what is before 0 is not played", early.figure);
        } else if (first_ > std::max(kLateSeconds, kLateFrames * frame_) && first_ < clip_.durationSeconds) {
            const Measured late = measured(first_, "s");
            add("clip-late", "has its first key at " + late.text + "; until then it holds a pose", late.figure);
        }
    }

    /// The times between the keys of a few poses, where all of them are so far apart that no figure moves as slowly.
    void addSurelySlow(std::vector<double>& steps) const {
        if (std::ranges::none_of(model_.instances, &MeshInstance::skinned)) return;  // planets
        std::vector<double> all;
        for (const Span& span : spans_) {
            if (span.keys < kFewKeys || span.isConstant) continue;
            if (span.closest < kSurelyNoSeconds) return;
            if (span.widestTurn > kSlowTurn) all.push_back(span.step);
        }
        if (all.size() >= kMinSlowBones) steps = std::move(all);
    }

    /// Sampled clips have keys at 15 to 120 a second.
    void checkSpeed() {
        // A reduction leaves keys far apart, but never all of them.
        const bool isReduced = std::ranges::any_of(spans_, [](const Span& span) {
            return span.keys >= kSampledKeys && span.widestTurn > 0.0f && span.close < kSlowSeconds;
        });
        std::vector<double> steps;
        for (const Span& span : spans_)
            if (!isReduced && span.keys >= kSampledKeys && span.usualTurn > 0.0f && span.usualTurn < kSmallStep &&
                (span.isEven || span.isWhole || span.step > kSurelySlow))
                steps.push_back(span.step);
        if (steps.empty()) addSurelySlow(steps);
        std::vector<double> all;
        for (const Span& span : spans_)
            if (span.keys >= 4) all.push_back(span.step);
        const double length = clip_.durationSeconds - std::max(0.0, first_);
        if (!steps.empty()) {
            std::ranges::sort(steps);
            const double step = steps[steps.size() / 2];
            if (step > kSlowSeconds) {
                const Measured apart = measured(step, "s");
                add("clip-slow",
                    "has keys " + apart.text + " apart and lasts " + figure(length) + " s: are its times " +
                        (step > kMilliseconds ? "milliseconds" : "frames") + ", not seconds?",
                    apart.figure);
            }
        }
        if (!all.empty()) {
            std::ranges::sort(all);
            const double step = all[all.size() / 2];
            if (step < kFastSeconds && length < kShortSeconds * 10.0) {
                const Measured lasts = measured(length, "s");
                add("clip-fast", "lasts only " + lasts.text + ", with keys " + figure(step) + " s apart", lasts.figure);
            }
        }
    }

    /// Sampled tracks that agree on a time from which their keys are spaced differently from the keys before it.
    void checkRates() {
        std::map<int64_t, std::pair<size_t, Rates>> changes;
        size_t all = 0;
        for (const Channel& channel : clip_.channels)
            for (const std::vector<double>* times : {&channel.translation.times, &channel.rotation.times}) {
                if (times->size() < kSampledKeys) continue;
                ++all;
                if (const auto rates = ratesOf(*times)) {
                    auto& [count, at] = changes[std::llround(rates->seconds / frame_)];
                    ++count, at = *rates;
                }
            }
        const auto most = std::ranges::max_element(changes, {}, [](const auto& change) { return change.second.first; });
        if (most == changes.end() || static_cast<double>(most->second.first) < kMostTracks * static_cast<double>(all))
            return;
        const Rates& rates = most->second.second;
        const Measured times = measured(std::max(rates.before / rates.after, rates.after / rates.before), "times");
        findings_.push_back({"clip-two-rates", Severity::info, clip_.name,
                             "has keys " + figure(rates.before) + " s apart until " + figure(rates.seconds) +
                                 " s, and " + figure(rates.after) + " s apart from there on: is a part of it " +
                                 times.text + " too fast or too slow?",
                             times.figure});
    }

    /// Sampled tracks whose frames come early and late, or single keys beside the beat of most tracks.
    void checkBeat() {
        std::vector<double> shares;
        for (const Channel& channel : clip_.channels)
            for (const std::vector<double>* times : {&channel.translation.times, &channel.rotation.times})
                if (times->size() >= kSampledKeys) shares.push_back(unsteadinessOf(*times));
        if (shares.empty()) return;
        std::ranges::sort(shares, std::ranges::greater());
        const double share = shares[static_cast<size_t>(kMostTracks * static_cast<double>(shares.size() - 1))];
        if (share >= kUnsteady) {
            const Measured varies = measured(100.0 * share, "%");
            add("keys-unsteady", "has keys early and late: the time between two of them varies by " + varies.text,
                varies.figure);
        } else {
            checkOffBeat();
        }
    }

    static bool isOnFrame(double seconds, double rate) {
        const double frames = seconds * rate;
        return std::abs(frames - std::round(frames)) < kOnFrame;
    }

    /// The usual frame rate on which nearly all keys are.
    std::optional<double> frameRate() const {
        for (const double rate : {24.0, 25.0, 30.0, 50.0, 60.0, 120.0}) {
            size_t keys = 0, on = 0;
            for (const Channel& channel : clip_.channels)
                for (const double time : channel.rotation.times)
                    ++keys, on += isOnFrame(time, rate);
            if (static_cast<double>(on) > kMostOnFrames * static_cast<double>(keys)) return rate;
        }
        return std::nullopt;
    }

    /// Keys between frames, in a track that has one for each frame otherwise.
    void checkOffBeat() {
        std::map<int64_t, size_t> counts;  // tracks that have a key then
        const auto tick = [](double seconds) { return std::llround(std::clamp(seconds, -1e9, 1e9) / kTickSeconds); };
        size_t sampled = 0;
        for (const Channel& channel : clip_.channels)
            if (channel.rotation.size() >= kSampledKeys) {
                ++sampled;
                for (const double time : channel.rotation.times)
                    ++counts[tick(time)];
            }
        const std::optional<double> rate = frameRate();
        if (sampled < kMinSampled || !rate) return;
        std::map<uint32_t, std::pair<size_t, double>> off;  // keys, and the time of the first, by node
        for (const Channel& channel : clip_.channels) {
            const std::vector<double>& times = channel.rotation.times;
            if (times.size() < kSampledKeys) continue;
            size_t alone = 0;
            double at = 0.0;
            for (const double time : times) {
                size_t shared = 0;
                for (auto entry = counts.lower_bound(tick(time) - 1);
                     entry != counts.end() && entry->first <= tick(time) + 1; ++entry)
                    shared += entry->second;
                if (shared > 1 || isOnFrame(time, *rate)) continue;
                if (alone++ == 0) at = time;
            }
            // A resampled curve has keys of ours.
            if (clip_.authoredFrameSeconds > 0.0 && alone > kMostResampled) continue;
            if (alone > 0 && 2 * alone < times.size()) off[channel.node] = {alone, at};
        }
        if (off.empty() || off.size() > kMostOffBeat) return;
        const auto& [node, keys] = *off.begin();
        const Measured count = measuredCount(keys.first, "key", "keys");
        findings_.push_back({"keys-unsteady", Severity::info, clip_.name,
                             "has " + count.text + " of '" + model_.hierarchy.names[node] +
                                 "' at times when no other bone has one, the first at " + figure(keys.second) + " s",
                             count.figure});
    }

    const Model& model_;
    const AnimationClip& clip_;
    double frame_;
    std::vector<Span> spans_;
    std::vector<Finding>& findings_;
    double first_ = std::numeric_limits<double>::max();
};

/// The usual time between neighboring keys of sampled tracks; 0 if there are none.
double keySpacing(const AnimationClip& clip) {
    std::vector<double> spacings;
    for (const Span& span : spansOf(clip))
        if (span.keys >= kSampledKeys && span.isEven) spacings.push_back(span.step);
    return spacings.empty() ? 0.0 : medianOf(spacings);
}

/// The only clip whose keys are many times as close, or as far apart, as those of all others.
void checkOtherSpacing(const Model& model, std::vector<Finding>& findings) {
    std::vector<std::pair<double, const AnimationClip*>> spacings;
    for (const AnimationClip& clip : model.clips)
        if (const double spacing = keySpacing(clip); spacing > 0.0) spacings.emplace_back(spacing, &clip);
    if (spacings.size() < kMinSpacings) return;
    std::ranges::sort(spacings);
    const auto addOdd = [&](const auto& odd, double others, double factor, const char* id, const char* how) {
        const Measured times = measured(factor, "times");
        findings.push_back({id, Severity::info, odd.second->name,
                            "has keys " + figure(odd.first) + " s apart, " + times.text + how +
                                " as in all other clips, " + figure(others) + " s",
                            times.figure});
    };
    const auto areAlike = [](double one, double other) { return other < kAlikeSpacing * one; };
    const auto &first = spacings.front(), &second = spacings[1], &last = spacings.back(),
               &beforeLast = spacings[spacings.size() - 2];
    if (areAlike(second.first, last.first) && second.first > kOtherSpacing * first.first)
        addOdd(first, second.first, second.first / first.first, "clip-fast", " as close");
    if (areAlike(first.first, beforeLast.first) && last.first > kOtherSpacing * beforeLast.first)
        addOdd(last, beforeLast.first, last.first / beforeLast.first, "clip-slow", " as far");
}

}  // namespace

std::vector<Finding> checkTiming(const Model& model) {
    std::vector<Finding> findings;
    for (const AnimationClip& clip : model.clips)
        TimingCheck(model, clip, findings).run();
    checkOtherSpacing(model, findings);
    return findings;
}

}  // namespace sinew
