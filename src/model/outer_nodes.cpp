#include "model/outer_nodes.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr std::string_view kShear = "$shear", kPivot = "_$AssimpFbx$_";
constexpr std::string_view kGeometric = "Geometric";  // moves the node's mesh only: no channel speaks of it

template <typename Value>
void fillWhenEmpty(Track<Value>& track, const Value& constant) {
    if (track.empty()) track = {{0.0}, {constant}};
}

void fillWhenEmpty(Channel& channel, const Transform& constant) {
    fillWhenEmpty(channel.translation, constant.translation);
    fillWhenEmpty(channel.rotation, constant.rotation);
    fillWhenEmpty(channel.scale, constant.scale);
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

uint32_t outerNodeCount(const NodeHierarchy& hierarchy, uint32_t node) {
    uint32_t count = 0;
    for (int32_t above = hierarchy.parents[node];
         above != kNoParent && isOuterName(hierarchy.names[static_cast<size_t>(above)], hierarchy.names[node]);
         above = hierarchy.parents[static_cast<size_t>(above)])
        ++count;
    return count;
}

uint32_t outermost(const NodeHierarchy& hierarchy, uint32_t node) {
    for (uint32_t left = outerNodeCount(hierarchy, node); left > 0; --left)
        node = static_cast<uint32_t>(hierarchy.parents[node]);
    return node;
}

glm::mat4 wholeRest(const NodeHierarchy& hierarchy, uint32_t node) {
    glm::mat4 whole = matrixFrom(hierarchy.rest[node]);
    uint32_t place = node;
    for (uint32_t left = outerNodeCount(hierarchy, node); left > 0; --left) {
        place = static_cast<uint32_t>(hierarchy.parents[place]);
        whole = matrixFrom(hierarchy.rest[place]) * whole;
    }
    return whole;
}

void freeOuterNodes(const NodeHierarchy& hierarchy, AnimationClip& clip) {
    std::vector<bool> moved(hierarchy.size(), false);
    for (const Channel& channel : clip.channels)
        moved[channel.node] = true;
    const size_t count = clip.channels.size();
    for (size_t c = 0; c < count; ++c) {
        const uint32_t node = clip.channels[c].node;
        std::vector<uint32_t> outer(outerNodeCount(hierarchy, node), node);
        for (size_t i = 0; i < outer.size(); ++i)
            outer[i] = static_cast<uint32_t>(hierarchy.parents[i == 0 ? node : outer[i - 1]]);
        if (outer.empty() || std::any_of(outer.begin(), outer.end(), [&](uint32_t above) { return moved[above]; }))
            continue;
        fillWhenEmpty(clip.channels[c], transformFrom(wholeRest(hierarchy, node)));
        for (const uint32_t above : outer) {
            fillWhenEmpty(clip.channels.emplace_back(Channel{.node = above}), Transform{});
            moved[above] = true;
        }
    }
}

}  // namespace sinew
