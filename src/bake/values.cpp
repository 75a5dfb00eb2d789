#include "bake/values.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "model/limits.h"

namespace sinew {
namespace {

constexpr const char* kWrongChecksum = "wrong checksum";
constexpr const char* kTooShort = "a value runs past the end of the file";
constexpr const char* kTooLong = "unexpected bytes after the last value";

[[noreturn]] void refuseDamaged(const std::string& cause) {
    throw Error(Exit::input, "is damaged: " + cause);
}

}  // namespace

void StreamWriter::end() {
    if (!piece_.empty()) sink_(piece_);
    piece_.clear();
}

void StreamWriter::append(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        if (piece_.size() == kPieceBytes) end();
        const auto some = bytes.first(std::min(bytes.size(), kPieceBytes - piece_.size()));
        piece_.insert(piece_.end(), some.begin(), some.end());
        bytes = bytes.subspan(some.size());
    }
}

StreamReader::StreamReader(StreamSource source) : source_(std::move(source)) {
    std::array<std::byte, kStreamHeaderBytes> first;
    header_ = readStreamHeader(std::span(first).first(source_.read(first)));
    if (header_.byteCount != source_.byteCount)
        refuseDamaged(std::to_string(source_.byteCount) + " bytes instead of " + std::to_string(header_.byteCount));
    rest_ = header_.contentBytes - kStreamHeaderBytes;
    pixelRest_ = header_.byteCount - header_.contentBytes;
    memoryRest_ = source_.memoryBytes;
    piece_.resize(std::min<uint64_t>(rest_, kPieceBytes));
}

void StreamReader::text(std::string& text) {
    const uint64_t size = count();
    requireRest(size, 1);
    takeMemory(size, 1);
    text.resize(size);
    copyTo(std::as_writable_bytes(std::span(text)));
}

void StreamReader::endContent() const {
    if (rest_ > 0) refuseDamaged(kTooLong);
    if (checksum_.sum() != header_.checksum) refuseDamaged(kWrongChecksum);
}

void StreamReader::pixels(ImageData& image, uint64_t checksum) {
    if (std::max(image.width, image.height) > kMaxImageSide ||
        image.levelCount > mostLevels(image.width, image.height) + 1)
        refuseDamaged("an image is too large");
    if (image.byteCount() > pixelRest_) refuseDamaged(kTooShort);
    const uint64_t offset = header_.byteCount - pixelRest_;
    takeMemory(image.byteCount(), 1);  // also for pixels that are read later
    pixelRest_ -= image.byteCount();
    if (source_.leave && image.byteCount() > 0) {
        image.stored = source_.leave(offset, checksum);
        return;
    }
    image.bytes.resize(image.byteCount());
    std::span<std::byte> out = std::as_writable_bytes(std::span(image.bytes));
    if (source_.willFill && !out.empty()) source_.willFill(out);
    for (checksum_ = {}; !out.empty(); out = out.subspan(std::min(out.size(), kPieceBytes)))
        fetch(out.first(std::min(out.size(), kPieceBytes)));
    if (checksum_.sum() != checksum) refuseDamaged(kWrongChecksum);
}

void StreamReader::end() const {
    if (pixelRest_ > 0) refuseDamaged(kTooLong);
}

void StreamReader::copyTo(std::span<std::byte> out) {
    if (source_.willFill && out.size() > kPieceBytes) source_.willFill(out);
    while (!out.empty()) {
        size_t size = kPieceBytes;
        if (fetched_.empty() && out.size() >= kPieceBytes) {
            fetch(out.first(kPieceBytes));
        } else {
            if (fetched_.empty()) {
                fetched_ = std::span(piece_).first(std::min<uint64_t>(rest_, kPieceBytes));
                fetch(std::span(piece_).first(fetched_.size()));
            }
            size = std::min(out.size(), fetched_.size());
            std::memcpy(out.data(), fetched_.data(), size);
            fetched_ = fetched_.subspan(size);
        }
        out = out.subspan(size);
        rest_ -= size;
    }
}

void StreamReader::requireRest(uint64_t count, size_t eachBytes) const {
    if (count > rest_ / eachBytes) refuseDamaged(kTooShort);
}

void StreamReader::takeMemory(uint64_t count, size_t eachBytes) {
    if (count > memoryRest_ / eachBytes)
        throw Error(Exit::input, "needs more than " + std::to_string(source_.memoryBytes >> 20) + " MiB of memory");
    memoryRest_ -= count * eachBytes;
}

uint64_t StreamReader::count() {
    uint64_t count = 0;
    value(count);
    return count;
}

uint8_t StreamReader::number(uint8_t most) {
    uint8_t number = 0;
    value(number);
    if (number > most) refuseDamaged("an invalid enumeration value");
    return number;
}

void StreamReader::skipPadding() {
    std::array<std::byte, kArrayAlignment> padding{};
    const uint64_t at = header_.contentBytes - rest_;
    const size_t size = (kArrayAlignment - at % kArrayAlignment) % kArrayAlignment;
    requireRest(size, 1);
    copyTo(std::span(padding).first(size));
    if (std::ranges::any_of(padding, [](std::byte byte) { return byte != std::byte{0}; }))
        refuseDamaged("padding is not zero");
}

void StreamReader::fetch(std::span<std::byte> out) {
    if (source_.read(out) != out.size()) refuseDamaged("truncated while it was read");
    checksum_.add(out);
}

}  // namespace sinew
