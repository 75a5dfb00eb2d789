#include <filesystem>
#include <string>

#include <assimp/Importer.hpp>

#include "import/files/formats.h"
#include "support/catch.h"
#include "support/import_files.h"
#include "support/models/collada.h"
#include "support/temporary_folder.h"
#include "support/thrown.h"

namespace {

std::string refusal(const std::filesystem::path& path) {
    return refusalOf(path, [&] { sinew::importModel(path); });
}

}  // namespace

TEST_CASE("A file that is not a model is refused with the cause") {
    const TemporaryFolder folder;
    import_files::write(folder / "empty.dae", "");
    import_files::write(folder / "blank.dae", "  \n \n");
    import_files::write(folder / "noise.fbx", std::string("\x01\x80\xfe\x00\x7f garbage", 14));
    const std::string whole = import_files::Collada{}.text();
    import_files::write(folder / "cut.dae", whole.substr(0, whole.size() / 2));

    CHECK(refusal(folder / "missing.dae") == "no such file");
    CHECK(refusal(folder.path()) == "is a directory, not a file");
    CHECK(refusal(folder / "empty.dae") == "is empty");
    CHECK(refusal(folder / "cut.dae").starts_with("is not well-formed XML: "));
    CHECK(refusal(folder / "noise.fbx") == "is no FBX file");
    const std::string cause = refusal(folder / "blank.dae");
    CHECK_THAT(cause, Catch::Matchers::ContainsSubstring("(assimp "));
    CHECK(cause.find("no cause given") == std::string::npos);
}

TEST_CASE("A file of no known format is refused with the formats that are supported") {
    const TemporaryFolder folder;
    import_files::write(folder / "notes.txt", "not a model");
    import_files::write(folder / "README.md", "# A title\n\nNot a model:\nv 1 2 3\no one\nf is for files\n");
    import_files::write(folder / "noise", std::string("\x01\x80\xfe\x00\x7f garbage", 14));
    for (const char* name : {"notes.txt", "README.md", "noise"}) {
        INFO(name);
        const std::string cause = refusal(folder / name);
        CHECK(cause.starts_with("unknown format; supported: .3d, "));
        for (const char* ending : {" .dae,", " .fbx,", " .glb,", " .obj,", " .sinew,"})
            CHECK_THAT(cause, Catch::Matchers::ContainsSubstring(ending));
        CHECK_THAT(cause, !Catch::Matchers::ContainsSubstring("assbin"));
    }
}

TEST_CASE("An OBJ is recognized by its statements, whatever its name") {
    const TemporaryFolder folder;
    const std::string triangle = "# made by hand\n\nmtllib paint.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n";
    import_files::write(folder / "paint.mtl", "newmtl a\nKd 1 0 0\n");
    for (const char* name : {"model.obj", "model.txt", "model"}) {
        INFO(name);
        import_files::write(folder / name, triangle);
        const sinew::ImportedModel imported = sinew::importModel(folder / name);
        CHECK(imported.model.meshes.size() == 1);
    }
}

TEST_CASE("A scene of LightWave that is cut short in a motion does not look for its object forever") {
    const TemporaryFolder folder;
    import_files::write(folder / "cut.lws", "LWSC\n2\n\nLoadObject absent.lwo\nAddLight\nLightMotion (unnamed)\n");
    CHECK_THAT(refusal(folder / "cut.lws"),
               Catch::Matchers::ContainsSubstring("looks for more than 10000 files that are not there"));
}

TEST_CASE("A scene without a mesh or an animated node is refused") {
    const TemporaryFolder folder;
    import_files::write(folder / "line.obj", "o wire\nv 0 0 0\nv 1 0 0\nl 1 2\n");
    CHECK_THAT(refusal(folder / "line.obj"),
               Catch::Matchers::ContainsSubstring("only points and lines, which Sinew does not draw, in mesh 'wire'"));
    const std::string mesh = R"(<instance_geometry url="#quad">)";
    std::string text = import_files::Collada{}.text();
    text.replace(text.find(mesh), mesh.size(), "<nothing>");
    text.replace(text.find("</instance_geometry>"), 20, "</nothing>");
    import_files::write(folder / "empty.dae", text);
    CHECK_THAT(refusal(folder / "empty.dae"), Catch::Matchers::ContainsSubstring("neither a mesh nor"));
}

TEST_CASE("A line break in a file's name does not break the message") {
    const TemporaryFolder folder;
    const std::string message = thrownBy([&] { sinew::importModel(folder / "two\nlines.dae"); });
    CHECK(message != "");
    CHECK(message.find('\n') == std::string::npos);
}

TEST_CASE("An SMD file whose nodes have no end is refused") {
    const std::string nodes = "version 1\nnodes\n0 \"root\" -1\n", end = "end\n",
                      pose = "skeleton\ntime 0\n0 0 0 0 0 0 0\nend\n";
    CHECK(import_files::importText("model.smd", nodes + end + pose).model.hierarchy.size() > 0);
    const TemporaryFolder folder;
    const auto refusalOf = [&](const std::string& text) {
        import_files::write(folder / "model.smd", text);
        return refusal(folder / "model.smd");
    };
    CHECK(refusalOf(nodes) == "is cut short: its nodes have no end");
    CHECK(refusalOf(nodes + pose.substr(0, 20)) == "is cut short: its nodes have no end");
    CHECK(refusalOf("version 1\nnodes\n0 \"root -1\n" + end + pose) ==
          "is cut short, or the name of a node has no closing quote");
}

TEST_CASE("Paths and names are UTF-8") {
    const TemporaryFolder folder;
    const auto path = folder / "Фигура ✓.dae";
    import_files::write(path, import_files::Collada{.nodes = "<node id=\"Größe\"><node id=\"骨\"/></node>"}.text());
    const auto imported = sinew::importModel(path);
    CHECK(imported.report.file == path.string());
    CHECK(sinew::findNode(imported.model.hierarchy, "Größe").has_value());
    CHECK(sinew::findNode(imported.model.hierarchy, "骨").has_value());
}

TEST_CASE("The report names the file, the format and the importer") {
    const auto report = import_files::importDae(import_files::Collada{}.text()).report;
    CHECK(report.format == "Collada");
    CHECK(report.importer.starts_with("assimp "));
    CHECK(report.influences.size() == 1);
}

TEST_CASE("Only the formats of models are supported, of those that assimp reads") {
    Assimp::Importer importer;
    const size_t all = importer.GetImporterCount();
    sinew::keepModelFormats(importer);
    CHECK(importer.GetImporterCount() == all - 6);
    for (const char* ending :
         {".dae", ".fbx", ".gltf", ".glb", ".x", ".b3d", ".md5mesh", ".smd", ".obj", ".ply", ".mdl"})
        CHECK(importer.IsExtensionSupported(ending));
    for (const char* ending : {".hmp", ".ter", ".pk3", ".bsp", ".ifc", ".step", ".assbin"})
        CHECK_FALSE(importer.IsExtensionSupported(ending));
}
