#include "viewer/panel/report_section.h"

#include <algorithm>

#include "viewer/panel/plot.h"
#include "viewer/panel/verdict_run.h"
#include "viewer/panel/words.h"

namespace sinew {
namespace {

/// The check's findings have the import's among them.
void takeFindings(const PanelScope& scope) {
    const bool judged = scope.state.verdict && scope.state.verdict->done();
    const std::span<const Finding> present = judged ? scope.state.verdict->findings() : scope.state.report->findings;
    std::vector<Finding>& shown = scope.memory.findings;
    if (std::equal(shown.begin(), shown.end(), present.begin(), present.end())) return;
    shown.assign(present.begin(), present.end());
    scope.memory.findingTargets.clear();
    for (const Finding& finding : shown)
        scope.memory.findingTargets.push_back(targetOf(*scope.state.model, finding.object));
}

void follow(const PanelScope& scope, const FindingTarget& target) {
    if (target.kind == FindingTarget::Kind::clip && !scope.state.machine) scope.asked.play = target.index;
    if (target.kind == FindingTarget::Kind::node) selectNode(scope.memory, static_cast<uint32_t>(target.index));
}

const char* leadsTo(const FindingTarget& target) {
    switch (target.kind) {
        case FindingTarget::Kind::clip:
            return "Click to play the clip.";
        case FindingTarget::Kind::node:
            return "Click to choose the node.";
        default:
            return "";
    }
}

void drawFinding(const PanelScope& scope, const Finding& finding, const FindingTarget& target) {
    constexpr ImU32 kColors[] = {kSkyBlue, kYellow, kOrange};
    constexpr const char* kSigns[] = {"i", "!", "x"};
    const auto severity = static_cast<size_t>(finding.severity);
    const ImVec2 place = ImGui::GetCursorScreenPos();
    const float sign = 16.0f * scope.scale, width = ImGui::GetContentRegionAvail().x;
    if (ImGui::Selectable("##finding", false, 0, ImVec2(width, ImGui::GetTextLineHeight()))) follow(scope, target);
    if (ImGui::IsItemHovered() && target.kind == FindingTarget::Kind::node)
        scope.memory.hoveredNode = static_cast<uint32_t>(target.index);
    if (tipIsDue()) {
        ImGui::BeginTooltip();
        ImGui::PushTextWrapPos(tipWidth());
        say("{}: {}", finding.object, finding.message);
        sayFaintly("{}  {}", finding.id, leadsTo(target));
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText(ImVec2(place.x + 3.0f * scope.scale, place.y), kColors[severity], kSigns[severity]);
    fmt::memory_buffer text;
    fmt::format_to(fmt::appender(text), "{}  {}", finding.object.empty() ? finding.id : finding.object,
                   finding.object.empty() ? "" : finding.message);
    list.AddText(ImVec2(place.x + sign, place.y), ImGui::GetColorU32(ImGuiCol_Text), text.data(),
                 text.data() + text.size());
}

}  // namespace

void drawReport(const PanelScope& scope) {
    scope.asked.judge = true;
    takeFindings(scope);
    PanelMemory& memory = scope.memory;
    const bool judged = scope.state.verdict && scope.state.verdict->done();
    if (!judged) sayFaintly("the check runs ...");
    if (judged && memory.findings.empty()) say("nothing to complain about");
    if (memory.findings.empty()) return;
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const size_t lines = std::min<size_t>(memory.findings.size(), 12);
    ImGui::BeginChild("findings", ImVec2(0.0f, static_cast<float>(lines) * line + 14.0f * scope.scale), true);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(memory.findings.size()), line);
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            ImGui::PushID(i);
            const auto found = static_cast<size_t>(i);
            drawFinding(scope, memory.findings[found], memory.findingTargets[found]);
            ImGui::PopID();
        }
    ImGui::EndChild();
}

}  // namespace sinew
