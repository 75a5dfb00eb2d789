#include <cctype>

#include <fmt/format.h>

#include "app/report/verdict.h"
#include "check/check.h"
#include "model/text.h"

namespace sinew {
namespace {

constexpr size_t kMostCommentBytes = 60'000;
constexpr const char* kZeroWidthSpace = "\u200b";

/// Text that means only itself: no markup, HTML, links, mentions or references.
std::string markdownFrom(const std::string& text) {
    std::string escaped;
    for (const char c : utf8From(text)) {
        if (std::ispunct(static_cast<unsigned char>(c))) escaped += '\\';
        escaped += c;
        if (c == '@' || c == '#') escaped += kZeroWidthSpace;
    }
    return escaped;
}

std::string findingLine(const Finding& finding) {
    const char* const word = finding.severity == Severity::error     ? "**Error**"
                             : finding.severity == Severity::warning ? "Warning"
                                                                     : "Note";
    const std::string_view advice = adviceFor(finding.id);
    return fmt::format("- {} `{}` {}: {}{}{}\n", word, finding.id, markdownFrom(finding.object),
                       markdownFrom(finding.message), advice.empty() ? "" : " → ", markdownFrom(std::string(advice)));
}

std::string partOf(const Verdict& verdict) {
    std::string text = fmt::format("### {}: {}\n\n", markdownFrom(verdict.file),
                                   !verdict.error.empty() ? "not readable" : verdict.passed() ? "passed" : "failed");
    if (!verdict.error.empty()) return text + markdownFrom(verdict.error) + "\n\n";
    std::string notes;
    bool isListed = false;
    for (const Finding& finding : verdict.findings) {
        const bool isNote = finding.severity == Severity::info;
        (isNote ? notes : text) += findingLine(finding);
        isListed = isListed || !isNote;
    }
    if (isListed) text += "\n";
    if (!notes.empty())
        text += fmt::format("<details><summary>{}</summary>\n\n{}\n</details>\n\n",
                            counted(verdict.count(Severity::info), "note", "notes"), notes);
    if (!verdict.accepted.empty())
        text += fmt::format("{} accepted by the baseline.\n\n", counted(verdict.accepted.size(), "finding", "findings"));
    return text;
}

}  // namespace

std::string verdictMarkdown(std::span<const Verdict> verdicts) {
    VerdictSum sum;
    for (const Verdict& verdict : verdicts)
        sum.add(verdict);
    const bool passed = sum.failed + sum.unreadable == 0;
    std::string text = fmt::format("## Sinew check: {}\n\n{}\n", passed ? "passed" : "failed", sumText(sum));
    size_t leftOut = 0;
    // Files that failed come first.
    for (const bool wanted : {false, true})
        for (const Verdict& verdict : verdicts) {
            if (verdict.passed() != wanted || (wanted && verdict.findings.empty() && verdict.accepted.empty())) continue;
            const std::string part = partOf(verdict);
            if (text.size() + part.size() > kMostCommentBytes)
                ++leftOut;
            else
                text += part;
        }
    if (leftOut > 0) text += fmt::format("{} left out: the report is too long.\n", counted(leftOut, "file is", "files are"));
    return text;
}

}  // namespace sinew
