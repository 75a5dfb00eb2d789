#include "model/text.h"

#include "support/catch.h"
#include "support/random.h"

using namespace sinew;

TEST_CASE("one line of valid UTF-8 is unchanged") {
    for (const char* text : {"", "plain", "Knöchel", "蛇", "\xf0\x9f\x90\x8d", "a b~"}) {
        CHECK(utf8From(text) == text);
        CHECK(isUtf8Line(text));
    }
}

TEST_CASE("invalid UTF-8 and control characters are replaced") {
    CHECK(utf8From("two\nlines\tand \x1b[2J\x7f") == "two lines and  [2J ");
    CHECK(utf8From("caf\xe9") == "caf\xef\xbf\xbd");
    CHECK(utf8From("\xc0\xaf") == "\xef\xbf\xbd\xef\xbf\xbd");
    CHECK(utf8From("\xed\xa0\x80") == "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    CHECK(utf8From("\xe8\x9b") == "\xef\xbf\xbd\xef\xbf\xbd");
}

TEST_CASE("isUtf8Line() is true exactly if utf8From() changes nothing") {
    Random random(3);
    for (int round = 0; round < 20000; ++round) {
        std::string bytes;
        for (uint32_t i = random.below(5); i > 0; --i)
            bytes += static_cast<char>(random.chance(0.5) ? random.between(0x70, 0xff) : random.below(256));
        REQUIRE(isUtf8Line(bytes) == (utf8From(bytes) == bytes));
    }
}
