#pragma once

#include <memory>
#include <optional>
#include <string>

#include "support/process.h"
#include "support/x_connection.h"

/// A virtual screen: an Xvfb server with a window manager (openbox) or without. Screens without one follow each other
/// on the same server, as long as each leaves it like new.
class VirtualScreen {
  public:
    enum class Manager { none, openbox };

    /// Why there cannot be a screen here, or nothing.
    static std::optional<std::string> missing(Manager manager = Manager::none);

    explicit VirtualScreen(Manager manager = Manager::none);
    ~VirtualScreen();

    const std::string& display() const;  ///< for DISPLAY
    XConnection& connection() const;
    void killServer();

    /// The output of xdotool for these arguments; empty if it fails.
    std::string xdotool(Arguments arguments) const;
    /// Runs commands of xdotool, one per line.
    void xdotoolScript(const std::string& lines) const;

  private:
    class Server;

    Finished runXdotool(Arguments arguments) const;

    static std::unique_ptr<Server> idle_;  ///< of the last screen, for the next one
    std::unique_ptr<Server> server_;
    std::unique_ptr<Process> manager_;
};

/// The window of a program on a virtual screen, found by process id.
class ScreenWindow {
  public:
    /// Waits until it is shown. @throws std::runtime_error after the time limit.
    ScreenWindow(const VirtualScreen& screen, Process& owner);

    std::string title() const { return screen_.connection().title(window_); }
    /// Waits until the title contains `part`. False after the time limit.
    bool titleHas(const std::string& part, double seconds = 10.0) const;
    void focus() const;
    void key(const std::string& name) const { screen_.xdotool({"key", name}); }
    void keyDown(const std::string& name) const { screen_.xdotool({"keydown", name}); }
    void keyUp(const std::string& name) const { screen_.xdotool({"keyup", name}); }
    /// Moves the pointer to a pixel of the window, then runs more commands of xdotool.
    void point(int x, int y, const Arguments& then = {}) const;
    /// Drags from the middle of the window by that many pixels.
    void drag(int button, int dx, int dy) const;
    void wheel(int notches) const;  ///< positive: up
    void resize(int width, int height) const;
    bool viewable() const { return screen_.connection().viewable(window_); }
    /// Takes a screenshot of the window from the server.
    void grab(const std::string& path) const;
    const std::string& id() const { return id_; }

  private:
    const VirtualScreen& screen_;
    XConnection::Window window_ = 0;
    std::string id_;  ///< for xdotool
};
