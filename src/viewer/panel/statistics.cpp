#include "viewer/panel/statistics.h"

#include <algorithm>

#include <fmt/format.h>

#include "gpu/device.h"
#include "render/gpu_model.h"
#include "viewer/panel/plot.h"
#include "viewer/panel/sections.h"

namespace sinew {
namespace {

struct Piece {
    FrameTimes::Piece piece;
    const char* name;
    const char* description;
    ImU32 color;
};

constexpr Piece kPieces[] = {
    {FrameTimes::pose, "pose", "CPU: sampling, blending and the hierarchy walk", kOrange},
    {FrameTimes::record, "record", "CPU: writing palettes and recording commands", kSkyBlue},
    {FrameTimes::panel, "panel", "CPU: building this panel", kGreen},
    {FrameTimes::gpu, "GPU", "GPU: drawing the frame, from device timestamps", kPink},
};

void drawTimes(const PanelScope& scope, const FrameTimes& times) {
    std::array<PlotCurve, std::size(kPieces)> curves;
    for (size_t i = 0; i < curves.size(); ++i)
        curves[i] = {times.of(kPieces[i].piece), kPieces[i].color, kPieces[i].name};
    plot("times", curves,
         {.height = 72.0f * scope.scale, .capacity = FrameTimes::kLength, .fromZero = true, .valueFormat = "%.2f ms"});
    if (!ImGui::BeginTable("costs", 4, ImGuiTableFlags_SizingStretchSame)) return;
    for (const Piece& piece : kPieces) {
        ImGui::TableNextColumn();
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(piece.color), "%s", piece.name);
        tooltip(piece.description);
        const float mean = times.mean(piece.piece);
        if (mean < 0.0f)
            showDimText("-");
        else
            showText("{:.{}f} ms", mean, mean < 10.0f ? 3 : 1);
    }
    ImGui::EndTable();
    if (times.mean(FrameTimes::gpu) >= 0.0f) {
        const auto text = [&](FrameTimes::Piece piece) {
            const float mean = times.mean(piece);
            return fmt::format("{:.{}f}", mean, mean < 10.0f ? 2 : 0);
        };
        ImGui::PushTextWrapPos();
        showDimText("GPU: pose {}, shadow {}, surfaces {} ms", text(FrameTimes::gpuPose), text(FrameTimes::gpuShadow),
                    text(FrameTimes::gpuSurfaces));
        ImGui::PopTextWrapPos();
    }
    if (const float frame = times.mean(FrameTimes::frame); frame > 0.0f) showDimText("{:.1f} fps", 1000.0f / frame);
}

}  // namespace

void FrameTimes::add(const Costs& milliseconds) {
    if (count_ == kLength)
        for (auto& history : history_)
            std::copy(history.begin() + 1, history.end(), history.begin());
    else
        ++count_;
    for (size_t piece = 0; piece < pieceCount; ++piece)
        history_[piece][count_ - 1] = static_cast<float>(milliseconds[piece]);
}

float FrameTimes::mean(Piece piece) const {
    constexpr size_t kRecent = 30;
    float sum = 0.0f;
    int known = 0;
    for (size_t i = count_ - std::min(count_, kRecent); i < count_; ++i)
        if (history_[piece][i] >= 0.0f) {
            sum += history_[piece][i];
            ++known;
        }
    return known > 0 ? sum / static_cast<float>(known) : -1.0f;
}

void drawStatistics(const PanelScope& scope) {
    if (scope.state.times) drawTimes(scope, *scope.state.times);
    const ModelOutline& outline = scope.memory.outline;
    const GpuModel* const drawn = scope.state.uploaded;
    const size_t partsDrawn = drawn ? drawn->partCount() : 0, draws = drawn ? drawn->draws().size() : 0;
    const Model& model = *scope.state.model;
    const std::pair<const char*, size_t> counts[] = {
        {"nodes", outline.rows.size()},  {"bones", outline.bones},
        {"vertices", outline.vertices},  {"triangles", outline.triangles},
        {"parts", partsDrawn},           {"draws", draws},
        {"meshes", model.meshes.size()}, {"textures", model.textures.size()}};
    showCounts("counts", counts);
    if (!scope.state.device) return;
    showText("{:.1f} MiB of device memory", static_cast<double>(scope.state.device->memory().bytes()) / 1048576.0);
    ImGui::PushTextWrapPos();
    showDimText("{}", scope.state.device->name());
    ImGui::PopTextWrapPos();
}

}  // namespace sinew
