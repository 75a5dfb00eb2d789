#include <algorithm>
#include <optional>

#include "check/bones.h"
#include "check/checks.h"
#include "check/clips/limits.h"
#include "check/found.h"
#include "check/tracks.h"
#include "model/poses.h"

namespace sinew {
namespace {

struct Overshoot {
    float by = 0.0f;  ///< degrees, or the track's own unit
    float timesVisible = 0.0f;
    bool isSparse = false;
    double seconds = 0.0;
};

/// How far a curve leaves the lines between the author's frames; between sparse ones, `sparse` is visible.
template <typename Value>
std::optional<Overshoot> overshootOf(const Track<Value>& raw, const AnimationClip& clip, float dense, float sparse) {
    const Track<Value> frames = framesOf(raw, clip);
    if (frames.size() < kClips.few || frames.size() >= raw.size()) return std::nullopt;
    const bool areEqual = rangeOf(frames) < kClips.alike * dense;
    if (frames.size() < kClips.some && !areEqual) return std::nullopt;
    const bool isSparse =
        !areEqual && frames.times.back() - frames.times.front() > kClips.dense * static_cast<double>(frames.size() - 1);
    if (!isSparse && !areEqual && frames.size() < kClips.several) return std::nullopt;
    const float visible = isSparse ? sparse : dense;
    std::optional<Overshoot> worst;
    std::vector<glm::vec3> swings;  // one for each gap in which the curve is seen to leave the line
    const auto step = [&](size_t frame) { return apart(frames.values[frame], frames.values[frame + 1]); };
    for (size_t frame = 0, key = 0; frame + 1 < frames.size(); ++frame) {
        const double begin = frames.times[frame], end = frames.times[frame + 1];
        float off = 0.0f;
        double seconds = begin;
        glm::vec3 swing(0.0f);
        for (; key < raw.size() && raw.times[key] < end; ++key) {
            if (raw.times[key] <= begin) continue;
            const auto share = static_cast<float>((raw.times[key] - begin) / (end - begin));
            const Value line = between(frames.values[frame], frames.values[frame + 1], share);
            const float own = apart(raw.values[key], line);
            if (own > off) off = own, seconds = raw.times[key], swing = offset(line, raw.values[key]);
        }
        if (off > visible) swings.push_back(swing / off);
        float usual = step(frame);
        if (frame > 0) usual = std::max(usual, step(frame - 1));
        if (frame + 2 < frames.size()) usual = std::max(usual, step(frame + 1));
        if (off > visible && off > usual && (!worst || off > worst->by))
            worst = {off, off / visible, isSparse, seconds};
    }
    // A ball bounces, and a cradle rocks, between equal keys.
    const auto isAlong = [&](const glm::vec3& swing) {
        return std::abs(glm::dot(swing, swings.front())) > 1.0f - kClips.alike;
    };
    if (areEqual && swings.size() > 1 && std::ranges::all_of(swings, isAlong)) return std::nullopt;
    return worst;
}

}  // namespace

std::vector<Finding> checkCurves(const CheckedModel& checked, const ImportReport& report) {
    const Model& model = checked.model;
    const RestPose& rest = checked.rest;
    std::vector<Finding> findings;
    if (!(rest.size > 0.0f)) return findings;
    for (size_t i = 0; i < model.clips.size(); ++i) {
        const AnimationClip& clip = model.clips[i];
        const bool hasCurves = std::ranges::any_of(report.clips[i].interpolations, [](const std::string& mode) {
            return mode == "cubic" || mode == "bezier" || mode == "hermite";
        });
        if (!hasCurves || !(clip.authoredFrameSeconds > 0.0)) continue;
        float ratio = 0.0f;
        std::optional<Finding> worst;
        const auto take = [&](uint32_t node, const Overshoot& own, const Measured& by) {
            if (own.timesVisible <= ratio) return;
            ratio = own.timesVisible;
            worst = Found(
                "curve-overshoots",
                own.isSparse && own.timesVisible < kClips.surely ? Severity::info : Severity::warning,
                {clipSubject(i), nodeSubject(node)},
                "the curve of {} swings out by " + by.text + " between two keys, at " + figure(own.seconds) + " s",
                by.figure, own.seconds);
        };
        for (const Channel& channel : clip.channels) {
            if (const auto own = overshootOf(channel.rotation, clip, kVisible.turn, 0.5f * kClips.far))
                take(channel.node, *own, measured(static_cast<double>(own->by), "degrees"));
            const float unit = keyUnit(model, rest, channel.node);
            if (!(unit > 0.0f)) continue;
            if (const auto own = overshootOf(channel.translation, clip, kVisible.way / unit, kClips.swing / unit))
                take(channel.node, *own, measuredShare(static_cast<double>(own->by * unit), "the model's size"));
        }
        if (worst) findings.push_back(std::move(*worst));
    }
    return findings;
}

}  // namespace sinew
