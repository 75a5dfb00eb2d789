#include "export/pictures.h"

#include <cstring>

#include <fmt/format.h>

#include "base/text.h"
#include "export/blocks.h"
#include "media/png.h"

namespace sinew::exporting {
namespace {

bool isPng(std::span<const uint8_t> bytes) {
    return bytes.size() > 8 && std::memcmp(bytes.data(), "\x89PNG\r\n\x1a\n", 8) == 0;
}

/// The last part of a path without its ending.
std::string stemOf(const std::string& path) {
    const std::string name = path.substr(path.find_last_of("/\\") + 1);
    const size_t dot = name.rfind('.');
    return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

/// A name of characters that need no escape in file names and in URIs.
std::string plainName(const std::string& name) {
    std::string plain;
    for (const char c : name) {
        const bool isPlain =
            (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
        plain += isPlain ? c : '_';
    }
    constexpr size_t kLongest = 100;
    return plain.substr(0, kLongest);
}

}  // namespace

/// The file's name begins those of all that is written beside it, so that it replaces nothing else.
std::string PictureWriter::fileName(const std::string& name, const char* ending) {
    const std::string stem = options_.name + "_" + plainName(name);
    const std::string file = stem + ending;
    return files_.take(file) ? file : files_.takeNumbered(stem + "_", ending);
}

std::optional<size_t> PictureWriter::write(uint32_t index, bool isNormalMap) {
    const Texture& texture = model_.textures[index];
    if (imageOf_[index] || !texture.found()) return imageOf_[index];
    std::vector<uint8_t> encoded;
    std::span<const uint8_t> bytes(texture.encoded);
    if (bytes.empty()) {
        PixelBytes buffer;
        std::span<const uint8_t> pixels = bytesOf(texture.image, buffer);
        std::optional<std::vector<uint8_t>> decoded;
        if (texture.image.isBlocks()) {
            decoded = decodeBlocks(texture.image, pixels, isNormalMap);
            if (!decoded) return leaveOut(index);
            pixels = *decoded;
        }
        encoded = encodePng({texture.image.width, texture.image.height, pixels});
        bytes = encoded;
    }
    const bool png = isPng(bytes);
    const std::string name = stemOf(texture.name);
    Json image = Json::object();
    if (!name.empty()) image["name"] = name;
    if (options_.isBinary) {
        image["mimeType"] = png ? "image/png" : "image/jpeg";
        image["bufferView"] = document_.addView(std::as_bytes(bytes));
    } else {
        const auto content = std::as_bytes(bytes);
        pictures_.push_back({fileName(name, png ? ".png" : ".jpg"), {content.begin(), content.end()}});
        image["uri"] = uriOf(pictures_.back().file);
    }
    imageOf_[index] = document_.add("images", std::move(image));
    return imageOf_[index];
}

std::optional<size_t> PictureWriter::leaveOut(uint32_t index) {
    const std::string& name = model_.textures[index].name;
    std::string line = fmt::format("texture {}: left out: glTF has no place for the values of {}", inQuotes(name),
                                   nameOf(model_.textures[index].image.format));
    if (told_.take(line)) leftOut_.push_back(std::move(line));
    return std::nullopt;
}

}  // namespace sinew::exporting
