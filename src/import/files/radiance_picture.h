#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace sinew {

class InputFile;

inline constexpr float kMostRadiance = 65504.0f;   ///< the largest half float
inline constexpr uint32_t kMostLightWidth = 1024;  ///< in pixels; light needs no more

/// How many values of a picture's file were no radiance, and count as another value.
struct RadianceFlaws {
    uint64_t notNumbers = 0;  ///< count as 0
    uint64_t negative = 0;    ///< count as 0
    uint64_t infinite = 0;    ///< count as the brightest finite value of the picture

    bool operator==(const RadianceFlaws&) const = default;
};

/// A picture of linear RGB values, each from 0 to kMostRadiance, top row first. Pictures that are read are at most
/// kMostLightWidth wide: larger ones are halved until they are.
struct RadiancePicture {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<float> rgb = {};  ///< width * height * 3
    RadianceFlaws flaws = {};     ///< of the file

    bool operator==(const RadiancePicture&) const = default;
};

/// Reads a Radiance picture (.hdr) or an OpenEXR one (.exr), whatever it is called, of up to 16384 pixels a side, 2^26
/// in all, and 512 MiB. Brighter values than kMostRadiance are clamped.
/// @throws Error(Exit::input, "PATH: cause"); also if no value is a radiance.
RadiancePicture readRadiancePicture(const std::filesystem::path& path);

/// Reads an open file. @throws Error(Exit::input, cause); std::bad_alloc.
RadiancePicture readRadiancePicture(const InputFile& file);

using LightDecoder = std::function<RadiancePicture(const InputFile& file)>;

/// The content of a file of either kind. @throws Error(Exit::input, cause); std::bad_alloc.
RadiancePicture decodeRadiancePicture(std::span<const uint8_t> file);

/// The content of a Radiance file (32-bit_rle_rgbe, rows from the top, as all cameras and tools write them). EXPOSURE
/// and COLORCORR are ignored. @throws as decodeRadiancePicture().
RadiancePicture decodeHdr(std::span<const uint8_t> file);

/// The content of an OpenEXR file: the channels R, G and B, or Y, of the first part that has them. Its values are not
/// mended.
/// @throws as decodeRadiancePicture().
RadiancePicture decodeExr(std::span<const uint8_t> file);

/// A picture of that size, without its values. @throws Error(Exit::input, cause) if it is empty or too large.
RadiancePicture emptyRadiancePicture(uint64_t width, uint64_t height);

/// What counts as another value, in words on one line; empty: nothing.
std::string textOf(const RadianceFlaws& flaws);

}  // namespace sinew
