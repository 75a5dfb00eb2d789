#pragma once

#include <array>
#include <optional>
#include <vector>

#include "viewer/panel/bone_details.h"
#include "viewer/panel/graph_outline.h"
#include "viewer/panel/model_outline.h"
#include "viewer/panel/panel_state.h"

namespace sinew {

/// The panel's own state between frames: caches and the user's selection. Nothing in it changes what plays.
struct PanelMemory {
    ModelOutline outline;
    BoneCurves curves;

    std::array<char, 128> search{};
    std::vector<uint32_t> foundClips;  ///< clips that match the search, ascending
    size_t foundCursor = 0;            ///< index in foundClips of the clip that Enter plays
    bool focusSearch = false;
    std::array<char, 128> clipName{};  ///< what is typed for it
    std::optional<size_t> namedClip;   ///< whose name that is
    bool searchLeft = false;           ///< by Enter; the arrow keys then navigate, and letters return to the search box

    std::array<char, 128> nodeSearch{};
    std::vector<bool> closedNodes;    ///< of each node: its descendants are hidden
    std::vector<uint32_t> shownRows;  ///< visible rows of the outline
    std::optional<uint32_t> selectedNode;
    std::optional<uint32_t> hoveredNode;
    bool revealSelected = false;  ///< open the tree and scroll to the selected node

    std::optional<uint32_t> selectedMaterial;
    bool revealMaterial = false;  ///< scroll to the selected material

    GraphLayout graphLayout;                      ///< empty until the section is opened
    std::vector<ParameterRange> parameterRanges;  ///< one for each parameter of the state machine

    std::optional<uint32_t> draggedCount;  ///< of the crowd's characters, until the slider is released

    int draggedEnd = -1;  ///< of the loop range: 0 the start, 1 the end, -1 none
};

/// What a section displays and changes.
struct PanelScope {
    const PanelState& state;
    PanelMemory& memory;
    PanelRequests& asked;
    float scale = 1.0f;  ///< of the display, as Window::contentScale()

    /// The requested settings, to be changed.
    PlaySettings& settings() const {
        if (!asked.settings) asked.settings = state.settings;
        return *asked.settings;
    }
};

/// The bar at the bottom: transport buttons, speed, and the clip with its loop range.
void drawTimeline(const PanelScope& scope);

// The sections at the right, from top to bottom.

/// The states, overlays, parameters and events of a state machine. Requires PanelState::machine.
void drawGraph(const PanelScope& scope);

/// Its diagram: states as boxes and transitions as arrows. Highlights the current state, the state being left, and the
/// transition between them. Requires PanelState::machine and PanelMemory::graphLayout.
void drawStateDiagram(const PanelScope& scope);

/// The clips, with a search box, and what is done to the one that plays.
void drawClips(const PanelScope& scope);

/// The node tree and the details of the selected node.
void drawHierarchy(const PanelScope& scope);

/// The weights of the morph targets, which sliders hold.
void drawMorphs(const PanelScope& scope);

/// The materials, and the factors and textures of the selected one.
void drawMaterials(const PanelScope& scope);

/// What is drawn, and how.
void drawDisplay(const PanelScope& scope);

/// What lights the model, and how light becomes color.
void drawLight(const PanelScope& scope);

/// The weights of the mixed clips, the layer, transitions and root motion.
void drawBlend(const PanelScope& scope);

/// How many characters there are and how they stand, and what they cost.
void drawCrowd(const PanelScope& scope);

/// The second view and the onion skin.
void drawSideBySide(const PanelScope& scope);

/// Frame times, and the sizes of the model.
void drawStatistics(const PanelScope& scope);

/// The findings of the import and the check. Requests the check.
void drawReport(const PanelScope& scope);

/// Selects a node (none: clears the selection) and reveals it in the tree.
void selectNode(PanelMemory& memory, std::optional<uint32_t> node);

/// Selects a material and reveals it in the list.
void selectMaterial(PanelMemory& memory, uint32_t material);

/// Updates PanelMemory::shownRows: those that the search finds among the nodes of that model, else by closedNodes.
void findShownRows(PanelMemory& memory, const Model& model);

/// Whether a text has all words of a search, in any case.
bool hasAllWords(std::string_view text, std::string_view words);

/// Updates PanelMemory::foundClips: the clips whose names contain all words of the search.
void searchClips(PanelMemory& memory, const Model& model);

}  // namespace sinew
