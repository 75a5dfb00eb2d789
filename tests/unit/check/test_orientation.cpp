#include "check/checks.h"

#include <cmath>
#include <numbers>

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

/// The band's skeleton in a closed barrel, with smooth normals.
ImportedModel barrel() {
    ImportedModel imported = rig_models::band(2);
    SkinnedMesh& mesh = imported.model.meshes[0];
    mesh = {.name = "barrel", .boneCount = 2};
    constexpr uint32_t kAround = 12, kRings = 5;
    for (uint32_t ring = 0; ring < kRings; ++ring)
        for (uint32_t i = 0; i < kAround; ++i) {
            const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(i) / kAround;
            const float up = static_cast<float>(ring) / (kRings - 1);
            const float radius = ring == 0 || ring + 1 == kRings ? 1e-3f : 0.5f;
            const glm::vec3 out(std::cos(angle), 2.0f * up - 1.0f, -std::sin(angle));
            mesh.positions.push_back({radius * out.x, 2.0f * up, radius * out.z});
            mesh.normals.push_back(glm::normalize(out));
            mesh.tangents.push_back({0, 1, 0, 1});
            mesh.uvs.push_back({0.5f, up});
            mesh.colors.push_back(glm::vec4(1.0f));
            mesh.influences.push_back({{0}, {static_cast<uint16_t>(kWeightOne)}});
        }
    for (uint32_t ring = 0; ring + 1 < kRings; ++ring)
        for (uint32_t i = 0; i < kAround; ++i) {
            const uint32_t a = ring * kAround + i, b = ring * kAround + (i + 1) % kAround;
            for (const uint32_t corner : {a, b, b + kAround, a, b + kAround, a + kAround})
                mesh.indices.push_back(corner);
        }
    return imported;
}

void turnInsideOut(SkinnedMesh& mesh) {
    for (size_t i = 0; i < mesh.indices.size(); i += 3)
        std::swap(mesh.indices[i + 1], mesh.indices[i + 2]);
    for (glm::vec3& normal : mesh.normals)
        normal = -normal;
}

}  // namespace

TEST_CASE("a closed skin of which the inside is seen is a warning, an outline around it is not") {
    ImportedModel imported = barrel();
    CHECK(checkOrientation(imported.model).empty());
    if (GENERATE(false, true)) {
        imported.model.meshes.push_back(imported.model.meshes[0]);
        imported.model.meshes[1].name = "outline";
        imported.model.instances.push_back(imported.model.instances[0]);
        imported.model.instances[1].mesh = 1;
        turnInsideOut(imported.model.meshes[1]);
        CHECK(checkOrientation(imported.model).empty());
        return;
    }
    turnInsideOut(imported.model.meshes[0]);
    CHECK(onlyOne(checkOrientation(imported.model), "mesh-inside-out").object == "barrel");
    SECTION("but not where a bone mirrors it") {
        for (Bone& bone : imported.model.instances[0].bones)
            bone.inverseBindMatrix = glm::scale(bone.inverseBindMatrix, {-1, 1, 1});
        CHECK(countOf(checkOrientation(imported.model), "mesh-inside-out") == 0);
    }
    SECTION("nor where it is open") {
        SkinnedMesh& mesh = imported.model.meshes[0];
        mesh.indices.resize(mesh.indices.size() / 2);
        CHECK(countOf(checkOrientation(imported.model), "mesh-inside-out") == 0);
    }
}

TEST_CASE("normals that are far from most faces are a warning") {
    ImportedModel imported = barrel();
    for (glm::vec3& normal : imported.model.meshes[0].normals)
        normal = {normal.x, normal.z, -normal.y};
    const Finding finding = onlyOne(checkOrientation(imported.model), "normals-off");
    CHECK(finding.object == "barrel");
    CHECK(finding.severity == Severity::warning);
}

TEST_CASE("normals that are turned against all faces are a warning that says by how much") {
    ImportedModel imported = barrel();
    std::vector<glm::vec3>& normals = imported.model.meshes[0].normals;
    const float degrees = GENERATE(10.0f, 50.0f);
    for (glm::vec3& normal : normals)
        normal = rig_models::turn(degrees, {1, 0, 0}) * normal;
    if (degrees < 20.0f) {
        CHECK(checkOrientation(imported.model).empty());
        return;
    }
    const Finding finding = onlyOne(checkOrientation(imported.model), "normals-off");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "barrel");
    CHECK(finding.message == "has normals that are turned by 50 degrees against its faces");
}

TEST_CASE("normals of a rigid mesh that are turned against all faces are a warning where it is closed") {
    ImportedModel imported = barrel();
    imported.model.instances[0].skinned = false;
    SkinnedMesh& mesh = imported.model.meshes[0];
    CHECK(checkOrientation(imported.model).empty());
    for (glm::vec3& normal : mesh.normals)
        normal = rig_models::turn(90.0f, {1, 0, 0}) * normal;
    CHECK(onlyOne(checkOrientation(imported.model), "normals-off").object == "barrel");
    mesh.indices.resize(mesh.indices.size() / 2);
    CHECK(checkOrientation(imported.model).empty());
}

TEST_CASE("normals that are far from the faces of some parts alone are a warning that names their materials") {
    ImportedModel imported = barrel();
    Model& model = imported.model;
    const MeshInstance instance = model.instances[0];
    model.materials = {{.name = "wood"}, {.name = "iron"}, {.name = "cloth"}};
    for (uint32_t part = 1; part < 3; ++part) {
        model.meshes.push_back(model.meshes[0]);
        model.meshes.back().material = part;
        model.instances.push_back(instance);
        model.instances.back().mesh = part;
    }
    const auto turnNormals = [&](uint32_t part) {
        for (glm::vec3& normal : model.meshes[part].normals)
            normal = {normal.x, normal.z, -normal.y};
    };
    CHECK(checkOrientation(model).empty());
    turnNormals(1);
    const Finding finding = onlyOne(checkOrientation(model), "normals-off");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "barrel");
    CHECK_THAT(finding.message,
               Catch::Matchers::StartsWith("has normals far from its faces where the material is 'iron', on up to ") &&
                   Catch::Matchers::EndsWith(" there, and nowhere else"));
    turnNormals(0);
    CHECK_THAT(onlyOne(checkOrientation(model), "normals-off").message,
               Catch::Matchers::ContainsSubstring("'wood', 'iron'"));
    turnNormals(2);
    CHECK_THAT(onlyOne(checkOrientation(model), "normals-off").message,
               Catch::Matchers::StartsWith("has normals far from its faces on "));  // all of the mesh
}
