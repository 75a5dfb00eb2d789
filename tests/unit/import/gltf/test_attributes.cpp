#include <cmath>
#include <string>

#include <glm/geometric.hpp>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/bmp.h"
#include "support/models/gltf.h"

using sinew::SkinnedMesh;

namespace {

const std::string kPicture =
    R"({"uri":"data:image/bmp;base64,)" + import_files::base64(import_files::bmp(2, 2, 200, 100, 50)) + "\"}";

/// A triangle with that attribute, accessor 0, beside its positions.
SkinnedMesh importTriangle(import_files::Gltf gltf, const std::string& attribute, const std::string& material = "{}") {
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    gltf.floats({0, 0, 0, 0, 0, 0}, "VEC2", 2);
    return import_files::importGltf(
               gltf.text(R"("extensionsUsed":["KHR_mesh_quantization"],"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],)"
                         R"("meshes":[{"primitives":[{"material":0,"attributes":{"POSITION":1,"TEXCOORD_0":2,")" +
                         attribute + R"(":0}}]}],"materials":[)" + material + R"(],"images":[)" + kPicture +
                         R"(],"textures":[{"source":0}])"))
        .model.meshes.at(0);
}

}  // namespace

TEST_CASE("glTF's vertex colors without alpha are read") {
    import_files::Gltf gltf;
    gltf.floats({1, 0, 0, 0, 0.5f, 0, 0, 0, 0.25f}, "VEC3", 3);
    const SkinnedMesh mesh = importTriangle(gltf, "COLOR_0");
    REQUIRE(mesh.colors.size() == 3);
    CHECK(mesh.colors[0] == glm::vec4(1, 0, 0, 1));
    CHECK(mesh.colors[1] == glm::vec4(0, 0.5f, 0, 1));
    CHECK(mesh.colors[2] == glm::vec4(0, 0, 0.25f, 1));
}

