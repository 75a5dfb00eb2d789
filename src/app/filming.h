#pragma once

#include <memory>

#include "app/options.h"
#include "app/painter.h"
#include "app/stage.h"
#include "media/film.h"

namespace sinew {

/// What the options write: its writer, to be made before there is anything to write. None without an output.
/// @throws Error as makeFilmWriter() does.
std::unique_ptr<FilmWriter> makeWriter(const Options& options, const Stage& stage);

/// How many frames the options ask of this stage.
uint32_t frameCount(const Options& options, Stage& stage);

/// What was drawn.
struct Filmed {
    Timings timings;
    uint32_t frames = 0;
    std::shared_ptr<const Pixels> last;  ///< none when nothing wants pixels
};

/// Draws all that the options ask of the stage, which the painter shows: frames, or a contact sheet. Other threads
/// encode while it draws. `writer`: none to throw the pictures away.
/// @throws Error(Exit::output) when it cannot be written, Error(Exit::usage) when the sheet has too few rows.
Filmed film(const Options& options, Stage& stage, Painter& painter, FilmWriter* writer);

}  // namespace sinew
