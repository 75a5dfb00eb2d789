#include "animation/layer_player.h"

#include <algorithm>

#include "animation/blend.h"

namespace sinew {

LayerPlayer::LayerPlayer(const GraphLayer& layer, Repeat repeat, double speed, MotionStudio& studio)
    : layer_(layer), studio_(studio), motion_(layer.motion, repeat, speed, studio) {
    if (layer.mode != LayerMode::additive) return;
    reference_.resize(studio.hierarchy.size());
    const size_t clip = layer.motion.clips.front().clip;
    referencePose(studio.clips[clip], studio.hierarchy, layer.reference, reference_);
    referenceMorphs_.assign(studio.restMorphWeights.begin(), studio.restMorphWeights.end());
    SampleCursor cursor;
    if (layer.reference == AdditiveReference::firstFrame && !referenceMorphs_.empty())
        sampleMorphs(studio.clips[clip], studio.restMorphWeights, 0.0, cursor, referenceMorphs_);
}

double LayerPlayer::weight(std::span<const double> parameters) const {
    return layer_.weight ? std::clamp(parameters[*layer_.weight], 0.0, 1.0) : 1.0;
}

void LayerPlayer::putOver(std::span<Transform> pose, double weight, double secondsEarlier) {
    if (!(weight > 0.0)) return;
    const std::span<Transform> over = studio_.layerPose;
    motion_.pose(secondsEarlier, over);
    const auto share = static_cast<float>(weight);
    const std::vector<float>& mask = layer_.mask.weights;
    if (layer_.mode == LayerMode::additive) {
        differenceFrom(reference_, over, over);
        addDifference(pose, over, share, mask, pose);
    } else if (mask.empty()) {
        blend(pose, over, share, pose);
    } else {
        for (size_t node = 0; node < pose.size(); ++node) {
            const std::span<Transform> below = pose.subspan(node, 1);
            blend(below, over.subspan(node, 1), share * mask[node], below);
        }
    }
}

void LayerPlayer::putMorphsOver(std::span<float> morphs, double weight) {
    if (!(weight > 0.0) || morphs.empty()) return;
    const std::span<float> over = studio_.layerMorphs;
    motion_.morphs(over);
    const auto share = static_cast<float>(weight);
    for (size_t i = 0; i < morphs.size(); ++i) {
        if (layer_.mode == LayerMode::additive)
            morphs[i] += share * (over[i] - referenceMorphs_[i]);
        else if (layer_.mask.weights.empty() || motion_.movesMorph(static_cast<uint32_t>(i)))
            morphs[i] += share * (over[i] - morphs[i]);
    }
}

}  // namespace sinew
