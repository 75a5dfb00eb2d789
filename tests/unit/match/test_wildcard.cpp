#include "match/wildcard.h"

#include <chrono>

#include "support/catch.h"

using namespace sinew;

TEST_CASE("a star stands for any characters, a question mark for one, a backslash for the next itself") {
    CHECK(matchesName("Walk", "Walk"));
    CHECK_FALSE(matchesName("Walk", "Walk2"));
    CHECK(matchesName("Walk*", "Walk"));
    CHECK(matchesName("*alk*2", "Hero|Walk 1 2"));
    CHECK_FALSE(matchesName("*alk*2", "Hero|Walk 1 2 "));
    CHECK(matchesName("R?n", "Run"));
    CHECK(matchesName("R?n", "R\u00fcn"));
    CHECK_FALSE(matchesName("R?n", "Rn"));
    CHECK(matchesName("what\\?", "what?"));
    CHECK_FALSE(matchesName("what\\?", "whats"));
    CHECK(matchesName("a\\*b*", "a*bc"));
    CHECK(matchesName("", ""));
    CHECK(matchesName("**", ""));
    CHECK(hasWildcard("a*"));
    CHECK(hasWildcard("a\\\\?"));
    CHECK_FALSE(hasWildcard("a\\*"));
}

TEST_CASE("stars stay in a folder, two of them stand for folders") {
    CHECK(matchesPath("*.fbx", "hero.fbx"));
    CHECK_FALSE(matchesPath("*.fbx", "rigs/hero.fbx"));
    CHECK(matchesPath("**/*.fbx", "hero.fbx"));
    CHECK(matchesPath("**/*.fbx", "rigs/old/hero.fbx"));
    CHECK(matchesPath("rigs/**", "rigs/old/hero.fbx"));
    CHECK_FALSE(matchesPath("rigs/**", "props/rigs/hero.fbx"));
    CHECK(matchesPath("rigs/**/old/*", "rigs/a/b/old/hero.fbx"));
    CHECK(matchesPath("rigs/**/old/*", "rigs/old/hero.fbx"));
    CHECK_FALSE(matchesPath("rigs/**/old/*", "rigs/old/new/hero.fbx"));
    CHECK(matchesPath("**", "../hero.fbx"));
}

TEST_CASE("many stars take no exponential time") {
    std::string pattern, name(1000, 'a');
    for (int i = 0; i < 300; ++i)
        pattern += "*a";
    CHECK(matchesName(pattern, name));
    CHECK_FALSE(matchesName(pattern + "b", name));
    std::string folders = "a", patterns;
    for (int i = 0; i < 300; ++i)
        folders += "/a", patterns += "**/a/";
    CHECK_FALSE(matchesPath(patterns + "b", folders));
}

TEST_CASE("a long pattern takes no time in the product of the lengths") {
    const std::string name(1 << 20, 'a'), pattern = "*" + std::string(900, 'a') + "b";
    const auto start = std::chrono::steady_clock::now();
    CHECK_FALSE(matchesName(pattern, name));
    CHECK(matchesName(pattern.substr(0, 900), name));
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(3));
}
