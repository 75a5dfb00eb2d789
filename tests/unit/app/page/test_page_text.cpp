#include "app/page/page_text.h"

#include "support/catch.h"

using namespace sinew;

namespace {

const std::string kHostileName = "</p><script>alert(1)</script>\"'&\x1b[31m\u202e\xff";

PageModel hostilePage() {
    PageModel page{.verdict = {.file = kHostileName, .format = kHostileName, .error = ""}, .pictures = {}, .clips = {}};
    page.verdict.policy = kHostileName;
    page.verdict.findings.push_back({"loop-seam", Severity::warning, kHostileName, kHostileName, std::nullopt});
    page.verdict.accepted = page.verdict.findings;
    const PagePicture picture{"image/png", {0, 1, 2, 255}, 4, 3, kHostileName};
    page.pictures.push_back(picture);
    page.clips.push_back({kHostileName, 1.0, 2, picture, picture});
    return page;
}

size_t countOf(const std::string& text, const std::string& part) {
    size_t count = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

}  // namespace

TEST_CASE("names in a page are text, whatever they hold") {
    PageModel unreadable{
        .verdict = {.file = kHostileName, .format = "", .error = kHostileName}, .pictures = {}, .clips = {}};
    const std::string page = pageText({hostilePage(), unreadable}, kHostileName);
    CHECK(page.find("<script") == std::string::npos);
    CHECK(page.find('\x1b') == std::string::npos);
    CHECK(page.find("\u202e") == std::string::npos);
    CHECK(page.find('\xff') == std::string::npos);
    CHECK(countOf(page, "&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;\\x1b[31m\\u202e\uFFFD") >= 14);
    CHECK(htmlFrom("a <b> & 'c' \"d\"\n") == "a &lt;b&gt; &amp; &#39;c&#39; &quot;d&quot;\\x0a");
}

TEST_CASE("a page has its pictures in itself, forbids scripts and loading, and is deterministic") {
    const std::string page = pageText({hostilePage()}, "");
    CHECK(countOf(page, "src=\"data:image/png;base64,AAEC/w==\"") == 3);
    CHECK(countOf(page, "src=") == 3);
    CHECK(countOf(page, "http:") + countOf(page, "https:") == 0);
    CHECK(page.find("default-src 'none'; img-src data:; style-src 'unsafe-inline'") != std::string::npos);
    CHECK(page == pageText({hostilePage()}, ""));
    PageModel bare = hostilePage();
    bare.pictures.clear();
    bare.clips[0].sheet = bare.clips[0].film = {};
    CHECK(countOf(pageText({bare}, "Pictures are left out."), "<img") == 0);
}

TEST_CASE("a page says what passed, failed and could not be read") {
    PageModel passed{.verdict = {.file = "a.glb", .format = "glTF 2.0", .error = ""},
                     .pictures = {},
                     .clips = {},
                     .clipsLeftOut = 3,
                     .findingsLeftOut = 1};
    PageModel failed = passed, unreadable = passed;
    failed.verdict.findings.push_back({"bind-singular", Severity::error, "Hips", "is singular", std::nullopt});
    unreadable.verdict.error = "no such file";
    CHECK(pageText({passed}, "").find("<strong class=\"passed\">Passed</strong>: 1 file: 0 errors") !=
          std::string::npos);
    CHECK(pageText({passed}, "").find("3 further clips without pictures.") != std::string::npos);
    const std::string page = pageText({passed, failed, unreadable}, "");
    CHECK(page.find("1 further finding without pictures.") != std::string::npos);
    CHECK(page.find("<title>Failed: Sinew check</title>") != std::string::npos);
    CHECK(page.find("<a href=\"#model-2\">") != std::string::npos);
    CHECK(page.find("Not readable</strong>: no such file") != std::string::npos);
    CHECK(page.find("What to do: bind the mesh to its skeleton again.") != std::string::npos);
}
