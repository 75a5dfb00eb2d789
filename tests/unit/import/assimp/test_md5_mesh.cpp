#include <string>

#include "base/error.h"
#include "import/assimp/md5_mesh.h"
#include "import/files/input_file.h"
#include "support/catch.h"
#include "support/import_files.h"

// The lists of an MD5 mesh, which refer to each other by number, are checked before assimp reads beyond them.

namespace {

using Catch::Matchers::ContainsSubstring;

std::string mesh(const std::string& lists) {
    return "MD5Version 10\ncommandline \"\"\nnumJoints 2\nnumMeshes 1\njoints {\n\"root\" -1 ( 0 0 0 ) ( 0 0 0 )\n"
           "\"arm\" 0 ( 0 0 0 ) ( 0 0 0 )\n}\nmesh {\n" +
           lists + "}\n";
}

const std::string kVertices = "numverts 3\nvert 0 ( 0 0 ) 0 1\nvert 1 ( 1 0 ) 1 1\nvert 2 ( 0 1 ) 1 2\n";
const std::string kWeights = "numweights 3\nweight 0 0 1 ( 0 0 0 )\nweight 1 0 1 ( 1 0 0 )\nweight 2 1 1 ( 0 1 0 )\n";
const std::string kTriangles = "numtris 1\ntri 0 0 1 2\n";

void check(const std::string& text) {
    sinew::requireSoundMd5Mesh(sinew::InputFile(text));
}

std::string with(std::string text, const std::string& what, const std::string& instead) {
    return text.replace(text.find(what), what.size(), instead);
}

}  // namespace

TEST_CASE("a sound MD5 mesh is left to assimp", "[import]") {
    CHECK_NOTHROW(check(mesh("shader \"a { b\"\n" + kVertices + kTriangles + kWeights)));
    CHECK_NOTHROW(check(mesh(kVertices + kTriangles + with(kWeights, "numweights 3\n", ""))));
    CHECK_NOTHROW(check("no MD5 mesh { vert 0 ( 0 0 ) 9 9 }"));
}

TEST_CASE("an MD5 vertex with more weights than there are is refused by number", "[import]") {
    const std::string text = mesh(with(kVertices, ") 1 2", ") 1 3") + kTriangles + kWeights);
    CHECK_THROWS_WITH(check(text), ContainsSubstring("vertex 2 of mesh 0 has the weights 1 to 3, and the mesh 3"));
    CHECK_THROWS_AS(check(mesh(with(kVertices, ") 1 2", ") 4294967295 4294967295") + kTriangles + kWeights)),
                    sinew::Error);
}

TEST_CASE("an MD5 weight of no joint is refused", "[import]") {
    CHECK_THROWS_WITH(check(mesh(kVertices + kTriangles + with(kWeights, "weight 2 1", "weight 2 2"))),
                      ContainsSubstring("of joint 2, and there are 2"));
}

TEST_CASE("an MD5 mesh with fewer triangles than it says is refused", "[import]") {
    CHECK_THROWS_WITH(check(mesh(kVertices + with(kTriangles, "numtris 1", "numtris 3") + kWeights)),
                      ContainsSubstring("lacks 2 of its 3 triangles"));
    CHECK_THROWS_WITH(check(mesh(kVertices + with(kTriangles, "tri 0", "tri 1") + kWeights)),
                      ContainsSubstring("lacks 1 of its 2 triangles"));
}

TEST_CASE("MD5 names without an end or too long are refused", "[import]") {
    const std::string text = mesh(kVertices + kTriangles + kWeights);
    CHECK_THROWS_WITH(check(with(text, "\"arm\"", "\"arm")), ContainsSubstring("unclosed"));
    CHECK_THROWS_WITH(check(with(text, "arm", std::string(1023, 'a'))), ContainsSubstring("more than 1,022 bytes"));
    CHECK_NOTHROW(check(with(text, "arm", std::string(1022, 'a'))));
}

TEST_CASE("an MD5 joint below one that does not exist is refused", "[import]") {
    const std::string text = mesh(kVertices + kTriangles + kWeights);
    CHECK_THROWS_WITH(check(with(text, "\"arm\" 0", "\"arm\" 2")),
                      ContainsSubstring("joint 1 has parent 2, but there are only 2 joints"));
    CHECK_THROWS_AS(check(with(text, "\"arm\" 0", "\"arm\" -2")), sinew::Error);
    CHECK_NOTHROW(check(with(text, "\"arm\" 0", "\"arm\" -1")));
}

TEST_CASE("an MD5 mesh of more vertices than corners, or with zero bytes, is refused", "[import]") {
    CHECK_THROWS_WITH(check(mesh(with(kVertices, "numverts 3", "numverts 4") + kTriangles + kWeights)),
                      ContainsSubstring("mesh 0 has more vertices (4) than its 1 triangles have corners"));
    std::string text = mesh(kVertices + kTriangles + kWeights);
    text[text.find("numweights") + 2] = '\0';
    CHECK_THROWS_WITH(check(text), ContainsSubstring("contains a zero byte"));
}

TEST_CASE("an MD5 mesh is checked when it is imported", "[import]") {
    const std::string unsound = mesh(kVertices + kTriangles + with(kWeights, "weight 2 1", "weight 2 7"));
    CHECK_NOTHROW(import_files::importText("m.md5mesh", mesh(kVertices + kTriangles + kWeights)));
    CHECK_THROWS_WITH(import_files::importText("m.md5mesh", unsound),
                      ContainsSubstring("a weight of mesh 0 is of joint 7"));
}
