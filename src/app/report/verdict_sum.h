#pragma once

#include <cstddef>
#include <string>

#include "app/report/verdict.h"

namespace sinew {

/// What `--check` says of several files together.
struct VerdictSum {
    size_t passed = 0, failed = 0, unreadable = 0;  ///< files
    size_t errors = 0, warnings = 0, infos = 0;     ///< findings of those that could be read

    void add(const Verdict& verdict);
    size_t files() const { return passed + failed + unreadable; }
};

/// A file that could not be judged.
struct UnreadableFile {
    std::string file, cause;
};

std::string sumText(const VerdictSum& sum);

/// One JSON object on one line; it has `files` where a verdict has `file`.
std::string sumLine(const VerdictSum& sum);

/// The same for a file without a verdict; it has `error`.
std::string unreadableLine(const UnreadableFile& unreadable);

}  // namespace sinew
