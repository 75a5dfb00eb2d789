#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/option_table.h"
#include "app/options.h"

namespace sinew {
namespace {

constexpr size_t kColumns = 100;
constexpr size_t kIndent = 28;  ///< where the second column begins

struct ExitRow {
    int code;
    const char* meaning;
};
constexpr ExitRow kExits[] = {
    {0, "done"},
    {1, "a comparison or check that was asked for does not hold"},
    {2, "wrong use of the command line"},
    {3, "the input cannot be used, or some of it in a --batch"},
    {4, "the environment cannot: no display, no Vulkan driver, a missing feature"},
    {5, "the output cannot be written"},
    {6, "the device was lost, or a validation message under --validate"},
};

struct Example {
    const char* command;
    const char* effect;
};
constexpr Example kExamples[] = {
    {"sinew", "the bundled character, in a window"},
    {"sinew walk.dae -a 2", "the third clip of a file"},
    {"sinew pip.dae walk.dae run.fbx", "a character with the clips of two files"},
    {"sinew models/ --watch", "the models of a folder, one by one"},
    {"sinew walk.dae --info --json", "what is in the file, for a script"},
    {"sinew walk.dae --check --fail-on warning", "exit 1 when the rig has faults"},
    {"sinew --check models/ --json", "a line for each file, and one that sums up"},
    {"sinew walk.dae --compare walk.fbx", "exit 1 when an export changed the motion"},
    {"sinew walk.dae -o walk.png --time 0.5", "one picture, no window"},
    {"sinew walk.dae -o f_%04d.png --turntable 60", "one turn in 60 pictures"},
    {"sinew walk.dae -o walk.webp", "the clip as an animation"},
    {"sinew walk.dae -o sheet.png --sheet 6x6 -a all", "a row of pictures for each clip"},
    {"sinew --batch list.txt -o 'thumbs/{name}.png'", "a picture of each model"},
    {"sinew walk.dae --time 0.5 --reference walk.png", "exit 1 when the picture has changed"},
};

constexpr const char* kUsage = "sinew [MODEL] [CLIP_FILE...] [options]";
constexpr const char* kSummary =
    "Plays a rigged, animated model with Vulkan: in a window, or as pictures. Without MODEL, the bundled "
    "character. The clips of each CLIP_FILE are added to the model's, by the names of the nodes.";

std::vector<std::string> wrap(std::string_view text, size_t columns) {
    std::vector<std::string> lines;
    while (text.size() > columns) {
        const size_t space = text.rfind(' ', columns);
        const size_t end = space == std::string_view::npos ? columns : space;
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(text.size(), end + (space != std::string_view::npos)));
    }
    lines.emplace_back(text);
    return lines;
}

/// Two columns; what is too long for the first one stands on a line of its own.
void appendRow(std::string& text, std::string_view left, std::string_view right) {
    const bool fits = left.size() + 4 <= kIndent;
    text += fits ? fmt::format("  {:{}}", left, kIndent - 2) : fmt::format("  {}\n{:{}}", left, "", kIndent);
    bool first = true;
    for (const std::string& line : wrap(right, kColumns - kIndent)) {
        text += first ? line + "\n" : fmt::format("{:{}}{}\n", "", kIndent, line);
        first = false;
    }
}

/// "-o, --output PATH"
std::string synopsis(const OptionRow& row) {
    std::string text(row.shortName);
    if (!text.empty()) text += ", ";
    text += row.name;
    if (!row.value.empty()) text += fmt::format(" {}", row.value);
    return text;
}

/// A cell of a Markdown table: | would end it.
std::string cell(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '|') escaped += '\\';
        escaped += c;
    }
    return escaped;
}

/// Calls visit(title, rows) for each group that has options to show.
template <typename Visit>
void forEachGroup(const Visit& visit) {
    for (size_t group = 0; group < std::size(kOptionGroupTitles); ++group) {
        std::vector<OptionRow> rows;
        for (const OptionRow& row : optionTable())
            if (row.group == static_cast<OptionGroup>(group) && !row.help.empty()) rows.push_back(row);
        visit(kOptionGroupTitles[group], rows);
    }
}

}  // namespace

std::string helpText() {
    std::string text = fmt::format("Usage: {}\n\n", kUsage);
    for (const std::string& line : wrap(kSummary, kColumns))
        text += line + "\n";
    forEachGroup([&](const char* title, const std::vector<OptionRow>& rows) {
        text += fmt::format("\n{}:\n", title);
        for (const OptionRow& row : rows)
            appendRow(text, (row.shortName.empty() ? "    " : "") + synopsis(row), row.help);
    });
    text += "\nKeys in the window:\n";
    for (const Key& key : kKeys)
        appendRow(text, key.keys, key.effect);
    text += "\nExit codes:\n";
    for (const ExitRow& row : kExits)
        appendRow(text, std::to_string(row.code), row.meaning);
    text += "\nExamples:\n";
    for (const Example& example : kExamples)
        text += fmt::format("  {:56}{}\n", example.command, example.effect);
    return text;
}

std::string readmeSection() {
    std::string text = fmt::format("```\n{}\n```\n\n{}\n", kUsage, kSummary);
    forEachGroup([&](const char* title, const std::vector<OptionRow>& rows) {
        text += fmt::format("\n| {} | |\n|---|---|\n", title);
        for (const OptionRow& row : rows)
            text += fmt::format("| `{}` | {} |\n", cell(synopsis(row)), cell(row.help));
    });
    text += "\n| Key in the window | |\n|---|---|\n";
    for (const Key& key : kKeys)
        text += fmt::format("| {} | {} |\n", cell(key.keys), cell(key.effect));
    text += "\n| Exit code | |\n|---|---|\n";
    for (const ExitRow& row : kExits)
        text += fmt::format("| {} | {} |\n", row.code, cell(row.meaning));
    text += "\n```sh\n";
    for (const Example& example : kExamples)
        text += fmt::format("{:56}# {}\n", example.command, example.effect);
    return text + "```\n";
}

}  // namespace sinew
