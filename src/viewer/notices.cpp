#include "viewer/notices.h"

#include <algorithm>

#include <imgui.h>

#include "app/options.h"

namespace sinew {
namespace {

constexpr double kLineSeconds = 4.0;
constexpr ImGuiWindowFlags kPlain = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                    ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing;

void drawKeys() {
    ImGui::SetNextWindowPos(ImVec2(16.0f, 16.0f));
    ImGui::Begin("keys", nullptr, kPlain);
    if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit)) {
        for (const Key& key : kKeys) {
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(key.keys);
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(key.effect);
        }
        ImGui::EndTable();
    }
    ImGui::End();
}

void drawText(const char* name, const std::string& text, ImVec2 place, ImVec2 pivot, float widest) {
    ImGui::SetNextWindowPos(place, ImGuiCond_Always, pivot);
    ImGui::Begin(name, nullptr, kPlain);
    ImGui::PushTextWrapPos(widest);
    ImGui::TextUnformatted(text.c_str(), text.c_str() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::End();
}

}  // namespace

Notices::Notices() : context_(ImGui::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // nothing of this is worth a file
    ImGui::StyleColorsDark();
    ImGuiStyle& style = ImGui::GetStyle();
    style.WindowRounding = 6.0f;
    style.WindowBorderSize = 0.0f;
    style.WindowPadding = ImVec2(14.0f, 10.0f);
    style.CellPadding = ImVec2(10.0f, 2.0f);
    style.Colors[ImGuiCol_WindowBg] = ImVec4(0.05f, 0.06f, 0.09f, 0.86f);
}

Notices::~Notices() {
    ImGui::DestroyContext(context_);
}

void Notices::say(const std::string& text) {
    line_ = text;
    lineSeconds_ = kLineSeconds;
}

const ImDrawData& Notices::build(VkExtent2D extent, double deltaSeconds) {
    lineSeconds_ = std::max(0.0, lineSeconds_ - deltaSeconds);
    const ImVec2 size(static_cast<float>(extent.width), static_cast<float>(extent.height));
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = size;
    io.DeltaTime = std::max(1e-4f, static_cast<float>(deltaSeconds));
    ImGui::NewFrame();
    if (keysShown_) drawKeys();
    if (!complaint_.empty())
        drawText("complaint", complaint_, ImVec2(size.x * 0.5f, size.y * 0.5f), ImVec2(0.5f, 0.5f), size.x * 0.8f);
    if (lineSeconds_ > 0.0)
        drawText("line", line_, ImVec2(size.x * 0.5f, size.y - 16.0f), ImVec2(0.5f, 1.0f), size.x * 0.9f);
    ImGui::Render();
    return *ImGui::GetDrawData();
}

}  // namespace sinew
