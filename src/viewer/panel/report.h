#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/load/background_task.h"
#include "check/check.h"

namespace sinew {

/// The check of a model, run once on another thread.
class BackgroundCheck {
  public:
    /// Starts the check, unless it was started before. Model and report must outlive this.
    void start(const Model& model, const ImportReport& report, uint32_t maxBones);

    /// Collects the findings once the check has ended. To be called once a frame.
    void poll();

    bool done() const { return findings_.has_value(); }
    bool running() const { return task_ && !done(); }
    std::span<const Finding> findings() const { return *findings_; }  ///< requires done()

  private:
    std::optional<std::vector<Finding>> findings_;
    std::unique_ptr<BackgroundTask<std::vector<Finding>>> task_;
};

}  // namespace sinew
