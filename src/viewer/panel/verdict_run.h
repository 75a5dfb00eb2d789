#pragma once

#include <future>
#include <span>
#include <vector>

#include "model/check.h"

namespace sinew {

/// The check of a model, run once in the background, while the window goes on.
class VerdictRun {
  public:
    /// Begins, unless it has begun. Model and report must outlive this.
    void begin(const Model& model, const ImportReport& report, uint32_t maxBones);

    /// Takes what has come. To be called once a frame.
    void look();

    bool done() const { return done_; }
    bool running() const { return running_.valid(); }
    std::span<const Finding> findings() const { return findings_; }

  private:
    std::vector<Finding> findings_;
    bool done_ = false;
    std::future<std::vector<Finding>> running_;
};

}  // namespace sinew
