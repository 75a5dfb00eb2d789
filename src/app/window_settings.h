#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "app/options.h"

namespace sinew {

/// What the window remembers from one run to the next. The command line comes first.
struct WindowSettings {
    struct Size {
        uint32_t width = 0, height = 0;  ///< 1 to 16384
        bool operator==(const Size&) const = default;
    };
    std::optional<Size> size;            ///< of the window, not of the whole screen
    std::optional<Viewpoint> viewpoint;  ///< from where the camera looks; its distance is 1
    bool panelVisible = false;
    bool floor = true;
    bool skeleton = false;

    bool operator==(const WindowSettings&) const = default;
};

/// $XDG_CONFIG_HOME/sinew/settings.json, or ~/.config/sinew/settings.json; empty where there is neither.
/// https://specifications.freedesktop.org/basedir-spec: a path that is not absolute counts as none.
std::filesystem::path settingsFile();

/// A file that is not there, and each value that is missing, is the default's. One that is broken is ignored with a
/// line on stderr.
WindowSettings readSettings(const std::filesystem::path& file);

/// Makes the folders too. What cannot be written is a line on stderr: the run was good nevertheless.
void writeSettings(const std::filesystem::path& file, const WindowSettings& settings);

/// What to remember after a run: of `last`, which stood in the window when it closed, what the user has changed there;
/// what the command line had said is nobody's wish for the next time. `before` is what was remembered.
WindowSettings changedSettings(const WindowSettings& before, const Options& options, const WindowSettings& last);

/// `options`, and where the user did not say, what is remembered, but for the view, to which nobody wants to go back.
Options withSettings(Options options, const WindowSettings& settings);

}  // namespace sinew
