#include "import/files/decode_image.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS 16384
#include <stb_image.h>

#include <fmt/format.h>
#include <webp/decode.h>

#include "base/error.h"
#include "import/files/block_image.h"
#include "import/files/png_image.h"
#include "import/files/radiance_picture.h"
#include "model/limits.h"

namespace sinew {

static_assert(kMaxImageSide == STBI_MAX_DIMENSIONS);

namespace {

constexpr const char* kUnknown = "cannot be decoded as an image";

/// An image without texels. @throws as decodeImage() if it is too large.
ImageData imageOf(int width, int height) {
    if (width <= 0 || height <= 0) throw std::runtime_error(kUnknown);
    const auto w = static_cast<uint32_t>(width), h = static_cast<uint32_t>(height);
    if (w > kMaxImageSide || h > kMaxImageSide || uint64_t{w} * h > kMaxImagePixels)
        throw std::runtime_error("is too large: " + std::to_string(w) + "x" + std::to_string(h) + " pixels");
    return {.width = w, .height = h};
}

bool isWebp(std::span<const uint8_t> bytes) {
    return bytes.size() >= 12 && std::memcmp(bytes.data(), "RIFF", 4) == 0 &&
           std::memcmp(bytes.data() + 8, "WEBP", 4) == 0;
}

ImageData decodeWebp(std::span<const uint8_t> bytes) {
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes.data(), bytes.size(), &features) != VP8_STATUS_OK) throw std::runtime_error(kUnknown);
    if (features.has_animation) throw std::runtime_error("is animated, which textures cannot be");
    ImageData image = imageOf(features.width, features.height);
    image.bytes.resize(image.byteCount());
    if (!WebPDecodeRGBAInto(bytes.data(), bytes.size(), image.bytes.data(), image.bytes.size(), features.width * 4))
        throw std::runtime_error(kUnknown);
    return image;
}

/// True for a TGA file without run lengths that ends early, of which stb returns what memory happens to hold.
bool isCutTga(std::span<const uint8_t> bytes) {
    constexpr size_t kHeader = 18;
    if (bytes.size() < kHeader || bytes[1] > 1 || bytes[2] < 1 || bytes[2] > 3) return false;
    const auto word = [&](size_t at) { return size_t{bytes[at]} | size_t{bytes[at + 1]} << 8; };
    const auto bytesOf = [&](size_t at) { return (size_t{bytes[at]} + 7) / 8; };  // of a number of bits
    const size_t map = bytes[1] == 1 ? word(5) * bytesOf(7) : 0;
    return bytes.size() < kHeader + bytes[0] + map + word(12) * word(14) * bytesOf(16);
}

/// A file that goes on with bytes of 255 after its end: at the end, stb's reader of run lengths would wait forever.
struct EndlessFile {
    std::span<const uint8_t> rest;
    bool isCut = false;  ///< bytes after the end were read

    static int read(void* user, char* out, int count) {
        auto& file = *static_cast<EndlessFile*>(user);
        const size_t wanted = static_cast<size_t>(count), there = std::min(wanted, file.rest.size());
        file.isCut = file.isCut || there == 0;
        std::memset(out, 0xFF, wanted);
        if (there > 0) std::memcpy(out, file.rest.data(), there);
        file.rest = file.rest.subspan(there);
        return static_cast<int>(there == 0 ? wanted : there);
    }
    static void skip(void*, int) {}
    static int isAtEnd(void* user) { return static_cast<EndlessFile*>(user)->rest.empty(); }
};

}  // namespace

RadiancePicture decodeHdr(std::span<const uint8_t> file) {
    const auto size = static_cast<int>(std::min<size_t>(file.size(), std::numeric_limits<int>::max()));
    int width = 0, height = 0, channels = 0;
    if (!stbi_is_hdr_from_memory(file.data(), size) ||
        !stbi_info_from_memory(file.data(), size, &width, &height, &channels))
        throw Error(Exit::input,
                    "is no Radiance picture of the kind 32-bit_rle_rgbe with rows from the top (-Y N +X N)");
    RadiancePicture picture =
        emptyRadiancePicture(static_cast<uint64_t>(std::max(width, 0)), static_cast<uint64_t>(std::max(height, 0)));
    EndlessFile endless{file};
    const stbi_io_callbacks callbacks{EndlessFile::read, EndlessFile::skip, EndlessFile::isAtEnd};
    const std::unique_ptr<float, void (*)(void*)> rgb(
        stbi_loadf_from_callbacks(&callbacks, &endless, &width, &height, &channels, 3), stbi_image_free);
    if (endless.isCut) throw Error(Exit::input, "unexpected end of file");
    if (!rgb) throw Error(Exit::input, fmt::format("is damaged: {}", stbi_failure_reason()));
    std::transform(rgb.get(), rgb.get() + picture.rgb.size(), picture.rgb.begin(),
                   [](float value) { return std::min(value, kMostRadiance); });
    return picture;
}

ImageData decodeImage(std::span<const uint8_t> bytes) {
    if (bytes.empty() || bytes.size() > static_cast<size_t>(std::numeric_limits<int>::max()))
        throw std::runtime_error(kUnknown);
    if (isWebp(bytes)) return decodeWebp(bytes);
    if (auto blocks = readBlockImage(bytes)) return std::move(*blocks);
    if (auto png = readPngImage(bytes)) return std::move(*png);  // stb reads more of the damaged ones
    if (isLfsPointer({reinterpret_cast<const char*>(bytes.data()), bytes.size()}))
        throw std::runtime_error(kIsLfsPointer);
    const auto size = static_cast<int>(bytes.size());
    int width = 0, height = 0, channels = 0;
    if (!stbi_info_from_memory(bytes.data(), size, &width, &height, &channels)) throw std::runtime_error(kUnknown);
    ImageData image = imageOf(width, height);
    if (stbi_is_hdr_from_memory(bytes.data(), size)) throw std::runtime_error(kUnknown);
    if (isCutTga(bytes)) throw std::runtime_error("is cut short");
    stbi_uc* pixels = stbi_load_from_memory(bytes.data(), size, &width, &height, &channels, 4);
    if (!pixels) throw std::runtime_error(kUnknown);
    image.bytes.resize(image.byteCount());
    std::memcpy(image.bytes.data(), pixels, image.bytes.size());
    stbi_image_free(pixels);
    return image;
}

std::vector<uint8_t> readImageFile(const InputFile& file) {
    constexpr size_t kMaxFileBytes = size_t{1} << 29;
    if (file.size() > kMaxFileBytes) throw std::runtime_error("is a file of more than 512 MiB");
    std::vector<uint8_t> bytes(file.size());
    try {
        bytes.resize(file.read(std::as_writable_bytes(std::span(bytes)), 0));
    } catch (const Error& error) {
        throw std::runtime_error(error.what());
    }
    return bytes;
}

ImageData decodeImage(const InputFile& file) {
    return decodeImage(readImageFile(file));
}

bool isPlainPicture(std::span<const uint8_t> bytes) {
    const auto begins = [&](std::string_view magic) {
        return bytes.size() > magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
    };
    return begins("\x89PNG\r\n\x1a\n") || begins("\xff\xd8\xff");
}

}  // namespace sinew
