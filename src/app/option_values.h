#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/options.h"

namespace sinew {

inline constexpr double kMostPitch = 89.0;  ///< degrees: straight down has no up

/// What the user gave an option.
struct GivenValue {
    std::string_view option;  ///< "--frames"
    std::string_view text;    ///< "12"
};

struct Size {
    uint32_t width = 0;
    uint32_t height = 0;
};

/// Numbers of frames, both included.
struct FrameRange {
    uint32_t first = 0;
    uint32_t last = 0;
};

/// Throws Error(Exit::usage).
[[noreturn]] void refuseUsage(std::string_view message);

// Each throws Error(Exit::usage) that names the option, the text and what it may be; a name of something to write that
// is a folder's is Error(Exit::output).

double readNumber(GivenValue value, double least, double most);
uint32_t readCount(GivenValue value, uint32_t least, uint32_t most);
std::string readText(GivenValue value);  ///< anything but nothing
Size readSize(GivenValue value);
uint32_t readSamples(GivenValue value);
UpAxis readUpAxis(GivenValue value);
Retarget readRetarget(GivenValue value);
Skinning readSkinning(GivenValue value);
TransitionKind readTransition(GivenValue value);
RootMotionUse readRootMotion(GivenValue value);
uint32_t readInfluences(GivenValue value);
Severity readFailOn(GivenValue value);  ///< error or warning
Viewpoint readViewpoint(GivenValue value);
View readView(GivenValue value);
ShownPose readPose(GivenValue value);
LightDirection readLight(GivenValue value);
Pixel readPixel(GivenValue value);
Color readColor(GivenValue value);
std::string readHeatMapName(GivenValue value);
Fit readFit(GivenValue value);
FrameRange readRange(GivenValue value, uint32_t most);  ///< at most so many frames
SheetSize readSheetSize(GivenValue value);
FilmFormat readFormat(GivenValue value);
std::string readOutputName(GivenValue value);  ///< no folder; what its ending means is for app/film_options.h
std::string readPlyName(GivenValue value);
std::string readBakeName(GivenValue value);

/// ".png" of "a/b.PNG"; empty when the name has no ending.
std::string endingOf(std::string_view path);

/// For messages: quoted, on one line, and not endless.
std::string inQuotes(std::string_view text);

}  // namespace sinew
