#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "base/atomic_file.h"
#include "base/error.h"
#include "media/film.h"

namespace sinew {
namespace {

// Measured on a rendered frame of 1280x720: 34 ms for 192 kB. Level 1 takes 226 ms for 165 kB.
constexpr int kLosslessLevel = 0;

struct PictureDeleter {
    void operator()(WebPPicture* picture) const {
        WebPPictureFree(picture);
        delete picture;
    }
};
using Picture = std::unique_ptr<WebPPicture, PictureDeleter>;
using Mux = std::unique_ptr<WebPMux, decltype(&WebPMuxDelete)>;

uint32_t argbFrom(const uint8_t* rgba) {
    return uint32_t{rgba[3]} << 24 | uint32_t{rgba[0]} << 16 | uint32_t{rgba[1]} << 8 | rgba[2];
}

/// Callback of libwebp that appends to the output; 0 means failure.
int appendBytes(const uint8_t* data, size_t size, const WebPPicture* picture) {
    auto& bytes = *static_cast<std::vector<uint8_t>*>(picture->custom_ptr);
    try {
        bytes.insert(bytes.end(), data, data + size);
    } catch (const std::bad_alloc&) {
        return 0;
    }
    return 1;
}

/// Lossless animated WebP (RFC 9649). A frame covers the changed area; in opaque films its unchanged pixels are
/// transparent, which compresses better.
class WebpFilm : public FilmWriter {
  public:
    explicit WebpFilm(const Film& film) : film_(film), file_(film.output), mux_(WebPMuxNew(), WebPMuxDelete) {
        if (!mux_ || WebPMuxSetCanvasSize(mux_.get(), static_cast<int>(film.width), static_cast<int>(film.height)) !=
                         WEBP_MUX_OK)
            fail("out of memory");
    }

    EncodedFrame encode(const FilmFrame& frame) const override {
        const Area area = areaOf(frame);
        const Picture picture = pictureOf(frame, area);
        std::vector<uint8_t> bytes;
        picture->custom_ptr = &bytes;
        picture->writer = appendBytes;
        WebPConfig config;
        if (!WebPConfigInit(&config) || !WebPConfigLosslessPreset(&config, kLosslessLevel))
            fail("incompatible libwebp version");
        config.exact = 1;  // keeps the colors of transparent pixels
        if (!WebPEncode(&config, picture.get()))
            fail(fmt::format("libwebp: error {}", static_cast<int>(picture->error_code)));
        return {std::move(bytes), area};
    }

    void append(uint32_t number, EncodedFrame encoded) override {
        const auto milliseconds = [&](uint32_t n) { return frameStart(n, film_.framesPerSecond, 1000.0); };
        const WebPMuxFrameInfo frame{.bitstream = {encoded.bytes.data(), encoded.bytes.size()},
                                     .x_offset = static_cast<int>(encoded.area.x),
                                     .y_offset = static_cast<int>(encoded.area.y),
                                     .duration = static_cast<int>(milliseconds(number + 1) - milliseconds(number)),
                                     .id = WEBP_CHUNK_ANMF,
                                     .dispose_method = WEBP_MUX_DISPOSE_NONE,
                                     .blend_method = film_.transparent ? WEBP_MUX_NO_BLEND : WEBP_MUX_BLEND,
                                     .pad = {}};
        if (WebPMuxPushFrame(mux_.get(), &frame, 1) != WEBP_MUX_OK) fail("too large for a WebP file");
        if (++frameCount_ == 1) firstFrame_ = std::move(encoded.bytes);
    }

    void finish() override {
        if (frameCount_ == 1) {  // a still image instead of an animation
            file_.write(std::as_bytes(std::span(firstFrame_)));
            return file_.commit();
        }
        const WebPMuxAnimParams params{.bgcolor = 0, .loop_count = film_.once ? 1 : 0};
        WebPData data{};
        if (WebPMuxSetAnimationParams(mux_.get(), &params) != WEBP_MUX_OK ||
            WebPMuxAssemble(mux_.get(), &data) != WEBP_MUX_OK)
            fail("too large for a WebP file");
        const std::unique_ptr<WebPData, decltype(&WebPDataClear)> owner(&data, WebPDataClear);
        file_.write(std::as_bytes(std::span(data.bytes, data.size)));
        file_.commit();
    }

  private:
    [[noreturn]] void fail(const std::string& cause) const {
        throw Error(Exit::output, fmt::format("{}: {}", film_.output, cause));
    }

    /// The changed area with even offsets, as the format requires; never empty.
    static Area areaOf(const FilmFrame& frame) {
        const PixelView& pixels = frame.pixels;
        if (!frame.before) return {0, 0, pixels.width, pixels.height};
        Area area = changedArea(pixels, *frame.before);
        if (area.width == 0) return {0, 0, 1, 1};
        area.width += area.x % 2;
        area.height += area.y % 2;
        area.x -= area.x % 2;
        area.y -= area.y % 2;
        return area;
    }

    Picture pictureOf(const FilmFrame& frame, const Area& area) const {
        Picture picture(new WebPPicture);
        if (!WebPPictureInit(picture.get())) fail("incompatible libwebp version");
        picture->use_argb = 1;
        picture->width = static_cast<int>(area.width);
        picture->height = static_cast<int>(area.height);
        if (!WebPPictureAlloc(picture.get())) fail("out of memory");
        for (uint32_t y = 0; y < area.height; ++y)
            for (uint32_t x = 0; x < area.width; ++x) {
                const size_t pixel = (size_t{area.y + y} * frame.pixels.width + area.x + x) * 4;
                const uint32_t color = argbFrom(&frame.pixels.rgba[pixel]);
                const bool unchanged =
                    !film_.transparent && frame.before && argbFrom(&frame.before->rgba[pixel]) == color;
                picture->argb[size_t{y} * static_cast<size_t>(picture->argb_stride) + x] = unchanged ? 0 : color;
            }
        return picture;
    }

    Film film_;
    AtomicFile file_;
    Mux mux_;
    uint32_t frameCount_ = 0;
    std::vector<uint8_t> firstFrame_;
};

}  // namespace

std::unique_ptr<FilmWriter> makeWebpFilm(const Film& film) {
    return std::make_unique<WebpFilm>(film);
}

}  // namespace sinew
