#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/bmp.h"
#include "support/models/collada.h"
#include "support/models/gltf.h"
#include "support/temporary_folder.h"

using import_files::Collada;
using sinew::ImportedModel;
using sinew::SkinnedMesh;

namespace {

ImportedModel importObj(const std::string& text, const std::string& mtl = "") {
    const TemporaryFolder folder;
    import_files::write(folder / "model.obj", text);
    import_files::write(folder / "model.mtl", mtl);
    import_files::write(folder / "n.bmp", import_files::bmp(2, 2, 128, 128, 255));
    return sinew::importModel(folder / "model.obj");
}

const std::string kSquare = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n";

void checkArrays(const SkinnedMesh& mesh) {
    const size_t count = mesh.vertexCount();
    CHECK(mesh.normals.size() == count);
    CHECK(mesh.tangents.size() == count);
    CHECK(mesh.uvs.size() == count);
    CHECK(mesh.colors.size() == count);
    CHECK(mesh.influences.size() == count);
    for (size_t v = 0; v < count; ++v) {
        CHECK(glm::length(mesh.normals[v]) == Approx(1.0f));
        CHECK(glm::length(glm::vec3(mesh.tangents[v])) == Approx(1.0f));
        CHECK(std::abs(glm::dot(mesh.normals[v], glm::vec3(mesh.tangents[v]))) < 1e-5f);
        CHECK(std::abs(mesh.tangents[v].w) == 1.0f);
    }
    for (const uint32_t index : mesh.indices)
        CHECK(index < count);
}

}  // namespace

TEST_CASE("Equal vertices are welded") {
    const auto mesh = importObj(kSquare + "f 1/1 2/2 3/3\nf 1/1 3/3 4/4\n").model.meshes.at(0);
    CHECK(mesh.vertexCount() == 4);
    CHECK(mesh.triangleCount() == 2);
    checkArrays(mesh);
}

TEST_CASE("Vertices that differ in texture coordinates are not welded") {
    CHECK(importObj(kSquare + "f 1/1 2/2 3/3\nf 1/2 3/3 4/4\n").model.meshes.at(0).vertexCount() == 5);
}

