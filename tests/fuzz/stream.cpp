// deserialize() turns any bytes into an Error or a sound model that serializes to the same bytes. The header is made
// valid, so that the fuzzer reaches what follows it.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "bake/header.h"
#include "bake/stream.h"
#include "error.h"

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
