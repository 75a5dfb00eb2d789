#include "match/names.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

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
    std::unordered_set<uint32_t> known;
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        if (!mesh.morphTargets.empty() && known.insert(instance.firstMorphWeight).second)
            groups.push_back({instance.node, instance.firstMorphWeight, &mesh});
    }
    return groups;
}

bool hasNames(const std::vector<MorphTarget>& targets) {
    return std::ranges::any_of(targets, [](const MorphTarget& target) { return !target.name.empty(); });
}

/// The places of morph weights by what they match. Each is given away once, so that all calls together take linear
/// time.
class MorphPlaces {
  public:
    explicit MorphPlaces(const Model& model) : taken_(model.restMorphWeights.size(), false) {
        for (const TargetGroup& group : targetGroups(model)) {
            const std::vector<MorphTarget>& targets = group.mesh->morphTargets;
            const bool named = hasNames(targets);
            for (const std::string& owner : {ofNode(group.node), ofMesh(*group.mesh)}) {
                std::unordered_set<std::string_view> names;
                for (uint32_t t = 0; t < targets.size() && group.first + t < taken_.size(); ++t) {
                    places_[byOrder(owner, targets, t, true)].push_back(group.first + t);
                    if (!named) places_[byOrder(owner, targets, t, false)].push_back(group.first + t);
                    if (!targets[t].name.empty() && names.insert(targets[t].name).second)
                        places_[byName(owner, targets[t])].push_back(group.first + t);
                }
            }
        }
    }

    static std::string ofNode(uint32_t node) { return std::to_string(node) + '/'; }
    static std::string ofMesh(const SkinnedMesh& mesh) { return '/' + std::string(withoutPrefix(mesh.name)) + '/'; }

    /// Takes what target `t` matches at an owner, and adds it to `matches`. False if there is nothing.
    bool take(const std::string& owner, const std::vector<MorphTarget>& targets, bool named, uint32_t t,
              std::vector<uint32_t>& matches) {
        const size_t before = matches.size();
        take(byOrder(owner, targets, t, !named), matches);
        if (!targets[t].name.empty()) take(byName(owner, targets[t]), matches);
        return matches.size() > before;
    }

  private:
    static std::string byName(const std::string& owner, const MorphTarget& target) { return owner + '=' + target.name; }

    static std::string byOrder(const std::string& owner, const std::vector<MorphTarget>& targets, uint32_t t,
                               bool alsoNamed) {
        return owner + (alsoNamed ? '*' : '#') + std::to_string(targets.size()) + '/' + std::to_string(t);
    }

    void take(const std::string& key, std::vector<uint32_t>& matches) {
        const auto found = places_.find(key);
        if (found == places_.end()) return;
        for (const uint32_t place : found->second)
            if (!taken_[place]) {
                taken_[place] = true;
                matches.push_back(place);
            }
        places_.erase(found);
    }

    std::vector<bool> taken_;
    std::unordered_map<std::string, std::vector<uint32_t>> places_;
};

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
    MorphPlaces places(model);
    for (const TargetGroup& from : targetGroups(source)) {
        const std::vector<MorphTarget>& targets = from.mesh->morphTargets;
        const bool named = hasNames(targets);
        const auto match = [&](const std::string& owner) {
            bool any = false;
            for (uint32_t t = 0; t < targets.size() && from.first + t < matches.size(); ++t)
                any |= places.take(owner, targets, named, t, matches[from.first + t]);
            return any;
        };
        const uint32_t node = nodes.nodes[from.node];
        if (node != kNoNode && match(MorphPlaces::ofNode(node))) continue;
        if (!withoutPrefix(from.mesh->name).empty()) match(MorphPlaces::ofMesh(*from.mesh));
    }
    return matches;
}

ClipPairs pairClips(std::span<const AnimationClip> own, std::span<const AnimationClip> other) {
    std::vector<std::optional<size_t>> otherOf(own.size());
    std::vector<bool> isTaken(other.size());
    const auto take = [&](const auto& nameOf) {
        std::unordered_map<std::string_view, std::vector<size_t>> free;  // last first
        for (size_t k = other.size(); k-- > 0;)
            if (!isTaken[k]) free[nameOf(other[k])].push_back(k);
        for (size_t i = 0; i < own.size(); ++i) {
            const auto found = otherOf[i] ? free.end() : free.find(nameOf(own[i]));
            if (found == free.end() || found->second.empty()) continue;
            isTaken[found->second.back()] = true;
            otherOf[i] = found->second.back();
            found->second.pop_back();
        }
    };
    take([](const AnimationClip& clip) { return std::string_view(clip.name); });
    take(bareName);
    if (own.size() == 1 && other.size() == 1) take([](const AnimationClip&) { return std::string_view(); });
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
