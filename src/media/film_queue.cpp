#include "media/film_queue.h"

#include <algorithm>
#include <utility>

namespace sinew {
namespace {

constexpr unsigned kMaxThreads = 16;
constexpr uint64_t kSpareFrames = 2;  // keep the threads busy while the next frame is drawn
constexpr uint64_t kMaxBytes = 1u << 30;

}  // namespace

FilmQueue::FilmQueue(FilmWriter& writer) : writer_(writer) {
    const unsigned count = std::clamp(std::thread::hardware_concurrency(), 1u, kMaxThreads);
    try {
        for (unsigned i = 0; i < count; ++i)
            threads_.emplace_back([this] { work(); });
    } catch (...) {
        stop();
        throw;
    }
}

FilmQueue::~FilmQueue() {
    stop();
}

void FilmQueue::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
        waiting_.clear();
    }
    jobAvailable_.notify_all();
    for (std::thread& thread : threads_)
        if (thread.joinable()) thread.join();
}

void FilmQueue::add(uint32_t number, std::shared_ptr<const Pixels> pixels) {
    const uint64_t affordable = kMaxBytes / std::max<uint64_t>(pixels->rgba.size(), 1);
    const uint64_t limit = std::clamp<uint64_t>(affordable, 1, threads_.size() + kSpareFrames);
    std::unique_lock lock(mutex_);
    spaceAvailable_.wait(lock, [&] { return error_ || added_ - appended_ < limit; });
    if (error_) std::rethrow_exception(error_);
    waiting_.push_back({added_++, number, pixels, std::exchange(last_, pixels)});
    jobAvailable_.notify_one();
}

void FilmQueue::finish() {
    {
        std::unique_lock lock(mutex_);
        spaceAvailable_.wait(lock, [&] { return error_ || added_ == appended_; });
        if (error_) std::rethrow_exception(error_);
    }
    stop();
    writer_.finish();
}

void FilmQueue::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        jobAvailable_.wait(lock, [&] { return stopped_ || !waiting_.empty(); });
        if (stopped_) return;
        Job job = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        try {
            FilmFrame frame{.number = job.number, .pixels = *job.pixels, .before = std::nullopt};
            if (job.before) frame.before = *job.before;
            EncodedFrame encoded = writer_.encode(frame);
            lock.lock();
            done_.emplace(job.order, Done{job.number, std::move(encoded)});
            appendDone(lock);
        } catch (...) {
            if (!lock.owns_lock()) lock.lock();
            appending_ = false;
            stopped_ = true;
            if (!error_) error_ = std::current_exception();
            waiting_.clear();
            jobAvailable_.notify_all();
            spaceAvailable_.notify_all();
        }
    }
}

/// Requires the lock; releases it while the writer works.
void FilmQueue::appendDone(std::unique_lock<std::mutex>& lock) {
    while (!appending_ && !error_ && !done_.empty() && done_.begin()->first == appended_) {
        Done next = std::move(done_.begin()->second);
        done_.erase(done_.begin());
        appending_ = true;
        lock.unlock();
        writer_.append(next.number, std::move(next.frame));
        lock.lock();
        appending_ = false;
        ++appended_;
        spaceAvailable_.notify_all();
    }
}

}  // namespace sinew
