#include "media/png.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <png.h>

#include "error.h"
#include "media/atomic_file.h"

// libpng reports a fault with longjmp. Every function that calls setjmp therefore keeps its C++ objects outside: it has
// only what needs no destructor, and its callers own the rest.
namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr uint32_t kMostPixelsASide = 16384;
constexpr size_t kMostChunkBytes = 8u << 20;
constexpr uintmax_t kMostInflation = 1032;  // deflate cannot do better

// Measured on a rendered sheet of 1440x720: half the time of level 4 for 3 % more bytes, a quarter of level 6 for 11 %.
constexpr int kFilters = PNG_FILTER_SUB | PNG_FILTER_UP;
constexpr int kLevel = 3;

/// What a fault leaves behind.
struct Fault {
    char message[200] = "";
};

void onError(png_structp png, png_const_charp message) {
    auto* fault = static_cast<Fault*>(png_get_error_ptr(png));
    std::snprintf(fault->message, sizeof fault->message, "%s", message);
    png_longjmp(png, 1);
}

void onWarning(png_structp, png_const_charp) {}

class Writer {
  public:
    Writer() : png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, &fault_, onError, onWarning)) {
        if (png_) info_ = png_create_info_struct(png_);
        if (!info_) throw std::bad_alloc();
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer() { png_destroy_write_struct(&png_, &info_); }

    /// False with a message in fault().
    bool write(PixelView pixels, bool opaque, std::vector<uint8_t>& bytes) {
        if (setjmp(png_jmpbuf(png_))) return false;
        png_set_write_fn(png_, &bytes, append, nullptr);
        png_set_IHDR(png_, info_, pixels.width, pixels.height, 8, opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA,
                     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        png_set_sRGB(png_, info_, PNG_sRGB_INTENT_PERCEPTUAL);
        png_set_filter(png_, PNG_FILTER_TYPE_BASE, kFilters);
        png_set_compression_level(png_, kLevel);
        png_write_info(png_, info_);
        if (opaque) png_set_filler(png_, 0, PNG_FILLER_AFTER);
        for (uint32_t y = 0; y < pixels.height; ++y)
            png_write_row(png_, pixels.rgba.data() + size_t{y} * pixels.width * 4);
        png_write_end(png_, nullptr);
        return true;
    }

    const Fault& fault() const { return fault_; }

  private:
    static void append(png_structp png, png_bytep data, size_t size) {
        auto& bytes = *static_cast<std::vector<uint8_t>*>(png_get_io_ptr(png));
        bool enough = true;
        try {
            bytes.insert(bytes.end(), data, data + size);
        } catch (const std::bad_alloc&) {
            enough = false;
        }
        if (!enough) png_error(png, "not enough memory");
    }

    Fault fault_;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
};

class Reader {
  public:
    explicit Reader(std::FILE* file)
        : file_(file), png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, &fault_, onError, onWarning)) {
        if (png_) info_ = png_create_info_struct(png_);
        if (!info_) throw std::bad_alloc();
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() { png_destroy_read_struct(&png_, &info_, nullptr); }

    /// False with a message in fault(). Afterwards width(), height() and fileBytesAtLeast() are known.
    bool readHeader() {
        if (setjmp(png_jmpbuf(png_))) return false;
        png_set_read_fn(png_, file_, read);
        png_set_user_limits(png_, kMostPixelsASide, kMostPixelsASide);
        png_set_chunk_malloc_max(png_, kMostChunkBytes);
        png_set_chunk_cache_max(png_, 16);
        png_read_info(png_, info_);
        rawBytes_ = uintmax_t{png_get_rowbytes(png_, info_)} * height();
        png_set_expand(png_);
        png_set_scale_16(png_);
        png_set_gray_to_rgb(png_);
        png_set_add_alpha(png_, 0xff, PNG_FILLER_AFTER);
        passes_ = png_set_interlace_handling(png_);
        png_read_update_info(png_, info_);
        return true;
    }

    /// False with a message in fault(). `rgba` holds width * height * 4 bytes.
    bool readRows(uint8_t* rgba) {
        if (setjmp(png_jmpbuf(png_))) return false;
        const size_t rowBytes = size_t{width()} * 4;
        if (png_get_rowbytes(png_, info_) != rowBytes) png_error(png_, "an unexpected pixel format");
        for (int pass = 0; pass < passes_; ++pass)
            for (uint32_t y = 0; y < height(); ++y)
                png_read_row(png_, rgba + y * rowBytes, nullptr);
        png_read_end(png_, nullptr);
        return true;
    }

    uint32_t width() const { return png_get_image_width(png_, info_); }
    uint32_t height() const { return png_get_image_height(png_, info_); }
    /// No shorter file can hold that many pixels.
    uintmax_t fileBytesAtLeast() const { return rawBytes_ / kMostInflation; }
    const Fault& fault() const { return fault_; }

  private:
    static void read(png_structp png, png_bytep data, size_t size) {
        auto* file = static_cast<std::FILE*>(png_get_io_ptr(png));
        if (std::fread(data, 1, size, file) == size) return;
        png_error(png, std::ferror(file) ? std::strerror(errno) : "it ends too early");
    }

    Fault fault_;
    std::FILE* file_;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
    uintmax_t rawBytes_ = 0;
    int passes_ = 1;
};

bool isOpaque(std::span<const uint8_t> rgba) {
    uint8_t all = 0xff;
    for (size_t i = 3; i < rgba.size(); i += 4)
        all &= rgba[i];
    return all == 0xff;
}

[[noreturn]] void failToRead(const fs::path& path, const char* cause) {
    throw Error(Exit::input, fmt::format("{}: cannot be read as PNG: {}", path.string(), cause));
}

}  // namespace

std::vector<uint8_t> encodePng(PixelView pixels) {
    Writer writer;
    std::vector<uint8_t> bytes;
    if (pixels.rgba.size() != size_t{pixels.width} * pixels.height * 4)
        throw Error(Exit::output,
                    fmt::format("a picture of {}x{} with {} bytes", pixels.width, pixels.height, pixels.rgba.size()));
    if (!writer.write(pixels, isOpaque(pixels.rgba), bytes))
        throw Error(Exit::output,
                    fmt::format("a picture of {}x{}: {}", pixels.width, pixels.height, writer.fault().message));
    return bytes;
}

void writePng(const fs::path& path, PixelView pixels) {
    const std::vector<uint8_t> bytes = encodePng(pixels);
    writeFileAtomically(path, std::as_bytes(std::span(bytes)));
}

Pixels readPng(const fs::path& path) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
    if (!file) throw Error(Exit::input, fmt::format("{}: {}", path.string(), std::strerror(errno)));
    Reader reader(file.get());
    if (!reader.readHeader()) failToRead(path, reader.fault().message);
    std::error_code notRegular;
    const uintmax_t fileBytes = fs::file_size(path, notRegular);
    if (!notRegular && fs::is_regular_file(path, notRegular) && fileBytes < reader.fileBytesAtLeast())
        failToRead(path, "it ends too early");
    Pixels pixels{reader.width(), reader.height(), {}};
    pixels.rgba.resize(size_t{pixels.width} * pixels.height * 4);
    if (!reader.readRows(pixels.rgba.data())) failToRead(path, reader.fault().message);
    return pixels;
}

}  // namespace sinew
