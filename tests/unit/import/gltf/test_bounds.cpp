#include <limits>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/gltf.h"
#include "support/replaced.h"

using import_files::Gltf;
using import_files::importText;
using sinew::Finding;
using sinew::Severity;

namespace {

/// A square "cloth" with corners from 0,0,0 to 3,4,0, and a clip "wave" of 1 s; `stated` about its positions.
std::string fileStating(const std::string& stated) {
    Gltf gltf;
    gltf.floats({0, 0, 0, 3, 0, 0, 0, 4, 0, 3, 4, 0}, "VEC3", 3);
    gltf.floats({0, 1}, "SCALAR", 1);
    gltf.floats({0, 0, 0, 1, 0, 0, .6f, .8f}, "VEC4", 4);
    return replaced(gltf.text(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"name":"cloth",)"
                              R"("primitives":[{"attributes":{"POSITION":0}}]}],"animations":[{"name":"wave",)"
                              R"("samplers":[{"input":1,"output":2}],)"
                              R"("channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}}]}])"),
                    R"("count":4,"type":"VEC3")", R"("count":4,"type":"VEC3")" + stated);
}

std::vector<Finding> foundWith(const std::string& stated) {
    return importText("m.gltf", fileStating(stated)).report.findings;
}

}  // namespace

TEST_CASE("a glTF mesh with vertices outside the box that the file states is a warning") {
    const Finding finding = onlyOne(foundWith(R"(,"min":[0,0,0],"max":[3.0,1.5,0])"), "bounds-wrong");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "cloth");
    CHECK(finding.message == "has vertices up to 50 % of the mesh's size outside the box that the file states");
    CHECK(onlyOne(foundWith(R"(,"min":[1,0,0],"max":[3,4,0])"), "bounds-wrong").object == "cloth");
}

TEST_CASE("a glTF box that is far too large is a warning") {
    const Finding finding = onlyOne(foundWith(R"(,"min":[-90,-90,-90],"max":[90,90,90])"), "bounds-wrong");
    CHECK(finding.object == "cloth");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("is in a box that the file states 62.4 times as large"));
}

TEST_CASE("a glTF box that is rounded, too large, missing or no box is not judged") {
    const char* const stated =
        GENERATE("", R"(,"min":[0,0,0],"max":[3,4,0])", R"(,"min":[4e-2,0,0],"max":[3,3.96,0])",
                 R"(,"min":[-9,-9,-9],"max":[9,9,9])", R"(,"max":[0,0,0])", R"(,"min":[1,1],"max":[1,1])",
                 R"(,"min":[1,1,1,1],"max":[1,1,1,1])", R"(,"min":[1,1,"1"],"max":[1,1,null])");
    INFO(stated);
    CHECK(countOf(foundWith(stated), "bounds-wrong") == 0);
}

TEST_CASE("glTF bounds are judged in files that have sparse accessors, too") {
    const std::string sparse =
        R"(,"sparse":{"count":1,"indices":{"bufferView":1,"componentType":5125},"values":{"bufferView":0}})";
    // Vertex 0 is moved to where it is already.
    CHECK(countOf(foundWith(sparse + R"(,"min":[0,0,0],"max":[3,4,0])"), "bounds-wrong") == 0);
    CHECK(onlyOne(foundWith(sparse + R"(,"min":[0,0,0],"max":[3,1.5,0])"), "bounds-wrong").object == "cloth");
    const std::string times = R"("count":2,"type":"SCALAR")";
    const std::string late = replaced(fileStating(sparse), times, times + R"(,"min":[0],"max":[0.5])");
    CHECK(onlyOne(importText("m.gltf", late).report.findings, "bounds-wrong").object == "wave");
}

TEST_CASE("positions and key times without min and max are notes") {
    const std::string times = R"("count":2,"type":"SCALAR")";
    const std::string timed =
        replaced(fileStating(R"(,"min":[0,0,0],"max":[3,4,0])"), times, times + R"(,"min":[0],"max":[1])");
    CHECK(countOf(importText("m.gltf", timed).report.findings, "bounds-missing") == 0);
    const Finding clip = onlyOne(foundWith(R"(,"min":[0,0,0],"max":[3,4,0])"), "bounds-missing");
    CHECK(clip.severity == Severity::info);
    CHECK(clip.object == "wave");
    CHECK(clip.message == "states no min and max of its key times");
    const char* const given = GENERATE(R"("min":[0,0,0],)", R"("max":[3,4,0],)", R"("min":[0,0,0],"max":[3,4,null],)");
    const std::string bare =
        replaced(timed, R"("min":[0,0,0],"max":[3,4,0])", std::string(given) + R"("name":"corners")");
    const Finding mesh = onlyOne(importText("m.gltf", bare).report.findings, "bounds-missing");
    CHECK(mesh.object == "cloth");
    CHECK(mesh.message == "states no min and max of its positions");
}
