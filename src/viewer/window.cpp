#include "viewer/window.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <tuple>
#include <utility>

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "base/error.h"
#include "gpu/result.h"
#include "viewer/lost_display.h"

// glfw declares this only together with Vulkan's prototypes, which volk disables.
extern "C" VkResult glfwCreateWindowSurface(VkInstance instance, GLFWwindow* window,
                                            const VkAllocationCallbacks* allocator, VkSurfaceKHR* surface);

// glfw declares this only together with the headers of X, and has it only if it was built for X.
extern "C" [[gnu::weak]] unsigned long glfwGetX11Window(GLFWwindow* window);

namespace sinew {
namespace {

/// The last glfw error in parentheses, to end a message with.
std::string glfwCause() {
    const char* description = nullptr;
    glfwGetError(&description);
    return description ? fmt::format(" ({})", description) : "";
}

// A table.
// clang-format off
constexpr std::tuple<int, KeyCode, const char*> kSpecialKeys[] = {
    {GLFW_KEY_LEFT, keyLeft, "Left"},            {GLFW_KEY_RIGHT, keyRight, "Right"},
    {GLFW_KEY_UP, keyUp, "Up"},                  {GLFW_KEY_DOWN, keyDown, "Down"},
    {GLFW_KEY_ENTER, keyEnter, "Enter"},         {GLFW_KEY_KP_ENTER, keyEnter, "Enter"},
    {GLFW_KEY_LEFT_SHIFT, keyShift, "Shift"},    {GLFW_KEY_RIGHT_SHIFT, keyShift, "Shift"},
    {GLFW_KEY_LEFT_CONTROL, keyCtrl, "Ctrl"},    {GLFW_KEY_RIGHT_CONTROL, keyCtrl, "Ctrl"},
    {GLFW_KEY_LEFT_ALT, keyAlt, "Alt"},          {GLFW_KEY_RIGHT_ALT, keyAlt, "Alt"},
    {GLFW_KEY_HOME, keyHome, "Home"},            {GLFW_KEY_END, keyEnd, "End"},
    {GLFW_KEY_PAGE_UP, keyPageUp, "Page Up"},    {GLFW_KEY_PAGE_DOWN, keyPageDown, "Page Down"},
    {GLFW_KEY_ESCAPE, keyEscape, "Esc"},         {GLFW_KEY_TAB, keyTab, "Tab"},
    {GLFW_KEY_BACKSPACE, keyBackspace, "Backspace"}, {GLFW_KEY_DELETE, keyDelete, "Delete"},
    {GLFW_KEY_F1, keyF1, "F1"}, {GLFW_KEY_F5, keyF5, "F5"}, {GLFW_KEY_F6, keyF6, "F6"},
    {GLFW_KEY_F11, keyF11, "F11"},               {GLFW_KEY_F12, keyF12, "F12"},
    {GLFW_KEY_KP_1, keyNum1, "Num 1"},           {GLFW_KEY_KP_3, keyNum3, "Num 3"},
    {GLFW_KEY_KP_7, keyNum7, "Num 7"},           {GLFW_KEY_KP_9, keyNum9, "Num 9"},
    {GLFW_KEY_SPACE, ' ', "Space"}, {GLFW_KEY_KP_SUBTRACT, '-', "-"}, {GLFW_KEY_KP_ADD, '=', "="},
};
// clang-format on

/// The key's code in the user's layout; 0 for keys that the viewer does not know.
KeyCode keyCodeFrom(int glfwKey, int scancode) {
    for (const auto& [key, code, name] : kSpecialKeys)
        if (key == glfwKey) return code;
    // On some layouts the digit row types other characters; users mean the position.
    if (glfwKey >= GLFW_KEY_0 && glfwKey <= GLFW_KEY_9) return '0' + (glfwKey - GLFW_KEY_0);
    if (glfwKey >= GLFW_KEY_KP_0 && glfwKey <= GLFW_KEY_KP_9) return '0' + (glfwKey - GLFW_KEY_KP_0);
    if (const char* name = glfwGetKeyName(glfwKey, scancode); name && name[0] && !name[1])
        return std::toupper(static_cast<unsigned char>(name[0]));
    return glfwKey < 128 ? glfwKey : 0;
}

/// Whether another key with the same code, such as the other Shift, is held.
bool twinIsHeld(GLFWwindow* window, int glfwKey, KeyCode code) {
    return std::ranges::any_of(kSpecialKeys, [&](const auto& special) {
        const int key = std::get<0>(special);
        return std::get<1>(special) == code && key != glfwKey && glfwGetKey(window, key) == GLFW_PRESS;
    });
}

[[maybe_unused]] bool isSet(const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value;
}

}  // namespace

std::string keyName(KeyCode key) {
    for (const auto& [glfwKey, code, name] : kSpecialKeys)
        if (code == key) return name;
    return std::string(key > 0 && key < 128 ? 1 : 0, static_cast<char>(key));
}

struct Window::Callbacks {
    static Window& of(GLFWwindow* window) {
        Window& self = *static_cast<Window*>(glfwGetWindowUserPointer(window));
        self.input_.any = true;
        return self;
    }

