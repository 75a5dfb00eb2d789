#include "media/png.h"

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

// libpng reports a fault with longjmp. Every function that calls setjmp therefore keeps its C++ objects outside: it has
// only what needs no destructor, and its callers own the rest.
namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr uint32_t kMostPixelsASide = 16384;
constexpr size_t kMostChunkBytes = 8u << 20;
constexpr uintmax_t kMostInflation = 1032;  // deflate cannot do better

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

[[noreturn]] void failToRead(const fs::path& path, const char* cause) {
    throw Error(Exit::input, fmt::format("{}: cannot be read as PNG: {}", path.string(), cause));
}

}  // namespace

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
