#pragma once

#include <memory>

#include "media/film.h"

// One for each way to write films; makeFilmWriter() chooses.
namespace sinew {

std::unique_ptr<FilmWriter> makePngFilm(const Film& film);
std::unique_ptr<FilmWriter> makeWebpFilm(const Film& film);
std::unique_ptr<FilmWriter> makeGifFilm(const Film& film);
std::unique_ptr<FilmWriter> makeY4mFilm(const Film& film);
std::unique_ptr<FilmWriter> makeFfmpegFilm(const Film& film);  ///< MP4, WebM and Matroska

}  // namespace sinew
