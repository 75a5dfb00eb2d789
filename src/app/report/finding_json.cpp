#include "app/report/finding_json.h"

#include <cmath>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "app/report/report.h"

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;

/// A count as it is, a measure with six digits: what a float has of it.
Json numberFrom(double value) {
    constexpr double kMostCounted = 1e15;
    if (value == std::trunc(value) && std::abs(value) < kMostCounted) return static_cast<int64_t>(value);
    return std::stod(fmt::format("{:.6g}", value));
}

Json figureJson(const Figure& figure) {
    return {{"value", numberFrom(figure.value)}, {"unit", figure.unit}};
}

}  // namespace

Json findingJson(const Finding& finding) {
    return {{"id", finding.id},
            {"severity", severityName(finding.severity)},
            {"object", finding.object},
            {"message", finding.message}};
}

void addFigures(const Finding& finding, Json& json) {
    if (finding.figure) json["figure"] = figureJson(*finding.figure);
    for (const Finding::Other& other : finding.others) {
        Json& one = json["others"].emplace_back(Json{{"object", other.object}});
        if (other.figure) one["figure"] = figureJson(*other.figure);
    }
}

}  // namespace sinew
