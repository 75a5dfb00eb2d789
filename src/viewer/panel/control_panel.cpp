#include "viewer/panel/control_panel.h"

#include <algorithm>
#include <filesystem>

#include <imgui.h>

#include "viewer/panel/clips_section.h"
#include "viewer/panel/graph_section.h"
#include "viewer/panel/gui.h"
#include "viewer/panel/hierarchy_section.h"
#include "viewer/panel/look_section.h"
#include "viewer/panel/numbers_section.h"
#include "viewer/panel/report_section.h"
#include "viewer/panel/timeline.h"
#include "viewer/panel/words.h"

namespace sinew {
namespace {

constexpr float kSideWidth = 344.0f, kFootHeight = 88.0f, kMargin = 8.0f;  // pixels of a plain screen
constexpr ImGuiWindowFlags kDocked = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                     ImGuiWindowFlags_NoFocusOnAppearing;

bool beginSection(const char* name, bool open, const char* says) {
    const bool isOpen = ImGui::CollapsingHeader(name, open ? ImGuiTreeNodeFlags_DefaultOpen : 0);
    tip(says, "F6, arrows and Enter");
    return isOpen;
}

void drawTitle(const PanelState& state) {
    const std::string file = std::filesystem::path(state.report->file).filename().string();
    ImGui::TextUnformatted(file.c_str());
    sayFaintly("{}", state.report->format);
    const char* hint = "Tab hides";
    ImGui::SameLine();
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(hint).x;
    if (room > 0.0f) {
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
        sayFaintly("{}", hint);
    }
    ImGui::Spacing();
}

}  // namespace

void ControlPanel::toggle() {
    shown_ = !shown_;
    keyboard_ = givesKeyboard_ = pointerHeld_ = false;
    memory_.hoveredNode.reset();
    quietSeconds_ = 0.0;
    gui_.forgetInput();
}

void ControlPanel::toggleKeyboard() {
    if (!shown_) toggle();
    keyboard_ = !keyboard_;
    givesKeyboard_ = true;
    if (keyboard_) memory_.focusSearch = true;
}

void ControlPanel::meet(const Model& model) {
    memory_ = {};
    memory_.outline = outlineOf(model);
    memory_.closedNodes.assign(model.hierarchy.size(), false);
    findShownRows(memory_);
    searchClips(memory_);
}

bool ControlPanel::takesKey(const KeyStroke& stroke) {
    const bool typing = shown_ && ImGui::GetIO().WantTextInput;
    if (!shown_ || !(keyboard_ || typing)) return false;
    switch (stroke.key) {
        case keyTab:
        case keyF1:
        case keyF5:
        case keyF6:
        case keyF11:
        case keyF12:
            return false;
        case keyEscape:
            if (stroke.kind == KeyStroke::Kind::release) return false;
            keyboard_ = false;
            givesKeyboard_ = true;
            return true;
        default:
            gui_.addKey(stroke);
            // What went down before is let go of by the program, too.
            return stroke.kind != KeyStroke::Kind::release;
    }
}

bool ControlPanel::covers(glm::vec2 place) const {
    return shown_ && (place.x >= size_.x - sideWidth(size_) || place.y >= size_.y - footHeight(size_) ||
                      ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
}

void ControlPanel::take(Input& input) {
    if (!shown_) return;
    if (!input.keys.empty() || !input.pointer.empty() || input.zoom != 0.0f) quietSeconds_ = 0.0;
    std::erase_if(input.keys, [&](const KeyStroke& stroke) {
        // Held while a key of the panel is typed, and let go after it.
        if (stroke.key == keyShift || stroke.key == keyCtrl) gui_.addKey(stroke);
        return takesKey(stroke);
    });
    for (const unsigned codePoint : input.text)
        if (ImGui::GetIO().WantTextInput) gui_.addText(codePoint);
    bool took = pointerHeld_;
    std::vector<PointerEvent> left;
    for (const PointerEvent& event : input.pointer) {
        const bool held = pointerHeld_;
        if (buttons_ == 0 && event.buttons != 0) {
            pointerHeld_ = covers(event.place);
            if (!pointerHeld_ && keyboard_) {
                keyboard_ = false;
                givesKeyboard_ = true;
            }
        }
        if (event.buttons == 0) pointerHeld_ = false;
        took |= pointerHeld_;
        buttons_ = event.buttons;
        pointer_ = event.place;
        gui_.addPointer(event);
        if (!held && !pointerHeld_) left.push_back(event);
    }
    input.pointer = std::move(left);
    if (took) input.orbitDrag = input.panDrag = glm::vec2(0.0f);
    if (covers(pointer_)) gui_.addWheel(std::exchange(input.zoom, 0.0f));
}

float ControlPanel::sideWidth(glm::vec2 size) const {
    return shown_ ? std::min(kSideWidth * gui_.scale(), 0.6f * size.x) : 0.0f;
}

float ControlPanel::footHeight(glm::vec2 size) const {
    return shown_ ? std::min(kFootHeight * gui_.scale(), 0.5f * size.y) : 0.0f;
}

glm::vec2 ControlPanel::freeCorner(glm::vec2 size) const {
    return {size.x - sideWidth(size), size.y - footHeight(size)};
}

void ControlPanel::drawSide(const PanelScope& scope) {
    drawTitle(scope.state);
    if (scope.state.machine && beginSection("State machine", true, "Its states, overlays and parameters."))
        drawGraph(scope);
    if (beginSection("Clips", true, "What can be played.")) drawClips(scope);
    if (beginSection("Hierarchy", true, "The nodes and bones, and where they are.")) drawHierarchy(scope);
    if (beginSection("Look", false, "What is drawn, and how clips are switched.")) drawLook(scope);
    if (beginSection("Blend", false, "What the picture is made of.")) drawPlaying(scope);
    if (beginSection("Numbers", false, "What a frame costs, and how much there is.")) drawNumbers(scope);
    if (beginSection("Report", false, "What the import and the check found.")) drawReport(scope);
}

PanelRequests ControlPanel::draw(const PanelState& state, glm::vec2 size, double deltaSeconds) {
    PanelRequests asked;
    if (!shown_) return asked;
    size_ = size;
    quietSeconds_ += deltaSeconds;
    ImGuiIO& io = ImGui::GetIO();
    io.ConfigFlags = keyboard_ ? io.ConfigFlags | ImGuiConfigFlags_NavEnableKeyboard
                               : io.ConfigFlags & ~ImGuiConfigFlags_NavEnableKeyboard;
    memory_.hoveredNode.reset();
    const PanelScope scope{state, memory_, asked, gui_.scale()};
    const glm::vec2 corner = freeCorner(size);
    const float margin = kMargin * gui_.scale();

    ImGui::SetNextWindowPos(ImVec2(corner.x, margin));
    ImGui::SetNextWindowSize(ImVec2(size.x - corner.x - margin, size.y - 2.0f * margin));
    const bool changesHands = std::exchange(givesKeyboard_, false);
    if (changesHands && keyboard_) ImGui::SetNextWindowFocus();
    if (ImGui::Begin("panel", nullptr, kDocked)) drawSide(scope);
    ImGui::End();

    ImGui::SetNextWindowPos(ImVec2(margin, corner.y));
    ImGui::SetNextWindowSize(ImVec2(corner.x - 2.0f * margin, size.y - corner.y - margin));
    if (ImGui::Begin("time", nullptr, kDocked | ImGuiWindowFlags_NoScrollbar)) drawTimeline(scope);
    ImGui::End();
    if (changesHands && !keyboard_) ImGui::SetWindowFocus(nullptr);
    return asked;
}

}  // namespace sinew
