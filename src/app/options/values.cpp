#include "app/options/values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ranges>
#include <system_error>

namespace sinew {
namespace {

constexpr Named<Viewpoint> kViewpoints[] = {
    {"front", {.yawDegrees = 0.0, .pitchDegrees = 0.0}},
    {"side", {.yawDegrees = 90.0, .pitchDegrees = 0.0}},
    {"back", {.yawDegrees = 180.0, .pitchDegrees = 0.0}},
    {"top", {.yawDegrees = 0.0, .pitchDegrees = kMostPitch}},
    {"three-quarter", Viewpoint{}},
};

/// As 0xrrggbbaa.
constexpr Named<uint32_t> kColors[] = {
    {"black", 0x000000ff}, {"white", 0xffffffff}, {"gray", 0x808080ff},        {"red", 0xff0000ff},
    {"green", 0x008000ff}, {"blue", 0x0000ffff},  {"transparent", 0x00000000},
};

void refuseDirectory(GivenValue value) {
    std::error_code ignored;  // of names that do not exist yet
    if (value.text.ends_with('/') || std::filesystem::is_directory(value.text, ignored))
        throw Error(Exit::output,
                    fmt::format("{}: {} is a directory; add a file name", value.option, inQuotes(value.text)));
}

/// One number of several.
double readPart(GivenValue value, std::string_view part, double least, double most) {
    const std::optional<double> given = parseNumber(part);
    if (!given || *given < least || *given > most)
        refuseUsage("{}: {} of {} is not a number from {} to {}", value.option, inQuotes(part), inQuotes(value.text),
                    least, most);
    return *given;
}

}  // namespace

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

std::string extensionOf(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const size_t dot = name.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? std::string() : lowerCase(name.substr(dot));
}

size_t readIndex(GivenValue value, const std::vector<std::string_view>& names) {
    for (size_t i = 0; i < names.size(); ++i)
        if (value.text == names[i]) return i;
    if (offer(value, names)) return 0;
    const std::span<const std::string_view> words(names);
    refuseValue(value, "{} or {}", fmt::join(words.first(words.size() - 1), ", "), words.back());
}

bool readWord(GivenValue value, std::string_view word) {
    if (value.text != kLeftOut && value.text != word) refuseValue(value, "{}", word);
    return value.text == word;
}

double readNumber(GivenValue value, double least, double most) {
    const std::optional<double> number = parseNumber(value.text);
    if (!number || *number < least || *number > most) refuseValue(value, "a number from {} to {}", least, most);
    return *number;
}

uint32_t readCount(GivenValue value, uint32_t least, uint32_t most) {
    const std::optional<uint32_t> count = parseCount(value.text);
    if (!count || *count < least || *count > most) refuseValue(value, "a whole number from {} to {}", least, most);
    return *count;
}

std::string readText(GivenValue value) {
    if (value.text.empty()) refuseUsage("{}: the value is empty", value.option);
    return std::string(value.text);
}

Size readSides(GivenValue value, uint32_t most, std::string_view example) {
    const std::vector<std::string_view> sides = split(value.text, "xX");
    const auto side = [&](size_t i) {
        const std::optional<uint32_t> count = sides.size() == 2 ? parseCount(sides[i]) : std::nullopt;
        if (!count || *count < 1 || *count > most) refuseValue(value, "{}, each from 1 to {}", example, most);
        return *count;
    };
    return {side(0), side(1)};
}

UpAxis readUpAxis(GivenValue value) {
    if (offer(value, std::array{"Y", "Z"})) return UpAxis::y;
    const std::string axis = lowerCase(value.text);
    if (axis != "y" && axis != "z") refuseValue(value, "Y or Z");
    return axis == "y" ? UpAxis::y : UpAxis::z;
}

Viewpoint readViewpoint(GivenValue value) {
    for (const Named<Viewpoint>& named : kViewpoints)
        if (named.name == value.text) return named.value;
    if (offer(value, kViewpoints | std::views::transform(&Named<Viewpoint>::name))) return {};
    const std::vector<std::string_view> parts = split(value.text, ",");
    const auto number = [&](size_t i, double least, double most) { return readPart(value, parts[i], least, most); };
    if (parts.size() < 2 || parts.size() > 3)
        refuseValue(value,
                    "front, side, back, top, three-quarter, YAW,PITCH[,DISTANCE] such as 30,10,1.5, or X,Y,Z:X,Y,Z");
    Viewpoint view{.yawDegrees = number(0, -3600.0, 3600.0), .pitchDegrees = number(1, -90.0, 90.0)};
    view.pitchDegrees = std::clamp(view.pitchDegrees, -kMostPitch, kMostPitch);
    if (parts.size() == 3) view.distance = number(2, 0.01, 100.0);
    return view;
}

LightDirection readLight(GivenValue value) {
    const std::vector<std::string_view> parts = split(value.text, ",");
    if (parts.size() != 2) refuseValue(value, "YAW,PITCH such as -30,50");
    const double yaw = readPart(value, parts[0], -3600.0, 3600.0);
    const double pitch = readPart(value, parts[1], kLeastLightPitchDegrees, 90.0);
    return {glm::radians(static_cast<float>(yaw)), glm::radians(static_cast<float>(pitch))};
}

FixedView readFixedView(GivenValue value) {
    constexpr double kFarthest = 1e9;
    FixedView view;
    const std::vector<std::string_view> ends = split(value.text, ":");
    for (size_t i = 0; i < 2; ++i) {
        const std::vector<std::string_view> parts = split(ends[std::min(i, ends.size() - 1)], ",");
        if (ends.size() != 2 || parts.size() != 3) refuseValue(value, "X,Y,Z:X,Y,Z such as 0,1.4,3:0,0.9,0");
        for (size_t axis = 0; axis < 3; ++axis)
            (i == 0 ? view.eye : view.target)[axis] = readPart(value, parts[axis], -kFarthest, kFarthest);
    }
    if (view.eye == view.target) refuseUsage("{}: {} looks at its own position", value.option, inQuotes(value.text));
    return view;
}

Pixel readPixel(GivenValue value) {
    const std::vector<std::string_view> parts = split(value.text, ",");
    const auto x = parseCount(parts[0]), y = parts.size() == 2 ? parseCount(parts[1]) : std::nullopt;
    if (!x || !y) refuseValue(value, "X,Y such as 640,360");
    return {*x, *y};
}

glm::vec4 readColor(GivenValue value) {
    const auto fromBytes = [](uint32_t rgba) {
        return glm::vec4(rgba >> 24, rgba >> 16 & 0xff, rgba >> 8 & 0xff, rgba & 0xff) / 255.0f;
    };
    if (offer(value, kColors | std::views::transform(&Named<uint32_t>::name))) return {};
    std::string names;
    for (const Named<uint32_t>& named : kColors) {
        if (named.name == lowerCase(value.text)) return fromBytes(named.value);
        names += fmt::format(", {}", named.name);
    }
    std::string_view digits = value.text;
    if (digits.starts_with('#')) digits.remove_prefix(1);
    uint32_t number = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
    if (fault != std::errc() || end != digits.data() + digits.size() || (digits.size() != 6 && digits.size() != 8))
        refuseValue(value, "environment, #rrggbb, #rrggbbaa or one of{}", names.substr(1));
    return fromBytes(digits.size() == 6 ? number << 8 | 0xff : number);
}

std::pair<uint32_t, uint32_t> readRange(GivenValue value, uint32_t most) {
    const std::vector<std::string_view> ends = split(value.text, ":");
    const auto end = [&](size_t i) { return ends.size() == 2 ? parseCount(ends[i]) : std::nullopt; };
    const std::optional<uint32_t> first = end(0), last = end(1);
    if (!first || !last || *first > *last || *last >= most)
        refuseValue(value, "FIRST:LAST such as 0:99, both from 0 to {}", most - 1);
    return {*first, *last};
}

std::string readOutputName(GivenValue value) {
    std::string name = readText(value);
    refuseDirectory(value);
    return name;
}

std::filesystem::path readDirectory(GivenValue value, size_t known) {
    if (known >= kMaxTextureFolders) refuseUsage("{}: given more than {} times", value.option, kMaxTextureFolders);
    std::filesystem::path path = readText(value);
    if (path == "none") return path;
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::is_directory(status))
        throw Error(Exit::input, fmt::format("{}: {}: {}", value.option, inQuotes(value.text),
                                             std::filesystem::exists(status) ? "is a file, not a directory"
                                                                             : causeOf(error.value())));
    return path;
}

