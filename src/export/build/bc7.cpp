#include "export/build/bc7.h"

#include <cstddef>
#include <string_view>
#include <utility>

namespace sinew::exporting {
namespace {

/// What a block of one mode has; bits of each.
struct Mode {
    uint32_t subsets, partition, rotation, indexSelection, color, alpha;
    uint32_t ownLowBits, sharedLowBits;  ///< a lowest bit of all components, of each end or of both ends of a subset
    uint32_t index, secondIndex;
};

constexpr std::array<Mode, 8> kModes{{{3, 4, 0, 0, 4, 0, 1, 0, 3, 0},
                                      {2, 6, 0, 0, 6, 0, 0, 1, 3, 0},
                                      {3, 6, 0, 0, 5, 0, 0, 0, 2, 0},
                                      {2, 6, 0, 0, 7, 0, 1, 0, 2, 0},
                                      {1, 0, 2, 1, 5, 6, 0, 0, 2, 3},
                                      {1, 0, 2, 0, 7, 8, 0, 0, 2, 2},
                                      {1, 0, 0, 0, 7, 7, 1, 0, 4, 0},
                                      {2, 6, 0, 0, 5, 5, 1, 0, 2, 0}}};

/// The subset of each texel: a bit each, the first texel in the lowest.
constexpr std::array<uint16_t, 64> kTwoSubsets{
    0xCCCC, 0x8888, 0xEEEE, 0xECC8, 0xC880, 0xFEEC, 0xFEC8, 0xEC80, 0xC800, 0xFFEC, 0xFE80, 0xE800, 0xFFE8,
    0xFF00, 0xFFF0, 0xF000, 0xF710, 0x008E, 0x7100, 0x08CE, 0x008C, 0x7310, 0x3100, 0x8CCE, 0x088C, 0x3110,
    0x6666, 0x366C, 0x17E8, 0x0FF0, 0x718E, 0x399C, 0xAAAA, 0xF0F0, 0x5A5A, 0x33CC, 0x3C3C, 0x55AA, 0x9696,
    0xA55A, 0x73CE, 0x13C8, 0x324C, 0x3BDC, 0x6996, 0xC33C, 0x9966, 0x0660, 0x0272, 0x04E4, 0x4E40, 0x2720,
    0xC936, 0x936C, 0x39C6, 0x639C, 0x9336, 0x9CC6, 0x817E, 0xE718, 0xCCF0, 0x0FCC, 0x7744, 0xEE22};

/// Two bits each.
constexpr std::array<uint32_t, 64> kThreeSubsets{
    0xAA685050, 0x6A5A5040, 0x5A5A4200, 0x5450A0A8, 0xA5A50000, 0xA0A05050, 0x5555A0A0, 0x5A5A5050,
    0xAA550000, 0xAA555500, 0xAAAA5500, 0x90909090, 0x94949494, 0xA4A4A4A4, 0xA9A59450, 0x2A0A4250,
    0xA5945040, 0x0A425054, 0xA5A5A500, 0x55A0A0A0, 0xA8A85454, 0x6A6A4040, 0xA4A45000, 0x1A1A0500,
    0x0050A4A4, 0xAAA59090, 0x14696914, 0x69691400, 0xA08585A0, 0xAA821414, 0x50A4A450, 0x6A5A0200,
    0xA9A58000, 0x5090A0A8, 0xA8A09050, 0x24242424, 0x00AA5500, 0x24924924, 0x24499224, 0x50A50A50,
    0x500AA550, 0xAAAA4444, 0x66660000, 0xA5A0A5A0, 0x50A050A0, 0x69286928, 0x44AAAA44, 0x66666600,
    0xAA444444, 0x54A854A8, 0x95809580, 0x96969600, 0xA85454A8, 0x80959580, 0xAA141414, 0x96960000,
    0xAAAA1414, 0xA05050A0, 0xA0A5A5A0, 0x96000000, 0x40804080, 0xA9A8A9A8, 0xAAAAAA44, 0x2A4A5254};

// The texel, as a hexadecimal digit, of the second subset of two whose index has a bit less, and those of the second
// and third of three.
constexpr std::string_view kSecondOfTwo = "fffffffffffffffff282288f28228822ff6828ff28222ff66268ff22fffff22f";
constexpr std::string_view kSecondOfThree = "33ff83ff88666533338f336a588685ff8f356a8ff3f5ffff3f55585a5a8dfc33";
constexpr std::string_view kThirdOfThree = "f883ff38fffffff8f8f3f8f83f6affa8f3faa89a6f8f3668f3ffffffffff3ff8";

using Ends = std::array<std::array<uint32_t, 4>, 6>;  // two of each subset

Ends takeEnds(const Mode& mode, BlockBits& bits) {
    Ends ends{};
    const size_t count = 2 * size_t{mode.subsets};
    for (size_t c = 0; c < 4; ++c)
        for (size_t e = 0; e < count; ++e)
            ends[e][c] = bits.take(c < 3 ? mode.color : mode.alpha);
    const uint32_t lowBits = mode.ownLowBits + mode.sharedLowBits;
    for (size_t e = 0; lowBits > 0 && e < count; e += 1 + mode.sharedLowBits) {
        const uint32_t low = bits.take(1);
        for (size_t i = e; i <= e + mode.sharedLowBits; ++i)
            for (uint32_t& value : ends[i])
                value = value << 1 | low;
    }
    for (size_t e = 0; e < count; ++e)
        for (size_t c = 0; c < 4; ++c) {
            const uint32_t width = (c < 3 ? mode.color : mode.alpha) + lowBits;
            const uint32_t high = ends[e][c] << (8 - width);
            ends[e][c] = c == 3 && mode.alpha == 0 ? 255 : high | high >> width;
        }
    return ends;
}

uint32_t subsetOf(const Mode& mode, uint32_t partition, size_t texel) {
    if (mode.subsets == 1) return 0;
    return mode.subsets == 2 ? kTwoSubsets[partition] >> texel & 1u : kThreeSubsets[partition] >> (2 * texel) & 3u;
}

/// Whether the highest bit of the texel's index is 0 and left out.
bool isAnchor(const Mode& mode, uint32_t partition, size_t texel) {
    const char digit = "0123456789abcdef"[texel];
    if (texel == 0) return true;
    if (mode.subsets == 2) return digit == kSecondOfTwo[partition];
    return mode.subsets == 3 && (digit == kSecondOfThree[partition] || digit == kThirdOfThree[partition]);
}

/// What the second end is weighted with, in 64ths.
std::array<uint32_t, 16> takeWeights(const Mode& mode, uint32_t partition, uint32_t width, BlockBits& bits) {
    const uint32_t most = (1u << width) - 1;
    std::array<uint32_t, 16> result{};
    for (size_t i = 0; i < result.size(); ++i)
        result[i] = (128 * bits.take(width - (isAnchor(mode, partition, i) ? 1 : 0)) + most) / (2 * most);
    return result;
}

}  // namespace

void decodeBc7(const uint8_t* bytes, TexelBlock& block) {
    BlockBits bits{bytes};
    size_t number = 0;
    while (number < kModes.size() && bits.take(1) == 0)
        ++number;
    block = {};
    if (number == kModes.size()) return;
    const Mode& mode = kModes[number];
    const uint32_t partition = bits.take(mode.partition), rotation = bits.take(mode.rotation);
    const bool swaps = bits.take(mode.indexSelection) != 0;
    const Ends ends = takeEnds(mode, bits);
    std::array<uint32_t, 16> color = takeWeights(mode, partition, mode.index, bits);
    std::array<uint32_t, 16> alpha =
        mode.secondIndex > 0 ? takeWeights(mode, partition, mode.secondIndex, bits) : color;
    if (swaps) std::swap(color, alpha);
    for (size_t i = 0; i < block.size(); ++i) {
        const size_t first = 2 * size_t{subsetOf(mode, partition, i)};
        for (size_t c = 0; c < 4; ++c) {
            const uint32_t weight = c < 3 ? color[i] : alpha[i];
            block[i][c] =
                static_cast<uint8_t>(((64 - weight) * ends[first][c] + weight * ends[first + 1][c] + 32) >> 6);
        }
        if (rotation > 0) std::swap(block[i][3], block[i][rotation - 1]);
    }
}

}  // namespace sinew::exporting
