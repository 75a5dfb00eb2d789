#include <algorithm>

#include "base/shown_text.h"
#include "viewer/panel/sections.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

constexpr size_t kMostTreeLines = 14;

/// Opens the ancestors of the selected node. Returns its line.
size_t reveal(PanelMemory& memory, const NodeHierarchy& hierarchy) {
    for (int32_t node = hierarchy.parents[*memory.selectedNode]; node != kNoParent;
         node = hierarchy.parents[static_cast<size_t>(node)])
        memory.closedNodes[static_cast<size_t>(node)] = false;
    findShownRows(memory);
    const auto found = std::find_if(memory.shownRows.begin(), memory.shownRows.end(), [&](uint32_t row) {
        return memory.outline.rows[row].node == *memory.selectedNode;
    });
    return static_cast<size_t>(found - memory.shownRows.begin());
}

/// Returns whether the user opened or closed the node.
bool drawNode(const PanelScope& scope, const OutlineRow& row) {
    PanelMemory& memory = scope.memory;
    const std::string name = givenName(scope.state.model->hierarchy.names[row.node]);
    const bool selected = memory.selectedNode == row.node;
    const float indent = static_cast<float>(std::min(row.depth, 24u)) * 9.0f * scope.scale;
    ImGui::PushID(static_cast<int>(row.node));
    if (indent > 0.0f) ImGui::Indent(indent);
    ImGuiTreeNodeFlags flags = ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth |
                               ImGuiTreeNodeFlags_FramePadding | ImGuiTreeNodeFlags_OpenOnArrow |
                               ImGuiTreeNodeFlags_OpenOnDoubleClick;
    if (row.descendants == 0) flags |= ImGuiTreeNodeFlags_Leaf;
    if (selected) flags |= ImGuiTreeNodeFlags_Selected;
    ImGui::SetNextItemOpen(!memory.closedNodes[row.node]);
    if (!row.bone) ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    ImGui::TreeNodeEx("node", flags, "%s", name.empty() ? "(unnamed)" : name.c_str());
    if (!row.bone) ImGui::PopStyleColor();
    const bool toggled = ImGui::IsItemToggledOpen();
    if (toggled) {
        memory.closedNodes[row.node] = !memory.closedNodes[row.node];
    } else if (ImGui::IsItemClicked() || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible)) {
        memory.selectedNode = row.node;
    }
    if (ImGui::IsItemHovered()) memory.hoveredNode = row.node;
    tooltip(row.bone ? "A bone: it deforms a mesh. Click for its transforms and curves."
                     : "A node that deforms no mesh. Click for its transforms and curves.",
            key::keyboard.names);
    if (row.bone) {
        const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
        ImGui::GetWindowDrawList()->AddCircleFilled(ImVec2(to.x - 8.0f * scope.scale, 0.5f * (from.y + to.y)),
                                                    2.5f * scope.scale, kOrange);
    }
    if (indent > 0.0f) ImGui::Unindent(indent);
    ImGui::PopID();
    return toggled;
}

}  // namespace

void selectNode(PanelMemory& memory, std::optional<uint32_t> node) {
    memory.selectedNode = node;
    memory.revealSelected = true;
}

void findShownRows(PanelMemory& memory) {
    memory.shownRows.clear();
    const std::vector<OutlineRow>& rows = memory.outline.rows;
    for (size_t row = 0; row < rows.size(); ++row) {
        memory.shownRows.push_back(static_cast<uint32_t>(row));
        if (memory.closedNodes[rows[row].node]) row += rows[row].descendants;
    }
}

void drawHierarchy(const PanelScope& scope) {
    PanelMemory& memory = scope.memory;
    const NodeHierarchy& hierarchy = scope.state.model->hierarchy;
    if (hierarchy.size() == 0) return showDimText("no nodes");
    // No gaps between the lines, so that every click hits one.
    const float padding = 2.0f * scope.scale, line = ImGui::GetTextLineHeight() + 2.0f * padding;
    const size_t lines = std::min(kMostTreeLines, hierarchy.size());
    const float margins = 2.0f * ImGui::GetStyle().WindowPadding.y;
    ImGui::BeginChild("tree", ImVec2(0.0f, static_cast<float>(lines) * line + margins), true);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ImGui::GetStyle().FramePadding.x, padding));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ImGui::GetStyle().ItemSpacing.x, 0.0f));
    if (std::exchange(memory.revealSelected, false) && memory.selectedNode)
        ImGui::SetScrollY((static_cast<float>(reveal(memory, hierarchy)) - 4.0f) * line);
    bool toggled = false;
    drawVisible(memory.shownRows.size(), line,
                [&](size_t i) { toggled |= drawNode(scope, memory.outline.rows[memory.shownRows[i]]); });
    ImGui::PopStyleVar(2);
    ImGui::EndChild();
    if (toggled) findShownRows(memory);
    if (memory.selectedNode)
        drawBoneDetails(scope, *memory.selectedNode);
    else
        showDimText("select a node for its transforms and curves");
}

}  // namespace sinew
