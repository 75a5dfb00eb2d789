#pragma once

#include <string>

#include "support/catch.h"

/// The text with the first `from` replaced. Fails the test if there is none.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}
