#include "import/build/normals.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "support/catch.h"
#include "support/import_files.h"

using namespace sinew;

namespace {

/// A wall of quads around the y axis, the corners of which meet at 360 / sides degrees.
std::vector<glm::vec3> prism(int sides) {
    const auto at = [&](int i, float y) {
        const float angle = glm::radians(360.0f * static_cast<float>(i % sides) / static_cast<float>(sides));
        return glm::vec3(std::sin(angle), y, std::cos(angle));
    };
    std::vector<glm::vec3> corners;
    for (int i = 0; i < sides; ++i)
        corners.insert(corners.end(), {at(i, 0), at(i + 1, 0), at(i + 1, 1), at(i, 0), at(i + 1, 1), at(i, 1)});
    return corners;
}

/// The smallest cosine between the normals of corners at one position.
float sharpest(const std::vector<glm::vec3>& corners) {
    const std::vector<glm::vec3> normals = creasedNormals(corners);
    float least = 1.0f;
    for (size_t i = 0; i < corners.size(); ++i)
        for (size_t k = 0; k < i; ++k)
            if (corners[i] == corners[k]) least = std::min(least, glm::dot(normals[i], normals[k]));
    return least;
}

}  // namespace

TEST_CASE("Normals are smooth around a limb of six sides and have edges around a box") {
    for (const int sides : {6, 8, 16})
        CHECK(sharpest(prism(sides)) == Approx(1.0f).margin(1e-5));
    CHECK(sharpest(prism(4)) == Approx(0.0f).margin(1e-5));
    CHECK(sharpest(prism(5)) == Approx(std::cos(glm::radians(72.0f))).margin(1e-5));
}

TEST_CASE("Corners of a place with too many faces to compare, and faces without area, get unit normals") {
    std::vector<glm::vec3> fan;
    for (int i = 0; i < 600; ++i) {
        const float a = 0.01f * static_cast<float>(i), b = a + 0.01f;
        fan.insert(fan.end(), {{0, 1, 0}, {std::sin(a), 0, std::cos(a)}, {std::sin(b), 0, std::cos(b)}});
    }
    fan.insert(fan.end(), 3, {5, 5, 5});
    fan.insert(fan.end(), {{NAN, 0, 0}, {1, 0, 0}, {0, 0, 1}});
    for (const glm::vec3& normal : creasedNormals(fan))
        CHECK(glm::length(normal) == Approx(1.0f).margin(1e-4));
}

TEST_CASE("A box whose faces share vertices, without normals, is not inflated") {
    std::string text;
    for (const char* corner : {"0 0 0", "1 0 0", "1 1 0", "0 1 0", "0 0 1", "1 0 1", "1 1 1", "0 1 1"})
        text += std::string("v ") + corner + "\n";
    text += "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    const ImportedModel imported = import_files::importText("box.obj", text);
    const SkinnedMesh& mesh = imported.model.meshes.at(0);
    CHECK(mesh.vertexCount() == 24);
    for (const glm::vec3& normal : mesh.normals)
        CHECK(std::max({std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)}) == Approx(1.0f));
    CHECK(std::ranges::count(imported.report.findings, std::string("normals-made"), &Finding::id) == 1);
}
