#pragma once

#include <optional>
#include <span>
#include <string_view>

#include <glm/vec3.hpp>

#include "animation/graph.h"
#include "app/lined_json.h"

namespace sinew {

inline constexpr double kMostNumber = 1e6;      ///< of a parameter, on either side of zero
inline constexpr double kMostSeconds = 3600.0;  ///< of a fade, a wait, a script

/// What a graph file refers to by name: each function gives the index, and refuses a name that there is not.
struct GraphNames {
    const NodeHierarchy& hierarchy;
    std::span<const AnimationClip> clips;
    const Graph& graph;  ///< with its parameters, and with the names of its states

    size_t clip(const LinedJson& name) const;
    uint32_t node(const LinedJson& name) const;
    size_t parameter(const LinedJson& name) const;
    size_t number(const LinedJson& name) const;  ///< a parameter that is a number
    size_t state(const LinedJson& name) const;
};

/// The motion of a state, a layer or an overlay: its field "clip" or "blend".
GraphMotion readMotion(const LinedJson& owner, const GraphNames& names);

/// The fields of a layer, which an overlay has too: those of a motion, "mode", "reference", "mask" and "weight".
GraphLayer readLayer(const LinedJson& owner, const GraphNames& names);

/// A field of three numbers from -1 to 1 that are not all 0, where it is there.
std::optional<glm::vec3> readDirection(const LinedJson& owner, std::string_view field);

/// "when" of a transition or an overlay, and "until" of an overlay.
std::vector<GraphCondition> readConditions(const LinedJson& list, const GraphNames& names);

}  // namespace sinew
