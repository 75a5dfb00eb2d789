#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace sinew::fbx {

// The bits of KeyAttrFlags, which say how a curve goes from one key to the next.
inline constexpr uint32_t kConstantKey = 0x2, kLinearKey = 0x4, kCubicKey = 0x8;
inline constexpr uint32_t kConstantNext = 0x100;  ///< with kConstantKey: the value of the next key
inline constexpr uint32_t kAutoTangent = 0x100, kTcbTangent = 0x200, kUserTangent = 0x400, kBrokenTangent = 0x800;
inline constexpr uint32_t kClamp = 0x1000, kTimeIndependent = 0x2000, kClampProgressive = 0x4000;
inline constexpr uint32_t kWeightedRight = 0x1000000, kWeightedNextLeft = 0x2000000;

/// The third number of KeyAttrDataFloat: the bits of a float are two weights in ten-thousandths.
inline float packedWeights(double right, double nextLeft) {
    const auto part = [](double weight) {
        return static_cast<uint32_t>(std::clamp(weight >= 0.0 ? weight : 0.0, 0.0, 3.0) * 10000.0 + 0.5);
    };
    return std::bit_cast<float>(part(right) | part(nextLeft) << 16);
}

struct Weights {
    double right, nextLeft;
};
inline Weights unpackedWeights(double packed) {
    const auto bits = std::bit_cast<uint32_t>(static_cast<float>(packed));
    return {(bits & 0xffff) * 1e-4, (bits >> 16) * 1e-4};
}

}  // namespace sinew::fbx
