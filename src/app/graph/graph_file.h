#pragma once

#include <filesystem>

#include "app/machine/graph_run.h"

namespace sinew {

inline constexpr double kMostNumber = 1e6;      ///< magnitude of a parameter
inline constexpr double kMostSeconds = 3600.0;  ///< of a transition, a wait, a script

/// Reads a file that follows assets/graph.schema.json, for a model with these nodes and clips, which it refers to by
/// name. @throws Error(Exit::input) "FILE: line N: cause": invalid JSON, an unknown field, clip, node, parameter, state
/// or key, a wrong type, a missing field, a number out of range, a duplicate name, an unreachable state, a cycle of
/// transitions without duration.
GraphFile readGraph(const std::filesystem::path& file, const NodeHierarchy& hierarchy,
                    std::span<const AnimationClip> clips);

/// Reads a text file with lines `TIME down KEY`, `TIME up KEY`, `TIME set PARAMETER VALUE` (of a flag: 0 or 1) and
/// `TIME fire TRIGGER`. Times are in seconds and do not decrease. Empty lines are ignored, and so is text after #.
/// @throws Error(Exit::input) "FILE: line N: cause".
std::vector<ScriptStep> readScript(const std::filesystem::path& file, const Graph& graph);

}  // namespace sinew
