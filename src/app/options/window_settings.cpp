#include "app/options/window_settings.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "app/options/parse_json.h"
#include "app/options/values.h"
#include "base/atomic_file.h"
#include "base/shown_text.h"
#include "import/files/input_file.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kSettingsSchema = 1;
constexpr uint32_t kLargestSize = 16384;  // pixels

fs::path folderOf(const char* variable) {
    const char* value = std::getenv(variable);
    const fs::path folder = value ? value : "";
    return folder.is_absolute() ? folder : fs::path();
}

uint32_t pixelsOf(const Json& object, const char* name) {
    const Json& value = object.at(name);
    const double number = value.is_number() ? value.get<double>() : 0.0;
    if (!(number >= 1.0 && number <= kLargestSize))
        throw std::runtime_error(fmt::format("{} is not a number from 1 to {}", name, kLargestSize));
    return static_cast<uint32_t>(number);
}

WindowSettings settingsFrom(const Json& json) {
    WindowSettings settings;
    if (!json.is_object()) throw std::runtime_error("not a JSON object");
    if (const int schema = json.value("schema", 0); schema > kSettingsSchema)
        throw std::runtime_error(fmt::format("a newer version of Sinew wrote it (schema {}); it is kept", schema));
    else if (schema != kSettingsSchema)
        throw std::runtime_error(fmt::format("schema {} instead of {}", schema, kSettingsSchema));
    if (const auto window = json.find("window"); window != json.end())
        settings.size = {pixelsOf(*window, "width"), pixelsOf(*window, "height")};
    settings.panelVisible = json.value("panel_visible", settings.panelVisible);
    settings.floor = json.value("floor", settings.floor);
    settings.skeleton = json.value("skeleton", settings.skeleton);
    settings.textSize = std::clamp(json.value("text_size", settings.textSize), kLeastText, kMostText);
    settings.keysKnown = json.value("keys_known", settings.keysKnown);
    return settings;
}

/// Nothing if the file is missing. @throws Error with the cause if it cannot be read: it may be a pipe.
std::optional<std::string> contentOf(const fs::path& file) {
    constexpr size_t kMostBytes = size_t{1} << 20;
    std::error_code ignored;
    if (file.empty() || !fs::exists(fs::symlink_status(file, ignored))) return std::nullopt;
    const InputFile input(file);
    if (input.size() > kMostBytes) throw Error(Exit::input, "larger than 1 MiB");
    return input.content();
}

/// Why the file is not to be replaced; empty if it may be.
std::string whyKept(const fs::path& file) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (!fs::exists(status)) return "";
    if (!fs::is_regular_file(status)) return "is not a regular file";
    try {
        const Json json = parseJson(contentOf(file).value_or(""));
        if (json.is_object() && json.value("schema", 0) > kSettingsSchema) return "a newer version of Sinew wrote it";
    } catch (const std::exception&) {
        // broken: replaced
    }
    return "";
}

}  // namespace

fs::path settingsFile() {
    fs::path folder = folderOf("XDG_CONFIG_HOME");
    if (folder.empty()) folder = folderOf("HOME").empty() ? fs::path() : folderOf("HOME") / ".config";
    return folder.empty() ? fs::path() : folder / "sinew" / "settings.json";
}

WindowSettings readSettings(const fs::path& file) {
    try {
        const std::optional<std::string> text = contentOf(file);
        return text ? settingsFrom(parseJson(*text, true)) : WindowSettings{};
    } catch (const Json::parse_error& error) {
        fmt::print(stderr, "sinew: {}: ignored: invalid JSON at byte {}\n", shownPath(file.string()), error.byte);
    } catch (const Json::exception&) {
        fmt::print(stderr, "sinew: {}: ignored: a value is missing or has the wrong type\n", shownPath(file.string()));
    } catch (const std::exception& error) {
        fmt::print(stderr, "sinew: {}: ignored: {}\n", shownPath(file.string()), lineFrom(error.what()));
    }
    return {};
}

void writeSettings(const fs::path& file, const WindowSettings& settings) {
    if (file.empty()) return;
    Json json{{"schema", kSettingsSchema}};
    if (settings.size) json["window"] = {{"width", settings.size->width}, {"height", settings.size->height}};
    json["panel_visible"] = settings.panelVisible;
    json["floor"] = settings.floor;
    json["skeleton"] = settings.skeleton;
    json["text_size"] = settings.textSize;
    json["keys_known"] = settings.keysKnown;
    try {
        if (const std::string cause = whyKept(file); !cause.empty())
            throw Error(Exit::output, fmt::format("{}: {}", file.string(), cause));
        std::error_code error;
        fs::create_directories(file.parent_path(), error);
        if (error) throw Error(Exit::output, fmt::format("{}: {}", file.parent_path().string(), error.message()));
        const std::string text = json.dump(2) + "\n";
        writeFileAtomically(file, std::as_bytes(std::span(text)));
    } catch (const Error& error) {
        fmt::print(stderr, "sinew: settings not saved: {}\n", shownPath(error.what()));
    }
}

WindowSettings changedSettings(const WindowSettings& before, const ViewSettings& view, const WindowSettings& last) {
    WindowSettings settings = before;
    const bool hasSize = last.size && last.size->width > 0 && last.size->height > 0;
    if (hasSize && last.size != view.size) settings.size = last.size;
    if (last.floor != view.look.floor) settings.floor = last.floor;
    if (last.skeleton != view.look.skeleton) settings.skeleton = last.skeleton;
    if (last.textSize != view.textSize) settings.textSize = last.textSize;
    settings.panelVisible = last.panelVisible;
    settings.keysKnown = last.keysKnown;
    return settings;
}

ViewSettings withSettings(const task::View& task, const WindowSettings& settings) {
    ViewSettings view = task.view;
    if (settings.size && !task.sizeGiven) view.size = *settings.size;
    if (!task.floorGiven) view.look.floor &= settings.floor;
    view.look.skeleton |= settings.skeleton;
    if (!task.textSizeGiven) view.textSize = settings.textSize;
    return view;
}

}  // namespace sinew
