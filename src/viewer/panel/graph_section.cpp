#include "viewer/panel/graph_section.h"

#include <algorithm>

#include "viewer/panel/plot.h"
#include "viewer/panel/words.h"

namespace sinew {
namespace {

/// Boxes side by side, as many as fit a line.
class Boxes {
  public:
    void add(const std::string& name, bool lit, float filled) {
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
        list.AddRectFilled(corner, end, ImGui::GetColorU32(ImGuiCol_FrameBg), 4.0f);
        if (lit)
            list.AddRectFilled(corner, ImVec2(corner.x + size.x * filled, end.y),
                               ImGui::GetColorU32(ImGuiCol_HeaderActive), 4.0f);
        if (lit) list.AddRect(corner, end, kOrange, 4.0f);
        list.AddText(ImVec2(corner.x + style.FramePadding.x, corner.y + style.FramePadding.y),
                     ImGui::GetColorU32(lit ? ImGuiCol_Text : ImGuiCol_TextDisabled), name.c_str());
    }

  private:
    float used_ = 0.0f;
};

void drawParameter(const GraphParameter& parameter, double value) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(parameter.name.c_str());
    ImGui::TableNextColumn();
    if (parameter.kind == ParameterKind::number)
        say("{:.3g}", value);
    else
        say("{}", value != 0.0 ? (parameter.kind == ParameterKind::flag ? "on" : "waits") : "-");
}

}  // namespace

void drawGraph(const PanelScope& scope) {
    const StateMachine& machine = *scope.state.machine;
    const Graph& graph = machine.graph();
    Boxes states;
    for (size_t i = 0; i < graph.states.size(); ++i) {
        const double rounds = machine.rounds();
        const double filled =
            graph.states[i].repeat == Repeat::once ? std::min(rounds, 1.0) : rounds - std::floor(rounds);
        states.add(graph.states[i].name, i == machine.state(), static_cast<float>(filled));
    }
    if (!graph.overlays.empty()) sayFaintly("overlays");
    Boxes overlays;
    for (size_t i = 0; i < graph.overlays.size(); ++i)
        overlays.add(graph.overlays[i].name, machine.overlayPlaying(i), 1.0f);
    if (graph.parameters.empty() || !ImGui::BeginTable("parameters", 2, ImGuiTableFlags_SizingStretchProp)) return;
    for (size_t i = 0; i < graph.parameters.size(); ++i)
        drawParameter(graph.parameters[i], machine.parameters()[i]);
    ImGui::EndTable();
}

void drawPlaying(const PanelScope& scope) {
    for (const PlayedClip& played : scope.state.playing) {
        fmt::memory_buffer text;
        fmt::format_to(fmt::appender(text), "{}  {:.0f} %",
                       played.clip ? scope.state.model->clips[*played.clip].name : "rest pose", 100.0 * played.weight);
        text.push_back('\0');
        ImGui::ProgressBar(static_cast<float>(played.weight), ImVec2(-1.0f, ImGui::GetFrameHeight()), text.data());
    }
    tip("What the picture is made of. A switch fades from one to the other.");
}

}  // namespace sinew
