#include "app/picture/progress.h"

#include "support/catch.h"

using namespace sinew;

TEST_CASE("A duration is given in seconds, and from a minute on with hours and minutes") {
    CHECK(durationText(0.0) == "0 s");
    CHECK(durationText(0.2) == "1 s");
    CHECK(durationText(59.0) == "59 s");
    CHECK(durationText(59.5) == "0:01:00");
    CHECK(durationText(7261.0) == "2:01:01");
    CHECK(durationText(360'000.0) == "100:00:00");
    CHECK(durationText(-1.0) == "0 s");
}
