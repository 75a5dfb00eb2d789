#pragma once

#include <algorithm>
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
