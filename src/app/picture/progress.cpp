#include "app/picture/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/cleanup.h"
#include "base/shown_text.h"

namespace sinew {
namespace {

constexpr std::chrono::milliseconds kPause{200};
constexpr double kMostSecondsLeft = 1e9;

/// One column less than the terminal's width: some terminals wrap in the last column.
size_t lineWidth() {
    constexpr size_t kUsualColumns = 80;
    winsize window{};
    const bool isKnown = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
    return (isKnown ? window.ws_col : kUsualColumns) - 1;
}

}  // namespace

std::string durationText(double seconds) {
    const auto whole = static_cast<int64_t>(std::ceil(std::clamp(seconds, 0.0, kMostSecondsLeft)));
    return whole < 60 ? fmt::format("{} s", whole)
                      : fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

Progress::Progress(std::string unit, uint32_t total)
    : unit_(std::move(unit)), total_(total), shown_(total > 1 && ::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    clear();
}

void Progress::step() {
    ++done_;
    const Clock::time_point now = Clock::now();
    if (!shown_ || now - last_ < kPause) return;
    last_ = now;
    const double rate = done_ / secondsSinceStart();
    const std::string line = fmt::format("{} of {} {}, {:.1f} per second, {} left", done_, total_, unit_, rate,
                                         durationText((total_ - done_) / rate));
    lineShown_ = true;
    eraseLineOnSignal(true);
    fmt::print(stderr, "{}{}", kEraseLine, line.substr(0, lineWidth()));
    std::fflush(stderr);
}

bool Progress::finish(const std::string& output) {
    if (!shown_) return false;
    clear();
    const double seconds = secondsSinceStart();
    fmt::print(stderr, "sinew: {}: {} {} in {}, {:.1f} per second\n", shownPath(output), done_, unit_,
               seconds < 60.0 ? fmt::format("{:.1f} s", seconds) : durationText(seconds), done_ / seconds);
    return true;
}

double Progress::secondsSinceStart() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
}

void Progress::clear() {
    if (!lineShown_) return;
    fmt::print(stderr, "{}", kEraseLine);
    std::fflush(stderr);
    lineShown_ = false;
    eraseLineOnSignal(false);
}

}  // namespace sinew
