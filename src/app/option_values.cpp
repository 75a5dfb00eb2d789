#include "app/option_values.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include "error.h"

namespace sinew {
namespace {

constexpr size_t kMostShown = 80;
constexpr uint32_t kMostPixelsASide = 16384;
constexpr uint32_t kMostSheetSide = 100;

struct NamedViewpoint {
    std::string_view name;
    Viewpoint viewpoint;
};
constexpr NamedViewpoint kViewpoints[] = {
    {"front", {.yawDegrees = 0.0, .pitchDegrees = 0.0}},
    {"side", {.yawDegrees = 90.0, .pitchDegrees = 0.0}},
    {"back", {.yawDegrees = 180.0, .pitchDegrees = 0.0}},
    {"top", {.yawDegrees = 0.0, .pitchDegrees = kMostPitch}},
    {"three-quarter", Viewpoint{}},
};

struct NamedColor {
    std::string_view name;
    Color color;
};
constexpr NamedColor kColors[] = {
    {"black", {0, 0, 0, 255}},      {"white", {255, 255, 255, 255}}, {"gray", {128, 128, 128, 255}},
    {"grey", {128, 128, 128, 255}}, {"red", {255, 0, 0, 255}},       {"green", {0, 128, 0, 255}},
    {"blue", {0, 0, 255, 255}},     {"transparent", {0, 0, 0, 0}},
};

[[noreturn]] void refuse(GivenValue value, std::string_view expected) {
    throw Error(Exit::usage, fmt::format("{}: {} is not {}", value.option, inQuotes(value.text), expected));
}

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lower;
}

/// Nothing when not all of the text is one finite number.
std::optional<double> parseNumber(std::string_view text) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    double number = 0.0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
    return number;
}

std::optional<uint32_t> parseCount(std::string_view text) {
    uint32_t count = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return count;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (size_t begin = 0, end = 0; end != std::string_view::npos; begin = end + 1) {
        end = text.find(separator, begin);
        parts.push_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    }
    return parts;
}

void refuseFolder(GivenValue value) {
    std::error_code ignored;  // of names that are no files yet
    if (value.text.ends_with('/') || std::filesystem::is_directory(value.text, ignored))
        throw Error(Exit::output,
                    fmt::format("{}: {} is a folder; add the file's name", value.option, inQuotes(value.text)));
}

/// A file's name with that ending, or with none.
std::string readNameWithEnding(GivenValue value, std::string_view wanted, std::string_view why) {
    std::string name = readText(value);
    refuseFolder(value);
    const std::string end = endingOf(name);
    if (name == "-" || (!end.empty() && end != wanted))
        throw Error(Exit::usage,
                    fmt::format("{}: {}: {}; end the name with {}", value.option, inQuotes(name), why, wanted));
    return name;
}

/// Two whole numbers from 1 to `most` with an x between them.
Size readSides(GivenValue value, uint32_t most, std::string_view example) {
    const std::vector<std::string_view> sides = split(value.text, value.text.find('X') < value.text.size() ? 'X' : 'x');
    const auto side = [&](size_t i) {
        const std::optional<uint32_t> count = sides.size() == 2 ? parseCount(sides[i]) : std::nullopt;
        if (!count || *count < 1 || *count > most) refuse(value, fmt::format("{}, each from 1 to {}", example, most));
        return *count;
    };
    return {side(0), side(1)};
}

/// One of several numbers.
double readPart(GivenValue value, std::string_view part, double least, double most) {
    const std::optional<double> given = parseNumber(part);
    if (!given || *given < least || *given > most)
        throw Error(Exit::usage, fmt::format("{}: {} of {} is not a number from {} to {}", value.option, inQuotes(part),
                                             inQuotes(value.text), least, most));
    return *given;
}

}  // namespace

std::string endingOf(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const size_t dot = name.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? std::string() : lowerCase(name.substr(dot));
}

