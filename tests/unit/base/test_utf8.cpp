#include "base/shown_text.h"
#include "base/text.h"

#include "support/catch.h"
#include "support/random.h"

using namespace sinew;

TEST_CASE("one line of valid UTF-8 is unchanged") {
    for (const char* text : {"", "plain", "Knöchel", "蛇", "\xf0\x9f\x90\x8d", "a b~"}) {
        CHECK(utf8From(text) == text);
        CHECK(isUtf8Line(text));
    }
}

TEST_CASE("characters that move the cursor, color or reverse text are shown as escapes") {
    const std::string c1 = "a\xc2\x85"
                           "b\xc2\x9b"
                           "31m\xc2\xa0",
                      bidi =
                          "\xe2\x80\xae"
                          "gpj\xe2\x81\xa6.\xd8\x9c",
                      lines = "\xe2\x80\xa8|\xe2\x80\xa9";
    CHECK(utf8From("two\nlines\tand \x1b[2J\x7f") == "two\\x0alines\\x09and \\x1b[2J\\x7f");
    CHECK(utf8From(c1) == "a\\u0085b\\u009b31m\xc2\xa0");
    CHECK(utf8From(bidi) == "\\u202egpj\\u2066.\\u061c");
    CHECK(utf8From(lines) == "\\u2028|\\u2029");
    CHECK(lineFrom("two\r\nlines\t\x1b") == "two  lines \\x1b");
    CHECK(shownPath("caf\xe9\n\xe2\x80") == "caf\\xe9\\x0a\\xe2\\x80");
    CHECK(shownPath("Фигура ✓.dae") == "Фигура ✓.dae");
    CHECK(safeText("a\n\tb" + c1 + bidi + "\x1b\xff") ==
          "a\n\tba\\u0085b\\u009b31m\xc2\xa0\\u202egpj\\u2066.\\u061c\\u001b\xff");
    CHECK(isUtf8("a\n" + c1));
    CHECK_FALSE(isUtf8("caf\xe9"));
    for (const std::string& text : {c1, bidi, lines, std::string("a\n")}) {
        CHECK_FALSE(isUtf8Line(text));
        CHECK(isUtf8Line(utf8From(text)));
    }
}

TEST_CASE("text in quotes is escaped and ends after a whole character") {
    CHECK(inQuotes("a\nb\xc2\x9b\xff") == "'a\\x0ab\\u009b\\xff'");
    std::string longText(79, 'x');
    CHECK(inQuotes(longText + "é") == "'" + longText + "...'");
    CHECK(inQuotes(longText + "e") == "'" + longText + "e'");
}

TEST_CASE("invalid UTF-8 is replaced") {
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
