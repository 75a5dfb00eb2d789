#include "viewer/window.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <utility>

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "app/key_bindings.h"
#include "error.h"
#include "gpu/result.h"
#include "viewer/lost_display.h"

// Declared by glfw only when Vulkan's prototypes are; volk has none.
extern "C" VkResult glfwCreateWindowSurface(VkInstance instance, GLFWwindow* window,
                                            const VkAllocationCallbacks* allocator, VkSurfaceKHR* surface);

namespace sinew {
namespace {

/// The last complaint of glfw, as the end of a line.
std::string glfwCause() {
    const char* description = nullptr;
    glfwGetError(&description);
    return description ? fmt::format(" ({})", description) : "";
}

/// The key as the user's layout labels it, or one of SpecialKey; 0 for keys that the viewer does not know.
KeyCode keyCodeFrom(int glfwKey, int scancode) {
    switch (glfwKey) {
        case GLFW_KEY_LEFT:
            return keyLeft;
        case GLFW_KEY_RIGHT:
            return keyRight;
        case GLFW_KEY_UP:
            return keyUp;
        case GLFW_KEY_DOWN:
            return keyDown;
        case GLFW_KEY_TAB:
            return keyTab;
        case GLFW_KEY_ENTER:
        case GLFW_KEY_KP_ENTER:
            return keyEnter;
        case GLFW_KEY_LEFT_SHIFT:
        case GLFW_KEY_RIGHT_SHIFT:
            return keyShift;
        case GLFW_KEY_LEFT_CONTROL:
        case GLFW_KEY_RIGHT_CONTROL:
            return keyCtrl;
        case GLFW_KEY_LEFT_ALT:
        case GLFW_KEY_RIGHT_ALT:
            return keyAlt;
        case GLFW_KEY_HOME:
            return keyHome;
        case GLFW_KEY_PAGE_UP:
            return keyPageUp;
        case GLFW_KEY_PAGE_DOWN:
            return keyPageDown;
        case GLFW_KEY_ESCAPE:
            return keyEscape;
        case GLFW_KEY_F1:
            return keyF1;
        case GLFW_KEY_F5:
            return keyF5;
        case GLFW_KEY_F6:
            return keyF6;
        case GLFW_KEY_F11:
            return keyF11;
        case GLFW_KEY_F12:
            return keyF12;
        case GLFW_KEY_BACKSPACE:
            return keyBackspace;
        case GLFW_KEY_DELETE:
            return keyDelete;
        case GLFW_KEY_END:
            return keyEnd;
        case GLFW_KEY_SPACE:
            return ' ';
        case GLFW_KEY_KP_SUBTRACT:
            return '-';
        case GLFW_KEY_KP_ADD:
            return '=';
        default:
            break;
    }
    // The row of digits types other characters on some layouts; its place is what people mean.
    if (glfwKey >= GLFW_KEY_0 && glfwKey <= GLFW_KEY_9) return '0' + (glfwKey - GLFW_KEY_0);
    if (glfwKey >= GLFW_KEY_KP_0 && glfwKey <= GLFW_KEY_KP_9) return '0' + (glfwKey - GLFW_KEY_KP_0);
    if (const char* name = glfwGetKeyName(glfwKey, scancode); name && name[0] && !name[1])
        return std::toupper(static_cast<unsigned char>(name[0]));
    return glfwKey < 128 ? glfwKey : 0;
}

/// The other key of a pair that counts as one; 0 for a key that has none.
int twinOf(int glfwKey) {
    constexpr std::pair<int, int> kTwins[] = {{GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT},
                                              {GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL},
                                              {GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT}};
    for (const auto& [left, right] : kTwins) {
        if (glfwKey == left) return right;
        if (glfwKey == right) return left;
    }
    return 0;
}

}  // namespace

std::string keyName(KeyCode key) {
    switch (key) {
        case ' ':
            return "Space";
        case keyLeft:
            return "Left";
        case keyRight:
            return "Right";
        case keyUp:
            return "Up";
        case keyDown:
            return "Down";
        case keyTab:
            return "Tab";
        case keyEnter:
            return "Enter";
        case keyShift:
            return "Shift";
        case keyCtrl:
            return "Ctrl";
        case keyAlt:
            return "Alt";
        default:
            break;
    }
    const std::string name(key > 0 && key < 128 ? 1 : 0, static_cast<char>(key));
    return isKeyName(name) ? name : "";
}

struct Window::Callbacks {
    static Window& of(GLFWwindow* window) { return *static_cast<Window*>(glfwGetWindowUserPointer(window)); }

