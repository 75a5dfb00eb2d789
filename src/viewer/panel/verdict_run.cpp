#include "viewer/panel/verdict_run.h"

#include <chrono>

namespace sinew {

void VerdictRun::begin(const Model& model, const ImportReport& report, uint32_t maxBones) {
    if (done_ || running_.valid()) return;
    running_ = std::async(std::launch::async, [&model, &report, maxBones] { return check(model, report, maxBones); });
}

void VerdictRun::look() {
    if (!running_.valid() || running_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    findings_ = running_.get();
    done_ = true;
}

}  // namespace sinew
