#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/imported_model.h"
#include "model/stream_source.h"
#include "model/stream_writer.h"

namespace sinew {

// A model and what was found while it was read, as one run of bytes: Sinew's own file, and what one process tells
// another. Behind a header (model/stream_header.h) stand the values of model/stream_fields.h, one after the other and
// little-endian: numbers as they are, texts and lists behind their count (64 bits), arrays behind their count, from a
// multiple of 16 bytes on, as they lie in memory, so that reading one is a copy. Behind all that, which has a sum of
// its own, stand the pixels, each image's behind the one's before, so that a file's may stay there until they are
// drawn.

/// The same model gives the same bytes. `sink` gets the header first, whole.
void serialize(const ImportedModel& imported, const StreamSink& sink);
std::vector<std::byte> serialize(const ImportedModel& imported);

/// The model of a stream that nobody vouches for: every count, index and number is checked, as model/soundness.h says,
/// and no more memory is taken than a small multiple of the stream's own. What it gives makes the same stream again.
/// @throws Error(Exit::input) with the cause ("is damaged: ...", "is of version 2 ...") when it is anything but a sound
/// model of this version.
ImportedModel deserialize(StreamSource source);
ImportedModel deserialize(std::span<const std::byte> stream);

}  // namespace sinew
