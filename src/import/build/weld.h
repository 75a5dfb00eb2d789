#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

#include "import/source.h"

namespace sinew {

/// Folds a 128-bit product into 64 bits, each of which depends on all bits of `a` and `b`.
inline uint64_t foldedProduct(uint64_t a, uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<uint64_t>(product >> 64) ^ static_cast<uint64_t>(product);
}

/// Mixes `byteCount` bytes (a multiple of 4) into `seed`.
inline uint64_t hashWords(const void* words, size_t byteCount, uint64_t seed = 0x9E3779B97F4A7C15ull) {
    const auto* bytes = static_cast<const unsigned char*>(words);
    constexpr uint64_t kOther = 0xC4CEB9FE1A85EC53ull;
    uint64_t first = 0, second = 0;
    for (; byteCount >= 16; byteCount -= 16, bytes += 16) {
        std::memcpy(&first, bytes, 8);
        std::memcpy(&second, bytes + 8, 8);
        seed = foldedProduct(first ^ seed, second ^ kOther);
    }
    if (byteCount == 0) return seed;
    first = second = 0;
    if (byteCount >= 8) std::memcpy(&first, bytes, 8);
    if (byteCount % 8 != 0) std::memcpy(&second, bytes + byteCount - 4, 4);
    return foldedProduct(first ^ seed, second ^ kOther);
}

/// Numbers distinct values in the order of their first appearance. The hash finds candidates, the caller compares them.
/// Open addressing in a table that grows with the distinct values, so that it stays in the cache while most repeat.
class Welder {
  public:
    /// `expected` distinct values fit before the table grows.
    explicit Welder(size_t expected = 0) : table_(std::bit_ceil(std::max<size_t>(1024, 2 * expected + 2))) {}

    /// Brings the entry that add() will read into the cache.
    void prefetch(uint64_t hash) const { __builtin_prefetch(&table_[placeOf(tagOf(hash))]); }

    /// Returns the number of a known value for which `isSame(number)` is true, or adds one and returns the old size().
    template <typename IsSame>
    uint32_t add(uint64_t hash, IsSame isSame) {
        const uint32_t tag = tagOf(hash);
        size_t place = placeOf(tag);
        for (; table_[place].number != kEmpty; place = placeOf(place + 1))
            if (table_[place].tag == tag && isSame(table_[place].number)) return table_[place].number;
        table_[place] = {tag, size_++};
        if (size_t{size_} * 2 > table_.size()) grow();
        return size_ - 1;
    }

    size_t size() const { return size_; }

  private:
    static constexpr uint32_t kEmpty = ~0u;
    struct Entry {
        uint32_t tag = 0;  ///< 32 bits of the hash; the low ones are its place
        uint32_t number = kEmpty;
    };
    static uint32_t tagOf(uint64_t hash) { return static_cast<uint32_t>(hash ^ hash >> 32); }
    size_t placeOf(size_t tag) const { return tag & (table_.size() - 1); }
    void grow();

    std::vector<Entry> table_;  ///< a power of two, at most half full
    uint32_t size_ = 0;
};

/// Which positions are equal; -0 equals 0.
struct PlaceWeld {
    std::vector<uint32_t> placeOf;  ///< for each position: its place, in the order of first appearance
    size_t count = 0;               ///< places
};
PlaceWeld weldPlaces(std::span<const glm::vec3> positions);

/// Which of a mesh's vertices are equal.
struct VertexWeld {
    static constexpr uint32_t kUnused = ~0u;

    std::vector<uint32_t> sources;   ///< for each distinct vertex: the first of the file's vertices that equal it
    std::vector<uint32_t> vertexOf;  ///< for each of the file's vertices; kUnused where no triangle uses it
};

/// Welds vertices that are equal bit for bit, except for influences, whose lists are made on another core meanwhile.
/// `uvSides`: the result of uvOrientations(), or empty.
VertexWeld weldVertices(const SourceMesh& source, std::span<const int8_t> uvSides);

/// Splits welded vertices that differ in influences; the new vertices are appended.
void splitByInfluences(const InfluenceLists& lists, VertexWeld& weld);

}  // namespace sinew
