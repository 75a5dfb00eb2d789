#include "viewer/file_dialog.h"

#include "support/catch.h"

using namespace sinew;

TEST_CASE("Patterns of endings match any case") {
    CHECK(patternOf(".fbx") == "*.[fF][bB][xX]");
    CHECK(patternOf(".3ds") == "*.3[dD][sS]");
}
