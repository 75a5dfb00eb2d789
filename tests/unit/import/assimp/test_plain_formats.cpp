#include <string>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"

// What assimp's reading of simple formats means.

namespace {

using import_files::importText;

std::string openGex(const std::string& up, const std::string& rest) {
    return "Metric (key = \"up\") { string {\"" + up +
           "\"} }\nGeometryNode $n { Name {string {\"n\"}} ObjectRef {ref {$g}} " + rest +
           "}\nGeometryObject $g { Mesh (primitive = \"triangles\") {\nVertexArray (attrib = \"position\") { float[3] { "
           "{0,0,0}, {1,0,0}, {0,1,0} } }\nVertexArray (attrib = \"normal\") { float[3] { {0,0,1}, {0,0,1}, {0,0,1} } "
           "}\nIndexArray { unsigned_int32[3] { {0, 1, 2} } } } }\n";
}

}  // namespace

TEST_CASE("SMD plays at 30 frames a second, and lasts as long as its keys", "[import]") {
    const auto imported = importText(
        "model.smd",
        "version 1\nnodes\n0 \"root\" -1\nend\nskeleton\ntime 0\n0 0 0 0 0 0 0\ntime 15\n0 1 0 0 0 0 0\ntime 30\n0 2 0 0 0 "
        "0 0\nend\ntriangles\nskin.bmp\n0 0 0 0 0 0 1 0 0\n0 1 0 0 0 0 1 1 0\n0 0 1 0 0 0 1 0 1\nend\n");
    REQUIRE(imported.model.clips.size() == 1);
    CHECK(imported.model.clips[0].durationSeconds == Approx(1.0));
}

TEST_CASE("OpenGEX has the axis that it states, and says that its animations are not read", "[import]") {
    const auto still = importText("model.ogex", openGex("z", ""));
    CHECK(still.model.up == sinew::UpAxis::z);
    CHECK(countOf(still.report.findings, "motion-unread") == 0);
    const auto moved = importText(
        "model.ogex",
        openGex("y",
                "Transform %x { float[16] { {1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1} } } Animation { Track (target = %x) "
                "{ Time { Key {float {0.0, 1.0}} } Value { Key { float[16] { {1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1}, "
                "{1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1} } } } } } "));
    CHECK(moved.model.up == sinew::UpAxis::y);
    CHECK(countOf(moved.report.findings, "motion-unread") == 1);
}
