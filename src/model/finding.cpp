#include "model/finding.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace sinew {

std::optional<uint32_t> subjectOf(const Finding& finding, Subject::Kind kind) {
    const auto found = std::ranges::find(finding.subjects, kind, &Subject::kind);
    return found != finding.subjects.end() ? std::optional(found->index) : std::nullopt;
}

Measured measuredCount(size_t count, const char* one, const char* many) {
    return {{static_cast<double>(count), many}, counted(count, one, many)};
}

Measured measuredPart(size_t count, size_t all, const char* one, const char* many) {
    return {{static_cast<double>(count), many}, std::to_string(count) + " of " + counted(all, one, many)};
}

Measured measured(double value, const char* unit) {
    return {{value, unit}, figure(value) + " " + unit};
}

Measured measuredShare(double share, const std::string& whole) {
    return measured(share * 100.0, ("% of " + whole).c_str());
}

Measured measuredOfSize(float length, float size) {
    return measuredShare(static_cast<double>(length) / static_cast<double>(size), "the model's size");
}

std::string figure(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", value);
    return text.data();
}

std::string percent(double share) {
    return figure(share * 100.0) + " %";
}

std::string counted(size_t count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string listed(std::span<const std::string> names, size_t most) {
    std::string text;
    for (size_t i = 0; i < std::min(names.size(), most); ++i)
        text += (i == 0 ? "'" : ", '") + names[i] + "'";
    if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
    return text;
}

}  // namespace sinew
