#include <cstring>

#include "bake/header.h"
#include "bake/stream.h"
#include "base/error.h"
#include "support/catch.h"
#include "support/models/every_field.h"
#include "support/random.h"
#include "support/seal_stream.h"

// Untrusted streams: each is rejected with a cause, or is a sound model.

using namespace sinew;

namespace {

enum class Ending { refused, taken };

/// Updates the checksum, so that the damage is read, and reads the stream. An accepted stream must
/// be equal when written again.
Ending readSealed(std::vector<std::byte> stream) {
    sealStream(stream);
    try {
        const ImportedModel imported = deserialize(stream);
        REQUIRE((serialize(imported) == stream));
        return Ending::taken;
    } catch (const Error& error) {
        REQUIRE(error.exit() == Exit::input);
        REQUIRE(std::string_view(error.what()).size() > 10);
        REQUIRE(std::string_view(error.what()).find('\n') == std::string_view::npos);
        return Ending::refused;
    }
}

}  // namespace

TEST_CASE("a stream truncated anywhere is rejected, whatever length it states") {
    for (const ImportedModel& imported : stream_models::all()) {
        const std::vector<std::byte> stream = serialize(imported);
        for (size_t size = 0; size < stream.size(); ++size) {
            INFO(size << " of " << stream.size());
            std::vector<std::byte> cut(stream.begin(), stream.begin() + static_cast<std::ptrdiff_t>(size));
            CHECK_THROWS_AS(deserialize(cut), Error);
            if (size >= kStreamHeaderBytes) CHECK(readSealed(cut) == Ending::refused);
        }
        std::vector<std::byte> longer = stream;
        longer.push_back({});
        CHECK(readSealed(longer) == Ending::refused);
    }
}

TEST_CASE("reading stays within the memory limit") {
    const std::vector<std::byte> stream = serialize(stream_models::mesh());
    const auto isTaken = [&stream](uint64_t memoryBytes) {
        StreamSource source = sourceOf(stream);
        source.memoryBytes = memoryBytes;
        try {
            deserialize(source);
            return true;
        } catch (const Error& error) {
            CHECK(error.what() == "needs more than " + std::to_string(memoryBytes >> 20) + " MiB of memory");
            return false;
        }
    };
    uint64_t enough = 0;
    while (!isTaken(enough))
        ++enough;
    // Everything that it holds, except single numbers.
    CHECK(enough > stream.size() / 2);
    CHECK(enough < 20 * stream.size());
}

TEST_CASE("a change of any byte is rejected by the checksum") {
    const std::vector<std::byte> stream = serialize(stream_models::mesh());
    for (size_t at = 0; at < stream.size(); ++at) {
        std::vector<std::byte> damaged = stream;
        damaged[at] ^= std::byte{0x10};
        CHECK_THROWS_AS(deserialize(damaged), Error);
    }
}

TEST_CASE("streams with any changed byte and a valid checksum are read or rejected cleanly") {
    for (const ImportedModel& imported : stream_models::all()) {
        const std::vector<std::byte> stream = serialize(imported);
        size_t refused = 0;
        for (size_t at = kStreamHeaderBytes; at < stream.size(); ++at)
            for (const int flip : {0x01, 0x80, 0xff}) {
                std::vector<std::byte> damaged = stream;
                damaged[at] ^= static_cast<std::byte>(flip);
                refused += readSealed(damaged) == Ending::refused;
            }
        CHECK(refused > stream.size() / 2);
    }
}

TEST_CASE("20000 streams with changed, moved, duplicated and removed bytes are read or rejected cleanly") {
    const std::vector<ImportedModel> models = stream_models::all();
    Random random(20);
    size_t taken = 0;
    for (int round = 0; round < 20000; ++round) {
        std::vector<std::byte> stream = serialize(models[random.below(3)]);
        const auto place = [&] { return random.between(kStreamHeaderBytes, static_cast<uint32_t>(stream.size() - 1)); };
        for (uint32_t change = random.between(1, 4); change > 0; --change) {
            const uint32_t at = place(), length = std::min<uint32_t>(random.between(1, 16), stream.size() - at);
            const auto begin = stream.begin() + at;
            switch (random.below(5)) {
                case 0:
                    *begin = static_cast<std::byte>(random.below(256));
                    break;
                case 1:  // a count or an index
                    if (at + 8 <= stream.size()) {
                        const uint64_t number = random.chance(0.5) ? ~uint64_t{0} >> random.below(64) : random.below(9);
                        std::memcpy(stream.data() + at, &number, random.chance(0.5) ? 4 : 8);
                    }
                    break;
                case 2:
                    std::copy_n(stream.begin() + std::min(place(), static_cast<uint32_t>(stream.size()) - length),
                                length, begin);
                    break;
                case 3: {
                    const std::vector<std::byte> copy(begin, begin + length);
                    stream.insert(begin, copy.begin(), copy.end());
                    break;
                }
                default:
                    if (stream.size() > kStreamHeaderBytes + 64) stream.erase(begin, begin + length);
            }
        }
        taken += readSealed(stream) == Ending::taken;
    }
    CHECK(taken > 100);  // numbers without restrictions
    CHECK(taken < 19000);
}
