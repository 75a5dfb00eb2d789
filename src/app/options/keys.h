#pragma once

#include <string_view>
#include <utility>

namespace sinew {

/// When a key of the window works: always; only while clips play, not a state machine; or it is the mouse.
enum class KeyUse { always, clips, mouse };

/// A key of the window, for the help, the window's own list, its tooltips, and the code that handles it.
struct Key {
    std::string_view names;   ///< one or more, separated by ", "
    std::string_view effect;  ///< without a capital letter and a period
    KeyUse use = KeyUse::always;

    bool operator==(const Key&) const = default;
};

namespace key {

using enum KeyUse;
inline constexpr Key nextClip{"Right, N", "next clip", clips};
inline constexpr Key previousClip{"Left, P", "previous clip", clips};
inline constexpr Key clipByNumber{"1 to 9", "clip by number", clips};
inline constexpr Key pause{"Space", "pause or resume"};
inline constexpr Key stepBack{",", "step one frame back", clips};
inline constexpr Key stepForward{".", "step one frame forward"};
inline constexpr Key firstFrame{"Ctrl+Home", "first frame", clips};
inline constexpr Key lastFrame{"Ctrl+End, End", "last frame", clips};
inline constexpr Key slower{"-, [", "slower"};
inline constexpr Key faster{"+, =, ]", "faster"};
inline constexpr Key reverse{"R", "reverse playback", clips};
inline constexpr Key repeat{"L", "at the end: loop, stop, or play back and forth", clips};
inline constexpr Key startLoop{"Z", "start the loop at the current time", clips};
inline constexpr Key endLoop{"X", "end the loop at the current time", clips};
inline constexpr Key clearLoop{"C", "loop the whole clip", clips};
inline constexpr Key transition{"I", "transition: fade plays both; inertial blends out the difference", clips};
inline constexpr Key rootMotion{"M", "root motion: off, moves the floor, or moves the character"};
inline constexpr Key wireframe{"W", "wireframe: triangle edges instead of the surface"};
inline constexpr Key edges{"E", "triangle edges over the surface"};
inline constexpr Key skeleton{"K", "skeleton over the mesh"};
inline constexpr Key textures{"T", "textures; off shows a plain material"};
inline constexpr Key skinning{"B", "skinning: linear or dual-quaternion"};
inline constexpr Key floor{"F", "floor with the model's shadow"};
inline constexpr Key boneNames{"J", "bone names at the joints"};
inline constexpr Key nextView{"V", "view of the surface"};
inline constexpr Key sideBySide{"S", "second view: the clip's source, other skinning, or as in the panel"};
inline constexpr Key onionSkin{"O", "onion skin: earlier poses in red, later ones in blue", clips};
inline constexpr Key panel{"Tab", "panel"};
inline constexpr Key keyboard{"F6", "keyboard control of the panel; Esc leaves it"};
inline constexpr Key resetCamera{"Home", "reset the camera"};
inline constexpr Key frameSelected{"G", "close-up of the selected node, as a double click"};
inline constexpr Key viewFront{"Num 1", "view from the front"};
inline constexpr Key viewBack{"Ctrl+Num 1", "view from behind"};
inline constexpr Key viewLeft{"Num 3", "view of its left side"};
inline constexpr Key viewRight{"Ctrl+Num 3", "view of its right side"};
inline constexpr Key viewTop{"Num 7", "view from above"};
inline constexpr Key viewBottom{"Ctrl+Num 7", "view from below"};
inline constexpr Key viewOpposite{"Num 9", "view from the opposite side"};
inline constexpr Key reload{"F5", "reload the model, state machine, environment and shaders"};
inline constexpr Key open{"Ctrl+O", "open models or clips in a file dialog"};
inline constexpr Key allowProject{"U", "allow textures from the model's project directory, until Sinew ends"};
inline constexpr Key adopt{"A", "play the clips of a dropped model on the one before"};
inline constexpr Key previousModel{"Page Up", "previous model of several"};
inline constexpr Key nextModel{"Page Down", "next model of several"};
inline constexpr Key screenshot{"F12", "screenshot"};
inline constexpr Key exportModel{"Ctrl+S", "export the model with its clips as a GLB beside it"};
inline constexpr Key hide{"H", "hide the meshes of the selected node; without a selection, the list of keys"};
inline constexpr Key showAll{"Alt+H", "show all meshes"};
inline constexpr Key list{"F1, ?", "list of keys"};
inline constexpr Key largerText{"Ctrl++, Ctrl+=", "larger text"};
inline constexpr Key smallerText{"Ctrl+-", "smaller text"};
inline constexpr Key fullScreen{"F11", "full screen"};
inline constexpr Key cancel{"Esc", "close the list, cancel loading, leave full screen or clear the selection"};
inline constexpr Key quit{"Ctrl+Q, Ctrl+W", "quit"};
inline constexpr Key orbit{"Left drag", "orbit", mouse};
inline constexpr Key select{"Left click", "select the bone with the most influence at that point", mouse};
inline constexpr Key pan{"Right or middle drag", "pan", mouse};
inline constexpr Key zoom{"Wheel", "zoom", mouse};
inline constexpr Key drop{"Drop files", "show these models instead; files with only clips add those clips", mouse};

}  // namespace key

/// All of them, in the listed order.
inline constexpr Key kKeys[] = {
    key::nextClip,      key::previousClip, key::clipByNumber, key::pause,        key::stepBack,   key::stepForward,
    key::firstFrame,    key::lastFrame,    key::slower,       key::faster,       key::reverse,    key::repeat,
    key::startLoop,     key::endLoop,      key::clearLoop,    key::transition,   key::rootMotion, key::wireframe,
    key::edges,         key::skeleton,     key::textures,     key::skinning,     key::floor,      key::boneNames,
    key::nextView,      key::sideBySide,   key::onionSkin,    key::hide,         key::showAll,    key::resetCamera,
    key::frameSelected, key::viewFront,    key::viewBack,     key::viewLeft,     key::viewRight,  key::viewTop,
    key::viewBottom,    key::viewOpposite, key::orbit,        key::select,       key::pan,        key::zoom,
    key::open,          key::drop,         key::reload,       key::allowProject, key::adopt,      key::previousModel,
    key::nextModel,     key::screenshot,   key::exportModel,  key::panel,        key::keyboard,   key::list,
    key::largerText,    key::smallerText,  key::fullScreen,   key::cancel,       key::quit};

/// The groups of kKeys: title and first key.
inline constexpr std::pair<std::string_view, Key> kKeyGroups[] = {{"Play", key::nextClip},
                                                                  {"View", key::wireframe},
                                                                  {"Camera", key::resetCamera},
                                                                  {"Files", key::open},
                                                                  {"Window", key::panel}};

}  // namespace sinew
