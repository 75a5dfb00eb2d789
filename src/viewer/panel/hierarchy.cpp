#include <algorithm>

#include "base/shown_text.h"
#include "viewer/panel/sections.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

constexpr size_t kFewTreeLines = 14;

/// Opens the ancestors of the selected node. Returns its line.
size_t reveal(PanelMemory& memory, const Model& model) {
    const NodeHierarchy& hierarchy = model.hierarchy;
    memory.nodeSearch[0] = 0;
    for (int32_t node = hierarchy.parents[*memory.selectedNode]; node != kNoParent;
         node = hierarchy.parents[static_cast<size_t>(node)])
        memory.closedNodes[static_cast<size_t>(node)] = false;
    findShownRows(memory, model);
    const auto found = std::ranges::find(memory.shownRows, *memory.selectedNode,
                                         [&](uint32_t row) { return memory.outline.rows[row].node; });
    return static_cast<size_t>(found - memory.shownRows.begin());
}

/// Crossed out if the meshes are hidden.
void drawEye(ImVec2 center, float size, bool hidden) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 color = ImGui::GetColorU32(hidden ? ImGuiCol_TextDisabled : ImGuiCol_Text);
    const ImVec2 left(center.x - size, center.y), right(center.x + size, center.y);
    for (const float lid : {-1.4f, 1.4f})
        list.AddBezierQuadratic(left, ImVec2(center.x, center.y + lid * size), right, color, 1.0f);
    if (hidden)
        list.AddLine(ImVec2(left.x, center.y + size), ImVec2(right.x, center.y - size), color);
    else
        list.AddCircleFilled(center, 0.4f * size, color);
}

/// Hides the meshes at or below a node, or shows them, or `alone`.
void look(const PanelScope& scope, uint32_t node, bool alone) {
    const Model& model = *scope.state.model;
    std::set<std::string>& hidden = scope.settings().hiddenNodes;
    std::set<std::string> own = meshNodes(model, [&](size_t other) { return other == node; });
    const bool shows = alone || std::ranges::includes(hidden, own);
    if (alone) hidden = meshNodes(model, [](size_t) { return true; });
    if (shows)
        std::erase_if(hidden, [&](const std::string& name) { return own.contains(name); });
    else
        hidden.merge(own);
}

/// Returns whether the user opened or closed the node.
bool drawNode(const PanelScope& scope, const OutlineRow& row) {
    PanelMemory& memory = scope.memory;
    const std::string &fullName = scope.state.model->hierarchy.names[row.node], name = givenName(fullName);
    const bool selected = memory.selectedNode == row.node;
    const uint32_t depth = memory.nodeSearch[0] ? 0 : std::min(row.depth, 24u);
    const float indent = static_cast<float>(depth) * 9.0f * scope.scale;
    ImGui::PushID(static_cast<int>(row.node));
    if (indent > 0.0f) ImGui::Indent(indent);
    ImGuiTreeNodeFlags flags = ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth |
                               ImGuiTreeNodeFlags_FramePadding | ImGuiTreeNodeFlags_OpenOnArrow |
                               ImGuiTreeNodeFlags_OpenOnDoubleClick;
    if (row.descendants == 0) flags |= ImGuiTreeNodeFlags_Leaf;
    if (selected) flags |= ImGuiTreeNodeFlags_Selected;
    ImGui::SetNextItemOpen(!memory.closedNodes[row.node]);
    if (!row.bone) ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    ImGui::TreeNodeEx("node", flags, "%s", name.empty() ? "(unnamed)" : displayed(name).c_str());
    if (!row.bone) ImGui::PopStyleColor();
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    const float middle = 0.5f * (from.y + to.y), eye = 7.0f * scope.scale;
    const bool onEye = row.mesh && ImGui::IsItemHovered() && ImGui::GetMousePos().x > to.x - 3.0f * eye;
    if (row.mesh) drawEye(ImVec2(to.x - 1.5f * eye, middle), eye, scope.state.settings.hiddenNodes.contains(fullName));
    const bool toggled = ImGui::IsItemToggledOpen() && !onEye;
    if (toggled)
        memory.closedNodes[row.node] = !memory.closedNodes[row.node];
    else if (onEye && ImGui::IsItemClicked())
        look(scope, row.node, ImGui::GetIO().KeyCtrl);
    else if (ImGui::IsItemClicked() || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible))
        memory.selectedNode = row.node;
    if (ImGui::IsItemHovered()) memory.hoveredNode = row.node;
    if (onEye)
        tooltip("Hides or shows the meshes here and below. Ctrl+click shows them alone.", key::hide.names);
    else
        tooltip(fmt::format("{}\n{} Click for its transforms and curves.", name,
                            row.bone   ? "A bone: it deforms a mesh."
                            : row.mesh ? "A mesh."
                                       : "A node that deforms no mesh."),
                key::keyboard.names);
    if (row.bone)
        ImGui::GetWindowDrawList()->AddCircleFilled(ImVec2(to.x - (row.mesh ? 4.0f : 1.0f) * eye, middle),
                                                    2.5f * scope.scale, kOrange);
    if (indent > 0.0f) ImGui::Unindent(indent);
    ImGui::PopID();
    return toggled;
}

