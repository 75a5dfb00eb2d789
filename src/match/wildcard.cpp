#include "match/wildcard.h"

#include <cstdint>
#include <vector>

#include "base/text.h"

namespace sinew {
namespace {

constexpr size_t kNowhere = std::string_view::npos;

/// Whether a byte continues a character in UTF-8.
bool isContinuation(size_t byte) {
    return (byte & 0xC0u) == 0x80u;
}

}  // namespace

bool hasWildcard(std::string_view pattern) {
    for (size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '*' || pattern[i] == '?') return true;
        if (pattern[i] == '\\') ++i;
    }
    return false;
}

std::string withoutEscapes(std::string_view pattern) {
    std::string path;
    for (size_t i = 0; i < pattern.size(); ++i) {
        // At the end of a name a backslash stands for itself.
        if (pattern[i] == '\\' && i + 1 < pattern.size() && pattern[i + 1] != '/') ++i;
        path += pattern[i];
    }
    return path;
}

// Follows all ways to match at once: bit i says that i elements of the pattern, characters and ?, match what was read.
bool matchesName(std::string_view pattern, std::string_view name) {
    const size_t words = pattern.size() / 64 + 1;
    const auto setIn = [](uint64_t* bits, size_t i) { bits[i / 64] |= uint64_t{1} << (i % 64); };
    // Bits that a byte of the name sets, after its predecessor was set, and those that it leaves set.
    std::vector<uint64_t> steps(256 * words), stays(2 * words), reached(words), next(words);
    size_t last = 0;
    for (size_t p = 0; p < pattern.size(); ++p) {
        if (pattern[p] == '*') {
            for (const size_t inCharacter : {0, 1})
                setIn(&stays[inCharacter * words], last);
        } else if (pattern[p] == '?') {
            ++last;
            for (size_t byte = 0; byte < 256; ++byte)
                if (!isContinuation(byte)) setIn(&steps[byte * words], last);
            setIn(&stays[words], last);
        } else {
            if (pattern[p] == '\\' && p + 1 < pattern.size()) ++p;
            setIn(&steps[static_cast<unsigned char>(pattern[p]) * words], ++last);
        }
    }
    reached[0] = 1;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        const uint64_t* const step = &steps[byte * words];
        const uint64_t* const stay = &stays[isContinuation(byte) ? words : 0];
        uint64_t any = next[0] = (reached[0] << 1 & step[0]) | (reached[0] & stay[0]);
        for (size_t w = 1; w < words; ++w)
            any |= next[w] = ((reached[w] << 1 | reached[w - 1] >> 63) & step[w]) | (reached[w] & stay[w]);
        if (any == 0) return false;
        reached.swap(next);
    }
    return (reached[last / 64] >> (last % 64) & 1) != 0;
}

bool matchesPath(std::string_view pattern, std::string_view path) {
    const std::vector<std::string_view> patterns = split(pattern, "/"), parts = split(path, "/");
    size_t p = 0, n = 0, afterStars = kNowhere, retry = 0;
    while (n < parts.size()) {
        if (p < patterns.size() && patterns[p] == "**") {
            afterStars = ++p;
            retry = n;
        } else if (p < patterns.size() && matchesName(patterns[p], parts[n])) {
            ++p, ++n;
        } else if (afterStars != kNowhere) {
            p = afterStars;
            n = ++retry;
        } else {
            return false;
        }
    }
    while (p < patterns.size() && patterns[p] == "**")
        ++p;
    return p == patterns.size();
}

}  // namespace sinew
