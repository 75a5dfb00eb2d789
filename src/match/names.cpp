#include "match/names.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>

#include "model/outer_nodes.h"

namespace sinew {
namespace {

using NodeOfName = std::unordered_map<std::string_view, uint32_t>;

/// The best node of each name: the one of the lowest rank.
class NodeIndex {
  public:
    explicit NodeIndex(const Model& model) : names_(model.hierarchy.names), rank_(model.hierarchy.size(), 1) {
        for (const MeshInstance& instance : model.instances)
            rank_[instance.node] = 2;
        for (const MeshInstance& instance : model.instances)
            for (const Bone& bone : instance.bones)
                if (instance.skinned) rank_[bone.node] = 0;
        for (uint32_t node = 0; node < names_.size(); ++node) {
            if (isOuterName(names_[node])) continue;
            add(exact_, names_[node], node);
            add(bare_, withoutPrefix(names_[node]), node);
        }
    }

    uint32_t exact(std::string_view name) const { return find(exact_, name); }
    uint32_t bare(std::string_view name) const { return find(bare_, withoutPrefix(name)); }

  private:
    void add(NodeOfName& nodes, std::string_view name, uint32_t node) {
        const auto [entry, isNew] = nodes.try_emplace(name, node);
        if (!isNew && rank_[node] < rank_[entry->second]) entry->second = node;
    }

    static uint32_t find(const NodeOfName& nodes, std::string_view name) {
        const auto found = nodes.find(name);
        return found == nodes.end() ? kNoNode : found->second;
    }

    const std::vector<std::string>& names_;
    std::vector<int> rank_;
    NodeOfName exact_, bare_;
};

/// The morph targets of the first of all instances that share their weights.
struct TargetGroup {
    uint32_t node = 0, first = 0;
    const SkinnedMesh* mesh = nullptr;
};

std::vector<TargetGroup> targetGroups(const Model& model) {
    std::vector<TargetGroup> groups;
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        const bool known = std::ranges::any_of(
            groups, [&](const TargetGroup& group) { return group.first == instance.firstMorphWeight; });
        if (!mesh.morphTargets.empty() && !known) groups.push_back({instance.node, instance.firstMorphWeight, &mesh});
    }
    return groups;
}

bool hasNames(const std::vector<MorphTarget>& targets) {
    return std::ranges::any_of(targets, [](const MorphTarget& target) { return !target.name.empty(); });
}

/// For each target of `from`, the one of `to`.
std::vector<std::optional<size_t>> matchTargets(const std::vector<MorphTarget>& from,
                                                const std::vector<MorphTarget>& to) {
    const bool byOrder = (!hasNames(from) || !hasNames(to)) && from.size() == to.size();
    std::vector<std::optional<size_t>> matches(from.size());
    for (size_t t = 0; t < from.size(); ++t) {
        const auto found = std::ranges::find(to, from[t].name, &MorphTarget::name);
        if (byOrder)
            matches[t] = t;
        else if (!from[t].name.empty() && found != to.end())
            matches[t] = static_cast<size_t>(found - to.begin());
    }
    return matches;
}

/// "Walk" of "Armature|Walk".
std::string_view bareName(const AnimationClip& clip) {
    const std::string_view name = clip.name;
    return name.substr(name.rfind('|') + 1);  // npos + 1 is 0
}

}  // namespace

NodeMatches matchNodes(const NodeHierarchy& source, const Model& model) {
    const NodeIndex index(model);
    NodeMatches matches{std::vector<uint32_t>(source.size(), kNoNode), std::vector<bool>(source.size(), false)};
    std::vector<bool> taken(model.hierarchy.size(), false);
    for (uint32_t node = 0; node < source.size(); ++node) {
        if (isOuterName(source.names[node])) continue;
        matches.nodes[node] = index.exact(source.names[node]);
        if (matches.nodes[node] != kNoNode) taken[matches.nodes[node]] = true;
    }
    for (uint32_t node = 0; node < source.size(); ++node) {
        if (isOuterName(source.names[node]) || matches.nodes[node] != kNoNode) continue;
        const uint32_t found = index.bare(source.names[node]);
        if (found == kNoNode || taken[found]) continue;
        matches.nodes[node] = found;
        matches.withoutPrefix[node] = true;
    }
    return matches;
}

MorphMatches matchMorphs(const Model& source, const Model& model, const NodeMatches& nodes) {
    MorphMatches matches(source.restMorphWeights.size());
    std::vector<bool> taken(model.restMorphWeights.size(), false);
    const std::vector<TargetGroup> groups = targetGroups(model);
    const auto match = [&](const TargetGroup& from, const auto& isPartner) {
        bool any = false;
        for (const TargetGroup& to : groups) {
            if (!isPartner(to)) continue;
            const std::vector<std::optional<size_t>> targets =
                matchTargets(from.mesh->morphTargets, to.mesh->morphTargets);
            for (uint32_t t = 0; t < targets.size(); ++t) {
                if (!targets[t] || from.first + t >= matches.size()) continue;
                const auto place = static_cast<uint32_t>(to.first + *targets[t]);
                if (place >= taken.size() || taken[place]) continue;
                taken[place] = any = true;
                matches[from.first + t].push_back(place);
            }
        }
        return any;
    };
    for (const TargetGroup& from : targetGroups(source)) {
        const uint32_t node = nodes.nodes[from.node];
        if (node != kNoNode && match(from, [&](const TargetGroup& to) { return to.node == node; })) continue;
        const std::string_view name = withoutPrefix(from.mesh->name);
        match(from, [&](const TargetGroup& to) { return !name.empty() && withoutPrefix(to.mesh->name) == name; });
    }
    return matches;
}

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
