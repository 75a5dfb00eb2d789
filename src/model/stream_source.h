#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "model/image.h"
#include "model/limits.h"

namespace sinew {

/// Where a stream comes from.
struct StreamSource {
    uint64_t byteCount = 0;                 ///< that there are for sure
    uint64_t memoryBytes = kMaxModelBytes;  ///< that may be taken for what they say; a file may be long and empty

    /// Fills `out` with the next of them and returns how many these were: fewer than asked for only when it lost some.
    std::function<size_t(std::span<std::byte> out)> read;

    /// Hears of a large piece of memory before read() fills it bit by bit. None: nobody needs to know.
    std::function<void(std::span<std::byte> memory)> willFill = {};

    /// Leaves the pixels from the stream's byte `offset` on where they are; `checksum` is of them all. None: they are
    /// read.
    std::function<std::shared_ptr<const StoredPixels>(uint64_t offset, uint64_t checksum)> leave = {};
};

/// The bytes must outlive it.
StreamSource sourceOf(std::span<const std::byte> stream);

}  // namespace sinew
