#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "model/image.h"
#include "model/imported_model.h"
#include "model/limits.h"

namespace sinew {

// A stream is a model and its import report as flat bytes: Sinew's own file format, and how the importing process sends
// its result. It has three sections: a header (bake/header.h), the content, and the pixels. The content is the values
// in the order of stream.cpp, little-endian: numbers as they are, texts and lists after their 64-bit count, and arrays
// after their count, aligned to 16 bytes, as they are in memory, so that reading one is a copy. The pixels of all
// images follow, so that they can stay in the file until they are drawn.

/// Receives the bytes of a stream piece by piece.
using StreamSink = std::function<void(std::span<const std::byte>)>;

/// The bytes of a stream to read.
struct StreamSource {
    uint64_t byteCount = 0;                 ///< length of the stream
    uint64_t memoryBytes = kMaxModelBytes;  ///< limit of the memory to allocate; sparse files can be very long

    /// Fills `out` with the next bytes and returns their number, which is smaller only if the source became shorter.
    std::function<size_t(std::span<std::byte> out)> read;

    /// Called with large blocks of memory before read() fills them. Optional.
    std::function<void(std::span<std::byte> memory)> willFill = {};

    /// Returns a reference to the pixels at byte `offset` of the stream, with this checksum, to read them later.
    /// Optional: without it, the pixels are read.
    std::function<std::shared_ptr<const StoredPixels>(uint64_t offset, uint64_t checksum)> leave = {};
};

/// Reads from memory, which must outlive the source.
StreamSource sourceOf(std::span<const std::byte> stream);

/// Writes a stream. Equal models give equal bytes. The first call of `sink` has exactly the header.
void serialize(const ImportedModel& imported, const StreamSink& sink);
std::vector<std::byte> serialize(const ImportedModel& imported);

/// Reads an untrusted stream: checks every count, index and number (bake/soundness.h), and allocates no more than a
/// small multiple of its length. The result serializes to the same bytes.
/// @throws Error(Exit::input) with the cause ("is damaged: ...", "has format version 2 ...") if the stream is not a
/// sound model of this version.
ImportedModel deserialize(StreamSource source);
ImportedModel deserialize(std::span<const std::byte> stream);

}  // namespace sinew
