#pragma once

#include "model/imported_model.h"

namespace sinew {

/// The result of --check for one file.
struct Verdict {
    std::string file;    ///< as given, as messages show it
    std::string format;  ///< such as "Collada"
    std::string error;   ///< why the file could not be read; empty if it could
    Severity failOn = Severity::error;
    std::vector<Finding> findings = {};  ///< the worst first
    std::string path = {};               ///< the bytes of its name; empty: as `file`

    size_t count(Severity severity) const;
    bool passed() const;  ///< the file could be read, and no finding is as severe as `failOn`
};

/// Runs all checks. `maxBones`: the bones of a palette.
/// @throws Error(Exit::input) where the model is too large for them.
Verdict judge(const ImportedModel& imported, Severity failOn, uint32_t maxBones);

/// One line per finding, and a summary. `oneOfMany`: each line begins with the file.
std::string verdictText(const Verdict& verdict, bool oneOfMany);

/// One line of JSON.
std::string verdictLine(const Verdict& verdict);

/// The result of --check for several files.
struct VerdictSum {
    size_t passed = 0, failed = 0, unreadable = 0;  ///< files
    size_t errors = 0, warnings = 0, infos = 0;     ///< findings

    void add(const Verdict& verdict);
    size_t files() const { return passed + failed + unreadable; }
};

std::string sumText(const VerdictSum& sum);

/// One line of JSON, with `files` where a verdict has `file`.
std::string sumLine(const VerdictSum& sum);

/// One log in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS, 2020). An unreadable file is a
/// notification of the run.
std::string verdictSarif(std::span<const Verdict> verdicts);

}  // namespace sinew
