#pragma once

#include <string>
#include <vector>

#include <glm/vec2.hpp>

namespace sinew {

/// The character that a key types without modifiers, in upper case, or a SpecialKey.
using KeyCode = int;

/// Keys that type no character, numbered beyond ASCII.
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
    keyEnd,
    keyNum1,
    keyNum3,
    keyNum7,
    keyNum9
};

struct KeyStroke {
    enum class Kind { press, repeat, release };
    KeyCode key = 0;
    Kind kind = Kind::press;
    bool withCtrl = false;
    bool withAlt = false;
    unsigned text = 0;  ///< code point that the key types, 0 for none; text without a key has key 0
};

/// The pointer after a move or a button change.
struct PointerEvent {
    glm::vec2 place{0.0f};  ///< pixels of the framebuffer, from the upper left corner
    unsigned buttons = 0;   ///< pressed buttons, a bit each: 1 left, 2 right, 4 middle
};

/// User input since the last poll.
struct Input {
    std::vector<KeyStroke> keys;        ///< in order; all are released when the window loses focus
    glm::vec2 orbitDrag{0.0f};          ///< left button, in window heights
    glm::vec2 panDrag{0.0f};            ///< right or middle button, in window heights
    float zoom = 0.0f;                  ///< wheel notches, positive toward the model
    std::vector<PointerEvent> pointer;  ///< in order
    std::vector<std::string> dropped;   ///< file paths, UTF-8
    bool any = false;                   ///< something has happened to the window, as that it has to be drawn again
};

}  // namespace sinew
