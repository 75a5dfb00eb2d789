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

constexpr size_t kMinPeaks = 6;
constexpr float kFullWeight = 0.95f;
constexpr float kAnyWeight = 0.01f;
constexpr size_t kMostAtOnce = 2;     // frames between two keys
constexpr float kSmooth = 0.6f;       // of the deltas: away from neighbors; more, and single targets are shown in turn
constexpr float kUnlikeTimes = 4.0f;  // as far from the middle of its neighbors as others
constexpr float kBrokenTimes = 8.0f;  // the same: a warning
constexpr float kVisible = 0.02f;     // of the size

/// The targets that a clip plays as frames, in that order. Empty if it does not: at each key, one or two of them have
/// a weight.
std::vector<size_t> framesOf(const MorphGroup& morphs, const AnimationClip& clip) {
    const Model& model = morphs.checked.model;
    const uint32_t first = model.instances[morphs.group.instances.front()].firstMorphWeight;
    std::map<double, size_t> applied;  // at once, by time
    std::vector<std::pair<double, size_t>> peaks;
    for (const MorphChannel& channel : clip.morphs) {
        if (channel.weight < first || channel.weight - first >= morphs.surface.targetCount() || channel.track.empty())
            continue;
        const Track<float>& track = channel.track;
        for (size_t key = 0; key < track.size(); ++key)
            applied[track.times[key]] += std::abs(track.values[key]) > kAnyWeight ? 1 : 0;
        const auto peak = std::ranges::max_element(track.values);
        if (*peak < kFullWeight) return {};
        peaks.emplace_back(track.times[static_cast<size_t>(peak - track.values.begin())], channel.weight - first);
    }
    if (peaks.size() < kMinPeaks ||
        std::ranges::any_of(applied, [](const auto& moment) { return moment.second > kMostAtOnce; }))
        return {};
    std::ranges::sort(peaks);
    std::vector<size_t> frames;
    frames.reserve(peaks.size());
    for (const auto& [time, target] : peaks)
        frames.push_back(target);
    return frames;
}

/// The root of the mean square, by point.
float meanLength(const std::vector<glm::vec3>& vectors) {
    double squares = 0.0;
    for (const glm::vec3& vector : vectors)
        squares += static_cast<double>(glm::dot(vector, vector));
    return static_cast<float>(std::sqrt(squares / static_cast<double>(vectors.size())));
}

/// The frames between the first and the last.
struct InnerFrames {
    std::vector<float> moved;  ///< from the mesh
    std::vector<float> away;   ///< from the middle of the frames before and after
};

InnerFrames innerFrames(const MorphedSurface& surface, const std::vector<size_t>& frames) {
    InnerFrames inner;
    std::vector<glm::vec3> before = surface.deltasOf(frames[0]), own = surface.deltasOf(frames[1]);
    for (size_t frame = 2; frame < frames.size(); ++frame) {
        std::vector<glm::vec3> after = surface.deltasOf(frames[frame]);
        inner.moved.push_back(meanLength(own));
        for (size_t point = 0; point < own.size(); ++point)
            before[point] = own[point] - 0.5f * (before[point] + after[point]);
        inner.away.push_back(meanLength(before));
        before = std::move(own);
        own = std::move(after);
    }
    return inner;
}

float medianOfCopy(std::vector<float> values) {
    return medianOf(values);
}

void checkFrameTargets(MorphGroup& morphs, const std::vector<size_t>& frames) {
    const auto& [moved, away] = innerFrames(morphs.surface, frames);
    const float usual = medianOfCopy(away), size = morphs.surface.size;
    if (usual > kSmooth * medianOfCopy(moved)) return;
    for (size_t inner = 0; inner < away.size(); ++inner) {
        const float before = inner > 0 ? away[inner - 1] : 0.0f;
        const float after = inner + 1 < away.size() ? away[inner + 1] : 0.0f;
        const size_t target = frames[inner + 1];
        if (away[inner] < std::max({before, after, kUnlikeTimes * usual, kVisible * size}) ||
            morphs.isExplained(target))
            continue;
        const Measured off = measuredShare(static_cast<double>(away[inner] / size), "the mesh's size");
        morphs.add("morph-unlike-frames", away[inner] > kBrokenTimes * usual ? Severity::warning : Severity::info,
                   target,
                   "is " + off.text + " away from the frames before and after it, others " +
                       percent(static_cast<double>(usual / size)),
                   off.figure);
    }
}

}  // namespace

void checkMorphFrames(MorphGroup& morphs) {
    if (!(morphs.surface.size > 0.0f)) return;
    std::set<std::vector<size_t>> seen;
    for (const AnimationClip& clip : morphs.checked.model.clips) {
        const std::vector<size_t> frames = framesOf(morphs, clip);
        if (!frames.empty() && seen.insert(frames).second) checkFrameTargets(morphs, frames);
    }
}

}  // namespace sinew
