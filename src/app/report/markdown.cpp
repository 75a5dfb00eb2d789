#include <cctype>

#include <fmt/format.h>

#include "app/report/verdict.h"
#include "base/text.h"
#include "check/check.h"

namespace sinew {
namespace {

constexpr size_t kMostCommentBytes = 60'000;
constexpr size_t kFrameBytes = 300;  // around the findings of a file: the notes' fold, and what is left out
constexpr size_t kShortestHash = 7;  // that code hosts link to a commit
constexpr const char* kZeroWidthSpace = "\u200b";

/// Text that means only itself: no markup, HTML, links, mentions or references, such as GH-12 and the hash of a commit.
std::string markdownFrom(const std::string& text) {
    std::string escaped;
    size_t hexDigits = 0;  // in a row
    for (const char c : utf8From(text)) {
        const auto byte = static_cast<unsigned char>(c);
        hexDigits = std::isxdigit(byte) ? hexDigits + 1 : 0;
        if (hexDigits == kShortestHash) {
            escaped += kZeroWidthSpace;
            hexDigits = 1;
        }
        if (std::ispunct(byte)) escaped += '\\';
        escaped += c;
        if (c == '@' || c == '#' || c == '-') escaped += kZeroWidthSpace;
    }
    return escaped;
}

std::string itemOf(const Finding& finding) {
    const char* const word = finding.severity == Severity::error     ? "**Error**"
                             : finding.severity == Severity::warning ? "Warning"
                                                                     : "Note";
    const std::string_view advice = adviceFor(finding.id);
    return fmt::format("- {} `{}` {}: {}{}{}\n", word, finding.id, markdownFrom(finding.object),
                       markdownFrom(finding.message), advice.empty() ? "" : " → ", markdownFrom(std::string(advice)));
}

/// With the first findings that have at most so many bytes together; empty if none of them fits.
std::string partOf(const Verdict& verdict, size_t mostBytes) {
    std::string text = fmt::format("### {}: {}\n\n", markdownFrom(verdict.file),
                                   !verdict.error.empty() ? "not readable"
                                   : verdict.passed()     ? "passed"
                                                          : "failed");
    if (!verdict.error.empty()) return text + markdownFrom(verdict.error) + "\n\n";
    std::string listed, notes;
    size_t leftOut = 0;
    for (const Finding& finding : verdict.findings) {
        const std::string line = itemOf(finding);
        if (leftOut > 0 || listed.size() + notes.size() + line.size() > mostBytes)
            ++leftOut;
        else
            (finding.severity == Severity::info ? notes : listed) += line;
    }
    if (leftOut > 0 && leftOut == verdict.findings.size()) return "";
    if (!listed.empty()) text += listed + "\n";
    if (!notes.empty())
        text += fmt::format("<details><summary>{}</summary>\n\n{}\n</details>\n\n",
                            counted(verdict.count(Severity::info), "note", "notes"), notes);
    if (leftOut > 0)
        text += fmt::format("{} left out: the report is too long.\n\n",
                            counted(leftOut, "further finding is", "further findings are"));
    if (!verdict.accepted.empty())
        text +=
            fmt::format("{} accepted by the baseline.\n\n", counted(verdict.accepted.size(), "finding", "findings"));
    return text;
}

/// At most that many bytes: shortened if needed; empty if nothing fits.
std::string shortPartOf(const Verdict& verdict, size_t mostBytes) {
    std::string part = partOf(verdict, std::string::npos);
    if (part.size() <= mostBytes) return part;
    const size_t frame = kFrameBytes + markdownFrom(verdict.file).size();
    if (!verdict.error.empty() || mostBytes <= frame) return "";
    return partOf(verdict, mostBytes - frame);
}

}  // namespace

std::string verdictMarkdown(std::span<const Verdict> verdicts) {
    const VerdictSum sum(verdicts);
    std::string text = fmt::format("## Sinew check: {}\n\n{}\n", sum.allPassed() ? "passed" : "failed", sumText(sum));
    size_t leftOut = 0;
    // Files that failed come first.
    for (const bool wanted : {false, true})
        for (const Verdict& verdict : verdicts) {
            if (verdict.passed() != wanted || (wanted && verdict.findings.empty() && verdict.accepted.empty()))
                continue;
            const std::string part = shortPartOf(verdict, kMostCommentBytes - text.size());
            leftOut += part.empty();
            text += part;
        }
    if (leftOut > 0)
        text += fmt::format("{} left out: the report is too long.\n", counted(leftOut, "file is", "files are"));
    return text;
}

}  // namespace sinew
