#include "import/build/keys.h"

#include <algorithm>
#include <map>

#include "import/build/convert.h"

namespace sinew {

void KeyRepairs::report(const std::string& clip, const NodeHierarchy& hierarchy, Findings& findings) const {
    const auto add = [&](const char* id, Severity severity, const Kind& kind, const char* one, const char* many,
                         const char* rest) {
        if (kind.count == 0) return;
        findings.push_back(countFinding(id, severity, clip, kind.count, one, many, rest));
        if (kind.node) findings.back().message += ", beginning with " + inQuotes(hierarchy.names[*kind.node]);
    };
    add("key-dropped", Severity::warning, dropped, "key", "keys", "ignored: not finite");
    add("rotation-not-unit", Severity::warning, scaled, "rotation key", "rotation keys",
        "normalized: quaternions far from unit length");
    add("key-order", Severity::warning, reordered, "track", "tracks", "with keys out of order or at equal times");
    add("key-order", Severity::info, repeated, "track", "tracks", "with the same key twice");
}

std::optional<float> usable(float value, KeyRepairs&) {
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<glm::vec3> usable(const glm::vec3& value, KeyRepairs&) {
    return isFinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<glm::quat> usable(const glm::quat& value, KeyRepairs& repairs) {
    constexpr double kUnitLength = 0.02;  // quaternions in 8 bits are off by less
    const glm::dquat q(value);
    const double length = glm::length(q);
    if (!std::isfinite(length) || length < 1e-12) return std::nullopt;
    if (std::abs(length - 1.0) > kUnitLength) repairs.add(repairs.scaled);
    return glm::quat(q / length);
}

double lastKeySeconds(const AnimationClip& clip) {
    double last = 0.0;
    forEachTrack(clip, [&last](const auto& track) {
        if (!track.empty()) last = std::max(last, track.times.back());
    });
    return last;
}

void reportDuplicateNames(const std::vector<std::string>& names, Findings& findings) {
    std::map<std::string_view, size_t> counts;
    for (const std::string_view name : names)
        if (!name.empty()) ++counts[name];
    for (const auto& [name, count] : counts)
        if (count > 1)
            findings.push_back(countFinding("clip-name-duplicate", Severity::warning, std::string(name), count, "clip",
                                            "clips", "have this name; scripts find the first one only"));
}

}  // namespace sinew
