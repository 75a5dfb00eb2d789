#include "window/session.h"

#include <algorithm>
#include <filesystem>

#include "support/catch.h"
#include "support/picture.h"

namespace {

// Window and headless pictures may differ by rounding: their channel orders differ.
constexpr double kEqual = 1e-4;
constexpr double kOther = 1e-3;

constexpr const char* kFramesPerSecond = "10";  // a window that is waited for draws all the time

/// With one sample per pixel and the look flat, if the test does not say otherwise.
Arguments cheap(Arguments arguments) {
    const auto has = [&](const char* option) { return std::ranges::find(arguments, option) != arguments.end(); };
    if (!has("--samples")) arguments.insert(arguments.end(), {"--samples", "1"});
    if (!has("--look") && !has("--environment")) arguments.insert(arguments.end(), {"--look", "flat"});
    return arguments;
}

Command commandOn(const VirtualScreen& screen, const std::filesystem::path& folder, Arguments arguments,
                  const std::map<std::string, std::string>& environment) {
    if (std::ranges::find(arguments, "--max-fps") == arguments.end())
        arguments.insert(arguments.end(), {"--max-fps", kFramesPerSecond});
    if (!environment.contains("XDG_CONFIG_HOME")) arguments.emplace_back("--no-settings");
    Command command = sinewCommand(validated(cheap(std::move(arguments))));
    if (environment.contains("SINEW_STEPS")) command.arguments.front() = SINEW_FAULTY;
    for (const auto& [name, value] : environment)
        command.environment[name] = value;
    command.environment["DISPLAY"] = screen.display();
    command.folder = folder;
    return command;
}

}  // namespace

void requireScreen(VirtualScreen::Manager manager) {
    if (const auto reason = VirtualScreen::missing(manager)) SKIP(*reason);
}

Arguments still(const Arguments& arguments) {
    return arguments + Arguments{"--size", "320x240", "--speed", "0", "--floor=off", "--transition", "0"};
}

Arguments studio(Arguments arguments) {
    if (scaledSeconds(1.0) == 1.0) arguments.insert(arguments.end(), {"--look", "studio"});
    return arguments;
}

std::string headlessPicture(const Session& session, const std::string& name, Arguments arguments) {
    if (const auto crossfade = std::ranges::find(arguments, "--transition"); crossfade != arguments.end())
        arguments.erase(crossfade, crossfade + 2);  // only the window takes it
    arguments.insert(arguments.end(), {"-o", name});
    const Finished finished = runSinewIn(session.folder(), cheap(std::move(arguments)));
    INFO(finished.describe());
    REQUIRE(finished.exit == 0);
    return session.folder() / name;
}

Session::Session(Arguments arguments, VirtualScreen::Manager manager,
                 const std::map<std::string, std::string>& environment)
    : screen_(manager),
      process_(commandOn(screen_, folder_.path(), std::move(arguments), environment)),
      window_(screen_, process_) {
    waitFor(kPatienceSeconds, [&] {
        const std::string title = window_.title();
        return (title.ends_with(" - Sinew") && !title.starts_with("loading ")) || !process_.running();
    });
}

void Session::requireTitle(const std::string& part) {
    const bool has = window_.titleHas(part, kPatienceSeconds);
    INFO("the title is \"" << window_.title() << "\"");
    INFO("it should have \"" << part << "\"");
    REQUIRE(has);
}

void Session::requireMessage(const std::string& part) {
    const auto printed = [&] { return process_.soFar().err.find(part) != std::string::npos; };
    const bool has = waitFor(kPatienceSeconds, [&] {
        const bool running = process_.running();  // also takes what the program has printed
        return printed() || !running;
    });
    INFO("stderr is \"" << process_.soFar().err << "\"");
    INFO("it should have \"" << part << "\"");
    REQUIRE((has && printed()));
}

double Session::shownSeconds() {
    requireTitle(" / ");
    const std::string title = window_.title();
    return std::stod(title.substr(title.find(')') + 1));
}

std::string Session::screenshot() {
    const auto pictures = [&] {
        Arguments names = namesIn(folder());
        std::erase_if(names,
                      [](const std::string& name) { return !name.starts_with("sinew_") || !name.ends_with(".png"); });
        return names;
    };
    const size_t before = pictures().size();
    window_.key("F12");
    REQUIRE(waitFor(kPatienceSeconds, [&] { return pictures().size() > before || !process_.running(); }));
    REQUIRE(process_.running());
    return folder() / pictures().back();
}

double Session::shownBeside(const std::string& path) {
    sleepSeconds(0.1);  // it is asked until something has changed
    window_.grab(folder() / "grab.png");
    return differenceOfFiles(folder() / "grab.png", path).mean;
}

void Session::waitForPanel() {
    for (int frame = 0; frame < 3; ++frame)
        screenshot();
}

void Session::requirePicture(const std::string& path) {
    sinew::Difference difference;
    const bool same = waitFor(kPatienceSeconds, [&] {
        difference = differenceOfFiles(screenshot(), path);
        return difference.mean < kEqual;
    });
    INFO(path << ": mean difference " << difference.mean << ", maximum " << difference.maximum);
    REQUIRE(same);
}

std::string Session::requireOtherPicture(const std::string& path) {
    std::string picture;
    REQUIRE(waitFor(kPatienceSeconds, [&] {
        picture = screenshot();
        return differenceOfFiles(picture, path).mean > kOther;
    }));
    return picture;
}

void Session::quit() {
    window_.focus();
    window_.key("ctrl+q");
    const Finished& finished = process_.wait(20.0);
    INFO(finished.describe());
    REQUIRE_FALSE(finished.timedOut);
    REQUIRE(finished.signal == 0);
    REQUIRE(finished.exit == 0);
    REQUIRE(finished.err.find("VUID") == std::string::npos);
}

nlohmann::json stateOf(Session& session) {
    session.quit();
    return nlohmann::json::parse(readFile(session.folder() / "state.json"));
}
