#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace sinew {

/// A hash of `byteCount` bytes (a multiple of 4), mixed into `seed`.
uint64_t hashWords(const void* words, size_t byteCount, uint64_t seed = 0x9E3779B97F4A7C15ull);

/// Numbers distinct keys in the order of their first appearance, exactly: keys are equal when their bits are. Open
/// addressing in a table that grows with the number of distinct keys, so it stays in the cache while most keys repeat.
template <typename Key>
class Welder {
    static_assert(std::is_trivially_copyable_v<Key> && sizeof(Key) % 4 == 0);

  public:
    explicit Welder(size_t expectedKeys = 0) {
        keys_.reserve(expectedKeys);
        grow(1024);
    }

    /// `hash` must follow from the key and from whatever else `sameRest(index)` compares with the key of that index.
    template <typename SameRest>
    uint32_t add(const Key& key, uint64_t hash, SameRest sameRest) {
        size_t place = hash & mask_;
        for (; table_[place] != kEmpty; place = (place + 1) & mask_) {
            const uint32_t index = table_[place];
            if (hashes_[index] == hash && std::memcmp(&keys_[index], &key, sizeof(Key)) == 0 && sameRest(index))
                return index;
        }
        const auto index = static_cast<uint32_t>(keys_.size());
        table_[place] = index;
        keys_.push_back(key);
        hashes_.push_back(hash);
        if (keys_.size() * 2 > table_.size()) grow(table_.size() * 4);
        return index;
    }

    uint32_t add(const Key& key) {
        return add(key, hashWords(&key, sizeof(Key)), [](uint32_t) { return true; });
    }

    const std::vector<Key>& keys() const { return keys_; }
    size_t size() const { return keys_.size(); }

  private:
    static constexpr uint32_t kEmpty = ~0u;

    void grow(size_t capacity) {
        table_.assign(capacity, kEmpty);
        mask_ = capacity - 1;
        for (uint32_t index = 0; index < hashes_.size(); ++index) {
            size_t place = hashes_[index] & mask_;
            while (table_[place] != kEmpty)
                place = (place + 1) & mask_;
            table_[place] = index;
        }
    }

    std::vector<Key> keys_;
    std::vector<uint64_t> hashes_;
    std::vector<uint32_t> table_;
    size_t mask_ = 0;
};

}  // namespace sinew
