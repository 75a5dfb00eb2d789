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

void startCold(benchmark::State& state) {
    constexpr size_t kSinew = 0, kF3d = 1;
    const TemporaryFolder folder;
    const std::string model = SINEW_SOURCE_DIR "/assets/tube.dae";
    const std::vector<std::string> sinew{SINEW_EXECUTABLE, model, "--size", "1280x720", "-o", folder / "a.png"};
    const std::vector<std::string> f3d{"f3d",      "--dry-run",      "--resolution", "1280,720",
                                       "--output", folder / "b.png", model};
    std::optional<VirtualScreen> screen;  // f3d needs one
    if (isInstalled("f3d") && !VirtualScreen::missing()) {
        screen.emplace();
        ::setenv("DISPLAY", screen->display().c_str(), 1);
    }
    std::array<double, 2> peaks{};
    const auto run = [&](size_t which) { peaks[which] = peakOfRun(which == kSinew ? sinew : f3d); };
    Rounds rounds(screen ? 2 : 1);
    std::vector<std::function<void()>> methods{[&] { run(kSinew); }};
    if (screen) methods.push_back([&] { run(kF3d); });
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
    measured("cold_start_time", rounds.medianRatio(kSinew, kF3d));
    measured("cold_start_memory", peaks[kSinew] / peaks[kF3d]);
}

}  // namespace

void registerColdStart(const Plan& plan) {
    benchmark::RegisterBenchmark("cold_start", startCold)
        ->Iterations(plan.rounds)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}
