#pragma once

#include <set>
#include <string>

#include "app/graph_run.h"
#include "viewer/window.h"

namespace sinew {

/// The keys that a state machine has of the window, and those of them that are held down.
class GraphKeys {
  public:
    /// Whether the state machine (none: nobody) has taken the stroke.
    bool take(const KeyStroke& stroke, GraphRun* graph);

    /// With the modifier that gives the window back the keys of a state machine.
    static bool isForWindow(const KeyStroke& stroke, const GraphRun* graph);

    /// Presses what is held down in a state machine that takes the place of the one before.
    void pressHeld(GraphRun& graph) const;

  private:
    std::set<std::string> held_;
};

}  // namespace sinew
