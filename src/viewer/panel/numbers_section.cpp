#include "viewer/panel/numbers_section.h"

#include "viewer/panel/frame_times.h"
#include "viewer/panel/plot.h"
#include "viewer/panel/words.h"

namespace sinew {
namespace {

struct Piece {
    FrameTimes::Piece piece;
    const char* name;
    const char* says;
    ImU32 color;
};

constexpr Piece kPieces[] = {
    {FrameTimes::pose, "pose", "CPU: sampling, blending and the walk of the nodes", kOrange},
    {FrameTimes::record, "record", "CPU: palettes and commands of the picture", kSkyBlue},
    {FrameTimes::panel, "panel", "CPU: building this panel", kGreen},
    {FrameTimes::gpu, "GPU", "the picture, by the device's own clock", kPink},
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
        tip(piece.says);
        const float mean = times.mean(piece.piece);
        if (mean < 0.0f)
            sayFaintly("-");
        else
            say("{:.{}f} ms", mean, mean < 10.0f ? 3 : 1);
    }
    ImGui::EndTable();
    if (const float frame = times.mean(FrameTimes::frame); frame > 0.0f)
        sayFaintly("{:.1f} frames a second", 1000.0f / frame);
}

void drawCount(const char* name, size_t count) {
    ImGui::TableNextColumn();
    sayFaintly("{}", name);
    ImGui::TableNextColumn();
    say("{}", count);
}

}  // namespace

void drawNumbers(const PanelScope& scope) {
    if (scope.state.times) drawTimes(scope, *scope.state.times);
    const ModelOutline& outline = scope.memory.outline;
    const DrawnFacts& drawn = scope.state.drawn;
    if (ImGui::BeginTable("counts", 4, ImGuiTableFlags_SizingStretchProp)) {
        drawCount("nodes", outline.rows.size());
        drawCount("bones", outline.bones);
        drawCount("vertices", outline.vertices);
        drawCount("triangles", outline.triangles);
        drawCount("parts", drawn.parts);
        drawCount("draws", drawn.draws);
        drawCount("meshes", scope.state.model->meshes.size());
        drawCount("textures", scope.state.model->textures.size());
        ImGui::EndTable();
    }
    if (drawn.memoryBytes > 0) say("{:.1f} MiB of the device", static_cast<double>(drawn.memoryBytes) / 1048576.0);
    ImGui::PushTextWrapPos();
    sayFaintly("{}", drawn.device);
    ImGui::PopTextWrapPos();
}

}  // namespace sinew
