#include "match/whole_channel.h"

#include <algorithm>
#include <map>

#include "animation/clip/sample.h"

namespace sinew {
namespace {

template <typename Value>
bool isConstant(const Track<Value>& track, const Value& value) {
    return !track.empty() && std::ranges::count(track.values, value) == std::ssize(track.values);
}

bool isIdentity(const Channel& channel) {
    const Transform identity;
    return isConstant(channel.translation, identity.translation) && isConstant(channel.rotation, identity.rotation) &&
           isConstant(channel.scale, identity.scale);
}

/// Maps outer nodes to their inner nodes, and all others to themselves.
std::vector<uint32_t> innerNodes(const NodeHierarchy& hierarchy) {
    std::vector<uint32_t> inner(hierarchy.size());
    for (uint32_t node = 0; node < hierarchy.size(); ++node)
        inner[node] = node;
    for (uint32_t node = 0; node < hierarchy.size(); ++node) {
        for (const uint32_t outer : outerNodes(hierarchy, node))
            inner[outer] = node;
    }
    return inner;
}

std::string_view kindOf(const std::string& outer, const std::string& name) {
    return std::string_view(outer).substr(name.size());
}

}  // namespace

std::vector<WholeChannel> wholeChannels(const NodeHierarchy& hierarchy, const AnimationClip& clip) {
    const std::vector<uint32_t> inner = innerNodes(hierarchy);
    std::map<uint32_t, WholeChannel> byNode;
    for (const Channel& channel : clip.channels) {
        const uint32_t node = inner[channel.node];
        WholeChannel& whole = byNode[node];
        whole.node = node;
        whole.parts.push_back(&channel);
        whole.movesPivots |= channel.node != node && !isIdentity(channel);
    }
    std::vector<WholeChannel> channels;
    for (auto& [node, whole] : byNode)
        channels.push_back(std::move(whole));
    return channels;
}

Channel joined(const NodeHierarchy& hierarchy, const WholeChannel& whole) {
    if (!whole.movesPivots)
        for (const Channel* part : whole.parts)
            if (part->node == whole.node) return *part;

    // A hierarchy of only the outer nodes and the inner node, outermost first.
    NodeHierarchy line;
    AnimationClip clip;
    std::vector<uint32_t> chain = outerNodes(hierarchy, whole.node);
    std::ranges::reverse(chain);
    chain.push_back(whole.node);
    std::vector<double> times;
    for (uint32_t i = 0; i < chain.size(); ++i) {
        line.names.push_back(hierarchy.names[chain[i]]);
        line.parents.push_back(static_cast<int32_t>(i) - 1);
        line.rest.push_back(hierarchy.rest[chain[i]]);
        for (const Channel* part : whole.parts) {
            if (part->node != chain[i]) continue;
            clip.channels.emplace_back(*part).node = i;
            for (const auto* keys : {&part->translation.times, &part->rotation.times, &part->scale.times})
                times.insert(times.end(), keys->begin(), keys->end());
        }
    }
    std::ranges::sort(times);
    times.erase(std::ranges::unique(times).begin(), times.end());

    Channel result{.node = whole.node};
    SampleCursor cursor;
    std::vector<Transform> pose(chain.size());
    for (const double time : times) {
        sample(clip, line, time, cursor, pose);
        glm::mat4 product(1.0f);
        for (const Transform& local : pose)
            product = product * matrixFrom(local);
        const Transform transform = transformFrom(product);
        result.translation.values.push_back(transform.translation);
        result.rotation.values.push_back(transform.rotation);
        result.scale.values.push_back(transform.scale);
    }
    result.translation.times = result.rotation.times = result.scale.times = times;
    return result;
}

bool samePivots(const NodeHierarchy& a, uint32_t nodeA, const NodeHierarchy& b, uint32_t nodeB) {
    return std::ranges::equal(outerNodes(a, nodeA), outerNodes(b, nodeB), [&](uint32_t outerA, uint32_t outerB) {
        return kindOf(a.names[outerA], a.names[nodeA]) == kindOf(b.names[outerB], b.names[nodeB]);
    });
}

}  // namespace sinew
