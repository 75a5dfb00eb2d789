#include "check/spans.h"

#include <cmath>
#include <map>

#include "check/checks.h"
#include "check/tracks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr double kApartFrames = 1.5;
constexpr double kApartShare = 0.04;  // of the clip
constexpr double kAtTwoTimes = 0.9;   // of the tracks end at one of two times
constexpr double kShiftFrames = 0.3;
constexpr double kSameShift = 0.2;    // of the shift: the first and the last key are as late
constexpr float kStillMoving = 0.3f;  // of a track's usual step: it was cut
constexpr double kMostEven = 0.7;     // of the keys
constexpr double kWholeSeconds = 1e-4;

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
            std::ranges::count_if(gaps, [&](double gap) { return std::abs(gap - usualGap) < kSameSpacing * usualGap; });
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
    if (most == counts.end() || static_cast<double>(most->second.first) < kMostTracks * static_cast<double>(all))
        return std::nullopt;
    return most->second.second;
}

class EndsCheck {
  public:
    EndsCheck(const Model& model, const AnimationClip& clip, const std::vector<Span>& spans,
              std::vector<Finding>& findings)
        : model_(model), clip_(clip), spans_(spans), frame_(frameSeconds(clip)), findings_(findings) {}

    void run() {
        const auto end = agreed(spans_, &Span::last, frame_), start = agreed(spans_, &Span::first, frame_);
        if (!end) checkTwoEnds();
        if (!end || !start) return;
        const double apart = std::max(kApartFrames * frame_, kApartShare * (*end - *start));
        const Span *late = nullptr, *cut = nullptr, *begun = nullptr;
        // Where many tracks are longer, the clip does not last because of one of them.
        const auto outlasting =
            std::ranges::count_if(spans_, [&](const Span& span) { return span.last > *end + apart; });
        const bool areFew = static_cast<double>(outlasting) <= (1.0 - kMostTracks) * static_cast<double>(spans_.size());
        // Of the bones of a limb, which differ alike, the topmost: parents have lower indices.
        const auto isFirst = [&](double own, const Span& span, double best, const Span& other) {
            return std::pair(std::round(own / frame_), span.node) < std::pair(std::round(best / frame_), other.node);
        };
        for (const Span& span : spans_) {
            const bool dense = span.keys >= kSampledKeys / 2 && span.step < kDenseSeconds;
            if (areFew && span.last > *end + apart && (!late || isFirst(-span.last, span, -late->last, *late)))
                late = &span;
            if (dense && span.endsMoving && span.last < *end - apart &&
                (!cut || isFirst(span.last, span, cut->last, *cut)))
                cut = &span;
            if (dense && span.startsMoving && span.first > *start + apart &&
                (!begun || isFirst(-span.first, span, -begun->first, *begun)))
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

  private:
    void add(const char* id, std::string message, std::optional<Figure> figure = {}) {
        findings_.push_back({id, Severity::warning, clip_.name, std::move(message), std::move(figure)});
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
        const auto isSampled = [](const Span* span) { return span->keys >= kSampledKeys; };
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
            if (span.keys < kSampledKeys || !(span.step < kDenseSeconds)) continue;
            ++dense;
            const double shift = span.first - start;
            if (std::abs(shift) > kShiftFrames * frame_ && std::abs(shift) < apart &&
                std::abs(span.last - end - shift) < kSameShift * std::abs(shift))
                shifts.emplace(span.node, shift);
        }
        if (shifts.empty() || static_cast<double>(shifts.size()) > (1.0 - kMostTracks) * static_cast<double>(dense))
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
    const std::vector<Span>& spans_;
    double frame_;
    std::vector<Finding>& findings_;
};

}  // namespace

std::vector<Span> spansOf(const AnimationClip& clip) {
    std::vector<Span> spans;
    for (const Channel& channel : clip.channels) {
        addSpan(channel.translation, channel.node, spans);
        addSpan(channel.rotation, channel.node, spans);
        addSpan(channel.scale, channel.node, spans);
    }
    return spans;
}

void checkEnds(const Model& model, const AnimationClip& clip, const std::vector<Span>& spans,
               std::vector<Finding>& findings) {
    EndsCheck(model, clip, spans, findings).run();
}

}  // namespace sinew