TEST_CASE("glTF's meshes without normals are flat, with their skin and morph targets") {
    import_files::Gltf gltf;
    // A quad folded along its diagonal, from vertex 1 to vertex 2.
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1}, "VEC3", 3);
    gltf.ushorts({0, 1, 2, 1, 3, 2}, "SCALAR", 1);
    gltf.floats({0, 0, 1, 0, 0, 1, 1, 1}, "VEC2", 2);
    gltf.ushorts({0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4);
    gltf.floats({0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4);
    gltf.floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,  //
                 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                "MAT4", 16);
    gltf.floats({0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "VEC3", 3);
    const auto imported = import_files::importGltf(
        gltf.text(R"("scenes":[{"nodes":[0,1,2]}],"nodes":[{"mesh":0,"skin":0},{},{}],"skins":[{"joints":[1,2],)"
                  R"("inverseBindMatrices":5}],"meshes":[{"primitives":[{"indices":1,"attributes":{"POSITION":0,)"
                  R"("TEXCOORD_0":2,"JOINTS_0":3,"WEIGHTS_0":4},"targets":[{"POSITION":6}]}]}])"));
    const SkinnedMesh& mesh = imported.model.meshes.at(0);
    REQUIRE(mesh.vertexCount() == 6);
    REQUIRE(mesh.indices.size() == 6);
    const float third = std::sqrt(1.0f / 3.0f);
    for (size_t i = 0; i < 6; ++i) {
        const uint32_t v = mesh.indices[i];
        CHECK(glm::distance(mesh.normals[v], i < 3 ? glm::vec3(0, 0, 1) : glm::vec3(-third, -third, third)) < 1e-6f);
        CHECK(mesh.uvs[v] == glm::vec2(mesh.positions[v]));
        const bool isFirst = mesh.positions[v] == glm::vec3(0.0f);
        CHECK(mesh.influences[v].weights[0] == (isFirst ? 32768 : 65535));
        CHECK(mesh.influences[v].bones[0] == (mesh.positions[v].y == 1.0f ? 1 : 0));
    }
    // Only the first triangle has the vertex that the morph target moves; all its normals turn.
    REQUIRE(mesh.morphTargets.size() == 1);
    REQUIRE(mesh.morphTargets[0].deltas.size() == 3);
    for (const auto& delta : mesh.morphTargets[0].deltas)
        CHECK(glm::distance(mesh.normals[delta.vertex] + delta.normal, glm::vec3(third)) < 1e-6f);
    CHECK(onlyOne(imported.report.findings, "normals-made").message ==
          "4 vertices without a normal; flat normals were generated");
}

TEST_CASE("glTF's texture coordinates of integers are read") {
    const auto check = [](const import_files::Gltf& gltf, const glm::vec2& expected) {
        const SkinnedMesh mesh = importTriangle(gltf, "TEXCOORD_1", R"({"emissiveTexture":{"index":0,"texCoord":1}})");
        REQUIRE(mesh.moreUvs.size() == 3);
        CHECK(glm::distance(mesh.moreUvs[1], expected) < 1e-6f);
    };
    import_files::Gltf bytes, shorts, whole;
    bytes.integers<uint8_t>({0, 0, 255, 51, 0, 0}, "VEC2", 2, true);
    check(bytes, {1.0f, 0.2f});
    shorts.integers<uint16_t>({0, 0, 65535, 13107, 0, 0}, "VEC2", 2, true);
    check(shorts, {1.0f, 0.2f});
    whole.integers<int16_t>({0, 0, 3, -2, 0, 0}, "VEC2", 2, false);
    check(whole, {3.0f, -2.0f});
}

TEST_CASE("glTF's quantized positions, normals, tangents and morph targets are read") {
    import_files::Gltf gltf;
    gltf.integers<int16_t>({0, 0, 0, 2, 0, 0, 0, 3, 0}, "VEC3", 3, false);
    gltf.integers<int8_t>({0, 0, -127, 0, 0, -127, 0, 0, -127}, "VEC3", 3, true);
    gltf.integers<int8_t>({127, 0, 0, -127, 127, 0, 0, -127, 127, 0, 0, -127}, "VEC4", 4, true);
    gltf.integers<int8_t>({0, 0, 127, 0, 0, 0, 0, 0, 0}, "VEC3", 3, true);
    const auto imported = import_files::importGltf(
        gltf.text(R"("extensionsUsed":["KHR_mesh_quantization"],"extensionsRequired":["KHR_mesh_quantization"],)"
                  R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":)"
                  R"({"POSITION":0,"NORMAL":1,"TANGENT":2},"targets":[{"POSITION":3}]}]}])"));
    const SkinnedMesh& mesh = imported.model.meshes.at(0);
    REQUIRE(mesh.vertexCount() == 3);
    CHECK(mesh.positions[1] == glm::vec3(2, 0, 0));
    CHECK(mesh.positions[2] == glm::vec3(0, 3, 0));
    CHECK(glm::distance(mesh.normals[0], glm::vec3(0, 0, -1)) < 1e-6f);
    CHECK(glm::distance(mesh.tangents[0], glm::vec4(1, 0, 0, -1)) < 1e-6f);
    REQUIRE(mesh.morphTargets.size() == 1);
    REQUIRE(mesh.morphTargets[0].deltas.size() == 1);
    CHECK(mesh.morphTargets[0].deltas[0].vertex == 0);
    CHECK(glm::distance(mesh.morphTargets[0].deltas[0].position, glm::vec3(0, 0, 1)) < 1e-6f);
}

TEST_CASE("glTF's data: URIs are read with escapes and without") {
    import_files::Gltf gltf;
    gltf.floats({0, 0, 1, 0, 0, 1}, "VEC2", 2);
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    const std::string bytes = import_files::base64(import_files::bmp(16, 16, 255, 239, 191));
    REQUIRE(bytes.find('/') != std::string::npos);
    std::string escaped;
    for (const char c : bytes)
        escaped += c == '/' ? "\\/" : std::string(1, c);
    const auto pictures = [&](const std::string& uri) {
        return import_files::importGltf(
                   gltf.text(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"material":0,)"
                             R"("attributes":{"POSITION":1,"TEXCOORD_0":0}}]}],"materials":[{"emissiveTexture":)"
                             R"({"index":0}}],"textures":[{"source":0}],"images":[{"uri":")" +
                             uri + "\"}]"))
            .model.textures;
    };
    for (const std::string& text : {bytes, escaped}) {
        const auto textures = pictures("data:image/bmp;base64," + text);
        REQUIRE(textures.size() == 1);
        CHECK(textures[0].image.width == 16);
        REQUIRE(textures[0].image.bytes.size() == 16 * 16 * 4);
        CHECK(textures[0].image.bytes[4] == 255);
        CHECK(textures[0].image.bytes[5] == 239);
    }
    for (const std::string where :
         {"", "1", "1,", "99999999999,5", "5,99999999999", "-1,-1", "18446744073709551615,9"}) {
        const auto textures = pictures("data:elsewhere " + where);
        REQUIRE(textures.size() == 1);
        CHECK(textures[0].image.bytes.empty());
    }
}

TEST_CASE("glTF's second UV set is kept where a texture uses it") {
    import_files::Gltf gltf;
    gltf.floats({0, 0.25f, 1, 0.5f, 0, 0.75f}, "VEC2", 2);
    const SkinnedMesh used = importTriangle(gltf, "TEXCOORD_1", R"({"emissiveTexture":{"index":0,"texCoord":1}})");
    REQUIRE(used.moreUvs.size() == 3);
    CHECK(used.moreUvs[1] == glm::vec2(1, 0.5f));
    CHECK(importTriangle(gltf, "TEXCOORD_1", R"({"emissiveTexture":{"index":0}})").moreUvs.empty());
}
