#include "import/weld.h"

namespace sinew {

uint64_t hashWords(const void* words, size_t byteCount, uint64_t seed) {
    const auto* bytes = static_cast<const unsigned char*>(words);
    uint64_t hash = seed ^ byteCount;
    const auto mix = [&hash](uint64_t value) {
        hash = (hash ^ value) * 0xFF51AFD7ED558CCDull;
        hash ^= hash >> 32;
    };
    for (; byteCount >= 8; byteCount -= 8, bytes += 8) {
        uint64_t value;
        std::memcpy(&value, bytes, 8);
        mix(value);
    }
    if (byteCount >= 4) {
        uint32_t value;
        std::memcpy(&value, bytes, 4);
        mix(value);
    }
    return hash;
}

}  // namespace sinew
