#include <cstdint>
#include <initializer_list>
#include <string>

#include "error.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/lightwave.h"

// LightWave objects of before version 6 (LWOB).

namespace {

using namespace lightwave;

}  // namespace

TEST_CASE("LightWave objects of before version 6 are read, with the polygons of details", "[import]") {
    const auto [model, report] = import_files::importText("model.lwo", lwob(part("FLAG", word(0x100)), kPolygons));
    CHECK(report.findings.empty());
    REQUIRE(model.meshes.size() == 2);
    CHECK(model.meshes[0].triangleCount() + model.meshes[1].triangleCount() == 3);
    for (const auto& mesh : model.meshes) {
        const sinew::Material& material = model.materials.at(mesh.material);
        const bool isSquare = mesh.triangleCount() == 2;
        CHECK(material.name == (isSquare ? "square" : "detail"));
        CHECK(material.baseColor.r == (isSquare ? 1.0f : 0.0f));
        CHECK(material.baseColor.b == (isSquare ? 0.0f : 1.0f));
        CHECK(material.doubleSided == isSquare);
        CHECK(material.baseColor.a == (isSquare ? 1.0f : 0.5f));
    }
}

TEST_CASE("An image that a plane places on a LightWave object keeps its size and center", "[import]") {
    const std::string texture = part("CTEX", text("Planar Image Map")) + part("TIMG", text("wood.png")) +
                                part("TFLG", word(4)) + part("TSIZ", reals({4, 4, 4})) + part("TCTR", reals({1, 1, 0}));
    const auto [model, report] = import_files::importText("model.lwo", lwob(texture, kPolygons));
    CHECK(onlyOne(report.findings, "texture-missing").object == "wood.png");
    for (const auto& mesh : model.meshes) {
        if (mesh.triangleCount() != 2) continue;
        REQUIRE(mesh.uvs.size() == mesh.positions.size());
        for (size_t i = 0; i < mesh.uvs.size(); ++i) {
            CHECK(mesh.uvs[i].x == (mesh.positions[i].x - 1.0f) / 4.0f + 0.5f);
            CHECK(1.0f - mesh.uvs[i].y == (mesh.positions[i].y - 1.0f) / 4.0f + 0.5f);
        }
    }
}

TEST_CASE("Procedural textures and broken polygons of a LightWave object are left out, with findings", "[import]") {
    const std::string broken = word(3) + word(0) + word(1) + word(4) + word(1) + word(0) + word(1);
    const auto [model, report] =
        import_files::importText("model.lwo", lwob(part("CTEX", text("Fractal Noise")), broken + kPolygons));
    CHECK(onlyOne(report.findings, "texture-unreadable").message == "'Fractal Noise' is not an image and is left out");
    CHECK_THAT(onlyOne(report.findings, "index-out-of-range").message,
               Catch::Matchers::ContainsSubstring("2 of 4 polygons"));
    CHECK(model.meshes.size() == 2);
}

TEST_CASE("A damaged LightWave object of before version 6 is refused in one line", "[import]") {
    const std::string whole = lwob(part("FLAG", word(4)), kPolygons);
    for (size_t length = 13; length < whole.size(); ++length) {
        INFO(length);
        try {
            (void)import_files::importTextApart("model.lwo", whole.substr(0, length));
        } catch (const sinew::Error& error) {
            CHECK(error.exit() == sinew::Exit::input);
        }
    }
    std::string huge = whole;
    huge.replace(whole.find("PNTS") + 4, 4, "\xff\xff\xff\xff");
    CHECK_THROWS_WITH(import_files::importText("model.lwo", huge),
                      Catch::Matchers::ContainsSubstring("states a wrong length"));
}
