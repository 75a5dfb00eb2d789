#pragma once

#include "app/policy/baseline.h"
#include "app/policy/policy.h"
#include "app/report/verdict.h"

namespace sinew {

/// How models are judged.
struct Judging {
    uint32_t maxBones = 64;              ///< of a palette
    std::optional<Severity> failOn;      ///< none: that of the policy, else error
    const Policy* policy = nullptr;      ///< null: none
    const Baseline* baseline = nullptr;  ///< null: nothing is accepted
    Baseline* updated = nullptr;         ///< instead: accepts all that fails
};

/// Runs all checks on a model, applies the policy to their findings, and takes out the accepted ones. `path`: of the
/// model. @throws Error(Exit::input) where the model is too large to be checked, PolicyError for rules that do not fit
/// it.
Verdict judge(const ImportedModel& imported, const std::string& path, const Judging& judging);

}  // namespace sinew
