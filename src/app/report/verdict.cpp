#include "app/report/verdict.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/report/json.h"
#include "app/report/messages.h"

namespace sinew {
namespace {

constexpr int kVerdictSchema = 1;

Json findingsJson(const std::vector<Finding>& findings) {
    Json all = Json::array();
    for (const Finding& finding : findings) {
        Json& one = all.emplace_back(findingJson(finding));
        one["advice"] = adviceFor(finding.id);
        addFigures(finding, one);
    }
    return all;
}

}  // namespace

size_t Verdict::count(Severity severity) const {
    return static_cast<size_t>(std::ranges::count(findings, severity, &Finding::severity));
}

bool Verdict::passed() const {
    return error.empty() &&
           std::ranges::all_of(findings, [&](const Finding& finding) { return finding.severity < failOn; });
}

std::string notJudgedText(const Verdict& verdict) {
    std::string text;
    for (const auto& [what, why] : verdict.notJudged)
        text += fmt::format("{}{} ({})", text.empty() ? "" : "; ", what, why);
    return text;
}

std::string findingLine(const Finding& finding) {
    const std::string_view advice = adviceFor(finding.id);
    return fmt::format("{:<8} {:<22} {}: {}{}{}", severityLabel(finding.severity), finding.id, finding.object,
                       finding.message, advice.empty() ? "" : " -> ", advice);
}

std::string verdictText(const Verdict& verdict, bool oneOfMany) {
    const std::string begin = oneOfMany ? verdict.file + ": " : "";
    std::string text;
    for (const Finding& finding : verdict.findings)
        text += begin + findingLine(finding) + "\n";
    if (const std::string left = notJudgedText(verdict); !left.empty()) text += begin + "not judged: " + left + "\n";
    return text + fmt::format("{}: {}: {}\n", verdict.file, verdict.passed() ? "passed" : "failed",
                              countsText(VerdictSum({&verdict, 1})));
}

std::string verdictLine(const Verdict& verdict) {
    Json json{{"schema", kVerdictSchema}};
    addPath(json, "file", verdict.place());
    if (!verdict.error.empty()) {
        json.update({{"passed", false}, {"error", verdict.error}});
        return jsonLine(json);
    }
    json["policy"] = Json();
    if (!verdict.policy.empty()) addPath(json, "policy", verdict.policy);
    json.update({{"format", verdict.format},
                 {"passed", verdict.passed()},
                 {"fail_on", severityName(verdict.failOn)},
                 {"errors", verdict.count(Severity::error)},
                 {"warnings", verdict.count(Severity::warning)},
                 {"infos", verdict.count(Severity::info)},
                 {"ignored", verdict.ignored},
                 {"findings", findingsJson(verdict.findings)},
                 {"accepted", findingsJson(verdict.accepted)}});
    json["not_judged"] = Json::array();
    for (const auto& [what, why] : verdict.notJudged)
        json["not_judged"].push_back({{"what", what}, {"why", why}});
    return jsonLine(json);
}

VerdictSum::VerdictSum(std::span<const Verdict> verdicts) {
    for (const Verdict& verdict : verdicts)
        add(verdict);
}

void VerdictSum::add(const Verdict& verdict) {
    ++(!verdict.error.empty() ? unreadable : verdict.passed() ? passed : failed);
    errors += verdict.count(Severity::error);
    warnings += verdict.count(Severity::warning);
    infos += verdict.count(Severity::info);
    accepted += verdict.accepted.size();
    ignored += verdict.ignored;
}

std::string countsText(const VerdictSum& sum) {
    std::string text = fmt::format("{}, {}, {}", counted(sum.errors, "error", "errors"),
                                   counted(sum.warnings, "warning", "warnings"), counted(sum.infos, "note", "notes"));
    if (sum.accepted > 0) text += fmt::format("; {} accepted", sum.accepted);
    if (sum.ignored > 0) text += fmt::format("{} {} ignored", sum.accepted > 0 ? "," : ";", sum.ignored);
    return text;
}

std::string sumText(const VerdictSum& sum) {
    return fmt::format("{}: {} passed, {} failed, {} unreadable; {}\n", counted(sum.files(), "file", "files"),
                       sum.passed, sum.failed, sum.unreadable, countsText(sum));
}

std::string sumLine(const VerdictSum& sum) {
    return jsonLine({{"schema", kVerdictSchema},
                     {"files", sum.files()},
                     {"passed", sum.passed},
                     {"failed", sum.failed},
                     {"unreadable", sum.unreadable},
                     {"errors", sum.errors},
                     {"warnings", sum.warnings},
                     {"infos", sum.infos},
                     {"accepted", sum.accepted},
                     {"ignored", sum.ignored}});
}

}  // namespace sinew
