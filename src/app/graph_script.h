#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "animation/graph.h"

namespace sinew {

/// What happens to a state machine at a time: a key goes down or up, or a parameter is set or fired.
struct ScriptStep {
    enum class Kind { down, up, set, fire };
    double timeSeconds = 0.0;
    Kind kind = Kind::down;
    std::string key;       ///< of down and up
    size_t parameter = 0;  ///< of set and fire
    double value = 0.0;
};

/// Reads a text file of lines `TIME down KEY`, `TIME up KEY`, `TIME set PARAMETER VALUE` (of a flag 0 or 1) and `TIME
/// fire TRIGGER`, with times in seconds that do not go back; empty lines and what follows # do not count.
/// @throws Error(Exit::input) "FILE: line N: cause".
std::vector<ScriptStep> readScript(const std::filesystem::path& file, const Graph& graph);

}  // namespace sinew
