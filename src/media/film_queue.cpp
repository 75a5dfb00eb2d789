#include "media/film_queue.h"

#include <algorithm>
#include <utility>

namespace sinew {
namespace {

constexpr unsigned kMostThreads = 16;
constexpr uint64_t kSpareFrames = 2;  // so that a thread finds work while the next frame is drawn
constexpr uint64_t kMostBytes = 1u << 30;

}  // namespace

FilmQueue::FilmQueue(FilmWriter& writer) : writer_(writer) {
    const unsigned count = std::clamp(std::thread::hardware_concurrency(), 1u, kMostThreads);
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
    jobComes_.notify_all();
    for (std::thread& thread : threads_)
        if (thread.joinable()) thread.join();
}

void FilmQueue::add(uint32_t number, std::shared_ptr<const Pixels> pixels) {
    const uint64_t affordable = kMostBytes / std::max<uint64_t>(pixels->rgba.size(), 1);
    const uint64_t room = std::clamp<uint64_t>(affordable, 1, threads_.size() + kSpareFrames);
    std::unique_lock lock(mutex_);
    roomComes_.wait(lock, [&] { return fault_ || added_ - appended_ < room; });
    if (fault_) std::rethrow_exception(fault_);
    waiting_.push_back({added_++, number, pixels, std::exchange(last_, pixels)});
    jobComes_.notify_one();
}

void FilmQueue::finish() {
    {
        std::unique_lock lock(mutex_);
        roomComes_.wait(lock, [&] { return fault_ || added_ == appended_; });
        if (fault_) std::rethrow_exception(fault_);
    }
    stop();
    writer_.finish();
}

void FilmQueue::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        jobComes_.wait(lock, [&] { return stopped_ || !waiting_.empty(); });
        if (stopped_) return;
        Job job = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        try {
            FilmFrame frame{.number = job.number, .pixels = *job.pixels, .before = std::nullopt};
            if (job.before) frame.before = *job.before;
            EncodedFrame encoded = writer_.encode(frame);
            lock.lock();
            done_.emplace(job.place, Done{job.number, std::move(encoded)});
            appendDone(lock);
        } catch (...) {
            if (!lock.owns_lock()) lock.lock();
            appending_ = false;
            stopped_ = true;
            if (!fault_) fault_ = std::current_exception();
            waiting_.clear();
            jobComes_.notify_all();
            roomComes_.notify_all();
        }
    }
}

/// Called and left with the lock held; given free while the writer is at work.
void FilmQueue::appendDone(std::unique_lock<std::mutex>& lock) {
    while (!appending_ && !fault_ && !done_.empty() && done_.begin()->first == appended_) {
        Done next = std::move(done_.begin()->second);
        done_.erase(done_.begin());
        appending_ = true;
        lock.unlock();
        writer_.append(next.number, std::move(next.frame));
        lock.lock();
        appending_ = false;
        ++appended_;
        roomComes_.notify_all();
    }
}

}  // namespace sinew
