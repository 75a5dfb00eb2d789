#include "animation/packed_order.h"

#include <algorithm>
#include <deque>
#include <map>

namespace sinew {
namespace {

class Sorter {
  public:
    Sorter(std::span<const int32_t> parents, std::span<const uint32_t> kinds) : kinds_(kinds), children_(kinds.size()) {
        for (uint32_t node = 0; node < kinds.size(); ++node) {
            if (parents[node] < 0)
                ready_[kinds[node]].push_back(node);
            else
                children_[static_cast<size_t>(parents[node])].push_back(node);
        }
    }

    std::vector<NodeFour> sorted() {
        std::vector<NodeFour> fours;
        for (size_t left = kinds_.size(); left > 0; left -= fours.back().size()) {
            NodeFour& four = fours.emplace_back();
            while (four.size() < 4 && takeInto(four)) {
            }
            for (const uint32_t node : four)
                if (!isOpen(node)) open(node);
            opened_.clear();
        }
        return fours;
    }

  private:
    bool takeInto(NodeFour& four) {
        std::deque<uint32_t>* from = four.empty() ? nullptr : &ready_[kinds_[four[0]]];
        if (from && from->empty()) {
            // Rather a child of the same kind than a stranger.
            for (const uint32_t node : four)
                if (!isOpen(node)) open(node);
        }
        if (!from || from->empty()) {
            const auto most =
                std::ranges::max_element(ready_, {}, [](const auto& entry) { return entry.second.size(); });
            from = &most->second;
        }
        if (from->empty()) return false;
        four.push_back(from->front());
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
    std::map<uint32_t, std::deque<uint32_t>> ready_;  ///< nodes whose parents are placed, by kind
    std::vector<uint32_t> opened_;                    ///< of the present four: their children are ready
};

}  // namespace

std::vector<NodeFour> nodesInFours(std::span<const int32_t> parents, std::span<const uint32_t> kinds) {
    return Sorter(parents, kinds).sorted();
}

}  // namespace sinew
