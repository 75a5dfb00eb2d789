#include "import/gltf_container.h"

#include <cstdint>
#include <cstring>
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

void checkChunks(const InputFile& file) {
    for (size_t at = kHeaderBytes; at + kChunkHeaderBytes <= file.size();) {
        const std::string header = file.content(at, kChunkHeaderBytes);
        if (header.size() < kChunkHeaderBytes) return;
        at += kChunkHeaderBytes + word(header, 0);
        if (at > file.size())
            throw std::runtime_error(fmt::format("is cut short: {} of {} bytes are there", file.size(), at));
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

std::string gltfJson(const InputFile& file) {
    const std::string head = file.content(0, kHeaderBytes + kChunkHeaderBytes);
    if (!isGlb(head)) return head.starts_with("glTF") ? std::string() : file.content();
    checkChunks(file);
    return word(head, kHeaderBytes + 4) == kJson ? file.content(head.size(), word(head, kHeaderBytes)) : std::string();
}

}  // namespace sinew