namespace {

constexpr const char* kExportEndings[] = {".glb", ".gltf", ".dae", ".fbx", ".bvh"};  // by ExportFormat

/// What programs work in.
struct Program {
    const char* name;
    UpAxis up;
    double meters;
};
constexpr Program kPrograms[] = {
    {"unity", UpAxis::y, 0.01}, {"unreal", UpAxis::z, 0.01}, {"blender", UpAxis::z, 1.0}, {"gazebo", UpAxis::z, 1.0}};
constexpr Named<double> kUnits[] = {{"m", 1.0}, {"cm", 0.01}, {"in", 0.0254}};

}  // namespace

UpAxis readAxes(GivenValue value) {
    for (const auto& program : kPrograms)
        if (lowerCase(value.text) == program.name) return program.up;
    offer(value, kPrograms | std::views::transform(&Program::name));
    return readUpAxis(value);
}

double readUnit(GivenValue value) {
    for (const auto& program : kPrograms)
        if (lowerCase(value.text) == program.name) return program.meters;
    for (const Named<double>& unit : kUnits)
        if (lowerCase(value.text) == unit.name) return unit.value;
    offer(value, kUnits | std::views::transform(&Named<double>::name));
    if (offer(value, kPrograms | std::views::transform(&Program::name))) return 1.0;
    const std::optional<double> meters = parseNumber(value.text);
    if (!meters || *meters < 1e-6 || *meters > 1e6)
        refuseValue(value, "m, cm, in, unity, unreal, blender, gazebo or a number of meters from 1e-6 to 1e6");
    return *meters;
}

std::string readExportName(GivenValue value) {
    std::string name = readOutputName(value);
    if (std::ranges::find(kExportEndings, extensionOf(name)) == std::end(kExportEndings))
        refuseUsage("{}: {}: use the extension .glb, .gltf, .dae, .fbx or .bvh", value.option, inQuotes(name));
    return name;
}

ExportFormat exportFormatOf(const std::string& name) {
    return static_cast<ExportFormat>(std::ranges::find(kExportEndings, extensionOf(name)) - kExportEndings);
}

std::string readFileName(GivenValue value, std::string_view extension, std::string_view content) {
    std::string name = readOutputName(value);
    const std::string given = extensionOf(name);
    if (name == "-" || (!given.empty() && given != extension))
        refuseUsage("{}: {}: {}; use the extension {}", value.option, inQuotes(name), content, extension);
    return name;
}

}  // namespace sinew
