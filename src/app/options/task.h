#pragma once

#include "app/options/settings.h"
#include "export/export_model.h"
#include "model/finding.h"

namespace sinew {

/// A pixel of a picture; (0, 0) is at the top left.
struct Pixel {
    uint32_t x = 0;
    uint32_t y = 0;

    bool operator==(const Pixel&) const = default;
};

/// The default of --compare --threshold. Exporters write at least five digits.
inline constexpr double kDefaultMotionThreshold = 0.001;

inline constexpr const char* kNoPolicy = "none";  ///< a value of --policy

/// What a run of the program can do.
namespace task {

/// Shows models in a window.
struct View {
    ViewSettings view;
    std::vector<std::string> otherModels;           ///< paths that the window can switch to
    bool sizeGiven = false, textSizeGiven = false;  ///< otherwise they are the window's last ones
    bool floorGiven = false;                        ///< otherwise a floor that was hidden last stays hidden
    bool watch = false;                             ///< reload the model when its files change
    bool keepSettings = true;                       ///< read and write the window's settings
    double mostFramesPerSecond = 90.0;              ///< where presenting does not wait for the display
    std::string stateJson;                          ///< path to write the window's state to when it closes; empty: none
};

/// Draws pictures, a film or a contact sheet; without an output, a timed run.
struct Draw {
    RenderJob job;
};

/// Draws every model of a list.
struct Batch {
    std::string list;  ///< path, or "-"
    RenderJob job;     ///< its output contains {name} or {number}
};

/// Checks rigs.
struct Check {
    enum class Report { text, json, sarif, markdown, junit };

    ModelSource model;               ///< how they are read; its path is not used
    std::vector<std::string> paths;  ///< of models and directories of models; empty: the bundled character
    std::string list;                ///< path, or "-": names the models instead; empty: none
    std::optional<Severity> failOn;  ///< lowest severity that fails, never info; none: as the policy says, else error
    std::string policy;              ///< path; empty: found beside each model or above it; kNoPolicy: none
    std::string baseline;            ///< path; empty: none
    bool updateBaseline = false;     ///< accept what fails, and write the baseline
    std::string html;                ///< path of a page to write; empty: none
    Report report = Report::text;
};

/// Compares the motion of two files.
struct Compare {
    ModelSource model;
    std::string other;                           ///< path
    std::string animation;                       ///< name, index or "none"; empty: all that both have
    std::optional<Skinning> skinning;            ///< none: as the first file says
    double threshold = kDefaultMotionThreshold;  ///< relative to the model's size
    bool json = false;
};

/// Prints what is in a file.
struct Info {
    ModelSource model;
    bool json = false;
};

/// Prints the bones of a model and its clip file that belong together.
struct PrintBoneMap {
    ModelSource model;  ///< with exactly one clip file
};

/// Writes a model in Sinew's own format.
struct Bake {
    ModelSource model;
    std::string output;
};

/// Prints the bone at a pixel.
struct Pick {
    ViewSettings view;
    Pixel pixel;  ///< lies in the picture
    bool json = false;
};

/// Writes the skinned mesh of a pose.
struct ExportPose {
    ViewSettings view;
    std::string output;
};

/// Writes the model as glTF.
struct Export {
    ModelSource model;
    std::string output;
    ExportOptions options;     ///< but for its name and loops
    bool closesLoops = false;  ///< mends clips that jump from their last pose to their first
};

/// Prints the Vulkan devices.
struct ListDevices {
    bool json = false;
};

/// Prints how a command line may go on, for the shells' completion (packaging/completions): a word, a tab and its help
/// per line, or ":files" or ":directories".
struct Complete {
    std::vector<std::string> arguments;  ///< the last one is begun
};

/// Prints the version.
struct Version {};

/// Prints the help.
struct Help {
    enum class Page { common, all, markdown, man };

    Page page = Page::common;
};

}  // namespace task

/// One of the tasks, with everything it needs.
using Task = std::variant<task::View, task::Draw, task::Batch, task::Check, task::Compare, task::Info,
                          task::PrintBoneMap, task::Bake, task::Pick, task::ExportPose, task::Export, task::ListDevices,
                          task::Complete, task::Version, task::Help>;

/// The task that the arguments (without the program's name) ask for. Every number is finite and in its range. --help,
/// --help-markdown and --version take precedence over conflicts between options.
/// No output is an input or another output.
/// @throws Error(Exit::usage) with one line that names the option and the value, and says what to use instead.
Task parseTask(std::span<const char* const> arguments);

/// Text of at most 100 columns: the common options, or all of them with the keys and the exit codes; or the whole of
/// docs/options.md, or the man page in the macros of man(7).
std::string helpText(task::Help::Page page);

}  // namespace sinew
