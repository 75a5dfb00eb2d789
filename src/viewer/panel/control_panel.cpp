#include "viewer/panel/control_panel.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <imgui.h>

#include "viewer/panel/blend_section.h"
#include "viewer/panel/clips_section.h"
#include "viewer/panel/compare_section.h"
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
constexpr int kFramesToFocus = 3;  // until a box that is to have the keyboard has it
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
    keyboard_ = focused_ = takesFocus_ = typing_ = pointerHeld_ = false;
    memory_.hoveredNode.reset();
    quietSeconds_ = 0.0;
    gui_.forgetInput();
}

void ControlPanel::toggleKeyboard() {
    if (!shown_) toggle();
    if (keyboard_) return giveBackKeyboard();
    keyboard_ = focused_ = takesFocus_ = memory_.focusSearch = true;
    gui_.holdKeys(kFramesToFocus);
}

void ControlPanel::giveBackKeyboard() {
    keyboard_ = typing_ = false;
    focused_ = true;  // which it loses once all is heard
}

void ControlPanel::meet(const Model& model) {
    memory_ = {};
    memory_.outline = outlineOf(model);
    memory_.closedNodes.assign(model.hierarchy.size(), false);
    findShownRows(memory_);
    searchClips(memory_);
}

bool ControlPanel::busy() const {
    return shown_ && (quietSeconds_ < 0.5 || gui_.hasInput());
}

bool ControlPanel::takesKey(const KeyStroke& stroke) {
    if (!shown_) return false;
    quietSeconds_ = 0.0;
    const bool takes = keyboard_ || typing_, released = stroke.kind == KeyStroke::Kind::release;
    switch (stroke.key) {
        case keyTab:
        case keyF1:
        case keyF5:
        case keyF6:
        case keyF11:
        case keyF12:
            return false;
        case keyEscape:
            if (!takes || released) return false;
            giveBackKeyboard();
            return true;
        case keyShift:
        case keyCtrl:
            break;  // held while a key of the panel is typed, and let go after it
        default:
            if (!takes) return false;
    }
    if (keyboard_ && stroke.text > ' ' && std::exchange(memory_.searchLeft, false)) {
        memory_.focusSearch = true;
        gui_.holdKeys(kFramesToFocus);
    }
    gui_.addKey(stroke);
    // What went down before is let go of by the program, too.
    return takes && !released;
}

bool ControlPanel::covers(glm::vec2 place) const {
    return shown_ && (place.x >= size_.x - sideWidth(size_) || place.y >= size_.y - footHeight(size_) ||
                      ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
}

void ControlPanel::take(Input& input) {
    if (!shown_) return;
    if (!input.pointer.empty() || input.zoom != 0.0f) quietSeconds_ = 0.0;
    bool took = pointerHeld_;
    std::vector<PointerEvent> left;
    for (const PointerEvent& event : input.pointer) {
        const bool held = pointerHeld_;
        if (buttons_ == 0 && event.buttons != 0) {
            pointerHeld_ = covers(event.place);
            if (!pointerHeld_ && keyboard_) giveBackKeyboard();
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
    if (beginSection("Look", false, "What is drawn, and how.")) drawLook(scope);
    if (beginSection("Blend", false, "What is mixed, and how one clip follows another.")) drawBlend(scope);
    if (beginSection("Compare", false, "A second picture, and the poses before and after.")) drawCompare(scope);
    if (beginSection("Numbers", false, "What a frame costs, and how much there is.")) drawNumbers(scope);
    if (beginSection("Report", false, "What the import and the check found.")) drawReport(scope);
}

PanelRequests ControlPanel::draw(const PanelState& state, glm::vec2 size, double deltaSeconds) {
    PanelRequests asked;
    if (!shown_) return asked;
    size_ = size;
    quietSeconds_ += deltaSeconds;
    ImGuiIO& io = ImGui::GetIO();
    const bool losesFocus = focused_ && !keyboard_ && !gui_.hasKeys();
    if (losesFocus) focused_ = false;
    io.ConfigFlags = focused_ ? io.ConfigFlags | ImGuiConfigFlags_NavEnableKeyboard
                              : io.ConfigFlags & ~ImGuiConfigFlags_NavEnableKeyboard;
    memory_.hoveredNode.reset();
    const PanelScope scope{state, memory_, asked, gui_.scale()};
    const glm::vec2 corner = freeCorner(size);
    const float margin = kMargin * gui_.scale();

    ImGui::SetNextWindowPos(ImVec2(corner.x, margin));
    ImGui::SetNextWindowSize(ImVec2(size.x - corner.x - margin, size.y - 2.0f * margin));
    if (std::exchange(takesFocus_, false)) ImGui::SetNextWindowFocus();
    if (ImGui::Begin("panel", nullptr, kDocked)) drawSide(scope);
    ImGui::End();

    ImGui::SetNextWindowPos(ImVec2(margin, corner.y));
    ImGui::SetNextWindowSize(ImVec2(corner.x - 2.0f * margin, size.y - corner.y - margin));
    if (ImGui::Begin("time", nullptr, kDocked | ImGuiWindowFlags_NoScrollbar)) drawTimeline(scope);
    ImGui::End();
    if (losesFocus) ImGui::SetWindowFocus(nullptr);
    // WantTextInput is of the frame before.
    typing_ = io.WantTextInput && ImGui::IsAnyItemActive() && focused_ == keyboard_;
    return asked;
}

}  // namespace sinew
