#include "app/load/read_ahead.h"

#include <utility>

namespace sinew {
namespace {

/// Lets the next task begin when this one ends, also when it fails.
struct Turn {
    std::atomic<size_t>& next;
    ~Turn() {
        ++next;
        next.notify_all();
    }
};

}  // namespace

ReadAhead::ReadAhead(size_t count, const Importer& importer, Make make)
    : count_(count), importer_(importer), make_(std::move(make)) {
    for (size_t i = 0; i < kMostWaiting; ++i)
        start();
}

ReadAhead::~ReadAhead() {
    for (const auto& task : tasks_)
        task->cancel();
}

std::unique_ptr<Stage> ReadAhead::take() {
    const std::unique_ptr<Task> task = std::move(tasks_.front());
    tasks_.pop_front();
    task->wait();
    start();
    return task->take();
}

void ReadAhead::start() {
    if (started_ == count_) return;
    tasks_.push_back(std::make_unique<Task>([this, number = started_++](const std::stop_token& stop) {
        for (size_t next = next_; next != number; next = next_)
            next_.wait(next);
        const Turn turn{next_};
        if (stop.stop_requested()) return std::unique_ptr<Stage>();
        const Importer importer = stoppable(importer_, stop);
        return make_(number, [&](const std::filesystem::path& path, ImportOptions options) {
            options.leavePixels = true;  // the caller of take() decodes them
            return importer(path, options);
        });
    }));
}

}  // namespace sinew
