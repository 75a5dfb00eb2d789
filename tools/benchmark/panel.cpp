// The CPU time of the window's panel for the bundled character, with a selected bone whose curves are
// plotted, and everything open.

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <imgui.h>

#include "app/options/names.h"
#include "app/stage/stage.h"
#include "benchmark/goals.h"
#include "benchmark/rounds.h"
#include "import/import_model.h"
#include "viewer/panel/control_panel.h"
#include "viewer/panel/gui.h"
#include "viewer/panel/statistics.h"

using namespace sinew;

namespace {

constexpr VkExtent2D kExtent{1280, 720};
constexpr double kFrameSeconds = 1.0 / 60.0;

void drawPanel(benchmark::State& state) {
    constexpr int kFrames = 100;
    Stage stage(importModel(SINEW_SOURCE_DIR "/assets/character.dae"));
    stage.play(findClip(stage.model(), "Wave"));
    Gui gui;
    unsigned char* texels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&texels, &width, &height);  // as the renderer does
    ControlPanel panel(gui);
    FrameTimes times;
    panel.setModel(stage.model());
    panel.toggle();
    panel.select(findNode(stage.model().hierarchy, "forearm_R"));
    int vertices = 0;
    const auto draw = [&] {
        stage.advance(kFrameSeconds);
        stage.updatePose();
        PanelState shown = panelStateOf(stage, {});
        shown.times = &times;
        return coreSecondsOf([&] {
            gui.begin(kExtent, kFrameSeconds);
            panel.draw(shown, {kExtent.width, kExtent.height}, kFrameSeconds);
            vertices = gui.end().TotalVtxCount;
        });
    };
    for (int i = 0; i < 10; ++i)
        draw();  // the first frames measure texts
    Rounds rounds(1);
    for (auto _ : state) {
        double seconds = 0.0;
        for (int i = 0; i < kFrames; ++i)
            seconds += draw();
        rounds.add(0, seconds / kFrames);
        state.SetIterationTime(seconds / kFrames);
    }
    addRow({fmt::format("the panel, {} vertices", vertices), "laid out",
            fmt::format("{:.3f} ms", 1e3 * rounds.median(0)), ""});
    measured("panel", 1e3 * rounds.median(0));
}

}  // namespace

void registerPanel(const Plan& plan) {
    benchmark::RegisterBenchmark("panel", drawPanel)
        ->Iterations(plan.rounds)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}
