#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace sinew {

/// Threads that share loops. They are made once and sleep in between. One thread at a time may call run().
class WorkPool {
  public:
    /// `threads`: the caller's included, at least 1. There are fewer if the system allows no more.
    explicit WorkPool(uint32_t threads);
    ~WorkPool();
    WorkPool(const WorkPool&) = delete;
    WorkPool& operator=(const WorkPool&) = delete;

    uint32_t threads() const { return static_cast<uint32_t>(helpers_.size()) + 1; }

    /// Calls work(range, thread) once for each range below `count`, in any order, and returns when all are done.
    /// `thread`: below threads(), the number of the thread that does it. Throws what `work` throws first, after all
    /// ranges. Allocates nothing.
    template <typename Work>
    void run(uint32_t count, const Work& work) {
        runAll(count, {&work, [](const void* what, uint32_t range, uint32_t thread) {
                           (*static_cast<const Work*>(what))(range, thread);
                       }});
    }

  private:
    struct Job {
        const void* work = nullptr;
        void (*call)(const void* work, uint32_t range, uint32_t thread) = nullptr;
    };
    void runAll(uint32_t count, const Job& job);
    void help(uint32_t thread);
    void takeRanges(uint32_t thread);

    Job job_;                       ///< unchanged while a range of it is left or unfinished
    std::atomic<int64_t> left_{0};  ///< ranges that nobody has taken; below 1: none
    std::atomic<uint32_t> unfinished_{0};
    std::atomic<uint32_t> runs_{0};  ///< changes to wake the helpers
    std::atomic<bool> stops_{false};
    std::mutex failureMutex_;
    std::exception_ptr failure_;  ///< of the current run
    std::vector<std::thread> helpers_;
};

}  // namespace sinew
