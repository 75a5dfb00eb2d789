#pragma once

#include <map>
#include <optional>
#include <string>

#include "faults/sweep.h"
#include "support/temporary_folder.h"
#include "support/xvfb.h"

/// Runs of sinew_faulty in a window on a screen of their own, with validation, each doing the same: a model that stands
/// still is drawn, the window is resized, photographed, resized again, the model is read anew, and the window closes.
/// Models are read without the sandbox, and so at once: which call of a run is which does not depend on time.
class ScriptedWindow {
  public:
    enum class Picture { none, same, other };

    /// Ends the test, with the reason, where there can be no window.
    ScriptedWindow();

    Command command(const std::map<std::string, std::string>& environment = {}) const;

    /// A run without failures; its screenshot is what the others are compared with.
    CallList undisturbed() const;

    /// Looks at the screenshot of a run, and takes it away.
    Picture takePicture() const;

  private:
    TemporaryFolder folder_, expected_;
    std::optional<VirtualScreen> screen_;
};
