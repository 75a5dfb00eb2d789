#pragma once

#include "app/stage/graph_run.h"

namespace sinew {

/// A row of the window's list of keys.
struct KeyLine {
    std::string keys, effect;
};

/// What the window listens to while `graph` plays (none: clips): what the graph binds comes first, and what the window
/// does with such a key needs the modifier.
std::vector<KeyLine> keyLines(const GraphFile* graph);

/// The key that, held down, gives a key that the graph binds back to the window: Ctrl, or Alt where the graph binds
/// Ctrl itself.
std::string_view modifierOfWindow(std::span<const KeyBinding> bindings);

}  // namespace sinew
