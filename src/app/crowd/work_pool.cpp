#include "app/crowd/work_pool.h"

#include <system_error>
#include <utility>

namespace sinew {

WorkPool::WorkPool(uint32_t threads) {
    helpers_.reserve(threads);
    try {
        for (uint32_t thread = 1; thread < threads; ++thread)
            helpers_.emplace_back([this, thread] { help(thread); });
    } catch (const std::system_error&) {
    }  // the system allows no more threads: fewer do the work
}

WorkPool::~WorkPool() {
    stops_ = true;
    ++runs_;
    runs_.notify_all();
    for (std::thread& helper : helpers_)
        helper.join();
}

void WorkPool::runAll(uint32_t count, const Job& job) {
    if (count == 0) return;
    job_ = job;
    unfinished_.store(count, std::memory_order_relaxed);
    left_.store(count, std::memory_order_release);
    if (count > 1 && !helpers_.empty()) {
        runs_.fetch_add(1, std::memory_order_release);
        runs_.notify_all();
    }
    takeRanges(0);
    for (uint32_t unfinished; (unfinished = unfinished_.load(std::memory_order_acquire)) != 0;)
        unfinished_.wait(unfinished, std::memory_order_acquire);
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void WorkPool::help(uint32_t thread) {
    for (uint32_t seen = 0;;) {
        runs_.wait(seen, std::memory_order_acquire);
        seen = runs_.load(std::memory_order_acquire);
        if (stops_) return;
        takeRanges(thread);
    }
}

/// A helper that wakes late finds no range, or one of the next run: nothing of a run that is over.
void WorkPool::takeRanges(uint32_t thread) {
    for (int64_t left; (left = left_.fetch_sub(1, std::memory_order_acquire)) > 0;) {
        try {
            job_.call(job_.work, static_cast<uint32_t>(left - 1), thread);
        } catch (...) {
            const std::scoped_lock lock(failureMutex_);
            if (!failure_) failure_ = std::current_exception();
        }
        if (unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1) unfinished_.notify_one();
    }
}

}  // namespace sinew
