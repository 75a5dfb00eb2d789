#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <volk.h>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

struct GLFWwindow;

namespace sinew {

/// A key as the viewer speaks of it: the character that the key types without modifiers, in upper case, or one of
/// SpecialKey.
using KeyCode = int;

/// Keys that type no character. Values beyond ASCII.
enum SpecialKey : KeyCode { keyLeft = 256, keyRight, keyHome, keyEscape, keyF1, keyF5, keyF11, keyF12 };

/// What the user did since the last look.
struct Input {
    std::vector<KeyCode> keys;         ///< pressed or repeated, in order
    glm::vec2 orbitDrag{0.0f};         ///< with the left button, in window heights
    glm::vec2 panDrag{0.0f};           ///< with the right or middle button, in window heights
    float zoom = 0.0f;                 ///< wheel notches, positive towards the model
    std::vector<std::string> dropped;  ///< files, UTF-8
};

/// A window for Vulkan, and the user's hands in it. One at a time; only for the main thread.
class Window {
  public:
    /// @throws Error(Exit::environment) where there is no display or no window can be made.
    Window(const std::string& title, uint32_t width, uint32_t height);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    static bool displayAvailable();
    std::vector<const char*> instanceExtensions() const;
    VkSurfaceKHR createSurface(VkInstance instance) const;

    /// In pixels; 0 x 0 while there is nothing to draw into.
    VkExtent2D framebufferSize() const;
    bool iconified() const;
    bool closeRequested() const;
    void requestClose();
    void setTitle(const std::string& title);
    void toggleFullScreen();

    /// Handles what has happened; with `waitSeconds` > 0 sleeps until something does, at most that long.
    Input poll(double waitSeconds = 0.0);

  private:
    struct Callbacks;
    GLFWwindow* window_ = nullptr;
    Input input_;
    glm::vec2 lastPointer_{0.0f};
    glm::ivec4 windowed_{0};  ///< x, y, width, height to come back to from full screen
    std::string title_;
};

}  // namespace sinew
