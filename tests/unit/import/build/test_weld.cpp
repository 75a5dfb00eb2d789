#include <random>
#include <set>
#include <vector>

#include "import/build/weld.h"
#include "support/catch.h"

using sinew::hashWords;
using sinew::Welder;

TEST_CASE("Welding numbers distinct values in the order of their first appearance") {
    std::mt19937 random(3);
    std::vector<uint32_t> things(50000);
    for (uint32_t& thing : things)
        thing = static_cast<uint32_t>(random() % 9000);

    Welder welder;
    std::vector<uint32_t> firsts;
    std::set<uint32_t> seen;
    for (const uint32_t thing : things) {
        const uint32_t number =
            welder.add(hashWords(&thing, sizeof(thing)), [&](uint32_t known) { return firsts[known] == thing; });
        if (seen.insert(thing).second) {
            REQUIRE(number == firsts.size());
            firsts.push_back(thing);
        }
        REQUIRE(firsts[number] == thing);
    }
    CHECK(welder.size() == seen.size());
}

TEST_CASE("Values with the same hash are compared") {
    Welder welder;
    std::vector<int> known;
    const auto add = [&](int thing) {
        const uint32_t number = welder.add(42, [&](uint32_t k) { return known[k] == thing; });
        if (number == known.size()) known.push_back(thing);
        return number;
    };
    CHECK(add(5) == 0);
    CHECK(add(6) == 1);
    CHECK(add(5) == 0);
    CHECK(add(6) == 1);
}

TEST_CASE("The hash depends on every word") {
    std::vector<uint32_t> words(7, 1);
    const uint64_t before = hashWords(words.data(), words.size() * 4);
    for (uint32_t& word : words) {
        word = 2;
        CHECK(hashWords(words.data(), words.size() * 4) != before);
        word = 1;
    }
}
