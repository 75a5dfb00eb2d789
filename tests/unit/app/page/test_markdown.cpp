#include "app/report/verdict.h"
#include "support/catch.h"

using namespace sinew;

TEST_CASE("names in Markdown have no markup, links, mentions or references") {
    Verdict verdict{.file = "a_b.glb", .format = "glTF 2.0", .error = ""};
    verdict.findings.push_back(
        {"loop-seam", Severity::warning, "<b>*x*</b> @team #12 https://x.org [y](z) `c`\n| d", "m", std::nullopt});
    const std::string text = verdictMarkdown({&verdict, 1});
    CHECK(
        text.find(
            "\\<b\\>\\*x\\*\\<\\/b\\> \\@\u200bteam \\#\u200b12 https\\:\\/\\/x\\.org \\[y\\]\\(z\\) \\`c\\`\\\\x0a\\| d") !=
        std::string::npos);
    CHECK(text.find("### a\\_b\\.glb: passed") != std::string::npos);
}

TEST_CASE("Markdown shows files that failed first, folds up notes, and stays below the limit of comments") {
    std::vector<Verdict> verdicts(3000, Verdict{.file = "passed.glb", .format = "glTF 2.0", .error = ""});
    for (Verdict& verdict : verdicts)
        verdict.findings.push_back({"clip-still", Severity::info, "Idle", "nothing moves", std::nullopt});
    verdicts.back().file = "failed.glb";
    verdicts.back().findings.push_back({"bind-singular", Severity::error, "Hips", "is singular", std::nullopt});
    verdicts[7].error = "no such file";
    verdicts[7].file = "gone.glb";
    verdicts[7].findings.clear();
    const std::string text = verdictMarkdown(verdicts);
    CHECK(text.size() <= 60'100);
    CHECK(text.find("## Sinew check: failed\n\n3000 files: 2998 passed, 1 failed, 1 unreadable") == 0);
    const size_t passed = text.find("passed\\.glb");
    CHECK(text.find("failed\\.glb: failed") < passed);
    CHECK(text.find("gone\\.glb: not readable") < passed);
    CHECK(text.find("- **Error** `bind-singular` Hips: is singular \u2192 ") != std::string::npos);
    CHECK(text.find("<details><summary>1 note</summary>") != std::string::npos);
    CHECK(text.find(" files are left out: the report is too long.") != std::string::npos);
}

TEST_CASE("Markdown of one file with too many findings has the first of them, and counts the others") {
    Verdict verdict{.file = "large.glb", .format = "glTF 2.0", .error = ""};
    for (int i = 0; i < 3000; ++i)
        verdict.findings.push_back(
            {"bind-singular", Severity::error, "bone " + std::to_string(i), "is singular", std::nullopt});
    verdict.findings.push_back({"clip-still", Severity::info, "Idle", "nothing moves", std::nullopt});
    const std::string text = verdictMarkdown({&verdict, 1});
    CHECK(text.size() > 55'000);
    CHECK(text.size() <= 60'000);
    size_t shown = 0;
    for (size_t at = text.find("- **Error**"); at != std::string::npos; at = text.find("- **Error**", at + 1))
        ++shown;
    CHECK(text.ends_with("\n\n" + std::to_string(3001 - shown) +
                         " further findings are left out: the report is too long.\n\n"));
    CHECK(text.find("file is left out") == std::string::npos);
}

TEST_CASE("names in Markdown are no references to issues or commits") {
    Verdict verdict{.file = "GH-12.glb", .format = "glTF 2.0", .error = ""};
    verdict.findings.push_back({"loop-seam", Severity::warning, "0123456789abcdef", "fadedaa 123456 m", std::nullopt});
    const std::string text = verdictMarkdown({&verdict, 1});
    CHECK(text.find("GH\\-\u200b12\\.glb") != std::string::npos);
    CHECK(text.find(" 012345\u200b6789ab\u200bcdef: fadeda\u200ba 123456 m ") != std::string::npos);
}

TEST_CASE("JUnit has a test case for each model, what fails it, and the rest as output; names are text") {
    Verdict failed{.file = "rigs/<a> \"1\".glb", .format = "glTF 2.0", .error = "", .failOn = Severity::warning};
    failed.findings = {{"loop-seam", Severity::warning, "a & ]]>\x1b\uFFFF", "jumps", std::nullopt},
                       {"clip-still", Severity::info, "Idle", "nothing moves", std::nullopt}};
    failed.accepted = {failed.findings[1]};
    failed.notJudged = {{"motion", "why"}};
    const Verdict passed{.file = "b.glb", .format = "glTF 2.0", .error = ""};
    const Verdict unreadable{.file = "/x/c.dae", .format = "", .error = "no <COLLADA>"};
    const std::string note = "note     clip-still             Idle: nothing moves" +
                             std::string(adviceFor("clip-still").empty() ? "" : " -&gt; ") +
                             htmlFrom(adviceFor("clip-still"));
    CHECK(
        verdictJunit(std::vector{failed, passed, unreadable}) ==
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites name=\"sinew --check\" tests=\"3\" failures=\"1\" errors=\"1\" time=\"0\">\n"
        "<testsuite name=\"sinew --check\" tests=\"3\" failures=\"1\" errors=\"1\" time=\"0\">\n"
        "<testcase classname=\"rigs\" name=\"&lt;a&gt; &quot;1&quot;.glb\" file=\"rigs/&lt;a&gt; &quot;1&quot;.glb\" time=\"0\">\n"
        "<failure type=\"loop-seam\" message=\"0 errors, 1 warning, 1 note; 1 accepted\">"
        "warning  loop-seam              a &amp; ]]&gt;\\x1b\\uffff: jumps -&gt; " +
            htmlFrom(adviceFor("loop-seam")) + "\n</failure>\n<system-out>" + note + "\naccepted: " + note +
            "\nnot judged: motion (why)\n</system-out>\n</testcase>\n"
            "<testcase classname=\"models\" name=\"b.glb\" file=\"b.glb\" time=\"0\">\n</testcase>\n"
            "<testcase classname=\"/x\" name=\"c.dae\" file=\"/x/c.dae\" time=\"0\">\n"
            "<error type=\"unreadable\" message=\"no &lt;COLLADA&gt;\">no &lt;COLLADA&gt;</error>\n</testcase>\n"
            "</testsuite>\n</testsuites>\n");
}
