#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "media/pixels.h"

namespace sinew {

/// File format of a film. PNG writes one file per frame, all others one file.
enum class FilmFormat { png, webp, gif, y4m, mp4, webm, mkv };

/// Limits of a format.
struct FilmTraits {
    FilmFormat format;
    std::string_view name;  ///< file extension without the dot and value of --format: "webp"
    uint32_t maxSide;       ///< pixels
    double maxFramesPerSecond;
    bool transparent;  ///< supports alpha
};

const FilmTraits& traitsOf(FilmFormat format);

/// Finds a format by name or file extension ("webp", ".WebP").
std::optional<FilmFormat> findFilmFormat(std::string_view name);

/// "png", "webp" and so on.
std::vector<std::string_view> filmFormatNames();

struct Film {
    std::string output;  ///< path, or "-" for standard output; for PNG a name as in media/sequence.h
    FilmFormat format = FilmFormat::png;
    uint32_t width = 0;
    uint32_t height = 0;
    double framesPerSecond = 30.0;
    bool transparent = false;  ///< false: alpha is 255 everywhere
    bool once = false;         ///< animated images stop after the last frame instead of looping
};

struct FilmFrame {
    uint32_t number = 0;  ///< since the start of the clip; consecutive in a film
    PixelView pixels;
    std::optional<PixelView> before;  ///< previous frame of the film
};

/// A frame in the format of its film.
struct EncodedFrame {
    std::vector<uint8_t> bytes;
    Area area;  ///< the part of the picture that it covers, for formats with partial frames
};

/// Writes one film completely or not at all: an unfinished film leaves no file, and an existing file unchanged. For a
/// PNG sequence, this holds for each file. Equal frames give equal bytes.
class FilmWriter {
  public:
    FilmWriter() = default;
    FilmWriter(const FilmWriter&) = delete;
    FilmWriter& operator=(const FilmWriter&) = delete;
    virtual ~FilmWriter() = default;

    /// The slow part; thread-safe.
    virtual EncodedFrame encode(const FilmFrame& frame) const = 0;

    /// Expects the frames in order, one at a time. @throws Error(Exit::output, "PATH: cause").
    virtual void append(uint32_t number, EncodedFrame frame) = 0;

    /// Call after the last frame. @throws Error(Exit::output, "PATH: cause").
    virtual void finish() = 0;
};

/// @throws Error(Exit::output) if the output is not writable; Error(Exit::environment) if the format needs a program
/// that is not installed.
std::unique_ptr<FilmWriter> makeFilmWriter(const Film& film);

/// For makeFilmWriter(); ffmpeg writes MP4, WebM and Matroska.
std::unique_ptr<FilmWriter> makeWebpFilm(const Film& film);
std::unique_ptr<FilmWriter> makeGifFilm(const Film& film);
std::unique_ptr<FilmWriter> makeFfmpegFilm(const Film& film);

/// Start time of frame `number`, rounded to 1 / `unitsPerSecond` seconds.
uint64_t frameStart(uint32_t number, double framesPerSecond, double unitsPerSecond);

/// Frames per second as a reduced fraction; NTSC rates such as 29.97 become 30000/1001.
struct FrameRate {
    uint32_t frames = 30;
    uint32_t seconds = 1;
};
FrameRate frameRateFrom(double framesPerSecond);

}  // namespace sinew