    static void key(GLFWwindow* window, int glfwKey, int scancode, int action, int modifiers) {
        const bool released = action == GLFW_RELEASE;
        if (!released && (modifiers & GLFW_MOD_SUPER)) return;
        const KeyCode code = keyCodeFrom(glfwKey, scancode);
        if (code == 0 || (released && twinIsHeld(window, glfwKey, code))) return;
        using enum KeyStroke::Kind;
        of(window).input_.keys.push_back({.key = code,
                                          .kind = released                ? release
                                                  : action == GLFW_REPEAT ? repeat
                                                                          : press,
                                          .withCtrl = (modifiers & GLFW_MOD_CONTROL) != 0,
                                          .withAlt = (modifiers & GLFW_MOD_ALT) != 0});
    }

    static glm::vec2 size(GLFWwindow* window) {
        int width = 1, height = 1;
        glfwGetWindowSize(window, &width, &height);
        return {std::max(width, 1), std::max(height, 1)};
    }

    static void pointer(GLFWwindow* window, double x, double y) {
        Window& self = of(window);
        const glm::vec2 place(x, y), moved = (place - std::exchange(self.lastPointer_, place)) / size(window).y;
        const auto down = [&](int button) { return glfwGetMouseButton(window, button) == GLFW_PRESS; };
        if (down(GLFW_MOUSE_BUTTON_LEFT))
            self.input_.orbitDrag += moved;
        else if (down(GLFW_MOUSE_BUTTON_RIGHT) || down(GLFW_MOUSE_BUTTON_MIDDLE))
            self.input_.panDrag += moved;
        addPointer(window, place);
    }

    static void button(GLFWwindow* window, int, int, int) { addPointer(window, of(window).lastPointer_); }

    static void addPointer(GLFWwindow* window, const glm::vec2& place) {
        int pixelsWide = 1, pixelsHigh = 1;
        glfwGetFramebufferSize(window, &pixelsWide, &pixelsHigh);
        PointerEvent event{.place = place * glm::vec2(pixelsWide, pixelsHigh) / size(window)};
        constexpr int kButtons[] = {GLFW_MOUSE_BUTTON_LEFT, GLFW_MOUSE_BUTTON_RIGHT, GLFW_MOUSE_BUTTON_MIDDLE};
        for (unsigned i = 0; i < 3; ++i)
            if (glfwGetMouseButton(window, kButtons[i]) == GLFW_PRESS) event.buttons |= 1u << i;
        of(window).input_.pointer.push_back(event);
    }

    /// glfw reports a key before the text that it types.
    static void text(GLFWwindow* window, unsigned codePoint) {
        std::vector<KeyStroke>& keys = of(window).input_.keys;
        if (keys.empty() || keys.back().kind == KeyStroke::Kind::release || keys.back().text != 0) keys.push_back({});
        keys.back().text = codePoint;
    }

    static void scroll(GLFWwindow* window, double sideways, double notches) {
        constexpr float kPannedHeights = 0.05f;  // of a notch
        of(window).input_.zoom += static_cast<float>(notches);
        of(window).input_.panDrag.x += static_cast<float>(sideways) * kPannedHeights;
    }

