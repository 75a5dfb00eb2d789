#include <filesystem>
#include <string>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/bmp.h"
#include "support/models/collada.h"
#include "support/models/dds.h"
#include "support/models/gltf.h"
#include "support/models/webp.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;
using sinew::ImportedModel;

/// A folder with a model that names one texture, and the files of a test.
class TexturedModel {
  public:
    void put(const std::string& name, const std::string& bytes = import_files::bmp(3, 2, 255, 0, 0)) {
        import_files::write(folder_ / "model" / name, bytes);
    }
    ImportedModel import(const std::string& textureName) {
        import_files::Collada file;
        file.images = "<image id=\"i\"><init_from>" + textureName + "</init_from></image>";
        file.effects = "<diffuse><texture texture=\"i\" texcoord=\"uv\"/></diffuse>";
        put("model.dae", file.text());
        return sinew::importModel(folder_ / "model" / "model.dae");
    }
    /// The path of the first texture below the folder, with these folders of textures; empty if it is not found.
    std::string foundIn(const std::vector<std::string>& folders, const std::string& textureName) {
        std::vector<fs::path> paths;
        for (const std::string& folder : folders)
            paths.push_back(folder == "none" ? fs::path("none") : folder_ / folder);
        import(textureName);
        last = sinew::importModel(folder_ / "model" / "model.dae", {.textureFolders = paths});
        const std::string& source = last.model.textures.at(0).source;
        return last.model.textures.at(0).found() ? fs::path(source).lexically_relative(folder_.path()).string() : "";
    }
    std::string messageOf(const std::string& id) const {
        for (const sinew::Finding& finding : last.report.findings)
            if (finding.id == id) return finding.message;
        return "";
    }
    ImportedModel last;
    ImportedModel importObj(const std::string& mtl) {
        put("model.mtl", mtl);
        put("model.obj", "mtllib model.mtl\nusemtl m\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1\n");
        return sinew::importModel(folder_ / "model" / "model.obj");
    }
    bool finds(const std::string& textureName) { return import(textureName).model.textures.at(0).found(); }
    fs::path path() const { return folder_.path(); }

