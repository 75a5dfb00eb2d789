#include "import/assimp/utf16.h"

#include "support/catch.h"
#include "support/import_files.h"

using sinew::utf8FromUtf16;

namespace {

/// ASCII as UTF-16 with its mark.
std::string utf16(const std::string& text, bool bigEndian) {
    std::string bytes = bigEndian ? "\xfe\xff" : "\xff\xfe";
    for (const char c : text)
        bytes += bigEndian ? std::string{'\0', c} : std::string{c, '\0'};
    return bytes;
}

const std::string kObj = "o square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";

}  // namespace

TEST_CASE("UTF-16 becomes UTF-8, and what is no text becomes U+FFFD") {
    CHECK(utf8FromUtf16(utf16("o 1", false)) == "o 1");
    CHECK(utf8FromUtf16(utf16("o 1", true)) == "o 1");
    CHECK(utf8FromUtf16(std::string("\xff\xfe\xe9\x00\xac\x20\x3d\xd8\x00\xde", 10)) == "\u00e9\u20ac\U0001f600");
    CHECK(utf8FromUtf16(std::string("\xff\xfe\x3d\xd8", 4)) == "\ufffd");
    CHECK(utf8FromUtf16(std::string("\xff\xfe\x00\xde\x41\x00\x42", 7)) ==
          "\ufffd"
          "A");
    CHECK_FALSE(utf8FromUtf16("o 1"));
    CHECK_FALSE(utf8FromUtf16("\xff"));
}

TEST_CASE("Texts in UTF-16 are read as others are") {
    for (const bool bigEndian : {false, true}) {
        const sinew::Model model = import_files::importText("square.obj", utf16(kObj, bigEndian)).model;
        REQUIRE(model.meshes.size() == 1);
        CHECK(model.meshes[0].triangleCount() == 2);
    }
}
