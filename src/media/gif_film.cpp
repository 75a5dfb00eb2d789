#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gif_lib.h>

#include "error.h"
#include "media/atomic_file.h"
#include "media/film_writers.h"
#include "media/gif_palette.h"

namespace sinew {
namespace {

constexpr uint8_t kLeastAlpha = 128;  // a pixel of a GIF is there or it is not
constexpr size_t kHeaderBytes = 13;   // signature and logical screen
constexpr uint8_t kTrailer = 0x3b;
constexpr int kPaletteSize = 256;
constexpr int kTransparent = 255;

// Ordered dithering (Bayer, 1973): it stays where it is from frame to frame, and packs well.
constexpr int kDitherSide = 4;
constexpr std::array<std::array<int, kDitherSide>, kDitherSide> kDither{
    {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}};
constexpr int kDitherReach = 6;  // steps of 8 bits from the darkest to the brightest

uint8_t dithered(uint8_t value, uint32_t x, uint32_t y) {
    const int offset = (kDither[y % kDitherSide][x % kDitherSide] * 2 - 15) * kDitherReach / 32;
    return static_cast<uint8_t>(std::clamp(value + offset, 0, 255));
}

void append16(std::vector<uint8_t>& bytes, uint32_t value) {
    bytes.push_back(static_cast<uint8_t>(value));
    bytes.push_back(static_cast<uint8_t>(value >> 8));
}

int takeBytes(GifFileType* gif, const GifByteType* data, int size) {
    auto& bytes = *static_cast<std::vector<uint8_t>*>(gif->UserData);
    try {
        bytes.insert(bytes.end(), data, data + size);
    } catch (const std::bad_alloc&) {
        return 0;
    }
    return size;
}

/// A frame as numbers of colours.
struct Numbered {
    Area area;
    std::vector<uint8_t> numbers;  ///< of the area's pixels
    std::vector<std::array<uint8_t, 3>> colors;
};

/// GIF89a (CompuServe, 1990), with a palette for each frame. A frame of an opaque film covers what has changed, and is
/// transparent where nothing has; one of a transparent film is taken away before the next.
class GifFilm : public FilmWriter {
  public:
    explicit GifFilm(const Film& film) : film_(film), file_(film.output) {
        std::vector<uint8_t> header{'G', 'I', 'F', '8', '9', 'a'};
        append16(header, film.width);
        append16(header, film.height);
        header.insert(header.end(), {0x70, 0, 0});  // no palette for all
        if (!film.once) {
            header.insert(header.end(), {0x21, 0xff, 11});
            for (const char c : std::string_view("NETSCAPE2.0"))
                header.push_back(static_cast<uint8_t>(c));
            header.insert(header.end(), {3, 1, 0, 0, 0});  // again and again
        }
        file_.write(std::as_bytes(std::span(header)));
    }

    EncodedFrame encode(const FilmFrame& frame) const override {
        const Numbered numbered = number(frame);
        const auto hundredths = [&](uint32_t n) { return frameStart(n, film_.framesPerSecond, 100.0); };
        const uint64_t delay = hundredths(frame.number + 1) - hundredths(frame.number);
        return {imageBlock(numbered, static_cast<int>(std::min<uint64_t>(delay, 0xffff))), numbered.area};
    }

    void append(uint32_t, EncodedFrame frame) override { file_.write(std::as_bytes(std::span(frame.bytes))); }

    void finish() override {
        file_.write(std::as_bytes(std::span(&kTrailer, 1)));
        file_.commit();
    }

  private:
    Numbered number(const FilmFrame& frame) const {
        const PixelView& pixels = frame.pixels;
        Numbered numbered;
        if (film_.transparent)
            numbered.area = visibleArea(pixels, kLeastAlpha);
        else if (frame.before)
            numbered.area = changedArea(pixels, *frame.before);
        else
            numbered.area = {0, 0, pixels.width, pixels.height};
        if (numbered.area.width == 0) numbered.area = {0, 0, 1, 1};
        const auto [left, top, width, height] = numbered.area;
        std::vector<uint8_t> rgba;
        const auto used = std::make_unique<bool[]>(size_t{width} * height);
        for (uint32_t y = 0; y < height; ++y)
            for (uint32_t x = 0; x < width; ++x) {
                const size_t at = (size_t{top + y} * pixels.width + left + x) * 4;
                const uint8_t* pixel = &pixels.rgba[at];
                const bool same =
                    !film_.transparent && frame.before && std::equal(pixel, pixel + 4, &frame.before->rgba[at]);
                used[size_t{y} * width + x] = !same && pixel[3] >= kLeastAlpha;
                rgba.insert(rgba.end(), pixel, pixel + 4);
            }
        GifPalette palette(rgba, {used.get(), size_t{width} * height});
        numbered.colors.assign(palette.colors().begin(), palette.colors().end());
        numbered.numbers.assign(size_t{width} * height, kTransparent);
        for (uint32_t y = 0; y < height; ++y)
            for (uint32_t x = 0; x < width; ++x) {
                const size_t at = size_t{y} * width + x;
                const auto value = [&](size_t channel) { return dithered(rgba[4 * at + channel], left + x, top + y); };
                if (used[at]) numbered.numbers[at] = palette.nearest(value(0), value(1), value(2));
            }
        return numbered;
    }

    /// The frame's blocks: a file of it alone, without what stands before and behind.
    std::vector<uint8_t> imageBlock(const Numbered& frame, int delayHundredths) const {
        std::vector<uint8_t> bytes;
        int error = 0;
        GifFileType* gif = EGifOpen(&bytes, takeBytes, &error);
        if (!gif) fail(error);
        const std::unique_ptr<ColorMapObject, decltype(&GifFreeMapObject)> colors(
            GifMakeMapObject(kPaletteSize, nullptr), GifFreeMapObject);
        const bool written = colors && write(*gif, *colors, frame, delayHundredths);
        const int fault = gif->Error;
        if (EGifCloseFile(gif, &error) == GIF_ERROR || !written) fail(written ? error : fault);
        return {bytes.begin() + kHeaderBytes, bytes.end() - 1};
    }

    bool write(GifFileType& gif, ColorMapObject& colors, const Numbered& frame, int delayHundredths) const {
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
            std::copy_n(&frame.numbers[size_t{y} * area.width], area.width, row.begin());
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