/// What the eyes do, for the selected node.
void drawEyeButtons(const PanelScope& scope) {
    const std::optional<uint32_t> selected = scope.memory.selectedNode;
    const bool any = selected && !meshNodes(*scope.state.model, [&](size_t node) { return node == *selected; }).empty();
    if (button("Hide or show", any)) look(scope, *selected, false);
    tooltip(key::hide);
    ImGui::SameLine();
    if (button("Only this", any)) look(scope, *selected, true);
    ImGui::SameLine();
    if (button("Show all", !scope.state.settings.hiddenNodes.empty())) scope.settings().hiddenNodes.clear();
    tooltip(key::showAll);
}

}  // namespace

void selectNode(PanelMemory& memory, std::optional<uint32_t> node) {
    memory.selectedNode = node;
    memory.revealSelected = true;
}

void findShownRows(PanelMemory& memory, const Model& model) {
    memory.shownRows.clear();
    const std::vector<OutlineRow>& rows = memory.outline.rows;
    const bool searching = memory.nodeSearch[0] != 0;
    for (size_t row = 0; row < rows.size(); ++row) {
        if (!searching || hasAllWords(model.hierarchy.names[rows[row].node], memory.nodeSearch.data()))
            memory.shownRows.push_back(static_cast<uint32_t>(row));
        if (!searching && memory.closedNodes[rows[row].node]) row += rows[row].descendants;
    }
}

void drawHierarchy(const PanelScope& scope) {
    PanelMemory& memory = scope.memory;
    const NodeHierarchy& hierarchy = scope.state.model->hierarchy;
    if (hierarchy.size() == 0) return showDimText("no nodes");
    ImGui::SetNextItemWidth(-1.0f);
    ImGui::InputTextWithHint("##nodes", "Search nodes", memory.nodeSearch.data(), memory.nodeSearch.size());
    if (ImGui::IsItemEdited()) findShownRows(memory, *scope.state.model);
    // No gaps between the lines, so that every click hits one.
    const float padding = 2.0f * scope.scale, line = ImGui::GetTextLineHeight() + 2.0f * padding;
    // As tall as there is room beside the details and the other headers.
    const float room = (ImGui::GetContentRegionAvail().y - 24.0f * ImGui::GetFrameHeight()) / line;
    const size_t lines = std::min(std::max(kFewTreeLines, static_cast<size_t>(std::max(room, 0.0f))), hierarchy.size());
    const float margins = 2.0f * ImGui::GetStyle().WindowPadding.y;
    ImGui::BeginChild("tree", ImVec2(0.0f, static_cast<float>(lines) * line + margins), true);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ImGui::GetStyle().FramePadding.x, padding));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ImGui::GetStyle().ItemSpacing.x, 0.0f));
    if (std::exchange(memory.revealSelected, false) && memory.selectedNode)
        ImGui::SetScrollY((static_cast<float>(reveal(memory, *scope.state.model)) - 4.0f) * line);
    bool toggled = false;
    drawVisible(memory.shownRows.size(), line,
                [&](size_t i) { toggled |= drawNode(scope, memory.outline.rows[memory.shownRows[i]]); });
    ImGui::PopStyleVar(2);
    ImGui::EndChild();
    if (toggled) findShownRows(memory, *scope.state.model);
    if (!scope.state.model->instances.empty()) drawEyeButtons(scope);
    if (memory.selectedNode)
        drawBoneDetails(scope, *memory.selectedNode);
    else
        showDimText("select a node for its transforms and curves");
}

}  // namespace sinew
