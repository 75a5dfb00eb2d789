// deserialize() turns any bytes into an Error or a sound model that serializes to the same bytes. The header and the
// checksums of pixels are made valid, so that the fuzzer reaches what follows them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "bake/header.h"
#include "bake/stream.h"
#include "base/error.h"
#include "support/seal_stream.h"

namespace {

using Bytes = std::vector<std::byte>;

/// The offsets of the pixels of all images, with the checksums that the stream states.
std::vector<std::pair<uint64_t, uint64_t>> statedChecksums(const Bytes& stream) {
    std::vector<std::pair<uint64_t, uint64_t>> stated;
    sinew::StreamSource source = sinew::sourceOf(stream);
    source.leave = [&](uint64_t offset, uint64_t checksum) {
        stated.emplace_back(offset, checksum);
        return nullptr;
    };
    try {
        (void)sinew::deserialize(std::move(source));
    } catch (const sinew::Error&) {
    }
    return stated;
}

/// Replaces the checksums of the pixels, which are at the end of the content.
void forgeChecksums(Bytes& stream) {
    const auto stated = statedChecksums(stream);
    const auto from = [&](uint64_t offset) { return stream.begin() + static_cast<std::ptrdiff_t>(offset); };
    for (size_t i = stated.size(); i-- > 0;) {
        const uint64_t begin = stated[i].first, end = i + 1 < stated.size() ? stated[i + 1].first : stream.size();
        if (begin > end || end > stream.size()) return;
        const auto old = std::as_bytes(std::span(&stated[i].second, 1));
        const auto found = std::find_end(stream.begin(), from(stated.front().first), old.begin(), old.end());
        const uint64_t sum = sinew::checksumOf(std::span(stream).subspan(begin, end - begin));
        if (found != from(stated.front().first)) std::memcpy(&*found, &sum, sizeof sum);
    }
    sealStream(stream);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < sinew::kStreamHeaderBytes) return -1;
    const auto bytes = std::as_bytes(std::span(data, size));
    Bytes stream(bytes.begin(), bytes.end());
    sealStream(stream);
    forgeChecksums(stream);
    try {
        if (sinew::serialize(sinew::deserialize(stream)) != stream) std::abort();
    } catch (const sinew::Error&) {
    }
    return 0;
}
