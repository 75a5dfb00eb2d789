#include "import/files/decode_image.h"

#include <cstring>
#include <limits>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_HDR
#define STBI_MAX_DIMENSIONS 16384
#include <stb_image.h>

#include "error.h"
#include "model/limits.h"

namespace sinew {

static_assert(kMaxImageSide == STBI_MAX_DIMENSIONS);

std::optional<ImageData> decodeImage(std::span<const uint8_t> bytes) {
    if (bytes.empty() || bytes.size() > static_cast<size_t>(std::numeric_limits<int>::max())) return std::nullopt;
    const auto size = static_cast<int>(bytes.size());
    int width = 0, height = 0, channels = 0;
    if (!stbi_info_from_memory(bytes.data(), size, &width, &height, &channels)) return std::nullopt;
    if (width <= 0 || height <= 0 || width > STBI_MAX_DIMENSIONS || height > STBI_MAX_DIMENSIONS) return std::nullopt;
    if (uint64_t(width) * uint64_t(height) > kMaxImagePixels) return std::nullopt;

    stbi_uc* pixels = stbi_load_from_memory(bytes.data(), size, &width, &height, &channels, 4);
    if (!pixels) return std::nullopt;
    ImageData image{.width = static_cast<uint32_t>(width), .height = static_cast<uint32_t>(height)};
    image.rgba.resize(size_t(width) * size_t(height) * 4);
    std::memcpy(image.rgba.data(), pixels, image.rgba.size());
    stbi_image_free(pixels);
    return image;
}

std::optional<ImageData> decodeImage(const InputFile& file) {
    constexpr size_t kMaxFileBytes = size_t{1} << 29;
    if (file.size() > kMaxFileBytes) return std::nullopt;
    try {
        std::vector<uint8_t> bytes(file.size());
        bytes.resize(file.read(std::as_writable_bytes(std::span(bytes)), 0));
        return decodeImage(bytes);
    } catch (const Error&) {
        return std::nullopt;
    }
}

}  // namespace sinew
