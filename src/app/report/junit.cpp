#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "app/report/verdict.h"
#include "base/text.h"

namespace sinew {
namespace {

std::string elementOf(const char* name, const std::string& attributes, const std::string& lines) {
    return lines.empty() ? "" : fmt::format("<{0}{1}>{2}</{0}>\n", name, attributes, lines);
}

std::string caseOf(const Verdict& verdict) {
    std::string failing, others, type;
    for (const Finding& finding : verdict.findings) {
        const bool fails = finding.severity >= verdict.failOn;
        if (fails && failing.empty()) type = finding.id;
        (fails ? failing : others) += htmlFrom(findingLine(finding)) + "\n";
    }
    for (const Finding& finding : verdict.accepted)
        others += "accepted: " + htmlFrom(findingLine(finding)) + "\n";
    if (const std::string left = notJudgedText(verdict); !left.empty())
        others += "not judged: " + htmlFrom(left) + "\n";
    const auto attributes = [](std::string_view kind, const std::string& message) {
        return fmt::format(" type=\"{}\" message=\"{}\"", htmlFrom(kind), htmlFrom(message));
    };
    const std::filesystem::path path = verdict.file;
    const std::string folder = path.has_parent_path() ? path.parent_path().string() : "models";
    return fmt::format("<testcase classname=\"{}\" name=\"{}\" file=\"{}\" time=\"0\">\n{}{}{}</testcase>\n",
                       htmlFrom(folder), htmlFrom(path.filename().string()), htmlFrom(verdict.file),
                       elementOf("error", attributes("unreadable", verdict.error), htmlFrom(verdict.error)),
                       elementOf("failure", attributes(type, countsText(VerdictSum({&verdict, 1}))), failing),
                       elementOf("system-out", "", others));
}

}  // namespace

std::string htmlFrom(std::string_view text) {
    constexpr std::string_view kSpecial = "&<>\"'";
    constexpr std::array kEntities{"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    std::string escaped;
    for (const char c : utf8From(text)) {
        const size_t special = kSpecial.find(c);
        escaped += special < kSpecial.size() ? kEntities[special] : std::string(1, c);
    }
    return escaped;
}

std::string verdictJunit(std::span<const Verdict> verdicts) {
    const VerdictSum sum(verdicts);
    const std::string suite =
        fmt::format("name=\"sinew --check\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"0\"", sum.files(),
                    sum.failed, sum.unreadable);
    std::string cases;
    for (const Verdict& verdict : verdicts)
        cases += caseOf(verdict);
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n<testsuite {0}>\n{1}</testsuite>\n"
        "</testsuites>\n",
        suite, cases);
}

}  // namespace sinew
