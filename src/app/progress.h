#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace sinew {

/// "12 s", and from a minute on "h:mm:ss"; rounded up.
std::string durationText(double seconds);

/// Tells a terminal how far a run has come: a line that is written over and never wraps, and in the end one that stays.
/// Says nothing where stderr is no terminal. At most one at a time.
class Progress {
  public:
    /// `unit`: what is counted, "frames".
    Progress(std::string unit, uint32_t total);
    ~Progress();  ///< after an error, the line that was begun goes; so it does on a signal (media/cleanup.h)
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void step();
    void clear();                            ///< makes room for another line
    bool finish(const std::string& output);  ///< whether that line was said

  private:
    using Clock = std::chrono::steady_clock;
    double secondsSinceStart() const;

    std::string unit_;
    uint32_t total_;
    uint32_t done_ = 0;
    bool shown_;
    bool lineIsBegun_ = false;
    Clock::time_point start_ = Clock::now(), last_{};
};

}  // namespace sinew
