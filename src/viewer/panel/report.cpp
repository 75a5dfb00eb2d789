#include "viewer/panel/report.h"

#include <algorithm>

#include "model/shown_text.h"
#include "viewer/panel/sections.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

void follow(const PanelScope& scope, const FindingTarget& target) {
    if (target.kind == FindingTarget::Kind::clip && !scope.state.machine) scope.asked.play = target.index;
    if (target.kind == FindingTarget::Kind::node) selectNode(scope.memory, static_cast<uint32_t>(target.index));
}

void drawFinding(const PanelScope& scope, const Finding& finding, const FindingTarget& target) {
    constexpr ImU32 kColors[] = {kSkyBlue, kYellow, kOrange};
    constexpr const char* kSigns[] = {"i", "!", "x"};
    constexpr const char* kHints[] = {"", "Click to select the node.", "Click to play the clip."};  // by kind
    const auto severity = static_cast<size_t>(finding.severity);
    const ImVec2 place = ImGui::GetCursorScreenPos();
    const float sign = 16.0f * scope.scale, width = ImGui::GetContentRegionAvail().x;
    if (ImGui::Selectable("##finding", false, 0, ImVec2(width, ImGui::GetTextLineHeight()))) follow(scope, target);
    if (ImGui::IsItemHovered() && target.kind == FindingTarget::Kind::node)
        scope.memory.hoveredNode = static_cast<uint32_t>(target.index);
    if (beginTooltip()) {
        showText("{}: {}", finding.object, finding.message);
        showDimText("{}  {}", finding.id, kHints[static_cast<size_t>(target.kind)]);
        endTooltip();
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText(ImVec2(place.x + 3.0f * scope.scale, place.y), kColors[severity], kSigns[severity]);
    fmt::memory_buffer text;
    appendText(text, "{}  {}", finding.object.empty() ? finding.id : finding.object,
               finding.object.empty() ? "" : finding.message);
    list.AddText(ImVec2(place.x + sign, place.y), ImGui::GetColorU32(ImGuiCol_Text), text.data(),
                 text.data() + text.size());
}

/// Where textures may be, beside the model's directory.
void drawTextureFolders(const PanelState& state) {
    for (const std::filesystem::path& folder : state.textureFolders)
        showDimText("textures also from {}", shownPath(folder.string()));
    if (std::ranges::find(state.report->findings, "texture-missing", &Finding::id) != state.report->findings.end())
        showDimText("U allows textures from the project directory");
}

}  // namespace

void BackgroundCheck::start(const Model& model, const ImportReport& report, uint32_t maxBones) {
    if (task_) return;
    task_ = std::make_unique<BackgroundTask<std::vector<Finding>>>([&model, &report, maxBones](const std::stop_token&) {
        return tooLargeToCheck(model) ? report.findings : check(model, report, maxBones);
    });
}

void BackgroundCheck::poll() {
    if (!running() || !task_->done()) return;
    findings_ = task_->take();
    done_ = true;
}

void drawReport(const PanelScope& scope) {
    scope.asked.check = true;
    PanelMemory& memory = scope.memory;
    const bool checked = scope.state.check && scope.state.check->done();
    // The check's findings include the import's.
    const std::span<const Finding> present = checked ? scope.state.check->findings() : scope.state.report->findings;
    if (!std::equal(memory.findings.begin(), memory.findings.end(), present.begin(), present.end())) {
        memory.findings.assign(present.begin(), present.end());
        memory.findingTargets.clear();
        for (const Finding& finding : present)
            memory.findingTargets.push_back(targetOf(*scope.state.model, finding.object));
    }
    drawTextureFolders(scope.state);
    if (!checked) showDimText("checking ...");
    if (checked && memory.findings.empty()) showText("no findings");
    if (memory.findings.empty()) return;
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const size_t lines = std::min<size_t>(memory.findings.size(), 12);
    ImGui::BeginChild("findings", ImVec2(0.0f, static_cast<float>(lines) * line + 14.0f * scope.scale), true);
    drawVisible(memory.findings.size(), line, [&](size_t i) {
        ImGui::PushID(static_cast<int>(i));
        drawFinding(scope, memory.findings[i], memory.findingTargets[i]);
        ImGui::PopID();
    });
    ImGui::EndChild();
}

}  // namespace sinew
