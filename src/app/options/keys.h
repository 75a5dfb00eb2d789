#pragma once

namespace sinew {

/// When a key of the window works: always; only while clips play, not a state machine; or it is the mouse.
enum class KeyUse { always, clips, mouse };

struct Key {
    const char* keys;
    const char* effect;
    KeyUse use = KeyUse::always;
};

/// The keys of the window, for the help and for the window's own list.
inline constexpr Key kKeys[] = {
    {"Right / Left, N / P", "next / previous clip", KeyUse::clips},
    {"1 to 9", "clip by number", KeyUse::clips},
    {"Space", "pause / resume"},
    {",", "step one frame back", KeyUse::clips},
    {".", "step one frame forward"},
    {"- and =", "slower / faster"},
    {"R", "reverse playback", KeyUse::clips},
    {"L", "loop, play once, or ping-pong", KeyUse::clips},
    {"Z, X, C", "start the loop here, end it here, loop the whole clip", KeyUse::clips},
    {"I", "transition: fade or inertial", KeyUse::clips},
    {"M", "root motion: off, floor, move"},
    {"W", "wireframe"},
    {"E", "edges over the surface"},
    {"K", "skeleton"},
    {"T", "textures"},
    {"B", "linear or dual-quaternion skinning"},
    {"F", "floor"},
    {"J", "bone names"},
    {"V", "next view of the surface"},
    {"S", "side by side: the figure that a clip is from, linear and dual-quaternion skinning, or as set in the panel"},
    {"O", "onion skin", KeyUse::clips},
    {"Tab", "panel"},
    {"F6", "keyboard control of the panel; Esc leaves it"},
    {"Home", "reset the camera"},
    {"F5", "reload the model, state machine, environment and shaders"},
    {"Ctrl+O", "open models or clips in a file dialog"},
    {"U", "allow textures from the model's project directory, until Sinew ends"},
    {"A", "play the clips of a dropped model on the one before"},
    {"Page Up / Page Down", "previous / next model of several"},
    {"F12", "screenshot"},
    {"H or F1", "list of keys"},
    {"F11", "full screen"},
    {"Esc", "cancel loading; otherwise quit"},
    {"Left drag", "orbit", KeyUse::mouse},
    {"Left click", "select the bone with the most influence at that point", KeyUse::mouse},
    {"Right or middle drag", "pan", KeyUse::mouse},
    {"Wheel", "zoom", KeyUse::mouse},
    {"Drop files", "show these models instead; files with only clips add those clips", KeyUse::mouse},
};

}  // namespace sinew
