#include "app/report/verdict.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/report/json.h"
#include "app/report/messages.h"
#include "check/check.h"
#include "error.h"

namespace sinew {
namespace {

constexpr int kVerdictSchema = 1;

}  // namespace

size_t Verdict::count(Severity severity) const {
    return static_cast<size_t>(std::ranges::count(findings, severity, &Finding::severity));
}

bool Verdict::passed() const {
    return error.empty() &&
           std::ranges::all_of(findings, [&](const Finding& finding) { return finding.severity < failOn; });
}

Verdict judge(const ImportedModel& imported, Severity failOn, uint32_t maxBones) {
    const auto& [model, report] = imported;
    if (const auto cause = tooLargeToCheck(model)) throw Error(Exit::input, report.file + ": " + *cause);
    return {report.file, report.format, "", failOn, check(model, report, maxBones)};
}

std::string verdictText(const Verdict& verdict, bool oneOfMany) {
    const std::string begin = oneOfMany ? verdict.file + ": " : "";
    std::string text;
    for (const Finding& finding : verdict.findings) {
        const std::string_view advice = adviceFor(finding.id);
        text += fmt::format("{}{:<8} {:<22} {}: {}{}{}\n", begin, severityLabel(finding.severity), finding.id,
                            finding.object, finding.message, advice.empty() ? "" : " -> ", advice);
    }
    return text + fmt::format("{}: {}: {}, {}, {}\n", verdict.file, verdict.passed() ? "passed" : "failed",
                              counted(verdict.count(Severity::error), "error", "errors"),
                              counted(verdict.count(Severity::warning), "warning", "warnings"),
                              counted(verdict.count(Severity::info), "note", "notes"));
}

std::string verdictLine(const Verdict& verdict) {
    Json json{{"schema", kVerdictSchema}};
    addPath(json, "file", verdict.path.empty() ? verdict.file : verdict.path);
    if (!verdict.error.empty()) {
        json.update({{"passed", false}, {"error", verdict.error}});
        return jsonLine(json);
    }
    Json findings = Json::array();
    for (const Finding& finding : verdict.findings) {
        Json& one = findings.emplace_back(findingJson(finding));
        one["advice"] = adviceFor(finding.id);
        addFigures(finding, one);
    }
    json.update({{"format", verdict.format},
                 {"passed", verdict.passed()},
                 {"fail_on", severityName(verdict.failOn)},
                 {"errors", verdict.count(Severity::error)},
                 {"warnings", verdict.count(Severity::warning)},
                 {"infos", verdict.count(Severity::info)},
                 {"findings", findings}});
    return jsonLine(json);
}

void VerdictSum::add(const Verdict& verdict) {
    ++(!verdict.error.empty() ? unreadable : verdict.passed() ? passed : failed);
    errors += verdict.count(Severity::error);
    warnings += verdict.count(Severity::warning);
    infos += verdict.count(Severity::info);
}

std::string sumText(const VerdictSum& sum) {
    return fmt::format("{}: {} passed, {} failed, {} unreadable; {}, {}, {}\n", counted(sum.files(), "file", "files"),
                       sum.passed, sum.failed, sum.unreadable, counted(sum.errors, "error", "errors"),
                       counted(sum.warnings, "warning", "warnings"), counted(sum.infos, "note", "notes"));
}

std::string sumLine(const VerdictSum& sum) {
    return jsonLine({{"schema", kVerdictSchema},
                     {"files", sum.files()},
                     {"passed", sum.passed},
                     {"failed", sum.failed},
                     {"unreadable", sum.unreadable},
                     {"errors", sum.errors},
                     {"warnings", sum.warnings},
                     {"infos", sum.infos}});
}

}  // namespace sinew
