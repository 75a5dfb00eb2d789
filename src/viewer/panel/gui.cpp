#include "viewer/panel/gui.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include <imgui.h>

namespace sinew {
namespace {

constexpr float kFontPixels = 13.0f;  // the size of the built-in font

constexpr std::pair<KeyCode, ImGuiKey> kKeyPairs[] = {
    {keyLeft, ImGuiKey_LeftArrow},
    {keyRight, ImGuiKey_RightArrow},
    {keyUp, ImGuiKey_UpArrow},
    {keyDown, ImGuiKey_DownArrow},
    {keyHome, ImGuiKey_Home},
    {keyEnd, ImGuiKey_End},
    {keyEnter, ImGuiKey_Enter},
    {keyBackspace, ImGuiKey_Backspace},
    {keyDelete, ImGuiKey_Delete},
    {' ', ImGuiKey_Space},
    {keyEscape, ImGuiKey_Escape},
    {'A', ImGuiKey_A},
    {'C', ImGuiKey_C},
    {'V', ImGuiKey_V},
    {'X', ImGuiKey_X},
    {'Y', ImGuiKey_Y},
    {'Z', ImGuiKey_Z},
};

bool isMapped(KeyCode key) {
    return std::any_of(std::begin(kKeyPairs), std::end(kKeyPairs), [&](const auto& pair) { return pair.first == key; });
}

// ImGui 1.87 replaced the arrays of pressed keys by events.
#if IMGUI_VERSION_NUM >= 18700
void sendKey(const KeyStroke& stroke) {
    ImGuiIO& io = ImGui::GetIO();
    const bool down = stroke.kind != KeyStroke::Kind::release;
    if (stroke.key == keyShift) io.AddKeyEvent(ImGuiMod_Shift, down);
    if (stroke.key == keyCtrl) io.AddKeyEvent(ImGuiMod_Ctrl, down);
    for (const auto& [code, key] : kKeyPairs)
        if (code == stroke.key) io.AddKeyEvent(key, down);
}

void sendPointer(const PointerEvent& event) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(event.place.x, event.place.y);
    for (int i = 0; i < 3; ++i)
        io.AddMouseButtonEvent(i, (event.buttons >> i & 1u) != 0);
}

void sendWheel(float notches) {
    ImGui::GetIO().AddMouseWheelEvent(0.0f, notches);
}

void prepareInput() {
    ImGui::GetIO().ConfigInputTrickleEventQueue = false;  // Gui assigns input to frames
}

void sendHeldKeys() {}
#else
void sendKey(const KeyStroke& stroke) {
    ImGuiIO& io = ImGui::GetIO();
    const bool down = stroke.kind != KeyStroke::Kind::release;
    if (stroke.key == keyShift) io.KeyShift = down;
    if (stroke.key == keyCtrl) io.KeyCtrl = down;
    if (stroke.key > 0 && stroke.key < IM_ARRAYSIZE(io.KeysDown)) io.KeysDown[stroke.key] = down;
}

void sendPointer(const PointerEvent& event) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = ImVec2(event.place.x, event.place.y);
    for (int i = 0; i < 3; ++i)
        io.MouseDown[i] = (event.buttons >> i & 1u) != 0;
}

void sendWheel(float notches) {
    ImGui::GetIO().MouseWheel = notches;
}

void prepareInput() {
    for (const auto& [code, key] : kKeyPairs)
        ImGui::GetIO().KeyMap[key] = code;
}

