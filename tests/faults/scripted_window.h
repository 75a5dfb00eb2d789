#pragma once

#include <map>
#include <optional>
#include <string>

#include "faults/sweep.h"
#include "support/temporary_folder.h"
#include "support/xvfb.h"

/// Runs sinew_faulty in a window on its own screen, with validation, always with the same steps: a still model
/// is drawn, the window is resized, takes a screenshot, is resized again, reloads the model, and closes.
/// Models are read without the sandbox, and so at once: the order of calls does not depend on time.
class ScriptedWindow {
  public:
    enum class Picture { none, same, other };

    /// Skips the test, with the reason, if no window can be opened.
    ScriptedWindow();

    Command command(const std::map<std::string, std::string>& environment = {}) const;

    /// A run without failures, whose screenshot is the reference for the others.
    CallList undisturbed() const;

    /// Compares the screenshot of a run, and removes it.
    Picture takePicture() const;

  private:
    TemporaryFolder folder_, expected_;
    std::optional<VirtualScreen> screen_;
};
