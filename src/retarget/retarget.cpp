#include "retarget/retarget.h"

#include <algorithm>

#include "match/names.h"
#include "match/whole_channel.h"
#include "retarget/clip_keys.h"
#include "retarget/figure_shape.h"

namespace sinew {

BoundClips retargetClips(const Model& model, const Model& source, const BoneMap& map, const RetargetOptions& options) {
    BoundClips result;
    if (map.pairs.empty()) return result;
    const FigureTransfer figure(model, source, map, options.pose);
    result.sizeRatio = result.unitRatio = static_cast<float>(figure.scale());
    result.modelFromSource = glm::mat4(figure.modelFromSource());
    std::vector<bool> isMapped(source.hierarchy.size(), false);
    for (const BonePair& pair : map.pairs)
        isMapped[pair.source] = true;
    const MorphMatches morphs = matchMorphs(source, model, matchNodes(source.hierarchy, model));
    for (const AnimationClip& clip : source.clips) {
        ClipTransfer transfer(figure, model, source, clip, options);
        AnimationClip moved{.name = clip.name,
                            .durationSeconds = clip.durationSeconds,
                            .channels = channelsOf(figure, model, source, clip, transfer),
                            .authoredFrameSeconds = frameSeconds(clip)};
        const std::vector<WholeChannel> channels = wholeChannels(source.hierarchy, clip);
        size_t matched = static_cast<size_t>(
            std::ranges::count_if(channels, [&](const WholeChannel& whole) { return isMapped[whole.node]; }));
        for (const MorphChannel& morph : clip.morphs) {
            matched += !morphs.at(morph.weight).empty();
            for (const uint32_t place : morphs.at(morph.weight))
                moved.morphs.push_back({place, morph.track});
        }
        const size_t all = channels.size() + clip.morphs.size();
        result.channels += all;
        result.matched += matched;
        result.unmatched.push_back(all - matched);
        result.clips.push_back(std::move(moved));
    }
    return result;
}

bool figureLies(const Model& model) {
    const std::vector<glm::mat4> reference = referencePose(model);
    return lies(findFigure(model, reference), reference);
}

std::vector<BonePair> undirectedBones(const Model& model, const Model& source, const BoneMap& map, CommonPose pose) {
    return FigureTransfer(model, source, map, pose).undirected();
}

}  // namespace sinew
