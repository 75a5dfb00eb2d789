// Writes the seed files of the fuzzer of environment maps: Radiance files of all encodings, and OpenEXR files of all
// compressions.

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfOutputFile.h>
#include <OpenEXR/ImfTileDescription.h>
#include <OpenEXR/ImfTiledOutputFile.h>

namespace {

void write(const std::filesystem::path& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}

std::string hdr(const std::string& header, const std::string& size, const std::string& pixels) {
    return "#?RADIANCE\n" + header + "\n" + size + "\n" + pixels;
}

void writeRadiance(const std::filesystem::path& folder) {
    const std::string rgbe = "FORMAT=32-bit_rle_rgbe\n", xyze = "FORMAT=32-bit_rle_xyze\n";
    const std::string row("\2\2\0\x0a\x8a\x80\x0a\1\2\3\4\5\6\7\x08\x09\x0a\2\x40\x20\x88\x10\x8a\x81", 24);
    const std::string four("\x0a\x14\x1e\x80\x14\x0a\x1e\x81\x1e\x14\x0a\x80\x28\x28\x28\x7f", 16);
    write(folder / "runs.hdr", hdr(rgbe, "-Y 2 +X 10", row + row));
    write(folder / "flat.hdr", hdr(rgbe, "-Y 2 +X 2", four));
    write(folder / "old.hdr", hdr(rgbe, "-Y 1 +X 301", four.substr(0, 4) + std::string("\1\1\1\x2c\1\1\1\1", 8)));
    write(folder / "columns.hdr", hdr("EXPOSURE=2\nCOLORCORR= 1 2 0.5\nEXPOSURE=0.5\n" + xyze, "+X 2 -Y 2", four));
}

/// A picture of 9 x 7 pixels whose window does not start at 0.
void writeExr(const std::filesystem::path& path, Imf::Compression compression, Imf::PixelType type, bool tiled,
              const char* channels) {
    const Imath::Box2i window(Imath::V2i(-2, 7), Imath::V2i(6, 13));
    Imf::Header header(window, window);
    header.compression() = compression;
    std::vector<float> values(9 * 7);
    for (size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i) * 0.25f;
    const std::vector<uint16_t> halves(values.size(), 0x3c00);
    Imf::FrameBuffer from;
    for (const char* name = channels; *name; ++name) {
        header.channels().insert(std::string(1, *name), Imf::Channel(type));
        const bool isHalf = type == Imf::HALF;
        const void* const pixels = isHalf ? static_cast<const void*>(halves.data()) : values.data();
        const size_t texel = isHalf ? 2 : 4;
        from.insert(std::string(1, *name), Imf::Slice::Make(type, pixels, window, texel, texel * 9));
    }
    if (tiled) {
        header.setTileDescription(Imf::TileDescription(4, 4, Imf::MIPMAP_LEVELS));
        Imf::TiledOutputFile file(path.c_str(), header, 0);
        file.setFrameBuffer(from);
        file.writeTiles(0, file.numXTiles() - 1, 0, file.numYTiles() - 1);
    } else {
        Imf::OutputFile file(path.c_str(), header, 0);
        file.setFrameBuffer(from);
        file.writePixels(7);
    }
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 2) return 2;
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    writeRadiance(folder);
    for (int i = 0; i < Imf::NUM_COMPRESSION_METHODS; ++i)
        writeExr(folder / (std::to_string(i) + ".exr"), static_cast<Imf::Compression>(i),
                 i % 2 == 0 ? Imf::HALF : Imf::FLOAT, i % 3 == 0, i % 4 == 3 ? "Y" : "ABGR");
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
