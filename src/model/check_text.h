#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "model/finding.h"

namespace sinew {

// How findings write their figures.

/// A figure and how a message writes it: both are made of one number.
struct Stated {
    Figure figure;
    std::string text;
};

/// "1 vertex", "3 vertices"; the unit is `many`.
Stated statedCount(size_t count, const char* one, const char* many);

/// "1 of 3 vertices"; the unit is `many`.
Stated statedPart(size_t count, size_t all, const char* one, const char* many);

/// "0.0312 m".
Stated stated(double value, const char* unit);

/// 0.031 of "the model's size" is "3.1 % of the model's size".
Stated statedShare(double share, const std::string& whole);

/// A length as a share of `size`, the model's.
Stated statedOfSize(float length, float size);

/// Three significant digits: "0.0312", "1.5e+06".
std::string figure(double value);

/// 0.031 is "3.1 %".
std::string percent(double share);

/// "1 vertex", "3 vertices".
std::string counted(size_t count, const char* one, const char* many);

/// "'a', 'b', 'c' and 4 more".
std::string listed(std::span<const std::string> names, size_t most = 3);

}  // namespace sinew
