#include "media/sequence.h"

#include "base/error.h"
#include "support/catch.h"

using namespace sinew;

TEST_CASE("The frame number replaces the number field, padded with zeros") {
    CHECK(parsePictureName("frames_%04d.png").path(7) == "frames_0007.png");
    CHECK(parsePictureName("frames_%04d.png").path(123456) == "frames_123456.png");
    CHECK(parsePictureName("%d.png").path(0) == "0.png");
    CHECK(parsePictureName("a/%02d/b.png").path(3) == "a/03/b.png");
    CHECK(parsePictureName("%d.png").path(4'000'000'000u) == "4000000000.png");
}

TEST_CASE("A name without a number field stays as it is, including braces") {
    const PictureName name = parsePictureName("100%% {} {0}.png");
    CHECK_FALSE(name.numbered);
    CHECK(name.path(5) == "100% {} {0}.png");
}

TEST_CASE("Any other percent sign in a name is rejected") {
    const auto* name =
        GENERATE("%s.png", "%n.png", "%", "a%", "%4d.png", "%00d.png", "%04", "%0", "%-4d.png", "%04x.png", "%012d.png",
                 "%*d.png", "%1$d.png", "%d%d.png", "%04d_%04d.png", "%ld.png", "%%%");
    CAPTURE(name);
    CHECK_THROWS_AS(parsePictureName(name), Error);
}
