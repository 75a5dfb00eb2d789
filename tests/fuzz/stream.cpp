// What deserialize() makes of any bytes: an Error, or a sound model that is written as it was read. The header is made
// to fit, so that the fuzzer meets what stands behind it.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "error.h"
#include "model/serialize.h"
#include "model/stream_header.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < sinew::kStreamHeaderBytes) return -1;
    const auto bytes = std::as_bytes(std::span(data, size));
    std::vector<std::byte> stream(bytes.begin(), bytes.end());
    sinew::sealStream(stream);
    try {
        if (sinew::serialize(sinew::deserialize(stream)) != stream) std::abort();
    } catch (const sinew::Error&) {
    }
    return 0;
}
