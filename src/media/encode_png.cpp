#include "media/png.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <utility>

#include <libdeflate.h>

#include "media/atomic_file.h"

// Portable Network Graphics (W3C, second edition, 2003), written with libdeflate.
namespace sinew {
namespace {

// Measured on a rendered frame of 1280x720, filtered: 13 ms for 238 kB. Level 6 takes 21 ms for 219 kB; zlib's level 3
// takes 19 ms for 248 kB, its level 6 44 ms for 218 kB.
constexpr int kLevel = 1;

enum Filter : uint8_t { kSub = 1, kUp = 2 };

void append32(std::vector<uint8_t>& bytes, uint32_t value) {
    for (const int shift : {24, 16, 8, 0})
        bytes.push_back(static_cast<uint8_t>(value >> shift));
}

/// Reserves the place for its length; endChunk() writes that and the checksum.
size_t beginChunk(std::vector<uint8_t>& bytes, std::string_view type) {
    const size_t start = bytes.size();
    append32(bytes, 0);
    bytes.insert(bytes.end(), type.begin(), type.end());
    return start;
}

void endChunk(std::vector<uint8_t>& bytes, size_t start) {
    const size_t length = bytes.size() - start - 8;
    for (size_t i = 0; i < 4; ++i)
        bytes[start + i] = static_cast<uint8_t>(length >> (24 - 8 * i));
    append32(bytes, libdeflate_crc32(0, &bytes[start + 4], length + 4));
}

bool isOpaque(PixelView pixels) {
    uint8_t all = 255;
    for (size_t i = 3; i < pixels.rgba.size(); i += 4)
        all &= pixels.rgba[i];
    return all == 255;
}

/// A row's bytes after the filter, and how large they are as signed numbers: the usual guess at what packs well.
uint32_t filterRow(std::span<const uint8_t> row, std::span<const uint8_t> reference, uint8_t* filtered) {
    uint32_t sum = 0;
    for (size_t i = 0; i < row.size(); ++i) {
        const auto difference = static_cast<uint8_t>(row[i] - reference[i]);
        filtered[i] = difference;
        sum += static_cast<uint32_t>(std::abs(static_cast<int8_t>(difference)));
    }
    return sum;
}

/// Not filled before it is written to: a picture's many bytes are not touched twice.
struct Bytes {
    explicit Bytes(size_t byteCount) : size(byteCount), data(std::make_unique_for_overwrite<uint8_t[]>(byteCount)) {}

    std::span<const uint8_t> first(size_t count) const { return {data.get(), count}; }

    size_t size;
    std::unique_ptr<uint8_t[]> data;
};

/// All rows, each behind the number of its filter: Up or Sub, whichever leaves less.
Bytes filterRows(PixelView pixels, size_t channels) {
    const size_t rowBytes = pixels.width * channels;
    Bytes filtered((rowBytes + 1) * pixels.height);
    // Before each row stands a pixel of zeros, the left neighbour of the first.
    std::vector<uint8_t> row(channels + rowBytes), above(channels + rowBytes), bySub(rowBytes);
    for (uint32_t y = 0; y < pixels.height; ++y) {
        const uint8_t* source = pixels.rgba.data() + size_t{y} * pixels.width * 4;
        if (channels == 4) {
            std::memcpy(&row[channels], source, rowBytes);
        } else {
            uint8_t* target = &row[channels];
            for (uint32_t x = 0; x < pixels.width; ++x)
                for (size_t channel = 0; channel < 3; ++channel)
                    target[3 * x + channel] = source[4 * x + channel];
        }
        const std::span<const uint8_t> now = std::span(row).subspan(channels);
        uint8_t* target = &filtered.data[y * (rowBytes + 1)];
        const uint32_t up = filterRow(now, std::span(above).subspan(channels), target + 1);
        const uint32_t sub = filterRow(now, std::span(row).first(rowBytes), bySub.data());
        *target = sub < up ? kSub : kUp;
        if (sub < up) std::memcpy(target + 1, bySub.data(), rowBytes);
        row.swap(above);
    }
    return filtered;
}

/// The raw bytes' deflated stream. How long it will be is not known before.
std::pair<Bytes, size_t> deflate(const Bytes& raw) {
    const std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> compressor(
        libdeflate_alloc_compressor(kLevel), libdeflate_free_compressor);
    if (!compressor) throw std::bad_alloc();
    Bytes deflated(libdeflate_zlib_compress_bound(compressor.get(), raw.size));
    const size_t byteCount =
        libdeflate_zlib_compress(compressor.get(), raw.data.get(), raw.size, deflated.data.get(), deflated.size);
    return {std::move(deflated), byteCount};
}

}  // namespace

std::vector<uint8_t> encodePng(PixelView pixels) {
    constexpr std::array<uint8_t, 8> kSignature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    constexpr uint8_t kRgb = 2, kRgba = 6, kPerceptual = 0;
    const bool opaque = isOpaque(pixels);
    std::vector<uint8_t> bytes(kSignature.begin(), kSignature.end());
    size_t chunk = beginChunk(bytes, "IHDR");
    append32(bytes, pixels.width);
    append32(bytes, pixels.height);
    for (const uint8_t field : {uint8_t{8}, opaque ? kRgb : kRgba, uint8_t{0}, uint8_t{0}, uint8_t{0}})
        bytes.push_back(field);
    endChunk(bytes, chunk);
    chunk = beginChunk(bytes, "sRGB");
    bytes.push_back(kPerceptual);
    endChunk(bytes, chunk);
    // A chunk holds less than 2 GiB; a decoder joins as many as there are. libdeflate makes one stream in one go.
    const auto [deflated, byteCount] = deflate(filterRows(pixels, opaque ? 3 : 4));
    constexpr size_t kMostChunkBytes = 1u << 30;
    for (std::span<const uint8_t> rest = deflated.first(byteCount); !rest.empty();) {
        const std::span<const uint8_t> part = rest.first(std::min(rest.size(), kMostChunkBytes));
        chunk = beginChunk(bytes, "IDAT");
        bytes.insert(bytes.end(), part.begin(), part.end());
        endChunk(bytes, chunk);
        rest = rest.subspan(part.size());
    }
    endChunk(bytes, beginChunk(bytes, "IEND"));
    return bytes;
}

void writePng(const std::filesystem::path& path, PixelView pixels) {
    const std::vector<uint8_t> bytes = encodePng(pixels);
    writeFileAtomically(path, std::as_bytes(std::span(bytes)));
}

}  // namespace sinew
