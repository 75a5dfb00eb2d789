#include "bake/stream.h"

#include <cstring>
#include <string>

#include "bake/header.h"
#include "support/catch.h"
#include "support/models/every_field.h"
#include "support/thrown.h"

using namespace sinew;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string refusal(std::span<const std::byte> stream) {
    return thrownBy([&] { deserialize(stream); });
}

template <typename Number>
void put(std::vector<std::byte>& stream, size_t at, Number number) {
    std::memcpy(stream.data() + at, &number, sizeof(number));
}

}  // namespace

TEST_CASE("a model survives a round trip through a stream") {
    for (const ImportedModel& in : stream_models::all()) {
        const ImportedModel out = deserialize(serialize(in));
        CHECK((out.model.hierarchy == in.model.hierarchy));
        CHECK((out.model.meshes == in.model.meshes));
        CHECK((out.model.instances == in.model.instances));
        CHECK((out.model.materials == in.model.materials));
        CHECK((out.model.textures == in.model.textures));
        CHECK((out.model.clips == in.model.clips));
        CHECK((out.model == in.model));
        CHECK((out.report.findings == in.report.findings));
        CHECK((out.report.cutMeshes == in.report.cutMeshes));
        CHECK((out.report == in.report));
    }
}

TEST_CASE("equal models give equal bytes") {
    for (const ImportedModel& in : stream_models::all()) {
        const std::vector<std::byte> stream = serialize(in);
        CHECK((serialize(in) == stream));
        CHECK((serialize(deserialize(stream)) == stream));
    }
}

TEST_CASE("a stream can be at any address") {
    const std::vector<std::byte> stream = serialize(stream_models::mesh());
    for (size_t shift = 1; shift < 8; ++shift) {
        std::vector<std::byte> shifted(shift);
        shifted.insert(shifted.end(), stream.begin(), stream.end());
        CHECK((deserialize(std::span(shifted).subspan(shift)) == stream_models::mesh()));
    }
}

TEST_CASE("the header states the format and the length") {
    const std::vector<std::byte> stream = serialize(stream_models::mesh());
    CHECK(isStream(stream));
    CHECK_FALSE(isStream(std::span(stream).subspan(1)));
    CHECK_FALSE(isStream({}));
    CHECK(readStreamHeader(std::span(stream).first(kStreamHeaderBytes)).byteCount == stream.size());
}

TEST_CASE("another version is rejected by its number, whatever follows") {
    std::vector<std::byte> stream = serialize(stream_models::skeleton());
    put(stream, 8, kStreamVersion + 1);
    CHECK_THAT(refusal(stream), ContainsSubstring("version " + std::to_string(kStreamVersion + 1)));
    stream.resize(40);
    CHECK_THAT(refusal(stream), ContainsSubstring("bake it again"));
}

// Reminder for changes of the stream: this sum depends on every field, and the version must change with it.
TEST_CASE("the bytes of version 10 do not change") {
    const std::vector<std::byte> stream = serialize(stream_models::mesh());
    CHECK(kStreamVersion == 10);
    CHECK(stream.size() == 4096);
    CHECK(checksumOf(stream) == 0x259c3449b1c6fc76);
}

TEST_CASE("the checksum depends on every bit and on the order") {
    const std::vector<std::byte> stream = serialize(stream_models::skeleton());
    const uint64_t sum = checksumOf(stream);
    for (size_t bit = 0; bit < stream.size() * 8; ++bit) {
        std::vector<std::byte> damaged = stream;
        damaged[bit / 8] ^= std::byte{1} << static_cast<int>(bit % 8);
        REQUIRE(checksumOf(damaged) != sum);
    }
    std::vector<std::byte> zeros(64);
    CHECK(checksumOf(zeros) != checksumOf(std::span(zeros).first(63)));
    std::vector<std::byte> ends = zeros, swapped = zeros;
    ends[7] = swapped[39] = std::byte{0x80};
    CHECK(checksumOf(ends) != checksumOf(swapped));
    ends[39] = std::byte{0x80};  // the highest bit of two consecutive words in a lane
    CHECK(checksumOf(ends) != checksumOf(zeros));
}

TEST_CASE("the bones and variants that a file names, and its skinning, are kept") {
    ImportedModel model = stream_models::mesh();
    model.report.variants = {"day", "night"};
    CHECK((deserialize(serialize(model)) == model));
    model.model.dualQuaternions = true;
    CHECK((deserialize(serialize(model)) == model));
    model.model.humanoid = {{"hips", 0}, {"leftUpperArm", 1}};
    CHECK((deserialize(serialize(model)) == model));
    model.model.humanoid[1].node = 1000;
    CHECK_THAT(refusal(serialize(model)), ContainsSubstring("humanoid bone"));
}
