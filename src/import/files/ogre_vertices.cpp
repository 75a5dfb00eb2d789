#include "import/files/ogre_vertices.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include <glm/gtc/packing.hpp>

namespace sinew {
namespace {

// Values of Ogre's VertexElementType and VertexElementSemantic.
constexpr uint64_t kFloat1 = 0, kUbyte4 = 9, kByte4 = 28, kByte4Norm = 29, kUbyte4Norm = 30, kShort2Norm = 31,
                   kShort4Norm = 32, kUshort2Norm = 33, kUshort4Norm = 34, kInt101010 = 35, kHalf1 = 36, kHalf4 = 39;
constexpr uint64_t kTexcoord = 7;

/// Numbers in an element of a type that only Ogre 1.9 and later know; 0 for other types.
uint64_t packedNumbers(uint64_t type) {
    if (type >= kHalf1 && type <= kHalf4) return 1 + type - kHalf1;
    if (type == kShort2Norm || type == kUshort2Norm) return 2;
    return type == kByte4 || type == kByte4Norm || type == kShort4Norm || type == kUshort4Norm || type == kInt101010
               ? 4
               : 0;
}

template <typename Number>
float numberAt(const char* from, uint64_t index, float one) {
    Number number{};
    std::memcpy(&number, from + sizeof number * index, sizeof number);
    return static_cast<float>(number) / one;
}

float packedNumber(uint64_t type, const char* from, uint64_t index) {
    switch (type) {
        case kByte4:
            return numberAt<int8_t>(from, index, 1.0f);
        case kByte4Norm:
            return std::max(numberAt<int8_t>(from, index, 127.0f), -1.0f);
        case kShort2Norm:
        case kShort4Norm:
            return std::max(numberAt<int16_t>(from, index, 32767.0f), -1.0f);
        case kUshort2Norm:
        case kUshort4Norm:
            return numberAt<uint16_t>(from, index, 65535.0f);
        case kInt101010: {
            uint32_t packed = 0;
            std::memcpy(&packed, from, sizeof packed);
            const auto shifted = static_cast<int32_t>(packed << (22 - 10 * std::min<uint64_t>(index, 2)));
            return std::max(static_cast<float>(shifted >> 22) / 511.0f, -1.0f);
        }
        default: {
            uint16_t half = 0;
            std::memcpy(&half, from + 2 * index, sizeof half);
            return glm::unpackHalf1x16(half);
        }
    }
}

}  // namespace

uint64_t ogreTypeBytes(uint64_t type) {
    constexpr uint8_t kSizes[] = {4, 8, 12, 16, 4, 2, 4,  6,  8, 4, 4, 4, 8, 16, 24, 32, 2, 4, 6, 8,
                                  4, 8, 12, 16, 4, 8, 12, 16, 4, 4, 4, 4, 8, 4,  8,  4,  2, 4, 6, 8};
    return type < std::size(kSizes) ? kSizes[type] : 0;
}

uint64_t ogreTypeFor18(const OgreElement& element) {
    if (element.type == kUbyte4Norm) return kUbyte4;
    const uint64_t numbers = packedNumbers(element.type);
    if (numbers == 0) return element.type;
    return kFloat1 + std::min<uint64_t>(numbers, element.semantic == kTexcoord ? 2 : 3) - 1;
}

void copyOgreElement(const OgreElement& element, const char* from, char* to) {
    if (packedNumbers(element.type) == 0) {
        std::memcpy(to, from, ogreTypeBytes(element.type));
        return;
    }
    for (uint64_t i = 0; i < ogreTypeBytes(ogreTypeFor18(element)) / sizeof(float); ++i) {
        const float value = packedNumber(element.type, from, i);
        std::memcpy(to + sizeof value * i, &value, sizeof value);
    }
}

bool isWidened(const std::vector<OgreElement>& elements, uint64_t source) {
    return std::ranges::any_of(elements, [&](const OgreElement& element) {
        return element.source == source && ogreTypeFor18(element) != element.type;
    });
}

}  // namespace sinew
