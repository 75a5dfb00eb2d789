#include "import/files/png_image.h"

#include <csetjmp>
#include <cstring>

#include <png.h>

#include "model/limits.h"

// libpng reports errors with longjmp. Functions that call setjmp therefore have no local objects with destructors;
// their callers own those.
namespace sinew {
namespace {

constexpr size_t kMostChunkBytes = size_t{8} << 20, kMostChunks = 64;  // kept by libpng; pixels are not

void onError(png_structp png, png_const_charp) {
    png_longjmp(png, 1);
}

void onWarning(png_structp, png_const_charp) {}

class PngReader {
  public:
    explicit PngReader(std::span<const uint8_t> bytes)
        : rest_(bytes), png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, onError, onWarning)) {
        if (png_) info_ = png_create_info_struct(png_);
    }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;
    ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }

    /// False on failure. After it, width() and height() are valid.
    bool readHeader() {
        if (!info_ || setjmp(png_jmpbuf(png_))) return false;
        png_set_read_fn(png_, this, read);
        png_set_user_limits(png_, kMaxImageSide, kMaxImageSide);
        png_set_chunk_malloc_max(png_, kMostChunkBytes);
        png_set_chunk_cache_max(png_, kMostChunks);
        png_set_crc_action(png_, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
#ifdef PNG_IGNORE_ADLER32  // not in all versions
        png_set_option(png_, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
#endif
        png_read_info(png_, info_);
        png_set_expand(png_);
        png_set_strip_16(png_);
        png_set_gray_to_rgb(png_);
        png_set_add_alpha(png_, 0xff, PNG_FILLER_AFTER);
        passes_ = png_set_interlace_handling(png_);
        png_read_update_info(png_, info_);
        return png_get_rowbytes(png_, info_) == size_t{width()} * 4;
    }

    /// False on failure. `rgba` has width * height * 4 bytes.
    bool readRows(uint8_t* rgba) {
        if (setjmp(png_jmpbuf(png_))) return false;
        for (int pass = 0; pass < passes_; ++pass)
            for (uint32_t y = 0; y < height(); ++y)
                png_read_row(png_, rgba + size_t{y} * width() * 4, nullptr);
        return true;
    }

    uint32_t width() const {
        return png_get_image_width(png_, info_);
    }
    uint32_t height() const {
        return png_get_image_height(png_, info_);
    }

  private:
    static void read(png_structp png, png_bytep data, size_t size) {
        auto& rest = static_cast<PngReader*>(png_get_io_ptr(png))->rest_;
        if (size > rest.size()) png_error(png, "ends early");
        std::memcpy(data, rest.data(), size);
        rest = rest.subspan(size);
    }

    std::span<const uint8_t> rest_;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
    int passes_ = 1;
};

}  // namespace

std::optional<ImageData> readPngImage(std::span<const uint8_t> bytes) {
    constexpr size_t kMagicBytes = 8;
    if (bytes.size() < kMagicBytes || png_sig_cmp(bytes.data(), 0, kMagicBytes) != 0) return std::nullopt;
    PngReader reader(bytes);
    if (!reader.readHeader()) return std::nullopt;
    ImageData image{.width = reader.width(), .height = reader.height()};
    if (uint64_t{image.width} * image.height > kMaxImagePixels) return std::nullopt;
    // Rows of zeros, which deflate compresses best, are a thousandth of their size: a file of a few bytes that promises
    // more gets no memory.
    constexpr size_t kMostPerByte = 1032 * 4 * 8;
    if (image.byteCount() / kMostPerByte > bytes.size()) return std::nullopt;
    image.bytes.resize(image.byteCount());
    if (!reader.readRows(image.bytes.data())) return std::nullopt;
    return image;
}

}  // namespace sinew
