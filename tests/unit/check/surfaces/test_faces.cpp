#include "unit/check/surfaces/cases.h"

#include <cmath>
#include <numbers>

using namespace sinew;

namespace {

/// The band's skeleton in a closed barrel, with smooth normals: 96 triangles, of which 24 are tiny.
Model barrel() {
    Model model = rig_models::band(2).model;
    SkinnedMesh mesh{.name = "band", .boneCount = 2};
    constexpr uint32_t kAround = 12, kRings = 5;
    for (uint32_t ring = 0; ring < kRings; ++ring)
        for (uint32_t i = 0; i < kAround; ++i) {
            const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(i) / kAround;
            const float up = static_cast<float>(ring) / (kRings - 1);
            const float radius = ring == 0 || ring + 1 == kRings ? 1e-3f : 0.5f;
            const glm::vec3 out(std::cos(angle), 2.0f * up - 1.0f, -std::sin(angle));
            mesh.positions.push_back({radius * out.x, 2.0f * up, radius * out.z});
            mesh.normals.push_back(glm::normalize(out));
        }
    for (uint32_t ring = 0; ring + 1 < kRings; ++ring)
        for (uint32_t i = 0; i < kAround; ++i) {
            const uint32_t a = ring * kAround + i, b = ring * kAround + (i + 1) % kAround;
            for (const uint32_t corner : {a, b, b + kAround, a, b + kAround, a + kAround})
                mesh.indices.push_back(corner);
        }
    followOne(mesh);
    model.meshes[0] = mesh;
    return model;
}

void turnFaces(SkinnedMesh& mesh, size_t first = 0, size_t count = SIZE_MAX) {
    for (size_t i = first; i < std::min(mesh.triangleCount(), first + std::min(count, mesh.triangleCount())); ++i)
        std::swap(mesh.indices[3 * i + 1], mesh.indices[3 * i + 2]);
}

void turnInsideOut(SkinnedMesh& mesh) {
    turnFaces(mesh);
    for (glm::vec3& normal : mesh.normals)
        normal = -normal;
}

void turnNormals(SkinnedMesh& mesh, float degrees) {
    for (glm::vec3& normal : mesh.normals)
        normal = rig_models::turn(degrees, {1, 0, 0}) * normal;
}

/// Normals of the first rows point backward.
void bend(SkinnedMesh& mesh, size_t rows) {
    for (size_t vertex = 0; vertex < 2 * rows; ++vertex)
        mesh.normals[vertex] = {0.0f, 0.0f, -1.0f};
}

SkinnedMesh& addSecond(Model& model) {
    SkinnedMesh& second = addMesh(model, model.meshes[0]);
    second.name = "other";
    return second;
}

}  // namespace

