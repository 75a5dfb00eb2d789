#include <algorithm>

#include "app/options/keys.h"
#include "app/options/table.h"

namespace sinew {
namespace {

constexpr size_t kColumns = 100;
constexpr size_t kIndent = 28;  ///< column at which the second column starts

struct HelpRow {
    std::string_view left, right;
};
constexpr HelpRow kExits[] = {
    {"0", "success"},
    {"1", "a requested check or comparison failed"},
    {"2", "invalid command line"},
    {"3", "the input cannot be used; with --batch, at least one model"},
    {"4", "the environment lacks something: a display, a Vulkan driver, a required feature"},
    {"5", "the output cannot be written"},
    {"6", "the device was lost, or --validate reported a message"},
};

struct Example {
    const char* command;
    const char* effect;
    Listed listed;
};
constexpr Example kExamples[] = {
    {"sinew", "the bundled character, in a window", Listed::full},
    {"sinew walk.dae -a 2", "play the third clip of a file", Listed::common},
    {"sinew pip.dae walk.dae run.fbx", "a character with the clips of two other files", Listed::full},
    {"sinew models/ --watch", "browse the models of a directory", Listed::full},
    {"sinew walk.dae --info --json", "list the contents of a file, for a script", Listed::full},
    {"sinew walk.dae --check --fail-on warning", "exit with 1 if the rig has faults", Listed::common},
    {"sinew --check models/ --json", "check a directory: a line per file and a summary", Listed::full},
    {"sinew walk.dae --compare walk.fbx", "exit with 1 if an export changed the motion", Listed::full},
    {"sinew walk.dae -o walk.png --time 0.5", "draw one picture, without a window", Listed::common},
    {"sinew walk.dae -o f_%04d.png --turntable 60", "draw one turn in 60 pictures", Listed::full},
    {"sinew walk.dae -o walk.webp", "write the clip as an animation", Listed::common},
    {"sinew walk.dae -o sheet.png --sheet 6x6 -a all", "a row of pictures for each clip", Listed::full},
    {"sinew walk.dae -o '{clip}.webp' -a all", "an animation of each clip", Listed::full},
    {"sinew --batch list.txt -o 'thumbs/{name}.png'", "a picture of each model", Listed::full},
    {"sinew walk.dae --time 0.5 --reference walk.png", "exit with 1 if the picture has changed", Listed::full},
};

constexpr const char* kUsage = "sinew [MODEL] [CLIP_FILE...] [options]";
constexpr const char* kSummary =
    "Plays rigged, animated models with Vulkan, in a window or as pictures. Without MODEL, shows the bundled "
    "character. The clips of each CLIP_FILE are added to the model's, matched by node name.";

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

/// Two columns; an entry that is too long for the first one gets a line of its own.
void appendRow(std::string& text, std::string_view left, std::string_view right) {
    const bool fits = left.size() + 4 <= kIndent;
    text += fits ? fmt::format("  {:{}}", left, kIndent - 2) : fmt::format("  {}\n{:{}}", left, "", kIndent);
    text += fmt::format("{}\n", fmt::join(wrap(right, kColumns - kIndent), fmt::format("\n{:{}}", "", kIndent)));
}

/// Escapes the text of a Markdown table cell.
std::string cell(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '|') escaped += '\\';
        escaped += c;
    }
    return escaped;
}

/// A table of the help: options, keys or exit codes.
struct HelpTable {
    std::string_view title, column;
    std::vector<HelpRow> rows;

    bool hasOptions() const { return column == "Option"; }
};

std::vector<HelpTable> tablesOf(Listed least) {
    std::vector<HelpTable> tables;
    for (const OptionSection& section : optionSections()) {
        HelpTable table{section.title, "Option", {}};
        for (const OptionRow& row : section.rows)
            if (row.listed <= least) table.rows.push_back({row.synopsis, row.help});
        if (!table.rows.empty()) tables.push_back(std::move(table));
    }
    if (least == Listed::common) return tables;
    HelpTable& keys = tables.emplace_back(HelpTable{"Keys in the window", "Key", {}});
    for (const Key& key : kKeys)
        keys.rows.push_back({key.names, key.effect});
    tables.push_back({"Exit codes", "Code", {std::begin(kExits), std::end(kExits)}});
    return tables;
}

