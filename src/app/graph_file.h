#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "animation/graph.h"
#include "app/gamepad.h"
#include "app/key_bindings.h"

namespace sinew {

/// A state machine from a JSON file, and the keys and the gamepad's stick that play it.
struct GraphFile {
    Graph graph;
    std::vector<KeyBinding> keys;
    std::vector<StickBinding> stick;
};

/// Reads a file of the form of assets/graph.schema.json for a model with these nodes and clips, which it names by their
/// names. @throws Error(Exit::input) "FILE: line N: cause": no JSON, an unknown field, clip, node, parameter, state or
/// key, a wrong type, a missing field, a number out of its range, a name that is there twice, a state that cannot be
/// reached, a circle of transitions without duration.
GraphFile readGraph(const std::filesystem::path& file, const NodeHierarchy& hierarchy,
                    std::span<const AnimationClip> clips);

}  // namespace sinew
