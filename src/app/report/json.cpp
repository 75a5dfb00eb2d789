#include "app/report/json.h"

#include <cmath>

#include <fmt/format.h>

#include "app/report/messages.h"

namespace sinew {
namespace {

/// Whole numbers stay as they are; others get six significant digits, the precision of a float.
Json numberFrom(double value) {
    constexpr double kMostCounted = 1e15;
    if (value == std::trunc(value) && std::abs(value) < kMostCounted) return static_cast<int64_t>(value);
    return std::stod(fmt::format("{:.6g}", value));
}

Json figureJson(const Figure& figure) {
    return {{"value", numberFrom(figure.value)}, {"unit", figure.unit}};
}

}  // namespace

Json orNull(const std::string& text) {
    return text.empty() ? Json() : Json(text);
}

std::string jsonText(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string jsonLine(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

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
