#include "viewer/panel/control_panel.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <imgui.h>
#include <glm/common.hpp>

#include "viewer/panel/gui.h"
#include "viewer/panel/widgets.h"

namespace sinew {
namespace {

constexpr glm::vec2 kSize{344.0f, 88.0f};  // of the side and the timeline, in pixels at a scale of 1
constexpr float kPanelMargin = 8.0f;
constexpr double kSettleSeconds = 0.7;  // of the panel after input: a tooltip appears meanwhile
constexpr int kFramesToFocus = 3;       // from a focus request until the text box has the focus
constexpr ImGuiWindowFlags kDocked = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                     ImGuiWindowFlags_NoFocusOnAppearing;

void drawTitle(const PanelState& state) {
    showText("{}", std::filesystem::path(state.report->file).filename().string());
    const std::string hint = fmt::format("{}: hide", key::panel.names);
    ImGui::SameLine();
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(hint.c_str()).x;
    if (room > 0.0f) {
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
        showDimText("{}", hint);
    }
    showDimText("{}{}", state.report->format, state.size);
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
    focused_ = true;  // until all keys are processed
}

void ControlPanel::setModel(const Model& model) {
    memory_ = {};
    memory_.outline = outlineOf(model);
    memory_.closedNodes.assign(model.hierarchy.size(), false);
    findShownRows(memory_, model);
    searchClips(memory_, model);
}

bool ControlPanel::busy() const {
    return shown_ && (quietSeconds_ < kSettleSeconds || gui_.hasInput());
}

bool ControlPanel::takesKey(const KeyStroke& stroke) {
    if (!shown_) return false;
    quietSeconds_ = 0.0;
    const bool takes = keyboard_ || typing_, released = stroke.kind == KeyStroke::Kind::release;
    if (stroke.key == keyTab || (stroke.key >= keyF1 && stroke.key <= keyF12)) return false;
    if (stroke.key == keyEscape && takes && !released) giveBackKeyboard();
    if (stroke.key == keyEscape) return takes && !released;
    // Modifiers are sent always: a key that follows may be the panel's.
    if (!takes && stroke.key != keyShift && stroke.key != keyCtrl) return false;
    if (keyboard_ && stroke.text > ' ' && std::exchange(memory_.searchLeft, false)) {
        memory_.focusSearch = true;
        gui_.holdKeys(kFramesToFocus);
    }
    gui_.addKey(stroke);
    // The window gets every release: the key may have been pressed before the panel had the focus.
    return takes && !released;
}

bool ControlPanel::covers(glm::vec2 place) const {
    const glm::vec2 corner = freeCorner(size_);
    return shown_ && (place.x >= corner.x || place.y >= corner.y || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
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
    if (!covers(pointer_)) return;
    gui_.addWheel(std::exchange(input.zoom, 0.0f));
    if (buttons_ == 0) input.panDrag = glm::vec2(0.0f);
}

glm::vec2 ControlPanel::freeCorner(glm::vec2 size) const {
    return shown_ ? size - glm::min(kSize * gui_.scale(), glm::vec2(0.6f, 0.5f) * size) : size;
}

void ControlPanel::drawSide(const PanelScope& scope) {
    drawTitle(scope.state);
    const auto section = [&](const char* name, bool open, const char* description,
                             void (*drawContent)(const PanelScope&)) {
        const bool isOpen = ImGui::CollapsingHeader(name, open ? ImGuiTreeNodeFlags_DefaultOpen : 0);
        tooltip(description, key::keyboard.names);
        if (isOpen) drawContent(scope);
    };
    if (scope.state.machine) section("State machine", true, "States, overlays, parameters and events.", drawGraph);
    section("Clips", true, "The clips of the model and of the clip files.", drawClips);
    section("Hierarchy", true, "Nodes and bones with their transforms.", drawHierarchy);
    if (!scope.state.morphWeights.empty())
        section("Morph targets", false, "Live weights; a slider that was moved holds its value.", drawMorphs);
    // Without clips, the materials are what a model has to show.
    section("Materials", scope.state.model->clips.empty(), "The materials with their values and textures.",
            drawMaterials);
    section("Display", false, "What is drawn, and how.", drawDisplay);
    section("Light", false, "What lights the model, and how light becomes color.", drawLight);
    section("Blend", false, "Blend weights, layers, transitions and root motion.", drawBlend);
    section("Crowd", scope.state.crowd != nullptr, "Many copies of the character.", drawCrowd);
    section("Side by side", false, "A second view, and the onion skin.", drawSideBySide);
    section("Statistics", false, "Frame times and model sizes.", drawStatistics);
    section("Report", false, "Findings of the import and the check.", drawReport);
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
    const float margin = kPanelMargin * gui_.scale();

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
    // WantTextInput is of the previous frame.
    typing_ = io.WantTextInput && ImGui::IsAnyItemActive() && focused_ == keyboard_;
    return asked;
}

}  // namespace sinew
