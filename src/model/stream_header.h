#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace sinew {

// The first bytes of a stream (model/serialize.h): what it is, which version, how long and whether it is whole. All
// numbers are little-endian.

/// As PNG's: not text, and broken by whoever takes it for text.
inline constexpr std::string_view kStreamMagic = "\x89SINEW\r\n";

/// Of all that follows the header. What is written in another order or size makes a new number: a stream is read by the
/// version that wrote it only.
inline constexpr uint32_t kStreamVersion = 3;

/// Where arrays begin in a stream, so that they can be used where they lie.
inline constexpr size_t kArrayAlignment = 16;

struct StreamHeader {
    std::array<char, 8> magic{};
    uint32_t version = 0;
    uint32_t zero = 0;
    uint64_t byteCount = 0;     ///< of the whole stream, this header too
    uint64_t contentBytes = 0;  ///< of that, this header and all but the pixels, which follow
    uint64_t checksum = 0;      ///< of the content behind the header
    std::array<uint64_t, 3> zeros{};
};
inline constexpr size_t kStreamHeaderBytes = sizeof(StreamHeader);
static_assert(kStreamHeaderBytes == 64 && kStreamHeaderBytes % kArrayAlignment == 0);

/// True when the bytes begin as a stream does, of whatever version.
bool isStream(std::span<const std::byte> bytes);

/// The header of a stream, of which this is the beginning.
/// @throws Error(Exit::input) with the cause when it is no stream, of another version, or less than a header.
StreamHeader readStreamHeader(std::span<const std::byte> beginning);

StreamHeader makeStreamHeader(uint64_t byteCount, uint64_t contentBytes, uint64_t checksum);

/// Makes the header of a stream fit all that follows it, which has been changed: its length, how much of it is content,
/// as far as the header had a length for that, and the sum.
void sealStream(std::span<std::byte> stream);

/// What Checksum gives for all of them.
uint64_t checksumOf(std::span<const std::byte> bytes);

/// Sums up bytes as they come: FNV-1a's step (Fowler, Noll and Vo 1991) over words of 64 bits in eight lanes, which a
/// processor takes at once, with a turn of the bits behind each, so that the high ones count as the low ones do. Every
/// step can be undone: what differs in one word never has the same sum. It tells damage, not malice.
class Checksum {
  public:
    static constexpr size_t kLanes = 8;
    static constexpr size_t kBlockBytes = kLanes * sizeof(uint64_t);

    Checksum();

    /// A multiple of kBlockBytes, but for the last time.
    void add(std::span<const std::byte> bytes);
    uint64_t sum() const;

  private:
    std::array<uint64_t, kLanes> lanes_;
    uint64_t byteCount_ = 0;
};

}  // namespace sinew
