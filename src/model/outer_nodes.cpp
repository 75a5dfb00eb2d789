#include "model/outer_nodes.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr std::string_view kShear = "$shear", kPivot = "_$AssimpFbx$_";
constexpr std::string_view kGeometric = "Geometric";  // moves only the node's mesh: no channel animates it

template <typename Value>
void fillIfEmpty(Track<Value>& track, const Value& constant) {
    if (track.empty()) track = {{0.0}, {constant}};
}

void fillIfEmpty(Channel& channel, const Transform& constant) {
    fillIfEmpty(channel.translation, constant.translation);
    fillIfEmpty(channel.rotation, constant.rotation);
    fillIfEmpty(channel.scale, constant.scale);
}

}  // namespace

bool isOuterName(std::string_view outer, std::string_view name) {
    if (!outer.starts_with(name)) return false;
    const std::string_view rest = outer.substr(name.size());
    return rest == kShear || (rest.starts_with(kPivot) && !rest.substr(kPivot.size()).starts_with(kGeometric));
}

bool isOuterName(std::string_view name) {
    return name.ends_with(kShear) || name.find(kPivot) != std::string_view::npos;
}

std::vector<uint32_t> outerNodes(const NodeHierarchy& hierarchy, uint32_t node) {
    std::vector<uint32_t> outer;
    for (int32_t above = hierarchy.parents[node];
         above != kNoParent && isOuterName(hierarchy.names[static_cast<size_t>(above)], hierarchy.names[node]);
         above = hierarchy.parents[static_cast<size_t>(above)])
        outer.push_back(static_cast<uint32_t>(above));
    return outer;
}

uint32_t outermost(const NodeHierarchy& hierarchy, uint32_t node) {
    const std::vector<uint32_t> outer = outerNodes(hierarchy, node);
    return outer.empty() ? node : outer.back();
}

void freeOuterNodes(const NodeHierarchy& hierarchy, AnimationClip& clip) {
    std::vector<bool> moved(hierarchy.size(), false);
    for (const Channel& channel : clip.channels)
        moved[channel.node] = true;
    const size_t count = clip.channels.size();
    for (size_t c = 0; c < count; ++c) {
        const uint32_t node = clip.channels[c].node;
        const std::vector<uint32_t> outer = outerNodes(hierarchy, node);
        if (outer.empty() || std::ranges::any_of(outer, [&](uint32_t above) { return moved[above]; })) continue;
        glm::mat4 fileTransform = matrixFrom(hierarchy.rest[node]);
        for (const uint32_t above : outer)
            fileTransform = matrixFrom(hierarchy.rest[above]) * fileTransform;
        fillIfEmpty(clip.channels[c], transformFrom(fileTransform));
        for (const uint32_t above : outer) {
            fillIfEmpty(clip.channels.emplace_back(Channel{.node = above}), Transform{});
            moved[above] = true;
        }
    }
}

}  // namespace sinew