    static void drop(GLFWwindow* window, int count, const char** paths) {
        of(window).input_.dropped.insert(of(window).input_.dropped.end(), paths, paths + count);
    }
};

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
    // By default glfw 3.4 tries Wayland first, which prints to stderr when it is not running.
    if (!isSet("WAYLAND_DISPLAY")) glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
    if (!glfwInit()) throw fail("cannot open the display" + glfwCause());
    displayOpened();
    glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    // The desktop finds the icon in packaging/desktop/sinew.desktop by these.
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "sinew");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "sinew");
#ifdef GLFW_WAYLAND_APP_ID  // glfw 3.4
    glfwWindowHintString(GLFW_WAYLAND_APP_ID, "sinew");
#endif
    window_ = glfwCreateWindow(static_cast<int>(width), static_cast<int>(height), title.c_str(), nullptr, nullptr);
    if (!window_) throw fail("cannot open a window" + glfwCause());
    glfwSetWindowUserPointer(window_, this);
    glfwSetKeyCallback(window_, Callbacks::key);
    glfwSetCursorPosCallback(window_, Callbacks::pointer);
    glfwSetMouseButtonCallback(window_, Callbacks::button);
    glfwSetCharCallback(window_, Callbacks::text);
    glfwSetScrollCallback(window_, Callbacks::scroll);
    glfwSetDropCallback(window_, Callbacks::drop);
    glfwSetWindowRefreshCallback(window_, [](GLFWwindow* window) { Callbacks::of(window); });
    glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* window, int, int) { Callbacks::of(window); });
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
        throw Error(Exit::environment,
                    "the window system does not support Vulkan surfaces; is a Vulkan driver installed?");
    return {names, names + count};
}

VkSurfaceKHR Window::createSurface(VkInstance instance) const {
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    const VkResult result = glfwCreateWindowSurface(instance, window_, nullptr, &surface);
    if (result != VK_SUCCESS)
        throw Error(Exit::environment, fmt::format("cannot create a Vulkan surface for the window: {}{}",
                                                   resultName(result), glfwCause()));
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
    if (!fullScreen()) glfwGetWindowSize(window_, &width, &height);
    return {static_cast<uint32_t>(std::max(width, 0)), static_cast<uint32_t>(std::max(height, 0))};
}

bool Window::iconified() const {
    return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE;
}

bool Window::closeRequested() const {
    return glfwWindowShouldClose(window_) == GLFW_TRUE;
}

void Window::setTitle(const std::string& title) {
    if (title == title_) return;
    title_ = title;
    glfwSetWindowTitle(window_, title.c_str());
}

bool Window::fullScreen() const {
    return glfwGetWindowMonitor(window_) != nullptr;
}

void Window::toggleFullScreen() {
    if (fullScreen()) {
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

std::string Window::portalHandle() const {
    const unsigned long window = glfwGetX11Window ? glfwGetX11Window(window_) : 0;  // 0 on Wayland
    return window != 0 ? fmt::format("x11:{:x}", window) : "";
}

Input Window::poll(double waitSeconds) {
    if (waitSeconds > 0.0)
        glfwWaitEventsTimeout(waitSeconds);
    else
        glfwPollEvents();
    return std::exchange(input_, {});
}

PadState Window::gamepad() const {
    constexpr std::array<int, kPadButtons.size()> kButtons{
        GLFW_GAMEPAD_BUTTON_A,         GLFW_GAMEPAD_BUTTON_B,         GLFW_GAMEPAD_BUTTON_X,
        GLFW_GAMEPAD_BUTTON_Y,         GLFW_GAMEPAD_BUTTON_DPAD_UP,   GLFW_GAMEPAD_BUTTON_DPAD_DOWN,
        GLFW_GAMEPAD_BUTTON_DPAD_LEFT, GLFW_GAMEPAD_BUTTON_DPAD_RIGHT};
    PadState pad;
    GLFWgamepadstate read{};
    for (int id = GLFW_JOYSTICK_1; id <= GLFW_JOYSTICK_LAST; ++id) {
        if (!glfwJoystickIsGamepad(id) || !glfwGetGamepadState(id, &read)) continue;
        pad.stick = {read.axes[GLFW_GAMEPAD_AXIS_LEFT_X], -read.axes[GLFW_GAMEPAD_AXIS_LEFT_Y]};
        for (size_t i = 0; i < kButtons.size(); ++i)
            pad.held[i] = read.buttons[kButtons[i]] == GLFW_PRESS;
        break;
    }
    return pad;
}

}  // namespace sinew