/// Lets Enter press buttons as Space does, as in later versions.
void sendHeldKeys() {
    ImGuiIO& io = ImGui::GetIO();
    const bool navigates = (io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
    if (navigates && io.KeysDown[keyEnter]) io.NavInputs[ImGuiNavInput_Activate] = 1.0f;
}
#endif

void releaseKeys() {
    for (const KeyCode key : {keyShift, keyCtrl})
        sendKey({.key = key, .kind = KeyStroke::Kind::release});
    for (const auto& pair : kKeyPairs)
        sendKey({.key = pair.first, .kind = KeyStroke::Kind::release});
}

void setColors(ImGuiStyle& style) {
    const ImVec4 accent(0.34f, 0.71f, 0.91f, 1.0f);  // as kSkyBlue
    const auto faded = [&](float alpha) { return ImVec4(accent.x, accent.y, accent.z, alpha); };
    style.Colors[ImGuiCol_WindowBg] = ImVec4(0.05f, 0.06f, 0.09f, 0.92f);
    style.Colors[ImGuiCol_ChildBg] = ImVec4(0.0f, 0.0f, 0.0f, 0.22f);
    style.Colors[ImGuiCol_PopupBg] = ImVec4(0.09f, 0.11f, 0.15f, 0.97f);
    style.Colors[ImGuiCol_Text] = ImVec4(0.92f, 0.93f, 0.95f, 1.0f);
    style.Colors[ImGuiCol_TextDisabled] = ImVec4(0.62f, 0.66f, 0.72f, 1.0f);
    style.Colors[ImGuiCol_Border] = ImVec4(1.0f, 1.0f, 1.0f, 0.10f);
    style.Colors[ImGuiCol_FrameBg] = ImVec4(1.0f, 1.0f, 1.0f, 0.08f);
    style.Colors[ImGuiCol_FrameBgHovered] = faded(0.25f);
    style.Colors[ImGuiCol_FrameBgActive] = faded(0.40f);
    style.Colors[ImGuiCol_Header] = faded(0.22f);
    style.Colors[ImGuiCol_HeaderHovered] = faded(0.34f);
    style.Colors[ImGuiCol_HeaderActive] = faded(0.48f);
    style.Colors[ImGuiCol_Button] = ImVec4(1.0f, 1.0f, 1.0f, 0.09f);
    style.Colors[ImGuiCol_ButtonHovered] = faded(0.34f);
    style.Colors[ImGuiCol_ButtonActive] = faded(0.55f);
    style.Colors[ImGuiCol_PlotHistogram] = faded(0.40f);
    style.Colors[ImGuiCol_CheckMark] = accent;
    style.Colors[ImGuiCol_SliderGrab] = faded(0.80f);
    style.Colors[ImGuiCol_SliderGrabActive] = accent;
    style.Colors[ImGuiCol_NavHighlight] = ImVec4(0.90f, 0.62f, 0.0f, 1.0f);
    style.Colors[ImGuiCol_TextSelectedBg] = faded(0.45f);
}

}  // namespace

Gui::Gui(float scale) : context_(ImGui::CreateContext()), scale_(scale) {
    ImGuiIO& io = ImGui::GetIO();
    io.UserData = this;
    io.IniFilename = nullptr;  // no settings file
    ImFontConfig font;
    font.SizePixels = std::round(kFontPixels * scale);
    io.Fonts->AddFontDefault(&font);
    prepareInput();
    ImGui::StyleColorsDark();
    ImGuiStyle& style = ImGui::GetStyle();
    style.WindowRounding = 6.0f;
    style.ChildRounding = style.FrameRounding = style.GrabRounding = style.PopupRounding = 4.0f;
    style.WindowBorderSize = 0.0f;
    style.WindowPadding = ImVec2(14.0f, 10.0f);
    style.FramePadding = ImVec2(7.0f, 4.0f);
    style.ItemSpacing = ImVec2(8.0f, 5.0f);
    style.CellPadding = ImVec2(10.0f, 2.0f);
    style.ScrollbarSize = 11.0f;
    setColors(style);
    style.ScaleAllSizes(scale);
}

Gui::~Gui() {
    ImGui::DestroyContext(context_);
}

void Gui::forgetInput() {
    pointer_.clear();
    keys_.clear();
    heldFrames_ = 0;
    wheel_ = 0.0f;
    present_ = {.place = {-1.0f, -1.0f}};
    sendPointer(present_);
    releaseKeys();
}

void Gui::processPointer() {
    bool changed = false;
    while (!pointer_.empty()) {
        const bool changes = pointer_.front().buttons != present_.buttons;
        if (changed) break;  // the frame shows the press at its own position
        changed = changes;
        present_ = pointer_.front();
        pointer_.pop_front();
    }
    sendPointer(present_);
}

void Gui::processKeys() {
    if (heldFrames_ > 0) {
        --heldFrames_;
        return;
    }
    std::vector<KeyCode> changed;
    bool acts = false;
    while (!keys_.empty() && !acts) {
        const KeyStroke stroke = keys_.front();
        if (std::find(changed.begin(), changed.end(), stroke.key) != changed.end()) break;
        keys_.pop_front();
        if (stroke.key != 0) changed.push_back(stroke.key);
        sendKey(stroke);
        if (stroke.text != 0) ImGui::GetIO().AddInputCharacter(stroke.text);
        // A text box handles one such key a frame, after the frame's text.
        acts = stroke.kind == KeyStroke::Kind::press && isMapped(stroke.key);
    }
}

void Gui::begin(VkExtent2D extent, double deltaSeconds) {
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = ImVec2(static_cast<float>(extent.width), static_cast<float>(extent.height));
    io.DeltaTime = std::max(1e-4f, static_cast<float>(deltaSeconds));
    stillSeconds_ = pointer_.empty() ? stillSeconds_ + deltaSeconds : 0.0;
    processPointer();
    processKeys();
    sendHeldKeys();
    sendWheel(std::exchange(wheel_, 0.0f));
    ImGui::NewFrame();
}

const ImDrawData& Gui::end() {
    ImGui::Render();
    return *ImGui::GetDrawData();
}

}  // namespace sinew
