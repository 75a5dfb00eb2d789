#include "import/build/sound_mesh.h"

#include <limits>

#include "support/catch.h"
#include "support/findings.h"

using namespace sinew;

namespace {

/// A triangle, followed by one with these indices.
SourceMesh meshWith(const std::vector<uint32_t>& second) {
    SourceMesh mesh{.name = "only", .indices = {0, 1, 2}, .positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    mesh.indices.insert(mesh.indices.end(), second.begin(), second.end());
    return mesh;
}

}  // namespace

TEST_CASE("Triangles with vertices that do not exist are dropped and reported") {
    std::vector<Finding> findings;
    SourceMesh sound = meshWith({2, 1, 0});
    makeSound(sound, findings);
    CHECK(sound.indices.size() == 6);
    CHECK(countOf(findings, "index-out-of-range") == 0);
    SourceMesh broken = meshWith({0, 1, 3, 2, 1, 0});
    makeSound(broken, findings);
    CHECK(broken.indices == std::vector<uint32_t>{0, 1, 2, 2, 1, 0});
    const Finding finding = onlyOne(findings, "index-out-of-range");
    CHECK(finding.message == "1 triangle ignored: vertices that do not exist");
    CHECK(finding.figure == Figure{1.0, "triangles"});
    CHECK(countOf(findings, "mesh-empty") == 0);
}

TEST_CASE("A mesh of lines and points is reported as empty") {
    std::vector<Finding> findings;
    SourceMesh mesh{.name = "only", .hasPointsOrLines = true, .positions = {{0, 0, 0}}};
    makeSound(mesh, findings);
    checkOnly(findings, "mesh-empty", "only", "holds only lines or points, which are not drawn", Severity::info);
}

TEST_CASE("Texture coordinates that are not finite are reported") {
    std::vector<Finding> findings;
    SourceMesh mesh = meshWith({2, 1, 0});
    mesh.uvs[0] = {{0, 0}, {std::numeric_limits<float>::quiet_NaN(), 0}, {0, 1}};
    makeSound(mesh, findings);
    CHECK(mesh.uvs[0][1].x == 0.0f);
    CHECK(onlyOne(findings, "uv-not-finite").message ==
          "1 vertex without finite texture coordinates, which are set to 0");
}

TEST_CASE("Tangents of no length are reported, and dropped if there are no others") {
    std::vector<Finding> findings;
    const bool all = GENERATE(true, false);
    SourceMesh mesh = meshWith({2, 1, 0});
    mesh.tangents = {{0, 0, 0, 1}, {0, 0, 0, 1}, {all ? 0.0f : 1.0f, 0, 0, 1}};
    makeSound(mesh, findings);
    CHECK(mesh.tangents.size() == (all ? 0 : 3));
    CHECK(onlyOne(findings, "tangents-unusable").figure == Figure{all ? 3.0 : 2.0, "vertices"});
}

TEST_CASE("Tangents of another length, or along their normals, are a note") {
    const auto findingsOf = [](const glm::vec4& tangent, const glm::vec4& one) {
        std::vector<Finding> findings;
        SourceMesh mesh = meshWith({2, 1, 0});
        mesh.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
        mesh.tangents = {tangent, tangent, one};
        makeSound(mesh, findings);
        return findings;
    };
    const glm::vec4 along(1, 0, 0, 1), half(0.3f, 0, 0, 1), up(0, 0, 1, 1);
    CHECK(findingsOf(along, along).empty());
    CHECK(findingsOf(along, half).empty());
    CHECK(findingsOf(along, up).empty());
    CHECK(onlyOne(findingsOf(half, along), "tangents-unusable").message ==
          "2 vertices with tangents whose length is not 1");
    CHECK(onlyOne(findingsOf(up, along), "tangents-unusable").message ==
          "2 vertices with tangents along their normals");
}
