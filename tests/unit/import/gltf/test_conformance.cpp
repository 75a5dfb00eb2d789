#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/gltf.h"
#include "support/replaced.h"

using Catch::Matchers::ContainsSubstring;
using import_files::Gltf;
using import_files::importText;
using sinew::Finding;
using sinew::Findings;
using sinew::Severity;

namespace {

/// A triangle "sail" of the material "cloth" on the node "mast". Accessor 1 is two indices.
std::string shipText(const std::vector<uint16_t>& indices = {0, 2}) {
    Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    gltf.ushorts(indices, "SCALAR", 1);
    return gltf.text(R"("nodes":[{"name":"mast","mesh":0}],"materials":[{"name":"cloth"}],)"
                     R"("meshes":[{"name":"sail","primitives":[{"attributes":{"POSITION":0},"material":0}]}])");
}

Findings findingsOf(const std::string& text) {
    return importText("m.gltf", text).report.findings;
}

}  // namespace

TEST_CASE("an extension that a file uses without listing it is a warning") {
    const std::string unlit =
        replaced(shipText(), R"("name":"cloth")", R"("name":"cloth","extensions":{"KHR_materials_unlit":{}})");
    const Finding finding = onlyOne(findingsOf(unlit), "extension-undeclared");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "KHR_materials_unlit");
    CHECK(finding.message == "is used by material 'cloth', but extensionsUsed does not list it");
    CHECK(countOf(findingsOf(replaced(unlit, R"("nodes")", R"("extensionsUsed":["KHR_materials_unlit"],"nodes")")),
                  "extension-undeclared") == 0);
    const std::string extras =
        replaced(shipText(), R"("name":"cloth")", R"("name":"cloth","extras":{"extensions":{"own":{}}})");
    CHECK(countOf(findingsOf(extras), "extension-undeclared") == 0);
}

TEST_CASE("extensions of the file, of a scene and of a bufferView are to be listed, too") {
    const auto userOf = [](const std::string& text) {
        return onlyOne(findingsOf(text), "extension-undeclared").message;
    };
    const std::string own = R"("extensions":{"OWN_thing":{}},)";
    CHECK_THAT(userOf(replaced(shipText(), R"("nodes")", own + R"("nodes")")), ContainsSubstring("by the file, "));
    const std::string scene = R"("scenes":[{"name":"sea",)" + own + R"("nodes":[0]}],)";
    CHECK_THAT(userOf(replaced(shipText(), R"("nodes")", scene + R"("nodes")")), ContainsSubstring("by scene 'sea', "));
    CHECK_THAT(userOf(replaced(shipText(), R"("byteOffset":0,)", own + R"("byteOffset":0,)")),
               ContainsSubstring("by bufferView "));
}

TEST_CASE("accessors that are not aligned are a warning") {
    CHECK(countOf(findingsOf(shipText()), "accessor-irregular") == 0);
    const Finding finding =
        onlyOne(findingsOf(replaced(shipText(), R"("byteOffset":0,)", R"("byteOffset":2,)")), "accessor-irregular");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "file");
    CHECK(finding.message ==
          "1 accessor whose numbers do not begin at a multiple of their size in the buffer: accessor 0");
    CHECK(finding.figure == sinew::Figure{1.0, "accessors"});
}

TEST_CASE("sparse indices that do not ascend are a warning") {
    const auto found = [](const std::vector<uint16_t>& indices) {
        const std::string sparse = R"("count":3,"type":"VEC3","sparse":{"count":2,"indices":{"bufferView":1,)"
                                   R"("componentType":5123},"values":{"bufferView":0}})";
        return findingsOf(replaced(shipText(indices), R"("count":3,"type":"VEC3")", sparse));
    };
    CHECK(countOf(found({0, 2}), "accessor-irregular") == 0);
    CHECK(countOf(found({1, 1}), "accessor-irregular") == 1);
    CHECK(onlyOne(found({2, 1}), "accessor-irregular").message ==
          "1 accessor with sparse indices that do not ascend: accessor 0");
}

