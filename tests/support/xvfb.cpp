#include "support/xvfb.h"

#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>

#include "media/png.h"
#include "support/temporary_folder.h"

namespace {

bool installed(const std::string& program) {
    return run({.arguments = {"sh", "-c", "command -v " + program}}).exit == 0;
}

}  // namespace

class VirtualScreen::Server {
  public:
    Server() {
        // Without -noreset a server restarts when its only client leaves, and drops new connections. When it is ready
        // it writes its number. Nobody reads what it prints.
        process_ = std::make_unique<Process>(
            Command{.arguments = {"sh", "-c",
                                  "exec Xvfb " + display +
                                      " -displayfd 3 -screen 0 1280x800x24 -nolisten tcp -noreset 3>number >log 2>&1"},
                    .folder = folder_.path()});
        if (!waitFor(20.0, [&] {
                return std::filesystem::exists(folder_ / "number") && readFile(folder_ / "number").ends_with("\n");
            }))
            throw std::runtime_error("Xvfb does not start: " + process_->wait(0.0).describe() +
                                     readFile(folder_ / "log"));
        connection.emplace(display);
    }
    ~Server() {
        process_->send(SIGTERM);
        process_->wait(5.0);
        for (const std::string& left :
             {fmt::format("/tmp/.X{}-lock", number_), fmt::format("/tmp/.X11-unix/X{}", number_)})
            ::unlink(left.c_str());
    }
    void kill() {
        process_->send(SIGKILL);
        process_->wait(5.0);
    }

  private:
    // While a killed server's program still looks for it, no other server may have the number, and so it is never
    // used again: the least free one would be.
    static int nextNumber() {
        constexpr int kOfEachProcess = 256;
        static int count = 0;
        return ::getpid() * kOfEachProcess + count++ % kOfEachProcess;
    }

    TemporaryFolder folder_;
    const int number_ = nextNumber();
    std::unique_ptr<Process> process_;

  public:
    const std::string display = fmt::format(":{}", number_);
    std::optional<XConnection> connection;
};

std::unique_ptr<VirtualScreen::Server> VirtualScreen::idle_;

std::optional<std::string> VirtualScreen::missing(Manager manager) {
    for (const char* program : {"Xvfb", "xdotool"})
        if (!installed(program)) return std::string(program) + " is not installed";
    if (manager == Manager::openbox && !installed("openbox")) return "openbox is not installed";
    return std::nullopt;
}

VirtualScreen::VirtualScreen(Manager manager) {
    if (manager == Manager::none && idle_ && idle_->connection->renew())
        server_ = std::move(idle_);
    else
        server_ = std::make_unique<Server>();
    if (manager == Manager::none) return;
    manager_ = std::make_unique<Process>(
        Command{.arguments = {"sh", "-c", "exec openbox >/dev/null 2>&1"}, .environment = {{"DISPLAY", display()}}});
    // The list of clients is set last: a window mapped before that may be lost.
    if (!waitFor(20.0, [&] {
            return connection().rootHas("_NET_SUPPORTING_WM_CHECK") && connection().rootHas("_NET_CLIENT_LIST");
        }))
        throw std::runtime_error("openbox does not start: " + manager_->wait(0.0).describe());
}

VirtualScreen::~VirtualScreen() {
    if (!manager_) idle_ = std::move(server_);
}

const std::string& VirtualScreen::display() const {
    return server_->display;
}

XConnection& VirtualScreen::connection() const {
    return *server_->connection;
}

void VirtualScreen::killServer() {
    server_->kill();
}

Finished VirtualScreen::runXdotool(Arguments arguments) const {
    arguments.insert(arguments.begin(), "xdotool");
    return run({.arguments = std::move(arguments), .environment = {{"DISPLAY", display()}}});
}

std::string VirtualScreen::xdotool(Arguments arguments) const {
    const Finished finished = runXdotool(std::move(arguments));
    return finished.exit == 0 ? finished.out : "";
}

void VirtualScreen::xdotoolScript(const std::string& lines) const {
    const TemporaryFolder folder;
    writeFile(folder / "script", lines);
    const Finished finished = runXdotool({folder / "script"});
    if (finished.exit != 0) throw std::runtime_error("xdotool: " + finished.describe());
}

ScreenWindow::ScreenWindow(const VirtualScreen& screen, Process& owner) : screen_(screen) {
    waitFor(30.0, [&] {
        window_ = screen.connection().windowOf(static_cast<uint32_t>(owner.pid()));
        return window_ != 0 || !owner.running();
    });
    if (window_ == 0) throw std::runtime_error("no window appears: " + owner.wait(0.0).describe());
    id_ = std::to_string(window_);
    focus();
}

bool ScreenWindow::titleHas(const std::string& part, double seconds) const {
    return waitFor(seconds, [&] { return title().find(part) != std::string::npos; });
}

void ScreenWindow::focus() const {
    screen_.connection().focus(window_);
    waitFor(5.0, [&] { return screen_.connection().hasFocus(window_); });
}

void ScreenWindow::point(int x, int y, const Arguments& then) const {
    Arguments arguments{"mousemove", "--window", id_, std::to_string(x), std::to_string(y)};
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

void ScreenWindow::grab(const std::string& path) const {
    const sinew::Pixels picture = screen_.connection().picture(window_);
    if (picture.rgba.empty()) throw std::runtime_error("the window is not on the screen");
    sinew::writePng(path, picture);
}
