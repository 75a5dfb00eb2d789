#include "viewer/read_gamepad.h"

#include <GLFW/glfw3.h>

namespace sinew {

PadState readGamepad() {
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
