#pragma once

#include "app/machine/graph_run.h"
#include "app/options/keys.h"

namespace sinew {

/// The key of the window with that name, one of kKeys; Key{} if there is none.
Key findKey(std::string_view name);

/// A row of the window's list of keys.
struct KeyLine {
    std::string keys, effect;
};

/// The keys of the window while `graph` plays (null: clips). The bindings of the graph come first; the window's own
/// keys that it binds are listed with the modifier.
std::vector<KeyLine> keyLines(const GraphFile* graph);

/// The modifier that restores the window's function of a key that the graph binds: Ctrl, or Alt if the graph binds
/// Ctrl itself.
std::string_view modifierOfWindow(std::span<const KeyBinding> bindings);

}  // namespace sinew
