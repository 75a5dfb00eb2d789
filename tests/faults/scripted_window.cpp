#include "faults/scripted_window.h"

#include <filesystem>

#include "cli/expect.h"
#include "support/picture.h"

namespace {

const Arguments kInWindow{kTube,    "--size", "160x120",    "--speed",       "0",           "--samples", "1",
                          "--look", "flat",   "--skeleton", "--no-settings", "--no-sandbox"};
/// Sizes of one shape, so that the camera does not move.
constexpr const char* kSteps =
    "3 size 200x150, 4 key F12, 5 key H, 6 key H, 6 key F5, 7 size 180x135, 8 key W, 10 close";
constexpr const char* kPicture = "sinew_001.png";
constexpr double kSamePicture = 1e-4;  // except for rounding: the camera glides to its current place

}  // namespace

ScriptedWindow::ScriptedWindow() {
    if (const auto reason = VirtualScreen::missing()) SKIP(*reason);
    screen_.emplace();
}

Command ScriptedWindow::command(const std::map<std::string, std::string>& environment) const {
    Command command = faultyCommand(folder_.path(), validated(kInWindow), environment);
    command.environment["SINEW_STEPS"] = kSteps;
    command.environment["DISPLAY"] = screen_->display();
    return command;
}

CallList ScriptedWindow::undisturbed() const {
    auto [finished, list] = runListed(command());
    INFO(finished.describe());
    REQUIRE(finished.exit == 0);
    CHECK(list.left == 0);
    std::filesystem::rename(folder_ / kPicture, expected_ / kPicture);
    return std::move(list);
}

ScriptedWindow::Picture ScriptedWindow::takePicture() const {
    const std::filesystem::path path = folder_ / kPicture;
    if (!std::filesystem::exists(path)) return Picture::none;
    const double difference = differenceOfFiles(path, expected_ / kPicture).mean;
    std::filesystem::remove(path);
    return difference < kSamePicture ? Picture::same : Picture::other;
}
