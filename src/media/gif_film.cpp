#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gif_lib.h>

#include "base/atomic_file.h"
#include "base/error.h"
#include "media/film.h"
#include "media/gif_palette.h"

namespace sinew {
namespace {

constexpr uint8_t kMinAlpha = 128;   // GIF pixels are opaque or transparent
constexpr size_t kHeaderBytes = 13;  // signature and logical screen
constexpr uint8_t kTrailer = 0x3b;
constexpr int kPaletteSize = 256;
constexpr int kTransparent = 255;

// Ordered dithering (Bayer, 1973): stable between frames, and compresses well.
constexpr int kDitherSide = 4;
constexpr std::array<std::array<int, kDitherSide>, kDitherSide> kDither{
    {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}};
constexpr int kDitherRange = 6;  // from the smallest to the largest offset, 8-bit steps

uint8_t dithered(uint8_t value, uint32_t x, uint32_t y) {
    const int offset = (kDither[y % kDitherSide][x % kDitherSide] * 2 - 15) * kDitherRange / 32;
    return static_cast<uint8_t>(std::clamp(value + offset, 0, 255));
}

void append16(std::vector<uint8_t>& bytes, uint32_t value) {
    bytes.push_back(static_cast<uint8_t>(value));
    bytes.push_back(static_cast<uint8_t>(value >> 8));
}

int appendBytes(GifFileType* gif, const GifByteType* data, int size) {
    auto& bytes = *static_cast<std::vector<uint8_t>*>(gif->UserData);
    try {
        bytes.insert(bytes.end(), data, data + size);
    } catch (const std::bad_alloc&) {
        return 0;
    }
    return size;
}

/// A frame with palette colors.
struct IndexedFrame {
    Area area;
    std::vector<uint8_t> indices;  ///< per pixel of the area
    std::vector<std::array<uint8_t, 3>> colors;
};

/// GIF89a (CompuServe, 1990) with one palette per frame. In opaque films, a frame covers the changed area, and its
/// unchanged pixels are transparent; in transparent films, each frame is cleared before the next.
class GifFilm : public FilmWriter {
  public:
    explicit GifFilm(const Film& film) : film_(film), file_(film.output) {
        std::vector<uint8_t> header{'G', 'I', 'F', '8', '9', 'a'};
        append16(header, film.width);
        append16(header, film.height);
        header.insert(header.end(), {0x70, 0, 0});  // no global palette
        if (!film.once) {
            header.insert(header.end(), {0x21, 0xff, 11});
            for (const char c : std::string_view("NETSCAPE2.0"))
                header.push_back(static_cast<uint8_t>(c));
            header.insert(header.end(), {3, 1, 0, 0, 0});  // loop forever
        }
        file_.write(std::as_bytes(std::span(header)));
    }

    EncodedFrame encode(const FilmFrame& frame) const override {
        const IndexedFrame indexed = toIndexed(frame);
        const auto hundredths = [&](uint32_t n) { return frameStart(n, film_.framesPerSecond, 100.0); };
        const uint64_t delay = hundredths(frame.number + 1) - hundredths(frame.number);
        return {imageBlock(indexed, static_cast<int>(std::min<uint64_t>(delay, 0xffff))), indexed.area};
    }

    void append(uint32_t, EncodedFrame frame) override { file_.write(std::as_bytes(std::span(frame.bytes))); }

    void finish() override {
        file_.write(std::as_bytes(std::span(&kTrailer, 1)));
        file_.commit();
    }