    static void key(GLFWwindow* window, int glfwKey, int scancode, int action, int modifiers) {
        const bool released = action == GLFW_RELEASE;
        if (!released && (modifiers & GLFW_MOD_SUPER)) return;
        if (const int twin = twinOf(glfwKey); released && twin && glfwGetKey(window, twin) == GLFW_PRESS) return;
        const KeyCode code = keyCodeFrom(glfwKey, scancode);
        if (code == 0) return;
        using enum KeyStroke::Kind;
        of(window).input_.keys.push_back({.key = code,
                                          .kind = released                ? release
                                                  : action == GLFW_REPEAT ? repeat
                                                                          : press,
                                          .withCtrl = (modifiers & GLFW_MOD_CONTROL) != 0,
                                          .withAlt = (modifiers & GLFW_MOD_ALT) != 0});
    }

    static void pointer(GLFWwindow* window, double x, double y) {
        Window& self = of(window);
        int width = 1, height = 1;
        glfwGetWindowSize(window, &width, &height);
        const glm::vec2 place(x, y);
        const glm::vec2 way =
            (place - std::exchange(self.lastPointer_, place)) / static_cast<float>(std::max(height, 1));
        const auto down = [&](int button) { return glfwGetMouseButton(window, button) == GLFW_PRESS; };
        if (down(GLFW_MOUSE_BUTTON_LEFT))
            self.input_.orbitDrag += way;
        else if (down(GLFW_MOUSE_BUTTON_RIGHT) || down(GLFW_MOUSE_BUTTON_MIDDLE))
            self.input_.panDrag += way;
        addPointer(window, place);
    }

    static void button(GLFWwindow* window, int, int, int) { addPointer(window, of(window).lastPointer_); }

    static void addPointer(GLFWwindow* window, const glm::vec2& place) {
        int width = 1, height = 1, pixelsWide = 1, pixelsHigh = 1;
        glfwGetWindowSize(window, &width, &height);
        glfwGetFramebufferSize(window, &pixelsWide, &pixelsHigh);
        PointerEvent event{.place = place * glm::vec2(pixelsWide, pixelsHigh) /
                                    glm::vec2(std::max(width, 1), std::max(height, 1))};
        constexpr int kButtons[] = {GLFW_MOUSE_BUTTON_LEFT, GLFW_MOUSE_BUTTON_RIGHT, GLFW_MOUSE_BUTTON_MIDDLE};
        for (unsigned i = 0; i < 3; ++i)
            if (glfwGetMouseButton(window, kButtons[i]) == GLFW_PRESS) event.buttons |= 1u << i;
        of(window).input_.pointer.push_back(event);
    }

    /// glfw tells of a key before it tells what the key types.
    static void text(GLFWwindow* window, unsigned codePoint) {
        std::vector<KeyStroke>& keys = of(window).input_.keys;
        if (keys.empty() || keys.back().kind == KeyStroke::Kind::release || keys.back().text != 0) keys.push_back({});
        keys.back().text = codePoint;
    }

    static void scroll(GLFWwindow* window, double, double notches) {
        of(window).input_.zoom += static_cast<float>(notches);
    }

