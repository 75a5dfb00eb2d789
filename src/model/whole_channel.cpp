#include "model/whole_channel.h"

#include <algorithm>
#include <map>

#include "animation/sample.h"

namespace sinew {
namespace {

template <typename Value>
bool isConstantly(const Track<Value>& track, const Value& value) {
    return !track.empty() &&
           std::all_of(track.values.begin(), track.values.end(), [&](const Value& key) { return key == value; });
}

bool doesNothing(const Channel& channel) {
    const Transform nothing;
    return isConstantly(channel.translation, nothing.translation) && isConstantly(channel.rotation, nothing.rotation) &&
           isConstantly(channel.scale, nothing.scale);
}

/// NAME of NAME$shear and NAME_$AssimpFbx$_Rotation; the node beneath an outer one is followed until it is none.
uint32_t innerNode(const NodeHierarchy& hierarchy, uint32_t node, const std::vector<uint32_t>& innerOf) {
    return isOuterName(hierarchy.names[node]) ? innerOf[node] : node;
}

/// For each node the inner node whose outer one it is; itself when it is none.
std::vector<uint32_t> innerNodes(const NodeHierarchy& hierarchy) {
    std::vector<uint32_t> inner(hierarchy.size());
    for (uint32_t node = 0; node < hierarchy.size(); ++node)
        inner[node] = node;
    for (uint32_t node = 0; node < hierarchy.size(); ++node) {
        uint32_t place = node;
        for (uint32_t left = outerNodeCount(hierarchy, node); left > 0; --left) {
            place = static_cast<uint32_t>(hierarchy.parents[place]);
            inner[place] = node;
        }
    }
    return inner;
}

template <typename Value>
void addTimes(const Track<Value>& track, std::vector<double>& times) {
    times.insert(times.end(), track.times.begin(), track.times.end());
}

std::string_view kindOf(const std::string& outer, const std::string& name) {
    return std::string_view(outer).substr(name.size());
}

}  // namespace

std::vector<WholeChannel> wholeChannels(const NodeHierarchy& hierarchy, const AnimationClip& clip) {
    const std::vector<uint32_t> inner = innerNodes(hierarchy);
    std::map<uint32_t, WholeChannel> byNode;
    for (const Channel& channel : clip.channels) {
        const uint32_t node = innerNode(hierarchy, channel.node, inner);
        WholeChannel& whole = byNode[node];
        whole.node = node;
        whole.parts.push_back(&channel);
        whole.movesPivots |= channel.node != node && !doesNothing(channel);
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

    // A hierarchy of the outer nodes and the node alone, outermost first.
    NodeHierarchy line;
    AnimationClip clip;
    const uint32_t count = outerNodeCount(hierarchy, whole.node) + 1;
    std::vector<uint32_t> places(count, whole.node);
    for (size_t i = count - 1; i-- > 0;)
        places[i] = static_cast<uint32_t>(hierarchy.parents[places[i + 1]]);
    std::vector<double> times;
    for (uint32_t i = 0; i < count; ++i) {
        line.names.push_back(hierarchy.names[places[i]]);
        line.parents.push_back(static_cast<int32_t>(i) - 1);
        line.rest.push_back(hierarchy.rest[places[i]]);
        for (const Channel* part : whole.parts) {
            if (part->node != places[i]) continue;
            clip.channels.emplace_back(*part).node = i;
            addTimes(part->translation, times);
            addTimes(part->rotation, times);
            addTimes(part->scale, times);
        }
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());

    Channel result{.node = whole.node};
    SampleCursor cursor;
    std::vector<Transform> pose(count);
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
    uint32_t left = outerNodeCount(a, nodeA);
    if (left != outerNodeCount(b, nodeB)) return false;
    const std::string &nameA = a.names[nodeA], &nameB = b.names[nodeB];
    for (; left > 0; --left) {
        nodeA = static_cast<uint32_t>(a.parents[nodeA]);
        nodeB = static_cast<uint32_t>(b.parents[nodeB]);
        if (kindOf(a.names[nodeA], nameA) != kindOf(b.names[nodeB], nameB)) return false;
    }
    return true;
}

}  // namespace sinew
