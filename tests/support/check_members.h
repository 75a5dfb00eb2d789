#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "support/catch.h"

/// Checks that the value has these members, which are written as JSON; it may have more.
template <typename Json>
void checkMembers(const Json& value, const std::string& expected) {
    const Json members = Json::parse(expected);
    for (const auto& [key, member] : members.items()) {
        CAPTURE(key);
        CHECK(value.at(key) == member);
    }
}
