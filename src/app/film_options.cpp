#include "app/film_options.h"

#include <string>

#include <fmt/format.h>

#include "app/batch_names.h"
#include "app/option_values.h"
#include "error.h"
#include "media/sequence.h"

namespace sinew {
namespace {

constexpr uint32_t kSheetWidth = 320, kSheetHeight = 180;

using IsGiven = std::function<bool(std::string_view)>;

void settleFormat(Options& options, const IsGiven& given) {
    const std::string ending = endingOf(options.output);
    if (options.output == "-" || ending.empty()) return;
    const std::optional<FilmFormat> format = findFilmFormat(ending);
    if (given("--format")) {
        if (format && *format != options.format)
            refuseUsage(
                fmt::format("--format: {} is not what {} ends with; end the name with .{}, or leave out --format",
                            traitsOf(options.format).name, inQuotes(options.output), traitsOf(options.format).name));
        return;
    }
    if (!format)
        refuseUsage(
            fmt::format("--output: {}: nothing is written as {}; end the name with .png, .webp, .gif, .y4m, .mp4, "
                        ".webm or .mkv",
                        inQuotes(options.output), inQuotes(ending)));
    options.format = *format;
}

/// Of a name that is checked in parts: without what --batch puts into it.
PictureName pictureName(const Options& options) {
    try {
        return parsePictureName(options.output);
    } catch (const Error& error) {
        throw Error(Exit::usage, fmt::format("--output: {}: {}", inQuotes(options.output), error.what()));
    }
}

void checkName(const Options& options) {
    const bool isPng = options.format == FilmFormat::png;
    if (isPng && options.output != "-") {
        if (!pictureName(options).numbered && options.frames > 1 && !options.sheet)
            refuseUsage(fmt::format("--output: {} is one name for {} frames; use frames_%04d.png",
                                    inQuotes(options.output), options.frames));
        return;
    }
    if (isPng && options.frames > 1 && !options.sheet)
        refuseUsage("--output: - takes one picture; use frames_%04d.png for several, or --format y4m");
    if (const std::string_view field = firstNumberField(options.output); !isPng && !field.empty())
        refuseUsage(
            fmt::format("--output: {}: all frames are one file; leave out {}", inQuotes(options.output), field));
}

void checkTraits(const Options& options) {
    const FilmTraits& traits = traitsOf(options.format);
    if (options.framesPerSecond > traits.mostFramesPerSecond)
        refuseUsage(fmt::format("--fps: {} has at most {:g} frames a second", traits.name, traits.mostFramesPerSecond));
    const uint32_t columns = options.sheet ? options.sheet->columns : 1, rows = options.sheet ? options.sheet->rows : 1;
    for (const uint64_t side : {uint64_t{options.width} * columns, uint64_t{options.height} * rows})
        if (side > traits.mostPixelsASide)
            refuseUsage(fmt::format("--size: {} has at most {} pixels a side, and this is {}", traits.name,
                                    traits.mostPixelsASide, side));
    if (options.background && (*options.background)[3] < 255 && !traits.transparent)
        refuseUsage(fmt::format("--background: {} has nothing transparent; png, webp, gif and webm have", traits.name));
}

void settleFrames(Options& options, const IsGiven& given) {
    if (given("--frames") && given("--range")) refuseUsage("--frames and --range: one at a time");
    if (options.turntable && options.turnFrames == 0 && given("--range"))
        refuseUsage("--turntable: with --range, say in how many frames the camera comes round: --turntable N");
    if (given("--frames") || given("--range")) return;
    if (options.turnFrames > 0)
        options.frames = options.turnFrames;
    else
        options.wholeClip = options.format != FilmFormat::png;
}

void settleSheet(Options& options, const IsGiven& given) {
    for (const std::string_view name : {"--frames", "--range", "--fps", "--graph"})
        if (given(name)) refuseUsage(fmt::format("--sheet and {}: one at a time", name));
    options.wholeClip = false;
    options.frames = options.sheet->columns * options.sheet->rows;
    if (given("--size")) return;
    options.width = kSheetWidth;
    options.height = kSheetHeight;
}

void checkBatch(const Options& options) {
    if (!options.check && options.output.empty())
        refuseUsage("--batch: add -o with {name} in it, such as -o 'thumbs/{name}.png'");
    if (!options.model.empty())
        refuseUsage(fmt::format("--batch: the models are in the list; leave out {}", inQuotes(options.model)));
    if (!options.reference.empty()) refuseUsage("--batch and --reference: one at a time");
    if (const std::string_view unknown = unknownPlaceholder(options.output); !unknown.empty())
        refuseUsage(fmt::format("--output: {}: there is no {}; there are {{name}} and {{number}}",
                                inQuotes(options.output), inQuotes(unknown)));
    if (!options.check && !namesEachModel(options.output))
        refuseUsage(
            fmt::format("--output: {} is one name for all models of --batch; put {{name}} or {{number}} into it",
                        inQuotes(options.output)));
}

/// A picture that is cut out has no floor.
void settleFloor(Options& options, const IsGiven& given) {
    if (given("--floor") && given("--no-floor")) refuseUsage("--floor and --no-floor: one at a time");
    const bool isCutOut = options.headless && options.background && (*options.background)[3] == 0;
    if (isCutOut && !given("--floor")) options.floor = false;
}

}  // namespace

void settleFilm(Options& options, const IsGiven& given) {
    if (!options.batch.empty())
        checkBatch(options);
    else if (namesEachModel(options.output))
        refuseUsage(fmt::format("--output: {}: {{name}} and {{number}} are for the models of a list; add --batch LIST",
                                inQuotes(options.output)));
    if (options.output.empty()) {
        for (const std::string_view name : {"--format", "--sheet"})
            if (given(name)) refuseUsage(fmt::format("{}: is for what is written; add -o PATH", name));
    } else {
        settleFormat(options, given);
    }
    settleFloor(options, given);
    settleFrames(options, given);
    if (options.sheet) settleSheet(options, given);
    if (options.output.empty()) return;
    checkName(options);
    checkTraits(options);
}

}  // namespace sinew
