#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/options/task.h"
#include "app/options/values.h"

namespace sinew {

/// The sections of the help, in its order.
enum class OptionGroup { model, play, picture, look, beside, report, device, general };
inline constexpr const char* kOptionGroupTitles[] = {"Model and clips",
                                                     "Playback",
                                                     "Pictures and video",
                                                     "Camera and look",
                                                     "Side by side and onion skin",
                                                     "Reports and export",
                                                     "Device",
                                                     "General"};

/// Which help lists an option: `--help` the common ones, `--help all` these and the full list.
enum class Listed { common, full, hidden };

/// Everything that options can set. Only the parser sees it: tasks get what they need.
struct CommandLine {
    ViewSettings view;
    Frames frames;
    Size sheet;
    std::string output;
    FilmFormat format = FilmFormat::png;
    ReferencePicture reference;
    std::optional<double> threshold;
    std::string batch, stateJson, compareWith, exportPose, bake;
    Pixel pick;
    Severity failOn = Severity::error;
    task::Help::Page helpPage = task::Help::Page::common;
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
    exportTask = 512,
    devicesTask = 1024,
};

/// One option: all that the parser and the help know about it.
struct OptionRow {
    std::string_view name;       ///< "--output"
    std::string_view shortName;  ///< "-o", or empty
    std::string_view value;  ///< "PATH"; empty: a flag; "[N]": an optional whole number; "[all]": optionally this word
    OptionGroup group;
    Listed listed;
    uint16_t serves;                                    ///< a TaskSet: every other task refuses the option
    std::string_view help;                              ///< `--help` shows it up to the first semicolon
    void (*apply)(CommandLine&, GivenValue) = nullptr;  ///< none: the parser asks whether the flag was given
};

std::span<const OptionRow> optionTable();

}  // namespace sinew
