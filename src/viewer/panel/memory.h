#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "viewer/panel/bone_curves.h"
#include "viewer/panel/graph_layout.h"
#include "viewer/panel/model_outline.h"
#include "viewer/panel/panel_state.h"
#include "viewer/panel/parameter_range.h"

namespace sinew {

/// What the panel itself keeps from frame to frame: its caches and what the user chose in it, none of which changes
/// what is played.
struct PanelMemory {
    ModelOutline outline;
    BoneCurves curves;

    std::array<char, 128> search{};
    std::vector<uint32_t> foundClips;  ///< that the search leaves, ascending
    size_t foundCursor = 0;            ///< the one of them that Enter plays
    bool focusSearch = false;
    bool searchLeft = false;  ///< by Enter, so that the arrows lead on; letters lead back

    std::vector<bool> closedNodes;    ///< whose descendants the tree hides
    std::vector<uint32_t> shownRows;  ///< rows of the outline that the tree shows
    std::optional<uint32_t> selectedNode;
    std::optional<uint32_t> hoveredNode;
    bool revealSelected = false;  ///< the tree is to be opened and scrolled to it

    std::vector<FindingTarget> findingTargets;  ///< of the findings as they are shown
    std::vector<Finding> findings;              ///< without those of no weight

    GraphLayout graphLayout;                      ///< empty: not made yet
    std::vector<ParameterRange> parameterRanges;  ///< one for each of the state machine's
    std::vector<std::string> parameterKeys;       ///< that are bound to each

    int draggedEnd = -1;  ///< of the loop range: 0 its start, 1 its end
};

/// What a section works with.
struct PanelScope {
    const PanelState& state;
    PanelMemory& memory;
    PanelRequests& asked;
    float scale = 1.0f;  ///< pixels for one of a plain screen
};

/// Chooses a node, or none, and lets the tree show it.
void selectNode(PanelMemory& memory, std::optional<uint32_t> node);

}  // namespace sinew
