#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/process.h"

/// A screen that nobody sees: an Xvfb server on a free display, with a window manager (openbox) or without.
class VirtualScreen {
  public:
    enum class Manager { none, openbox };

    /// Why there cannot be one here, or nothing.
    static std::optional<std::string> missing(Manager manager = Manager::none);

    explicit VirtualScreen(Manager manager = Manager::none);
    ~VirtualScreen();

    const std::string& display() const { return display_; }  ///< for DISPLAY
    void killServer();

    /// What xdotool prints for these arguments; nothing when it fails.
    std::string xdotool(std::vector<std::string> arguments) const;
    /// Many commands from a file, one a line.
    void xdotoolScript(const std::string& lines) const;
    /// Any program on this screen.
    Finished run(std::vector<std::string> arguments) const;

  private:
    std::string display_;
    std::unique_ptr<Process> server_, manager_;
};

/// The window of one program on such a screen, found by its process.
class ScreenWindow {
  public:
    /// Waits for it to show. @throws std::runtime_error when it does not in time.
    ScreenWindow(const VirtualScreen& screen, Process& owner);

    std::string title() const;
    /// True as soon as the title has `part`.
    bool titleHas(const std::string& part, double seconds = 10.0) const;
    void focus() const;
    void key(const std::string& name) const;
    void keyDown(const std::string& name) const;
    void keyUp(const std::string& name) const;
    /// From the middle of the window by so many pixels.
    void drag(int button, int dx, int dy) const;
    void wheel(int notches) const;  ///< positive: up
    void resize(int width, int height) const;
    bool viewable() const;
    /// A screenshot by the server, not by the program.
    void grab(const std::string& path) const;
    const std::string& id() const { return id_; }

  private:
    const VirtualScreen& screen_;
    std::string id_;
};
