#include <cctype>
#include <map>

#include <fmt/format.h>

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
            for (const Finding& finding : verdict.findings)
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

Json invocationOf(std::span<const Verdict> verdicts) {
    Json notifications;
    for (const Verdict& verdict : verdicts)
        if (!verdict.error.empty())
            notifications.push_back(
                {{"level", "error"},
                 {"message", messageOf(verdict.error)},
                 {"locations", Json::array({locationOf(verdict.path.empty() ? verdict.file : verdict.path)})}});
    Json invocation{{"executionSuccessful", notifications.empty()}};
    if (!notifications.empty()) invocation["toolExecutionNotifications"] = std::move(notifications);
    return invocation;
}

}  // namespace

std::string verdictSarif(std::span<const Verdict> verdicts) {
    const Rules rules(verdicts);
    Json results = Json::array();
    for (const Verdict& verdict : verdicts)
        for (const Finding& finding : verdict.findings) {
            Json location = locationOf(verdict.path.empty() ? verdict.file : verdict.path);
            location["logicalLocations"] = Json::array({{{"name", finding.object}}});
            Json& result = results.emplace_back(
                Json{{"ruleId", finding.id},
                     {"ruleIndex", rules.places.at(finding.id)},
                     {"level", severityLabel(finding.severity)},
                     {"message", messageOf(fmt::format("{}: {}", finding.object, finding.message))},
                     {"locations", Json::array({location})}});
            Json properties;
            addFigures(finding, properties);
            if (!properties.empty()) result["properties"] = std::move(properties);
        }
    const Json driver = {{"name", "Sinew"}, {"version", SINEW_VERSION}, {"rules", rules.json}};
    const Json run = {
        {"tool", {{"driver", driver}}}, {"invocations", Json::array({invocationOf(verdicts)})}, {"results", results}};
    const Json log = {{"$schema", kSarifSchema}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
    return jsonText(log);
}

}  // namespace sinew