    static void drop(GLFWwindow* window, int count, const char** paths) {
        of(window).input_.dropped.insert(of(window).input_.dropped.end(), paths, paths + count);
    }
};

#ifdef __linux__
namespace {

bool isSet(const char* name) {
    const char* value = std::getenv(name);
    return value && *value;
}

}  // namespace
#endif

bool Window::displayAvailable() {
#ifdef __linux__
    return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY");
#else
    return true;
#endif
}

Window::Window(const std::string& title, uint32_t width, uint32_t height) : title_(title) {
    if (!displayAvailable())
        throw Error(Exit::environment, "no display: DISPLAY and WAYLAND_DISPLAY are not set; use --headless or -o");
    setDisplayInUse(true);
    const auto fail = [](const std::string& cause) {
        glfwTerminate();
        setDisplayInUse(false);
        return Error(Exit::environment, cause);
    };
#if defined(__linux__) && defined(GLFW_PLATFORM)
    // Left to choose, glfw 3.4 asks for Wayland first, which complains on stderr where it is not there.
    if (!isSet("WAYLAND_DISPLAY")) glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
    if (!glfwInit()) throw fail("no window: the display cannot be opened" + glfwCause());
    displayOpened();
    glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    window_ = glfwCreateWindow(static_cast<int>(width), static_cast<int>(height), title.c_str(), nullptr, nullptr);
    if (!window_) throw fail("no window could be opened" + glfwCause());
    glfwSetWindowUserPointer(window_, this);
    glfwSetKeyCallback(window_, Callbacks::key);
    glfwSetCursorPosCallback(window_, Callbacks::pointer);
    glfwSetMouseButtonCallback(window_, Callbacks::button);
    glfwSetCharCallback(window_, Callbacks::text);
    glfwSetScrollCallback(window_, Callbacks::scroll);
    glfwSetDropCallback(window_, Callbacks::drop);
    double x = 0.0, y = 0.0;
    glfwGetCursorPos(window_, &x, &y);
    lastPointer_ = {x, y};
}

Window::~Window() {
    glfwDestroyWindow(window_);
    glfwTerminate();
    setDisplayInUse(false);
}

std::vector<const char*> Window::instanceExtensions() const {
    uint32_t count = 0;
    const char** names = glfwGetRequiredInstanceExtensions(&count);
    if (!names)
        throw Error(Exit::environment, "the window system has no Vulkan surface: is a Vulkan driver installed?");
    return {names, names + count};
}

VkSurfaceKHR Window::createSurface(VkInstance instance) const {
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    const VkResult result = glfwCreateWindowSurface(instance, window_, nullptr, &surface);
    if (result != VK_SUCCESS)
        throw Error(Exit::environment,
                    fmt::format("the window has no Vulkan surface: {}{}", resultName(result), glfwCause()));
    return surface;
}

VkExtent2D Window::framebufferSize() const {
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    return {static_cast<uint32_t>(std::max(width, 0)), static_cast<uint32_t>(std::max(height, 0))};
}

float Window::contentScale() const {
    float x = 1.0f, y = 1.0f;
    glfwGetWindowContentScale(window_, &x, &y);
    return x > 0.0f ? x : 1.0f;
}

VkExtent2D Window::windowedSize() const {
    int width = windowed_.z, height = windowed_.w;
    if (!glfwGetWindowMonitor(window_)) glfwGetWindowSize(window_, &width, &height);
    return {static_cast<uint32_t>(std::max(width, 0)), static_cast<uint32_t>(std::max(height, 0))};
}

bool Window::iconified() const {
    return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE;
}

bool Window::closeRequested() const {
    return glfwWindowShouldClose(window_) == GLFW_TRUE;
}

void Window::requestClose() {
    glfwSetWindowShouldClose(window_, GLFW_TRUE);
}

void Window::setTitle(const std::string& title) {
    if (title == title_) return;
    title_ = title;
    glfwSetWindowTitle(window_, title.c_str());
}

void Window::toggleFullScreen() {
    if (glfwGetWindowMonitor(window_)) {
        glfwSetWindowMonitor(window_, nullptr, windowed_.x, windowed_.y, windowed_.z, windowed_.w, GLFW_DONT_CARE);
        return;
    }
    glfwGetWindowPos(window_, &windowed_.x, &windowed_.y);
    glfwGetWindowSize(window_, &windowed_.z, &windowed_.w);
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    if (!monitor) return;
    const GLFWvidmode* mode = glfwGetVideoMode(monitor);
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

Input Window::poll(double waitSeconds) {
    if (waitSeconds > 0.0)
        glfwWaitEventsTimeout(waitSeconds);
    else
        glfwPollEvents();
    return std::exchange(input_, {});
}

}  // namespace sinew
