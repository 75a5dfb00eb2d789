#include "app/picture/font.h"

#include <algorithm>

#include "support/catch.h"

using namespace sinew;

TEST_CASE("font: characters that the built-in font lacks come from the system's fonts", "[picture]") {
    const FontFile& builtIn = fontFor('a');
    for (const char32_t character : U"\u00dcΩЖ")
        CHECK(&fontFor(character) == &builtIn);
    for (const char32_t character :
         std::u32string_view(U"腰ボ骨\ufec9")) {  // the last one is an Arabic letter at a word's start
        CAPTURE(static_cast<uint32_t>(character));
        CHECK(&fontFor(character) != &builtIn);
        CHECK(fontFor(character).heightOfEm > 1.0f);
    }
    CHECK(&fontFor(0x10fffd) == &builtIn);  // private: no font has it
    CHECK(drawText("\xf4\x8f\xbf\xbd", 1.0f).coverage == drawText("\ufffd", 1.0f).coverage);
    CHECK(drawText("\xff", 1.0f).coverage == drawText("\ufffd", 1.0f).coverage);
}

TEST_CASE("font: text is as wide as its glyphs, and digits are equally wide", "[picture]") {
    CHECK(textWidth("", 1.0f) == 0.0f);
    CHECK(textWidth("1111", 1.0f) == textWidth("8888", 1.0f));
    CHECK(textWidth("iii", 1.0f) < 0.6f * textWidth("mmm", 1.0f));
    CHECK(textWidth("hip", 2.0f) == Approx(2.0f * textWidth("hip", 1.0f)));
    const TextMask mask = drawText("Hip", 2.0f);
    CHECK(mask.height == 2 * static_cast<uint32_t>(kTextPixels));
    // Nothing is cut off: strokes reach neither the first nor the last row.
    const auto isEmpty = [&](uint32_t row) {
        const auto begin = mask.coverage.begin() + row * mask.width;
        return std::all_of(begin, begin + mask.width, [](uint8_t coverage) { return coverage == 0; });
    };
    CHECK(isEmpty(0));
    CHECK(isEmpty(mask.height - 1));
    CHECK(*std::ranges::max_element(mask.coverage) == 255);
}

TEST_CASE("font: Arabic and Hebrew stand from right to left, Arabic joined", "[picture]") {
    CHECK(visualOrder("hip L") == "hip L");
    CHECK(visualOrder("腰") == "腰");
    CHECK(visualOrder("לב") == "בל");
    CHECK(visualOrder("عين") == "\ufee6\ufef4\ufecb");
    CHECK(visualOrder("لا") == "\ufefb");  // one ligature
}
