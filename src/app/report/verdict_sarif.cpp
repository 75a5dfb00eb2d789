#include "app/report/verdict_sarif.h"

#include <cctype>
#include <map>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/report/finding_json.h"
#include "check/check.h"

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSarifSchema = "https://json.schemastore.org/sarif-2.1.0.json";

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

/// A message's text: braces stand for arguments there unless they are doubled (section 3.11.5).
Json messageOf(const std::string& text) {
    std::string escaped;
    for (const char c : text)
        escaped += std::string(c == '{' || c == '}' ? 2 : 1, c);
    return {{"text", escaped}};
}

const char* levelOf(Severity severity) {
    return severity == Severity::info ? "note" : severity == Severity::warning ? "warning" : "error";
}

Json locationOf(const std::string& file) {
    return {{"physicalLocation", {{"artifactLocation", {{"uri", uriFrom(file)}}}}}};
}

/// The rules that were broken, and where each stands among them.
struct Rules {
    Json json = Json::array();
    std::map<std::string_view, size_t> places;

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

Json invocationOf(std::span<const UnreadableFile> unreadable) {
    Json invocation{{"executionSuccessful", unreadable.empty()}};
    for (const UnreadableFile& file : unreadable)
        invocation["toolExecutionNotifications"].push_back({{"level", "error"},
                                                            {"message", messageOf(file.cause)},
                                                            {"locations", Json::array({locationOf(file.file)})}});
    return invocation;
}

}  // namespace

std::string verdictSarif(std::span<const Verdict> verdicts, std::span<const UnreadableFile> unreadable) {
    const Rules rules(verdicts);
    Json results = Json::array();
    for (const Verdict& verdict : verdicts)
        for (const Finding& finding : verdict.findings) {
            Json location = locationOf(verdict.file);
            location["logicalLocations"] = Json::array({{{"name", finding.object}}});
            Json& result = results.emplace_back(
                Json{{"ruleId", finding.id},
                     {"ruleIndex", rules.places.at(finding.id)},
                     {"level", levelOf(finding.severity)},
                     {"message", messageOf(fmt::format("{}: {}", finding.object, finding.message))},
                     {"locations", Json::array({location})}});
            Json properties;
            addFigures(finding, properties);
            if (!properties.empty()) result["properties"] = std::move(properties);
        }
    const Json driver = {{"name", "Sinew"}, {"version", SINEW_VERSION}, {"rules", rules.json}};
    const Json run = {
        {"tool", {{"driver", driver}}}, {"invocations", Json::array({invocationOf(unreadable)})}, {"results", results}};
    const Json log = {{"$schema", kSarifSchema}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
    return log.dump(2) + "\n";
}

}  // namespace sinew
