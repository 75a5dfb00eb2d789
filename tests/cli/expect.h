#pragma once

#include <string>
#include <vector>

#include "support/assets.h"
#include "support/catch.h"
#include "support/process.h"

/// Small pictures, so that tests are fast.
inline const Arguments kSmall{"--size", "96x64"};

/// Fails the test, with the program's output, unless the exit code is `exit`.
inline void requireExit(const Finished& finished, int exit) {
    INFO(finished.describe());
    REQUIRE_FALSE(finished.timedOut);
    REQUIRE(finished.signal == 0);
    REQUIRE(finished.exit == exit);
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

inline bool isOneLine(const std::string& text) {
    return !text.empty() && text.find('\n') == text.size() - 1;
}

inline bool isPng(const std::string& bytes) {
    return bytes.starts_with("\x89PNG\r\n\x1a\n") && contains(bytes.substr(bytes.size() - 12), "IEND");
}
