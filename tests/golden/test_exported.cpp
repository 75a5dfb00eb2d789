#include <filesystem>
#include <string>

#include "support/catch.h"
#include "support/models/judged_surfaces.h"
#include "support/picture.h"
#include "support/process.h"
#include "support/temporary_folder.h"

// A model looks as it did after --export: materials with their extensions, texture transforms, UV sets, samplers,
// colors.

namespace {

/// The order of vertices and of draws may change how sums are rounded.
constexpr Tolerance kAlike{.maximum = 2.0 / 255.0, .mean = 1e-5};

std::string shown(const TemporaryFolder& folder, const std::string& model, const std::string& name) {
    const Finished finished = runSinewIn(folder.path(), {model, "--look", "fidelity", "--size", "120x90", "--samples",
                                                         "1", "--device", "llvmpipe", "-o", name});
    INFO(finished.describe());
    REQUIRE(finished.exit == 0);
    return folder / name;
}

/// `ending`: of the exported file.
void requireSameLook(const TemporaryFolder& folder, const std::string& model, const std::string& name,
                     const std::string& ending) {
    const Finished finished = runSinewIn(folder.path(), {model, "--export", "exported" + ending});
    INFO(finished.describe());
    REQUIRE(finished.exit == 0);
    const Verdict verdict = comparePictures(shown(folder, "exported" + ending, "after.png"),
                                            shown(folder, model, "before.png"), "exported_" + name, kAlike);
    INFO(name << ": " << verdict.message);
    CHECK(verdict.holds);
}

void requireDriver() {
    static const bool isThere = runSinew({"--list-devices"}).out.find("llvmpipe") != std::string::npos;
    if (!isThere) SKIP("the pictures are lavapipe's, and there is no llvmpipe here");
}

}  // namespace

TEST_CASE("surfaces look as before after an export", "[golden]") {
    requireDriver();
    const std::string name =
        GENERATE("Compare", "AnisotropyBarnLamp", "ClearCoatTest", "IORTestGrid", "SpecularTest", "TransmissionTest");
    if (scaledSeconds(1.0) > 1.0 && name != "Compare") SKIP("sanitizers see the same code again");
    const TemporaryFolder folder;
    writeFile(folder / (name + ".gltf"), judgedSurface(name));
    requireSameLook(folder, name + ".gltf", name, ".glb");
}

TEST_CASE("textures look as before after an export", "[golden]") {
    requireDriver();
    const std::string file = GENERATE("MultiUVTest/MultiUVTest.glb", "TextureSettingsTest/TextureSettingsTest.glb",
                                      "TextureTransformMultiTest/TextureTransformMultiTest.glb",
                                      "UnlitTest/UnlitTest.glb", "VertexColorTest/VertexColorTest.glb");
    if (scaledSeconds(1.0) > 1.0 && !file.starts_with("MultiUV")) SKIP("sanitizers see the same code again");
    const std::filesystem::path path(SINEW_SOURCE_DIR "/tests/golden/khronos/" + file);
    const TemporaryFolder folder;
    requireSameLook(folder, path, path.stem(), ".gltf");
}
