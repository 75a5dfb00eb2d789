#pragma once

#include <filesystem>

#include "app/options/task.h"

namespace sinew {

/// The settings that the window keeps from one run to the next. The command line overrides them.
struct WindowSettings {
    std::optional<Size> size;  ///< of the window when it is not full screen; 1 to 16384
    bool panelVisible = false;
    bool floor = true;
    bool skeleton = false;
    float textSize = 1.0f;
    bool keysKnown = false;  ///< no more hints at the start

    bool operator==(const WindowSettings&) const = default;
};

/// $XDG_CONFIG_HOME/sinew/settings.json, or ~/.config/sinew/settings.json; empty if neither is set.
/// https://specifications.freedesktop.org/basedir-spec: relative paths are ignored.
std::filesystem::path settingsFile();

/// Missing values, and all values of a missing file, are defaults. A broken file is ignored with a line on stderr.
WindowSettings readSettings(const std::filesystem::path& file);

/// Creates the directories. A failure is a line on stderr.
void writeSettings(const std::filesystem::path& file, const WindowSettings& settings);

/// The settings to keep after a run: what the user changed in the window, not what the command line set. `before` are
/// the settings at the start, `last` those of the window when it closed.
WindowSettings changedSettings(const WindowSettings& before, const ViewSettings& view, const WindowSettings& last);

/// Applies settings where the command line does not say otherwise.
ViewSettings withSettings(const task::View& view, const WindowSettings& settings);

}  // namespace sinew
