#include "app/filming.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <glm/gtc/constants.hpp>

#include "app/progress.h"
#include "app/say_events.h"
#include "app/setup.h"
#include "app/sheet.h"
#include "error.h"
#include "media/film_queue.h"
#include "media/sequence.h"

namespace sinew {
namespace {

constexpr double kMostClipFrames = 1e6;

double clipSeconds(const Stage& stage, std::optional<size_t> clip) {
    return clip ? stage.model().clips[*clip].durationSeconds : 0.0;
}

bool isOfAllClips(const Options& options, const Stage& stage) {
    return options.sheet && options.animation == kAllClips && !stage.model().clips.empty();
}

/// How many rows of the sheet are used: fewer than it has when there are fewer clips.
uint32_t sheetRows(const Options& options, const Stage& stage) {
    if (!isOfAllClips(options, stage)) return options.sheet->rows;
    return static_cast<uint32_t>(std::min<size_t>(stage.model().clips.size(), options.sheet->rows));
}

/// The camera of frame `number`, of the `turnFrames` in which it comes round.
Camera turned(Camera camera, uint32_t number, uint32_t turnFrames) {
    camera.yaw += glm::two_pi<float>() * static_cast<float>(number % turnFrames) / static_cast<float>(turnFrames);
    return camera;
}

Filmed filmFrames(const Options& options, Stage& stage, Painter& painter, const Painter::Take& take) {
    const uint32_t count = frameCount(options, stage);
    const uint32_t turnFrames = options.turnFrames > 0 ? options.turnFrames : count;
    const double start = options.timeSeconds.value_or(0.0);
    const Camera camera = makeCamera(options, stage, painter.aspect());
    const auto shotAt = [&](uint32_t i) {
        const uint32_t number = options.firstFrame + i;
        return Shot{.number = number,
                    .timeSeconds = start + number * options.speed / options.framesPerSecond,
                    .camera = options.turntable ? turned(camera, number, turnFrames) : camera};
    };
    return {.timings = painter.draw(stage, count, shotAt, take), .frames = count, .last = nullptr};
}

/// Draws one row of pictures of the clip that plays, or all rows, evenly over its duration.
void drawCells(const Options& options, Stage& stage, Painter& painter, uint32_t firstCell, uint32_t count,
               Sheet& sheet) {
    const std::optional<size_t> clip = stage.animator().clip();
    const std::string name = clip ? stage.model().clips[*clip].name : "rest pose";
    const double start = options.timeSeconds.value_or(0.0), step = clipSeconds(stage, clip) / count;
    stage.seek(start);
    const Camera camera = makeCamera(options, stage, painter.aspect());
    const auto timeOf = [&](uint32_t i) { return start + i * step * (options.speed < 0.0 ? -1.0 : 1.0); };
    const auto shotAt = [&](uint32_t i) {
        return Shot{i, timeOf(i), options.turntable ? turned(camera, i, count) : camera};
    };
    painter.draw(stage, count, shotAt, [&](uint32_t i, const std::shared_ptr<const Pixels>& pixels) {
        sheet.place(firstCell + i, *pixels, clip ? fmt::format("{}  {:.2f} s", name, timeOf(i)) : name);
    });
}

Filmed filmSheet(const Options& options, Stage& stage, Painter& painter, const Painter::Take& take) {
    const uint32_t columns = options.sheet->columns;
    if (!isOfAllClips(options, stage)) {
        Sheet sheet(columns, options.sheet->rows, options.width, options.height);
        drawCells(options, stage, painter, 0, columns * options.sheet->rows, sheet);
        take(0, std::make_shared<Pixels>(sheet.pixels()));
        return {.timings = {}, .frames = 1, .last = nullptr};
    }
    const auto clips = static_cast<uint32_t>(stage.model().clips.size());
    const uint32_t rows = sheetRows(options, stage);
    const uint32_t pages = (clips + rows - 1) / rows;
    for (uint32_t page = 0; page < pages; ++page) {
        Sheet sheet(columns, rows, options.width, options.height);
        for (uint32_t row = 0; row < rows && page * rows + row < clips; ++row) {
            stage.animator().play(page * rows + row);
            drawCells(options, stage, painter, row * columns, columns, sheet);
        }
        take(page, std::make_shared<Pixels>(sheet.pixels()));
    }
    return {.timings = {}, .frames = pages, .last = nullptr};
}

}  // namespace

uint32_t frameCount(const Options& options, Stage& stage) {
    if (!options.wholeClip) return options.frames;
    const double speed = std::abs(options.speed) > 0.0 ? std::abs(options.speed) : 1.0;
    const double seconds = clipSeconds(stage, stage.animator().clip()) / speed;
    return static_cast<uint32_t>(std::clamp(std::round(seconds * options.framesPerSecond), 1.0, kMostClipFrames));
}

std::unique_ptr<FilmWriter> makeWriter(const Options& options, const Stage& stage) {
    if (options.output.empty()) return nullptr;
    Film film{.output = options.output,
              .format = options.format,
              .width = options.width,
              .height = options.height,
              .framesPerSecond = options.framesPerSecond,
              .transparent = options.background && (*options.background)[3] < 255,
              .once = options.once};
    if (options.sheet) {
        const uint32_t rows = sheetRows(options, stage);
        film.width *= options.sheet->columns;
        film.height *= rows;
        const size_t clips = stage.model().clips.size();
        const bool takesPages =
            options.format != FilmFormat::png || (options.output != "-" && parsePictureName(options.output).numbered);
        if (isOfAllClips(options, stage) && clips > rows && !takesPages)
            throw Error(Exit::usage,
                        fmt::format("--sheet: the model has {} clips; use {}x{}, or a name such as sheet_%d.png for "
                                    "several sheets",
                                    clips, options.sheet->columns, clips));
    }
    return makeFilmWriter(film);
}

Filmed film(const Options& options, Stage& stage, Painter& painter, FilmWriter* writer) {
    std::optional<FilmQueue> queue;
    if (writer) queue.emplace(*writer);
    Progress progress("frames", writer && !options.sheet && options.batch.empty() ? frameCount(options, stage) : 0);
    std::shared_ptr<const Pixels> last;
    Painter::Take take;
    if (writer || !options.reference.empty())
        take = [&](uint32_t number, std::shared_ptr<const Pixels> pixels) {
            last = pixels;
            if (queue) queue->add(number, std::move(pixels));
            progress.step();
        };
    Filmed filmed =
        options.sheet ? filmSheet(options, stage, painter, take) : filmFrames(options, stage, painter, take);
    if (queue) queue->finish();
    progress.finish(options.output);
    sayEvents(stage);
    filmed.last = std::move(last);
    return filmed;
}

}  // namespace sinew
