#include "model/pair_clips.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace sinew {
namespace {

std::string_view bareName(const AnimationClip& clip) {
    const std::string_view name = clip.name;
    return name.substr(name.rfind('|') + 1);  // npos + 1 is 0
}

}  // namespace

ClipPairs pairClips(std::span<const AnimationClip> own, std::span<const AnimationClip> other) {
    std::vector<std::optional<size_t>> otherOf(own.size());
    std::vector<bool> isTaken(other.size());
    const auto take = [&](const auto& isSame) {
        for (size_t i = 0; i < own.size(); ++i)
            for (size_t k = 0; k < other.size() && !otherOf[i]; ++k)
                if (!isTaken[k] && isSame(own[i], other[k])) {
                    otherOf[i] = k;
                    isTaken[k] = true;
                }
    };
    take([](const AnimationClip& a, const AnimationClip& b) { return a.name == b.name; });
    take([](const AnimationClip& a, const AnimationClip& b) { return bareName(a) == bareName(b); });
    if (own.size() == 1 && other.size() == 1) take([](const auto&, const auto&) { return true; });
    ClipPairs pairs;
    for (size_t i = 0; i < own.size(); ++i)
        if (otherOf[i])
            pairs.both.push_back({i, *otherOf[i]});
        else
            pairs.ownAlone.push_back(i);
    for (size_t k = 0; k < other.size(); ++k)
        if (!isTaken[k]) pairs.otherAlone.push_back(k);
    return pairs;
}

}  // namespace sinew
