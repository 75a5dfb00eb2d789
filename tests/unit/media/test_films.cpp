#include "media/film.h"

#include <gif_lib.h>
#include <webp/demux.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>

#include "base/error.h"
#include "media/film_queue.h"
#include "media/yuv.h"
#include "support/catch.h"
#include "support/read_file.h"
#include "support/temporary_folder.h"

using namespace sinew;

namespace {

constexpr uint32_t kWidth = 37, kHeight = 21;
constexpr uint32_t kFrames = 6;

/// A square that moves over a gradient, or over a transparent background.
std::shared_ptr<const Pixels> picture(uint32_t number, bool transparent) {
    auto pixels = std::make_shared<Pixels>(Pixels{kWidth, kHeight, {}});
    for (uint32_t y = 0; y < kHeight; ++y)
        for (uint32_t x = 0; x < kWidth; ++x) {
            const bool inside = x >= 3 * number && x < 3 * number + 7 && y > 4 && y < 15;
            const uint8_t alpha = inside || !transparent ? 255 : 0;
            for (const uint32_t value :
                 {inside ? 220u : alpha / 255 * 6 * x, inside ? 40u : alpha / 255 * 100u, inside ? 9 * y : 0u})
                pixels->rgba.push_back(static_cast<uint8_t>(value));
            pixels->rgba.push_back(alpha);
        }
    return pixels;
}

void writeFilm(const Film& film, uint32_t frames = kFrames, uint32_t first = 0) {
    const std::unique_ptr<FilmWriter> writer = makeFilmWriter(film);
    FilmQueue queue(*writer);
    for (uint32_t i = 0; i < frames; ++i)
        queue.add(first + i, picture(i, film.transparent));
    queue.finish();
}

/// The largest visible difference of a channel between two pictures.
int largestDifference(const uint8_t* shown, const Pixels& expected) {
    int largest = 0;
    for (size_t i = 0; i < expected.rgba.size(); i += 4) {
        if (shown[i + 3] == 0 && expected.rgba[i + 3] == 0) continue;
        for (size_t channel = 0; channel < 4; ++channel)
            largest = std::max(largest, std::abs(shown[i + channel] - expected.rgba[i + channel]));
    }
    return largest;
}

/// Calls look(RGBA pixels, delay in 1/100 s) for each frame of a GIF, as a viewer would show it.
template <typename Look>
void playGif(const std::filesystem::path& path, const Look& look) {
    int error = 0;
    GifFileType* gif = DGifOpenFileName(path.c_str(), &error);
    REQUIRE(gif);
    REQUIRE(DGifSlurp(gif) == GIF_OK);
    const auto width = static_cast<size_t>(gif->SWidth), height = static_cast<size_t>(gif->SHeight);
    std::vector<uint8_t> canvas(width * height * 4);
    for (int i = 0; i < gif->ImageCount; ++i) {
        const SavedImage& image = gif->SavedImages[i];
        GraphicsControlBlock control{};
        REQUIRE(DGifSavedExtensionToGCB(gif, i, &control) == GIF_OK);
        const auto left = static_cast<size_t>(image.ImageDesc.Left), top = static_cast<size_t>(image.ImageDesc.Top);
        const auto across = static_cast<size_t>(image.ImageDesc.Width),
                   down = static_cast<size_t>(image.ImageDesc.Height);
        for (size_t y = 0; y < down; ++y)
            for (size_t x = 0; x < across; ++x) {
                const GifByteType number = image.RasterBits[y * across + x];
                if (number == control.TransparentColor) continue;
                const GifColorType color = image.ImageDesc.ColorMap->Colors[number];
                const std::array<uint8_t, 4> pixel{color.Red, color.Green, color.Blue, 255};
                std::copy(pixel.begin(), pixel.end(), &canvas[((top + y) * width + left + x) * 4]);
            }
        look(canvas, control.DelayTime);
        if (control.DisposalMode != DISPOSE_BACKGROUND) continue;
        for (size_t y = 0; y < down; ++y)
            std::memset(&canvas[((top + y) * width + left) * 4], 0, across * 4);
    }
    DGifCloseFile(gif, &error);
}

}  // namespace

