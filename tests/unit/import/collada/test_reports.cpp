#include <string>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/collada.h"
#include "support/replaced.h"

using Catch::Matchers::ContainsSubstring;
using import_files::Collada;
using import_files::importDae;
using sinew::Finding;
using sinew::Findings;
using sinew::Severity;

namespace {

constexpr const char* kMatrix = R"(<matrix sid="pose">1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1</matrix>)";

/// A node below others.
std::string jointNode(const std::string& name, const std::string& sid, const std::string& below = "") {
    return R"(<node id=")" + name + R"(" name=")" + name + R"(" sid=")" + sid + R"(" type="JOINT">)" + kMatrix + below +
           "</node>";
}

/// The square on four joints, one below the other; `last` is the innermost one.
std::string jointedQuad(const std::string& last) {
    const Collada file{.joints = {"a", "b", "c", "d"},
                       .weights = {{{0, 1.0f}}, {{1, 1.0f}}, {{2, 1.0f}}, {{0, 1.0f}}},
                       .nodes = jointNode("a", "a", jointNode("b", "b", jointNode("c", "c", last)))};
    return replaced(file.text(), R"(<instance_controller url="#skin">)",
                    R"(<instance_controller url="#skin"><skeleton>#a</skeleton>)");
}

Findings daeFindings(const std::string& text) {
    return importDae(text).report.findings;
}

/// Two keys of a matrix that moves along X, written by rows or by columns.
std::string movedByMatrix(bool byColumns) {
    Collada file{.nodes = jointNode("hip", "hip")};
    const std::vector<float> rows{1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
                                  1, 0, 0, 6, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const std::vector<float> columns{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1,
                                     1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 6, 0, 0, 1};
    file.animations = Collada::animation("move", "hip/pose", {0, 1}, byColumns ? columns : rows, 16);
    return file.text();
}

}  // namespace

TEST_CASE("a sound Collada file has no finding about ids, materials, joints and matrices") {
    for (const std::string& text : {jointedQuad(jointNode("d", "d")), movedByMatrix(false)})
        for (const Finding& finding : daeFindings(text)) {
            INFO(finding.id + ": " + finding.message);
            CHECK(finding.severity == Severity::info);
        }
}

TEST_CASE("an id that two nodes have is a warning") {
    checkOnly(daeFindings(jointedQuad(jointNode("d", "d") + jointNode("b", "other"))), "id-duplicate", "b",
              "is the id of 2 elements; what refers to it means the first", Severity::warning);
}

TEST_CASE("a unit or an up axis that does not exist is named") {
    const auto withAsset = [](const std::string& asset) { return daeFindings(Collada{.asset = asset}.text()); };
    checkOnly(withAsset("<up_axis>W_UP</up_axis>"), "space-unknown", "",
              "states the up axis 'W_UP', which Collada does not know: Y is taken for up", Severity::warning);
    for (const char* meter : {"abc", "0,0,1", "0.01m", "-1", "0", "nan", "1e400", "", " 0.01"}) {
        INFO(meter);
        CHECK(countOf(withAsset(std::string(R"(<unit meter=")") + meter + R"("/>)"), "space-unknown") == 1);
    }
    for (const char* asset :
         {"", "<up_axis>X_UP</up_axis>", R"(<unit meter="0.0254" name="inch"/><up_axis>Z_UP</up_axis>)",
          R"(<unit name="meter"/>)", R"(<unit meter="1e-2"/>)"})
        CHECK(countOf(withAsset(asset), "space-unknown") == 0);
}

TEST_CASE("a material that the scene does not bind is named with its mesh") {
    checkOnly(daeFindings(replaced(Collada{}.text(), R"(symbol="m")", R"(symbol="x")")), "material-unbound", "quad",
              "names the material 'm', to which the scene binds none", Severity::warning);
}

TEST_CASE("matrices with rows and columns exchanged are named") {
    checkOnly(daeFindings(movedByMatrix(true)), "matrix-not-affine", "hip", "rows and columns exchanged",
              Severity::warning);
    const std::string columns = R"(<matrix sid="pose">1 0 0 0 0 1 0 0 0 0 1 0 5 0 0 1</matrix>)";
    CHECK(onlyOne(daeFindings(replaced(movedByMatrix(false), kMatrix, columns)), "matrix-not-affine").object == "hip");
    checkOnly(daeFindings(replaced(jointedQuad(jointNode("d", "d")), "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 1 0 0 0",
                                   "1 0 0 0 0 1 0 0 0 0 1 0 9 0 0 1 1 0 0 0")),
              "bind-not-affine", "quad", "has 1 inverse bind matrix whose last row is not 0 0 0 1", Severity::error);
}

TEST_CASE("matrices that end in another number than 1 are not called exchanged") {
    const std::string halved = R"(<matrix sid="pose">1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 0.5</matrix>)";
    const Findings findings = daeFindings(replaced(movedByMatrix(false), kMatrix, halved));
    checkOnly(findings, "matrix-not-affine", "hip", "has 1 matrix whose last row is not 0 0 0 1");
    Collada file{.nodes = jointNode("hip", "hip")};
    file.animations = Collada::animation(
        "move", "hip/pose", {0, 1},
        {1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 6, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, .5f}, 16);
    checkOnly(daeFindings(file.text()), "matrix-not-affine", "hip", "has 1 key whose last row is not 0 0 0 1");
}

TEST_CASE("text of a Collada file that is not UTF-8 is a warning with its line") {
    const std::string sound = Collada{.asset = "\n<contributor><author>Fr\xC3\xA9 Z</author></contributor>"}.text();
    CHECK(countOf(daeFindings(sound), "xml-encoding") == 0);
    const std::string latin = replaced(sound, "\xC3\xA9", "\xE9");
    checkOnly(
        daeFindings(latin), "xml-encoding", "",
        "has text in line 2 that is not UTF-8: 'Fr\xEF\xBF\xBD'; what cannot be read of it is shown as '\xEF\xBF\xBD'",
        Severity::warning);
    CHECK(countOf(daeFindings(replaced(latin, R"(encoding="utf-8")", R"(encoding="ISO-8859-1")")), "xml-encoding") ==
          0);
}

TEST_CASE("negative weights of a Collada skin are counted at its mesh") {
    Collada file{.joints = {"hip"}, .weights = {{{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}, {{0, 0.5f}}}};
    file.nodes = jointNode("hip", "hip");
    CHECK(countOf(daeFindings(file.text()), "weight-ignored") == 0);
    file.weights = {{{0, 1.0f}}, {{0, -1.0f}}, {{0, 1.0f}, {0, -0.5f}}, {{0, 1.0f}}};
    checkOnly(daeFindings(file.text()), "weight-ignored", "quad", "2 weights of 'skin' ignored: negative",
              Severity::warning);
}

TEST_CASE("a skin, a morph controller and a mesh that nothing shows are notes") {
    const Collada file{.joints = {"hip"},
                       .weights = {{{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}},
                       .nodes = jointNode("hip", "hip")};
    CHECK(countOf(daeFindings(file.text()), "element-unused") == 0);
    const std::string spare = R"(<controller id="spare" name="Hat"><skin source="#quad"/></controller>)";
    checkOnly(daeFindings(replaced(file.text(), "</library_controllers>", spare + "</library_controllers>")),
              "element-unused", "spare", "is a skin that no node shows (named 'Hat')", Severity::info);
    const std::string mesh = R"(<geometry id="box"><mesh><vertices id="v2"/></mesh></geometry></library_geometries>)";
    CHECK(onlyOne(daeFindings(replaced(file.text(), "</library_geometries>", mesh)), "element-unused").object == "box");
}

TEST_CASE("malformed XML is refused with its line") {
    std::string text = replaced(Collada{}.text(), "</mesh>", "\n</mash>");
    CHECK_THROWS_WITH(importDae(text), ContainsSubstring("is not well-formed XML: start-end tags mismatch in line 2"));
}
