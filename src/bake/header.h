#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace sinew {

// The header of a stream (bake/stream.h): magic, version, lengths and a checksum. All numbers are little-endian.

/// Like PNG's: not text, and damaged by conversions of line ends.
inline constexpr std::string_view kStreamMagic = "\x89SINEW\r\n";

/// The version of everything after the header. Any change of order or size needs a new one: only streams of exactly
/// this version can be read.
inline constexpr uint32_t kStreamVersion = 10;

/// The alignment of arrays in a stream.
inline constexpr size_t kArrayAlignment = 16;

struct StreamHeader {
    std::array<char, 8> magic{};
    uint32_t version = 0;
    uint32_t zero = 0;
    uint64_t byteCount = 0;     ///< of the whole stream, including the header
    uint64_t contentBytes = 0;  ///< without the pixels, but including the header
    uint64_t checksum = 0;      ///< of the content after the header
    std::array<uint64_t, 3> zeros{};
};
inline constexpr size_t kStreamHeaderBytes = sizeof(StreamHeader);
static_assert(kStreamHeaderBytes == 64 && kStreamHeaderBytes % kArrayAlignment == 0);

/// True if `bytes` start with the magic of a stream, of any version.
bool isStream(std::span<const std::byte> bytes);

/// Reads the header from the start of a stream.
/// @throws Error(Exit::input) with the cause if it is not a stream, has another version, or is shorter than a header.
StreamHeader readStreamHeader(std::span<const std::byte> start);

StreamHeader makeStreamHeader(uint64_t byteCount, uint64_t contentBytes, uint64_t checksum);

/// Returns the Checksum of all bytes.
uint64_t checksumOf(std::span<const std::byte> bytes);

/// An incremental checksum: the FNV-1a step (Fowler, Noll and Vo, 1991) on 64-bit words in eight parallel lanes, each
/// followed by a rotation that mixes high bits into low ones. Every step is invertible, so that data that differs in
/// one word has another checksum. It detects damage, not tampering.
class Checksum {
  public:
    static constexpr size_t kLanes = 8;
    static constexpr size_t kBlockBytes = kLanes * sizeof(uint64_t);

    Checksum();

    /// Adds a multiple of kBlockBytes; only the last call may add another number.
    void add(std::span<const std::byte> bytes);
    uint64_t sum() const;

  private:
    std::array<uint64_t, kLanes> lanes_;
    uint64_t byteCount_ = 0;
};

}  // namespace sinew
