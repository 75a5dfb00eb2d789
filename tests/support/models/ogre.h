#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>

/// Parts of binary Ogre meshes, and a mesh of all parts.
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

/// Two submeshes with a pose and an animation of each kind.
struct Mesh {
    std::string version;
    std::string lod;
    std::string edges;
    std::string normalFlag;  ///< of poses and morphs

    std::string text() const {
        const std::string pose =
            chunk(0xC100, line("smile") + word(2) + normalFlag + chunk(0xC111, count(1) + reals({0, 0, 2})));
        const std::string track =
            chunk(0xD110, word(2) + word(2) + chunk(0xD112, reals({0}) + chunk(0xD113, word(0) + reals({1}))));
        const std::string morph = chunk(0xD110, word(1) + word(0) + chunk(0xD111, reals({0}) + normalFlag + kShared));
        const std::string animation = chunk(0xD100, line("Smile") + reals({1}) + morph + track);
        return std::string("\x00\x10", 2) + line("[MeshSerializer_v" + version + "]") +
               chunk(0x3000, kNo + geometry(kShared) + submesh("skin", "") + submesh("coat", geometry(kOwn)) + lod +
                                 chunk(0x9000, reals({0, 0, 0, 6, 1, 0, 6})) +
                                 chunk(0xA000, chunk(0xA100, word(1) + line("Coat"))) + edges + chunk(0xC000, pose) +
                                 chunk(0xD000, animation));
    }
};

/// A submesh of four packed vertices for each operation: 1 points, 2 lines, 5 a strip, 6 a fan.
inline std::string packedMesh(std::initializer_list<uint16_t> operations) {
    const auto element = [](uint16_t type, uint16_t semantic, uint16_t offset) {
        return chunk(0x5110, word(0) + word(type) + word(semantic) + word(offset) + word(0));
    };
    const std::string one = word(0x3C00), two = word(0x4000), zero = word(0);  // halves
    const auto vertex = [&](const std::string& x, const std::string& y) {
        const std::string upward = count(511 << 20),
                          uv = word(0xFFFF) + word(0);  // signed 10 bits each; 16 bits of a unit
        return upward + x + y + zero + uv;
    };
    const std::string vertices = vertex(zero, zero) + vertex(one, zero) + vertex(zero, one) + vertex(two, one);
    const std::string packed =
        chunk(0x5000, count(4) + chunk(0x5100, element(35, 4, 0) + element(38, 1, 4) + element(33, 7, 10)) +
                          chunk(0x5200, word(0) + word(14) + chunk(0x5210, vertices)));
    std::string submeshes;
    for (const uint16_t operation : operations)
        submeshes += chunk(0x4000, line("skin") + kNo + count(4) + kNo + word(0) + word(1) + word(2) + word(3) +
                                       packed + chunk(0x4010, word(operation)));
    return std::string("\x00\x10", 2) + line("[MeshSerializer_v1.100]") + chunk(0x3000, kNo + submeshes);
}

}  // namespace ogre
