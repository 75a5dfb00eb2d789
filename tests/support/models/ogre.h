#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>

/// Parts of binary Ogre meshes, and a mesh.
namespace ogre {

inline std::string little(uint64_t value, size_t byteCount) {
    std::string bytes;
    for (size_t i = 0; i < byteCount; ++i)
        bytes.push_back(static_cast<char>(value >> 8 * i));
    return bytes;
}
inline std::string word(uint16_t value) {
    return little(value, 2);
}
inline std::string count(uint32_t value) {
    return little(value, 4);
}
inline std::string reals(std::initializer_list<float> values) {
    std::string bytes;
    for (const float value : values) {
        uint32_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        bytes += count(bits);
    }
    return bytes;
}
inline std::string line(const std::string& text) {
    return text + '\n';
}
inline const std::string kYes(1, '\1'), kNo(1, '\0');

/// The length is wrong, as in old files.
inline std::string chunk(uint16_t kind, const std::string& content) {
    return word(kind) + count(static_cast<uint32_t>(content.size())) + content;
}

/// Three vertices: positions alone.
inline std::string geometry(const std::string& positions) {
    const std::string element = word(0) + word(2) + word(1) + word(0) + word(0);  // FLOAT3, POSITION
    return chunk(0x5000, count(3) + chunk(0x5100, chunk(0x5110, element)) +
                             chunk(0x5200, word(0) + word(12) + chunk(0x5210, positions)));
}

inline std::string submesh(const std::string& material, const std::string& ownGeometry) {
    return chunk(0x4000, line(material) + (ownGeometry.empty() ? kYes : kNo) + count(3) + kNo + word(0) + word(1) +
                             word(2) + ownGeometry + chunk(0x4010, word(4)));
}

inline const std::string kShared = reals({0, 0, 0, 1, 0, 0, 0, 1, 0}), kOwn = reals({5, 0, 0, 6, 0, 0, 5, 1, 0});

/// Two submeshes, in version 1.8, which assimp reads.
inline std::string mesh() {
    return std::string("\x00\x10", 2) + line("[MeshSerializer_v1.8]") +
           chunk(0x3000, kNo + geometry(kShared) + submesh("skin", "") + submesh("coat", geometry(kOwn)) +
                             chunk(0x9000, reals({0, 0, 0, 6, 1, 0, 6})) +
                             chunk(0xA000, chunk(0xA100, word(1) + line("Coat"))));
}

}  // namespace ogre
