#include "match/compare_motion.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <tuple>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "animation/clip/sample.h"
#include "animation/pose/pose.h"
#include "model/bounds.h"
#include "model/cpu_skinning.h"
#include "model/model.h"

namespace sinew {
namespace {

constexpr double kMostPosed = 2e8;        // vertices, per clip: some seconds
constexpr double kLeastSteps = 599.0;     // per clip, whatever they cost
constexpr double kMostSteps = 16384.0;    // minutes at 30 frames a second
constexpr double kLeastBetween = 1200.0;  // samples between frames, per clip
constexpr double kMostBetween = 65536.0;
constexpr double kSameTime = 0.01;         // of the time between two frames
constexpr int kMostCuts = 6;               // of the time between two samples
constexpr double kCut = 0.42;              // not in the middle, where curves that ease in and out meet straight ones
constexpr float kStraight = 1e-3f;         // of the size: how far a distance may be off a straight line
constexpr double kFineSeconds = 1.0 / 24;  // sparser samples are refined even on a straight line
constexpr float kSamePosition = 1e-3f;     // of the size

/// Skins a model at times of a clip, or in the rest pose.
class Player {
  public:
    Player(const Model& model, const AnimationClip* clip, const glm::mat4& sharedFromRoot, bool byDualQuaternions)
        : model_(model),
          clip_(clip),
          sharedFromRoot_(sharedFromRoot),
          skin_(byDualQuaternions ? skinPositionsByDualQuaternions : skinPositions),
          pose_(model.hierarchy.rest),
          morphWeights_(model.restMorphWeights),
          world_(model.hierarchy.size()) {
        for (const MeshInstance& instance : model.instances)
            positions_.emplace_back(model.meshes[instance.mesh].vertexCount());
    }

    const InstancePositions& at(double seconds) {
        if (clip_) {
            const double held = std::min(seconds, clip_->durationSeconds);
            sample(*clip_, model_.hierarchy, held, cursor_, pose_);
            sampleMorphs(*clip_, model_.restMorphWeights, held, cursor_, morphWeights_);
        }
        walkHierarchy(model_.hierarchy, pose_, sharedFromRoot_, world_);
        for (size_t i = 0; i < model_.instances.size(); ++i) {
            const MeshInstance& instance = model_.instances[i];
            palette_.resize(instance.bones.size());
            writePalette(instance.bones, world_, palette_);
            skin_(model_.meshes[instance.mesh], palette_, positions_[i],
                  morphWeightsOf(model_, instance, morphWeights_));
        }
        return positions_;
    }

