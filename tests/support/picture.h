#pragma once

#include <filesystem>
#include <string>

#include "media/compare.h"
#include "media/pixels.h"

/// How far a picture may be from its golden one. Both as media/compare.h measures them.
struct Tolerance {
    double maximum = 0.0;
    double mean = 0.0;
};

struct Verdict {
    bool holds = false;
    std::string message;  ///< what differs, by how much, and where the pictures are
};

/// Compares two pictures in files. Where they differ, the produced picture and NAME.difference.png (each channel's
/// difference, brightened) go into the folder `failed-pictures` of the working folder.
Verdict comparePictures(const std::filesystem::path& produced, const std::filesystem::path& expected,
                        const std::string& name, Tolerance tolerance);

/// The same with a golden picture. With SINEW_UPDATE_GOLDENS=1 in the environment the produced one becomes the golden
/// one instead.
Verdict compareWithGolden(const std::filesystem::path& produced, const std::filesystem::path& golden,
                          const std::string& name, Tolerance tolerance);

/// Pictures as PNG files; the difference of media/compare.h.
sinew::Difference differenceOfFiles(const std::filesystem::path& one, const std::filesystem::path& other);

/// Mean of red, green and blue over a rectangle in shares of the picture, 0 to 1.
double brightness(const sinew::Pixels& pixels, double left, double top, double right, double bottom);
