#include "check/checks.h"

#include <cmath>
#include <limits>

#include "model/triangles.h"
#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

constexpr uint32_t kColumns = 40, kRows = 20;

/// A wavy sheet of points.
Model sheet(uint32_t columns = kColumns, uint32_t rows = kRows) {
    Model model = rig_models::band().model;
    SkinnedMesh& mesh = model.meshes[0];
    mesh = {.name = "sheet", .boneCount = 3};
    for (uint32_t row = 0; row < rows; ++row)
        for (uint32_t column = 0; column < columns; ++column) {
            const float x = static_cast<float>(column), y = static_cast<float>(row);
            mesh.positions.push_back({0.11f * x, 0.1f * y + 0.02f * std::sin(x), 3.0f + std::sin(0.3f * x + 0.2f * y)});
            mesh.influences.push_back({{0}, {static_cast<uint16_t>(kWeightOne)}});
        }
    for (uint32_t row = 0; row + 1 < rows; ++row)
        for (uint32_t column = 0; column + 1 < columns; ++column) {
            const uint32_t a = row * columns + column, b = a + columns;
            for (const uint32_t corner : {a, a + 1, b, a + 1, b + 1, b})
                mesh.indices.push_back(corner);
        }
    return model;
}

}  // namespace

TEST_CASE("positions of a smooth mesh are sound") {
    CHECK(checkPositions(sheet()).empty());
}

TEST_CASE("triangles across a mesh of small ones are a warning") {
    Model model = sheet();
    std::vector<uint32_t>& indices = model.meshes[0].indices;
    constexpr uint32_t kLast = kColumns * kRows - 1;
    indices.insert(indices.end(), {0, kColumns - 1, kLast, 3, kColumns + 5, kLast - 2});
    const Finding finding = onlyOne(checkPositions(model), "triangles-across");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "sheet");
    CHECK(finding.message == "has 1 triangle across it, between points of small triangles");
    SECTION("not of a panel of its own") {
        SkinnedMesh& mesh = model.meshes[0];
        for (const uint32_t corner : {0u, kColumns - 1, kLast}) {
            mesh.positions.push_back(mesh.positions[corner] + glm::vec3(0, 0, 0.5f));
            mesh.influences.push_back(mesh.influences[corner]);
        }
        indices.resize(indices.size() - 6);
        for (uint32_t corner = 0; corner < 3; ++corner)
            indices.push_back(kLast + 1 + corner);
        CHECK(countOf(checkPositions(model), "triangles-across") == 0);
        // Nor beside one: large triangles are usual there.
        indices.insert(indices.end(), {0, kColumns - 1, kLast});
        CHECK(countOf(checkPositions(model), "triangles-across") == 0);
    }
    SECTION("not many: a style") {
        for (uint32_t i = 1; i < 9; ++i)
            indices.insert(indices.end(), {i, kColumns - 1, kLast});
        CHECK(countOf(checkPositions(model), "triangles-across") == 0);
    }
}

TEST_CASE("positions too many to be apart, or not finite, are in no steps") {
    CHECK(countOf(checkPositions(sheet(50000, 3)), "positions-coarse") == 0);
    Model model = sheet();
    for (glm::vec3& position : model.meshes[0].positions)
        position = glm::round(position / 0.3f) * 0.3f;
    model.meshes[0].positions[0].x = GENERATE(std::numeric_limits<float>::max(), INFINITY, NAN);
    model.meshes[0].positions[1].x = std::numeric_limits<float>::lowest();
    CHECK(countOf(checkPositions(model), "positions-coarse") == 0);
}

