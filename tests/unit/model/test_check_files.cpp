#include "model/check_files.h"

#include "support/findings.h"
#include "support/rig_models.h"

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

TEST_CASE("a picture of sound size beside the model is not spoken of") {
    CHECK(findingsOf(picture("textures/skin.png")).empty());
}

TEST_CASE("paths of one computer are found") {
    const auto* name =
        GENERATE("/home/me/skin.png", "C:\\skin.png", "c:/skin.png", "\\\\host\\skin.png", "file:///skin.png");
    CHECK(onlyOne(findingsOf(picture(name)), "texture-path-absolute").object == name);
}

TEST_CASE("pictures in the file, and sides that are no powers of two, are told") {
    CHECK(onlyOne(findingsOf(picture("skin.png", 3, 4)), "texture-size").message == "3x4 pixels are no powers of two");
    Texture texture = picture("*0");
    texture.source = "embedded";
    CHECK(onlyOne(findingsOf(texture), "texture-embedded").severity == Severity::info);
    CHECK(findingsOf({.name = "missing.png"}).empty());
}

TEST_CASE("a file that names no unit is told") {
    ImportedModel imported = rig_models::band();
    imported.model.metresPerUnit.reset();
    CHECK(onlyOne(checkFiles(imported.model, imported.report), "unit-unknown").object == "band.glb");
}
