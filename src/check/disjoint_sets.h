#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace sinew {

/// Numbers that are joined into sets (union-find).
class DisjointSets {
  public:
    /// Each number is a set of its own.
    explicit DisjointSets(size_t count) : tops_(count) { std::iota(tops_.begin(), tops_.end(), 0u); }

    /// Equal for numbers of one set.
    uint32_t topOf(uint32_t number) {
        while (tops_[number] != number)
            number = tops_[number] = tops_[tops_[number]];
        return number;
    }

    void join(uint32_t one, uint32_t other) { tops_[topOf(one)] = topOf(other); }

    /// Makes a number a set of its own again, if that is done to all of its set.
    void reset(uint32_t number) { tops_[number] = number; }

  private:
    std::vector<uint32_t> tops_;
};

}  // namespace sinew
