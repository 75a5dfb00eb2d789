// The cost of writing a sequence compared with drawing it, and of one process per file compared with one for
// all.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "app/load/read_environment.h"
#include "app/load/read_model.h"
#include "app/picture/filming.h"
#include "app/picture/painter.h"
#include "benchmark/goals.h"
#include "benchmark/open_device.h"
#include "benchmark/rounds.h"
#include "support/temporary_folder.h"

using namespace sinew;

namespace {

/// Writes the bundled character's walk in a format; without one, the frames are drawn and discarded.
RenderJob jobFor(const std::filesystem::path& folder, std::optional<FilmFormat> format) {
    RenderJob job;
    job.view.load.play.animation = "Walk";
    if (!format) return job;
    job.format = *format;
    job.output = folder / (*format == FilmFormat::png ? "f_%04d.png" : "film");
    return job;
}

void writeFilms(benchmark::State& state, bool smoke) {
    const std::vector<std::optional<FilmFormat>> formats{std::nullopt, FilmFormat::png, FilmFormat::webp,
                                                         FilmFormat::gif, FilmFormat::y4m};
    const TemporaryFolder folder;
    const auto opened = openDevice(state);
    if (!opened) return;
    const Device& device = opened->device;
    const std::unique_ptr<Stage> stage = makeStage(
        jobFor(folder.path(), std::nullopt).view.load,
        [](const std::filesystem::path& path, const ImportOptions& wanted) { return importModel(path, wanted); });
    const ViewSettings view = jobFor(folder.path(), std::nullopt).view;
    Painter painter(view, device, makeEnvironment(kStudio, {}));
    painter.show(*stage);
    const uint32_t frames = smoke ? 2 : 12;
    const auto write = [&](std::optional<FilmFormat> format) {
        RenderJob job = jobFor(folder.path(), format);
        job.shots = Frames{.count = frames};
        const std::unique_ptr<FilmWriter> writer = makeWriter(job, *stage);
        film(job, *stage, painter, writer.get(), true);
    };
    write(std::nullopt);  // the first frame creates the attachments
    Rounds rounds(formats.size());
    std::vector<std::function<void()>> methods;
    for (const auto& format : formats)
        methods.push_back([&write, format] { write(format); });
    for (auto _ : state)
        rounds.runOnce(methods);
    for (size_t i = 0; i < formats.size(); ++i)
        addRow({fmt::format("film {}x{}", view.size.width, view.size.height),
                formats[i] ? fmt::format("drawn and written as {}", traitsOf(*formats[i]).name) : "drawn",
                fmt::format("{:.1f} ms a frame", 1e3 * rounds.median(i) / frames),
                i == 0 ? "" : fmt::format("{:.3f} of drawing", rounds.medianRatio(i, 0))});
}

/// `count` models, alternating between three. With few of them, most of the time is the start of the process.
void drawMany(benchmark::State& state, size_t count, const std::string& goal) {
    const TemporaryFolder folder;
    const std::vector<std::string> models{SINEW_SOURCE_DIR "/assets/tube.dae", SINEW_SOURCE_DIR "/assets/snake.dae",
                                          SINEW_SOURCE_DIR "/assets/character.dae"};
    std::ofstream list(folder / "list");
    std::string each;
    for (size_t i = 0; i < count; ++i) {
        list << models[i % models.size()] << '\n';
        each += fmt::format("{} {} -o {}/{}.png --size 256x256 || exit 1\n", SINEW_EXECUTABLE,
                            models[i % models.size()], folder.path().string(), i);
    }
    list.close();
    const std::string together = fmt::format("{} --batch {}/list -o {}/{{number}}.png --size 256x256", SINEW_EXECUTABLE,
                                             folder.path().string(), folder.path().string());
    bool good = true;
    Rounds rounds(2);
    for (auto _ : state)
        rounds.runOnce(
            {[&] { good &= std::system(each.c_str()) == 0; }, [&] { good &= std::system(together.c_str()) == 0; }});
    if (!good) return state.SkipWithError("sinew failed");
    const auto rate = [&](size_t method) {
        return fmt::format("{:.1f} models/s", static_cast<double>(count) / rounds.median(method));
    };
    const std::string what = fmt::format("{} thumbnails 256x256", count);
    const double timesTheRate = 1.0 / rounds.medianRatio(1, 0);
    addRow({what, "a process for each model", rate(0), ""});
    addRow({what, "--batch", rate(1), fmt::format("{:.2f} times the rate", timesTheRate)});
    measured(goal, timesTheRate);
}

}  // namespace

void registerFilm(const Plan& plan) {
    benchmark::RegisterBenchmark("film", [=](benchmark::State& state) { writeFilms(state, plan.smoke); })
        ->Iterations(plan.rounds)
        ->Unit(benchmark::kMillisecond);
    for (const auto& [count, goal] : {std::pair(size_t{6}, "batch_6"), std::pair(size_t{24}, "batch_24")})
        benchmark::RegisterBenchmark(fmt::format("batch/{}", count).c_str(),
                                     [=](benchmark::State& state) { drawMany(state, plan.smoke ? 2 : count, goal); })
            ->Iterations(plan.rounds)
            ->Unit(benchmark::kMillisecond);
}
