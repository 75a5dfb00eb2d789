#include <string>

#include "error.h"
#include "import/files/input_file.h"
#include "import/files/opengex_lists.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"

// The lists of an OpenGEX mesh are compared before assimp reads beyond the shorter ones.

namespace {

using sinew::Findings;

std::string openGexMesh(const std::string& lists) {
    return "Metric (key = \"up\") { string {\"y\"} }\nGeometryNode $n { Name {string {\"n\"}} ObjectRef {ref {$g}} }\n"
           "GeometryObject $g { Mesh (primitive = \"triangles\") {\n"
           "VertexArray (attrib = \"position\") { float[3] { {0,0,0}, {1,0,0}, {0,1,0} } } // { {9, 9, 9} }\n" +
           lists + "} }\n";
}

std::string normals(const std::string& tuples) {
    return "VertexArray (attrib = \"normal\") { float[3] { " + tuples + " } }\n";
}

const std::string kIndices = "IndexArray { unsigned_int32[3] { {0, 1, 2} } }\n";
const std::string kNormal = "{0, 0, 1}";

std::string patched(const std::string& text, Findings& findings) {
    const sinew::InputFile file(text);
    const auto changed = sinew::withSoundOpenGexLists(file, findings);
    if (!changed) return "";
    std::string bytes(changed->size(), '\0');
    changed->read(std::as_writable_bytes(std::span(bytes)), 0);
    return bytes;
}

}  // namespace

TEST_CASE("a sound OpenGEX mesh is left to assimp", "[import]") {
    Findings findings;
    CHECK(patched(openGexMesh(normals(kNormal + ", " + kNormal + ", " + kNormal) + kIndices), findings).empty());
    CHECK(
        patched(openGexMesh(normals(kNormal + kNormal + kNormal) + "IndexArray { unsigned_int32[3] { {0, 1, 0x2} } }"),
                findings)
            .empty());
    CHECK(patched("GeometryNode and no mesh", findings).empty());
    CHECK(patched("GeometryNode \"VertexArray { {", findings).empty());
    CHECK(findings.empty());
}

TEST_CASE("normals of OpenGEX that are fewer than the vertices are ignored", "[import]") {
    Findings findings;
    const std::string text = openGexMesh(normals(kNormal) + kIndices);
    CHECK(patched(text, findings).find("\"-ormal\"") != std::string::npos);
    CHECK(onlyOne(findings, "attribute-ignored").message.starts_with("has fewer normals"));

    const sinew::ImportedModel imported = import_files::importTextApart("model.ogex", text);
    CHECK(countOf(imported.report.findings, "attribute-ignored") == 1);
    for (const glm::vec3& normal : imported.model.meshes.at(0).normals)
        CHECK(normal == glm::vec3(0, 0, 1));  // made from the positions
}

TEST_CASE("lists of the OpenGEX mesh before are not long enough for the next one", "[import]") {
    Findings findings;
    const std::string first = openGexMesh(normals(kNormal + ", " + kNormal + ", " + kNormal) + kIndices);
    const std::string second =
        "GeometryObject $h { Mesh { VertexArray (attrib = \"position\") { float[3] { {0,0,0}, {1,0,0}, {0,1,0}, "
        "{1,1,0} } } IndexArray { unsigned_int32[3] { {1, 2, 3} } } } }\n";
    CHECK_FALSE(patched(first + second, findings).empty());
    CHECK(countOf(findings, "attribute-ignored") == 1);
}

TEST_CASE("OpenGEX colors, for which assimp makes too little room, are ignored", "[import]") {
    Findings findings;
    const std::string colors = "VertexArray (attrib = \"color\") { float[4] { {1,1,1,1}, {1,1,1,1}, {1,1,1,1} } }\n";
    const std::string two = "IndexArray { unsigned_int32[3] { {0, 1, 2}, {2, 1, 0} } }\n";
    CHECK_FALSE(patched(openGexMesh(colors + two), findings).empty());
    CHECK(countOf(findings, "attribute-ignored") == 1);
}

TEST_CASE("an OpenGEX index of no vertex is refused", "[import]") {
    Findings findings;
    for (const char* index : {"3", "-1", "0xFFFFFFFF", "99999999999999999999", "'a'"}) {
        INFO(index);
        const std::string indices = std::string("IndexArray { unsigned_int32[3] { {0, 1, ") + index + "} } }\n";
        CHECK_THROWS_AS(patched(openGexMesh(indices), findings), sinew::Error);
    }
}

TEST_CASE("a file that assimp refuses without a cause is named as what it was read", "[import]") {
    try {
        (void)import_files::importText("m.ogex", "CameraObject {}\n");
    } catch (const sinew::Error& error) {
        const std::string message = error.what();
        INFO(message);
        CHECK(message.find("no cause given") == std::string::npos);
        CHECK(message.find("Open Game Engine Exchange") != std::string::npos);
    }
}
