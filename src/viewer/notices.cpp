#include "viewer/notices.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <imgui.h>

namespace sinew {
namespace {

constexpr double kLineSeconds = 4.0;
constexpr float kMargin = 16.0f;
constexpr ImGuiWindowFlags kPlain = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                    ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing;

void drawKeys(const std::vector<KeyLine>& keys, ImVec2 place) {
    ImGui::SetNextWindowPos(place);
    ImGui::Begin("keys", nullptr, kPlain);
    if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit)) {
        for (const KeyLine& key : keys) {
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(key.keys.c_str());
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(key.effect.c_str());
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

/// A light that runs to and fro: how much is left to be read, nobody knows.
void drawReading(const std::string& name, double seconds, ImVec2 place) {
    constexpr double kRoundSeconds = 1.6;
    constexpr float kWidth = 260.0f, kHeight = 6.0f, kLight = 60.0f;
    ImGui::SetNextWindowPos(place, ImGuiCond_Always, ImVec2(0.5f, 0.0f));
    ImGui::Begin("reading", nullptr, kPlain);
    ImGui::Text("reading %s, %.0f s (Esc gives up)", name.c_str(), seconds);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const double round = std::fmod(seconds / kRoundSeconds, 1.0);
    const float begin = static_cast<float>(1.0 - std::abs(2.0 * round - 1.0)) * (kWidth - kLight);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, ImVec2(corner.x + kWidth, corner.y + kHeight), ImGui::GetColorU32(ImGuiCol_FrameBg),
                       kHeight * 0.5f);
    list.AddRectFilled(ImVec2(corner.x + begin, corner.y), ImVec2(corner.x + begin + kLight, corner.y + kHeight),
                       ImGui::GetColorU32(ImGuiCol_CheckMark), kHeight * 0.5f);
    ImGui::Dummy(ImVec2(kWidth, kHeight));
    ImGui::End();
}

}  // namespace

void Notices::say(const std::string& text) {
    line_ = text;
    lineSeconds_ = kLineSeconds;
}

void Notices::complain(Subject subject, const std::string& text) {
    complaints_[static_cast<size_t>(subject)] = text;
    if (!text.empty()) fmt::print(stderr, "sinew: {}\n", text);
}

std::string Notices::complaint() const {
    const auto& [shaders, model] = complaints_;
    return shaders.empty() || model.empty() ? shaders + model : shaders + "\n" + model;
}

void Notices::showReading(const std::string& name, double seconds) {
    reading_ = name;
    readingSeconds_ = seconds;
}

void Notices::draw(glm::vec2 upperLeft, glm::vec2 lowerRight, double deltaSeconds) {
    lineSeconds_ = std::max(0.0, lineSeconds_ - deltaSeconds);
    const glm::vec2 middle = 0.5f * (upperLeft + lowerRight);
    const float width = lowerRight.x - upperLeft.x;
    if (keysShown_) drawKeys(keys_, ImVec2(upperLeft.x + kMargin, upperLeft.y + kMargin));
    if (!reading_.empty()) drawReading(reading_, readingSeconds_, ImVec2(middle.x, upperLeft.y + kMargin));
    if (const std::string text = complaint(); !text.empty())
        drawText("complaint", text, ImVec2(middle.x, middle.y), ImVec2(0.5f, 0.5f), width * 0.8f);
    if (lineSeconds_ > 0.0)
        drawText("line", line_, ImVec2(middle.x, lowerRight.y - kMargin), ImVec2(0.5f, 1.0f), width * 0.9f);
}

}  // namespace sinew