TEST_CASE("faces and normals of a closed skin that do not fit have one finding, which names the cause") {
    judge(barrel(), checkFaces,
          {{"inside out", "mesh-inside-out", [](Model& m) { turnInsideOut(m.meshes[0]); }, "is seen from inside"},
           {"inside out, but mirrored by its bones", nullptr,
            [](Model& m) {
                turnInsideOut(m.meshes[0]);
                for (Bone& bone : m.instances[0].bones)
                    bone.inverseBindMatrix = glm::scale(bone.inverseBindMatrix, {-1, 1, 1});
            }},
           {"inside out, but open", nullptr,
            [](Model& m) {
                turnInsideOut(m.meshes[0]);
                m.meshes[0].indices.resize(m.meshes[0].indices.size() / 2);
            }},
           {"an outline around it", nullptr, [](Model& m) { turnInsideOut(addSecond(m)); }},
           {"faces turned over", "winding-flipped", [](Model& m) { turnFaces(m.meshes[0]); },
            "96 of 96 triangles face away from their normals"},
           {"a third of the faces turned over", "winding-flipped", [](Model& m) { turnFaces(m.meshes[0], 24, 24); },
            "24 of 96 triangles"},
           {"a few faces turned over", "winding-flipped", [](Model& m) { turnFaces(m.meshes[0], 24, 2); },
            "2 of 96 triangles", Severity::info},
           {"normals turned a little", nullptr, [](Model& m) { turnNormals(m.meshes[0], 10.0f); }},
           {"normals turned", "normals-off", [](Model& m) { turnNormals(m.meshes[0], 50.0f); }, "turned by 50 degrees"},
           {"normals turned, of a rigid mesh", "normals-off",
            [](Model& m) { m.instances[0].skinned = false, turnNormals(m.meshes[0], 90.0f); }, "turned by 90 degrees"},
           {"normals turned, of a rigid mesh that is open: leaves", nullptr,
            [](Model& m) {
                m.instances[0].skinned = false, turnNormals(m.meshes[0], 60.0f);
                m.meshes[0].indices.resize(m.meshes[0].indices.size() / 2);
            }},
           {"all normals up", "normals-off",
            [](Model& m) {
                m.meshes[0].normals.assign(m.meshes[0].vertexCount(), {0, 1, 0});
            },
            "has normals far from its faces on 79.5 %"}});
    judgeSeveral(barrel(), checkFaces, "winding-flipped", [](Model& m, size_t i) { turnFaces(m.meshes[i], 24, 24); });
    judgeSeveral(barrel(), checkFaces, "normals-off", [](Model& m, size_t i) { turnNormals(m.meshes[i], 50.0f); });
}

TEST_CASE("a sky around everything is seen from inside") {
    Model model = barrel();
    SkinnedMesh& sky = addSecond(model);
    model.instances[1].skinned = false;
    for (glm::vec3& position : sky.positions)
        position = 10.0f * (position - glm::vec3(0, 1, 0));
    turnFaces(sky);
    CHECK(checkFaces(model).empty());
    for (glm::vec3& position : sky.positions)
        position.x += 100.0f;
    CHECK(onlyOne(written(model, checkFaces(model)), "winding-flipped").object == "other");
}

TEST_CASE("single faces against their normals have bent normals, and triangles without area are a note") {
    judge(rig_models::band(20).model, checkFaces,
          {{"one row", "normals-off", [](Model& m) { bend(m.meshes[0], 1); },
            "1 of 40 triangles face away from their normals, although", Severity::info},
           {"five rows", "normals-off", [](Model& m) { bend(m.meshes[0], 5); },
            "of 40 triangles face away from their normals, although"},
           {"one triangle of one line", nullptr, [](Model& m) { m.meshes[0].indices[1] = m.meshes[0].indices[0]; }},
           {"a quarter of one line each", "triangles-degenerate",
            [](Model& m) { std::fill_n(m.meshes[0].indices.begin(), 30, 0u); }, "10 of 40 triangles", Severity::info},
           {"vertices that are there twice", "triangles-degenerate",
            [](Model& m) {
                for (size_t vertex = 1; vertex < 8; vertex += 2)
                    m.meshes[0].positions[vertex] = m.meshes[0].positions[vertex - 1];
            },
            "of them because of doubled vertices"},
           {"a small mesh", nullptr, [](Model& m) {
                for (glm::vec3& position : m.meshes[0].positions)
                    position *= 0.004f;
            }}});
    judgeSeveral(rig_models::band(20).model, checkFaces, "normals-off",
                 [](Model& m, size_t i) { bend(m.meshes[i], 5); });
    judgeSeveral(rig_models::band(20).model, checkFaces, "triangles-degenerate",
                 [](Model& m, size_t i) { std::fill_n(m.meshes[i].indices.begin(), 30, 0u); });
}

TEST_CASE("parts of a mesh with several materials have one finding") {
    Model model = rig_models::band(20).model;
    std::fill_n(model.meshes[0].indices.begin(), 30, 0u);
    addMesh(model, model.meshes[0]);
    CHECK(onlyOne(written(model, checkFaces(model)), "triangles-degenerate").message ==
          "20 of 80 triangles have no area");
}
