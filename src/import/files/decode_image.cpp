#include "import/files/decode_image.h"

#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_HDR
#define STBI_NO_TGA
#define STBI_MAX_DIMENSIONS 16384
#include <stb_image.h>

#include <webp/decode.h>

#include "error.h"
#include "import/files/block_image.h"
#include "import/files/png_image.h"
#include "import/files/tga_image.h"
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

}  // namespace

ImageData decodeImage(std::span<const uint8_t> bytes) {
    if (bytes.empty() || bytes.size() > static_cast<size_t>(std::numeric_limits<int>::max()))
        throw std::runtime_error(kUnknown);
    if (isWebp(bytes)) return decodeWebp(bytes);
    if (auto blocks = readBlockImage(bytes)) return std::move(*blocks);
    if (auto tga = readTga(bytes)) return std::move(*tga);
    if (auto png = readPngImage(bytes)) return std::move(*png);  // stb reads more of the damaged ones
    if (isLfsPointer({reinterpret_cast<const char*>(bytes.data()), bytes.size()}))
        throw std::runtime_error(kIsLfsPointer);
    const auto size = static_cast<int>(bytes.size());
    int width = 0, height = 0, channels = 0;
    if (!stbi_info_from_memory(bytes.data(), size, &width, &height, &channels)) throw std::runtime_error(kUnknown);
    ImageData image = imageOf(width, height);
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
