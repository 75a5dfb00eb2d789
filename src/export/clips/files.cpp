#include "export/clips/files.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/shown_text.h"
#include "base/text.h"
#include "base/text_file.h"

namespace sinew {
namespace {

using Members = nlohmann::json;  // an ordered one would be read in a time quadratic in its members

[[noreturn]] void refuseRow(const ClipEdit& edit, const std::string& cause) {
    throw Error(Exit::input, edit.row + ": " + cause);
}

ClipEdit rowOf(const std::string& file, size_t number) {
    return {.row = fmt::format("{}: row {}", shownPath(file), number), .exit = Exit::input};
}

/// A text, or a number as text.
std::string textOf(const Members& value, const ClipEdit& edit, const char* key) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number()) return fmt::format("{}", value.get<double>());
    refuseRow(edit, fmt::format("{} must be a text or a number", inQuotes(key)));
}

ClipEdit clipFrom(const Members& value, const std::string& name, const std::string& file, size_t number) {
    ClipEdit edit = rowOf(file, number);
    if (value.is_string() && name.empty()) return parseClipEdit(value.get<std::string>(), edit.row, Exit::input);
    if (!value.is_object())
        refuseRow(edit, "must be an object, such as {\"name\": \"walk\", \"first\": 0, \"last\": 20}");
    edit.name = name;
    if (!name.empty()) edit.row = fmt::format("{}: {}", shownPath(file), inQuotes(name));
    std::string first, last;
    for (const auto& [key, own] : value.items()) {
        const auto text = [&] { return textOf(own, edit, key.c_str()); };
        if (key == "name")
            edit.name = text();
        else if (key == "source")
            edit.source = text();
        else if (key == "range")
            readClipRange(text(), edit);
        else if (key == "first" || key == "start" || key == "firstFrame" || key == "x")
            first = text(), edit.isFromFirstKey = key == "x";  // Luanti, for which Blitz3D's frame 1 is 0
        else if (key == "last" || key == "end" || key == "lastFrame" || key == "y")
            last = text();
        else if (key == "verbs" && !own.is_array())
            readClipVerbs(text(), edit);
        else if (key == "verbs")
            for (const Members& verb : own)
                readClipVerbs(textOf(verb, edit, "verbs"), edit);
    }
    if (!first.empty() || !last.empty()) readClipRange(first + ".." + last, edit);
    if (edit.name.empty() && edit.source.empty()) refuseRow(edit, "has no 'name'");
    if (edit.source.empty() && !edit.first && !edit.last) refuseRow(edit, "has neither 'source' nor a range");
    return edit;
}

}  // namespace

std::vector<ClipEdit> clipsFromCsv(std::string_view text, const std::string& file) {
    std::vector<ClipEdit> edits;
    size_t number = 0;
    for (const std::string_view line : split(text, "\n\r")) {
        if (line.find_first_not_of(" \t;,") == std::string_view::npos || line.front() == '#') continue;
        ClipEdit edit = rowOf(file, ++number);
        std::vector<std::string> fields;
        for (std::string_view field : split(line, ",;\t")) {
            while (field.starts_with(' ') || field.starts_with('"'))
                field.remove_prefix(1);
            while (field.ends_with(' ') || field.ends_with('"'))
                field.remove_suffix(1);
            fields.emplace_back(field);
        }
        const bool isHeader = number == 1 && fields.size() > 2 && !fields[1].empty() &&
                              fields[1].find_first_of("0123456789") == std::string::npos;
        if (isHeader) continue;
        if (fields.size() < 3 || fields[0].empty()) refuseRow(edit, "must be name,first,last");
        edit.name = fields[0];
        readClipRange(fields[1] + ".." + fields[2], edit);
        if (fields.size() > 3) edit.source = fields[3];
        edits.push_back(std::move(edit));
    }
    return edits;
}

std::vector<ClipEdit> clipsFromJson(std::string_view text, const std::string& file) {
    Members root = Members::parse(text, nullptr, false);
    if (root.is_object())
        for (const char* key : {"clip", "clips", "animations"})
            if (root.contains(key) && root[key].is_structured()) {
                Members own = std::move(root[key]);  // a copy would recurse
                root = std::move(own);
                break;
            }
    if (!root.is_structured())
        throw Error(Exit::input, shownPath(file) + ": is not JSON with a table or a list of clips");
    std::vector<ClipEdit> edits;
    for (const auto& [key, value] : root.items())
        edits.push_back(clipFrom(value, root.is_object() ? key : "", file, edits.size() + 1));
    return edits;
}

std::vector<ClipEdit> readClipFile(const std::filesystem::path& file,
                                   std::string (*jsonFromToml)(const std::filesystem::path&)) {
    constexpr size_t kMostBytes = size_t{4} << 20;
    if (file.empty()) return {};
    const std::string ending = lowerCase(file.extension().string());
    if (ending == ".csv") return clipsFromCsv(readText(file, kMostBytes), file.string());
    return clipsFromJson(ending == ".toml" ? jsonFromToml(file) : readText(file, kMostBytes), file.string());
}

}  // namespace sinew
