#include <span>
#include <string_view>

#include <fmt/format.h>

#include "media/atomic_file.h"
#include "media/film_writers.h"
#include "media/yuv.h"

namespace sinew {
namespace {

/// YUV4MPEG2 (the MJPEG Tools' yuv4mpeg(5)): a line, then the planes of frame after frame.
class Y4mFilm : public FilmWriter {
  public:
    explicit Y4mFilm(const Film& film) : file_(film.output) {
        const FrameRate rate = frameRateFrom(film.framesPerSecond);
        // 420jpeg is where the colour lies, in the middle of four pixels, not the range.
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

}  // namespace

std::unique_ptr<FilmWriter> makeY4mFilm(const Film& film) {
    return std::make_unique<Y4mFilm>(film);
}

}  // namespace sinew
