#include "app/report/subject.h"

#include <cctype>
#include <charconv>
#include <cmath>

namespace sinew {
namespace {

/// The index of the object among `count` names, else of the name that the message has first.
template <typename NameOf>
std::optional<size_t> namedIn(const Finding& finding, size_t count, const NameOf& nameOf) {
    std::optional<size_t> first;
    size_t place = std::string::npos;
    for (size_t i = 0; i < count; ++i) {
        const std::string& name = nameOf(i);
        if (name.empty()) continue;
        if (name == finding.object) return i;
        const size_t at = finding.message.find("'" + name + "'");
        if (at < place) place = at, first = i;
    }
    return first;
}

}  // namespace

std::optional<size_t> clipOf(const Finding& finding, const Model& model) {
    return namedIn(finding, model.clips.size(), [&](size_t i) -> const std::string& { return model.clips[i].name; });
}

std::optional<uint32_t> nodeOf(const Finding& finding, const Model& model) {
    const std::vector<std::string>& names = model.hierarchy.names;
    const auto found = namedIn(finding, names.size(), [&](size_t i) -> const std::string& { return names[i]; });
    return found ? std::optional(static_cast<uint32_t>(*found)) : std::nullopt;
}

std::optional<double> secondsOf(const Finding& finding) {
    constexpr std::string_view kAt = " at ";
    const std::string& text = finding.message;
    // From the end: names come first, and may hold anything.
    for (size_t at = text.rfind(kAt); at != std::string::npos; at = at > 0 ? text.rfind(kAt, at - 1) : std::string::npos) {
        double seconds = 0.0;
        const char* const end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data() + at + kAt.size(), end, seconds);
        const std::string_view unit(rest, end);
        const bool isUnit = unit == " s" || (unit.starts_with(" s") && !std::isalnum(static_cast<unsigned char>(unit[2])));
        if (error == std::errc() && isUnit && std::isfinite(seconds)) return seconds;
    }
    return std::nullopt;
}

}  // namespace sinew
