#include "model/match_morphs.h"

#include <algorithm>
#include <string>

namespace sinew {
namespace {

/// The targets that one instance shows, the first of those that share their weights.
struct Group {
    uint32_t node = 0, first = 0;
    const SkinnedMesh* mesh = nullptr;
};

std::vector<Group> groupsOf(const Model& model) {
    std::vector<Group> groups;
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        const bool known = std::any_of(groups.begin(), groups.end(),
                                       [&](const Group& group) { return group.first == instance.firstMorphWeight; });
        if (!mesh.morphTargets.empty() && !known) groups.push_back({instance.node, instance.firstMorphWeight, &mesh});
    }
    return groups;
}

/// For each target of `from` the one of `to`, or kNoPartner.
constexpr size_t kNoPartner = ~size_t{0};

std::vector<size_t> byName(const std::vector<MorphTarget>& from, const std::vector<MorphTarget>& to) {
    std::vector<size_t> result(from.size(), kNoPartner);
    for (size_t t = 0; t < from.size(); ++t) {
        const auto found = std::find_if(to.begin(), to.end(), [&](const MorphTarget& target) {
            return !target.name.empty() && target.name == from[t].name;
        });
        if (found != to.end()) result[t] = static_cast<size_t>(found - to.begin());
    }
    return result;
}

bool hasNames(const std::vector<MorphTarget>& targets) {
    return std::any_of(targets.begin(), targets.end(), [](const MorphTarget& target) { return !target.name.empty(); });
}

std::vector<size_t> targetsOf(const std::vector<MorphTarget>& from, const std::vector<MorphTarget>& to) {
    std::vector<size_t> result = byName(from, to);
    if ((hasNames(from) && hasNames(to)) || from.size() != to.size()) return result;
    for (size_t t = 0; t < result.size(); ++t)
        result[t] = t;
    return result;
}

}  // namespace

MorphMatches matchMorphs(const Model& source, const Model& model, const NodeMatches& nodes) {
    MorphMatches matches(source.restMorphWeights.size());
    std::vector<bool> taken(model.restMorphWeights.size(), false);
    const std::vector<Group> groups = groupsOf(model);
    const auto match = [&](const Group& from, const auto& isMeant) {
        bool any = false;
        for (const Group& to : groups) {
            if (!isMeant(to)) continue;
            const std::vector<size_t> targets = targetsOf(from.mesh->morphTargets, to.mesh->morphTargets);
            for (uint32_t t = 0; t < targets.size(); ++t) {
                if (targets[t] == kNoPartner || from.first + t >= matches.size()) continue;
                const auto place = static_cast<uint32_t>(to.first + targets[t]);
                if (place >= taken.size() || taken[place]) continue;
                taken[place] = any = true;
                matches[from.first + t].push_back(place);
            }
        }
        return any;
    };
    for (const Group& from : groupsOf(source)) {
        const uint32_t node = nodes.nodes[from.node];
        if (node != kNoNode && match(from, [&](const Group& to) { return to.node == node; })) continue;
        const std::string_view name = withoutPrefix(from.mesh->name);
        match(from, [&](const Group& to) { return !name.empty() && withoutPrefix(to.mesh->name) == name; });
    }
    return matches;
}

}  // namespace sinew