TEST_CASE("A WebP film has each frame unchanged, with its duration") {
    const TemporaryFolder folder;
    const bool transparent = GENERATE(false, true);
    const std::filesystem::path path = folder / "a.webp";
    writeFilm({path.string(), FilmFormat::webp, kWidth, kHeight, 24.0, transparent});
    const std::string bytes = readFile(path);
    const WebPData data{reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()};
    WebPAnimDecoder* decoder = WebPAnimDecoderNew(&data, nullptr);
    REQUIRE(decoder);
    uint32_t frame = 0;
    uint8_t* shown = nullptr;
    int end = 0;
    for (; WebPAnimDecoderGetNext(decoder, &shown, &end); ++frame) {
        CHECK(largestDifference(shown, *picture(frame, transparent)) == 0);
        CHECK(end == static_cast<int>(frameStart(frame + 1, 24.0, 1000.0)));
    }
    CHECK(frame == kFrames);
    WebPAnimDecoderDelete(decoder);
}

TEST_CASE("A film of one frame is a still WebP") {
    const TemporaryFolder folder;
    writeFilm({folder / "a.webp", FilmFormat::webp, kWidth, kHeight}, 1);
    const std::string bytes = readFile(folder / "a.webp");
    CHECK(bytes.find("ANIM") == std::string::npos);
    CHECK(bytes.substr(8, 4) == "WEBP");
}

TEST_CASE("A GIF film has each frame within its color error and clears the previous one") {
    const TemporaryFolder folder;
    const bool transparent = GENERATE(false, true);
    writeFilm({folder / "a.gif", FilmFormat::gif, kWidth, kHeight, 30.0, transparent});
    uint32_t frame = 0;
    int hundredths = 0;
    playGif(folder / "a.gif", [&](const std::vector<uint8_t>& shown, int delay) {
        CHECK(largestDifference(shown.data(), *picture(frame, transparent)) <= 8);
        hundredths += delay;
        ++frame;
        CHECK(hundredths == static_cast<int>(frameStart(frame, 30.0, 100.0)));
    });
    CHECK(frame == kFrames);
    CHECK((readFile(folder / "a.gif").find("NETSCAPE2.0") != std::string::npos));
    writeFilm({folder / "b.gif", FilmFormat::gif, kWidth, kHeight, 30.0, transparent, true});
    CHECK((readFile(folder / "b.gif").find("NETSCAPE2.0") == std::string::npos));
}

TEST_CASE("A frame equal to its predecessor keeps its duration") {
    const TemporaryFolder folder;
    const FilmFormat format = GENERATE(FilmFormat::webp, FilmFormat::gif);
    const Film film{folder / "a", format, kWidth, kHeight};
    const std::unique_ptr<FilmWriter> writer = makeFilmWriter(film);
    const Pixels still = *picture(1, false);
    const EncodedFrame first = writer->encode({0, still, std::nullopt}),
                       same = writer->encode({1, still, PixelView(still)});
    CHECK(first.area == Area{0, 0, kWidth, kHeight});
    CHECK(same.area == Area{0, 0, 1, 1});
    CHECK(same.bytes.size() < first.bytes.size());
}

TEST_CASE("Equal frames give equal films for any number of threads") {
    const TemporaryFolder folder;
    const FilmFormat format = GENERATE(FilmFormat::webp, FilmFormat::gif, FilmFormat::y4m);
    for (const char* name : {"a", "b"})
        writeFilm({folder / name, format, kWidth, kHeight});
    CHECK((readFile(folder / "a") == readFile(folder / "b")));
    CHECK(readFile(folder / "a").size() > 100);
}

