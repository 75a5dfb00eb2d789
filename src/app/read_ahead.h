#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

#include "app/stage.h"
#include "import/import_model.h"

namespace sinew {

/// Models that are read in a thread of its own, one after another, before they are asked for: while one is drawn, the
/// next ones are read. Few wait, so that memory stays bounded however many there are.
class ReadAhead {
  public:
    using Make = std::function<std::unique_ptr<Stage>(size_t number, const Importer& importer)>;

    static constexpr size_t kMostWaiting = 2;  ///< with the one that is being read: one that takes long holds up nobody

    /// Begins at once. `make` is called from the thread, with 0 to count - 1; it and `importer` must outlive this.
    ReadAhead(size_t count, const Importer& importer, Make make);

    /// Tells the importer to give up, and waits for the thread.
    ~ReadAhead();
    ReadAhead(const ReadAhead&) = delete;
    ReadAhead& operator=(const ReadAhead&) = delete;

    /// Whether take() returns at once.
    bool isReady() const;

    /// The next one, or what `make` threw for it. At most `count` times.
    std::unique_ptr<Stage> take();

  private:
    void work(size_t count, const Importer& importer, const Make& make);

    std::stop_source stop_;
    mutable std::mutex mutex_;
    std::condition_variable roomComes_, stageComes_;
    std::deque<std::future<std::unique_ptr<Stage>>> ready_;
    std::thread thread_;
};

}  // namespace sinew
