#include <filesystem>
#include <string>

#include "error.h"
#include "import/formats.h"
#include "import_files.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

namespace {

/// What importModel() throws, checked for the promise of one line that names the file.
std::string refusal(const std::filesystem::path& path) {
    try {
        sinew::importModel(path);
    } catch (const sinew::Error& error) {
        CHECK(error.exit() == sinew::Exit::input);
        const std::string what = error.what();
        CHECK(what.find('\n') == std::string::npos);
        CHECK(what.starts_with(path.string() + ": "));
        return what.substr(path.string().size() + 2);
    }
    return "";
}

}  // namespace

TEST_CASE("A file that cannot be a model is refused with its cause") {
    const TemporaryFolder folder;
    import_files::write(folder / "empty.dae", "");
    import_files::write(folder / "blank.dae", "  \n \n");
    import_files::write(folder / "noise.fbx", std::string("\x01\x80\xfe\x00\x7f garbage", 14));
    import_files::write(folder / "notes.txt", "not a model");
    const std::string whole = import_files::Collada{}.text();
    import_files::write(folder / "cut.dae", whole.substr(0, whole.size() / 2));

    CHECK(refusal(folder / "missing.dae") == "no such file");
    CHECK(refusal(folder.path()) == "is a folder, not a model");
    CHECK(refusal(folder / "empty.dae") == "is empty");
    for (const char* name : {"blank.dae", "noise.fbx", "notes.txt", "cut.dae"}) {
        INFO(name);
        const std::string cause = refusal(folder / name);
        CHECK_THAT(cause, Catch::Matchers::ContainsSubstring("(assimp "));
        CHECK(cause.find("no cause given") == std::string::npos);
    }
}

TEST_CASE("A scene with neither mesh nor animated node is refused") {
    const TemporaryFolder folder;
    import_files::write(folder / "points.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n");
    CHECK_THAT(refusal(folder / "points.obj"), Catch::Matchers::ContainsSubstring("neither a mesh nor"));
}

TEST_CASE("A line break in a file's name does not break the message's line") {
    const TemporaryFolder folder;
    try {
        sinew::importModel(folder / "two\nlines.dae");
        FAIL("was not refused");
    } catch (const sinew::Error& error) {
        CHECK(std::string(error.what()).find('\n') == std::string::npos);
    }
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

TEST_CASE("The report says what was read, and with what") {
    const TemporaryFolder folder;
    import_files::write(folder / "a.dae", import_files::Collada{}.text());
    const auto report = sinew::importModel(folder / "a.dae").report;
    CHECK(report.format == "Collada");
    CHECK(report.importer.starts_with("assimp "));
    CHECK(report.influences.size() == 1);
}

TEST_CASE("Of the formats that assimp reads, those that hold models are read") {
    Assimp::Importer importer;
    const size_t all = importer.GetImporterCount();
    sinew::keepPromisedFormats(importer);
    CHECK(importer.GetImporterCount() == all - 5);
    for (const char* ending :
         {".dae", ".fbx", ".gltf", ".glb", ".x", ".b3d", ".md5mesh", ".smd", ".obj", ".ply", ".mdl"})
        CHECK(importer.IsExtensionSupported(ending));
    for (const char* ending : {".hmp", ".ter", ".pk3", ".bsp", ".ifc", ".step", ".assbin"})
        CHECK_FALSE(importer.IsExtensionSupported(ending));
}
