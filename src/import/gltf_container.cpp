#include "import/gltf_container.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

namespace sinew {
namespace {

constexpr uint32_t kJson = 0x4E4F534A, kBinary = 0x004E4942;
constexpr size_t kHeaderBytes = 12, kChunkHeaderBytes = 8;

uint32_t word(std::string_view bytes, size_t at) {
    uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

void addWord(std::string& bytes, uint32_t value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

bool isGlb(std::string_view file) {
    constexpr uint32_t kVersion = 2;  // that of glTF 1.0 has no chunks
    return file.size() >= kHeaderBytes + kChunkHeaderBytes && file.starts_with("glTF") && word(file, 4) == kVersion;
}

std::string readFrom(std::ifstream& file, size_t byteCount) {
    std::string bytes(byteCount, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<size_t>(std::max<std::streamsize>(0, file.gcount())));
    return bytes;
}

size_t sizeOf(const std::filesystem::path& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    return error ? 0 : size;
}

/// From its first chunk on, of a file of that size.
void checkChunks(std::ifstream& file, size_t size) {
    for (size_t at = kHeaderBytes; at + kChunkHeaderBytes <= size;) {
        file.seekg(static_cast<std::streamoff>(at));
        const std::string header = readFrom(file, kChunkHeaderBytes);
        if (header.size() < kChunkHeaderBytes) return;
        at += kChunkHeaderBytes + word(header, 0);
        if (at > size) throw std::runtime_error(fmt::format("is cut short: {} of {} bytes are there", size, at));
    }
}

}  // namespace

GltfChunks gltfChunks(std::string_view file) {
    if (!isGlb(file)) return {file, {}};
    GltfChunks chunks;
    for (size_t at = kHeaderBytes; at + kChunkHeaderBytes <= file.size();) {
        const uint32_t type = word(file, at + 4);
        const std::string_view content = file.substr(at + kChunkHeaderBytes, word(file, at));
        if (type == kJson && chunks.json.empty()) chunks.json = content;
        if (type == kBinary && chunks.binary.empty()) chunks.binary = content;
        at += kChunkHeaderBytes + content.size();
    }
    return chunks;
}

std::string withGltfJson(std::string_view file, std::string_view json) {
    if (!isGlb(file)) return std::string(json);
    const std::string_view old = gltfChunks(file).json;
    const std::string_view rest =
        old.empty() ? std::string_view{} : file.substr(static_cast<size_t>(old.data() - file.data()) + old.size());
    const size_t padded = (json.size() + 3) / 4 * 4;
    std::string made(file.substr(0, 8));  // the magic and the version
    addWord(made, static_cast<uint32_t>(kHeaderBytes + kChunkHeaderBytes + padded + rest.size()));
    addWord(made, static_cast<uint32_t>(padded));
    addWord(made, kJson);
    made.append(json).append(padded - json.size(), ' ').append(rest);
    return made;
}

std::string contentOf(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return readFrom(file, sizeOf(path));
}

std::string gltfJson(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const size_t size = sizeOf(path);
    const std::string head = readFrom(file, kHeaderBytes + kChunkHeaderBytes);
    if (!isGlb(head) && head.starts_with("glTF")) return {};
    if (!isGlb(head)) return head + readFrom(file, size - std::min(size, head.size()));
    checkChunks(file, size);
    if (word(head, kHeaderBytes + 4) != kJson) return {};
    file.clear();
    file.seekg(static_cast<std::streamoff>(head.size()));
    return readFrom(file, word(head, kHeaderBytes));
}

}  // namespace sinew
