#include "viewer/panel/gui.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <imgui.h>

#include "app/picture/font.h"

namespace sinew {
namespace {

// A table.
// clang-format off
constexpr std::pair<KeyCode, ImGuiKey> kKeyPairs[] = {
    {keyLeft, ImGuiKey_LeftArrow}, {keyRight, ImGuiKey_RightArrow}, {keyUp, ImGuiKey_UpArrow},
    {keyDown, ImGuiKey_DownArrow}, {keyHome, ImGuiKey_Home},        {keyEnd, ImGuiKey_End},
    {keyEnter, ImGuiKey_Enter},    {keyEscape, ImGuiKey_Escape},    {keyBackspace, ImGuiKey_Backspace},
    {keyDelete, ImGuiKey_Delete},  {' ', ImGuiKey_Space},
    {'A', ImGuiKey_A}, {'C', ImGuiKey_C}, {'V', ImGuiKey_V}, {'X', ImGuiKey_X}, {'Y', ImGuiKey_Y}, {'Z', ImGuiKey_Z},
};
// clang-format on

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

void sendPointer(const PointerEvent& event, float notches) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(event.place.x, event.place.y);
    io.AddMouseWheelEvent(0.0f, notches);
    for (int i = 0; i < 3; ++i)
        io.AddMouseButtonEvent(i, (event.buttons >> i & 1u) != 0);
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

void sendPointer(const PointerEvent& event, float notches) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = ImVec2(event.place.x, event.place.y);
    io.MouseWheel = notches;
    for (int i = 0; i < 3; ++i)
        io.MouseDown[i] = (event.buttons >> i & 1u) != 0;
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

/// Colors in the accent color, with their opacity.
constexpr std::pair<ImGuiCol, float> kAccents[] = {
    {ImGuiCol_FrameBgHovered, 0.25f}, {ImGuiCol_FrameBgActive, 0.40f},   {ImGuiCol_Header, 0.22f},
    {ImGuiCol_HeaderHovered, 0.34f},  {ImGuiCol_HeaderActive, 0.48f},    {ImGuiCol_ButtonHovered, 0.34f},
    {ImGuiCol_ButtonActive, 0.55f},   {ImGuiCol_PlotHistogram, 0.40f},   {ImGuiCol_CheckMark, 1.0f},
    {ImGuiCol_SliderGrab, 0.80f},     {ImGuiCol_SliderGrabActive, 1.0f}, {ImGuiCol_TextSelectedBg, 0.45f}};

void setColors(ImGuiStyle& style) {
    for (const auto& [color, opacity] : kAccents)
        style.Colors[color] = ImVec4(0.34f, 0.71f, 0.91f, opacity);  // as kSkyBlue
    style.Colors[ImGuiCol_WindowBg] = ImVec4(0.05f, 0.06f, 0.09f, 0.92f);
    style.Colors[ImGuiCol_ChildBg] = ImVec4(0.0f, 0.0f, 0.0f, 0.22f);
    style.Colors[ImGuiCol_PopupBg] = ImVec4(0.09f, 0.11f, 0.15f, 0.97f);
    style.Colors[ImGuiCol_Text] = ImVec4(0.92f, 0.93f, 0.95f, 1.0f);
    style.Colors[ImGuiCol_TextDisabled] = ImVec4(0.62f, 0.66f, 0.72f, 1.0f);
    style.Colors[ImGuiCol_Border] = ImVec4(1.0f, 1.0f, 1.0f, 0.10f);
    style.Colors[ImGuiCol_FrameBg] = ImVec4(1.0f, 1.0f, 1.0f, 0.08f);
    style.Colors[ImGuiCol_Button] = ImVec4(1.0f, 1.0f, 1.0f, 0.09f);
    style.Colors[ImGuiCol_NavHighlight] = ImVec4(0.90f, 0.62f, 0.0f, 1.0f);
}

}  // namespace

Gui::Gui(float scale) : context_(ImGui::CreateContext()), scale_(scale) {
    ImGuiIO& io = ImGui::GetIO();
    io.UserData = this;
    io.IniFilename = nullptr;  // no settings file
    prepareInput();
    setScale(scale);
    makeFont();
}

void Gui::setScale(float scale) {
    scale_ = scale;
    fontIsOld_ = true;
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    style.WindowRounding = 6.0f;
    style.ChildRounding = style.FrameRounding = style.GrabRounding = style.PopupRounding = 4.0f;
    style.WindowBorderSize = 0.0f;
    style.WindowPadding = ImVec2(14.0f, 10.0f);
    style.FramePadding = ImVec2(7.0f, 3.0f);
    style.ItemSpacing = ImVec2(8.0f, 4.0f);
    style.CellPadding = ImVec2(10.0f, 1.0f);
    style.ScrollbarSize = 11.0f;
    setColors(style);
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}

void Gui::need(std::string_view utf8) {
    while (!utf8.empty())
        if (const char32_t character = takeCharacter(utf8); character > 0xff && character <= IM_UNICODE_CODEPOINT_MAX &&
                                                            characters_.size() < 2000)  // the texture has a limit
            fontIsOld_ |= characters_.insert(character).second;
}

/// The built-in font, with characters of others.
void Gui::makeFont() {
    std::map<const FontFile*, ImFontGlyphRangesBuilder> glyphs;
    const FontFile& builtIn = fontFor('a');
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    glyphs[&builtIn].AddRanges(atlas.GetGlyphRangesDefault());
    for (const char32_t character : characters_)
        glyphs[&fontFor(character)].AddChar(static_cast<ImWchar>(character));
    std::deque<ImVector<ImWchar>> ranges;  // until the font is built
    const float emPixels = kTextPixels * scale_ / builtIn.heightOfEm;
    atlas.Clear();
    const auto add = [&](const FontFile& file, bool merge) {
        ImFontConfig config;
        config.FontDataOwnedByAtlas = false;
        config.FontNo = file.index;
        config.MergeMode = merge;
        config.OversampleH = scale_ > 2.0f ? 1 : 2;
        glyphs[&file].BuildRanges(&ranges.emplace_back());
        atlas.AddFontFromMemoryTTF(const_cast<unsigned char*>(file.bytes.data()), static_cast<int>(file.bytes.size()),
                                   std::round(emPixels * file.heightOfEm), &config, ranges.back().Data);
    };
    add(builtIn, false);
    for (const auto& [file, ofFile] : glyphs)
        if (file != &builtIn) add(*file, true);
    atlas.Build();
    fontIsOld_ = false;
    ++fontVersion_;
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
    sendPointer(present_, 0.0f);
    for (const KeyCode key : {keyShift, keyCtrl})
        sendKey({.key = key, .kind = KeyStroke::Kind::release});
    for (const auto& pair : kKeyPairs)
        sendKey({.key = pair.first, .kind = KeyStroke::Kind::release});
}

void Gui::processPointer() {
    bool changed = false;  // the frame shows a press at its own position
    while (!pointer_.empty() && !changed) {
        changed = pointer_.front().buttons != present_.buttons;
        present_ = pointer_.front();
        pointer_.pop_front();
    }
    sendPointer(present_, std::exchange(wheel_, 0.0f));
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
        if (std::ranges::find(changed, stroke.key) != changed.end()) break;
        keys_.pop_front();
        if (stroke.key != 0) changed.push_back(stroke.key);
        sendKey(stroke);
        if (stroke.text != 0) ImGui::GetIO().AddInputCharacter(stroke.text);
        // A text box handles one such key a frame, after the frame's text.
        const auto isStroke = [&](const auto& pair) { return pair.first == stroke.key; };
        acts = stroke.kind == KeyStroke::Kind::press && std::ranges::any_of(kKeyPairs, isStroke);
    }
}

void Gui::begin(VkExtent2D extent, double deltaSeconds) {
    ImGui::SetCurrentContext(context_);
    if (fontIsOld_) makeFont();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = ImVec2(static_cast<float>(extent.width), static_cast<float>(extent.height));
    io.DeltaTime = std::max(1e-4f, static_cast<float>(deltaSeconds));
    stillSeconds_ = pointer_.empty() ? stillSeconds_ + deltaSeconds : 0.0;
    processPointer();
    processKeys();
    sendHeldKeys();
    ImGui::NewFrame();
}

const ImDrawData& Gui::end() {
    ImGui::Render();
    return *ImGui::GetDrawData();
}

}  // namespace sinew
