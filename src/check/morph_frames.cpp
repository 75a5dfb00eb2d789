#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/morph_checks.h"

namespace sinew {
namespace {

constexpr size_t kMinFrames = 6;
constexpr float kFullWeight = 0.95f;
constexpr float kAnyWeight = 0.01f;
constexpr size_t kMostAtOnce = 2;  // frames between two keys
constexpr float kBrokenTimes = 8.0f;
constexpr float kUnlikeTimes = 4.0f;  // as far from the middle of its neighbors as others
constexpr float kVisible = 0.02f;     // of the size

/// The targets that a clip plays as frames, in that order. Empty if it does not: at each key, one or two of them have
/// a weight.
std::vector<size_t> framesOf(const MorphGroup& morphs, const AnimationClip& clip) {
    const Model& model = morphs.checked.model;
    const uint32_t first = model.instances[morphs.group.instances.front()].firstMorphWeight;
    std::vector<const MorphChannel*> played(morphs.surface.targetCount(), nullptr);
    std::map<double, size_t> applied;  // at once, by time
    std::vector<std::pair<double, size_t>> peaks;
    for (const MorphChannel& channel : clip.morphs) {
        if (channel.weight < first || channel.weight - first >= played.size() || channel.track.empty()) continue;
        const Track<float>& track = channel.track;
        for (size_t key = 0; key < track.size(); ++key)
            applied[track.times[key]] += std::abs(track.values[key]) > kAnyWeight ? 1 : 0;
        const auto peak = std::ranges::max_element(track.values);
        if (*peak < kFullWeight) return {};
        peaks.emplace_back(track.times[static_cast<size_t>(peak - track.values.begin())], channel.weight - first);
    }
    if (peaks.size() < kMinFrames ||
        std::ranges::any_of(applied, [](const auto& moment) { return moment.second > kMostAtOnce; }))
        return {};
    std::ranges::sort(peaks);
    std::vector<size_t> frames;
    for (const auto& [time, target] : peaks)
        frames.push_back(target);
    return frames;
}

/// How far each frame is from the middle of the ones before and after, as the root of the mean square; 0 for both ends.
std::vector<float> awayFromNeighbors(const MorphedSurface& surface, const std::vector<size_t>& frames) {
    std::vector<float> away(frames.size(), 0.0f);
    std::vector<glm::vec3> before = surface.deltasOf(frames[0]), own = surface.deltasOf(frames[1]);
    for (size_t frame = 1; frame + 1 < frames.size(); ++frame) {
        std::vector<glm::vec3> after = surface.deltasOf(frames[frame + 1]);
        double squares = 0.0;
        for (size_t point = 0; point < own.size(); ++point) {
            const glm::vec3 off = own[point] - 0.5f * (before[point] + after[point]);
            squares += static_cast<double>(glm::dot(off, off));
        }
        away[frame] = static_cast<float>(std::sqrt(squares / static_cast<double>(own.size())));
        before = std::move(own);
        own = std::move(after);
    }
    return away;
}

void checkFrameTargets(MorphGroup& morphs, const std::vector<size_t>& frames) {
    const std::vector<float> away = awayFromNeighbors(morphs.surface, frames);
    std::vector<float> inner(away.begin() + 1, away.end() - 1);
    const float usual = medianOf(inner);
    const float size = morphs.surface.size;
    for (size_t frame = 1; frame + 1 < frames.size(); ++frame) {
        const bool isWorst = away[frame] >= away[frame - 1] && away[frame] >= away[frame + 1];
        if (!isWorst || away[frame] < kUnlikeTimes * usual || away[frame] < kVisible * size ||
            morphs.isExplained(frames[frame]))
            continue;
        const Measured off = measuredShare(static_cast<double>(away[frame] / size), "the mesh's size");
        morphs.add("morph-unlike-frames", away[frame] > kBrokenTimes * usual ? Severity::warning : Severity::info,
                   frames[frame],
                   "is " + off.text + " away from the frames before and after it, others " +
                       percent(static_cast<double>(usual / size)),
                   off.figure);
    }
}

}  // namespace

void checkMorphFrames(MorphGroup& morphs) {
    std::set<std::vector<size_t>> seen;
    for (const AnimationClip& clip : morphs.checked.model.clips) {
        const std::vector<size_t> frames = framesOf(morphs, clip);
        if (!frames.empty() && seen.insert(frames).second) checkFrameTargets(morphs, frames);
    }
}

}  // namespace sinew
