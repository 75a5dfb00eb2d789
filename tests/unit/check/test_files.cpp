#include "check/checks.h"

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

std::vector<Finding> findingsOf(const Texture& texture) {
    ImportedModel imported = rig_models::band();
    imported.model.textures.push_back(texture);
    return checkFiles(imported.model, imported.report);
}

Texture picture(std::string name, uint32_t width = 2, uint32_t height = 4) {
    return {
        .name = std::move(name), .source = "found", .image = {width, height, PixelBytes(size_t{width} * height * 4)}};
}

}  // namespace

TEST_CASE("an external texture with power-of-two size has no finding") {
    CHECK(findingsOf(picture("textures/skin.png")).empty());
}

TEST_CASE("absolute texture paths are reported") {
    const auto* name =
        GENERATE("/home/me/skin.png", "C:\\skin.png", "c:/skin.png", "\\\\host\\skin.png", "file:///skin.png");
    CHECK(onlyOne(findingsOf(picture(name)), "texture-path-absolute").object == name);
}

TEST_CASE("embedded textures and sizes that are not powers of two are reported") {
    CHECK(onlyOne(findingsOf(picture("skin.png", 3, 4)), "texture-size").message ==
          "is 3x4 pixels, not a power of two");
    Texture texture = picture("*0");
    texture.source = "embedded";
    CHECK(onlyOne(findingsOf(texture), "texture-embedded").severity == Severity::info);
    CHECK(findingsOf({.name = "missing.png"}).empty());
}

TEST_CASE("a file without a unit is reported") {
    ImportedModel imported = rig_models::band();
    imported.model.metersPerUnit.reset();
    CHECK(onlyOne(checkFiles(imported.model, imported.report), "unit-unknown").object == "band.glb");
}
