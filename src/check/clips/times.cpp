#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "check/checks.h"
#include "check/clips/limits.h"
#include "check/found.h"
#include "check/tracks.h"
#include "check/words.h"

namespace sinew {
namespace {

/// Where a track of two or more keys begins and ends.
struct Span {
    uint32_t node = 0;
    double first = 0.0, last = 0.0;     ///< seconds
    double closest = 0.0, usual = 0.0;  ///< seconds between keys: a quarter of the gaps are shorter; the median
    size_t keys = 0;
    float usualStep = 0.0f;
    bool moves = false, turns = false, startsMoving = false, endsMoving = false;
    bool isOurs = false;  ///< the keys were sampled from a curve
};

template <typename Value>
void addSpan(const Track<Value>& track, uint32_t node, std::vector<Span>& spans) {
    if (track.size() < 2) return;
    std::vector<double> gaps = gapsOf(track.times);
    std::ranges::sort(gaps);
    std::vector<float> steps;
    for (size_t key = 1; key < track.size(); ++key)
        steps.push_back(apart(track.values[key - 1], track.values[key]));
    const float first = steps.front(), last = steps.back(), usual = medianOf(steps);
    spans.push_back({.node = node,
                     .first = track.times.front(),
                     .last = track.times.back(),
                     .closest = gaps[gaps.size() / 4],
                     .usual = gaps[gaps.size() / 2],
                     .keys = track.size(),
                     .usualStep = usual,
                     .moves = rangeOf(track) > 0.0f,
                     .turns = std::same_as<Value, glm::quat>,
                     .startsMoving = usual > 0.0f && first > kClips.moving * usual,
                     .endsMoving = usual > 0.0f && last > kClips.moving * usual,
                     .isOurs = !track.authored.empty()});
}

/// The time on which most tracks that move agree, within a frame.
std::optional<double> agreed(const std::vector<Span>& spans, double Span::*time, double frame) {
    std::map<int64_t, std::pair<size_t, double>> counts;
    size_t all = 0;
    for (const Span& span : spans) {
        if (!span.moves) continue;
        ++all;
        auto& [count, at] = counts[std::llround(span.*time / frame)];
        ++count, at = span.*time;
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second.first; });
    if (most == counts.end() || !areMost(most->second.first, all)) return std::nullopt;
    return most->second.second;
}

class ClipTimes {
  public:
    ClipTimes(const CheckedModel& checked, size_t clip, std::vector<Finding>& findings)
        : model_(checked.model), clip_(model_.clips[clip]), subject_(clipSubject(clip)), findings_(findings) {
        for (const Channel& channel : clip_.channels) {
            if (!checked.isSeen[channel.node]) continue;
            addSpan(channel.translation, channel.node, spans_);
            addSpan(channel.rotation, channel.node, spans_);
            addSpan(channel.scale, channel.node, spans_);
        }
    }

    void checkStart() {
        double first = std::numeric_limits<double>::max();
        for (const MorphChannel& morph : clip_.morphs)
            if (!morph.track.empty()) first = std::min(first, morph.track.times.front());
        for (const Span& span : spans_)
            first = std::min(first, span.first);
        if (first == std::numeric_limits<double>::max()) return;
        const Measured seconds = measured(first, "s");
        if (first < -kClips.step)
            add("clip-early", Severity::warning, {},
                "has keys from " + seconds.text + " on; what is before 0 is not played", seconds.figure);
        else if (first > kClips.pause && first < clip_.durationSeconds)
            add("clip-late", Severity::info, {},
                "has its first key at " + seconds.text + "; until then it holds a pose", seconds.figure);
    }

