#include "import/decode_image.h"

#include <cstring>
#include <fstream>
#include <limits>
#include <vector>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_HDR
#define STBI_MAX_DIMENSIONS 16384
#include <stb_image.h>

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

std::optional<ImageData> decodeImage(const std::filesystem::path& path) {
    constexpr uintmax_t kMaxFileBytes = uintmax_t{1} << 29;
    std::error_code error;
    const uintmax_t size = std::filesystem::file_size(path, error);
    if (error || size == 0 || size > kMaxFileBytes) return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    std::vector<uint8_t> bytes(size);
    if (!file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size))) return std::nullopt;
    return decodeImage(bytes);
}

}  // namespace sinew
