#include "media/film.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "media/png.h"
#include "media/sequence.h"
#include "media/yuv.h"

namespace sinew {
namespace {

/// One PNG file per frame.
class PngFilm : public FilmWriter {
  public:
    explicit PngFilm(const Film& film) : name_(parsePictureName(film.output)) {}

    EncodedFrame encode(const FilmFrame& frame) const override { return {encodePng(frame.pixels), {}}; }
    void append(uint32_t number, EncodedFrame frame) override {
        writeFileAtomically(name_.path(number), std::as_bytes(std::span(frame.bytes)));
    }
    void finish() override {}

  private:
    PictureName name_;
};

/// YUV4MPEG2 (yuv4mpeg(5) of the MJPEG Tools): a header line, then the planes of each frame.
class Y4mFilm : public FilmWriter {
  public:
    explicit Y4mFilm(const Film& film) : file_(film.output) {
        const FrameRate rate = frameRateFrom(film.framesPerSecond);
        // 420jpeg names the chroma siting, in the center of four pixels, not the range.
        write(fmt::format("YUV4MPEG2 W{} H{} F{}:{} Ip A1:1 C420jpeg XCOLORRANGE=LIMITED XMATRIX=BT709\n",
                          evenSide(film.width), evenSide(film.height), rate.frames, rate.seconds));
    }

    EncodedFrame encode(const FilmFrame& frame) const override { return {yuv420From(frame.pixels, false), {}}; }
    void append(uint32_t, EncodedFrame frame) override {
        write("FRAME\n");
        file_.write(std::as_bytes(std::span(frame.bytes)));
    }
    void finish() override { file_.commit(); }

  private:
    void write(std::string_view text) { file_.write(std::as_bytes(std::span(text))); }

    AtomicFile file_;
};

struct FormatRow {
    FilmTraits traits;
    std::unique_ptr<FilmWriter> (*make)(const Film& film);
};

template <typename Writer>
std::unique_ptr<FilmWriter> make(const Film& film) {
    return std::make_unique<Writer>(film);
}

// In the order of FilmFormat. GIF delays are hundredths of a second, and players turn a delay of 1 into 10.
constexpr FormatRow kFormats[] = {
    {{FilmFormat::png, "png", 16384, 1e6, true}, make<PngFilm>},
    {{FilmFormat::webp, "webp", 16383, 1000.0, true}, makeWebpFilm},
    {{FilmFormat::gif, "gif", 16384, 50.0, true}, makeGifFilm},
    {{FilmFormat::y4m, "y4m", 16384, 1000.0, false}, make<Y4mFilm>},
    {{FilmFormat::mp4, "mp4", 16384, 1000.0, false}, makeFfmpegFilm},
    {{FilmFormat::webm, "webm", 16384, 1000.0, true}, makeFfmpegFilm},
    {{FilmFormat::mkv, "mkv", 16384, 1000.0, false}, makeFfmpegFilm},
};

}  // namespace

const FilmTraits& traitsOf(FilmFormat format) {
    return kFormats[static_cast<size_t>(format)].traits;
}

std::optional<FilmFormat> findFilmFormat(std::string_view name) {
    if (name.starts_with('.')) name.remove_prefix(1);
    const auto isSame = [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); };
    for (const auto& [traits, make] : kFormats)
        if (std::ranges::equal(traits.name, name, isSame)) return traits.format;
    return std::nullopt;
}

std::vector<std::string_view> filmFormatNames() {
    std::vector<std::string_view> names;
    for (const auto& [traits, make] : kFormats)
        names.emplace_back(traits.name);
    return names;
}

std::unique_ptr<FilmWriter> makeFilmWriter(const Film& film) {
    return kFormats[static_cast<size_t>(film.format)].make(film);
}

uint64_t frameStart(uint32_t number, double framesPerSecond, double unitsPerSecond) {
    return static_cast<uint64_t>(std::llround(number * unitsPerSecond / framesPerSecond));
}

FrameRate frameRateFrom(double framesPerSecond) {
    constexpr double kTolerance = 5e-4;
    const double whole = std::round(framesPerSecond), ntsc = std::round(framesPerSecond * 1.001);
    if (whole >= 1.0 && std::abs(framesPerSecond - whole) < 1e-9) return {static_cast<uint32_t>(whole), 1};
    if (ntsc >= 1.0 && std::abs(framesPerSecond * 1.001 - ntsc) < kTolerance * ntsc / 10.0)
        return {static_cast<uint32_t>(ntsc) * 1000, 1001};
    constexpr uint32_t kSeconds = 100'000;
    const auto frames = static_cast<uint32_t>(std::max(1.0, std::round(framesPerSecond * kSeconds)));
    const uint32_t common = std::gcd(frames, kSeconds);
    return {frames / common, kSeconds / common};
}

}  // namespace sinew
