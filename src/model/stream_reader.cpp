#include "model/stream_reader.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "error.h"

namespace sinew {
namespace {

[[noreturn]] void refuse(const std::string& cause) {
    throw Error(Exit::input, "is damaged: " + cause);
}

}  // namespace

StreamSource sourceOf(std::span<const std::byte> stream) {
    return {.byteCount = stream.size(), .next = [rest = stream]() mutable {
                const std::span<const std::byte> piece = rest.first(std::min(rest.size(), kStreamPieceBytes));
                rest = rest.subspan(piece.size());
                return piece;
            }};
}

StreamReader::StreamReader(StreamSource source) : source_(std::move(source)), rest_(source_.byteCount) {
    const std::span<const std::byte> first = source_.next();
    header_ = readStreamHeader(first);
    if (header_.byteCount != source_.byteCount)
        refuse("it has " + std::to_string(source_.byteCount) + " bytes instead of " +
               std::to_string(header_.byteCount));
    fetched_ = first.subspan(kStreamHeaderBytes);
    rest_ -= kStreamHeaderBytes;
    checksum_.add(fetched_);
}

void StreamReader::text(std::string& text) {
    const uint64_t size = count();
    requireRest(size, 1);
    text.resize(size);
    copyTo(std::as_writable_bytes(std::span(text)));
}

void StreamReader::end() const {
    if (rest_ > 0) refuse("more follows than it should hold");
    if (checksum_.sum() != header_.checksum) refuse("its checksum does not hold");
}

std::span<const std::byte> StreamReader::takeSome(uint64_t most) {
    if (fetched_.empty()) fetch();
    const std::span<const std::byte> taken = fetched_.first(std::min<uint64_t>(most, fetched_.size()));
    fetched_ = fetched_.subspan(taken.size());
    rest_ -= taken.size();
    return taken;
}

void StreamReader::copyTo(std::span<std::byte> out) {
    while (!out.empty()) {
        const std::span<const std::byte> some = takeSome(out.size());
        std::memcpy(out.data(), some.data(), some.size());
        out = out.subspan(some.size());
    }
}

void StreamReader::requireRest(uint64_t count, size_t eachBytes) const {
    if (count > rest_ / eachBytes) refuse("something is longer than what is left of it");
}

uint64_t StreamReader::count() {
    uint64_t count = 0;
    value(count);
    return count;
}

uint8_t StreamReader::number(uint8_t most) {
    uint8_t number = 0;
    value(number);
    if (number > most) refuse("a choice that there is not");
    return number;
}

void StreamReader::skipGap() {
    std::array<std::byte, kArrayAlignment> gap{};
    const uint64_t at = header_.byteCount - rest_;
    const size_t size = (kArrayAlignment - at % kArrayAlignment) % kArrayAlignment;
    requireRest(size, 1);
    copyTo(std::span(gap).first(size));
    if (std::ranges::any_of(gap, [](std::byte byte) { return byte != std::byte{0}; })) refuse("a gap is not empty");
}

void StreamReader::fetch() {
    fetched_ = source_.next();
    if (fetched_.size() != std::min<uint64_t>(rest_, kStreamPieceBytes)) refuse("it became shorter while it was read");
    checksum_.add(fetched_);
}

}  // namespace sinew