    /// Sampled clips have keys at 10 to 120 a second.
    void checkSpeed(bool isFigure) {
        std::vector<double> sampled, all;
        double closest = std::numeric_limits<double>::max();
        for (const Span& span : spans_) {
            if (span.isOurs) return;
            if (!span.moves || span.keys < kClips.some) continue;
            closest = std::min(closest, span.closest);
            all.push_back(span.usual);
            if (span.turns && span.keys >= kClips.many && span.usualStep < kClips.turns) sampled.push_back(span.usual);
        }
        if (all.empty()) return;
        const double usual = sampled.empty() ? medianOf(all) : medianOf(sampled);
        const bool isSlow = closest > (sampled.empty() ? kClips.slowest : kClips.slow) && isFigure;
        if (!isSlow && !(usual < kClips.fast && clip_.durationSeconds < kClips.pause)) return;
        const Measured apart = measured(usual, "s");
        const char* const unit = !isSlow                  ? ""
                                 : usual > kClips.slowest ? ": are its times milliseconds, not seconds?"
                                                          : ": are its times frames, not seconds?";
        add("clip-times", Severity::warning, {},
            "has keys " + apart.text + " apart and lasts " + figure(clip_.durationSeconds) + " s" + unit, apart.figure);
    }

    /// Tracks that end or begin in the middle of a movement, or outlast all others.
    void checkEnds() {
        const double frame = frameSeconds(clip_);
        const auto end = agreed(spans_, &Span::last, frame), start = agreed(spans_, &Span::first, frame);
        if (!end || !start) return;
        const double apart = std::max(2.0 * frame, kClips.apart * (*end - *start));
        std::map<size_t, size_t> counts;  // of the keys of tracks that end together
        size_t together = 0;
        for (const Span& span : spans_)
            if (std::abs(span.last - *end) <= frame) ++counts[span.keys], ++together;
        const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
        const size_t usual = areMost(most->second, together) ? most->first : 0;
        std::map<double, std::vector<uint32_t>> late, cut, begun, fast;  // nodes, by their time
        for (const Span& span : spans_) {
            const bool isDense = 2 * span.keys >= kClips.many && span.usual < kClips.dense;
            const auto addTo = [&](auto& nodes, double seconds) {
                std::vector<uint32_t>& own = nodes[seconds];
                if (own.empty() || own.back() != span.node) own.push_back(span.node);
            };
            if (span.last > *end + apart) addTo(late, span.last);
            if (isDense && span.moves && span.keys == usual && span.last < *end - apart)
                addTo(fast, span.last);
            else if (isDense && span.endsMoving && span.last < *end - apart)
                addTo(cut, span.last);
            if (isDense && span.startsMoving && span.first > *start + apart) addTo(begun, span.first);
        }
        const auto addAt = [&](const auto& nodes, const char* how, double others) {
            for (const auto& [seconds, own] : nodes)
                add("channels-apart", Severity::warning, nodeSubjects(own),
                    "{...} " + std::string(how) + " at " + figure(seconds) + " s, most other channels at " +
                        figure(others) + " s",
                    {}, seconds);
        };
        addAt(late, "goes on and ends", *end);
        addAt(cut, "stops in the middle of a movement", *end);
        addAt(fast, "has as many keys as the others, but ends", *end);
        addAt(begun, "starts in the middle of a movement", *start);
    }

  private:
    void add(const char* id, Severity severity, std::vector<Subject> others, std::string says,
             std::optional<Figure> figure = {}, std::optional<double> seconds = {}) {
        findings_.push_back(
            Found(id, severity, with(subject_, std::move(others)), std::move(says), std::move(figure), seconds));
    }

    const Model& model_;
    const AnimationClip& clip_;
    Subject subject_;
    std::vector<Span> spans_;
    std::vector<Finding>& findings_;
};

}  // namespace

std::vector<Finding> checkTimes(const CheckedModel& checked, const ImportReport& report) {
    const Model& model = checked.model;
    std::vector<Finding> findings;
    const bool isFigure = std::ranges::any_of(model.instances, &MeshInstance::skinned);
    // Files of this format need not say how long a tick is.
    const bool hasSeconds = report.format.find("Direct3D") == std::string::npos;
    for (size_t clip = 0; clip < model.clips.size(); ++clip) {
        ClipTimes times(checked, clip, findings);
        times.checkStart();
        if (hasSeconds) times.checkSpeed(isFigure);
        times.checkEnds();
    }
    return findings;
}

}  // namespace sinew
