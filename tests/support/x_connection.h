#pragma once

#include <cstdint>
#include <string>

#include "media/pixels.h"

struct xcb_connection_t;

/// The requests to an X server that tests make often, where a program for each would take most of their time. It
/// outlives the server: what cannot be asked any more has an empty answer.
class XConnection {
  public:
    using Window = uint32_t;

    /// @throws std::runtime_error if there is no server on that display, such as ":1".
    explicit XConnection(const std::string& display);
    ~XConnection();
    XConnection(const XConnection&) = delete;
    XConnection& operator=(const XConnection&) = delete;

    /// The visible window whose program has that process id; 0 if there is none.
    Window windowOf(uint32_t pid) { return search(root_, pid); }
    bool rootHas(const std::string& property);
    std::string title(Window window);
    bool viewable(Window window);
    void focus(Window window);
    bool hasFocus(Window window);
    /// The pixels on the screen. Empty if a part of the window is outside of it.
    sinew::Pixels picture(Window window);
    /// Puts pointer and focus where a new server has them. False if a window is open, a key or button held, or the
    /// server gone.
    bool renew();

  private:
    std::string property(Window window, const std::string& name);
    Window search(Window window, uint32_t pid);

    xcb_connection_t* connection_;
    Window root_ = 0;
};
