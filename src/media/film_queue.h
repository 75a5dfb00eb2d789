#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "media/film.h"

namespace sinew {

/// Encodes frames on other threads, as many as there are cores, and hands them to the writer in their order. Holds so
/// few that memory stays bounded: add() waits for room.
class FilmQueue {
  public:
    explicit FilmQueue(FilmWriter& writer);
    ~FilmQueue();  ///< without finish(): drops what waits
    FilmQueue(const FilmQueue&) = delete;
    FilmQueue& operator=(const FilmQueue&) = delete;

    /// @throws what the writer threw for this frame or one before; then nothing more is written.
    void add(uint32_t number, std::shared_ptr<const Pixels> pixels);

    /// Waits for all, and finishes the film. @throws what the writer threw.
    void finish();

  private:
    struct Job {
        uint64_t place;  ///< in the order of add()
        uint32_t number;
        std::shared_ptr<const Pixels> pixels, before;
    };
    struct Done {
        uint32_t number;
        EncodedFrame frame;
    };

    void work();
    void appendDone(std::unique_lock<std::mutex>& lock);
    void stop();

    FilmWriter& writer_;
    std::mutex mutex_;
    std::condition_variable jobComes_, roomComes_;
    std::deque<Job> waiting_;
    std::map<uint64_t, Done> done_;  ///< by place: those that wait for one before them
    std::shared_ptr<const Pixels> last_;
    uint64_t added_ = 0, appended_ = 0;
    bool appending_ = false;  ///< one thread is at it
    bool stopped_ = false;
    std::exception_ptr fault_;
    std::vector<std::thread> threads_;
};

}  // namespace sinew
