#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/options.h"

namespace sinew {

/// What the user gave an option.
struct GivenValue {
    std::string_view option;  ///< "--frames"
    std::string_view text;    ///< "12"
};

struct Size {
    uint32_t width = 0;
    uint32_t height = 0;
};

// Each throws Error(Exit::usage) that names the option, the text and what it may be.

double readNumber(GivenValue value, double least, double most);
uint32_t readCount(GivenValue value, uint32_t least, uint32_t most);
std::string readText(GivenValue value);  ///< anything but nothing
Size readSize(GivenValue value);
uint32_t readSamples(GivenValue value);
UpAxis readUpAxis(GivenValue value);
Retarget readRetarget(GivenValue value);
Skinning readSkinning(GivenValue value);
uint32_t readInfluences(GivenValue value);
Severity readFailOn(GivenValue value);  ///< error or warning
View readView(GivenValue value);
Color readColor(GivenValue value);
std::string readPictureName(GivenValue value);
std::string readPlyName(GivenValue value);
std::string readBakeName(GivenValue value);

/// For messages: quoted, on one line, and not endless.
std::string inQuotes(std::string_view text);

}  // namespace sinew
