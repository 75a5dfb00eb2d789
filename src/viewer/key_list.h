#pragma once

#include "app/machine/graph_run.h"
#include "app/options/keys.h"

namespace sinew {

/// The key of the window with that name, one of kKeys; Key{} if there is none.
Key findKey(std::string_view name);

/// A row of the window's list of keys.
struct KeyLine {
    std::string keys, effect;
    std::string_view group;  ///< its heading
    std::string state;       ///< of a switch: "on", "loop"; empty: the key is none
};

/// The keys of the window while `graph` plays (null: clips). The bindings of the graph come first; the window's own
/// keys that it binds are listed with the modifier.
std::vector<KeyLine> keyLines(const GraphFile* graph);

/// Whether Ctrl and this key are a shortcut of the window, as "Ctrl+O". Not where the graph binds the key and Ctrl, or
/// where Ctrl restores the window's function of the key.
bool isShortcut(std::string_view name, std::span<const KeyBinding> bindings);

/// The modifier that restores the window's function of a key that the graph binds: Ctrl, or Alt if the graph binds
/// Ctrl itself.
std::string_view modifierOfWindow(std::span<const KeyBinding> bindings);

}  // namespace sinew
