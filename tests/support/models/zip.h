#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <libdeflate.h>

/// ZIP archives.
namespace zip {

struct Packed {
    std::string name, bytes;
    uint32_t claimedBytes = 0;  ///< 0: as many as there are
};

template <typename Number>
void put(std::string& bytes, Number number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

/// A ZIP archive of deflated files.
inline std::string archiveOf(const std::vector<Packed>& files) {
    std::string archive, directory;
    for (const Packed& file : files) {
        libdeflate_compressor* const compressor = libdeflate_alloc_compressor(6);
        std::string packed(libdeflate_deflate_compress_bound(compressor, file.bytes.size()), '\0');
        packed.resize(libdeflate_deflate_compress(compressor, file.bytes.data(), file.bytes.size(), packed.data(),
                                                  packed.size()));
        libdeflate_free_compressor(compressor);
        const auto offset = static_cast<uint32_t>(archive.size());
        std::string shared;  // what both headers have
        for (const int number : {20, 0, 8, 0, 0})
            put(shared, static_cast<uint16_t>(number));
        put(shared, libdeflate_crc32(0, file.bytes.data(), file.bytes.size()));
        put(shared, static_cast<uint32_t>(packed.size()));
        put(shared, file.claimedBytes ? file.claimedBytes : static_cast<uint32_t>(file.bytes.size()));
        put(shared, static_cast<uint16_t>(file.name.size()));
        put(shared, uint16_t{0});
        archive += "PK\3\4" + shared + file.name + packed;
        directory += "PK\1\2";
        put(directory, uint16_t{20});
        directory += shared + std::string(10, '\0');
        put(directory, offset);
        directory += file.name;
    }
    std::string end = "PK\5\6" + std::string(4, '\0');
    put(end, static_cast<uint16_t>(files.size()));
    put(end, static_cast<uint16_t>(files.size()));
    put(end, static_cast<uint32_t>(directory.size()));
    put(end, static_cast<uint32_t>(archive.size()));
    put(end, uint16_t{0});
    return archive + directory + end;
}

}  // namespace zip
