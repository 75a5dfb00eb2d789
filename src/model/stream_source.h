#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace sinew {

/// How much of a stream is looked at in one go: small enough that a processor has it at hand from summing up to
/// copying.
inline constexpr size_t kStreamPieceBytes = size_t{1} << 16;

/// Where a stream comes from, piece by piece.
struct StreamSource {
    uint64_t byteCount = 0;  ///< that there are for sure

    /// The next kStreamPieceBytes of them, or the rest; valid until the next call. Fewer: the source has lost some.
    std::function<std::span<const std::byte>()> next;
};

/// The bytes must outlive it.
StreamSource sourceOf(std::span<const std::byte> stream);

}  // namespace sinew
