#pragma once

#include <algorithm>
#include <cstring>
#include <span>

#include "bake/header.h"

/// Updates the lengths and the checksum in the header of a stream that was modified.
inline void sealStream(std::span<std::byte> stream) {
    using namespace sinew;
    StreamHeader header;
    std::memcpy(&header, stream.data(), kStreamHeaderBytes);
    const auto content = std::clamp<uint64_t>(header.contentBytes, kStreamHeaderBytes, stream.size());
    const auto summed = stream.subspan(kStreamHeaderBytes, content - kStreamHeaderBytes);
    header = makeStreamHeader(stream.size(), content, checksumOf(summed));
    std::memcpy(stream.data(), &header, kStreamHeaderBytes);
}
