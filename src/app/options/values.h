#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec4.hpp>

#include "app/options/task.h"
#include "model/text.h"

namespace sinew {

inline constexpr double kMostPitch = 89.0;  ///< degrees: a view straight down has no up direction

/// The value of an option that was given without its optional value.
inline constexpr std::string_view kLeftOut = "(left out)";

/// An option and the text of its value.
struct GivenValue {
    std::string_view option;  ///< "--frames"
    std::string_view text;    ///< "12"
};

/// Numbers of frames, both included.
struct FrameRange {
    uint32_t first = 0;
    uint32_t last = 0;
};

/// A word of the command line and what it stands for.
template <typename T>
struct Named {
    std::string_view name;
    T value;
};

/// @throws Error(Exit::usage)
[[noreturn]] void refuseUsage(std::string_view message);

/// "OPTION: 'TEXT' is not EXPECTED". @throws Error(Exit::usage)
[[noreturn]] void refuseValue(GivenValue value, std::string_view expected);

/// "a, b or c"
std::string listed(std::span<const std::string_view> words);

// Each of these throws Error(Exit::usage) with the option, the text and the values that it takes; the name of an output
// that is a directory is Error(Exit::output).

/// The value of that name.
template <typename T>
T readOneOf(GivenValue value, std::span<const Named<T>> choices) {
    std::vector<std::string_view> names;
    for (const Named<T>& choice : choices) {
        if (choice.name == value.text) return choice.value;
        names.push_back(choice.name);
    }
    refuseValue(value, listed(names));
}
template <typename T, size_t count>
T readOneOf(GivenValue value, const Named<T> (&choices)[count]) {
    return readOneOf(value, std::span<const Named<T>>(choices));
}

/// The enumerator of that name; `names` in the order of the enumerators.
template <typename Enum>
Enum readNamed(GivenValue value, std::span<const char* const> names) {
    for (size_t i = 0; i < names.size(); ++i)
        if (value.text == names[i]) return static_cast<Enum>(i);
    refuseValue(value, listed(std::vector<std::string_view>(names.begin(), names.end())));
}

task::Help::Page readHelpPage(GivenValue value);
double readNumber(GivenValue value, double least, double most);
uint32_t readCount(GivenValue value, uint32_t least, uint32_t most);
std::string readText(GivenValue value);  ///< not empty
Size readSize(GivenValue value);
uint32_t readSamples(GivenValue value);
UpAxis readUpAxis(GivenValue value);
Viewpoint readViewpoint(GivenValue value);
LightDirection readLight(GivenValue value);
Pixel readPixel(GivenValue value);
glm::vec4 readColor(GivenValue value);                  ///< sRGB and straight alpha, 0 to 1
FrameRange readRange(GivenValue value, uint32_t most);  ///< below `most`
Size readSheetSize(GivenValue value);
FilmFormat readFormat(GivenValue value);
std::string readOutputName(GivenValue value);  ///< not a directory; its extension is checked with the format
std::string readHeatMapName(GivenValue value);
std::string readPlyName(GivenValue value);
std::string readBakeName(GivenValue value);

/// ".png" of "a/b.PNG"; empty if the name has no extension.
std::string extensionOf(std::string_view path);

}  // namespace sinew