TEST_CASE("Vertices that differ in their weights are not welded") {
    // Three triangles of the same three places. In the second and the third the first corner follows the other bone:
    // only their influences tell them from the first's.
    import_files::Gltf gltf;
    std::vector<float> corners, shares;
    std::vector<uint16_t> bones;
    for (const uint16_t bone : {0, 1, 1}) {
        corners.insert(corners.end(), {0, 0, 0, 1, 0, 0, 0, 1, 0});
        bones.insert(bones.end(), {bone, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
        shares.insert(shares.end(), {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    }
    const int positions = gltf.floats(corners, "VEC3", 3), joints = gltf.ushorts(bones, "VEC4", 4);
    const int weights = gltf.floats(shares, "VEC4", 4);
    const int bind = gltf.floats(
        {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, "MAT4", 16);
    const auto n = [](int i) { return std::to_string(i); };
    const auto mesh =
        import_files::importText(
            "m.gltf",
            gltf.text(
                R"("scenes":[{"nodes":[0,1,2]}],"scene":0,"nodes":[{"name":"m","mesh":0,"skin":0},{"name":"a"},{"name":"b"}],)"
                R"("skins":[{"joints":[1,2],"inverseBindMatrices":)" +
                n(bind) + R"(}],"meshes":[{"primitives":[{"attributes":{"POSITION":)" + n(positions) +
                R"(,"JOINTS_0":)" + n(joints) + R"(,"WEIGHTS_0":)" + n(weights) + R"(}}]}])"))
            .model.meshes.at(0);
    CHECK(mesh.vertexCount() == 4);
    REQUIRE(mesh.triangleCount() == 3);
    const auto& indices = mesh.indices;
    CHECK(indices[3] != indices[0]);
    CHECK(indices[6] == indices[3]);
    for (const int corner : {1, 2}) {
        CHECK(indices[3 + corner] == indices[corner]);
        CHECK(indices[6 + corner] == indices[corner]);
    }
    CHECK(mesh.influences[indices[0]].bones[0] != mesh.influences[indices[3]].bones[0]);
}

TEST_CASE("Quads become triangles with the same winding") {
    const auto mesh = import_files::importText("model.dae", Collada{.polygon = true}.text()).model.meshes.at(0);
    REQUIRE(mesh.triangleCount() == 2);
    CHECK(mesh.vertexCount() == 4);
    for (size_t t = 0; t < 6; t += 3) {
        const auto p = [&](size_t i) { return mesh.positions[mesh.indices[t + i]]; };
        CHECK(glm::cross(p(1) - p(0), p(2) - p(0)).z > 0.0f);
    }
}

TEST_CASE("Points and lines are dropped") {
    const auto imported = importObj(kSquare + "f 1/1 2/2 3/3\nl 1 4\np 2\n");
    size_t triangles = 0;
    for (const SkinnedMesh& mesh : imported.model.meshes)
        triangles += mesh.triangleCount();
    CHECK(triangles == 1);
}

TEST_CASE("A mesh without normals gets smooth ones") {
    // A roof: two slopes that meet at 53 degrees in a ridge of two vertices, whose normal is between those of the
    // slopes.
    const auto imported =
        importObj("v 0 0 1\nv 0 2 1\nv 2 0 0\nv 2 2 0\nv -2 0 0\nv -2 2 0\nf 1 3 4\nf 1 4 2\nf 1 2 6\nf 1 6 5\n");
    const auto& mesh = imported.model.meshes.at(0);
    checkArrays(mesh);
    CHECK(mesh.vertexCount() == 6);
    for (size_t v = 0; v < mesh.vertexCount(); ++v)
        if (mesh.positions[v].x == 0.0f) CHECK(mesh.normals[v].z == Approx(1.0f));
    CHECK(countOf(imported.report.findings, "normals-made") == 1);
}

TEST_CASE("v is 0 at the top row of the texture") {
    const auto mesh = importObj(kSquare + "f 1/1 2/2 3/3\n").model.meshes.at(0);
    for (size_t v = 0; v < mesh.vertexCount(); ++v)
        CHECK(mesh.uvs[v] == glm::vec2(mesh.positions[v].x, 1.0f - mesh.positions[v].y));
}

TEST_CASE("Tangents run along u, and the bitangent points to the top of the texture") {
    const std::string mtl = "newmtl m\nKd 1 1 1\nnorm n.bmp\n";
    const std::string head = "mtllib model.mtl\nusemtl m\n" + kSquare;
    const auto upright = importObj(head + "f 1/1 2/2 3/3\nf 1/1 3/3 4/4\n", mtl).model;
    REQUIRE(upright.materials.at(upright.meshes.at(0).material).texture(sinew::TextureSlot::normal).has_value());
    checkArrays(upright.meshes[0]);
    for (const glm::vec4& tangent : upright.meshes[0].tangents) {
        CHECK(glm::vec3(tangent).x == Approx(1.0f));
        CHECK(tangent.w == 1.0f);
    }
    // The second triangle mirrors the texture: shared vertices are split, not averaged.
    const auto mirrored = importObj(head + "f 1/1 2/2 3/3\nf 1/1 3/3 4/2\n", mtl).model.meshes.at(0);
    checkArrays(mirrored);
    CHECK(mirrored.vertexCount() == 6);
    int left = 0;
    for (const glm::vec4& tangent : mirrored.tangents)
        left += tangent.w < 0.0f;
    CHECK(left == 3);
}

TEST_CASE("Positions that are not finite are moved to the origin, with a finding") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    import_files::Gltf gltf;
    const int positions = gltf.floats({nan, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    const int normals = gltf.floats({nan, 0, 0, 0, 0, 0, 0, 0, 1}, "VEC3", 3);
    const auto imported = import_files::importText(
        "m.gltf",
        gltf.text(
            R"("scenes":[{"nodes":[0]}],"scene":0,"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":)" +
            std::to_string(positions) + R"(,"NORMAL":)" + std::to_string(normals) + R"(}}]}])"));
    checkArrays(imported.model.meshes.at(0));
    CHECK(imported.model.meshes[0].positions[0] == glm::vec3(0.0f));
    CHECK(countOf(imported.report.findings, "position-not-finite") == 1);
    CHECK(countOf(imported.report.findings, "normals-made") == 1);
}

TEST_CASE("A mesh without a usable position is refused, unless another one is drawn") {
    const auto import = [](const std::vector<float>& positions, bool second) {
        import_files::Gltf gltf;
        const std::string first = std::to_string(gltf.floats(positions, "VEC3", 3));
        const std::string other = std::to_string(gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3));
        const std::string nodes = second ? "{\"mesh\":0},{\"mesh\":1}" : "{\"mesh\":0},{}";
        return import_files::importText(
            "m.gltf", gltf.text("\"scenes\":[{\"nodes\":[0,1]}],\"scene\":0,\"nodes\":[" + nodes +
                                "],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":" + first +
                                "}}]},{\"primitives\":[{\"attributes\":{\"POSITION\":" + other + "}}]}]"));
    };
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), 3e38f}) {
        const std::vector<float> positions(9, bad);
        CHECK_THROWS_WITH(import(positions, false),
                          Catch::Matchers::ContainsSubstring("has no vertex with a finite position"));
        const auto imported = import(positions, true);
        CHECK(countOf(imported.report.findings, "mesh-unusable") == 1);
        CHECK(imported.model.instances.size() == 2);
    }
    const auto imported = import({3e38f, 0, 0, 1, 0, 0, 0, 1, 0}, false);
    CHECK(countOf(imported.report.findings, "position-not-finite") == 1);
    CHECK(imported.model.meshes[0].triangleCount() == 1);
}

TEST_CASE("Vertex colors are read; white where there are none") {
    CHECK(importObj(kSquare + "f 1 2 3\n").model.meshes.at(0).colors.at(0) == glm::vec4(1.0f));
    import_files::Gltf gltf;
    const int positions = gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    const int colors = gltf.floats({0.5f, 0.25f, 0, 1, 0.5f, 0.25f, 0, 1, 0.5f, 0.25f, 0, 1}, "VEC4", 4);
    CHECK(
        import_files::importText(
            "m.gltf",
            gltf.text(
                R"("scenes":[{"nodes":[0]}],"scene":0,"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":)" +
                std::to_string(positions) + R"(,"COLOR_0":)" + std::to_string(colors) + R"(}}]}])"))
            .model.meshes.at(0)
            .colors.at(0) == glm::vec4(0.5f, 0.25f, 0.0f, 1.0f));
}
