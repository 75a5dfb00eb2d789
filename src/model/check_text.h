#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace sinew {

// How the findings of a check write their figures.

/// Three significant digits: "0.0312", "1.5e+06".
std::string figure(double value);

/// 0.031 is "3.1 %".
std::string percent(double share);

/// "1 vertex", "3 vertices".
std::string counted(size_t count, const char* one, const char* many);

/// "'a', 'b', 'c' and 4 more".
std::string listed(std::span<const std::string> names);

}  // namespace sinew
