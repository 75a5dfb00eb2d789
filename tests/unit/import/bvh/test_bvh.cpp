#include <algorithm>
#include <cmath>
#include <string>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/thrown.h"

// Motion capture in BVH.

namespace {

using Catch::Matchers::ContainsSubstring;
using import_files::importText;

/// A hip and a spine: `rows` of 9 numbers.
std::string bvh(const std::string& motion, const std::string& spine = "Spine",
                const std::string& channels = "Zrotation Xrotation Yrotation") {
    return "HIERARCHY\nROOT Hips\n{\n OFFSET 0 90 0\n CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation "
           "Yrotation\n JOINT " +
           spine + "\n {\n  OFFSET 0 20 0\n  CHANNELS 3 " + channels +
           "\n  End Site\n  {\n   OFFSET 0 10 0\n  }\n }\n}\nMOTION\n" + motion;
}

const std::string kRows = "Frames: 2\nFrame Time: 0.5\n0 90 0 0 0 0 0 0 0\n5 95 3 90 0 0 0 0 30\n";

bool isNear(const glm::quat& a, const glm::quat& b) {
    return std::abs(glm::dot(a, b)) > 0.999999f;
}

}  // namespace

TEST_CASE("A BVH file is a skeleton with one clip", "[import]") {
    const auto [model, report] = importText("model.bvh", bvh(kRows));
    CHECK(report.findings.empty());
    CHECK(report.format == "BVH");
    CHECK(model.hierarchy.names == std::vector<std::string>{"Hips", "Spine", "EndSite_Spine"});
    CHECK(model.hierarchy.rest[2].translation == glm::vec3(0, 10, 0));
    REQUIRE(model.clips.size() == 1);
    const sinew::AnimationClip& clip = model.clips[0];
    CHECK(clip.durationSeconds == 0.5);
    REQUIRE(clip.channels.size() == 2);
    CHECK(clip.channels[0].translation.values[1] == glm::vec3(5, 95, 3));
    CHECK(isNear(clip.channels[0].rotation.values[1], glm::angleAxis(glm::radians(90.0f), glm::vec3(0, 0, 1))));
    CHECK(clip.channels[1].translation.empty());
    CHECK(isNear(clip.channels[1].rotation.values[1], glm::angleAxis(glm::radians(30.0f), glm::vec3(0, 1, 0))));
}

TEST_CASE("A BVH file may have names with blanks, channels in any case, braces on a line and a mark of its encoding",
          "[import]") {
    const auto expected = importText("model.bvh", bvh(kRows)).model;
    CHECK(importText("model.bvh", bvh(kRows, "Lower Spine")).model.hierarchy.names[1] == "Lower Spine");
    CHECK(importText("model.bvh", bvh(kRows, "Spine", "zROTATION XROTATION yrotation")).model == expected);
    CHECK(importText("model.bvh", "\xEF\xBB\xBF" + bvh(kRows)).model == expected);
    std::string braces = bvh(kRows);
    braces.replace(braces.find("Spine\n {"), 8, "Spine {");
    CHECK(importText("model.bvh", braces).model == expected);
    std::string returns = bvh(kRows);
    std::ranges::replace(returns, '\n', '\r');
    CHECK(importText("model.bvh", returns).model == expected);
}

TEST_CASE("The rows of a BVH file count, not the number that it states", "[import]") {
    const auto cut = importText("model.bvh", bvh("Frames: 3\nFrame Time: 0.5\n0 90 0 0 0 0 0 0 0\n5 95 3"));
    CHECK(onlyOne(cut.report.findings, "source-short").message == "has 1 of the 3 frames that it states");
    CHECK(cut.model.clips.at(0).durationSeconds == 0.0);
    CHECK(importText("model.bvh", bvh("Frames: 0\nFrame Time: 0.5\n")).model.clips.empty());
    const auto still = importText("model.bvh", bvh("Frames: 2\nFrame Time: 0\n" + kRows.substr(kRows.find("0 90"))));
    CHECK(still.model.clips.at(0).durationSeconds == Approx(1.0 / 30.0));
    CHECK(countOf(still.report.findings, "number-invalid") == 1);
}

TEST_CASE("A damaged BVH file is refused in one line, or read as far as it goes", "[import]") {
    const std::string whole = bvh(kRows);
    for (size_t length = 1; length < whole.size(); ++length)
        thrownBy([&] { importText("model.bvh", whole.substr(0, length)); });
    CHECK_THROWS_WITH(importText("model.bvh", "HIERARCHY\n"), ContainsSubstring("has no joints"));
    CHECK_THROWS_WITH(importText("model.bvh", "MOTION\n"), ContainsSubstring("does not begin with HIERARCHY"));
    CHECK_THROWS_WITH(importText("model.bvh", bvh(kRows, "Spine", "Zturn")), ContainsSubstring("'zturn' is unknown"));
    std::string deep = "HIERARCHY\n";
    for (int i = 0; i < 5000; ++i)
        deep += "JOINT a\n{\n";
    CHECK_THROWS_WITH(importText("model.bvh", deep), ContainsSubstring("nested"));
}
