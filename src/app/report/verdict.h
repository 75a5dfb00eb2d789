#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "import/import_model.h"

namespace sinew {

/// Of the JSON of verdicts.
inline constexpr int kVerdictSchema = 1;

/// What `--check` says of a model.
struct Verdict {
    std::string file;    ///< as given
    std::string format;  ///< "Collada" ...
    Severity failOn = Severity::error;
    std::vector<Finding> findings;  ///< the worst first

    size_t count(Severity severity) const;
    bool passed() const;  ///< no finding is as bad as `failOn`
};

/// Runs all checks. `maxBones` is what a palette holds.
Verdict judge(const ImportedModel& imported, Severity failOn, uint32_t maxBones);

/// One line for each finding, and one that sums up.
std::string verdictText(const Verdict& verdict);

/// One JSON object on one line; `schema` is its version.
std::string verdictLine(const Verdict& verdict);

}  // namespace sinew
