#include "bake/header.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <string>

#include "base/error.h"

namespace sinew {
namespace {

static_assert(std::endian::native == std::endian::little, "streams have the byte order of memory");

constexpr uint64_t kFnvPrime = 0x100000001b3u;
constexpr uint64_t kFnvBasis = 0xcbf29ce484222325u;

uint64_t mixed(uint64_t lane, uint64_t word) {
    return std::rotl((lane ^ word) * kFnvPrime, 29);
}

uint64_t wordAt(const std::byte* bytes, size_t index) {
    uint64_t word;
    std::memcpy(&word, bytes + index * sizeof(word), sizeof(word));
    return word;
}

}  // namespace

Checksum::Checksum() {
    std::iota(lanes_.begin(), lanes_.end(), kFnvBasis);
}

void Checksum::add(std::span<const std::byte> bytes) {
    assert(byteCount_ % kBlockBytes == 0);
    byteCount_ += bytes.size();
    std::array<uint64_t, kLanes> lanes = lanes_;
    const auto addBlock = [&](const std::byte* block) {
        for (size_t i = 0; i < kLanes; ++i)
            lanes[i] = mixed(lanes[i], wordAt(block, i));
    };
    for (; bytes.size() >= kBlockBytes; bytes = bytes.subspan(kBlockBytes))
        addBlock(bytes.data());
    if (!bytes.empty()) {
        std::array<std::byte, kBlockBytes> last{};
        std::copy(bytes.begin(), bytes.end(), last.begin());
        addBlock(last.data());
    }
    lanes_ = lanes;
}

uint64_t Checksum::sum() const {
    uint64_t sum = mixed(kFnvBasis, byteCount_);
    for (const uint64_t lane : lanes_)
        sum = mixed(sum, lane);
    return sum;
}

uint64_t checksumOf(std::span<const std::byte> bytes) {
    Checksum checksum;
    checksum.add(bytes);
    return checksum.sum();
}

bool isStream(std::span<const std::byte> bytes) {
    return bytes.size() >= kStreamMagic.size() &&
           std::memcmp(bytes.data(), kStreamMagic.data(), kStreamMagic.size()) == 0;
}

StreamHeader readStreamHeader(std::span<const std::byte> start) {
    if (!isStream(start)) throw Error(Exit::input, "is not a baked Sinew model");
    StreamHeader header;
    std::memcpy(&header, start.data(), std::min(start.size(), kStreamHeaderBytes));
    const bool hasVersion = start.size() >= offsetof(StreamHeader, version) + sizeof(header.version);
    if (hasVersion && header.version != kStreamVersion)
        throw Error(Exit::input, "has format version " + std::to_string(header.version) +
                                     ", but this Sinew reads version " + std::to_string(kStreamVersion) +
                                     "; bake it again");
    if (start.size() < kStreamHeaderBytes) throw Error(Exit::input, "is damaged: incomplete header");
    const bool hasContent = header.contentBytes >= kStreamHeaderBytes && header.contentBytes <= header.byteCount;
    if (header.zero != 0 || header.zeros != StreamHeader{}.zeros || !hasContent)
        throw Error(Exit::input, "is damaged: invalid header");
    return header;
}

StreamHeader makeStreamHeader(uint64_t byteCount, uint64_t contentBytes, uint64_t checksum) {
    StreamHeader header{
        .version = kStreamVersion, .byteCount = byteCount, .contentBytes = contentBytes, .checksum = checksum};
    std::copy(kStreamMagic.begin(), kStreamMagic.end(), header.magic.begin());
    return header;
}

}  // namespace sinew
