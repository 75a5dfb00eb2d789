#include "viewer/controls.h"

#include "support/catch.h"

using namespace sinew;

namespace {

using Events = std::vector<PointerEvent>;

constexpr unsigned kLeft = 1, kRight = 2;

}  // namespace

TEST_CASE("a press and a release at one place are a click, in one update or several") {
    ClickDetector clicks(4.0f);
    CHECK(clicks.take(Events{{{10, 20}}, {{10, 20}, kLeft}, {{12, 21}}}) == glm::vec2(10, 20));
    CHECK_FALSE(clicks.take(Events{{{30, 20}, kLeft}}));
    CHECK_FALSE(clicks.take(Events{}));
    CHECK(clicks.take(Events{{{30, 20}}}) == glm::vec2(30, 20));
    CHECK_FALSE(clicks.take(Events{{{30, 20}}}));
    CHECK(clicks.take(Events{{{1, 1}, kLeft}, {{1, 1}}, {{9, 9}, kLeft}, {{9, 9}}}) == glm::vec2(9, 9));
}

TEST_CASE("a drag is not a click, even if it returns to its start") {
    ClickDetector clicks(4.0f);
    CHECK_FALSE(clicks.take(Events{{{10, 20}, kLeft}, {{30, 20}, kLeft}}));
    CHECK_FALSE(clicks.take(Events{{{10, 20}, kLeft}, {{10, 20}}}));
    CHECK_FALSE(clicks.take(Events{{{10, 20}, kLeft}, {{15, 20}}}));  // released elsewhere
    CHECK(clicks.take(Events{{{10, 20}, kLeft}, {{10, 20}}}));
}

TEST_CASE("only the left button alone clicks") {
    ClickDetector clicks(4.0f);
    CHECK_FALSE(clicks.take(Events{{{10, 20}, kRight}, {{10, 20}}}));
    CHECK_FALSE(clicks.take(Events{{{10, 20}, kRight}, {{10, 20}, kRight | kLeft}, {{10, 20}, kLeft}, {{10, 20}}}));
    CHECK_FALSE(clicks.take(Events{{{10, 20}, kLeft}, {{10, 20}, kRight | kLeft}, {{10, 20}, kLeft}, {{10, 20}}}));
    CHECK(clicks.take(Events{{{10, 20}, kLeft}, {{10, 20}}}));
}