TEST_CASE("positions in few steps, in which triangles collapse, are a warning") {
    Model model = sheet();
    for (glm::vec3& position : model.meshes[0].positions)
        position = glm::round(position / 0.3f) * 0.3f;
    const Finding finding = onlyOne(checkPositions(model), "positions-coarse");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "sheet");
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("has positions in 14 steps "));
    SECTION("unless no triangle collapses, as those of voxels") {
        SkinnedMesh& mesh = model.meshes[0];
        std::vector<uint32_t> kept;
        for (size_t i = 0; i < mesh.indices.size(); i += 3)
            if (!isDegenerate(mesh, &mesh.indices[i])) kept.insert(kept.end(), &mesh.indices[i], &mesh.indices[i] + 3);
        mesh.indices = kept;
        CHECK(countOf(checkPositions(model), "positions-coarse") == 0);
    }
    SECTION("or one vertex is elsewhere") {
        model.meshes[0].positions[7].x += 0.1f;
        model.meshes[0].positions[8].y += 0.0021f;
        CHECK(countOf(checkPositions(model), "positions-coarse") == 0);
    }
}

TEST_CASE("normals among the positions were misread, those of a sphere were not") {
    Model model = sheet();
    std::vector<glm::vec3>& positions = model.meshes[0].positions;
    const size_t step = GENERATE(1u, 2u, 10u);
    for (size_t i = 0; i < positions.size(); i += step)
        positions[i] = glm::normalize(positions[i]);
    const std::vector<Finding> findings = checkPositions(model);
    CHECK(findings.size() == (step == 2 ? 1u : 0u));
    for (const Finding& finding : findings) {
        CHECK(finding.id == "positions-misread");
        CHECK_THAT(finding.message, Catch::Matchers::StartsWith("400 of 800 vertices "));
    }
}

TEST_CASE("a part of a mesh may be a part of a sphere") {
    Model model = sheet();
    std::vector<glm::vec3>& positions = model.meshes[0].positions;
    for (size_t i = 0; i < positions.size() / 2; ++i)
        positions[i] = glm::normalize(positions[i]);
    CHECK(countOf(checkPositions(model), "positions-misread") == 0);
}

TEST_CASE("triangles all across a mesh are misread") {
    Model model = sheet();
    std::vector<uint32_t>& indices = model.meshes[0].indices;
    for (size_t i = 0; i < indices.size(); ++i)
        indices[i] = static_cast<uint32_t>((i * 7907 + 13) % (kRows * kColumns));
    CHECK_THAT(onlyOne(checkPositions(model), "positions-misread").message,
               Catch::Matchers::StartsWith("has triangles all across it"));
    model.instances[0].skinned = false;
    CHECK(checkPositions(model).empty());
}

TEST_CASE("triangles that touch no other one fall apart") {
    Model model = sheet();
    SkinnedMesh& mesh = model.meshes[0];
    const SkinnedMesh whole = mesh;
    mesh.positions.clear(), mesh.influences.clear();
    for (size_t i = 0; i < whole.indices.size(); ++i) {
        const size_t first = i / 3 * 3;
        const glm::vec3 middle = (whole.positions[whole.indices[first]] + whole.positions[whole.indices[first + 1]] +
                                  whole.positions[whole.indices[first + 2]]) /
                                 3.0f;
        mesh.positions.push_back(glm::mix(whole.positions[whole.indices[i]], middle, 0.1f));
        mesh.influences.push_back(whole.influences[whole.indices[i]]);
        mesh.indices[i] = static_cast<uint32_t>(i);
    }
    const Finding finding = onlyOne(checkPositions(model), "triangles-apart");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.message == "consists of 1482 unconnected triangles");
    SECTION("which is a note of grass, or of fur") {
        model.instances[0].skinned = false;
    }
    SECTION("also where it is skinned to a larger figure") {
        model.meshes.push_back(sheet().meshes[0]);
        model.meshes[1].name = "body";
        for (int times = 0; times < 2; ++times)
            model.meshes[1].indices.insert(model.meshes[1].indices.end(), whole.indices.begin(), whole.indices.end());
        model.instances.push_back(model.instances[0]);
        model.instances[1].mesh = 1;
    }
    CHECK(onlyOne(checkPositions(model), "triangles-apart").severity == Severity::info);
}
