// The vertex formats.

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "gpu/probed_mesh.h"
#include "import/import_model.h"
#include "model/split_by_palette.h"
#include "render/packed_vertex.h"
#include "support/catch.h"
#include "support/random.h"

using namespace sinew;

TEST_CASE("packed normals are accurate to 0.004 degrees") {
    Random random(11);
    double largest = 0.0;
    const auto look = [&](const glm::vec3& direction) {
        const glm::dvec3 back = unfolded(octahedralEncode(direction)), exact = glm::normalize(glm::dvec3(direction));
        largest =
            std::max(largest, glm::degrees(std::atan2(glm::length(glm::cross(back, exact)), glm::dot(back, exact))));
    };
    for (int i = 0; i < 200'000; ++i)
        look(random.direction());
    for (float x = -1.0f; x <= 1.0f; ++x)  // axes, edges and corners of the octahedron
        for (float y = -1.0f; y <= 1.0f; ++y)
            for (float z = -1.0f; z <= 1.0f; ++z)
                if (x != 0.0f || y != 0.0f || z != 0.0f) look(glm::normalize(glm::vec3(x, y, z)));
    CHECK(largest < 0.004);
}

TEST_CASE("packed vertices equal those of the mesh, and their weights sum to exactly one") {
    const Model model = importModel(SINEW_SOURCE_DIR "/assets/character.dae").model;
    size_t wrongSums = 0, wrongIndices = 0, otherValues = 0, count = 0;
    for (const SkinnedMesh& mesh : model.meshes)
        for (const MeshPart& part : splitByPalette(mesh, 12)) {
            const std::vector<PackedVertex> packed = packVertices(mesh, part);
            REQUIRE(packed.size() == part.vertices.size());
            for (size_t i = 0; i < packed.size(); ++i) {
                const PackedVertex& vertex = packed[i];
                const uint32_t source = part.vertices[i];
                uint32_t sum = 0;
                for (size_t k = 0; k < 4; ++k) {
                    sum += vertex.weights[k];
                    const Influences& influences = mesh.influences[source];
                    if (vertex.weights[k] != influences.weights[k]) ++otherValues;
                    if (vertex.weights[k] > 0 && part.bones.at(vertex.paletteIndices[k]) != influences.bones[k])
                        ++wrongIndices;
                    if (vertex.paletteIndices[k] >= part.bones.size()) ++wrongIndices;
                    const float tangent = std::max(static_cast<float>(vertex.tangent[k]) / 127.0f, -1.0f);
                    const float color = static_cast<float>(vertex.color[k]) / 255.0f;
                    if (std::abs(tangent - mesh.tangents[source][static_cast<int>(k)]) > 0.5f / 127.0f + 1e-6f)
                        ++otherValues;
                    if (std::abs(color - mesh.colors[source][static_cast<int>(k)]) > 0.5f / 255.0f + 1e-6f)
                        ++otherValues;
                }
                wrongSums += sum != kWeightOne;
                const glm::vec3& position = mesh.positions[source];
                if (vertex.position != std::array{position.x, position.y, position.z}) ++otherValues;
                if (vertex.uv != std::array{mesh.uvs[source].x, mesh.uvs[source].y}) ++otherValues;
                ++count;
            }
        }
    CHECK(count > 1000);
    CHECK(wrongSums == 0);
    CHECK(wrongIndices == 0);
    CHECK(otherValues == 0);
}

TEST_CASE("each attribute of a vertex starts at a multiple of four bytes, as Vulkan's portability subset requires") {
    for (const size_t offset :
         {offsetof(PackedVertex, position), offsetof(PackedVertex, normal), offsetof(PackedVertex, tangent),
          offsetof(PackedVertex, uv), offsetof(PackedVertex, color), offsetof(PackedVertex, paletteIndices),
          offsetof(PackedVertex, weights), offsetof(PackedVertex, moreUv)})
        CHECK(offset % 4 == 0);
    CHECK(sizeof(PackedVertex) % 4 == 0);
}
