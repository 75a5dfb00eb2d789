#include "app/verdict.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/report.h"
#include "model/check.h"
#include "model/check_rules.h"

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVerdictSchema = 1;
constexpr const char* kSarifSchema = "https://json.schemastore.org/sarif-2.1.0.json";

std::string counted(size_t count, std::string_view word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

/// A path as a reference (RFC 3986): bytes that a URI has not are written as percent and two digits.
std::string uriFrom(const std::string& path) {
    std::string uri;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isPlain = std::isalnum(byte) != 0 || std::string_view("-._~/").find(c) != std::string_view::npos;
        uri += isPlain ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    return path.starts_with('/') ? "file://" + uri : uri;
}

const char* sarifLevel(Severity severity) {
    return severity == Severity::info ? "note" : severity == Severity::warning ? "warning" : "error";
}

Json sarifRules(const Verdict& verdict) {
    std::set<std::string_view> found;
    for (const Finding& finding : verdict.findings)
        found.insert(finding.id);
    Json rules = Json::array();
    for (const CheckRule& rule : checkRules())
        if (found.contains(rule.id))
            rules.push_back(
                {{"id", rule.id}, {"shortDescription", {{"text", rule.meaning}}}, {"help", {{"text", rule.advice}}}});
    return rules;
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
    return text + fmt::format("{}: {}: {}, {}, {} for information\n", verdict.file,
                              verdict.passed() ? "holds" : "does not hold",
                              counted(verdict.count(Severity::error), "error"),
                              counted(verdict.count(Severity::warning), "warning"), verdict.count(Severity::info));
}

std::string verdictJson(const Verdict& verdict) {
    Json findings = Json::array();
    for (const Finding& finding : verdict.findings)
        findings.push_back({{"id", finding.id},
                            {"severity", severityName(finding.severity)},
                            {"object", finding.object},
                            {"message", finding.message},
                            {"advice", adviceFor(finding.id)}});
    const Json json = {{"schema", kVerdictSchema},
                       {"file", verdict.file},
                       {"format", verdict.format},
                       {"passed", verdict.passed()},
                       {"fail_on", severityName(verdict.failOn)},
                       {"errors", verdict.count(Severity::error)},
                       {"warnings", verdict.count(Severity::warning)},
                       {"infos", verdict.count(Severity::info)},
                       {"findings", findings}};
    return json.dump(2) + "\n";
}

std::string verdictSarif(const Verdict& verdict) {
    Json results = Json::array();
    for (const Finding& finding : verdict.findings) {
        const Json location = {{"physicalLocation", {{"artifactLocation", {{"uri", uriFrom(verdict.file)}}}}},
                               {"logicalLocations", Json::array({{{"name", finding.object}}})}};
        results.push_back({{"ruleId", finding.id},
                           {"level", sarifLevel(finding.severity)},
                           {"message", {{"text", fmt::format("{}: {}", finding.object, finding.message)}}},
                           {"locations", Json::array({location})}});
    }
    const Json driver = {{"name", "Sinew"}, {"version", SINEW_VERSION}, {"rules", sarifRules(verdict)}};
    const Json run = {{"tool", {{"driver", driver}}}, {"results", results}};
    const Json log = {{"$schema", kSarifSchema}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
    return log.dump(2) + "\n";
}

}  // namespace sinew
