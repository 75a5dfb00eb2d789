#pragma once

#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/process.h"
#include "support/temporary_folder.h"
#include "support/xvfb.h"

inline constexpr double kPatienceSeconds = 30.0;  ///< before scaling, for what a window shows soon

/// Sinew in a window on its own virtual screen, with validation except in builds with sanitizers, without saved
/// settings, in an empty folder.
class Session {
  public:
    /// Waits until the first model is shown: earlier keys would be lost. Pixels have one sample, and the look is flat,
    /// unless `arguments` says otherwise. `environment` adds to ours. With
    /// "SINEW_STEPS", runs sinew_faulty, which carries out these steps (faults/hook/steps.cpp).
    explicit Session(Arguments arguments, VirtualScreen::Manager manager = VirtualScreen::Manager::none,
                     const std::map<std::string, std::string>& environment = {});

    ScreenWindow& window() { return window_; }
    VirtualScreen& screen() { return screen_; }
    Process& process() { return process_; }
    const std::filesystem::path& folder() const { return folder_.path(); }

    /// Fails the test unless the title contains `part` soon.
    void requireTitle(const std::string& part);
    /// Fails the test unless the program's stderr contains `part` soon.
    void requireMessage(const std::string& part);
    /// The clip time in the title, in seconds.
    double shownSeconds();
    /// Presses F12 and returns the path of the screenshot.
    std::string screenshot();
    /// The mean difference between what the screen shows, with the overlays that screenshots omit, and a picture.
    double shownBeside(const std::string& path);
    /// Waits, by screenshots, until the panel has processed its input.
    void waitForPanel();
    /// Takes screenshots until one equals the picture at `path`, except for rounding; fails the test if none does.
    void requirePicture(const std::string& path);
    /// Takes screenshots until one differs clearly from that picture. Returns its path.
    std::string requireOtherPicture(const std::string& path);
    /// Presses Ctrl+Q. Requires exit code 0 and no validation messages.
    void quit();

  private:
    TemporaryFolder folder_;
    VirtualScreen screen_;
    Process process_;
    ScreenWindow window_;
};

/// Quits the session and reads its `--state-json state.json`.
nlohmann::json stateOf(Session& session);

/// Skips the test, with the reason, if no window can be opened.
void requireScreen(VirtualScreen::Manager manager = VirtualScreen::Manager::none);

/// Adds options that make the window and a headless run draw the same picture.
Arguments still(const Arguments& arguments);

/// Adds the look that takes most passes, but for builds with sanitizers.
Arguments studio(Arguments arguments);

/// Writes the headless picture of these arguments to the session's folder. Returns its path.
std::string headlessPicture(const Session& session, const std::string& name, Arguments arguments);
