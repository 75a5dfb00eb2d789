#include <string>

#include "support/catch.h"
#include "support/import_files.h"
#include "support/models/bmp.h"
#include "support/models/gltf.h"

using sinew::SkinnedMesh;

namespace {

const std::string kPicture =
    R"({"uri":"data:image/bmp;base64,)" + import_files::base64(import_files::bmp(2, 2, 200, 100, 50)) + "\"}";

/// A triangle with that attribute beside its positions.
SkinnedMesh importTriangle(import_files::Gltf gltf, const std::string& attribute, int accessor,
                           const std::string& material = "{}") {
    const int positions = gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    const int uvs = gltf.floats({0, 0, 0, 0, 0, 0}, "VEC2", 2);
    return import_files::importText(
               "m.gltf",
               gltf.text(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"material":0,)"
                         R"("attributes":{"POSITION":)" +
                         std::to_string(positions) + R"(,"TEXCOORD_0":)" + std::to_string(uvs) + ",\"" + attribute +
                         "\":" + std::to_string(accessor) + R"(}}]}],"materials":[)" + material + R"(],"images":[)" +
                         kPicture + R"(],"textures":[{"source":0}])"))
        .model.meshes.at(0);
}

}  // namespace

TEST_CASE("glTF's vertex colors without alpha are read") {
    import_files::Gltf gltf;
    const int colors = gltf.floats({1, 0, 0, 0, 0.5f, 0, 0, 0, 0.25f}, "VEC3", 3);
    const SkinnedMesh mesh = importTriangle(gltf, "COLOR_0", colors);
    REQUIRE(mesh.colors.size() == 3);
    CHECK(mesh.colors[0] == glm::vec4(1, 0, 0, 1));
    CHECK(mesh.colors[1] == glm::vec4(0, 0.5f, 0, 1));
    CHECK(mesh.colors[2] == glm::vec4(0, 0, 0.25f, 1));
}

TEST_CASE("glTF's second UV set is kept where a texture uses it") {
    import_files::Gltf gltf;
    const int uvs = gltf.floats({0, 0.25f, 1, 0.5f, 0, 0.75f}, "VEC2", 2);
    const SkinnedMesh used = importTriangle(gltf, "TEXCOORD_1", uvs, R"({"emissiveTexture":{"index":0,"texCoord":1}})");
    REQUIRE(used.moreUvs.size() == 3);
    CHECK(used.moreUvs[1] == glm::vec2(1, 0.5f));
    CHECK(importTriangle(gltf, "TEXCOORD_1", uvs, R"({"emissiveTexture":{"index":0}})").moreUvs.empty());
}
