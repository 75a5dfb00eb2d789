#pragma once

#include <atomic>
#include <deque>

#include "app/load/background_task.h"
#include "app/stage/stage.h"

namespace sinew {

/// Reads a series of models in the background, one at a time, so that the next ones load while one is drawn. At most
/// kMostWaiting are kept, to bound the memory.
class ReadAhead {
  public:
    using Make = std::function<std::unique_ptr<Stage>(size_t number, const Importer& importer)>;

    static constexpr size_t kMostWaiting = 2;  ///< including the one being read

    /// Starts at once. Calls `make` from other threads, never two at a time, with the numbers 0 to count - 1.
    /// `importer` must outlive this.
    ReadAhead(size_t count, const Importer& importer, Make make);

    /// Cancels reading and waits for it.
    ~ReadAhead();
    ReadAhead(const ReadAhead&) = delete;
    ReadAhead& operator=(const ReadAhead&) = delete;

    /// Whether take() returns at once.
    bool isReady() const { return !tasks_.empty() && tasks_.front()->done(); }

    /// Returns the next stage, or throws what `make` threw for it. May be called `count` times.
    std::unique_ptr<Stage> take();

  private:
    using Task = BackgroundTask<std::unique_ptr<Stage>>;
    void start();

    size_t count_;
    const Importer& importer_;
    Make make_;
    size_t started_ = 0;
    std::atomic<size_t> next_ = 0;  ///< the number that is read, or will be read next
    std::deque<std::unique_ptr<Task>> tasks_;
};

}  // namespace sinew
