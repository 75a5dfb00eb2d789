#pragma once

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "base/error.h"
#include "support/catch.h"

/// The message of the error that `act` throws; empty if it throws none. An Error must blame the input.
template <typename Act>
std::string thrownBy(Act&& act) {
    try {
        act();
    } catch (const std::runtime_error& thrown) {
        if (const auto* error = dynamic_cast<const sinew::Error*>(&thrown)) CHECK(error->exit() == sinew::Exit::input);
        return thrown.what();
    }
    return "";
}

/// Why `read` refuses that file, which the message must name, on one line; empty if it does not.
template <typename Read>
std::string refusalOf(const std::filesystem::path& path, Read&& read) {
    const std::string message = thrownBy(read), start = path.string() + ": ";
    if (message.empty()) return message;
    CHECK(message.starts_with(start));
    CHECK(message.find('\n') == std::string::npos);
    return message.substr(std::min(message.size(), start.size()));
}
