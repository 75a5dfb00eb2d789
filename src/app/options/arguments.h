#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/options/table.h"

namespace sinew {

/// The option of that long or short name; null if there is none.
const OptionRow* findRow(std::string_view name);

/// The arguments, each option read by itself.
struct Arguments {
    CommandLine line;
    std::vector<OptionRow> given;
    std::vector<std::string> files;  ///< the MODEL and the CLIP_FILEs

    bool has(std::string_view name) const;
};

/// @throws Error(Exit::usage) for unknown options, and for missing and wrong values.
Arguments readArguments(std::span<const char* const> arguments);

}  // namespace sinew
