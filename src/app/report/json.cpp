#include "app/report/json.h"

#include <array>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "app/report/messages.h"
#include "base/shown_text.h"

namespace sinew {
namespace {

Json figureJson(const Figure& figure) {
    return {{"value", numberFrom(figure.value)}, {"unit", figure.unit}};
}

}  // namespace

Json numberFrom(double value) {
    constexpr double kMostCounted = 1e15;
    if (value == std::trunc(value) && std::abs(value) < kMostCounted) return static_cast<int64_t>(value);
    return std::stod(fmt::format("{:.6g}", value));
}

Json orNull(const std::string& text) {
    return text.empty() ? Json() : Json(text);
}

std::string jsonText(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string jsonLine(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string uriFrom(const std::string& path) {
    std::string uri;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isPlain = std::isalnum(byte) != 0 || std::string_view("-._~/").find(c) != std::string_view::npos;
        uri += isPlain ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    return path.starts_with('/') ? "file://" + uri : uri;
}

void addPath(Json& json, const std::string& key, const std::string& path) {
    json[key] = isUtf8(path) ? path : shownPath(path);
    if (!isUtf8(path)) json[key + "_uri"] = uriFrom(path);
}

void addSubjects(const Finding& finding, Json& json) {
    constexpr std::array kKeys{"model", "node", "mesh", "clip", "material", "texture", "morph_target"};
    for (const Subject& subject : finding.subjects)
        if (subject.kind != Subject::Kind::model) json.emplace(kKeys[static_cast<size_t>(subject.kind)], subject.index);
    if (finding.seconds) json["time_s"] = *finding.seconds;
}

Json findingJson(const Finding& finding) {
    Json json{{"id", finding.id},
              {"severity", severityName(finding.severity)},
              {"object", finding.object},
              {"message", finding.message}};
    addSubjects(finding, json);
    return json;
}

void addFigures(const Finding& finding, Json& json) {
    if (finding.figure) json["figure"] = figureJson(*finding.figure);
    for (const Finding::Other& other : finding.others) {
        Json& one = json["others"].emplace_back(Json{{"object", other.object}});
        if (other.figure) one["figure"] = figureJson(*other.figure);
    }
}

}  // namespace sinew