TEST_CASE("accessors after one that is no object are looked at, too") {
    const std::string text = replaced(shipText(), R"("byteOffset":0,)", R"("byteOffset":2,)");
    const std::string odd =
        replaced(replaced(text, R"("accessors":[)", R"("accessors":["rope",)"), R"("POSITION":0)", R"("POSITION":1)");
    CHECK_THAT(onlyOne(findingsOf(odd), "accessor-irregular").message, Catch::Matchers::EndsWith("accessor 1"));
}

TEST_CASE("a glTF whose text is not UTF-8 is a warning that shows it") {
    const Finding finding =
        onlyOne(findingsOf(replaced(shipText(), R"("name":"mast")", "\"name\":\"m\xe2t\"")), "json-encoding");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.message == "has text in 'nodes' that is not UTF-8: 'm\xef\xbf\xbdt'");
    CHECK(countOf(findingsOf(replaced(shipText(), R"("name":"mast")", "\"name\":\"m\xc3\xa2t\"")), "json-encoding") ==
          0);
}

TEST_CASE("an extension that is required is to be listed as used") {
    const std::string required =
        replaced(shipText(), R"("nodes")", R"("extensionsRequired":["KHR_mesh_quantization"],"nodes")");
    const Finding finding = onlyOne(findingsOf(required), "extension-undeclared");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "KHR_mesh_quantization");
    CHECK(finding.message == "is required, but extensionsUsed does not list it");
    CHECK(countOf(findingsOf(replaced(required, R"("nodes")", R"("extensionsUsed":["KHR_mesh_quantization"],"nodes")")),
                  "extension-undeclared") == 0);
}

TEST_CASE("an attribute that glTF does not know is a note") {
    const auto with = [](const std::string& name) {
        return findingsOf(replaced(shipText(), R"("POSITION":0)", R"("POSITION":0,")" + name + R"(":0)"));
    };
    for (const char* name : {"TEXCOORD", "COLOR_", "Normal"}) {
        const Finding finding = onlyOne(with(name), "attribute-ignored");
        CHECK(finding.severity == Severity::info);
        CHECK(finding.object == "sail");
        CHECK_THAT(finding.message,
                   ContainsSubstring("has an attribute '" + std::string(name) + "', which glTF does not know"));
    }
    for (const char* name : {"NORMAL", "_SAIL", "COLOR_0"})
        CHECK(countOf(with(name), "attribute-ignored") == 0);
}

TEST_CASE("an attribute of a morph target that its part lacks is a note") {
    const std::string morphed =
        replaced(shipText(), R"("material":0)", R"("material":0,"targets":[{"POSITION":0,"TANGENT":0}])");
    const Finding finding = onlyOne(findingsOf(morphed), "morph-misfit");
    CHECK(finding.object == "sail");
    CHECK(finding.message == "has morph targets with 'TANGENT', which its parts do not have");
    CHECK(countOf(findingsOf(replaced(morphed, R"(,"TANGENT":0)", "")), "morph-misfit") == 0);
}

TEST_CASE("an empty list in a glTF is a note about what has it") {
    CHECK(countOf(findingsOf(shipText()), "list-empty") == 0);
    const auto with = [](const std::string& from, const std::string& to) {
        return onlyOne(findingsOf(replaced(shipText(), from, to)), "list-empty");
    };
    const Finding finding = with(R"("mesh":0)", R"("mesh":0,"children":[ ])");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "mast");
    CHECK(finding.message == "has an empty list 'children', which glTF forbids");
    CHECK(with(R"("material":0)", R"("material":0,"targets":[])").object == "sail");
    CHECK(with(R"("nodes")", R"("scenes":[{"name":"sea","nodes":[0]},{"name":"land","nodes":[]}],"nodes")").object ==
          "land");
    for (const char* key : {"animations", "extensionsUsed"}) {
        const Finding ofFile = with(R"("nodes")", "\"" + std::string(key) + R"(":[],"nodes")");
        CHECK(ofFile.object == "file");
        CHECK(ofFile.message == "has an empty list '" + std::string(key) + "', which glTF forbids");
    }
}

TEST_CASE("empty lists of extensions and authors are no note, nor are names like them") {
    for (const char* more : {R"("extras":{"list":[]})", R"("extensions":{"OWN_thing":{"list":[]}})", R"("tag":"[]")"})
        CHECK(countOf(findingsOf(replaced(shipText(), R"("mesh":0)", R"("mesh":0,)" + std::string(more))),
                      "list-empty") == 0);
}
