#include "support/xvfb.h"

#include <signal.h>

#include <filesystem>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "support/temporary_folder.h"

namespace {

bool installed(const std::string& program) {
    return run({.arguments = {"sh", "-c", "command -v " + program}}).exit == 0;
}

std::string firstWord(const std::string& text) {
    std::string word;
    std::istringstream(text) >> word;
    return word;
}

}  // namespace

std::optional<std::string> VirtualScreen::missing(Manager manager) {
    for (const char* program : {"Xvfb", "xdotool", "xwininfo", "import"})
        if (!installed(program)) return std::string(program) + " is not installed";
    if (manager == Manager::openbox && !installed("openbox")) return "openbox is not installed";
    return std::nullopt;
}

VirtualScreen::VirtualScreen(Manager manager) {
    // Without -noreset a server restarts when its only client leaves, and drops new connections. It selects a
    // free display and writes its number to a file descriptor.
    const TemporaryFolder folder;
    server_ = std::make_unique<Process>(Command{
        .arguments = {"sh", "-c", "exec Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp -noreset 3>number"},
        .folder = folder.path()});
    const auto number = [&] { return firstWord(readFile(folder / "number")); };
    if (!waitFor(20.0, [&] {
            return std::filesystem::exists(folder / "number") && readFile(folder / "number").ends_with("\n");
        }))
        throw std::runtime_error("Xvfb does not start: " + server_->wait(0.0).describe());
    display_ = fmt::format(":{}", number());
    if (manager == Manager::none) return;
    manager_ = std::make_unique<Process>(Command{.arguments = {"openbox"}, .environment = {{"DISPLAY", display_}}});
    // The list of clients is set last: a window mapped before that may be lost.
    if (!waitFor(20.0, [&] {
            return run({"xprop", "-root", "_NET_SUPPORTING_WM_CHECK"}).out.find("window id") != std::string::npos &&
                   run({"xprop", "-root", "_NET_CLIENT_LIST"}).out.find("window id") != std::string::npos;
        }))
        throw std::runtime_error("openbox does not start: " + manager_->wait(0.0).describe());
}

VirtualScreen::~VirtualScreen() {
    server_->send(SIGTERM);  // lets it remove its lock and socket
    server_->wait(5.0);
}

void VirtualScreen::killServer() {
    server_->send(SIGKILL);
    server_->wait(5.0);
}

Finished VirtualScreen::run(std::vector<std::string> arguments) const {
    return ::run({.arguments = std::move(arguments), .environment = {{"DISPLAY", display_}}});
}

std::string VirtualScreen::xdotool(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "xdotool");
    const Finished finished = run(std::move(arguments));
    return finished.exit == 0 ? finished.out : "";
}

void VirtualScreen::xdotoolScript(const std::string& lines) const {
    const TemporaryFolder folder;
    writeFile(folder / "script", lines);
    const Finished finished = run({"xdotool", folder / "script"});
    if (finished.exit != 0) throw std::runtime_error("xdotool: " + finished.describe());
}

ScreenWindow::ScreenWindow(const VirtualScreen& screen, Process& owner) : screen_(screen) {
    const std::string pid = std::to_string(owner.pid());
    waitFor(30.0, [&] {
        id_ = firstWord(screen.xdotool({"search", "--onlyvisible", "--pid", pid}));
        return !id_.empty() || !owner.running();
    });
    if (id_.empty()) throw std::runtime_error("no window appears: " + owner.wait(0.0).describe());
    focus();
}

std::string ScreenWindow::title() const {
    std::string title = screen_.xdotool({"getwindowname", id_});
    if (title.ends_with("\n")) title.pop_back();
    return title;
}

bool ScreenWindow::titleHas(const std::string& part, double seconds) const {
    return waitFor(seconds, [&] { return title().find(part) != std::string::npos; });
}

void ScreenWindow::focus() const {
    screen_.xdotool({"windowfocus", "--sync", id_});
}

void ScreenWindow::key(const std::string& name) const {
    screen_.xdotool({"key", name});
}

void ScreenWindow::keyDown(const std::string& name) const {
    screen_.xdotool({"keydown", name});
}

void ScreenWindow::keyUp(const std::string& name) const {
    screen_.xdotool({"keyup", name});
}

void ScreenWindow::point(int x, int y, const std::vector<std::string>& then) const {
    std::vector<std::string> arguments{"mousemove", "--window", id_, std::to_string(x), std::to_string(y)};
    arguments.insert(arguments.end(), then.begin(), then.end());
    screen_.xdotool(arguments);
}

void ScreenWindow::drag(int button, int dx, int dy) const {
    screen_.xdotool({"mousemove", "--window", id_, "200", "200", "mousedown", std::to_string(button),
                     "mousemove_relative", "--", std::to_string(dx / 2), std::to_string(dy / 2), "mousemove_relative",
                     "--", std::to_string(dx - dx / 2), std::to_string(dy - dy / 2), "mouseup",
                     std::to_string(button)});
}

void ScreenWindow::wheel(int notches) const {
    screen_.xdotool({"mousemove", "--window", id_, "200", "200", "click", "--repeat", std::to_string(std::abs(notches)),
                     "--delay", "10", notches > 0 ? "4" : "5"});
}

void ScreenWindow::resize(int width, int height) const {
    screen_.xdotool({"windowsize", id_, std::to_string(width), std::to_string(height)});
}

bool ScreenWindow::viewable() const {
    return screen_.run({"xwininfo", "-id", id_}).out.find("IsViewable") != std::string::npos;
}

void ScreenWindow::grab(const std::string& path) const {
    const Finished finished = screen_.run({"import", "-window", id_, path});
    if (finished.exit != 0) throw std::runtime_error("import: " + finished.describe());
}
