#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/finding.h"
#include "support/catch.h"

/// The number of findings with that id.
inline auto countOf(const std::vector<sinew::Finding>& findings, std::string_view id) {
    return std::ranges::count(findings, id, &sinew::Finding::id);
}

/// The only finding with that id. Fails the test if there is not exactly one.
inline sinew::Finding onlyOne(const std::vector<sinew::Finding>& findings, std::string_view id) {
    INFO(id);
    REQUIRE(countOf(findings, id) == 1);
    return *std::ranges::find(findings, id, &sinew::Finding::id);
}

/// Checks the only finding with that id. `says`: a part of its message; an empty object, or no severity, is not
/// compared.
inline void checkOnly(const std::vector<sinew::Finding>& findings, std::string_view id, const std::string& object,
                      const std::string& says, std::optional<sinew::Severity> severity = std::nullopt) {
    const sinew::Finding finding = onlyOne(findings, id);
    INFO(id);
    if (!object.empty()) CHECK(finding.object == object);
    CHECK_THAT(finding.message, Catch::Matchers::ContainsSubstring(says));
    if (severity) CHECK(finding.severity == *severity);
}
