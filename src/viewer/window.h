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
enum SpecialKey : KeyCode {
    keyLeft = 256,
    keyRight,
    keyUp,
    keyDown,
    keyHome,
    keyPageUp,
    keyPageDown,
    keyEscape,
    keyTab,
    keyEnter,
    keyShift,
    keyCtrl,
    keyAlt,
    keyF1,
    keyF5,
    keyF6,
    keyF11,
    keyF12,
    keyBackspace,
    keyDelete,
    keyEnd
};

/// As state machines name it (isKeyName); empty for a key that they cannot bind.
std::string keyName(KeyCode key);

struct KeyStroke {
    enum class Kind { press, repeat, release };
    KeyCode key = 0;
    Kind kind = Kind::press;
    bool withCtrl = false;
    bool withAlt = false;
    unsigned text = 0;  ///< the code point that it types; 0: none. Text that no key typed comes with key 0
};

/// Where the pointer is after a move, or a change of its buttons.
struct PointerEvent {
    glm::vec2 place{0.0f};  ///< pixels of the framebuffer, from the upper left corner
    unsigned buttons = 0;   ///< that are down: 1 left, 2 right, 4 middle
};

/// What the user did since the last look.
struct Input {
    std::vector<KeyStroke> keys;        ///< in order; a window that loses the keyboard releases all
    glm::vec2 orbitDrag{0.0f};          ///< with the left button, in window heights
    glm::vec2 panDrag{0.0f};            ///< with the right or middle button, in window heights
    float zoom = 0.0f;                  ///< wheel notches, positive towards the model
    std::vector<PointerEvent> pointer;  ///< in order
    std::vector<std::string> dropped;   ///< files, UTF-8
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
    /// Pixels for one of the size that a plain screen has: 2 on a screen of high resolution.
    float contentScale() const;
    /// In units of the screen, as the constructor takes it: of the window, even while it fills the screen.
    VkExtent2D windowedSize() const;
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
