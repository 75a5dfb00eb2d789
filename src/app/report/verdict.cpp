#include "app/report/verdict.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/report/finding_json.h"
#include "app/report/report.h"
#include "check/check.h"

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;

std::string counted(size_t count, std::string_view word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

Json jsonOf(const Verdict& verdict) {
    Json findings = Json::array();
    for (const Finding& finding : verdict.findings) {
        Json& json = findings.emplace_back(findingJson(finding));
        json["advice"] = adviceFor(finding.id);
        addFigures(finding, json);
    }
    return {{"schema", kVerdictSchema},
            {"file", verdict.file},
            {"format", verdict.format},
            {"passed", verdict.passed()},
            {"fail_on", severityName(verdict.failOn)},
            {"errors", verdict.count(Severity::error)},
            {"warnings", verdict.count(Severity::warning)},
            {"infos", verdict.count(Severity::info)},
            {"findings", findings}};
}

}  // namespace

size_t Verdict::count(Severity severity) const {
    return static_cast<size_t>(std::ranges::count(findings, severity, &Finding::severity));
}

bool Verdict::passed() const {
    return std::ranges::all_of(findings, [&](const Finding& finding) { return finding.severity < failOn; });
}

Verdict judge(const ImportedModel& imported, Severity failOn, uint32_t maxBones) {
    const auto& [model, report] = imported;
    return {.file = report.file, .format = report.format, .failOn = failOn, .findings = check(model, report, maxBones)};
}

std::string verdictText(const Verdict& verdict) {
    std::string text;
    for (const Finding& finding : verdict.findings) {
        const std::string_view advice = adviceFor(finding.id);
        text += fmt::format("{:<8} {:<22} {}: {}{}{}\n", severityName(finding.severity), finding.id, finding.object,
                            finding.message, advice.empty() ? "" : " -> ", advice);
    }
    return text + fmt::format("{}: {}: {}, {}, {}\n", verdict.file, verdict.passed() ? "passed" : "failed",
                              counted(verdict.count(Severity::error), "error"),
                              counted(verdict.count(Severity::warning), "warning"),
                              counted(verdict.count(Severity::info), "note"));
}

std::string verdictLine(const Verdict& verdict) {
    return jsonOf(verdict).dump() + "\n";
}

}  // namespace sinew
