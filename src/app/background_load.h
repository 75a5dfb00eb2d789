#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <stop_token>

#include "app/load_model.h"

namespace sinew {

/// A model that is read in a thread of its own, and the wait for it.
class BackgroundLoad {
  public:
    using Work = std::function<LoadedModel(const Importer& importer)>;

    /// Begins at once. `importer` is called from the thread, and must outlive it; one at a time,
    /// so only one of these. Not `inBackground`: the constructor does all of it.
    BackgroundLoad(const Importer& importer, Work work, bool inBackground = true);

    /// As stop(), and waits for the thread, which may take as long as the importer does.
    ~BackgroundLoad();
    BackgroundLoad(const BackgroundLoad&) = delete;
    BackgroundLoad& operator=(const BackgroundLoad&) = delete;

    double seconds() const;  ///< since the beginning
    bool done() const { return waitFor(0.0); }
    bool waitFor(double seconds) const;  ///< until it is done, at most that long; whether it is

    /// Tells the importer to give up; what it made is nobody's.
    void stop() { stop_.request_stop(); }
    bool stopped() const { return stop_.stop_requested(); }

    /// What was made, or the Error. Once, when it is done.
    LoadedModel take() { return loaded_.get(); }

  private:
    std::stop_source stop_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::future<LoadedModel> loaded_;
};

}  // namespace sinew
