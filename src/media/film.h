#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "media/changed_area.h"
#include "media/pixels.h"

namespace sinew {

/// What pictures that follow each other are written as. In PNG each is a file of its own; all others are one file.
enum class FilmFormat { png, webp, gif, y4m, mp4, webm, mkv };

/// What a format can do.
struct FilmTraits {
    FilmFormat format;
    std::string_view name;  ///< "webp": the ending of its files without the dot, and what --format takes
    uint32_t mostPixelsASide;
    double mostFramesPerSecond;
    bool transparent;  ///< pixels may be transparent
};

const FilmTraits& traitsOf(FilmFormat format);

/// The format of that name or ending ("webp", ".WebP"); none when there is no such format.
std::optional<FilmFormat> findFilmFormat(std::string_view name);

/// "png, webp, ..., mkv"
std::string filmFormatNames();

struct Film {
    std::string output;  ///< path, "-" for the standard output; for PNG a name as media/sequence.h has it
    FilmFormat format = FilmFormat::png;
    uint32_t width = 0;
    uint32_t height = 0;
    double framesPerSecond = 30.0;
    bool transparent = false;  ///< pixels may be; else all alpha is 255
    bool once = false;         ///< animated pictures stop after the last frame, instead of beginning again
};

struct FilmFrame {
    uint32_t number = 0;  ///< from the clip's beginning; those of a film follow each other
    PixelView pixels;
    std::optional<PixelView> before;  ///< the film's frame before it
};

/// A frame as the format stores it.
struct EncodedFrame {
    std::vector<uint8_t> bytes;
    Area area;  ///< what of the picture it covers, where the format cares
};

/// Writes one film, whole or not at all: what was not finished leaves no file, and an older file as it was. The
/// pictures of a PNG sequence are whole or not there, each by itself. Equal frames give equal bytes.
class FilmWriter {
  public:
    FilmWriter() = default;
    FilmWriter(const FilmWriter&) = delete;
    FilmWriter& operator=(const FilmWriter&) = delete;
    virtual ~FilmWriter() = default;

    /// The long part, which many threads do at once.
    virtual EncodedFrame encode(const FilmFrame& frame) const = 0;

    /// Takes the frames in their order, one at a time. @throws Error(Exit::output, "PATH: cause").
    virtual void append(uint32_t number, EncodedFrame frame) = 0;

    /// After the last. @throws Error(Exit::output, "PATH: cause").
    virtual void finish() = 0;
};

/// @throws Error(Exit::output) when nothing can be written there; Error(Exit::environment) when the format needs a
/// program that this system has not.
std::unique_ptr<FilmWriter> makeFilmWriter(const Film& film);

/// When frame `number` begins, in whole units of which a second has `unitsPerSecond`.
uint64_t frameStart(uint32_t number, double framesPerSecond, double unitsPerSecond);

/// Frames a second as a fraction, lowest terms; 29.97 and its like are 30000/1001.
struct FrameRate {
    uint32_t frames = 30;
    uint32_t seconds = 1;
};
FrameRate frameRateFrom(double framesPerSecond);

}  // namespace sinew
