#include <string>
#include <vector>

#include "import/gltf/specular_glossiness.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/dds.h"
#include "support/models/gltf.h"
#include "support/models/webp.h"

using namespace sinew;
using namespace sinew::gltf;

namespace {

using Bytes = std::vector<uint8_t>;

ImageData image(uint32_t width, uint32_t height, const Bytes& rgba) {
    return {.width = width, .height = height, .bytes = PixelBytes(rgba.begin(), rgba.end())};
}

Bytes texel(const ImageData& image, size_t index) {
    const auto first = image.bytes.begin() + static_cast<std::ptrdiff_t>(index * 4);
    return Bytes(first, first + 4);
}

void checkNear(const Bytes& texel, const Bytes& expected) {
    for (size_t i = 0; i < 4; ++i) {
        INFO("channel " << i);
        CHECK(int{texel[i]} == Approx(int{expected[i]}).margin(1.0));
    }
}

std::string picture(const std::string& bytes) {
    return R"({"uri":"data:image/webp;base64,)" + import_files::base64(bytes) + "\"}";
}

/// A triangle for each material; texture 0 has half the side of texture 1, and texture 2 is in blocks.
ImportedModel importMaterials(const std::vector<std::string>& specularGlossiness) {
    import_files::Gltf file;
    file.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    std::string primitives, materials;
    for (size_t i = 0; i < specularGlossiness.size(); ++i) {
        const std::string comma = i > 0 ? "," : "";
        primitives += comma + R"({"attributes":{"POSITION":0},"material":)" + std::to_string(i) + "}";
        materials += comma + R"({"extensions":{"KHR_materials_pbrSpecularGlossiness":)" + specularGlossiness[i] + "}}";
    }
    const std::string images = picture(import_files::webp(2, 2, 200, 100, 50, 64)) + "," +
                               picture(import_files::webp(4, 4, 230, 180, 80, 128)) + "," +
                               picture(import_files::dds(4, 4, "DXT1", std::string(8, 'a')));
    return import_files::importGltf(
        file.text(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[)" + primitives +
                  R"(]}],"materials":[)" + materials + R"(],"images":[)" + images +
                  R"(],"textures":[{"source":0},{"source":1},{"source":2}])"));
}

const Material& materialOf(const ImportedModel& imported, size_t mesh = 0) {
    return imported.model.materials.at(imported.model.meshes.at(mesh).material);
}

const std::string kBoth = R"("diffuseTexture":{"index":0},"specularGlossinessTexture":{"index":1})";

}  // namespace

TEST_CASE("Maps of specular color and glossiness become metallic-roughness texel by texel") {
    // Red plastic, gold, and rubber that reflects nothing.
    const ImageData diffuse = image(4, 1, {200, 20, 10, 255, 0, 0, 0, 10, 90, 90, 90, 255, 90, 90, 90, 255});
    const ImageData specular = image(4, 1, {56, 56, 56, 51, 255, 230, 145, 204, 0, 0, 0, 255, 0, 0, 0, 0});
    const ConvertedMaps maps = convertedMaps(&diffuse, &specular, {});
    REQUIRE(maps.baseColor.bytes.size() == 16);
    REQUIRE(maps.metallicRoughness.bytes.size() == 16);
    checkNear(texel(maps.baseColor, 0), {200, 20, 10, 255});
    checkNear(texel(maps.metallicRoughness, 0), {255, 204, 0, 255});
    checkNear(texel(maps.baseColor, 1), {255, 230, 145, 10});
    checkNear(texel(maps.metallicRoughness, 1), {255, 51, 255, 255});
    checkNear(texel(maps.baseColor, 2), {90, 90, 90, 255});
    checkNear(texel(maps.metallicRoughness, 3), {255, 255, 0, 255});
    REQUIRE(maps.specularColor);
    checkNear(texel(*maps.specularColor, 0), {253, 253, 253, 255});
    checkNear(texel(*maps.specularColor, 1), {255, 255, 255, 255});
    checkNear(texel(*maps.specularColor, 2), {0, 0, 0, 255});
}

TEST_CASE("A surface that reflects like every dielectric gets no map of specular color") {
    const ImageData specular = image(2, 1, {56, 56, 56, 51, 255, 230, 145, 204});
    CHECK_FALSE(convertedMaps(nullptr, &specular, {}).specularColor);
    SpecularGlossiness half;
    half.specular = glm::vec3(0.5f);
    CHECK(convertedMaps(nullptr, &specular, half).specularColor);
}

