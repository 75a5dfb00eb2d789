#include <filesystem>
#include <string>
#include <vector>

#include "import/assimp/utf16.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/ogre.h"
#include "support/temporary_folder.h"

using sinew::utf8FromUtf16;

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

namespace {

/// ASCII as UTF-16 with its mark.
std::string utf16(const std::string& text, bool bigEndian) {
    std::string bytes = bigEndian ? "\xfe\xff" : "\xff\xfe";
    for (const char c : text)
        bytes += bigEndian ? std::string{'\0', c} : std::string{c, '\0'};
    return bytes;
}

const std::string kObj = "o square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";

}  // namespace

TEST_CASE("UTF-16 becomes UTF-8, and what is no text becomes U+FFFD") {
    CHECK(utf8FromUtf16(utf16("o 1", false)) == "o 1");
    CHECK(utf8FromUtf16(utf16("o 1", true)) == "o 1");
    CHECK(utf8FromUtf16(std::string("\xff\xfe\xe9\x00\xac\x20\x3d\xd8\x00\xde", 10)) == "\u00e9\u20ac\U0001f600");
    CHECK(utf8FromUtf16(std::string("\xff\xfe\x3d\xd8", 4)) == "\ufffd");
    CHECK(utf8FromUtf16(std::string("\xff\xfe\x00\xde\x41\x00\x42", 7)) ==
          "\ufffd"
          "A");
    CHECK_FALSE(utf8FromUtf16("o 1"));
    CHECK_FALSE(utf8FromUtf16("\xff"));
}

TEST_CASE("Texts in UTF-16 are read as others are") {
    for (const bool bigEndian : {false, true}) {
        const sinew::Model model = import_files::importText("square.obj", utf16(kObj, bigEndian)).model;
        REQUIRE(model.meshes.size() == 1);
        CHECK(model.meshes[0].triangleCount() == 2);
    }
}

TEST_CASE("Materials of an Ogre mesh are found in scripts of any name, also below --textures") {
    const TemporaryFolder folder;
    const std::string unit = "{\n technique\n {\n pass\n {\n texture_unit\n {\n texture ";
    const auto material = [&](const std::string& name, const std::string& texture) {
        return "material " + name + "\n" + unit + texture + "\n}\n}\n}\n}\n";
    };
    import_files::write(folder / "meshes/model.mesh", ogre::mesh());
    import_files::write(folder / "meshes/some/all.MATERIAL",
                        "// no material skin\n" + material("skin2", "b.png") + material("skin", "a.png"));
    import_files::write(folder / "scripts/other.material", material("\"coat\"", "c.png"));
    const auto texturesOf = [](const sinew::ImportedModel& imported) {
        std::vector<std::string> names;
        for (const sinew::Texture& texture : imported.model.textures)
            names.push_back(texture.name);
        return names;
    };
    const std::filesystem::path path = folder / "meshes/model.mesh";
    const auto alone = sinew::importModel(path);
    CHECK(texturesOf(alone) == std::vector<std::string>{"a.png"});
    size_t missing = 0;
    for (const sinew::Finding& finding : alone.report.findings)
        missing += finding.object == "coat" && finding.message.starts_with("no .material file");
    CHECK(missing == 1);
    CHECK(texturesOf(sinew::importModel(path, {.textureFolders = {folder / "scripts"}})) ==
          std::vector<std::string>{"a.png", "c.png"});
}