std::string plainText(Listed least) {
    const bool isShort = least == Listed::common;
    std::string text = fmt::format("Usage: {}\n\n", kUsage);
    for (const std::string& line : wrap(kSummary, kColumns))
        text += line + "\n";
    for (const HelpTable& table : tablesOf(least)) {
        text += fmt::format("\n{}:\n", table.title);
        for (const auto& [left, right] : table.rows) {
            const bool isIndented = table.hasOptions() && left.starts_with("--");
            appendRow(text, fmt::format("{}{}", isIndented ? "    " : "", left),
                      isShort ? right.substr(0, right.find(';')) : right);
        }
    }
    text += "\nExamples:\n";
    for (const Example& example : kExamples)
        if (example.listed <= least) text += fmt::format("  {:50}{}\n", example.command, example.effect);
    return isShort ? text + "\nAll options, exit codes and keys: sinew --help all. In the window, F1 lists the keys.\n"
                   : text;
}

std::string markdown() {
    std::string text = fmt::format(
        "# Options\n\n`sinew --help` lists the common options; `sinew --help all` prints this page as text. It is "
        "generated: edit `src/app/options/table.cpp`,\nthen run `sinew --help-markdown > docs/options.md`.\n\n"
        "```\n{}\n```\n\n{}\n",
        kUsage, kSummary);
    for (const HelpTable& table : tablesOf(Listed::full)) {
        text += fmt::format("\n## {}\n\n| {} | |\n|---|---|\n", table.title, table.column);
        const std::string_view quote = table.hasOptions() ? "`" : "";
        for (const auto& [left, right] : table.rows)
            text += fmt::format("| {0}{1}{0} | {2} |\n", quote, cell(left), cell(right));
    }
    text += "\n## Examples\n\n```sh\n";
    for (const Example& example : kExamples)
        text += fmt::format("{:50}# {}\n", example.command, example.effect);
    return text + "```\n";
}

/// Escapes text for troff. A dot or quote at the start of a line would be a request.
std::string troff(std::string_view text) {
    std::string escaped = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
    for (const char c : text) {
        if (c == '\\')
            escaped += "\\e";
        else if (c == '-')
            escaped += "\\-";
        else
            escaped += c;
    }
    return escaped;
}

std::string manPage() {
    std::string text = fmt::format(
        ".TH SINEW 1 \"\" \"sinew {}\" \"User Commands\"\n.SH NAME\nsinew \\- play rigged, animated 3D models\n"
        ".SH SYNOPSIS\n.B sinew\n[\\fIMODEL\\fR] [\\fICLIP_FILE\\fR...] [\\fIoptions\\fR]\n.SH DESCRIPTION\n{}\n",
        SINEW_VERSION, troff(kSummary));
    text += ".SH OPTIONS\n";
    for (const HelpTable& table : tablesOf(Listed::full)) {
        text += fmt::format(".{} {}\n", table.hasOptions() ? "SS" : "SH", troff(table.title));
        for (const auto& [left, right] : table.rows)
            text += fmt::format(".TP\n.B {}\n{}\n", troff(left), troff(right));
    }
    text += ".SH EXAMPLES\n";
    for (const Example& example : kExamples)
        text += fmt::format(".TP\n.B {}\n{}\n", troff(example.command), troff(example.effect));
    return text;
}

}  // namespace

std::string helpText(task::Help::Page page) {
    if (page == task::Help::Page::markdown) return markdown();
    if (page == task::Help::Page::man) return manPage();
    return plainText(page == task::Help::Page::all ? Listed::full : Listed::common);
}

}  // namespace sinew