TEST_CASE("A Y4M film has its size, rate and color range in the header, and complete planes") {
    const TemporaryFolder folder;
    writeFilm({folder / "a.y4m", FilmFormat::y4m, kWidth, kHeight, 23.976}, 2);
    const std::string bytes = readFile(folder / "a.y4m");
    const std::string header =
        "YUV4MPEG2 W38 H22 F24000:1001 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED XMATRIX=BT709\nFRAME\n";
    CHECK(bytes.substr(0, header.size()) == header);
    CHECK(bytes.size() == header.size() + 6 + 2 * (38 * 22 * 3 / 2));
}

TEST_CASE("Colors are BT.709 in limited range") {
    const auto planes = [](std::array<uint8_t, 4> color) {
        Pixels pixels{2, 2, std::vector<uint8_t>(16)};
        for (size_t i = 0; i < pixels.rgba.size(); ++i)
            pixels.rgba[i] = color[i % 4];
        const std::vector<uint8_t> yuv = yuv420From(pixels, false);
        REQUIRE(yuv.size() == 6);
        return std::array<int, 3>{yuv[0], yuv[4], yuv[5]};
    };
    // ITU-R BT.709-6, item 3.2: 100 % of each.
    CHECK(planes({255, 255, 255, 255}) == std::array<int, 3>{235, 128, 128});
    CHECK(planes({0, 0, 0, 255}) == std::array<int, 3>{16, 128, 128});
    CHECK(planes({255, 0, 0, 255}) == std::array<int, 3>{63, 102, 240});
    CHECK(planes({0, 255, 0, 255}) == std::array<int, 3>{173, 42, 26});
    CHECK(planes({0, 0, 255, 255}) == std::array<int, 3>{32, 240, 118});
}

TEST_CASE("Transparent pixels do not bleed into their neighbors") {
    const Pixels pixels{2, 1, {255, 0, 0, 255, 0, 0, 0, 0}};
    const std::vector<uint8_t> yuv = yuv420From(pixels, true);
    REQUIRE(yuv.size() == 10);
    CHECK(int{yuv[4]} == 102);
    CHECK(int{yuv[5]} == 240);
    CHECK(std::vector<uint8_t>(yuv.begin() + 6, yuv.end()) == std::vector<uint8_t>{255, 0, 255, 0});
}

TEST_CASE("Film and television frame rates are fractions") {
    const auto rate = [](double framesPerSecond) {
        const FrameRate made = frameRateFrom(framesPerSecond);
        return std::pair(made.frames, made.seconds);
    };
    CHECK(rate(30.0) == std::pair(30u, 1u));
    CHECK(rate(23.976) == std::pair(24000u, 1001u));
    CHECK(rate(29.97) == std::pair(30000u, 1001u));
    CHECK(rate(59.94) == std::pair(60000u, 1001u));
    CHECK(rate(12.5) == std::pair(25u, 2u));
    CHECK(rate(0.5) == std::pair(1u, 2u));
}

TEST_CASE("A format is found by file extension, ignoring case") {
    CHECK(findFilmFormat(".WebP") == FilmFormat::webp);
    CHECK(findFilmFormat("mkv") == FilmFormat::mkv);
    CHECK_FALSE(findFilmFormat(".jpg"));
    CHECK_FALSE(findFilmFormat(""));
    CHECK(filmFormatNames() == std::vector<std::string_view>{"png", "webp", "gif", "y4m", "mp4", "webm", "mkv"});
}

TEST_CASE("An unfinished film leaves the old file") {
    const TemporaryFolder folder;
    const FilmFormat format = GENERATE(FilmFormat::webp, FilmFormat::gif, FilmFormat::y4m);
    std::ofstream(folder / "a") << "old";
    {
        const std::unique_ptr<FilmWriter> writer = makeFilmWriter({folder / "a", format, kWidth, kHeight});
        FilmQueue queue(*writer);
        queue.add(0, picture(0, false));
        queue.add(1, picture(1, false));
    }
    CHECK(readFile(folder / "a") == "old");
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}
