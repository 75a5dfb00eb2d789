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
    CHECK(countOf(imported.report.findings, "texture-unreadable") == 1);
    CHECK(countOf(imported.report.findings, "texture-missing") == 0);
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
    const int positions = gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    const auto imported = import_files::importText(
        "m.gltf",
        gltf.text(
            R"("scenes":[{"nodes":[0]}],"scene":0,"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"material":0,"attributes":{"POSITION":)" +
            std::to_string(positions) +
            R"(}}]}],"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],)"
            R"("textures":[{"source":0}],"images":[{"mimeType":"image/bmp","uri":"data:image/bmp;base64,)" +
            import_files::base64(import_files::bmp(5, 4, 0, 255, 0)) + R"("}])"));
    REQUIRE(imported.model.textures.size() == 1);
    CHECK(imported.model.textures[0].source == "embedded");
    CHECK(imported.model.textures[0].image.width == 5);
    CHECK(imported.model.textures[0].image.bytes.at(1) == 255);
}
