#include "check/check.h"

#include "support/catch.h"

using namespace sinew;

namespace {

Finding seam(const char* clip, double percent, Severity severity = Severity::info) {
    return {"loop-seam", severity, clip, std::string(clip) + " jumps", Figure{percent, "%"}};
}

}  // namespace

TEST_CASE("three or more notes of one id become one, the worst, at the position of the first") {
    const Finding other{"clips-none", Severity::info, "file", "no unit"};
    const std::vector<Finding> summed =
        sumFindings({seam("Walk", 1), other, seam("Run", 3), seam("Hop", 2), seam("Fall", 3), seam("Sit", 1)});
    REQUIRE(summed.size() == 2);
    CHECK(summed[0].object == "Run");
    CHECK(summed[0].message == "Run jumps (and 4 others: 'Walk', 'Hop', 'Fall' and 1 more)");
    CHECK(summed[0].figure == Figure{3.0, "%"});
    REQUIRE(summed[0].others.size() == 4);
    CHECK((summed[0].others[1] == Finding::Other{"Hop", Figure{2.0, "%"}}));
    CHECK((summed[1] == other));
}

TEST_CASE("two notes are not merged, nor are warnings with different messages") {
    const std::vector<Finding> few{seam("Walk", 1), seam("Run", 3), seam("Hop", 1, Severity::warning),
                                   seam("Fall", 2, Severity::warning), seam("Sit", 3, Severity::warning)};
    CHECK((sumFindings(few) == few));
}

TEST_CASE("three warnings of meshes with one fault are merged, whatever they measure") {
    std::vector<Finding> findings;
    for (uint32_t mesh = 0; mesh < 3; ++mesh) {
        findings.push_back(seam(("part " + std::to_string(mesh)).c_str(), mesh + 1.0, Severity::warning));
        findings.back().subjects = {{Subject::Kind::mesh, mesh}};
    }
    const std::vector<Finding> summed = sumFindings(findings);
    REQUIRE(summed.size() == 1);
    CHECK(summed[0].message == "part 2 jumps (and 2 others: 'part 0', 'part 1')");
    std::vector<Finding> others = findings;
    others[1].figure->unit = "degrees";
    CHECK(sumFindings(others).size() == 3);
    others = findings;
    for (Finding& finding : others)
        finding.figure.reset();  // only the words tell what differs
    CHECK(sumFindings(others).size() == 3);
    for (Finding& finding : findings)
        finding.subjects = {{Subject::Kind::clip, 0}};
    CHECK(sumFindings(findings).size() == 3);
}

TEST_CASE("warnings with equal messages are merged and name all objects") {
    std::vector<Finding> findings;
    for (const char* bone : {"hip", "knee", "foot", "toe", "heel"})
        findings.push_back({"bone-ambiguous", Severity::warning, bone, "2 nodes have its name"});
    findings.push_back({"bone-ambiguous", Severity::warning, "head", "3 nodes have its name"});
    const std::vector<Finding> summed = sumFindings(findings);
    REQUIRE(summed.size() == 2);
    CHECK(summed[0].object == "hip");
    CHECK(summed[0].message == "2 nodes have its name (and 4 others: 'knee', 'foot', 'toe', 'heel')");
    CHECK_FALSE(summed[0].others[0].figure.has_value());
    CHECK((summed[1] == findings.back()));
}
