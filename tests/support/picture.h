#pragma once

#include <filesystem>
#include <string>

#include "media/compare.h"
#include "media/pixels.h"

/// The allowed difference from a golden picture, in the measures of media/compare.h.
struct Tolerance {
    double maximum = 0.0;
    double mean = 0.0;
};

struct Verdict {
    bool holds = false;
    std::string message;  ///< the difference, and the paths of the pictures
};

/// Compares two picture files. If they differ, the produced picture and NAME.difference.png (the difference of
/// each channel, brightened) are saved to `failed-pictures` in the working directory.
Verdict comparePictures(const std::filesystem::path& produced, const std::filesystem::path& expected,
                        const std::string& name, Tolerance tolerance);

/// Compares with a golden picture. With SINEW_UPDATE_GOLDENS=1 in the environment, the produced picture replaces the
/// golden one instead.
Verdict compareWithGolden(const std::filesystem::path& produced, const std::filesystem::path& golden,
                          const std::string& name, Tolerance tolerance);

/// The difference between two PNG files, as in media/compare.h.
sinew::Difference differenceOfFiles(const std::filesystem::path& one, const std::filesystem::path& other);

/// Mean of red, green and blue in a rectangle. Its coordinates go from 0 to 1 over the picture.
double brightness(const sinew::Pixels& pixels, double left, double top, double right, double bottom);
