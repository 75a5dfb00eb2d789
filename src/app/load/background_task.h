#pragma once

#include <chrono>
#include <future>
#include <stop_token>

#include "import/import_model.h"

namespace sinew {

/// Runs work on a thread of its own and returns its result.
template <typename Result>
class BackgroundTask {
  public:
    /// Starts `work`, which should return early or throw once a stop is requested. Unless `inBackground`, the
    /// constructor does all the work.
    template <typename Work>
    explicit BackgroundTask(Work work, bool inBackground = true)
        : result_(std::async(inBackground ? std::launch::async : std::launch::deferred,
                             [work = std::move(work), stop = stop_.get_token()] { return work(stop); })) {
        if (!inBackground) result_.wait();
    }

    /// Cancels the work and waits for its thread.
    ~BackgroundTask() {
        cancel();
        if (result_.valid()) result_.wait();
    }
    BackgroundTask(const BackgroundTask&) = delete;
    BackgroundTask& operator=(const BackgroundTask&) = delete;

    /// Seconds since the start.
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    bool done() const { return waitFor(0.0); }

    /// Waits until the work is done, at most `seconds`. Returns whether it is done.
    bool waitFor(double seconds) const {
        return result_.wait_for(std::chrono::duration<double>(seconds)) == std::future_status::ready;
    }
    void wait() const { result_.wait(); }

    void cancel() { stop_.request_stop(); }
    bool canceled() const { return stop_.stop_requested(); }

    /// Waits for the result and returns it, or throws what the work threw. May be called once.
    Result take() { return result_.get(); }

  private:
    using Clock = std::chrono::steady_clock;

    std::stop_source stop_;
    Clock::time_point start_ = Clock::now();
    std::future<Result> result_;
};

/// Returns an importer that calls `importer`, which must outlive it, and gives up once a stop is requested.
inline Importer stoppable(const Importer& importer, std::stop_token stop) {
    return [&importer, stop](const std::filesystem::path& path, ImportOptions options) {
        options.stop = stop;
        return importer(path, options);
    };
}

}  // namespace sinew
