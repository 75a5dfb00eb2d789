#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <sys/stat.h>

#include "support/catch.h"
#include "support/read_file.h"

namespace hostile {

using Path = const std::filesystem::path&;

inline const std::string kGoodPicture = SINEW_SOURCE_DIR "/assets/character_base.png";

inline void write(Path path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

inline std::string bigEndian(uint32_t value) {
    std::string bytes(4, '\0');
    for (int i = 0; i < 4; ++i)
        bytes[static_cast<size_t>(i)] = static_cast<char>(value >> (24 - 8 * i));
    return bytes;
}

/// A PNG that claims that size and has a few bytes of data.
inline std::string pngOf(uint32_t width, uint32_t height) {
    return std::string("\x89PNG\r\n\x1A\n") + bigEndian(13) + "IHDR" + bigEndian(width) + bigEndian(height) +
           std::string("\x08\x06\0\0\0", 5) + bigEndian(0) + bigEndian(8) + "IDAT" +
           std::string("\x78\x9C\x03\0\0\0\0\x01", 8) + bigEndian(0) + bigEndian(0) + "IEND" + bigEndian(0);
}

inline std::string tga(uint16_t width, uint16_t height) {
    std::string bytes(18, '\0');
    bytes[2] = 10;  // run lengths
    bytes[12] = static_cast<char>(width), bytes[13] = static_cast<char>(width >> 8);
    bytes[14] = static_cast<char>(height), bytes[15] = static_cast<char>(height >> 8);
    bytes[16] = 32;
    return bytes;
}

/// Makes something that is no picture, or one that asks for too much.
struct Hostile {
    const char* what;
    std::function<void(Path)> make;
};

inline const std::vector<Hostile>& hostilePictures() {
    static const std::vector<Hostile> all{
        {"is not there", [](Path) {}},
        {"is empty", [](Path path) { write(path, ""); }},
        {"is a folder", [](Path path) { std::filesystem::create_directory(path); }},
        {"is a pipe that nobody writes to", [](Path path) { REQUIRE(::mkfifo(path.c_str(), 0600) == 0); }},
        {"is a link to a device without end", [](Path path) { std::filesystem::create_symlink("/dev/zero", path); }},
        {"is a link to a file elsewhere", [](Path path) { std::filesystem::create_symlink(kGoodPicture, path); }},
        {"is a link to itself", [](Path path) { std::filesystem::create_symlink(path.filename(), path); }},
        {"is text", [](Path path) { write(path, "no picture"); }},
        {"ends in its middle", [](Path path) { write(path, readFile(kGoodPicture).substr(0, 20'000)); }},
        {"claims 60,000 by 60,000 pixels", [](Path path) { write(path, pngOf(60'000, 60'000)); }},
        {"claims 16,384 by 16,384 pixels", [](Path path) { write(path, pngOf(16'384, 16'384)); }},
        {"claims no pixels", [](Path path) { write(path, pngOf(0, 0)); }},
        {"claims 8,000 by 8,000 pixels and holds none", [](Path path) { write(path, pngOf(8'000, 8'000)); }},
        {"is a TGA of 65,535 by 65,535 pixels", [](Path path) { write(path, tga(65'535, 65'535)); }},
        {"is 600 MiB of nothing",
         [](Path path) {
             write(path, "");
             std::filesystem::resize_file(path, uintmax_t{600} << 20);
         }},
    };
    return all;
}

}  // namespace hostile
