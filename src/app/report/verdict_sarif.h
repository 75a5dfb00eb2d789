#pragma once

#include <span>
#include <string>

#include "app/report/verdict.h"
#include "app/report/verdict_sum.h"

namespace sinew {

/// Verdicts as one log of the Static Analysis Results Interchange Format, version 2.1.0 (OASIS, 2020). A file that
/// could not be judged is a notification of the run.
std::string verdictSarif(std::span<const Verdict> verdicts, std::span<const UnreadableFile> unreadable);

}  // namespace sinew
