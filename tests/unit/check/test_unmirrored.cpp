#include "check/checks.h"

#include <array>
#include <cmath>

#include "check/mirrored_surface.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

constexpr uint32_t kRows = 10, kColumnsOfSide = 6, kColumns = 2 * kColumnsOfSide + 1;

/// Columns from -kColumnsOfSide to kColumnsOfSide.
size_t at(int column, int row) {
    return static_cast<size_t>(row) * kColumns + static_cast<size_t>(column + static_cast<int>(kColumnsOfSide));
}

Influences heldBy(uint16_t bone) {
    return {{bone}, {static_cast<uint16_t>(kWeightOne)}};
}

/// A bent sheet whose sides mirror each other across x = 0, edge by edge. 'arm.L' holds the side of positive X, 'arm.R'
/// the other one, and 'spine' the middle.
ImportedModel wings() {
    ImportedModel imported = rig_models::band(1);
    Model& model = imported.model;
    model.hierarchy.names = {"spine", "arm.L", "arm.R"};
    model.hierarchy.parents = {kNoParent, 0, 0};
    model.hierarchy.rest = {{}, {.translation = {3, 0, 0}}, {.translation = {-3, 0, 0}}};
    MeshInstance& instance = model.instances[0];
    instance.bones.clear();
    for (const uint32_t bone : {0u, 1u, 2u})
        instance.bones.push_back({bone, glm::translate(glm::mat4(1.0f), -model.hierarchy.rest[bone].translation)});
    SkinnedMesh mesh{.name = "wings", .boneCount = 3};
    const int half = static_cast<int>(kColumnsOfSide);
    for (int row = 0; row < static_cast<int>(kRows); ++row)
        for (int column = -half; column <= half; ++column) {
            mesh.positions.emplace_back(column, row, 0.05f * static_cast<float>(row * row));
            mesh.influences.push_back(heldBy(column == 0 ? 0 : column > 0 ? 1 : 2));
        }
    for (int row = 0; row + 1 < static_cast<int>(kRows); ++row)
        for (int column = -half; column < half; ++column) {
            const size_t a = at(column, row), b = at(column + 1, row), c = at(column + 1, row + 1),
                         d = at(column, row + 1);
            for (const size_t corner : column < 0 ? std::array{a, b, c, a, c, d} : std::array{a, b, d, b, c, d})
                mesh.indices.push_back(static_cast<uint32_t>(corner));
        }
    mesh.normals.assign(mesh.vertexCount(), {0, 0, 1});
    mesh.tangents.assign(mesh.vertexCount(), {1, 0, 0, 1});
    mesh.uvs.assign(mesh.vertexCount(), {0.5f, 0.5f});
    mesh.colors.assign(mesh.vertexCount(), glm::vec4(1.0f));
    model.meshes[0] = mesh;
    return imported;
}

/// Where the six indices begin of the square whose lowest corner that is.
ptrdiff_t square(int column, int row) {
    return 6 * (ptrdiff_t{row} * (kColumns - 1) + column + static_cast<int>(kColumnsOfSide));
}

constexpr uint32_t kRings = 12, kSpokes = 14;

/// Adds a part of 10 points that touches nothing else: beside the wing of positive X, or its mirror image.
void addBuckle(SkinnedMesh& mesh, bool isMirrored, float times, const glm::vec3& moved) {
    const auto first = static_cast<uint32_t>(mesh.vertexCount());
    for (uint32_t i = 0; i < 10; ++i) {
        const auto at = static_cast<float>(i);
        const glm::vec3 place(0.3f * static_cast<float>(i % 2), 0.2f * static_cast<float>(i / 2), 0.02f * at * at);
        const glm::vec3 placed = times * place + glm::vec3(4.2f, 3.3f, 1.5f) + moved;
        mesh.positions.push_back(isMirrored ? placed * glm::vec3(-1, 1, 1) : placed);
        mesh.influences.push_back(heldBy(isMirrored ? 2 : 1));
    }
    for (uint32_t i = first; i + 2 < first + 10; ++i)
        if (((i - first) % 2 == 1) != isMirrored)
            mesh.indices.insert(mesh.indices.end(), {i + 1, i, i + 2});
        else
            mesh.indices.insert(mesh.indices.end(), {i, i + 1, i + 2});
    mesh.normals.resize(mesh.vertexCount(), {0, 0, 1});
    mesh.tangents.resize(mesh.vertexCount(), {1, 0, 0, 1});
    mesh.uvs.resize(mesh.vertexCount(), {0.5f, 0.5f});
    mesh.colors.resize(mesh.vertexCount(), glm::vec4(1.0f));
}

}  // namespace

