#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "media/pixels.h"

/// The requests to an X server that tests make often, where a program for each would take most of their time. Unlike
/// Xlib, it outlives the server: what cannot be asked any more has an empty answer.
class XConnection {
  public:
    using Window = uint32_t;

    /// @throws std::runtime_error if the server of that display does not answer.
    explicit XConnection(int display);
    ~XConnection();
    XConnection(const XConnection&) = delete;
    XConnection& operator=(const XConnection&) = delete;

    /// The visible window whose program has that process id; 0 if there is none.
    Window windowOf(uint32_t pid);
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
    using Bytes = std::vector<uint8_t>;

    bool send(const Bytes& bytes);
    bool receive(uint8_t* into, size_t count);
    bool open(int display);
    bool order(uint8_t code, uint8_t detail, const std::vector<uint32_t>& words, const std::string& text = {});
    Bytes ask(uint8_t code, uint8_t detail, const std::vector<uint32_t>& words, const std::string& text = {});
    Bytes askProperty(Window window, const std::string& name);
    std::string property(Window window, const std::string& name);
    std::vector<Window> children(Window window);
    Window search(Window window, uint32_t pid);

    int socket_ = -1;
    Window root_ = 0;
    uint16_t sequence_ = 0;
};
