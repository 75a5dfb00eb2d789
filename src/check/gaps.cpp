#include <algorithm>
#include <cmath>
#include <optional>

#include "check/bones.h"
#include "check/checks.h"
#include "check/tracks.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr size_t kMinKeys = 10;
constexpr double kSameTime = 0.2;     // of the usual time between keys
constexpr double kLongGap = 4.5;      // times the usual time between keys
constexpr float kOtherSpeed = 0.6f;   // of the speed on both sides
constexpr float kGapDegrees = 2.0f;   // from one side to the other
constexpr float kGapLength = 0.003f;  // of the model's size

/// The key before the only gap in a track whose keys are evenly spaced otherwise, where the movement is slower than
/// on both sides: it would have gone on. Where it is as fast, keys on a straight line were removed.
template <typename Value>
std::optional<size_t> onlyGap(const Track<Value>& track, float visible) {
    if (track.size() < kMinKeys) return std::nullopt;
    std::vector<double> gaps;
    for (size_t key = 1; key < track.size(); ++key)
        gaps.push_back(track.times[key] - track.times[key - 1]);
    std::vector<double> sorted = gaps;
    std::ranges::nth_element(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2));
    const double usual = sorted[sorted.size() / 2];
    if (!(usual > 0.0) || usual > kDenseSeconds) return std::nullopt;
    std::optional<size_t> gap;
    for (size_t i = 0; i < gaps.size(); ++i) {
        if (std::abs(gaps[i] - usual) < kSameTime * usual) continue;
        if (gap || gaps[i] < kLongGap * usual) return std::nullopt;
        gap = i;
    }
    if (!gap || *gap == 0 || *gap + 1 == gaps.size()) return std::nullopt;
    const auto speed = [&](size_t i) {
        return apart(track.values[i], track.values[i + 1]) / static_cast<float>(gaps[i]);
    };
    const bool slows = speed(*gap) < kOtherSpeed * std::min(speed(*gap - 1), speed(*gap + 1));
    return slows && apart(track.values[*gap], track.values[*gap + 1]) > visible ? gap : std::nullopt;
}

}  // namespace

std::vector<Finding> checkGaps(const Model& model) {
    std::vector<Finding> findings;
    const RestPose rest = restPoseOf(model);
    if (!(rest.size > 0.0f)) return findings;
    for (const AnimationClip& clip : model.clips) {
        if (clip.authoredFrameSeconds > 0.0) continue;  // these are not the file's keys
        double longest = 0.0, from = 0.0;
        uint32_t node = 0;
        const auto look = [&](const auto& track, uint32_t of, float visible) {
            const std::optional<size_t> gap = onlyGap(track, visible);
            if (!gap || track.times[*gap + 1] - track.times[*gap] <= longest) return;
            longest = track.times[*gap + 1] - track.times[*gap];
            from = track.times[*gap];
            node = of;
        };
        for (const Channel& channel : clip.channels) {
            look(channel.rotation, channel.node, kGapDegrees);
            if (const float unit = keyUnit(model, rest, channel.node); unit > 0.0f)
                look(channel.translation, channel.node, kGapLength / unit);
        }
        if (longest == 0.0) continue;
        const Measured gap = measured(longest, "s");
        // An exporter that reduces keys leaves such gaps, too.
        findings.push_back({"keys-missing", Severity::info, clip.name,
                            "has no keys of '" + model.hierarchy.names[node] + "' for " + gap.text + " from " +
                                figure(from) + " s on, in the middle of a movement",
                            gap.figure});
    }
    return findings;
}

}  // namespace sinew
