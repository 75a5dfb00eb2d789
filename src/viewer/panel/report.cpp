#include "viewer/panel/report.h"

#include <algorithm>

#include "base/shown_text.h"
#include "viewer/panel/sections.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

/// The node that it is about, or that shows its mesh.
std::optional<uint32_t> nodeOf(const Finding& finding, const Model& model) {
    if (const auto node = subjectOf(finding, Subject::Kind::node)) return node;
    const auto mesh = subjectOf(finding, Subject::Kind::mesh);
    for (const MeshInstance& instance : model.instances)
        if (instance.mesh == mesh) return instance.node;
    return std::nullopt;
}

/// The view that shows such a finding; nothing where the present one does.
std::optional<View> viewOf(const Finding& finding, bool hasNode) {
    const std::optional<ShownAs> shown = shownAs(finding.id);
    if (shown == ShownAs::weights && hasNode) return View::weights;
    if (shown == ShownAs::weights || shown == ShownAs::influences) return View::influences;
    if (shown == ShownAs::normals) return View::normals;
    return shown == ShownAs::uvs ? std::optional(View::uvs) : std::nullopt;
}

/// Selects what a finding is about, goes to its clip and time, and shows it.
void follow(const PanelScope& scope, const Finding& finding) {
    const auto clip = subjectOf(finding, Subject::Kind::clip);
    if (clip && !scope.state.machine) {
        scope.asked.play = *clip;
        scope.asked.seekSeconds = finding.seconds;
    }
    const auto node = nodeOf(finding, *scope.state.model);
    if (node) selectNode(scope.memory, *node);
    if (const auto view = viewOf(finding, node.has_value())) {
        if (!scope.asked.look) scope.asked.look = scope.state.look;
        scope.asked.look->view = *view;
    }
    if (const auto material = subjectOf(finding, Subject::Kind::material)) selectMaterial(scope.memory, *material);
}

void drawFinding(const PanelScope& scope, const Finding& finding) {
    constexpr ImU32 kColors[] = {kSkyBlue, kYellow, kOrange};
    constexpr const char* kSigns[] = {"i", "!", "x"};
    const auto severity = static_cast<size_t>(finding.severity);
    const ImVec2 place = ImGui::GetCursorScreenPos();
    const float sign = 16.0f * scope.scale, width = ImGui::GetContentRegionAvail().x;
    if (ImGui::Selectable("##finding", false, 0, ImVec2(width, ImGui::GetTextLineHeight()))) follow(scope, finding);
    if (const auto node = subjectOf(finding, Subject::Kind::node); node && ImGui::IsItemHovered())
        scope.memory.hoveredNode = *node;
    if (beginTooltip()) {
        showText("{}: {}", finding.object, finding.message);
        showDimText("{}  {}", finding.id, finding.subjects.empty() ? "" : "Click to go there.");
        endTooltip();
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText(ImVec2(place.x + 3.0f * scope.scale, place.y), kColors[severity], kSigns[severity]);
    const std::string& object = finding.object;
    const std::string text = object.empty() ? finding.id : displayed(fmt::format("{}  {}", object, finding.message));
    list.AddText(ImVec2(place.x + sign, place.y), ImGui::GetColorU32(ImGuiCol_Text), text.c_str());
}

}  // namespace

void BackgroundCheck::start(const Model& model, const ImportReport& report, uint32_t maxBones) {
    if (task_) return;
    task_ = std::make_unique<BackgroundTask<std::vector<Finding>>>([&model, &report, maxBones](const std::stop_token&) {
        return tooLargeToCheck(model) ? report.findings : check(model, report, maxBones);
    });
}

void BackgroundCheck::poll() {
    if (running() && task_->done()) findings_ = task_->take();
}

void drawReport(const PanelScope& scope) {
    scope.asked.check = true;
    const bool checked = scope.state.check && scope.state.check->done();
    const std::vector<Finding>& imported = scope.state.report->findings;  // which the check's include
    const std::span<const Finding> findings = checked ? scope.state.check->findings() : imported;
    for (const std::filesystem::path& folder : scope.state.source.textureFolders)
        showDimText("textures also from {}", shownPath(folder.string()));
    if (std::ranges::find(imported, "texture-missing", &Finding::id) != imported.end())
        showDimText("U allows textures from the project directory");
    if (!checked) showDimText("checking ...");
    if (checked && findings.empty()) showText("no findings");
    if (findings.empty()) return;
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const size_t lines = std::min<size_t>(findings.size(), 12);
    ImGui::BeginChild("findings", ImVec2(0.0f, static_cast<float>(lines) * line + 14.0f * scope.scale), true);
    drawVisible(findings.size(), line, [&](size_t i) {
        ImGui::PushID(static_cast<int>(i));
        drawFinding(scope, findings[i]);
        ImGui::PopID();
    });
    ImGui::EndChild();
}

}  // namespace sinew
