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

/// Encodes frames on one thread per core and passes them to the writer in order. Memory is bounded: add() blocks while
/// the queue is full.
class FilmQueue {
  public:
    explicit FilmQueue(FilmWriter& writer);
    ~FilmQueue();  ///< without finish(): discards queued frames
    FilmQueue(const FilmQueue&) = delete;
    FilmQueue& operator=(const FilmQueue&) = delete;

    /// Rethrows what the writer threw for this or an earlier frame; nothing more is written then.
    void add(uint32_t number, std::shared_ptr<const Pixels> pixels);

    /// Waits for all frames and finishes the film. Rethrows what the writer threw.
    void finish();

  private:
    struct Job {
        uint64_t order;  ///< of add()
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
    std::condition_variable jobAvailable_, spaceAvailable_;
    std::deque<Job> waiting_;
    std::map<uint64_t, Done> done_;  ///< by order: encoded, but an earlier one is not
    std::shared_ptr<const Pixels> last_;
    uint64_t added_ = 0, appended_ = 0;
    bool appending_ = false;  ///< by one of the threads
    bool stopped_ = false;
    std::exception_ptr error_;
    std::vector<std::thread> threads_;
};

}  // namespace sinew
