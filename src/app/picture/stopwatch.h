#pragma once

#include <chrono>
#include <utility>

namespace sinew {

using Clock = std::chrono::steady_clock;

/// Measures consecutive pieces of work.
class Stopwatch {
  public:
    /// Milliseconds since the construction or the last lap.
    double lap() {
        const Clock::time_point now = Clock::now(), start = std::exchange(start_, now);
        return std::chrono::duration<double, std::milli>(now - start).count();
    }

  private:
    Clock::time_point start_ = Clock::now();
};

}  // namespace sinew