TEST_CASE("a mesh whose sides mirror each other has no finding about them, nor has one without sides, or of no size") {
    ImportedModel imported = wings();
    CHECK(checkUnmirrored(imported.model).empty());
    SkinnedMesh& mesh = imported.model.meshes[0];
    SECTION("without sides") {
        for (size_t i = 0; i < mesh.positions.size(); ++i)
            mesh.positions[i] +=
                0.3f * glm::vec3(std::sin(17.0f * static_cast<float>(i)), std::cos(5.0f * static_cast<float>(i)), 0);
        mesh.influences[at(3, 3)] = mesh.influences[at(4, 3)] = heldBy(0);
        mesh.indices.erase(mesh.indices.begin() + square(3, 3), mesh.indices.begin() + square(4, 3));
    }
    SECTION("with a point so far away that all others are close together, and so to any mirror image") {
        for (glm::vec3& position : mesh.positions)
            position.x += 0.4f;
        CHECK(checkUnmirrored(imported.model).empty());
        mesh.positions[at(0, 9)].z = 1e6f;
    }
    SECTION("without triangles") {
        mesh.indices.clear();
    }
    SECTION("of one point") {
        mesh.positions.assign(mesh.positions.size(), glm::vec3(0.0f));
    }
    CHECK(checkUnmirrored(imported.model).empty());
}

TEST_CASE("points away from the mirror image of their counterparts are a note") {
    ImportedModel imported = wings();
    std::vector<glm::vec3>& positions = imported.model.meshes[0].positions;
    positions[at(4, 5)].y += 0.2f;  // 1.3 % of the size
    CHECK(checkUnmirrored(imported.model).empty());
    positions[at(4, 5)].y += 0.4f;
    const Finding finding = onlyOne(checkUnmirrored(imported.model), "mesh-uneven");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "wings");
    CHECK(finding.message ==
          "has 1 point away from the mirror image of its counterpart, by up to 3.86 % of the mesh's size near bone "
          "'arm.R', although 98.5 % of its points mirror each other");
    for (const int row : {3, 4, 6})  // beside each other: the inner ones are found from the outer ones
        positions[at(4, row)].y += 0.6f;
    CHECK_THAT(onlyOne(checkUnmirrored(imported.model), "mesh-uneven").message,
               Catch::Matchers::StartsWith("has 4 points away from the mirror image of their counterparts"));
    positions[at(-4, 5)].y += 0.6f, positions[at(-4, 3)].y += 0.6f;
    positions[at(-4, 4)].y += 0.6f, positions[at(-4, 6)].y += 0.6f;
    CHECK(checkUnmirrored(imported.model).empty());
}

TEST_CASE("a mesh that is wider on one side than on the other is a warning") {
    ImportedModel imported = wings();
    const float times = GENERATE(1.03f, 1.3f, 5.0f), side = GENERATE(1.0f, -1.0f);
    for (glm::vec3& position : imported.model.meshes[0].positions)
        if (side * position.x > 0.0f) position.x *= times;
    if (times != 1.3f) {  // within what is modeled by hand, or too much for a mistake of a factor
        CHECK(checkUnmirrored(imported.model).empty());
        return;
    }
    const Finding finding = onlyOne(checkUnmirrored(imported.model), "mesh-uneven");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "wings");
    CHECK(finding.message == "is 1.3 times as wide on the side of " + std::string(side > 0 ? "positive" : "negative") +
                                 " X as on the other, although their points match otherwise");
}