  private:
    TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("A texture next to the model is found and decoded") {
    TexturedModel model;
    model.put("skin.bmp");
    const auto imported = model.import("skin.bmp");
    REQUIRE(imported.model.textures.size() == 1);
    const sinew::Texture& texture = imported.model.textures[0];
    CHECK(texture.name == "skin.bmp");
    CHECK(fs::path(texture.source).filename() == "skin.bmp");
    CHECK(texture.image.width == 3);
    CHECK(texture.image.height == 2);
    REQUIRE(texture.image.bytes.size() == 24);
    CHECK(texture.image.bytes[0] == 255);
    CHECK(texture.image.bytes[1] == 0);
    CHECK(texture.image.bytes[3] == 255);
    CHECK(imported.model.materials.at(imported.model.meshes.at(0).material)
              .texture(sinew::TextureSlot::baseColor)
              ->texture == 0u);
}

TEST_CASE("A texture is found however its name is written") {
    TexturedModel model;
    model.put("my skin.bmp");
    model.put("maps/deep skin.bmp");
    model.put("textures/hidden.bmp");
    for (const char* name :
         {"my%20skin.bmp", "my skin.bmp", "./my%20skin.bmp", "file:///home/artist/my%20skin.bmp",
          "/home/artist/my skin.bmp", "C:\\art\\my skin.bmp", "file:///C:/art/my%20skin.bmp", "..\\my skin.bmp",
          "MY SKIN.BMP", "maps/deep%20skin.bmp", "maps\\deep skin.bmp", "hidden.bmp", "D:/x/Hidden.BMP"}) {
        INFO(name);
        CHECK(model.finds(name));
    }
}

TEST_CASE("A missing texture is a finding, and the model still loads") {
    TexturedModel model;
    const auto imported = model.import("nowhere.png");
    REQUIRE(imported.model.textures.size() == 1);
    CHECK_FALSE(imported.model.textures[0].found());
    CHECK(imported.model.textures[0].name == "nowhere.png");
    CHECK(imported.model.textures[0].source.empty());
    CHECK(countOf(imported.report.findings, "texture-missing") == 1);
}

TEST_CASE("Nothing outside the model's folder is opened") {
    TexturedModel model;
    model.put("x.bmp");
    import_files::write(model.path() / "secret.bmp", import_files::bmp(1, 1, 0, 0, 0));
    fs::create_symlink(model.path() / "secret.bmp", model.path() / "model" / "link.bmp");
    CHECK_FALSE(model.finds("../secret.bmp"));
    CHECK_FALSE(model.finds((model.path() / "secret.bmp").string()));
    CHECK_FALSE(model.finds("link.bmp"));
    CHECK_FALSE(model.finds("/dev/zero"));
    CHECK(model.finds((model.path() / "model" / "x.bmp").string()));
}

TEST_CASE("Textures are found below the directories that are allowed, however the model names them") {
    TexturedModel model;
    model.put("../materials/textures/wood.bmp");
    model.put("../materials/textures/sub/Deep Oak.bmp");
    model.put("../unity/Assets/Textures/brick.bmp");
    const std::vector<std::string> gazebo{"materials"};
    for (const char* name :
         {"../materials/textures/wood.bmp", "..\\materials\\textures\\wood.bmp", "../Materials/Textures/WOOD.bmp",
          "file:///home/else/robot/materials/textures/wood.bmp", "C:\\robot\\materials\\textures\\wood.bmp",
          "package://robot/materials/textures/wood.bmp", "model://robot/materials/textures/wood.bmp",
          "/home/else/materials/textures/wood.bmp", "../materials/textures/%77ood.bmp", "file:/x/textures/wood.bmp",
          "wood.bmp", "D:/elsewhere/wood.bmp"}) {
        INFO(name);
        CHECK(model.foundIn({}, name).empty());
        CHECK(model.foundIn(gazebo, name) == "materials/textures/wood.bmp");
    }
    CHECK(model.foundIn(gazebo, "../materials/textures/sub/deep%20oak.bmp") == "materials/textures/sub/Deep Oak.bmp");
    CHECK(model.foundIn({"materials/textures"}, "../materials/textures/wood.bmp") == "materials/textures/wood.bmp");
    CHECK(model.foundIn({"materials", "unity"}, "Textures/Brick.bmp") == "unity/Assets/Textures/brick.bmp");
    CHECK(model.messageOf("texture-by-name").starts_with("found by its name alone, as "));
    CHECK(model.foundIn(gazebo, "../materials/textures/none.bmp").empty());
    CHECK(model.messageOf("texture-missing").starts_with("not found in the model's directory or those of --textures"));
}

TEST_CASE("The model's own directory comes first, and where the name says before other places") {
    TexturedModel model;
    model.put("wood.bmp");
    model.put("../materials/textures/wood.bmp");
    model.put("../materials/wood.bmp");
    CHECK(model.foundIn({"materials"}, "wood.bmp") == "model/wood.bmp");
    CHECK(model.foundIn({"materials"}, "../materials/textures/wood.bmp") == "materials/textures/wood.bmp");
    CHECK(model.foundIn({"materials"}, "../materials/wood.bmp") == "materials/wood.bmp");
    CHECK(model.foundIn({}, "../materials/textures/wood.bmp") == "model/wood.bmp");
    CHECK(model.messageOf("texture-by-name").empty());
}

TEST_CASE("Of several textures of a name alone the nearest is taken, with a note that says so") {
    TexturedModel model;
    for (const char* place : {"b/skin.bmp", "a/skin.bmp", "a/deep/skin.bmp"})
        model.put("../parts/" + std::string(place));
    CHECK(model.foundIn({"parts"}, "elsewhere/skin.bmp") == "parts/a/skin.bmp");
    CHECK(model.messageOf("texture-by-name").ends_with("parts/a/skin.bmp, the nearest of 3 such files"));
}

TEST_CASE("A missing texture names the directory in which the model says it is") {
    TexturedModel model;
    const auto advice = [&](const std::string& name) {
        CHECK(model.foundIn({}, name).empty());
        const std::string message = model.messageOf("texture-missing");
        const size_t at = message.find("--textures ");
        return at == std::string::npos ? message : message.substr(at + 11);
    };
    const std::string folder = model.path().string();
    CHECK(advice("../materials/textures/x.png") == folder + "/materials/textures");
    CHECK(advice("..\\my maps\\x.png") == "'" + folder + "/my maps'");
    CHECK(advice("/opt/maps/x.png") == "/opt/maps");
    CHECK(advice("package://" + model.path().filename().string() + "/maps/x.png") ==
          fs::canonical(model.path()).string() + "/maps");
    CHECK(advice("x.png") == "DIR adds another directory");
    CHECK(advice("C:\\maps\\x.png") == "DIR adds another directory");
}

TEST_CASE("A texture that is outside of what may be read is a note, a missing one a warning") {
    TexturedModel model;
    model.put("../maps/wood.bmp");
    model.put("../maps/secret.txt");
    const auto severityOf = [&](const std::string& name) {
        model.last = model.import(name);
        return onlyOne(model.last.report.findings, "texture-missing").severity;
    };
    CHECK(severityOf("../maps/wood.bmp") == sinew::Severity::info);
    CHECK(severityOf("..\\maps\\wood.bmp") == sinew::Severity::info);
    CHECK(model.messageOf("texture-missing").starts_with("is there, but was not read for safety"));
    CHECK_THAT(model.messageOf("texture-missing"), Catch::Matchers::ContainsSubstring("; use --textures "));
    // Whether other files are there is nothing that a model may ask.
    const std::string folder = model.path().string();
    for (const std::string& name :
         {std::string("../maps/none.bmp"), std::string("../maps"), std::string("../maps/secret.txt"),
          folder + "/maps/wood.bmp", "../../../.." + folder + "/maps/wood.bmp"}) {
        INFO(name);
        CHECK(severityOf(name) == sinew::Severity::warning);
    }
}

TEST_CASE("Nothing outside the allowed directories is opened") {
    TexturedModel model;
    model.put("../secret.bmp");
    model.put("../other/secret.bmp");
    model.put("../maps/x.bmp");
    fs::create_symlink(model.path() / "secret.bmp", model.path() / "maps" / "link.bmp");
    fs::create_directory_symlink(model.path() / "other", model.path() / "maps" / "linked");
    fs::create_directory_symlink("..", model.path() / "maps" / "up");
    for (const std::string name :
         {"../secret.bmp", "../maps/link.bmp", "../maps/linked/secret.bmp", "link.bmp", "../maps/../secret.bmp",
          "../maps/up/secret.bmp", "../other/secret.bmp", "/dev/zero"}) {
        INFO(name);
        CHECK(model.foundIn({"maps"}, name).empty());
        CHECK(model.foundIn({"maps"}, (model.path() / "model" / name).string()).empty());
    }
    CHECK(model.foundIn({"maps"}, (model.path() / "maps/x.bmp").string()) == "maps/x.bmp");
}

TEST_CASE("Textures of a model's project are found, but not those of other directories") {
    const char* const mark =
        GENERATE(".git", "package.xml", "model.config", "project.godot", "ProjectSettings", "sinew.toml");
    TexturedModel model;
    model.put("../materials/textures/wood.bmp"), model.put("../textures/oak.bmp"), model.put("../art/elm.bmp");
    for (const char* name : {"wood.bmp", "oak.bmp", "../art/elm.bmp", "C:\\x\\Wood.BMP"})
        CHECK(model.foundIn({}, name).empty());
    fs::create_directory(model.path() / mark);
    CHECK(model.foundIn({}, "wood.bmp") == "materials/textures/wood.bmp");
    CHECK(model.foundIn({}, "C:\\x\\Wood.BMP") == "materials/textures/wood.bmp");
    CHECK(model.foundIn({}, "oak.bmp") == "textures/oak.bmp");
    CHECK(model.foundIn({}, "../art/elm.bmp") == "art/elm.bmp");
    CHECK(model.foundIn({}, "elm.bmp").empty());
    CHECK(model.foundIn({"none"}, "wood.bmp").empty());
    fs::permissions(model.path(), fs::perms::others_write, fs::perm_options::add);
    CHECK(model.foundIn({}, "wood.bmp").empty());
}

TEST_CASE("A directory is not a texture") {
    TexturedModel model;
    model.put("maps/x.bmp");
    for (const char* name : {"maps", "."}) {
        INFO(name);
        CHECK(countOf(model.import(name).report.findings, "texture-missing") == 1);
    }
}

TEST_CASE("A file that is not an image is reported as unreadable") {
    TexturedModel model;
    model.put("broken.png", "\x89PNG\r\n\x1a\n and then nothing");
    const auto imported = model.import("broken.png");
    CHECK_FALSE(imported.model.textures.at(0).found());
    CHECK(onlyOne(imported.report.findings, "texture-unreadable").severity == sinew::Severity::warning);
    CHECK(countOf(imported.report.findings, "texture-missing") == 0);
    model.put("basis.ktx2", std::string("\xABKTX 20\xBB\r\n\x1A\n") + std::string(80, '\0'));  // sound, but not read
    CHECK(onlyOne(model.import("basis.ktx2").report.findings, "texture-unreadable").severity == sinew::Severity::info);
}

TEST_CASE("A WebP picture is decoded with its alpha, and one that is cut short is reported") {
    TexturedModel model;
    const std::string picture = import_files::webp(3, 2, 200, 100, 50, 64);
    model.put("skin.webp", picture);
    model.put("cut.webp", picture.substr(0, picture.size() - 4));
    model.put("head.webp", picture.substr(0, 16));
    const auto imported = model.import("skin.webp");
    const sinew::ImageData& image = imported.model.textures.at(0).image;
    CHECK(image.width == 3);
    CHECK(image.height == 2);
    CHECK(std::vector<uint8_t>(image.bytes.end() - 4, image.bytes.end()) == std::vector<uint8_t>{200, 100, 50, 64});
    for (const char* name : {"cut.webp", "head.webp"})
        CHECK(countOf(model.import(name).report.findings, "texture-unreadable") == 1);
}

TEST_CASE("A bump map in blocks is taken for normals if its colors are blue") {
    TexturedModel model;
    // The blocks begin with two colors of 5, 6 and 5 bits.
    model.put("blue.dds", import_files::dds(4, 4, "DXT1", import_files::words({0x841Fu | 0x841Fu << 16, 0})));
    model.put("gray.dds", import_files::dds(4, 4, "DXT1", import_files::words({0x8410u | 0x8410u << 16, 0})));
    model.put("height.dds", import_files::dds(4, 4, "ATI1", std::string(8, 'a')));
    model.put("xy.dds", import_files::dds(4, 4, "ATI2", std::string(16, 'a')));
    const auto ignored = [&](const std::string& name) {
        return countOf(model.importObj("newmtl m\nbump " + name + "\n").report.findings, "bump-map-ignored");
    };
    CHECK(ignored("blue.dds") == 0);
    CHECK(ignored("gray.dds") == 1);
    CHECK(ignored("height.dds") == 1);
    CHECK(ignored("xy.dds") == 0);
}

TEST_CASE("A WebP picture beyond the limits is not decoded, and the finding says why") {
    TexturedModel model;
    // The size is 14 and 14 bits, each less 1, after the headers and the signature of the lossless chunk.
    std::string wide = import_files::webp(3, 2, 0, 0, 0);
    const uint32_t size = 8299 | 8299 << 14;
    for (int byte = 0; byte < 4; ++byte)
        wide.at(21 + byte) = static_cast<char>(size >> 8 * byte);
    model.put("wide.webp", wide);
    const auto imported = model.import("wide.webp");
    CHECK_FALSE(imported.model.textures.at(0).found());
    CHECK_THAT(imported.report.findings.back().message,
               Catch::Matchers::EndsWith("wide.webp is too large: 8300x8300 pixels"));
}

TEST_CASE("An image that is too wide is not decoded") {
    TexturedModel model;
    model.put("widest.bmp", import_files::bmp(16384, 1, 0, 0, 0));
    model.put("wider.bmp", import_files::bmp(16385, 1, 0, 0, 0));
    CHECK(model.finds("widest.bmp"));
    CHECK_FALSE(model.finds("wider.bmp"));
}

TEST_CASE("One file under two names is decoded once") {
    TexturedModel model;
    model.put("skin.bmp");
    const auto imported = model.importObj("newmtl m\nmap_Kd skin.bmp\nnewmtl other\nmap_Kd ./skin.bmp\n");
    CHECK(imported.model.textures.size() == 1);
}

TEST_CASE("Embedded images come before files") {
    import_files::Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    const auto imported = import_files::importGltf(
        gltf.text(R"("scenes":[{"nodes":[0]}],"scene":0,"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"material":0,)"
                  R"("attributes":{"POSITION":0}}]}],"materials":[{"pbrMetallicRoughness":{"baseColorTexture":)"
                  R"({"index":0}}}],"textures":[{"source":0}],"images":[{"mimeType":"image/bmp","uri":"data:image/bmp)"
                  R"(;base64,)" +
                  import_files::base64(import_files::bmp(5, 4, 0, 255, 0)) + R"("}])"));
    REQUIRE(imported.model.textures.size() == 1);
    CHECK(imported.model.textures[0].source == "embedded");
    CHECK(imported.model.textures[0].image.width == 5);
    CHECK(imported.model.textures[0].image.bytes.at(1) == 255);
}
