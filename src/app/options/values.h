#pragma once

#include <filesystem>

#include <fmt/format.h>

#include "app/options/task.h"
#include "base/error.h"
#include "base/text.h"

namespace sinew {

inline constexpr double kMostPitch = 89.0;  ///< degrees: a view straight down has no up direction

/// The value of an option that was given without its optional value.
inline constexpr std::string_view kLeftOut = "(left out)";

/// An option and the text of its value.
struct GivenValue {
    std::string_view option;                           ///< "--frames"
    std::string_view text;                             ///< "12"
    std::vector<std::string_view>* choices = nullptr;  ///< if set, readers of words add theirs to it, and read nothing
};

/// A word of the command line and what it stands for.
template <typename T>
struct Named {
    std::string_view name;
    T value;
};

/// @throws Error(Exit::usage)
template <typename... Args>
[[noreturn]] void refuseUsage(fmt::format_string<Args...> message, Args&&... args) {
    throw Error(Exit::usage, fmt::format(message, std::forward<Args>(args)...));
}

/// "OPTION: 'TEXT' is not EXPECTED". @throws Error(Exit::usage)
template <typename... Args>
[[noreturn]] void refuseValue(GivenValue value, fmt::format_string<Args...> expected, Args&&... args) {
    refuseUsage("{}: {} is not {}", value.option, inQuotes(value.text),
                fmt::format(expected, std::forward<Args>(args)...));
}

/// True if the words that the option takes were asked for instead of a value; adds them.
template <typename Words>
bool offer(GivenValue value, const Words& words) {
    if (value.choices) value.choices->insert(value.choices->end(), std::begin(words), std::end(words));
    return value.choices != nullptr;
}

// Each of these throws Error(Exit::usage) with the option, the text and the values that it takes; the name of an output
// that is a directory is Error(Exit::output).

/// The index of that name.
size_t readIndex(GivenValue value, const std::vector<std::string_view>& names);

/// The value of that name.
template <typename T, size_t count>
T readOneOf(GivenValue value, const Named<T> (&choices)[count]) {
    std::vector<std::string_view> names;
    for (const Named<T>& choice : choices)
        names.push_back(choice.name);
    return choices[readIndex(value, names)].value;
}

/// The enumerator of that name; `names` in the order of the enumerators.
template <typename Enum>
Enum readNamed(GivenValue value, std::span<const char* const> names) {
    return static_cast<Enum>(readIndex(value, {names.begin(), names.end()}));
}

double readNumber(GivenValue value, double least, double most);
uint32_t readCount(GivenValue value, uint32_t least, uint32_t most);
std::string readText(GivenValue value);                                     ///< not empty
Size readSides(GivenValue value, uint32_t most, std::string_view example);  ///< each from 1 to `most`
UpAxis readUpAxis(GivenValue value);
Viewpoint readViewpoint(GivenValue value);
LightDirection readLight(GivenValue value);
FixedView readFixedView(GivenValue value);
Pixel readPixel(GivenValue value);
glm::vec4 readColor(GivenValue value);                                     ///< sRGB and straight alpha, 0 to 1
std::pair<uint32_t, uint32_t> readRange(GivenValue value, uint32_t most);  ///< first and last, below `most`
std::string readOutputName(GivenValue value);  ///< not a directory; its extension is checked with the format

/// A directory to read, or "none"; `known`: how many were given before. @throws Error(Exit::input) if it is none.
std::filesystem::path readDirectory(GivenValue value, size_t known);

/// Whether an optional word was given. @throws Error(Exit::usage) for another one.
bool readWord(GivenValue value, std::string_view word);

/// As readOutputName(), with the extension of an ExportFormat.
std::string readExportName(GivenValue value);
/// By the extension, which readExportName() has seen.
ExportFormat exportFormatOf(const std::string& name);

/// Y, Z or the name of a program: what it works in.
UpAxis readAxes(GivenValue value);
/// m, cm, in, meters, or the name of a program.
double readUnit(GivenValue value);

/// As readOutputName(), with that extension or none. `content`: what the error message says about it.
std::string readFileName(GivenValue value, std::string_view extension, std::string_view content);

/// None unless all of the text is one finite number.
std::optional<double> parseNumber(std::string_view text);

/// None unless all of the text is a whole number.
std::optional<uint32_t> parseCount(std::string_view text);

/// ".png" of "a/b.PNG"; empty if the name has no extension.
std::string extensionOf(std::string_view path);

}  // namespace sinew