  private:
    const Model& model_;
    const AnimationClip* clip_;
    glm::mat4 sharedFromRoot_;
    decltype(&skinPositions) skin_;
    SampleCursor cursor_;
    LocalPose pose_;
    std::vector<float> morphWeights_;
    std::vector<glm::mat4> world_, palette_;
    InstancePositions positions_;
};

/// Y up, in units of the first model if both files have a unit.
glm::mat4 sharedFrom(const Model& own, const Model& other) {
    const double scale = own.metersPerUnit && other.metersPerUnit ? *other.metersPerUnit / *own.metersPerUnit : 1.0;
    return glm::scale(yUpFrom(other.up), glm::vec3(static_cast<float>(scale)));
}

uint32_t strongestBone(const Model& model, const VertexPlace& place) {
    const MeshInstance& instance = model.instances[place.instance];
    return instance.bones[model.meshes[instance.mesh].influences[place.vertex].bones[0]].node;
}

/// Sorts the samples from index `mark` on by time.
void sortFrom(size_t mark, MotionDifference& difference) {
    std::vector<std::pair<double, float>> samples;
    for (size_t i = mark; i < difference.seconds.size(); ++i)
        samples.emplace_back(difference.seconds[i], difference.largest[i]);
    std::ranges::sort(samples);
    for (size_t i = 0; i < samples.size(); ++i)
        std::tie(difference.seconds[mark + i], difference.largest[mark + i]) = samples[i];
}

double frames(const AnimationClip* clip, double seconds) {
    return clip ? seconds / frameSeconds(*clip) : 0.0;
}

void addKeyTimes(const AnimationClip* clip, double duration, std::vector<double>& times) {
    if (!clip) return;
    const auto add = [&](const std::vector<double>& keys) {
        std::ranges::copy_if(keys, std::back_inserter(times), [&](double key) { return key > 0.0 && key < duration; });
    };
    for (const Channel& channel : clip->channels)
        add(channel.translation.times), add(channel.rotation.times), add(channel.scale.times);
    for (const MorphChannel& morph : clip->morphs)
        add(morph.track.times);
}

/// `steps` even steps, and the keys between them, at which a movement may turn; ascending.
std::vector<double> frameTimes(const AnimationClip* own, const AnimationClip* other, double duration, size_t steps) {
    std::vector<double> keys;
    addKeyTimes(own, duration, keys);
    addKeyTimes(other, duration, keys);
    std::ranges::sort(keys);
    std::vector<double> times{0.0};
    const double same = kSameTime * duration / static_cast<double>(std::max<size_t>(1, steps));
    auto key = keys.begin();
    for (size_t step = 1; step <= steps; ++step) {
        const double next = duration * static_cast<double>(step) / static_cast<double>(steps);
        for (; key != keys.end() && *key < next; ++key)
            if (*key > times.back() + same && *key < next - same &&
                static_cast<double>(times.size()) < kMostSteps + static_cast<double>(step))
                times.push_back(*key);
        times.push_back(next);
    }
    return times;
}

}  // namespace

MotionComparison::MotionComparison(const Model& own, const Model& other, bool byDualQuaternions)
    : own_(own),
      other_(other),
      byDualQuaternions_(byDualQuaternions),
      sharedFromOwn_(yUpFrom(own.up)),
      sharedFromOther_(sharedFrom(own, other)) {
    const InstancePositions rest = Player(own, nullptr, sharedFromOwn_, byDualQuaternions).at(0.0);
    Box box;
    for (const auto& positions : rest)
        for (const glm::vec3& position : positions)
            box.add(position);
    size_ = box.diagonal();
    match_ = matchVertices(own, rest, other, Player(other, nullptr, sharedFromOther_, byDualQuaternions).at(0.0),
                           std::max(kSamePosition * size_, std::numeric_limits<float>::min()));
}

MotionDifference MotionComparison::compare(const AnimationClip* ownClip, const AnimationClip* otherClip) const {
    const double duration =
        std::max(ownClip ? ownClip->durationSeconds : 0.0, otherClip ? otherClip->durationSeconds : 0.0);
    const double densest = std::round(std::max(frames(ownClip, duration), frames(otherClip, duration)));
    const double affordable = kMostPosed / static_cast<double>(match_.pairs.size());
    const double mostSteps = std::clamp(std::floor(0.5 * affordable), kLeastSteps, kMostSteps);
    const auto steps = static_cast<size_t>(duration > 0.0 ? std::clamp(densest, 1.0, mostSteps) : 0.0);
    Player own(own_, ownClip, sharedFromOwn_, byDualQuaternions_);
    Player other(other_, otherClip, sharedFromOther_, byDualQuaternions_);
    MotionDifference difference{.where = match_.pairs.front()};
    const auto add = [&](double seconds) {
        const InstancePositions& ownAt = own.at(seconds);
        const InstancePositions& otherAt = other.at(seconds);
        float largest = 0.0f;
        for (const VertexPair& pair : match_.pairs) {
            const float distance = glm::distance(ownAt[pair.own.instance][pair.own.vertex],
                                                 otherAt[pair.other.instance][pair.other.vertex]);
            largest = std::max(largest, distance);
            if (distance <= difference.distance) continue;
            difference.distance = distance;
            difference.atSeconds = seconds;
            difference.where = pair;
        }
        difference.seconds.push_back(seconds);
        difference.largest.push_back(largest);
        return largest;
    };
    // Between two frames, as finely as the distance changes.
    struct Interval {
        double start, end;
        float startDistance, endDistance;
        int depth;
    };
    auto left = static_cast<size_t>(std::clamp(affordable - static_cast<double>(steps), kLeastBetween, kMostBetween));
    std::vector<Interval> open;
    const auto refine = [&](const Interval& frame) {
        open.push_back(frame);
        while (!open.empty() && left > 0) {
            const Interval interval = open.back();
            open.pop_back();
            const double middle = interval.start + kCut * (interval.end - interval.start);
            if (interval.depth == 0 || !(middle > interval.start) || !(middle < interval.end)) continue;
            --left;
            const float distance = add(middle);
            const float line = std::lerp(interval.startDistance, interval.endDistance, static_cast<float>(kCut));
            if (std::abs(distance - line) < kStraight * size_ && interval.end - interval.start < kFineSeconds) continue;
            open.push_back({middle, interval.end, distance, interval.endDistance, interval.depth - 1});
            open.push_back({interval.start, middle, interval.startDistance, distance, interval.depth - 1});
        }
    };
    const std::vector<double> times = frameTimes(ownClip, otherClip, duration, steps);
    float before = add(times.front());
    for (size_t i = 1; i < times.size(); ++i) {
        const size_t mark = difference.seconds.size();
        const float after = add(times[i]);
        refine({times[i - 1], times[i], before, after, kMostCuts});
        sortFrom(mark, difference);
        before = after;
    }
    difference.bone = strongestBone(own_, difference.where.own);
    return difference;
}

}  // namespace sinew
