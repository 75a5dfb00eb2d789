#include "viewer/file_dialog.h"

#include "base/error.h"
#include "support/catch.h"

using namespace sinew;

TEST_CASE("Paths of file URIs are decoded, and what is not one is refused") {
    CHECK(pathOfUri("file:///a/hero.fbx") == "/a/hero.fbx");
    CHECK(pathOfUri("file://localhost/a%20b/%C3%A9%25%2fc.glb") == "/a b/\xc3\xa9%/c.glb");
    for (const char* uri :
         {"", "file:", "file://", "file://host", "file://host/a.fbx", "file://localhost.evil/a.fbx", "/a/hero.fbx",
          "smb://server/hero.fbx", "file:///a%", "file:///a%4", "file:///a%zz", "file:///a%00b", "file:///a%-1"}) {
        INFO(uri);
        CHECK_THROWS_AS(pathOfUri(uri), Error);
    }
}

TEST_CASE("Patterns of endings match any case") {
    CHECK(patternOf(".fbx") == "*.[fF][bB][xX]");
    CHECK(patternOf(".3ds") == "*.3[dD][sS]");
}
