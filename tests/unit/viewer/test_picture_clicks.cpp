#include "viewer/picture_clicks.h"

#include "support/catch.h"

using namespace sinew;

namespace {

using Events = std::vector<PointerEvent>;

constexpr unsigned kLeft = 1, kRight = 2;

}  // namespace

TEST_CASE("a press and a release in one place are a click there, whether they come at once or apart") {
    PictureClicks clicks(4.0f);
    CHECK(clicks.take(Events{{{10, 20}}, {{10, 20}, kLeft}, {{12, 21}}}) == glm::vec2(10, 20));
    CHECK_FALSE(clicks.take(Events{{{30, 20}, kLeft}}));
    CHECK_FALSE(clicks.take(Events{}));
    CHECK(clicks.take(Events{{{30, 20}}}) == glm::vec2(30, 20));
    CHECK_FALSE(clicks.take(Events{{{30, 20}}}));
    CHECK(clicks.take(Events{{{1, 1}, kLeft}, {{1, 1}}, {{9, 9}, kLeft}, {{9, 9}}}) == glm::vec2(9, 9));
}

TEST_CASE("a drag is no click, even when it comes back, and the click after it is one") {
    PictureClicks clicks(4.0f);
    CHECK_FALSE(clicks.take(Events{{{10, 20}, kLeft}, {{30, 20}, kLeft}}));
    CHECK_FALSE(clicks.take(Events{{{10, 20}, kLeft}, {{10, 20}}}));
    CHECK_FALSE(clicks.take(Events{{{10, 20}, kLeft}, {{15, 20}}}));  // let go elsewhere
    CHECK(clicks.take(Events{{{10, 20}, kLeft}, {{10, 20}}}));
}

TEST_CASE("other buttons do not click, nor does the left one with them") {
    PictureClicks clicks(4.0f);
    CHECK_FALSE(clicks.take(Events{{{10, 20}, kRight}, {{10, 20}}}));
    CHECK_FALSE(clicks.take(Events{{{10, 20}, kRight}, {{10, 20}, kRight | kLeft}, {{10, 20}, kLeft}, {{10, 20}}}));
    CHECK_FALSE(clicks.take(Events{{{10, 20}, kLeft}, {{10, 20}, kRight | kLeft}, {{10, 20}, kLeft}, {{10, 20}}}));
    CHECK(clicks.take(Events{{{10, 20}, kLeft}, {{10, 20}}}));
}
