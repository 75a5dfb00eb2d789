// A picture of a small model from a cold start: the whole program, and f3d if it is installed.

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "benchmark/goals.h"
#include "benchmark/rounds.h"
#include "support/temporary_folder.h"
#include "support/xvfb.h"

namespace {

bool isInstalled(const char* program) {
    const char* path = std::getenv("PATH");
    std::string folders = path ? path : "";
    for (size_t begin = 0; begin <= folders.size();) {
        const size_t end = std::min(folders.find(':', begin), folders.size());
        if (::access((folders.substr(begin, end - begin) + "/" + program).c_str(), X_OK) == 0) return true;
        begin = end + 1;
    }
    return false;
}

std::filesystem::path ownProgram() {
    return std::filesystem::read_symlink("/proc/self/exe");
}

/// The peak memory of a process so far, in MiB; 0 if it has ended. The value that its parent gets at the end
/// would include the parent's own memory.
double peakOf(pid_t pid) {
    std::ifstream status(fmt::format("/proc/{}/status", pid));
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:")) return std::strtod(line.c_str() + 6, nullptr) / 1024.0;
    return 0.0;
}

/// Runs a program without output. Returns its peak memory in MiB.
double peakOfRun(const std::vector<std::string>& arguments) {
    std::vector<char*> pointers;
    for (const std::string& argument : arguments)
        pointers.push_back(const_cast<char*>(argument.c_str()));
    pointers.push_back(nullptr);
    const pid_t pid = ::fork();
    if (pid == 0) {
        if (!std::freopen("/dev/null", "w", stdout) || !std::freopen("/dev/null", "w", stderr)) ::_exit(126);
        ::execvp(pointers.front(), pointers.data());
        ::_exit(127);
    }
    double peak = 0.0;
    int status = 0;
    while (pid > 0 && ::waitpid(pid, &status, WNOHANG) == 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        // Before exec, the memory is a copy of ours.
        std::error_code none;
        if (std::filesystem::read_symlink(fmt::format("/proc/{}/exe", pid), none) != ownProgram())
            peak = std::max(peak, peakOf(pid));
    }
    if (pid < 0 || status != 0) throw std::runtime_error(arguments.front() + " draws no picture");
    return peak;
}

/// A Radiance picture, brighter toward the top.
void writeSky(const std::string& path) {
    constexpr int kWidth = 128, kHeight = 64;
    std::string text = fmt::format("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {} +X {}\n", kHeight, kWidth);
    for (int y = 0; y < kHeight; ++y) {
        const char light = static_cast<char>(220 - 2 * y);
        text += std::string{2, 2, 0, static_cast<char>(kWidth)};
        for (const char part : {light, light, light, static_cast<char>(128)})  // each as runs of 64
            text += std::string{static_cast<char>(128 + 64), part, static_cast<char>(128 + 64), part};
    }
    std::ofstream(path, std::ios::binary) << text;
}

void startCold(benchmark::State& state) {
    constexpr size_t kSinew = 0, kF3d = 1, kLitF3d = 2;
    const TemporaryFolder folder;
    const std::string model = SINEW_SOURCE_DIR "/assets/tube.dae", sky = folder / "sky.hdr";
    writeSky(sky);
    std::array<std::vector<std::string>, 3> commands{
        std::vector<std::string>{SINEW_EXECUTABLE, model, "--size", "1280x720", "-o", folder / "a.png"},
        {"f3d", "--dry-run", "--resolution", "1280,720", "--output", folder / "b.png", model}};
    // What our default look has as well: light from an environment, ambient occlusion, tone mapping.
    commands[kLitF3d] = commands[kF3d];
    commands[kLitF3d].insert(commands[kLitF3d].begin() + 1, {"--hdri", sky, "--ssao", "--tone-mapping"});
    std::optional<VirtualScreen> screen;  // f3d needs one
    if (isInstalled("f3d") && !VirtualScreen::missing()) {
        screen.emplace();
        ::setenv("DISPLAY", screen->display().c_str(), 1);
    }
    std::array<double, 3> peaks{};
    const size_t count = screen ? peaks.size() : 1;
    Rounds rounds(count);
    std::vector<std::function<void()>> methods;
    for (size_t which = 0; which < count; ++which)
        methods.push_back([&, which] { peaks[which] = peakOfRun(commands[which]); });
    for (auto _ : state) {
        rounds.runOnce(methods);
        state.SetIterationTime(rounds.last(kSinew));
    }
    const std::string what = "a picture 1280x720 from a cold start";
    const auto add = [&](size_t which, const char* name) {
        addRow({what, name, fmt::format("{:.3f} s", rounds.median(which)), fmt::format("{:.0f} MiB", peaks[which])});
    };
    add(kSinew, "sinew");
    if (!screen) return addRow({what, "f3d", "is not here", ""});
    add(kF3d, "f3d");
    add(kLitF3d, "f3d, lit by an environment");
    measured("cold_start_time", rounds.medianRatio(kSinew, kF3d));
    measured("cold_start_memory", peaks[kSinew] / peaks[kF3d]);
    measured("cold_lit_time", rounds.medianRatio(kSinew, kLitF3d));
    measured("cold_lit_memory", peaks[kSinew] / peaks[kLitF3d]);
}

}  // namespace

void registerColdStart(const Plan& plan) {
    benchmark::RegisterBenchmark("cold_start", startCold)
        ->Iterations(plan.rounds)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}
