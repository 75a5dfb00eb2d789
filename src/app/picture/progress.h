#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace sinew {

/// Formats a duration, rounded up: "12 s", or "h:mm:ss" from a minute on.
std::string durationText(double seconds);

/// A progress line on stderr, which is overwritten and never wraps. Silent if stderr is not a terminal. At most one at
/// a time.
class Progress {
  public:
    /// `unit`: the plural of what is counted, such as "frames".
    Progress(std::string unit, uint32_t total);
    ~Progress();  ///< erases the line, as a signal does (base/cleanup.h)
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void step();
    void clear();                            ///< erases the line until the next step
    bool finish(const std::string& output);  ///< prints a summary; false if silent

  private:
    using Clock = std::chrono::steady_clock;
    double secondsSinceStart() const;

    std::string unit_;
    uint32_t total_;
    uint32_t done_ = 0;
    bool shown_;
    bool lineShown_ = false;
    Clock::time_point start_ = Clock::now(), last_{};
};

}  // namespace sinew
