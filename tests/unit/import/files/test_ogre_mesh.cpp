#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "error.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/ogre.h"
#include "support/temporary_folder.h"

// Binary Ogre meshes of versions that assimp does not read.

namespace ogre {
namespace {

/// One generated level of two submeshes, up to version 1.8.
const std::string kUsage =
    chunk(0x8100, reals({100}) + chunk(0x8120, count(1) + kNo + word(0)) + chunk(0x8120, count(1) + kYes + count(0)));
const std::string kGroup = count(0) + count(1) + std::string(25, 'e');
const std::string kTriangle(48, 't');

}  // namespace

TEST_CASE("Ogre meshes of all versions since 1.30 are read, with the poses") {
    const std::string own = count(3) + count(0) + count(0xFFFFFFFF) + kNo + count(2) + word(0) + word(1);
    const std::string merged = count(3) + count(0) + count(1);
    const Mesh mesh = GENERATE_COPY(
        Mesh{"1.8", "", "", kNo},
        Mesh{"1.30", chunk(0x8000, word(2) + kNo + kUsage),
             chunk(0xB000, chunk(0xB100, word(0) + kNo + count(1) + count(1) + kTriangle + chunk(0xB110, kGroup)) +
                               chunk(0xB100, word(1) + kYes)),
             ""},
        Mesh{"1.40", chunk(0x8000, word(2) + kYes + chunk(0x8100, reals({9}) + chunk(0x8110, line("far.mesh")))), "",
             ""},
        Mesh{"1.41", chunk(0x8000, line("Distance") + word(2) + kNo + kUsage),
             chunk(0xB000,
                   chunk(0xB100, word(0) + kNo + kYes + count(1) + count(1) + kTriangle +
                                     chunk(0xB110, count(0) + count(0) + count(1) + count(1) + std::string(25, 'e')))),
             ""},
        Mesh{"1.100",
             chunk(0x8000, line("distance_box") + word(3) + chunk(0x8120, reals({9}) + own + merged) +
                               chunk(0x8110, reals({99}) + line("far.mesh"))),
             "", kNo});
    CAPTURE(mesh.version);
    const auto [model, report] = import_files::importText("model.mesh", mesh.text());
    REQUIRE(model.meshes.size() == 2);
    CHECK(model.meshes[0].positions.at(1) == glm::vec3(1, 0, 0));
    CHECK(model.meshes[1].positions.at(2) == glm::vec3(5, 1, 0));
    CHECK(model.meshes[1].name == "Coat");
    std::vector<std::string> ignored;
    for (const sinew::Finding& finding : report.findings)
        if (finding.id == "morph-ignored") ignored.push_back(finding.message);
    CHECK(ignored == std::vector<std::string>{"Sinew does not read the pose of this mesh",
                                              "Sinew does not read the morph animation of this mesh"});
}

TEST_CASE("Packed vertices, strips and fans of Ogre 1.9 and later are read") {
    const uint16_t operation = GENERATE(uint16_t{5}, uint16_t{6});
    const auto [model, report] = import_files::importText("model.mesh", packedMesh({1, operation}));
    REQUIRE(model.meshes.size() == 2);
    CHECK(model.meshes[0].triangleCount() == 0);
    const sinew::SkinnedMesh& mesh = model.meshes[1];
    REQUIRE(mesh.triangleCount() == 2);
    std::vector<glm::vec2> corners;
    for (const uint32_t index : mesh.indices) {
        corners.emplace_back(mesh.positions.at(index));
        CHECK(mesh.normals.at(index) == glm::vec3(0, 0, 1));
        CHECK(mesh.uvs.at(index).x == 1.0f);
    }
    const glm::vec2 a(0, 0), b(1, 0), c(0, 1), d(2, 1);
    CHECK(corners == (operation == 5 ? std::vector{a, b, c, c, b, d} : std::vector{a, b, c, a, c, d}));
    const std::string again = chunk(0x4010, word(operation));  // of the last submesh
    CHECK(import_files::importText("model.mesh", packedMesh({1, operation}) + again).model.meshes == model.meshes);
    CHECK_THROWS_WITH(import_files::importText("model.mesh", packedMesh({2})),
                      Catch::Matchers::ContainsSubstring("has only points and lines"));
}

TEST_CASE("Materials of an Ogre mesh are found in scripts of any name, also below --textures") {
    const TemporaryFolder folder;
    const std::string unit = "{\n technique\n {\n pass\n {\n texture_unit\n {\n texture ";
    const auto material = [&](const std::string& name, const std::string& texture) {
        return "material " + name + "\n" + unit + texture + "\n}\n}\n}\n}\n";
    };
    import_files::write(folder / "meshes/model.mesh", Mesh{"1.8", "", "", kNo}.text());
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

TEST_CASE("A damaged Ogre mesh is refused with a cause") {
    const std::string text = Mesh{"1.41", chunk(0x8000, line("Distance") + word(2) + kNo + kUsage), "", ""}.text();
    CHECK_THROWS_WITH(import_files::importText("model.mesh", text.substr(0, 200)),
                      Catch::Matchers::ContainsSubstring("is cut short"));
    std::string many = text;
    many.replace(text.find("skin\n") + 6, 4, count(0xFFFFFFFF));
    CHECK_THROWS_WITH(import_files::importText("model.mesh", many), Catch::Matchers::ContainsSubstring("is cut short"));
    const std::string declared = chunk(0x5100, chunk(0x5110, word(0) + word(2) + word(1) + word(0) + word(0)));
    std::string twice = text;
    twice.insert(text.find(declared), declared);
    CHECK_THROWS_WITH(import_files::importText("model.mesh", twice),
                      Catch::Matchers::ContainsSubstring("declares the vertices of a geometry twice"));
}

}  // namespace ogre
