#include "import/gltf_container.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>

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
    return file.size() >= kHeaderBytes + kChunkHeaderBytes && file.starts_with("glTF");
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
    std::string head = readFrom(file, kHeaderBytes + kChunkHeaderBytes);
    const size_t left = sizeOf(path) - std::min(sizeOf(path), head.size());
    if (!isGlb(head)) return head + readFrom(file, left);
    return word(head, kHeaderBytes + 4) == kJson ? readFrom(file, std::min<size_t>(word(head, kHeaderBytes), left))
                                                 : std::string();
}

}  // namespace sinew
