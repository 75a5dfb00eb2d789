#include <string>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/bmp.h"
#include "support/models/gltf.h"
#include "support/temporary_folder.h"

using sinew::AlphaMode;
using sinew::ImportedModel;
using sinew::Material;
using sinew::TextureSlot;

namespace {

ImportedModel importWithMaterial(const std::string& mtl) {
    const TemporaryFolder folder;
    import_files::write(folder / "model.mtl", "newmtl m\n" + mtl);
    import_files::write(folder / "x.bmp", import_files::bmp(2, 2, 200, 200, 200));
    import_files::write(folder / "model.obj",
                        "mtllib model.mtl\nusemtl m\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1\n");
    return sinew::importModel(folder / "model.obj");
}

Material importGltf(const std::string& material) {
    import_files::Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    const auto model = import_files::importGltf(
                           gltf.text(R"("scenes":[{"nodes":[0]}],"scene":0,"nodes":[{"mesh":0}],"meshes":[)"
                                     R"({"primitives":[{"material":0,"attributes":{"POSITION":0}}]}],"materials":[)" +
                                     material + "]"))
                           .model;
    return model.materials.at(model.meshes.at(0).material);
}

const Material& used(const ImportedModel& imported) {
    return imported.model.materials.at(imported.model.meshes.at(0).material);
}

}  // namespace

TEST_CASE("sRGB colors are converted to linear") {
    const auto imported = importWithMaterial("Kd 0.5 1 0\n");
    CHECK(used(imported).name == "m");
    CHECK(used(imported).baseColor.r == Approx(0.2140).margin(1e-3));
    CHECK(used(imported).baseColor.g == Approx(1.0));
    CHECK(used(imported).baseColor.b == 0.0f);
}

TEST_CASE("glTF's linear factors, alpha mode and two-sidedness are kept") {
    const Material masked =
        importGltf(R"({"name":"leaf","doubleSided":true,"alphaMode":"MASK","alphaCutoff":0.3,)"
                   R"("pbrMetallicRoughness":{"baseColorFactor":[0.5,0.25,1,0.75],"roughnessFactor":0.9}})");
    CHECK(masked.baseColor == glm::vec4(0.5f, 0.25f, 1.0f, 0.75f));
    CHECK(masked.alphaMode == AlphaMode::mask);
    CHECK(masked.alphaCutoff == Approx(0.3f));
    CHECK(masked.doubleSided);
    CHECK(masked.roughness == Approx(0.9f));
    CHECK(importGltf(R"({"alphaMode":"BLEND"})").alphaMode == AlphaMode::blend);
    const Material plain = importGltf("{}");
    CHECK(plain.alphaMode == AlphaMode::opaque);
    CHECK_FALSE(plain.doubleSided);
}

TEST_CASE("Opacity blends; a fully transparent material is drawn opaque, with a finding") {
    const auto glass = importWithMaterial("Kd 1 1 1\nd 0.25\n");
    CHECK(used(glass).alphaMode == AlphaMode::blend);
    CHECK(used(glass).baseColor.a == Approx(0.25f));
    const auto nothing = importWithMaterial("Kd 1 1 1\nd 0\n");
    CHECK(used(nothing).alphaMode == AlphaMode::opaque);
    CHECK(used(nothing).baseColor.a == 1.0f);
    CHECK(countOf(nothing.report.findings, "opacity-zero") == 1);
}

TEST_CASE("A texture replaces a black color") {
    CHECK(glm::vec3(used(importWithMaterial("Kd 0 0 0\nmap_Kd x.bmp\n")).baseColor) == glm::vec3(1.0f));
}

TEST_CASE("A bump map of heights is not used as a normal map") {
    const auto imported = importWithMaterial("Kd 1 1 1\nmap_Bump x.bmp\n");
    CHECK_FALSE(used(imported).texture(sinew::TextureSlot::normal).has_value());
    CHECK(countOf(imported.report.findings, "bump-map-ignored") == 1);
}

TEST_CASE("A mesh without a material gets the default one") {
    const auto model = import_files::importText("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").model;
    CHECK(model.materials.size() > model.meshes.at(0).material);
}

TEST_CASE("An emissive map shines though the emissive color is black") {
    const auto imported = importWithMaterial("Kd 1 1 1\nmap_Ke x.bmp\n");
    CHECK(used(imported).texture(TextureSlot::emissive).has_value());
    CHECK(used(imported).emissive == glm::vec3(1.0f));
}

TEST_CASE("A texture that may not repeat is clamped") {
    const auto imported = importWithMaterial("Kd 1 1 1\nmap_Kd -clamp on x.bmp\n");
    REQUIRE(used(imported).texture(TextureSlot::baseColor));
    CHECK(used(imported).texture(TextureSlot::baseColor)->sampler.wrapU == sinew::Wrap::clamp);
    CHECK(used(imported).texture(TextureSlot::baseColor)->offset == glm::vec2(0.0f));
}

TEST_CASE("Colors beyond all sense are ignored, others are limited, with one finding for each material") {
    struct Bad {
        const char* mtl;
        glm::vec3 base, emissive;
    };
    const glm::vec3 white(1.0f), none(0.0f);
    const auto bad = GENERATE_COPY(values<Bad>({
        {"Kd nan 0 0\n", white, none},
        {"Kd inf 0 0\n", white, none},
        {"Kd 1e38 0 0\n", white, none},
        {"Kd 7 0 0\nKe 3e5 0 0\n", {1.0f, 0.0f, 0.0f}, {1e6f, 0.0f, 0.0f}},
        {"Kd -1 1 0\n", {0.0f, 1.0f, 0.0f}, none},
        {"Kd 0 0 0\nKe nan 1 1\n", none, none},
        {"Kd nan 0 0\nKe 1e38 0 0\nKs 1e38 1e38 1e38\nNs inf\n", white, none},
    }));
    INFO(bad.mtl);
    const auto imported = importWithMaterial(bad.mtl);
    CHECK(glm::vec3(used(imported).baseColor) == bad.base);
    CHECK(used(imported).emissive == bad.emissive);
    CHECK(used(imported).specular <= 2.0f);
    CHECK(countOf(imported.report.findings, "material-invalid") == 1);
    CHECK(countOf(importWithMaterial("Kd 1 0.5 0\nKe 3 3 3\n").report.findings, "material-invalid") == 0);
}
