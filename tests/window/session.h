#pragma once

#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/process.h"
#include "support/temporary_folder.h"
#include "support/xvfb.h"

/// Sinew in a window on a screen of its own, with validation and without the user's settings, in an empty folder.
class Session {
  public:
    /// Waits for the first model to be shown, for keys before that would be lost. `environment`: changes to ours. Under
    /// "SINEW_STEPS" stands what sinew_faulty does by itself (faults/hook/steps.cpp); then it is the program.
    explicit Session(std::vector<std::string> arguments, VirtualScreen::Manager manager = VirtualScreen::Manager::none,
                     const std::map<std::string, std::string>& environment = {});

    ScreenWindow& window() { return window_; }
    VirtualScreen& screen() { return screen_; }
    Process& process() { return process_; }
    const std::filesystem::path& folder() const { return folder_.path(); }

    /// The part of the title before the file's name is there, or it has to come soon: fails the test when it does not.
    void requireTitle(const std::string& part);
    /// The clip's time in the title, in seconds.
    double shownSeconds();
    /// Presses F12 and returns the path of the picture that it makes.
    std::string screenshot();
    /// Takes screenshots until one is equal to the picture at `path` (equal: but for rounding); fails the test when
    /// none becomes so.
    void requirePicture(const std::string& path);
    /// The same until one differs clearly; returns its path.
    std::string requireOtherPicture(const std::string& path);
    /// Presses Esc, again where the first one gave up what was being read; the program must end with 0 and have had
    /// nothing to complain about.
    void quit();

  private:
    TemporaryFolder folder_;
    VirtualScreen screen_;
    Process process_;
    ScreenWindow window_;
};

/// Quits it, and reads what it wrote for `--state-json state.json`.
nlohmann::json stateOf(Session& session);

/// Ends the test, with the reason, where there can be no window.
void requireScreen(VirtualScreen::Manager manager = VirtualScreen::Manager::none);

/// Size and options that make window and headless run draw the same.
std::vector<std::string> still(std::vector<std::string> arguments);

/// The headless picture of these arguments, in the session's folder.
std::string headlessPicture(const Session& session, const std::string& name, std::vector<std::string> arguments);
