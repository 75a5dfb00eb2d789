#pragma once

#include "app/picture/painter.h"

namespace sinew {

/// Creates the writer of the output, before there is anything to write. None without an output.
/// @throws Error as makeFilmWriter() does, Error(Exit::usage) if a single sheet has too few rows, Error(Exit::input) as
/// frameCount().
std::unique_ptr<FilmWriter> makeWriter(const RenderJob& job, const Stage& stage);

/// Number of frames to draw of this stage.
/// @throws Error(Exit::input) where its clip is too long for a film.
uint32_t frameCount(const Frames& frames, const Stage& stage);

/// The result of film().
struct Filmed {
    Timings timings;
    uint32_t frames = 0;
    std::shared_ptr<const Pixels> last;  ///< none if no pixels are needed
};

/// Draws frames or a contact sheet of the stage, which the painter shows; other threads encode them. `writer`: none to
/// discard the pictures. `reportsProgress`: of many frames, on stderr.
/// @throws Error(Exit::output) if the output cannot be written.
Filmed film(const RenderJob& job, Stage& stage, Painter& painter, FilmWriter* writer, bool reportsProgress);

}  // namespace sinew
