#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/bones.h"
#include "check/checks.h"
#include "check/words.h"

namespace sinew {

std::set<std::string> neededJoints(const CheckedModel& checked) {
    const NodeHierarchy& hierarchy = checked.model.hierarchy;
    std::vector<bool> moves(hierarchy.size()), carries(hierarchy.size()), isMesh(hierarchy.size());
    for (const uint32_t node : checked.nodes)
        moves[node] = true;
    std::vector<bool> isAbove = moves;
    markAbove(hierarchy, isAbove);
    for (const MeshInstance& instance : checked.model.instances)
        isMesh[instance.node] = true;
    std::set<std::string> needed;
    for (size_t node = hierarchy.size(); node-- > 0;) {
        if (isMesh[node] && !moves[node]) continue;  // it may be called like a bone
        const std::string& name = hierarchy.names[node];
        const int32_t parent = hierarchy.parents[node];
        const std::vector<std::string> words = wordsOf(name);
        const bool isEnd = !carries[node] && (hasWord(words, {"end", "nub"}) ||
                                              (parent != kNoParent && moves[static_cast<size_t>(parent)]));
        const bool isControl = std::ranges::any_of(words, [](const std::string& word) {
            constexpr std::array<std::string_view, 6> kEnds{"ik", "ctrl", "control", "pole", "target", "helper"};
            return std::ranges::any_of(kEnds, [&](std::string_view end) { return word.ends_with(end); });
        });
        const std::optional<uint32_t> twin = checked.twins[node];
        const bool isUnlikeTwin = twin && moves[*twin] && !moves[node];
        if (((isAbove[node] || isEnd) && !isUnlikeTwin) || isControl || isNamedLikeSocket(name)) needed.insert(name);
        if (!isEnd && parent != kNoParent) carries[static_cast<size_t>(parent)] = true;
    }
    return needed;
}

}  // namespace sinew
