#include "animation/packed/node_groups.h"

#include <algorithm>
#include <deque>
#include <map>

namespace sinew {
namespace {

class NodeGrouper {
  public:
    NodeGrouper(std::span<const int32_t> parents, std::span<const uint32_t> kinds)
        : kinds_(kinds), children_(kinds.size()) {
        for (uint32_t node = 0; node < kinds.size(); ++node) {
            if (parents[node] < 0)
                ready_[kinds[node]].push_back(node);
            else
                children_[static_cast<size_t>(parents[node])].push_back(node);
        }
    }

    std::vector<NodeQuad> sorted() {
        std::vector<NodeQuad> quads;
        for (size_t left = kinds_.size(); left > 0; left -= quads.back().size()) {
            NodeQuad& quad = quads.emplace_back();
            while (quad.size() < 4 && takeInto(quad)) {
            }
            for (const uint32_t node : quad)
                if (!isOpen(node)) open(node);
            opened_.clear();
        }
        return quads;
    }

  private:
    bool takeInto(NodeQuad& quad) {
        std::deque<uint32_t>* from = quad.empty() ? nullptr : &ready_[kinds_[quad[0]]];
        if (from && from->empty()) {
            // A child of the same kind is better than a node of another kind.
            for (const uint32_t node : quad)
                if (!isOpen(node)) open(node);
        }
        if (!from || from->empty()) {
            const auto most =
                std::ranges::max_element(ready_, {}, [](const auto& entry) { return entry.second.size(); });
            from = &most->second;
        }
        if (from->empty()) return false;
        quad.push_back(from->front());
        from->pop_front();
        return true;
    }
    bool isOpen(uint32_t node) const { return std::ranges::find(opened_, node) != opened_.end(); }
    void open(uint32_t node) {
        opened_.push_back(node);
        for (const uint32_t child : children_[node])
            ready_[kinds_[child]].push_back(child);
    }

    std::span<const uint32_t> kinds_;
    std::vector<std::vector<uint32_t>> children_;
    std::map<uint32_t, std::deque<uint32_t>> ready_;  ///< nodes whose parents are grouped, by kind
    std::vector<uint32_t> opened_;                    ///< nodes of the current group whose children are ready
};

}  // namespace

std::vector<NodeQuad> groupNodes(std::span<const int32_t> parents, std::span<const uint32_t> kinds) {
    return NodeGrouper(parents, kinds).sorted();
}

}  // namespace sinew