std::string inQuotes(std::string_view text) {
    std::string shown = "'";
    for (const char c : text.substr(0, kMostShown))
        shown += std::iscntrl(static_cast<unsigned char>(c)) ? '?' : c;
    return shown + (text.size() > kMostShown ? "...'" : "'");
}

void refuseUsage(std::string_view message) {
    throw Error(Exit::usage, std::string(message));
}

double readNumber(GivenValue value, double least, double most) {
    const std::optional<double> number = parseNumber(value.text);
    if (!number || *number < least || *number > most) refuse(value, fmt::format("a number from {} to {}", least, most));
    return *number;
}

uint32_t readCount(GivenValue value, uint32_t least, uint32_t most) {
    const std::optional<uint32_t> count = parseCount(value.text);
    if (!count || *count < least || *count > most)
        refuse(value, fmt::format("a whole number from {} to {}", least, most));
    return *count;
}

std::string readText(GivenValue value) {
    if (value.text.empty()) throw Error(Exit::usage, fmt::format("{}: its value is empty", value.option));
    return std::string(value.text);
}

Size readSize(GivenValue value) {
    return readSides(value, kMostPixelsASide, "WIDTHxHEIGHT such as 1280x720");
}

uint32_t readSamples(GivenValue value) {
    const uint32_t samples = parseCount(value.text).value_or(0);
    if (samples < 1 || samples > 16 || (samples & (samples - 1)) != 0) refuse(value, "one of 1, 2, 4, 8, 16");
    return samples;
}

UpAxis readUpAxis(GivenValue value) {
    const std::string axis = lowerCase(value.text);
    if (axis != "y" && axis != "z") refuse(value, "Y or Z");
    return axis == "y" ? UpAxis::y : UpAxis::z;
}

Retarget readRetarget(GivenValue value) {
    if (value.text != "rotation" && value.text != "full") refuse(value, "rotation or full");
    return value.text == "full" ? Retarget::full : Retarget::rotation;
}

Skinning readSkinning(GivenValue value) {
    if (value.text != "linear" && value.text != "dual-quaternion") refuse(value, "linear or dual-quaternion");
    return value.text == "linear" ? Skinning::linear : Skinning::dualQuaternion;
}

TransitionKind readTransition(GivenValue value) {
    if (value.text != "fade" && value.text != "inertial") refuse(value, "fade or inertial");
    return value.text == "fade" ? TransitionKind::fade : TransitionKind::inertial;
}

RootMotionUse readRootMotion(GivenValue value) {
    if (value.text == "off") return RootMotionUse::off;
    if (value.text == "floor") return RootMotionUse::floor;
    if (value.text != "move") refuse(value, "off, floor or move");
    return RootMotionUse::move;
}

uint32_t readInfluences(GivenValue value) {
    if (value.text != "4" && value.text != "8") refuse(value, "4 or 8");
    return value.text == "4" ? 4 : 8;
}

Severity readFailOn(GivenValue value) {
    if (value.text != "error" && value.text != "warning") refuse(value, "error or warning");
    return value.text == "error" ? Severity::error : Severity::warning;
}

Viewpoint readViewpoint(GivenValue value) {
    for (const NamedViewpoint& named : kViewpoints)
        if (named.name == value.text) return named.viewpoint;
    const std::vector<std::string_view> parts = split(value.text, ',');
    const auto number = [&](size_t i, double least, double most) { return readPart(value, parts[i], least, most); };
    if (parts.size() < 2 || parts.size() > 3)
        refuse(value, "front, side, back, top, three-quarter or YAW,PITCH[,DISTANCE] such as 30,10,1.5");
    Viewpoint view{.yawDegrees = number(0, -3600.0, 3600.0), .pitchDegrees = number(1, -90.0, 90.0)};
    view.pitchDegrees = std::clamp(view.pitchDegrees, -kMostPitch, kMostPitch);
    if (parts.size() == 3) view.distance = number(2, 0.01, 100.0);
    return view;
}

