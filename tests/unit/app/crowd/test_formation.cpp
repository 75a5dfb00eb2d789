#include "app/crowd/formation.h"

#include <algorithm>

#include <glm/geometric.hpp>

#include "support/catch.h"

using namespace sinew;

namespace {

float smallestDistance(const std::vector<StartPlace>& places) {
    float least = 1e9f;
    for (size_t i = 0; i < places.size(); ++i)
        for (size_t j = 0; j < i; ++j)
            least = std::min(least, glm::distance(places[i].position, places[j].position));
    return least;
}

bool equal(const std::vector<StartPlace>& a, const std::vector<StartPlace>& b) {
    return std::ranges::equal(a, b, [](const StartPlace& x, const StartPlace& y) {
        return x.position == y.position && x.heading == y.heading;
    });
}

}  // namespace

TEST_CASE("characters of every formation keep their distance and stand around the origin") {
    const auto [formation, least] = GENERATE(std::pair(Formation::grid, 0.99f), std::pair(Formation::circle, 0.95f),
                                             std::pair(Formation::scatter, 0.5f));
    for (const uint32_t count : {1u, 2u, 7u, 100u, 333u}) {
        const std::vector<StartPlace> places = startPlaces({.count = count, .formation = formation}, 2.0f);
        REQUIRE(places.size() == count);
        CHECK(smallestDistance(places) >= 2.0f * least);
        const glm::vec2 reach = formationReach(places);
        for (const StartPlace& place : places)
            CHECK((glm::abs(place.position).x <= reach.x && glm::abs(place.position).y <= reach.y));
        // No larger than a square or disk that they fill.
        CHECK(std::max(reach.x, reach.y) <= 2.0f * (0.5f * std::sqrt(static_cast<float>(count)) + 1.0f));
    }
}

TEST_CASE("the seed decides where a scattered crowd stands, and nothing else does") {
    const CrowdSettings settings{.count = 50, .formation = Formation::scatter, .seed = 3};
    CHECK(equal(startPlaces(settings, 1.0f), startPlaces(settings, 1.0f)));
    CrowdSettings other = settings;
    other.seed = 4;
    CHECK(!equal(startPlaces(settings, 1.0f), startPlaces(other, 1.0f)));
    // More characters do not move those in the same places of a row.
    CHECK(startPlaces(settings, 1.0f)[0].heading == startPlaces({90, Formation::scatter, 3}, 1.0f)[0].heading);
}