TEST_CASE("Maps of different sizes are converted at the greater width and height, interpolated in linear light") {
    const ImageData diffuse = image(2, 1, {0, 0, 0, 0, 255, 255, 255, 200});
    const ImageData specular = image(1, 3, {56, 56, 56, 0, 56, 56, 56, 100, 56, 56, 56, 200});
    ConvertedMaps maps = convertedMaps(&diffuse, &specular, {});
    CHECK(maps.baseColor.width == 2);
    CHECK(maps.baseColor.height == 3);
    checkNear(texel(maps.baseColor, 3), {255, 255, 255, 200});
    checkNear(texel(maps.metallicRoughness, 2), {255, 155, 0, 255});
    const ImageData wide = image(8, 1, Bytes(32, 56));
    maps = convertedMaps(&diffuse, &wide, {});
    checkNear(texel(maps.baseColor, 0), {0, 0, 0, 0});
    checkNear(texel(maps.baseColor, 3), {166, 166, 166, 75});  // 3/8 of the light
    checkNear(texel(maps.baseColor, 7), {255, 255, 255, 200});
}

TEST_CASE("A glTF material of specular-glossiness maps has converted textures, and the originals are dropped") {
    const auto imported = importMaterials({R"({"diffuseFactor":[1,1,1,0.5],"glossinessFactor":0.5,)" + kBoth + "}",
                                           R"({"diffuseFactor":[1,1,1,0.5],"glossinessFactor":0.5,)" + kBoth + "}"});
    const Material& material = materialOf(imported);
    CHECK(material.metallic == 1.0f);
    CHECK(material.roughness == 1.0f);
    CHECK(material.baseColor == glm::vec4(1.0f, 1.0f, 1.0f, 0.5f));
    REQUIRE(imported.model.textures.size() == 2);
    const auto textureOf = [&](TextureSlot slot) {
        return imported.model.textures.at(material.texture(slot).value().texture);
    };
    CHECK(textureOf(TextureSlot::baseColor).name == "*0");
    CHECK(textureOf(TextureSlot::baseColor).image.width == 4);
    CHECK(textureOf(TextureSlot::baseColor).image.bytes[3] == 64);
    CHECK(textureOf(TextureSlot::metallicRoughness).name == "*1");
    CHECK(textureOf(TextureSlot::metallicRoughness).image.bytes[1] == 191);  // glossiness 0.25
    CHECK(materialOf(imported, 1).textures == material.textures);
    CHECK(countOf(imported.report.findings, "specular-map-averaged") == 0);
}

TEST_CASE("A specular-glossiness material without specular map keeps the diffuse map of a dielectric") {
    const auto imported = importMaterials(
        {R"({"specularFactor":[0.04,0.04,0.04],"diffuseTexture":{"index":0}})", R"({"diffuseTexture":{"index":0}})"});
    CHECK(materialOf(imported).metallic == 0.0f);
    CHECK_FALSE(materialOf(imported).texture(TextureSlot::metallicRoughness));
    CHECK(materialOf(imported, 1).texture(TextureSlot::metallicRoughness));
    const auto& texture = imported.model.textures.at(materialOf(imported).texture(TextureSlot::baseColor)->texture);
    CHECK(texture.image.bytes[0] == 200);
}

TEST_CASE("Of a specular-glossiness map with other texture coordinates than the diffuse map the average is used") {
    const auto imported =
        importMaterials({R"({"diffuseTexture":{"index":0},"specularGlossinessTexture":{"index":1,"texCoord":1}})"});
    CHECK(countOf(imported.report.findings, "specular-map-averaged") == 1);
    const auto surface = materialOf(imported).texture(TextureSlot::metallicRoughness).value();
    CHECK(surface.uvSet == 0);
    const ImageData& image = imported.model.textures.at(surface.texture).image;
    CHECK(image.width == 2);
    CHECK(image.bytes[1] == 127);
}

TEST_CASE("Maps of specular color and glossiness in blocks cannot be converted, with a note") {
    const auto specular =
        importMaterials({R"({"diffuseTexture":{"index":0},"specularGlossinessTexture":{"index":2}})"});
    CHECK(countOf(specular.report.findings, "specular-map-ignored") == 1);
    CHECK(materialOf(specular).metallic == 0.0f);
    const auto diffuse = importMaterials({R"({"diffuseTexture":{"index":2},"specularGlossinessTexture":{"index":1}})"});
    CHECK(countOf(diffuse.report.findings, "specular-map-averaged") == 1);
    CHECK(diffuse.model.textures.at(materialOf(diffuse).texture(TextureSlot::baseColor)->texture).image.isBlocks());
}
