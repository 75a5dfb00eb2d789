#include "app/load/read_ahead.h"

#include <algorithm>
#include <utility>

#include "app/load/background_task.h"

namespace sinew {

ReadAhead::ReadAhead(size_t count, std::vector<Importer> importers, Make make, double longSeconds)
    : count_(count),
      importers_(std::move(importers)),
      make_(std::move(make)),
      long_(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(longSeconds))),
      readings_(importers_.size()) {
    for (size_t reader = 0; reader < std::min(importers_.size(), count); ++reader)
        threads_.emplace_back([this, reader] { work(reader); });
}

ReadAhead::~ReadAhead() {
    {
        const std::lock_guard lock(mutex_);
        stop_.request_stop();
    }
    changed_.notify_all();
}

/// Also wakes when a model begins to take long.
template <typename Condition>
void ReadAhead::waitUntil(std::unique_lock<std::mutex>& lock, const Condition& condition) {
    while (!condition()) {
        auto until = Clock::time_point::max();
        for (const auto& reading : readings_)
            if (reading && !isLong(*reading, Clock::now())) until = std::min(until, reading->start + long_);
        if (until == Clock::time_point::max())
            changed_.wait(lock);
        else
            changed_.wait_until(lock, until);
    }
}

bool ReadAhead::mayBegin(Clock::time_point now) const {
    const auto isShort = [&](const auto& reading) { return reading && !isLong(*reading, now); };
    return std::ranges::none_of(readings_, isShort) && results_.size() < kMostWaiting;
}

bool ReadAhead::mayTake(Clock::time_point now) const {
    if (results_.empty()) return false;
    return std::ranges::all_of(readings_, [&](const auto& reading) {
        return !reading || reading->number > results_.begin()->first || isLong(*reading, now);
    });
}

void ReadAhead::work(size_t reader) {
    std::unique_lock lock(mutex_);
    for (;;) {
        const auto isOver = [&] { return next_ == count_ || stop_.stop_requested(); };
        waitUntil(lock, [&] { return isOver() || mayBegin(Clock::now()); });
        if (isOver()) return;
        Result result{.number = next_++, .stage = {}, .fault = {}};
        readings_[reader] = {result.number, Clock::now()};
        changed_.notify_all();
        lock.unlock();
        try {
            const Importer importer = stoppable(importers_[reader], stop_.get_token());
            result.stage = make_(result.number, [&](const std::filesystem::path& path, ImportOptions options) {
                options.leavePixels = true;  // the caller of take() decodes them
                return importer(path, options);
            });
        } catch (...) {
            result.fault = std::current_exception();
        }
        lock.lock();
        readings_[reader].reset();
        results_.emplace(result.number, std::move(result));
        changed_.notify_all();
    }
}

bool ReadAhead::isReady() const {
    const std::lock_guard lock(mutex_);
    return mayTake(Clock::now());
}

ReadAhead::Result ReadAhead::take() {
    std::unique_lock lock(mutex_);
    waitUntil(lock, [&] { return mayTake(Clock::now()); });
    Result result = std::move(results_.extract(results_.begin()).mapped());
    changed_.notify_all();
    return result;
}

}  // namespace sinew
