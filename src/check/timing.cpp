#include <cmath>
#include <map>
#include <set>

#include "check/checks.h"
#include "check/tracks.h"

namespace sinew {
namespace {

constexpr double kLateSeconds = 0.25;  // an export that starts at frame 1 is earlier
constexpr double kLateFrames = 2.5;
constexpr double kNegativeSeconds = 1e-4;
constexpr double kApartFrames = 1.5;
constexpr double kApartShare = 0.04;  // of the clip
constexpr double kAtTwoTimes = 0.9;   // of the tracks end at one of two times
constexpr double kMostShare = 0.6;    // of the tracks: they agree on where a clip begins and ends
constexpr double kShiftFrames = 0.3;
constexpr double kSameShift = 0.2;    // of the shift: the first and the last key are as late
constexpr float kStillMoving = 0.3f;  // of a track's usual step: it was cut

constexpr size_t kMinKeys = 12;       // of a track that is sampled, not drawn
constexpr double kSlowSeconds = 0.4;  // between sampled keys
constexpr double kSurelySlow = 0.9;   // the same, of keys that are unevenly spaced: thinned ones
constexpr double kSameGap = 0.2;      // of the usual time between keys
constexpr double kMostEven = 0.7;     // of the keys
constexpr size_t kMinRun = 4;         // gaps on either side
constexpr double kOtherRate = 1.3;    // a factor between them
constexpr double kWholeSeconds = 1e-4;
constexpr size_t kMostResampled = 8;    // keys beside the beat, in a clip with curves
constexpr double kUnsteady = 0.12;      // of the usual time between keys: how much it varies (root mean square)
constexpr double kNearBeat = 0.5;       // of that time: each key, from the beat that all keys follow
constexpr size_t kMostGaps = 4;         // different ones: frames that were left out, or another rate
constexpr double kGapSteps = 20.0;      // in which times between keys are equal, in one usual time
constexpr float kSmallStep = 12.0f;     // degrees between sampled keys
constexpr double kFastSeconds = 0.004;  // between sampled keys
constexpr double kShortSeconds = 0.02;
constexpr double kMilliseconds = 5.0;      // between sampled keys: a frame lasts about 30 of them
constexpr double kSurelyNoSeconds = 10.0;  // between any two keys
constexpr size_t kFewKeys = 4;             // of a track that is so slow
constexpr size_t kMinSlowBones = 2;
constexpr float kSlowTurn = 5.0f;  // degrees between two keys of these

/// Where a track begins and ends.
struct Span {
    uint32_t node = 0;
    double first = 0.0, last = 0.0, step = 0.0;         ///< seconds; the step is a mean
    double close = std::numeric_limits<double>::max();  ///< seconds: a quarter of the gaps between keys are shorter
    double closest = 0.0;                               ///< the shortest of them
    size_t keys = 0;
    bool startsMoving = false, endsMoving = false, isConstant = false;
    float usualTurn = 0.0f, widestTurn = 0.0f;  ///< degrees between keys
    bool isEven = false;                        ///< the keys are evenly spaced, but for a few
    bool isWhole = false;                       ///< all times are whole numbers
};

template <typename Value>
void addSpan(const Track<Value>& track, uint32_t node, std::vector<Span>& spans) {
    if (track.empty()) return;
    Span span{.node = node,
              .first = track.times.front(),
              .last = track.times.back(),
              .step = track.size() > 1
                          ? (track.times.back() - track.times.front()) / static_cast<double>(track.size() - 1)
                          : 0.0,
              .keys = track.size(),
              .isConstant = rangeOf(track) == 0.0f};
    if (track.size() > 3) {
        const std::vector<double> gaps = gapsOf(track.times);
        std::vector<double> sorted = gaps;
        std::ranges::sort(sorted);
        const double usualGap = sorted[sorted.size() / 2];
        if (track.authored.empty()) span.close = sorted[sorted.size() / 4];  // other keys are ours
        span.closest = sorted.front();
        const auto even =
            std::ranges::count_if(gaps, [&](double gap) { return std::abs(gap - usualGap) < kSameGap * usualGap; });
        span.isEven = static_cast<double>(even) > kMostEven * static_cast<double>(gaps.size());
        span.isWhole =
            std::ranges::all_of(track.times, [](double t) { return std::abs(t - std::round(t)) < kWholeSeconds; });
        std::vector<float> steps;
        for (size_t key = 1; key < track.size(); ++key)
            steps.push_back(apart(track.values[key - 1], track.values[key]));
        const float first = steps.front(), last = steps.back();
        const float usual = medianOf(steps);
        span.startsMoving = usual > 0.0f && first > kStillMoving * usual;
        span.endsMoving = usual > 0.0f && last > kStillMoving * usual;
        if constexpr (std::same_as<Value, glm::quat>) {
            span.usualTurn = usual;
            span.widestTurn = *std::ranges::max_element(steps);
        }
    }
    spans.push_back(span);
}

std::vector<Span> spansOf(const AnimationClip& clip) {
    std::vector<Span> spans;
    for (const Channel& channel : clip.channels) {
        addSpan(channel.translation, channel.node, spans);
        addSpan(channel.rotation, channel.node, spans);
        addSpan(channel.scale, channel.node, spans);
    }
    return spans;
}

/// The time on which most tracks of two or more keys agree, within a frame; nothing if they do not. Where anything
/// moves, what does not may end anywhere.
template <typename Member>
std::optional<double> agreed(const std::vector<Span>& spans, Member time, double frame) {
    std::map<int64_t, std::pair<size_t, double>> counts;
    size_t all = 0;
    const bool moves = std::ranges::any_of(spans, [](const Span& span) { return span.keys > 1 && !span.isConstant; });
    for (const Span& span : spans) {
        if (span.keys < 2 || (moves && span.isConstant)) continue;
        ++all;
        auto& [count, at] = counts[std::llround(span.*time / frame)];
        ++count;
        at = span.*time;
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second.first; });
    if (most == counts.end() || static_cast<double>(most->second.first) < kMostShare * static_cast<double>(all))
        return std::nullopt;
    return most->second.second;
}

/// A time from which the keys of a track are spaced otherwise.
struct Rates {
    double seconds = 0.0, before = 0.0, after = 0.0;  ///< the last two: between keys
};

/// Nothing unless the keys are evenly spaced before and after.
std::optional<Rates> ratesOf(const std::vector<double>& times) {
    const auto gap = [&](size_t key) { return times[key] - times[key - 1]; };
    const auto isSame = [&](size_t key, double usual) { return std::abs(gap(key) - usual) < kSameGap * usual; };
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
    if (times.size() < kMinKeys) return 0.0;
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
        checkEnds();
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
            return span.keys >= kMinKeys && span.widestTurn > 0.0f && span.close < kSlowSeconds;
        });
        std::vector<double> steps;
        for (const Span& span : spans_)
            if (!isReduced && span.keys >= kMinKeys && span.usualTurn > 0.0f && span.usualTurn < kSmallStep &&
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
                if (times->size() < kMinKeys) continue;
                ++all;
                if (const auto rates = ratesOf(*times)) {
                    auto& [count, at] = changes[std::llround(rates->seconds / frame_)];
                    ++count, at = *rates;
                }
            }
        const auto most = std::ranges::max_element(changes, {}, [](const auto& change) { return change.second.first; });
        if (most == changes.end() || static_cast<double>(most->second.first) < kMostShare * static_cast<double>(all))
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
                if (times->size() >= kMinKeys) shares.push_back(unsteadinessOf(*times));
        if (shares.empty()) return;
        std::ranges::sort(shares, std::ranges::greater());
        const double share = shares[static_cast<size_t>(kMostShare * static_cast<double>(shares.size() - 1))];
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
            if (channel.rotation.size() >= kMinKeys) {
                ++sampled;
                for (const double time : channel.rotation.times)
                    ++counts[tick(time)];
            }
        const std::optional<double> rate = frameRate();
        if (sampled < kMinSampled || !rate) return;
        std::map<uint32_t, std::pair<size_t, double>> off;  // keys, and the time of the first, by node
        for (const Channel& channel : clip_.channels) {
            const std::vector<double>& times = channel.rotation.times;
            if (times.size() < kMinKeys) continue;
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

    void checkEnds() {
        const auto end = agreed(spans_, &Span::last, frame_), start = agreed(spans_, &Span::first, frame_);
        if (!end) checkTwoEnds();
        if (!end || !start) return;
        const double apart = std::max(kApartFrames * frame_, kApartShare * (*end - *start));
        const Span *late = nullptr, *cut = nullptr, *begun = nullptr;
        // Where many tracks are longer, the clip does not last because of one of them.
        const auto outlasting =
            std::ranges::count_if(spans_, [&](const Span& span) { return span.last > *end + apart; });
        const bool areFew = static_cast<double>(outlasting) <= (1.0 - kMostShare) * static_cast<double>(spans_.size());
        for (const Span& span : spans_) {
            const bool dense = span.keys >= kMinKeys / 2 && span.step < kDenseSeconds;
            if (areFew && span.last > *end + apart && (!late || span.last > late->last)) late = &span;
            if (dense && span.endsMoving && span.last < *end - apart && (!cut || span.last < cut->last)) cut = &span;
            if (dense && span.startsMoving && span.first > *start + apart && (!begun || span.first > begun->first))
                begun = &span;
        }
        const auto name = [&](const Span& span) { return "'" + model_.hierarchy.names[span.node] + "'"; };
        checkShifted(*start, *end, apart);
        if (late)
            add("channels-end-apart", "lasts until " + figure(late->last) + " s only because of " + name(*late) +
                                          "; most other channels end at " + figure(*end) + " s");
        if (cut)
            add("channels-end-apart", name(*cut) + " stops at " + figure(cut->last) +
                                          " s, in the middle of a movement; most other channels end at " +
                                          figure(*end) + " s");
        if (begun)
            add("channels-start-apart", name(*begun) + " starts at " + figure(begun->first) +
                                            " s, in the middle of a movement; most other channels start at " +
                                            figure(*start) + " s");
    }

    /// Half of the tracks end at one time, the others at another.
    void checkTwoEnds() {
        std::map<int64_t, std::vector<const Span*>> ends;
        size_t all = 0;
        for (const Span& span : spans_)
            if (span.keys > 1) ends[std::llround(span.last / frame_)].push_back(&span), ++all;
        if (ends.size() < 2) return;
        std::vector<const std::vector<const Span*>*> largest;
        for (const auto& [time, spans] : ends)
            largest.push_back(&spans);
        std::ranges::sort(largest, std::ranges::greater(), [](const auto* spans) { return spans->size(); });
        const std::vector<const Span*>&one = *largest[0], &other = *largest[1];
        const double apart = std::abs(one.front()->last - other.front()->last);
        const auto isSampled = [](const Span* span) { return span->keys >= kMinKeys; };
        if (static_cast<double>(one.size() + other.size()) < kAtTwoTimes * static_cast<double>(all) ||
            apart < std::max(kApartFrames * frame_, kApartShare * one.front()->last) ||
            std::ranges::none_of(one, isSampled) || std::ranges::none_of(other, isSampled))
            return;
        findings_.push_back({"channels-end-apart", Severity::info, clip_.name,
                             "ends at two times: " + counted(one.size(), "channel", "channels") + " at " +
                                 figure(one.front()->last) + " s, and " + std::to_string(other.size()) + " at " +
                                 figure(other.front()->last) + " s"});
    }

    /// Bones whose keys are all a frame or so late: they start and end later by the same time.
    void checkShifted(double start, double end, double apart) {
        std::map<uint32_t, double> shifts;
        size_t dense = 0;
        for (const Span& span : spans_) {
            if (span.keys < kMinKeys || !(span.step < kDenseSeconds)) continue;
            ++dense;
            const double shift = span.first - start;
            if (std::abs(shift) > kShiftFrames * frame_ && std::abs(shift) < apart &&
                std::abs(span.last - end - shift) < kSameShift * std::abs(shift))
                shifts.emplace(span.node, shift);
        }
        if (shifts.empty() || static_cast<double>(shifts.size()) > (1.0 - kMostShare) * static_cast<double>(dense))
            return;
        std::vector<std::string> names;
        for (const auto& [node, shift] : shifts)
            names.push_back(model_.hierarchy.names[node]);
        const double shift = shifts.begin()->second;
        const Measured time = measured(std::abs(shift), "s");
        add("channels-start-apart",
            "has the keys of " + listed(names) + " " + time.text + (shift > 0.0 ? " later" : " earlier") +
                " than those of all other bones, from the first to the last",
            time.figure);
    }

    const Model& model_;
    const AnimationClip& clip_;
    double frame_;
    std::vector<Span> spans_;
    std::vector<Finding>& findings_;
    double first_ = std::numeric_limits<double>::max();
};

}  // namespace

std::vector<Finding> checkTiming(const Model& model) {
    std::vector<Finding> findings;
    for (const AnimationClip& clip : model.clips)
        TimingCheck(model, clip, findings).run();
    return findings;
}

}  // namespace sinew
