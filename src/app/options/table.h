#pragma once

#include "app/options/values.h"
#include "export/export_model.h"

namespace sinew {

/// Which help lists an option: `--help` the common ones, `--help all` these and the full list.
enum class Listed { common, full, hidden };

/// Everything that options can set. Only the parser sees it: tasks get what they need.
struct CommandLine {
    ModelSource model;
    PlayRequest play;
    CameraSettings camera;
    Look look;
    Size size = ViewSettings{}.size;
    DeviceSettings device;
    std::string environment = kStudio;
    float textSize = 1.0f;
    Frames frames;
    bool isPartOfFrames = false;  ///< --frames A:B
    Size sheet;
    std::string output;
    FilmFormat format = FilmFormat::png;
    ReferencePicture reference;
    std::optional<double> threshold, thresholdMax;
    bool noLevels = false;
    double mostFramesPerSecond = task::View{}.mostFramesPerSecond;
    std::string batch, stateJson, compareWith, exportPose, bake, exportFile;
    ExportOptions exporting;
    bool closesLoops = false;
    Pixel pick;
    std::optional<Severity> failOn;
    std::string policy, baseline, html;
    task::Check::Report report = task::Check::Report::text;
    task::Help::Page helpPage = task::Help::Page::common;

    bool isJson() const { return report == task::Check::Report::json; }
    ViewSettings view() const { return {{model, play}, camera, look, size, device, environment, textSize}; }
};

/// The tasks that options serve, as bits.
enum TaskSet : uint16_t {
    viewTask = 1,
    pictureTask = 2,  ///< frames, as pictures or as a film
    sheetTask = 4,
    batchTask = 8,
    checkTask = 16,
    compareTask = 32,
    infoTask = 64,
    bakeTask = 128,
    pickTask = 256,
    exportPoseTask = 512,
    devicesTask = 1024,
    exportTask = 2048,
};

/// One option, as the parser and the help see it.
struct OptionRow {
    std::string_view synopsis;   ///< "-o, --output PATH"
    std::string_view name;       ///< "--output"
    std::string_view shortName;  ///< "-o", or empty
    std::string_view value;      ///< "PATH"; empty: a flag; "[N,step=SECONDS]": optional, a whole number, a key with a
                                 ///< value, or both; "[on|off]": optionally one of these words; "DIR...": may be given
                                 ///< several times
    bool isRepeatable = false;
    Listed listed;
    uint16_t serves;                          ///< a TaskSet: every other task refuses the option
    void (*apply)(CommandLine&, GivenValue);  ///< null: the parser asks whether the flag was given
    std::string_view help;                    ///< `--help` shows it up to the first semicolon
    std::string_view now = {}, as = {};       ///< of an old name: that of today, and its value: "{}" is the old value

    constexpr OptionRow(std::string_view text, Listed listing, uint16_t tasks, void (*set)(CommandLine&, GivenValue),
                        std::string_view helpText)
        : synopsis(text),
          name(text.substr(text.find("--"))),
          listed(listing),
          serves(tasks),
          apply(set),
          help(helpText) {
        if (name != text) shortName = text.substr(0, text.find(','));
        const size_t space = name.find(' ');
        if (space == std::string_view::npos) return;
        value = name.substr(space + 1);
        isRepeatable = value.ends_with("...");
        if (isRepeatable) value.remove_suffix(3);
        name = name.substr(0, space);
    }

    /// The name that the option has today.
    constexpr std::string_view current() const { return now.empty() ? name : now; }

    /// An old name, hidden. The table has the tasks that it serves.
    constexpr OptionRow(std::string_view text, std::string_view newName, std::string_view newValue)
        : OptionRow(text, Listed::hidden, 0, nullptr, "") {
        now = newName;
        as = newValue;
    }
};

/// A section of the help.
struct OptionSection {
    const char* title;
    std::span<const OptionRow> rows;
};

std::span<const OptionSection> optionSections();

/// The options of all sections.
std::span<const OptionRow> optionTable();

/// The option of that long or short name; null if there is none.
const OptionRow* findRow(std::string_view name);

/// The arguments, each option read by itself.
struct ParsedArguments {
    CommandLine line;
    std::vector<OptionRow> given;
    std::vector<std::string> files;  ///< the MODEL and the CLIP_FILEs

    bool has(std::string_view name) const;
};

/// Whether an argument is the value of the option before it. One in brackets may be left out.
bool isValueOf(const OptionRow& row, std::string_view argument);

/// @throws Error(Exit::usage) for unknown options, and for missing and wrong values.
ParsedArguments readArguments(std::span<const char* const> arguments);

}  // namespace sinew