TEST_CASE("points that other bones hold than their mirror images are a note, a single one is none") {
    ImportedModel imported = wings();
    std::vector<Influences>& influences = imported.model.meshes[0].influences;
    influences[at(3, 3)] = heldBy(0);
    CHECK(checkUnmirrored(imported.model).empty());
    influences[at(4, 3)] = heldBy(0);
    const Finding finding = onlyOne(checkUnmirrored(imported.model), "weights-uneven");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "wings");
    CHECK(finding.message ==
          "2 points and their mirror images have other weights, near bone 'arm.R', although 97.1 % of them have the "
          "same");
    influences[at(-3, 3)] = influences[at(-4, 3)] = heldBy(0);
    CHECK(checkUnmirrored(imported.model).empty());
}

TEST_CASE("a part that was moved or scaled away from its mirror image is a note") {
    ImportedModel imported = wings();
    SkinnedMesh& mesh = imported.model.meshes[0];
    addBuckle(mesh, false, 1.0f, {0, 0, 0});
    SECTION("moved") {
        addBuckle(mesh, true, 1.0f, {0, 0.8f, 0});
        const Finding finding = onlyOne(checkUnmirrored(imported.model), "mesh-uneven");
        CHECK(finding.severity == Severity::info);
        CHECK(finding.object == "wings");
        CHECK(finding.message ==
              "has two parts of 10 points, near bones 'arm.R' and 'arm.L', of which one lies 5.15 % of the mesh's size "
              "from the mirror image of the other");
    }
    SECTION("scaled") {
        addBuckle(mesh, true, 1.2f, {-0.03f, -0.08f, -0.1f});
        CHECK_THAT(onlyOne(checkUnmirrored(imported.model), "mesh-uneven").message,
                   Catch::Matchers::EndsWith("of which one is 1.2 times as large as the other"));
    }
}

TEST_CASE("a part in its place, or one that was placed freely, is none") {
    ImportedModel imported = wings();
    SkinnedMesh& mesh = imported.model.meshes[0];
    addBuckle(mesh, false, 1.0f, {0, 0, 0});
    SECTION("in place") {
        addBuckle(mesh, true, 1.0f, {0, 0, 0});
    }
    SECTION("alone") {
        CHECK(mesh.vertexCount() == kRows * kColumns + 10);
    }
    SECTION("far away") {
        addBuckle(mesh, true, 1.0f, {0, 5.0f, 0});
    }
    SECTION("of another shape") {
        addBuckle(mesh, true, 1.0f, {0, 0.8f, 0});
        mesh.positions.back().z += 0.5f;
    }
    SECTION("one of two") {
        addBuckle(mesh, true, 1.0f, {0, 0.8f, 0});
        addBuckle(mesh, true, 1.0f, {0, -0.8f, 0});
    }
    CHECK(checkUnmirrored(imported.model).empty());
}

TEST_CASE("triangles that face the other way than their mirror images are a note, those of two sides are none") {
    ImportedModel imported = wings();
    std::vector<uint32_t>& indices = imported.model.meshes[0].indices;
    SECTION("turned over") {
        const auto turn = [&](int column) {
            for (const ptrdiff_t triangle : {0, 3})
                std::swap(indices[static_cast<size_t>(square(column, 3) + triangle)],
                          indices[static_cast<size_t>(square(column, 3) + triangle + 1)]);
        };
        turn(3);
        const Finding finding = onlyOne(checkUnmirrored(imported.model), "winding-flipped");
        CHECK(finding.severity == Severity::info);
        CHECK(finding.object == "wings");
        CHECK_THAT(finding.message,
                   Catch::Matchers::StartsWith("2 triangles face the other way than the mirror image"));
        turn(-4);
    }
    SECTION("of two sides") {
        const auto begin = static_cast<size_t>(square(3, 3));
        for (const size_t triangle : {begin, begin + 3})
            indices.insert(indices.end(), {indices[triangle + 1], indices[triangle], indices[triangle + 2]});
    }
    CHECK(checkUnmirrored(imported.model).empty());
}

TEST_CASE("points of a crowded row have no counterpart on the other side") {
    MirroredSurface surface;
    surface.size = 1.0f;
    constexpr float kAbove = 1e-5f;  // of the border between two cells
    for (int i = 0; i < 40; ++i)
        surface.points.push_back({0.9f, kAbove, kAbove});
    surface.points.push_back({0.5f, -kAbove, kAbove});
    surface.points.push_back({-0.5f, -kAbove, kAbove});
    surface.corners.assign(surface.points.size(), 0);
    CHECK(!unequalSides(surface));
}
