#include "import/gltf/pointers.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr const char* kPointer = "KHR_animation_pointer";

bool isHiddenIn(const Json& node) {
    return File::at(File::at(File::at(node, "extensions"), "KHR_node_visibility"), "visible") == false;
}

/// By node of the file: it is a joint, or shows a skinned mesh.
std::vector<bool> skinnedNodes(const File& file, size_t count) {
    std::vector<bool> skinned(count);
    const Json& nodes = file.member("nodes");
    for (size_t n = 0; n < count; ++n)
        skinned[n] = !File::at(File::at(nodes, n), "skin").is_null();
    for (const Json& skin : File::list(file.member("skins")))
        for (const Json& joint : File::list(File::at(skin, "joints")))
            if (const auto node = File::index(joint); node && *node < count) skinned[*node] = true;
    return skinned;
}

}  // namespace

void reportPointers(const std::vector<AnimationRow>& animations, Findings& findings) {
    std::map<std::string, size_t> counts;  // by kind
    size_t all = 0;
    for (const AnimationRow& row : animations)
        for (const AnimationRow::Channel& channel : row.channels) {
            if (!channel.path.starts_with('/')) continue;
            const std::string_view path = channel.path.substr(1);
            const std::string_view owner = path.substr(0, path.find('/'));
            ++counts[path.starts_with("extensions/KHR_lights_punctual/") ? "lights" : utf8From(owner)];
            ++all;
        }
    if (all == 0) return;
    std::vector<std::string> kinds;
    for (const auto& [kind, count] : counts)
        kinds.push_back(fmt::format("{} of {}", count, kind));
    const Measured count = measuredCount(all, "channel", "channels");
    findings.push_back({"extension-ignored", Severity::info, kPointer,
                        fmt::format("{} not played: {}", count.text, fmt::format("{}", fmt::join(kinds, ", "))),
                        count.figure});
}

Visibility readVisibility(const File& file, const std::vector<AnimationRow>& animations, Nodes& nodes,
                          Findings& findings) {
    NodeHierarchy& hierarchy = nodes.hierarchy;
    Visibility visibility{.isHidden = std::vector<bool>(hierarchy.size()), .scales = {}};
    std::set<size_t> switched, scaled;  // nodes of the file
    for (const AnimationRow& row : animations)
        for (const AnimationRow::Channel& channel : row.channels)
            if (channel.path == kVisibility || channel.path == "scale")
                (channel.path == kVisibility ? switched : scaled).insert(channel.node);
    if (switched.empty() && !file.mentions("KHR_node_visibility")) return visibility;
    const size_t count = nodes.nodeOf.size();
    const std::vector<bool> skinned = skinnedNodes(file, count);
    std::vector<bool> holdsSkinned(hierarchy.size());
    for (size_t n = hierarchy.size(); n-- > 0;) {  // children come after their parents
        holdsSkinned[n] = holdsSkinned[n] || (nodes.fileNodes[n] < count && skinned[nodes.fileNodes[n]]);
        if (hierarchy.parents[n] != kNoParent && holdsSkinned[n])
            holdsSkinned[static_cast<size_t>(hierarchy.parents[n])] = true;
    }
    std::set<size_t> fixed;
    for (uint32_t n = 0; n < hierarchy.size(); ++n) {
        const size_t node = nodes.fileNodes[n];
        if (hierarchy.parents[n] != kNoParent)
            visibility.isHidden[n] = visibility.isHidden[static_cast<size_t>(hierarchy.parents[n])];
        if (node >= count) continue;
        const bool isHidden = isHiddenIn(File::at(file.member("nodes"), node));
        if (switched.contains(node) && !holdsSkinned[n] && !scaled.contains(node)) {
            visibility.scales[n] = hierarchy.rest[n].scale;
            if (isHidden) hierarchy.rest[n].scale = glm::vec3(0.0f);
            continue;
        }
        if (switched.contains(node)) fixed.insert(node);
        if (isHidden) visibility.isHidden[n] = true;
    }
    if (!fixed.empty()) {
        const Measured nodeCount = measuredCount(fixed.size(), "node", "nodes");
        findings.push_back({"extension-ignored", Severity::info, "KHR_node_visibility",
                            nodeCount.text + " with a skin or an animated scale: clips do not show or hide them",
                            nodeCount.figure});
    }
    return visibility;
}

}  // namespace sinew::gltf
