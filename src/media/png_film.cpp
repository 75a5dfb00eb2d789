#include <span>

#include "media/atomic_file.h"
#include "media/film_writers.h"
#include "media/png.h"
#include "media/sequence.h"

namespace sinew {
namespace {

/// A file for each frame.
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

}  // namespace

std::unique_ptr<FilmWriter> makePngFilm(const Film& film) {
    return std::make_unique<PngFilm>(film);
}

}  // namespace sinew
