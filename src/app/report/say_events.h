#pragma once

#include <string>

namespace sinew {

class GraphRun;
class Stage;

/// A line for each event that a state machine has passed since its beginning, for people and for scripts.
std::string eventLines(const GraphRun& graph);

/// Says them on stderr, where the stage plays a state machine.
void sayEvents(Stage& stage);

}  // namespace sinew
