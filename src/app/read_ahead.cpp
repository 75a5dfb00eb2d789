#include "app/read_ahead.h"

#include <utility>

namespace sinew {
namespace {

/// The thread keeps nothing of it: what was thrown is freed by whoever takes it, and not by the last of two to let go.
template <typename Make>
std::future<std::unique_ptr<Stage>> outcomeOf(const Make& make) {
    std::packaged_task<std::unique_ptr<Stage>()> task(make);
    task();
    return task.get_future();
}

}  // namespace

ReadAhead::ReadAhead(size_t count, const Importer& importer, Make make)
    : thread_([this, count, &importer, make = std::move(make)] { work(count, importer, make); }) {}

ReadAhead::~ReadAhead() {
    {
        const std::lock_guard lock(mutex_);
        stop_.request_stop();
    }
    roomComes_.notify_all();
    thread_.join();
}

bool ReadAhead::isReady() const {
    const std::lock_guard lock(mutex_);
    return !ready_.empty();
}

std::unique_ptr<Stage> ReadAhead::take() {
    std::unique_lock lock(mutex_);
    stageComes_.wait(lock, [&] { return !ready_.empty(); });
    std::future<std::unique_ptr<Stage>> stage = std::move(ready_.front());
    ready_.pop_front();
    lock.unlock();
    roomComes_.notify_all();
    return stage.get();
}

void ReadAhead::work(size_t count, const Importer& importer, const Make& make) {
    const Importer stoppable = [&](const std::filesystem::path& path, ImportOptions options) {
        options.stop = stop_.get_token();
        options.leavePixels = true;  // who takes the stage draws it
        return importer(path, options);
    };
    for (size_t number = 0; number < count; ++number) {
        {
            std::unique_lock lock(mutex_);
            roomComes_.wait(lock, [&] { return stop_.stop_requested() || ready_.size() < kMostWaiting; });
            if (stop_.stop_requested()) return;
        }
        std::future<std::unique_ptr<Stage>> stage = outcomeOf([&] { return make(number, stoppable); });
        const std::lock_guard lock(mutex_);
        ready_.push_back(std::move(stage));
        stageComes_.notify_one();
    }
}

}  // namespace sinew
