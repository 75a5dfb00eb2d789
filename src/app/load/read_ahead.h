#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "app/load/read_model.h"
#include "app/stage/stage.h"

namespace sinew {

/// Reads a series of models in the background, one at a time, so that the next ones load while one is drawn. At most
/// kMostWaiting are kept, to bound the memory. A model that takes long does not hold up the others, as long as there is
/// another importer for them.
class ReadAhead {
  public:
    using Make = std::function<std::unique_ptr<Stage>(size_t number, const Importer& importer)>;

    static constexpr size_t kMostWaiting = 2;  ///< including the one being read, but not those that take long
    static constexpr double kLongSeconds = 1.0;

    /// Starts at once. Calls `make` from other threads with the numbers 0 to count - 1. Calls two at a time only if all
    /// earlier ones take more than `longSeconds`; never two with one importer.
    ReadAhead(size_t count, std::vector<Importer> importers, Make make, double longSeconds = kLongSeconds);

    /// Cancels reading and waits for it.
    ~ReadAhead();
    ReadAhead(const ReadAhead&) = delete;
    ReadAhead& operator=(const ReadAhead&) = delete;

    struct Result {
        size_t number = 0;
        std::unique_ptr<Stage> stage;  ///< null if `make` threw
        std::exception_ptr fault;      ///< what it threw

        /// Returns the stage, or throws what `make` threw.
        std::unique_ptr<Stage> get() {
            if (fault) std::rethrow_exception(fault);
            return std::move(stage);
        }
    };

    /// Whether take() returns at once.
    bool isReady() const;

    /// Waits for the next result: that of the lowest number of which no result was taken, or of a higher one if those
    /// below it take long. May be called `count` times.
    Result take();

  private:
    using Clock = std::chrono::steady_clock;
    struct Reading {
        size_t number = 0;
        Clock::time_point start;
    };

    void work(size_t reader);
    bool mayBegin(Clock::time_point now) const;
    bool isLong(const Reading& reading, Clock::time_point now) const { return now - reading.start >= long_; }
    bool mayTake(Clock::time_point now) const;
    template <typename Condition>
    void waitUntil(std::unique_lock<std::mutex>& lock, const Condition& condition);

    size_t count_;
    std::vector<Importer> importers_;
    Make make_;
    Clock::duration long_;
    std::stop_source stop_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    size_t next_ = 0;                               ///< the number that is read next
    std::vector<std::optional<Reading>> readings_;  ///< by importer
    std::map<size_t, Result> results_;              ///< by number, not yet taken
    std::vector<std::jthread> threads_;             ///< last: they use all of the above
};

}  // namespace sinew
