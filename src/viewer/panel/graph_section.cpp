#include "viewer/panel/graph_section.h"

#include <algorithm>

#include "viewer/panel/graph_diagram.h"
#include "viewer/panel/plot.h"
#include "viewer/panel/words.h"

namespace sinew {
namespace {

/// Boxes side by side, as many as fit a line.
class Boxes {
  public:
    void add(const std::string& name, bool lit) {
        const ImVec2 text = ImGui::CalcTextSize(name.c_str());
        const ImGuiStyle& style = ImGui::GetStyle();
        const ImVec2 size(text.x + 2.0f * style.FramePadding.x, text.y + 2.0f * style.FramePadding.y);
        if (used_ > 0.0f && used_ + size.x < ImGui::GetContentRegionAvail().x)
            ImGui::SameLine();
        else
            used_ = 0.0f;
        used_ += size.x + style.ItemSpacing.x;
        const ImVec2 corner = ImGui::GetCursorScreenPos(), end(corner.x + size.x, corner.y + size.y);
        ImGui::Dummy(size);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.AddRectFilled(corner, end, ImGui::GetColorU32(lit ? ImGuiCol_HeaderActive : ImGuiCol_FrameBg), 4.0f);
        if (lit) list.AddRect(corner, end, kOrange, 4.0f);
        list.AddText(ImVec2(corner.x + style.FramePadding.x, corner.y + style.FramePadding.y),
                     ImGui::GetColorU32(lit ? ImGuiCol_Text : ImGuiCol_TextDisabled), name.c_str());
    }

  private:
    float used_ = 0.0f;
};

/// The keys that are bound to the parameter, as far as a tooltip has room for them.
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

/// What follows from the graph alone, once for each model.
void meetGraph(const PanelScope& scope) {
    PanelMemory& memory = scope.memory;
    const Graph& graph = scope.state.machine->graph();
    if (memory.graphLayout.places.size() == graph.states.size()) return;
    memory.graphLayout = layoutOf(graph);
    memory.parameterRanges.clear();
    memory.parameterKeys.clear();
    for (size_t i = 0; i < graph.parameters.size(); ++i) {
        memory.parameterRanges.push_back(rangeOf(graph, scope.state.machineKeys, i));
        memory.parameterKeys.push_back(keysOf(scope.state.machineKeys, i));
    }
}

void drawNumber(const PanelScope& scope, size_t i, double value) {
    const ParameterRange range = scope.memory.parameterRanges[i];
    auto dragged = static_cast<float>(value);
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::SliderFloat("##value", &dragged, range.least, range.most, "%.3g"))
        scope.asked.parameter = {i, static_cast<double>(dragged)};
}

void drawFlag(const PanelScope& scope, size_t i, double value) {
    bool on = value != 0.0;
    if (ImGui::Checkbox("##value", &on)) scope.asked.parameter = {i, on ? 1.0 : 0.0};
}

void drawTrigger(const PanelScope& scope, size_t i, double value) {
    const bool waits = value != 0.0;
    if (waits) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_HeaderActive));
    if (ImGui::Button(waits ? "waits###value" : "fire###value", ImVec2(-1.0f, 0.0f))) scope.asked.parameter = {i, 1.0};
    if (waits) ImGui::PopStyleColor();
}

void drawParameter(const PanelScope& scope, size_t i) {
    const StateMachine& machine = *scope.state.machine;
    const GraphParameter& parameter = machine.graph().parameters[i];
    const double value = machine.parameters()[i];
    const char* keys = scope.memory.parameterKeys[i].empty() ? nullptr : scope.memory.parameterKeys[i].c_str();
    ImGui::PushID(static_cast<int>(i));
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(parameter.name.c_str());
    ImGui::TableNextColumn();
    switch (parameter.kind) {
        case ParameterKind::number:
            drawNumber(scope, i, value);
            tip("What the number is as long as no key holds it. Ctrl and click to type it.", keys);
            break;
        case ParameterKind::flag:
            drawFlag(scope, i, value);
            tip("Whether the flag is on as long as no key holds it.", keys);
            break;
        case ParameterKind::trigger:
            drawTrigger(scope, i, value);
            tip("Fires the trigger, which waits to be taken.", keys);
            break;
    }
    ImGui::PopID();
}

/// The latest events, the last one first; always as many lines, so that what is below keeps its place.
void drawEvents(const PanelScope& scope) {
    constexpr size_t kLines = 3;
    const std::span<const HeardEvent> heard = scope.state.machineEvents;
    const Graph& graph = scope.state.machine->graph();
    if (graph.events.empty()) return;
    sayFaintly("events");
    for (size_t i = 0; i < kLines; ++i) {
        if (i >= heard.size()) {
            ImGui::TextUnformatted("");
            continue;
        }
        const HeardEvent& event = heard[heard.size() - 1 - i];
        const double ago = std::max(0.0, scope.state.machineSeconds - event.timeSeconds);
        ImGui::TextUnformatted(fmt::format("{}  {:.1f} s ago", graph.events[event.event].name, ago).c_str());
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
    meetGraph(scope);
    const StateMachine& machine = *scope.state.machine;
    const Graph& graph = machine.graph();
    drawGraphDiagram(scope);
    if (!graph.overlays.empty()) sayFaintly("overlays");
    Boxes overlays;
    for (size_t i = 0; i < graph.overlays.size(); ++i)
        overlays.add(graph.overlays[i].name, machine.overlayPlaying(i));
    drawParameters(scope);
    drawEvents(scope);
}

}  // namespace sinew
