#include "model/match_nodes.h"

#include <tuple>
#include <unordered_map>

#include "model/outer_nodes.h"

namespace sinew {
namespace {

using NodeOfName = std::unordered_map<std::string_view, uint32_t>;

/// The best node of each name; smaller ranks are better.
class Index {
  public:
    explicit Index(const Model& model) : names_(model.hierarchy.names), rank_(model.hierarchy.size(), 1) {
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

}  // namespace

std::string_view withoutPrefix(std::string_view name) {
    constexpr std::string_view kMixamo = "mixamorig";
    if (const size_t end = name.find_last_of(":|"); end != std::string_view::npos && end + 1 < name.size())
        name.remove_prefix(end + 1);
    if (!name.starts_with(kMixamo)) return name;
    const size_t digits = name.find_first_not_of("0123456789", kMixamo.size());
    if (digits != std::string_view::npos && name[digits] == '_' && digits + 1 < name.size())
        name.remove_prefix(digits + 1);
    return name;
}

NodeMatches matchNodes(const NodeHierarchy& source, const Model& model) {
    const Index index(model);
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

}  // namespace sinew