  private:
    IndexedFrame toIndexed(const FilmFrame& frame) const {
        const PixelView& pixels = frame.pixels;
        IndexedFrame indexed;
        if (film_.transparent)
            indexed.area = visibleArea(pixels, kMinAlpha);
        else if (frame.before)
            indexed.area = changedArea(pixels, *frame.before);
        else
            indexed.area = {0, 0, pixels.width, pixels.height};
        if (indexed.area.width == 0) indexed.area = {0, 0, 1, 1};
        const auto [left, top, width, height] = indexed.area;
        std::vector<uint8_t> rgba;
        const auto used = std::make_unique<bool[]>(size_t{width} * height);
        for (uint32_t y = 0; y < height; ++y)
            for (uint32_t x = 0; x < width; ++x) {
                const size_t at = (size_t{top + y} * pixels.width + left + x) * 4;
                const uint8_t* pixel = &pixels.rgba[at];
                const bool unchanged =
                    !film_.transparent && frame.before && std::equal(pixel, pixel + 4, &frame.before->rgba[at]);
                used[size_t{y} * width + x] = !unchanged && pixel[3] >= kMinAlpha;
                rgba.insert(rgba.end(), pixel, pixel + 4);
            }
        GifPalette palette(rgba, {used.get(), size_t{width} * height});
        indexed.colors.assign(palette.colors().begin(), palette.colors().end());
        indexed.indices.assign(size_t{width} * height, kTransparent);
        for (uint32_t y = 0; y < height; ++y)
            for (uint32_t x = 0; x < width; ++x) {
                const size_t at = size_t{y} * width + x;
                const auto value = [&](size_t channel) { return dithered(rgba[4 * at + channel], left + x, top + y); };
                if (used[at]) indexed.indices[at] = palette.nearest(value(0), value(1), value(2));
            }
        return indexed;
    }

    /// The blocks of a frame: a file with this frame only, without its header and trailer.
    std::vector<uint8_t> imageBlock(const IndexedFrame& frame, int delayHundredths) const {
        std::vector<uint8_t> bytes;
        int error = 0;
        GifFileType* gif = EGifOpen(&bytes, appendBytes, &error);
        if (!gif) fail(error);
        const std::unique_ptr<ColorMapObject, decltype(&GifFreeMapObject)> colors(
            GifMakeMapObject(kPaletteSize, nullptr), GifFreeMapObject);
        const bool written = colors && write(*gif, *colors, frame, delayHundredths);
        const int fault = gif->Error;
        if (EGifCloseFile(gif, &error) == GIF_ERROR || !written) fail(written ? error : fault);
        return {bytes.begin() + kHeaderBytes, bytes.end() - 1};
    }

    bool write(GifFileType& gif, ColorMapObject& colors, const IndexedFrame& frame, int delayHundredths) const {
        for (size_t i = 0; i < frame.colors.size(); ++i)
            colors.Colors[i] = {frame.colors[i][0], frame.colors[i][1], frame.colors[i][2]};
        EGifSetGifVersion(&gif, true);
        const auto sideOf = [](uint32_t side) { return static_cast<int>(side); };
        const Area& area = frame.area;
        GraphicsControlBlock control{
            .DisposalMode = film_.transparent ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT,
            .UserInputFlag = false,
            .DelayTime = delayHundredths,
            .TransparentColor = kTransparent,
        };
        std::array<GifByteType, 4> extension{};
        EGifGCBToExtension(&control, extension.data());
        if (EGifPutScreenDesc(&gif, sideOf(film_.width), sideOf(film_.height), 8, 0, nullptr) == GIF_ERROR ||
            EGifPutExtension(&gif, GRAPHICS_EXT_FUNC_CODE, extension.size(), extension.data()) == GIF_ERROR ||
            EGifPutImageDesc(&gif, sideOf(area.x), sideOf(area.y), sideOf(area.width), sideOf(area.height), false,
                             &colors) == GIF_ERROR)
            return false;
        std::vector<uint8_t> row(area.width);
        for (uint32_t y = 0; y < area.height; ++y) {
            std::copy_n(&frame.indices[size_t{y} * area.width], area.width, row.begin());
            if (EGifPutLine(&gif, row.data(), sideOf(area.width)) == GIF_ERROR) return false;
        }
        return true;
    }

    [[noreturn]] void fail(int error) const {
        const char* cause = GifErrorString(error);
        throw Error(Exit::output, fmt::format("{}: giflib: {}", film_.output, cause ? cause : "out of memory"));
    }

    Film film_;
    AtomicFile file_;
};

}  // namespace

std::unique_ptr<FilmWriter> makeGifFilm(const Film& film) {
    return std::make_unique<GifFilm>(film);
}

}  // namespace sinew
