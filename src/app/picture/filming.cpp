#include "app/picture/filming.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <glm/gtc/constants.hpp>

#include "app/picture/font.h"
#include "app/picture/progress.h"
#include "app/picture/setup.h"
#include "app/report/messages.h"
#include "base/error.h"
#include "media/film_queue.h"
#include "media/sequence.h"

namespace sinew {
namespace {

constexpr double kMostClipFrames = 1e5;  // an hour of 28 frames per second

// Labels of a contact sheet.
constexpr float kTitleMargin = 5.0f;  // pixels from the text to the cell's edges, at a text scale of 1
constexpr uint32_t kLargeCell = 400;  // from this height in pixels on, the text is twice as large

double clipSeconds(const Stage& stage, std::optional<size_t> clip) {
    return clip ? stage.model().clips[*clip].durationSeconds : 0.0;
}

bool showsAllClips(const SheetGrid& grid, const Stage& stage) {
    return grid.allClips && !stage.model().clips.empty();
}

/// Number of rows in use: fewer than in the grid if there are fewer clips.
uint32_t sheetRows(const SheetGrid& grid, const Stage& stage) {
    if (!showsAllClips(grid, stage)) return grid.cells.height;
    return static_cast<uint32_t>(std::min<size_t>(stage.model().clips.size(), grid.cells.height));
}

Camera makeCamera(const ViewSettings& view, Stage& stage) {
    return makeCamera(view.camera, stage, viewAspect(stage, {view.size.width, view.size.height}));
}

/// The camera of frame `number` of a turn in `turnFrames` frames.
Camera turned(Camera camera, uint32_t number, uint32_t turnFrames) {
    camera.yaw += glm::two_pi<float>() * static_cast<float>(number % turnFrames) / static_cast<float>(turnFrames);
    return camera;
}

/// A contact sheet: a grid of pictures of one size, each with a label in its lower left corner.
class Sheet {
  public:
    Sheet(uint32_t columns, uint32_t rows, const Size& cell)
        : columns_(columns), width_(cell.width), height_(cell.height), pixels_{columns * width_, rows * height_, {}} {
        pixels_.rgba.resize(size_t{4} * pixels_.width * pixels_.height);
    }

    /// Places a picture of the cells' size. Cells are counted row by row from the upper left.
    void place(uint32_t cell, PixelView picture, std::string_view label, float textSize) {
        const uint32_t left = cell % columns_ * width_, top = cell / columns_ * height_, bottom = top + height_;
        for (uint32_t y = 0; y < height_; ++y)
            std::copy_n(&picture.rgba[size_t{y} * picture.width * 4], size_t{width_} * 4,
                        &pixels_.rgba[(size_t{top + y} * pixels_.width + left) * 4]);
        const float scale = textSize * (height_ >= kLargeCell ? 2.0f : 1.0f);
        const auto margin = static_cast<uint32_t>(kTitleMargin * scale),
                   lines = static_cast<uint32_t>(std::ceil(kTextPixels * scale));
        const TextArea area{left + margin, bottom - std::min(height_, lines + margin), left + width_, bottom};
        writeText(pixels_, area, label, scale);
    }

    const Pixels& pixels() const { return pixels_; }

