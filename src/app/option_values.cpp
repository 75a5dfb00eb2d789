#include "app/option_values.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "error.h"
#include "media/sequence.h"

namespace sinew {
namespace {

constexpr size_t kMostShown = 80;
constexpr uint32_t kMostPixelsASide = 16384;
constexpr double kMostPitch = 89.0;  // straight down has no up

struct NamedView {
    std::string_view name;
    View view;
};
constexpr NamedView kViews[] = {
    {"front", {.yawDegrees = 0.0, .pitchDegrees = 0.0}},
    {"side", {.yawDegrees = 90.0, .pitchDegrees = 0.0}},
    {"back", {.yawDegrees = 180.0, .pitchDegrees = 0.0}},
    {"top", {.yawDegrees = 0.0, .pitchDegrees = kMostPitch}},
    {"three-quarter", View{}},
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

constexpr std::string_view kVideoEndings[] = {".mp4", ".webm", ".gif", ".webp", ".y4m"};

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

/// ".png" of "a/b.png", in lower case; empty when the name has no ending.
std::string ending(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const size_t dot = name.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? std::string() : lowerCase(name.substr(dot));
}

void refuseFolder(GivenValue value) {
    if (value.text.ends_with('/'))
        throw Error(Exit::usage,
                    fmt::format("{}: {} is a folder; add the file's name", value.option, inQuotes(value.text)));
}

/// A file's name with that ending, or with none.
std::string readNameWithEnding(GivenValue value, std::string_view wanted, std::string_view why) {
    std::string name = readText(value);
    refuseFolder(value);
    const std::string end = ending(name);
    if (name == "-" || (!end.empty() && end != wanted))
        throw Error(Exit::usage,
                    fmt::format("{}: {}: {}; end the name with {}", value.option, inQuotes(name), why, wanted));
    return name;
}

}  // namespace

std::string inQuotes(std::string_view text) {
    std::string shown = "'";
    for (const char c : text.substr(0, kMostShown))
        shown += std::iscntrl(static_cast<unsigned char>(c)) ? '?' : c;
    return shown + (text.size() > kMostShown ? "...'" : "'");
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
    const std::vector<std::string_view> sides = split(value.text, value.text.find('X') < value.text.size() ? 'X' : 'x');
    const auto side = [&](size_t i) {
        const std::optional<uint32_t> pixels = sides.size() == 2 ? parseCount(sides[i]) : std::nullopt;
        if (!pixels || *pixels < 1 || *pixels > kMostPixelsASide)
            refuse(value, fmt::format("WIDTHxHEIGHT such as 1280x720, each from 1 to {}", kMostPixelsASide));
        return *pixels;
    };
    return {side(0), side(1)};
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

uint32_t readInfluences(GivenValue value) {
    if (value.text != "4" && value.text != "8") refuse(value, "4 or 8");
    return value.text == "4" ? 4 : 8;
}

Severity readFailOn(GivenValue value) {
    if (value.text != "error" && value.text != "warning") refuse(value, "error or warning");
    return value.text == "error" ? Severity::error : Severity::warning;
}

View readView(GivenValue value) {
    for (const NamedView& named : kViews)
        if (named.name == value.text) return named.view;
    const std::vector<std::string_view> parts = split(value.text, ',');
    const auto number = [&](size_t i, double least, double most) {
        const std::optional<double> given = parseNumber(parts[i]);
        if (!given || *given < least || *given > most)
            throw Error(Exit::usage, fmt::format("{}: {} of {} is not a number from {} to {}", value.option,
                                                 inQuotes(parts[i]), inQuotes(value.text), least, most));
        return *given;
    };
    if (parts.size() < 2 || parts.size() > 3)
        refuse(value, "front, side, back, top, three-quarter or YAW,PITCH[,DISTANCE] such as 30,10,1.5");
    View view{.yawDegrees = number(0, -3600.0, 3600.0), .pitchDegrees = number(1, -90.0, 90.0)};
    view.pitchDegrees = std::clamp(view.pitchDegrees, -kMostPitch, kMostPitch);
    if (parts.size() == 3) view.distance = number(2, 0.01, 100.0);
    return view;
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

std::string readPictureName(GivenValue value) {
    std::string name = readText(value);
    if (name == "-") return name;
    refuseFolder(value);
    const std::string end = ending(name);
    if (std::ranges::find(kVideoEndings, end) != std::end(kVideoEndings))
        throw Error(Exit::usage,
                    fmt::format("{}: {}: {} is not in this version; use frames_%04d.png and an encoder of your own",
                                value.option, inQuotes(name), end));
    if (!end.empty() && end != ".png")
        throw Error(Exit::usage,
                    fmt::format("{}: {}: pictures are PNG; end the name with .png", value.option, inQuotes(name)));
    try {
        parsePictureName(name);
    } catch (const Error& error) {
        throw Error(Exit::usage, fmt::format("{}: {}: {}", value.option, inQuotes(name), error.what()));
    }
    return name;
}

std::string readPlyName(GivenValue value) {
    return readNameWithEnding(value, ".ply", "the pose is written as PLY");
}

std::string readBakeName(GivenValue value) {
    return readNameWithEnding(value, ".sinew", "the model is written in Sinew's own format");
}

}  // namespace sinew
