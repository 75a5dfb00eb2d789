#pragma once

#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/check_members.h"

/// A JSON value on each line.
inline std::vector<nlohmann::ordered_json> jsonLines(const std::string& text) {
    std::vector<nlohmann::ordered_json> values;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        values.push_back(nlohmann::ordered_json::parse(line));
    return values;
}