  private:
    uint32_t columns_, width_, height_;  ///< the size is of a cell
    Pixels pixels_;
};

Filmed filmFrames(const RenderJob& job, const Frames& frames, Stage& stage, Painter& painter,
                  const Painter::Take& take) {
    const uint32_t count = frameCount(frames, stage);
    const uint32_t turnFrames = frames.turnFrames > 0 ? frames.turnFrames : count;
    const PlayRequest& play = job.view.load.play;
    const Camera camera = makeCamera(job.view, stage);
    const auto shotAt = [&](uint32_t i) {
        const uint32_t number = frames.first + i;
        return Shot{.number = number,
                    .timeSeconds = play.timeSeconds.value_or(0.0) + number * play.settings.speed / frames.perSecond,
                    .camera = job.view.camera.turntable ? turned(camera, number, turnFrames) : camera};
    };
    return {.timings = painter.draw(stage, count, shotAt, take), .frames = count, .last = nullptr};
}

/// Draws `count` pictures of the clip that plays, at times spread evenly over its duration.
void drawCells(const RenderJob& job, Stage& stage, Painter& painter, uint32_t firstCell, uint32_t count, Sheet& sheet) {
    const std::optional<size_t> clip = stage.animator().clip();
    const std::string name = clip ? stage.model().clips[*clip].name : "rest pose";
    const PlayRequest& play = job.view.load.play;
    const double start = play.timeSeconds.value_or(0.0), step = clipSeconds(stage, clip) / count;
    stage.seek(start);
    const Camera camera = makeCamera(job.view, stage);
    const auto timeOf = [&](uint32_t i) { return start + i * step * (play.settings.speed < 0.0 ? -1.0 : 1.0); };
    const auto shotAt = [&](uint32_t i) {
        return Shot{i, timeOf(i), job.view.camera.turntable ? turned(camera, i, count) : camera};
    };
    painter.draw(stage, count, shotAt, [&](uint32_t i, const std::shared_ptr<const Pixels>& pixels) {
        sheet.place(firstCell + i, *pixels, clip ? fmt::format("{}  {:.2f} s", name, timeOf(i)) : name,
                    job.view.textSize);
    });
}

/// A row of cells for each clip, on as many sheets as needed, or a single sheet of the current clip.
Filmed filmSheet(const RenderJob& job, const SheetGrid& grid, Stage& stage, Painter& painter,
                 const Painter::Take& take) {
    const bool ofAllClips = showsAllClips(grid, stage);
    const auto clips = ofAllClips ? static_cast<uint32_t>(stage.model().clips.size()) : 1;
    const uint32_t columns = grid.cells.width, rows = sheetRows(grid, stage);
    const uint32_t clipsPerPage = ofAllClips ? rows : 1, cellsPerClip = columns * rows / clipsPerPage;
    const uint32_t pages = (clips + clipsPerPage - 1) / clipsPerPage;
    for (uint32_t page = 0; page < pages; ++page) {
        Sheet sheet(columns, rows, job.view.size);
        for (uint32_t i = 0; i < clipsPerPage && page * clipsPerPage + i < clips; ++i) {
            if (ofAllClips) stage.play(page * clipsPerPage + i);
            drawCells(job, stage, painter, i * cellsPerClip, cellsPerClip, sheet);
        }
        take(page, std::make_shared<Pixels>(sheet.pixels()));
    }
    return {.timings = {}, .frames = pages, .last = nullptr};
}

void checkPages(const RenderJob& job, const SheetGrid& grid, const Stage& stage) {
    const size_t clips = stage.model().clips.size();
    const bool takesPages =
        job.format != FilmFormat::png || (job.output != "-" && parsePictureName(job.output).numbered);
    if (showsAllClips(grid, stage) && clips > sheetRows(grid, stage) && !takesPages)
        throw Error(Exit::usage,
                    fmt::format("--sheet: the model has {} clips; use {}x{}, or a numbered name such as sheet_%d.png",
                                clips, grid.cells.width, clips));
}

}  // namespace

uint32_t frameCount(const Frames& frames, const Stage& stage) {
    if (frames.count) return *frames.count;
    const double speed = std::abs(stage.animator().speed()) > 0.0 ? std::abs(stage.animator().speed()) : 1.0;
    const double seconds = clipSeconds(stage, stage.animator().clip()) / speed;
    const double count = std::max(std::round(seconds * frames.perSecond), 1.0);
    if (!(count <= kMostClipFrames))
        throw Error(
            Exit::input,
            fmt::format("{}: the clip of {:.6g} s makes a film of {:.0f} frames; at most {:.0f} without --frames",
                        stage.report().file, seconds, count, kMostClipFrames));
    return static_cast<uint32_t>(count);
}

std::unique_ptr<FilmWriter> makeWriter(const RenderJob& job, const Stage& stage) {
    if (job.output.empty()) return nullptr;
    const auto& background = job.view.look.background;
    Film film{.output = job.output,
              .format = job.format,
              .width = job.view.size.width,
              .height = job.view.size.height,
              .transparent = background && background->a < 1.0f,
              .once = job.view.load.play.settings.repeat == Repeat::once};
    if (const auto* frames = std::get_if<Frames>(&job.shots)) {
        frameCount(*frames, stage);  // refuses too many, before anything is drawn
        film.framesPerSecond = frames->perSecond;
    }
    if (const auto* grid = std::get_if<SheetGrid>(&job.shots)) {
        checkPages(job, *grid, stage);
        film.width *= grid->cells.width;
        film.height *= sheetRows(*grid, stage);
    }
    return makeFilmWriter(film);
}

Filmed film(const RenderJob& job, Stage& stage, Painter& painter, FilmWriter* writer, bool reportsProgress) {
    const auto* frames = std::get_if<Frames>(&job.shots);
    std::optional<FilmQueue> queue;
    if (writer) queue.emplace(*writer);
    Progress progress("frames", writer && frames && reportsProgress ? frameCount(*frames, stage) : 0);
    std::shared_ptr<const Pixels> last;
    Painter::Take take;
    if (writer || job.reference)
        take = [&](uint32_t number, std::shared_ptr<const Pixels> pixels) {
            last = pixels;
            if (queue) queue->add(number, std::move(pixels));
            progress.step();
        };
    Filmed filmed = frames ? filmFrames(job, *frames, stage, painter, take)
                           : filmSheet(job, std::get<SheetGrid>(job.shots), stage, painter, take);
    if (queue) queue->finish();
    progress.finish(job.output);
    printEvents(stage);
    filmed.last = std::move(last);
    return filmed;
}

}  // namespace sinew
