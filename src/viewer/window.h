#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <volk.h>
#include <glm/vec4.hpp>

#include "app/machine/bindings.h"
#include "viewer/panel/input.h"

struct GLFWwindow;

namespace sinew {

/// The key's name in kKeys and in state machine files: what it types, or "Space", "Page Up"; empty if it has none.
std::string keyName(KeyCode key);

/// A Vulkan window and its input. One at a time, on the main thread only.
class Window {
  public:
    /// @throws Error(Exit::environment) without a display, or when no window can be created.
    Window(const std::string& title, uint32_t width, uint32_t height);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    static bool displayAvailable();
    std::vector<const char*> instanceExtensions() const;
    VkSurfaceKHR createSurface(VkInstance instance) const;

    /// In pixels; 0 x 0 while there is nothing to draw to.
    VkExtent2D framebufferSize() const;
    /// The display scale: 1 on a standard screen, 2 on a high-resolution one.
    float contentScale() const;
    /// Size in screen coordinates, as passed to the constructor; in full screen, the size to return to.
    VkExtent2D windowedSize() const;
    bool iconified() const;
    bool closeRequested() const;
    void setTitle(const std::string& title);
    bool fullScreen() const;
    void toggleFullScreen();
    /// The window in the words of the desktop's portals: "x11:1a00003"; empty where it has no name for them.
    std::string portalHandle() const;

    /// Processes events. Sleeps up to `waitSeconds` until one arrives.
    Input poll(double waitSeconds = 0.0);

    /// The current state of the first gamepad found; all zero without one.
    PadState gamepad() const;

  private:
    struct Callbacks;
    GLFWwindow* window_ = nullptr;
    Input input_;
    glm::vec2 lastPointer_{0.0f};
    glm::ivec4 windowed_{0};  ///< x, y, width, height to return to from full screen
    std::string title_;
};

}  // namespace sinew
