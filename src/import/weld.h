#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace sinew {

/// Mixes `byteCount` bytes (a multiple of 4) into `seed`.
inline uint64_t hashWords(const void* words, size_t byteCount, uint64_t seed = 0x9E3779B97F4A7C15ull) {
    const auto* bytes = static_cast<const unsigned char*>(words);
    uint64_t hash = seed;
    for (; byteCount >= 8; byteCount -= 8, bytes += 8) {
        uint64_t value;
        std::memcpy(&value, bytes, 8);
        hash = (hash ^ value) * 0xFF51AFD7ED558CCDull;
        hash ^= hash >> 32;
    }
    if (byteCount >= 4) {
        uint32_t value;
        std::memcpy(&value, bytes, 4);
        hash = (hash ^ value) * 0xC4CEB9FE1A85EC53ull;
        hash ^= hash >> 32;
    }
    return hash;
}

/// Numbers distinct things in the order of their first appearance, exactly: the hash finds candidates, the caller
/// compares them. Open addressing in a table that grows with what is distinct, so that it stays in the cache while most
/// things repeat.
class Welder {
  public:
    /// `expected` distinct things fit before the table grows.
    explicit Welder(size_t expected = 0) {
        hashes_.reserve(expected);
        grow(std::bit_ceil(std::max<size_t>(1024, 2 * expected + 2)));
    }

    /// The number of the thing: a known one for which `isSame(number)` holds, else size(), which is then one more.
    template <typename IsSame>
    uint32_t add(uint64_t hash, IsSame isSame) {
        size_t place = hash & mask_;
        for (; table_[place] != kEmpty; place = (place + 1) & mask_) {
            const uint32_t known = table_[place];
            if (hashes_[known] == hash && isSame(known)) return known;
        }
        const auto number = static_cast<uint32_t>(hashes_.size());
        table_[place] = number;
        hashes_.push_back(hash);
        if (hashes_.size() * 2 > table_.size()) grow(table_.size() * 4);
        return number;
    }

    size_t size() const { return hashes_.size(); }

  private:
    static constexpr uint32_t kEmpty = ~0u;
    void grow(size_t capacity);

    std::vector<uint64_t> hashes_;
    std::vector<uint32_t> table_;
    size_t mask_ = 0;
};

}  // namespace sinew
