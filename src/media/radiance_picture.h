#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace sinew {

inline constexpr float kMostRadiance = 65504.0f;  ///< the largest half float

/// A picture of linear RGB values, each from 0 to kMostRadiance, top row first.
struct RadiancePicture {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<float> rgb;  ///< width * height * 3
};

/// Reads a Radiance picture (.hdr) or an OpenEXR one (.exr), whatever it is called, of up to 16384 pixels a side and
/// 2^26 in all. Values that are negative, too large or not numbers are clamped.
/// @throws Error(Exit::input, "PATH: cause").
RadiancePicture readRadiancePicture(const std::filesystem::path& path);

/// The content of a Radiance file: RGBE with or without run lengths per component, rows in either direction. Its
/// EXPOSURE is ignored, as in other viewers. @throws Error(Exit::input, cause).
RadiancePicture decodeHdr(std::span<const uint8_t> file);

/// The content of an OpenEXR file: the first part's channels R, G and B, or Y. @throws Error(Exit::input, cause).
RadiancePicture decodeExr(std::span<const uint8_t> file);

/// A picture of that size, without its values. @throws Error(Exit::input, cause) if it is empty or too large.
RadiancePicture emptyRadiancePicture(uint64_t width, uint64_t height);

}  // namespace sinew
