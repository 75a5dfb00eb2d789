#include <functional>
#include <map>

#include <fmt/format.h>

#include "app/report/fingerprint.h"
#include "app/report/json.h"
#include "app/report/messages.h"
#include "app/report/verdict.h"
#include "check/check.h"

namespace sinew {
namespace {

constexpr const char* kSarifSchema = "https://json.schemastore.org/sarif-2.1.0.json";

/// Doubles the braces, which mark placeholders otherwise (section 3.11.5).
Json messageOf(const std::string& text) {
    std::string escaped;
    for (const char c : text)
        escaped += std::string(c == '{' || c == '}' ? 2 : 1, c);
    return {{"text", escaped}};
}

Json locationOf(const std::string& file) {
    return {{"physicalLocation", {{"artifactLocation", {{"uri", uriFrom(file)}}}}}};
}

/// The rules with findings.
struct Rules {
    Json json = Json::array();
    std::map<std::string_view, size_t> places;  ///< index in `json` by id

    explicit Rules(std::span<const Verdict> verdicts) {
        for (const Verdict& verdict : verdicts)
            for (const std::vector<Finding>& findings : {std::cref(verdict.findings), std::cref(verdict.accepted)})
                for (const Finding& finding : findings)
                    places.emplace(finding.id, 0);
        for (const CheckRule& rule : checkRules()) {
            const auto place = places.find(rule.id);
            if (place == places.end()) continue;
            place->second = json.size();
            json.push_back(
                {{"id", rule.id}, {"shortDescription", {{"text", rule.meaning}}}, {"help", {{"text", rule.advice}}}});
        }
    }
};

Json resultOf(const Verdict& verdict, const Finding& finding, const Rules& rules) {
    Json location = locationOf(verdict.place());
    location["logicalLocations"] = Json::array({{{"name", finding.object}}});
    Json result{{"ruleId", finding.id},
                {"ruleIndex", rules.places.at(finding.id)},
                {"level", severityLabel(finding.severity)},
                {"message", messageOf(fmt::format("{}: {}", finding.object, finding.message))},
                {"locations", Json::array({location})},
                {"partialFingerprints", {{"sinewFinding/v1", hashOf(fingerprintOf(finding))}}}};
    Json properties;
    addSubjects(finding, properties);
    addFigures(finding, properties);
    if (!properties.empty()) result["properties"] = std::move(properties);
    return result;
}

Json invocationOf(std::span<const Verdict> verdicts) {
    Json notifications;
    for (const Verdict& verdict : verdicts)
        if (!verdict.error.empty())
            notifications.push_back({{"level", "error"},
                                     {"message", messageOf(verdict.error)},
                                     {"locations", Json::array({locationOf(verdict.place())})}});
    Json invocation{{"executionSuccessful", notifications.empty()}};
    if (!notifications.empty()) invocation["toolExecutionNotifications"] = std::move(notifications);
    return invocation;
}

}  // namespace

std::string verdictSarif(std::span<const Verdict> verdicts) {
    const Rules rules(verdicts);
    Json results = Json::array();
    for (const Verdict& verdict : verdicts) {
        for (const Finding& finding : verdict.findings)
            results.push_back(resultOf(verdict, finding, rules));
        for (const Finding& finding : verdict.accepted) {
            Json& result = results.emplace_back(resultOf(verdict, finding, rules));
            result["suppressions"] =
                Json::array({{{"kind", "external"}, {"justification", "accepted by the baseline"}}});
        }
    }
    const Json driver = {{"name", "Sinew"}, {"version", SINEW_VERSION}, {"rules", rules.json}};
    Json artifacts = Json::array();
    for (const Verdict& verdict : verdicts)
        artifacts.push_back({{"location", {{"uri", uriFrom(verdict.place())}}}});
    const Json run = {{"tool", {{"driver", driver}}},
                      {"invocations", Json::array({invocationOf(verdicts)})},
                      {"artifacts", artifacts},
                      {"results", results}};
    const Json log = {{"$schema", kSarifSchema}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
    return jsonText(log);
}

}  // namespace sinew
