#pragma once

#include <span>

#include "check/check.h"
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
    std::string policy = {};             ///< path of the policy that was applied; empty: none
    size_t ignored = 0;                  ///< findings that the policy leaves out
    std::vector<Finding> accepted = {};  ///< those that the baseline accepts; not among `findings`
    std::vector<NotJudged> notJudged = {};
    size_t gone = 0;  ///< accepted findings that no longer occur

    const std::string& place() const { return path.empty() ? file : path; }
    size_t count(Severity severity) const;
    bool passed() const;  ///< the file could be read, and no finding is as severe as `failOn`
};

/// "motion (the file has no clip); ...". Empty if all was judged.
std::string notJudgedText(const Verdict& verdict);

/// "error    bind-singular          Hips: is singular -> ADVICE"
std::string findingLine(const Finding& finding);

/// One line per finding, one of what was not judged, and a summary. `oneOfMany`: each line begins with the file.
std::string verdictText(const Verdict& verdict, bool oneOfMany);

/// One line of JSON.
std::string verdictLine(const Verdict& verdict);

/// The result of --check for several files.
struct VerdictSum {
    size_t passed = 0, failed = 0, unreadable = 0;  ///< files
    size_t errors = 0, warnings = 0, infos = 0;     ///< findings
    size_t accepted = 0, ignored = 0;               ///< findings as well, not among the others

    VerdictSum() = default;
    explicit VerdictSum(std::span<const Verdict> verdicts);
    void add(const Verdict& verdict);
    bool allPassed() const { return failed + unreadable == 0; }
    size_t files() const { return passed + failed + unreadable; }
};

/// "1 error, 2 warnings, 0 notes; 1 accepted, 3 ignored".
std::string countsText(const VerdictSum& sum);

std::string sumText(const VerdictSum& sum);

/// One line of JSON, with `files` where a verdict has `file`.
std::string sumLine(const VerdictSum& sum);

/// One log in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS, 2020). An unreadable file is a
/// notification of the run.
std::string verdictSarif(std::span<const Verdict> verdicts);

/// GitHub Flavored Markdown: errors and warnings, the notes folded up. At most 60,000 bytes, as comments are limited;
/// what is left out is counted.
std::string verdictMarkdown(std::span<const Verdict> verdicts);

/// JUnit's XML, as continuous integration reads it: a test case for each model. What fails it is a failure, all else
/// its output; an unreadable file is an error.
std::string verdictJunit(std::span<const Verdict> verdicts);

/// Text for HTML and XML, as utf8From(): also for values of attributes.
std::string htmlFrom(std::string_view text);

}  // namespace sinew
