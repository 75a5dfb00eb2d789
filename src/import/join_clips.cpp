#include "import/join_clips.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "import/convert.h"

namespace sinew {

bool isJoined(const aiAnimation& animation) {
    return viewOf(animation.mName).starts_with("combinedAnim_");
}

bool isOneMovement(const aiScene& scene) {
    double longest = 0.0;
    for (unsigned a = 0; a < scene.mNumAnimations; ++a)
        longest = std::max(longest, scene.mAnimations[a]->mDuration);
    std::set<std::string_view> moved;
    for (unsigned a = 0; a < scene.mNumAnimations; ++a) {
        const aiAnimation& animation = *scene.mAnimations[a];
        const bool aboutAsLong =
            animation.mDuration >= 0.9 * longest || animation.mDuration == 0.0;  // 0: one key, a constant
        if (!aboutAsLong || (animation.mNumChannels != 1 && !isJoined(animation))) return false;
        if (animation.mTicksPerSecond != scene.mAnimations[0]->mTicksPerSecond) return false;
        for (unsigned c = 0; c < animation.mNumChannels; ++c)
            if (!moved.insert(viewOf(animation.mChannels[c]->mNodeName)).second) return false;
    }
    return scene.mNumAnimations > 1;
}

void dropRootName(std::vector<std::string>& names) {
    if (names.empty() || names.front().size() < 3 || names.front().size() % 2 == 0) return;
    const std::string word = names.front().substr(0, names.front().size() / 2), prefix = word + "_";
    if (names.front() != prefix + word) return;
    const auto prefixed = [&](const std::string& name) { return name.empty() || name.starts_with(prefix); };
    if (!std::all_of(names.begin(), names.end(), prefixed)) return;
    for (std::string& name : names)
        if (!name.empty()) name.erase(0, prefix.size());
}

AnimationClip joinClips(std::vector<AnimationClip> parts) {
    AnimationClip whole = std::move(parts.front());
    for (size_t i = 1; i < parts.size(); ++i) {
        whole.durationSeconds = std::max(whole.durationSeconds, parts[i].durationSeconds);
        whole.authoredFrameSeconds = std::max(whole.authoredFrameSeconds, parts[i].authoredFrameSeconds);
        std::move(parts[i].channels.begin(), parts[i].channels.end(), std::back_inserter(whole.channels));
        std::move(parts[i].morphs.begin(), parts[i].morphs.end(), std::back_inserter(whole.morphs));
    }
    return whole;
}

bool belongsTo(const AnimationClip& clip, const AnimationClip& unread) {
    const auto isMoved = [&](const MorphChannel& morph) {
        return std::any_of(clip.morphs.begin(), clip.morphs.end(),
                           [&](const MorphChannel& other) { return other.weight == morph.weight; });
    };
    return clip.durationSeconds >= 0.9 * unread.durationSeconds &&
           std::none_of(unread.morphs.begin(), unread.morphs.end(), isMoved);
}

}  // namespace sinew
