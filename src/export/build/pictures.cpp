#include "export/build/pictures.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "base/text.h"
#include "export/build/blocks.h"
#include "media/png.h"

namespace sinew::exporting {
namespace {

/// The last part of a path without its ending.
std::string stemOf(const std::string& path) {
    const std::string name = path.substr(path.find_last_of("/\\") + 1);
    const size_t dot = name.rfind('.');
    return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

}  // namespace

bool isPlain(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
}

std::optional<EncodedPicture> PictureFiles::encode(uint32_t index, bool isNormalMap) {
    const Texture& texture = model_.textures[index];
    if (!texture.found()) return std::nullopt;
    std::vector<uint8_t> bytes = texture.encoded;
    if (bytes.empty()) {
        PixelBytes buffer;
        std::span<const uint8_t> pixels = bytesOf(texture.image, buffer);
        const std::optional<std::vector<uint8_t>> decoded = decodeBlocks(texture.image, pixels, isNormalMap);
        if (decoded) {
            pixels = *decoded;
        } else if (texture.image.isBlocks()) {
            std::string line = fmt::format("texture {}: left out: PNG has no place for the values of {}",
                                           inQuotes(texture.name), nameOf(texture.image.format));
            if (told_.take(line)) exported_.leftOut.push_back(std::move(line));
            return std::nullopt;
        }
        bytes = encodePng({texture.image.width, texture.image.height, pixels});
    }
    const auto content = std::as_bytes(std::span(bytes));
    const bool isPng = bytes[0] == 0x89;  // JPEG begins with 0xFF
    return EncodedPicture{stemOf(texture.name), isPng, {content.begin(), content.end()}};
}

std::string fileBeside(const std::string& model, const std::string& name, const char* ending, NumberedNames& taken) {
    constexpr size_t kLongest = 100;
    std::string plain = name.substr(0, kLongest);
    std::ranges::replace_if(plain, std::not_fn(isPlain), '_');
    const std::string stem = model + "_" + plain, file = stem + ending;
    return taken.take(file) ? file : taken.takeNumbered(stem + "_", ending);
}

std::string PictureFiles::add(EncodedPicture&& picture) {
    std::string file = fileBeside(options_.name, picture.stem, picture.isPng ? ".png" : ".jpg", names_);
    exported_.pictures.push_back({file, std::move(picture.bytes)});
    return file;
}

std::string PictureFiles::fileOf(uint32_t index, bool isNormalMap) {
    if (files_[index].empty())
        if (std::optional<EncodedPicture> picture = encode(index, isNormalMap))
            files_[index] = add(std::move(*picture));
    return files_[index];
}

}  // namespace sinew::exporting
