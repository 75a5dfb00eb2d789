#include "app/report/verdict.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/report/json.h"
#include "app/report/messages.h"
#include "check/check.h"

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

/// "; 2 accepted, 3 ignored" where there are any.
std::string leftOutText(size_t accepted, size_t ignored) {
    std::string text;
    if (accepted > 0) text += fmt::format("; {} accepted", accepted);
    if (ignored > 0) text += fmt::format("{} {} ignored", text.empty() ? ";" : ",", ignored);
    return text;
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

std::string verdictText(const Verdict& verdict, bool oneOfMany) {
    const std::string begin = oneOfMany ? verdict.file + ": " : "";
    std::string text;
    for (const Finding& finding : verdict.findings) {
        const std::string_view advice = adviceFor(finding.id);
        text += fmt::format("{}{:<8} {:<22} {}: {}{}{}\n", begin, severityLabel(finding.severity), finding.id,
                            finding.object, finding.message, advice.empty() ? "" : " -> ", advice);
    }
    if (const std::string left = notJudgedText(verdict); !left.empty()) text += begin + "not judged: " + left + "\n";
    return text + fmt::format("{}: {}: {}, {}, {}{}\n", verdict.file, verdict.passed() ? "passed" : "failed",
                              counted(verdict.count(Severity::error), "error", "errors"),
                              counted(verdict.count(Severity::warning), "warning", "warnings"),
                              counted(verdict.count(Severity::info), "note", "notes"),
                              leftOutText(verdict.accepted.size(), verdict.ignored));
}

std::string verdictLine(const Verdict& verdict) {
    Json json{{"schema", kVerdictSchema}};
    addPath(json, "file", verdict.path.empty() ? verdict.file : verdict.path);
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

void VerdictSum::add(const Verdict& verdict) {
    ++(!verdict.error.empty() ? unreadable : verdict.passed() ? passed : failed);
    errors += verdict.count(Severity::error);
    warnings += verdict.count(Severity::warning);
    infos += verdict.count(Severity::info);
    accepted += verdict.accepted.size();
    ignored += verdict.ignored;
}

std::string sumText(const VerdictSum& sum) {
    return fmt::format("{}: {} passed, {} failed, {} unreadable; {}, {}, {}{}\n", counted(sum.files(), "file", "files"),
                       sum.passed, sum.failed, sum.unreadable, counted(sum.errors, "error", "errors"),
                       counted(sum.warnings, "warning", "warnings"), counted(sum.infos, "note", "notes"),
                       leftOutText(sum.accepted, sum.ignored));
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
