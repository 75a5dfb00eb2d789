// Supports Catch2 3 and 2.13: TEST_CASE, CHECK, GENERATE, Approx, the matchers and
// SKIP are the same with both.
#pragma once

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_approx.hpp>
#include <catch2/catch_message.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/catch_tostring.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>

using Catch::Approx;  // version 2 has it globally
#else
#include <catch2/catch.hpp>

// Ends the test case without failure. test.sh lists the reason. Built in since version 3.3.
#define SKIP(...)                            \
    do {                                     \
        WARN("SKIPPED: " << __VA_ARGS__);    \
        throw Catch::TestFailureException{}; \
    } while (false)

namespace Catch::Matchers {
// The name that version 3 gives to version 2's Contains(string).
inline auto ContainsSubstring(const std::string& text, CaseSensitive::Choice sensitivity = CaseSensitive::Yes) {
    return Contains(text, sensitivity);
}
}  // namespace Catch::Matchers
#endif
