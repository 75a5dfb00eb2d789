#include "model/outer_nodes.h"

#include <algorithm>
#include <numeric>

namespace sinew {
namespace {

constexpr std::string_view kShear = "$shear", kUnscaled = "$unscaled";

template <typename Value>
void fillIfEmpty(Track<Value>& track, const Value& constant) {
    if (track.empty()) track = {{0.0}, {constant}};
}

void fillIfEmpty(Channel& channel, const Transform& constant) {
    fillIfEmpty(channel.translation, constant.translation);
    fillIfEmpty(channel.rotation, constant.rotation);
    fillIfEmpty(channel.scale, constant.scale);
}

/// Moves the tracks of a whole transform from an inner node to its node NAME$unscaled, all but the scale.
Channel takeUnscaled(Channel& inner, uint32_t unscaled) {
    Channel moved{.node = unscaled,
                  .translation = std::move(inner.translation),
                  .rotation = std::move(inner.rotation),
                  .scale = {}};
    inner.translation = {}, inner.rotation = {};
    fillIfEmpty(inner, Transform{});
    fillIfEmpty(moved, Transform{});
    return moved;
}

}  // namespace

bool isOuterName(std::string_view outer, std::string_view name) {
    if (!outer.starts_with(name)) return false;
    const std::string_view rest = outer.substr(name.size());
    return rest == kShear || rest == kUnscaled;
}

bool isOuterName(std::string_view name) {
    return name.ends_with(kShear) || name.ends_with(kUnscaled);
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

uint32_t unscaledNode(const NodeHierarchy& hierarchy, uint32_t node) {
    const int32_t above = hierarchy.parents[node];
    const bool isUnscaled = above != kNoParent && hierarchy.names[static_cast<size_t>(above)].ends_with(kUnscaled) &&
                            isOuterName(hierarchy.names[static_cast<size_t>(above)], hierarchy.names[node]);
    return isUnscaled ? static_cast<uint32_t>(above) : node;
}

std::vector<uint32_t> withoutUnscaled(const NodeHierarchy& hierarchy) {
    std::vector<uint32_t> nodes(hierarchy.size());
    std::iota(nodes.begin(), nodes.end(), 0u);
    for (uint32_t node = 0; node < nodes.size(); ++node)
        if (const uint32_t unscaled = unscaledNode(hierarchy, node); unscaled != node) nodes[unscaled] = node;
    return nodes;
}

std::vector<int32_t> fileParents(const NodeHierarchy& hierarchy) {
    const std::vector<uint32_t> nodes = withoutUnscaled(hierarchy);
    std::vector<int32_t> parents = hierarchy.parents;
    for (uint32_t node = 0; node < parents.size(); ++node) {
        if (parents[node] == kNoParent) continue;
        const uint32_t inner = nodes[static_cast<size_t>(parents[node])];
        if (inner != node) parents[node] = static_cast<int32_t>(inner);
    }
    return parents;
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
        const uint32_t unscaled = unscaledNode(hierarchy, node);
        for (const uint32_t above : outer) {
            Channel channel{.node = above};
            if (above == unscaled) channel = takeUnscaled(clip.channels[c], above);
            fillIfEmpty(channel, Transform{});
            clip.channels.push_back(std::move(channel));
            moved[above] = true;
        }
    }
}

}  // namespace sinew
