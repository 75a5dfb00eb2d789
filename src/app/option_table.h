#pragma once

#include <span>
#include <string_view>

#include "app/option_values.h"
#include "app/options.h"

namespace sinew {

/// The groups of the help, in its order.
enum class OptionGroup { play, picture, look, report, device, other };
inline constexpr const char* kOptionGroupTitles[] = {"Playing", "Pictures", "Look", "Reports", "Device", "Other"};

/// The value of an option whose value was left out.
inline constexpr std::string_view kLeftOut = "(left out)";

/// One option: all that the parser, the help and the README know about it.
struct OptionRow {
    std::string_view name;       ///< "--output"
    std::string_view shortName;  ///< "-o", or empty
    std::string_view value;      ///< "PATH"; empty: a flag; "[N]": a whole number that may be left out
    OptionGroup group;
    std::string_view help;  ///< empty: hidden
    void (*apply)(Options&, GivenValue);
};

std::span<const OptionRow> optionTable();

}  // namespace sinew
