#include <algorithm>

#include "viewer/panel/sections.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

/// Those that play are orange. In rows wrapped at the panel's width.
void drawOverlays(const StateMachine& machine) {
    showDimText("overlays");
    const std::vector<GraphOverlay>& overlays = machine.graph().overlays;
    const float end = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    for (size_t i = 0; i < overlays.size(); ++i) {
        const std::string name = displayed(overlays[i].name);
        ImGui::SameLine();
        if (ImGui::GetCursorScreenPos().x + ImGui::CalcTextSize(name.c_str()).x > end) ImGui::NewLine();
        const ImU32 color = machine.overlayPlaying(i) ? kOrange : ImGui::GetColorU32(ImGuiCol_Text);
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color), "%s", name.c_str());
    }
}

/// The first keys that are bound to the parameter, for a tooltip.
std::string keysOf(std::span<const KeyBinding> bindings, size_t parameter) {
    constexpr size_t kMostKeys = 6;
    std::string text;
    size_t count = 0;
    for (const KeyBinding& binding : bindings) {
        if (binding.parameter != parameter) continue;
        if (++count > kMostKeys) return text + " ...";
        if (!text.empty()) text += ", ";
        text += fmt::format("{}", fmt::join(binding.keys, "+"));
    }
    return text;
}

/// Fills the caches, once for each graph.
void fillMemory(const PanelScope& scope) {
    PanelMemory& memory = scope.memory;
    const Graph& graph = scope.state.machine->graph();
    if (memory.graphLayout.places.size() == graph.states.size()) return;
    memory.graphLayout = layoutOf(graph);
    memory.parameterRanges.clear();
    for (size_t i = 0; i < graph.parameters.size(); ++i)
        memory.parameterRanges.push_back(rangeOf(graph, scope.state.machineKeys, i));
}

void drawParameter(const PanelScope& scope, size_t i) {
    const StateMachine& machine = *scope.state.machine;
    const GraphParameter& parameter = machine.graph().parameters[i];
    const double value = machine.parameters()[i];
    const std::string keys = keysOf(scope.state.machineKeys, i);
    ImGui::PushID(static_cast<int>(i));
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    showText("{}", parameter.name);
    ImGui::TableNextColumn();
    const auto request = [&](double wanted) { scope.asked.parameter = {i, wanted}; };
    bool on = value != 0.0;
    if (parameter.kind == ParameterKind::number) {
        const ParameterRange range = scope.memory.parameterRanges[i];
        auto dragged = static_cast<float>(value);
        ImGui::SetNextItemWidth(-1.0f);
        if (ImGui::SliderFloat("##value", &dragged, range.least, range.most, "%.3g"))
            request(static_cast<double>(dragged));
        tooltip("The value while no key sets it. Ctrl+click to type a number.", keys);
    } else if (parameter.kind == ParameterKind::flag) {
        if (ImGui::Checkbox("##value", &on)) request(on ? 1.0 : 0.0);
        tooltip("The state of the flag while no key sets it.", keys);
    } else {
        const ImGuiCol color = on ? ImGuiCol_HeaderActive : ImGuiCol_Button;
        ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(color));
        if (ImGui::Button(on ? "pending###value" : "fire###value", ImVec2(-1.0f, 0.0f))) request(1.0);
        ImGui::PopStyleColor();
        tooltip("Fires the trigger; it stays pending until a transition uses it.", keys);
    }
    ImGui::PopID();
}

/// The latest events, newest first. The number of lines is constant, so that the sections below do not move.
void drawEvents(const PanelScope& scope) {
    constexpr size_t kLines = 3;
    const std::span<const LoggedEvent> heard = scope.state.machineEvents;
    const Graph& graph = scope.state.machine->graph();
    if (graph.events.empty()) return;
    showDimText("events");
    for (size_t i = 0; i < kLines; ++i) {
        if (i >= heard.size()) {
            ImGui::TextUnformatted("");
            continue;
        }
        const LoggedEvent& event = heard[heard.size() - 1 - i];
        const double ago = std::max(0.0, scope.state.machineSeconds - event.timeSeconds);
        showText("{}  {:.1f} s ago", graph.events[event.event].name, ago);
    }
}

void drawParameters(const PanelScope& scope) {
    const size_t count = scope.state.machine->graph().parameters.size();
    if (count == 0 || !ImGui::BeginTable("parameters", 2, ImGuiTableFlags_SizingStretchProp)) return;
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 1.0f);
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch, 2.0f);
    for (size_t i = 0; i < count; ++i)
        drawParameter(scope, i);
    ImGui::EndTable();
}

}  // namespace

void drawGraph(const PanelScope& scope) {
    fillMemory(scope);
    drawStateDiagram(scope);
    if (!scope.state.machine->graph().overlays.empty()) drawOverlays(*scope.state.machine);
    drawParameters(scope);
    drawEvents(scope);
}

}  // namespace sinew