View readView(GivenValue value) {
    for (size_t i = 0; i < std::size(kViewNames); ++i)
        if (kViewNames[i] == value.text) return static_cast<View>(i);
    refuse(value, "shaded, weights, influences, parts, normals or uvs");
}

ShownPose readPose(GivenValue value) {
    for (size_t i = 0; i < std::size(kPoseNames); ++i)
        if (kPoseNames[i] == value.text) return static_cast<ShownPose>(i);
    refuse(value, "playing, rest or bind");
}

LightDirection readLight(GivenValue value) {
    const std::vector<std::string_view> parts = split(value.text, ',');
    if (parts.size() != 2) refuse(value, "YAW,PITCH such as -30,50");
    const double yaw = readPart(value, parts[0], -3600.0, 3600.0);
    const double pitch = readPart(value, parts[1], kLeastLightPitchDegrees, 90.0);
    return {glm::radians(static_cast<float>(yaw)), glm::radians(static_cast<float>(pitch))};
}

Pixel readPixel(GivenValue value) {
    const std::vector<std::string_view> parts = split(value.text, ',');
    const auto x = parseCount(parts[0]), y = parts.size() == 2 ? parseCount(parts[1]) : std::nullopt;
    if (!x || !y) refuse(value, "X,Y such as 640,360");
    return {*x, *y};
}

Color readColor(GivenValue value) {
    for (const NamedColor& named : kColors)
        if (named.name == lowerCase(value.text)) return named.color;
    std::string_view digits = value.text;
    if (digits.starts_with('#')) digits.remove_prefix(1);
    uint32_t number = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
    if (fault != std::errc() || end != digits.data() + digits.size() || (digits.size() != 6 && digits.size() != 8)) {
        std::string names;
        for (const NamedColor& named : kColors)
            names += fmt::format(", {}", named.name);
        refuse(value, "#rrggbb, #rrggbbaa" + names);
    }
    if (digits.size() == 6) number = number << 8 | 0xff;
    return {static_cast<uint8_t>(number >> 24), static_cast<uint8_t>(number >> 16), static_cast<uint8_t>(number >> 8),
            static_cast<uint8_t>(number)};
}

Fit readFit(GivenValue value) {
    if (value.text == "clip") return Fit::clip;
    if (value.text == "pose") return Fit::pose;
    if (value.text == "bind") return Fit::bind;
    refuse(value, "clip, pose or bind");
}

FrameRange readRange(GivenValue value, uint32_t most) {
    const std::vector<std::string_view> ends = split(value.text, ':');
    const auto end = [&](size_t i) { return ends.size() == 2 ? parseCount(ends[i]) : std::nullopt; };
    const std::optional<uint32_t> first = end(0), last = end(1);
    if (!first || !last || *first > *last || *last >= most)
        refuse(value, fmt::format("FIRST:LAST such as 0:99, both from 0 to {}", most - 1));
    return {*first, *last};
}

SheetSize readSheetSize(GivenValue value) {
    const Size size = readSides(value, kMostSheetSide, "COLUMNSxROWS such as 4x3");
    return {size.width, size.height};
}

FilmFormat readFormat(GivenValue value) {
    const std::optional<FilmFormat> format = findFilmFormat(value.text);
    if (!format || value.text.starts_with('.')) refuse(value, "one of " + filmFormatNames());
    return *format;
}

std::string readOutputName(GivenValue value) {
    std::string name = readText(value);
    refuseFolder(value);
    return name;
}

std::string readHeatMapName(GivenValue value) {
    return readNameWithEnding(value, ".png", "the heat map is written as PNG");
}

std::string readPlyName(GivenValue value) {
    return readNameWithEnding(value, ".ply", "the pose is written as PLY");
}

std::string readBakeName(GivenValue value) {
    return readNameWithEnding(value, ".sinew", "the model is written in Sinew's own format");
}

}  // namespace sinew
