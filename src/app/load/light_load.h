#pragma once

#include <optional>

#include "app/load/background_task.h"
#include "app/load/file_watch.h"
#include "app/load/read_environment.h"

namespace sinew {

/// Reads the environment of a window again, in the background, while the window shows the old one.
class LightLoad {
  public:
    /// `name`: as ViewSettings::environment; only files are read again. `read` must be callable from other threads, one
    /// at a time.
    LightLoad(std::string name, LightReader read, bool watchFile);
    LightLoad(const LightLoad&) = delete;
    LightLoad& operator=(const LightLoad&) = delete;

    /// Starts to read. During an earlier reading, the file is read once more after it.
    void reload();

    /// Reloads when the file has changed, with --watch. To be called every frame, with a monotonic clock.
    void watch(double nowSeconds);

    /// Returns the new environment once it is ready, else null. @throws Error if it cannot be read.
    std::shared_ptr<const Environment> poll();

  private:
    std::string name_;
    LightReader read_;  ///< empty: not a file
    std::optional<FileWatch> watch_;
    bool again_ = false;
    std::unique_ptr<BackgroundTask<std::shared_ptr<const Environment>>> load_;
};

}  // namespace sinew
