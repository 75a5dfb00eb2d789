#pragma once

#include <filesystem>
#include <vector>

#include "app/stage/graph_run.h"

namespace sinew {

/// Reads a text file with lines `TIME down KEY`, `TIME up KEY`, `TIME set PARAMETER VALUE` (of a flag: 0 or 1) and
/// `TIME fire TRIGGER`. Times are in seconds and do not decrease. Empty lines are ignored, and so is text after #.
/// @throws Error(Exit::input) "FILE: line N: cause".
std::vector<ScriptStep> readScript(const std::filesystem::path& file, const Graph& graph);

}  // namespace sinew
