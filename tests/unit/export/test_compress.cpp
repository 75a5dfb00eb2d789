#include <algorithm>
#include <map>

#include "export/gltf/compress.h"
#include "support/catch.h"
#include "support/models/posed.h"
#include "support/random.h"

using namespace sinew;

// What compression does to the vertices, and that it tells how far.

namespace {

constexpr size_t kVertices = 300;

/// Random triangles on two bones, of which one enlarges; each vertex is known by its UV.
Model cloud() {
    Random random(7);
    Model model;
    model.hierarchy = {.names = {"a", "b"}, .parents = {kNoParent, 0}, .rest = {{}, {{0, 2, 0}}}};
    model.hierarchy.rest[1].scale = glm::vec3(3.0f);
    SkinnedMesh& mesh = model.meshes.emplace_back(SkinnedMesh{.name = "cloud", .boneCount = 2});
    for (uint32_t v = 0; v < kVertices; ++v) {
        mesh.positions.push_back(random.vector(-10.0f, 10.0f) + glm::vec3(0, 0, 0.001f));
        mesh.uvs.emplace_back(static_cast<float>(v), 0.0f);
        const auto weight = static_cast<uint16_t>(random.below(kWeightOne));
        mesh.influences.push_back({{0, 1}, {weight, static_cast<uint16_t>(kWeightOne - weight)}});
        mesh.indices.push_back(random.below(kVertices));
    }
    mesh.normals.assign(kVertices, {0, 0, 1});
    mesh.tangents.assign(kVertices, {1, 0, 0, 1});
    mesh.colors.assign(kVertices, glm::vec4(1.0f));
    model.instances = {{0, 0, {Bone{0, glm::mat4(1.0f)}, Bone{1, glm::mat4(1.0f)}}, 0, true}};
    model.materials = {Material{}};
    return model;
}

std::map<float, glm::vec3> placeByUv(const Model& model) {
    const std::vector<glm::vec3> places = import_files::posed(model, 0.0);
    std::map<float, glm::vec3> result;
    for (size_t v = 0; v < places.size(); ++v)
        result[model.meshes[0].uvs[v].x] = places[v];
    return result;
}

}  // namespace

TEST_CASE("triangles that rounding flattens are left out, others stay") {
    Model model = cloud();
    SkinnedMesh& mesh = model.meshes[0];
    mesh.positions[0] = {1, 1, 1}, mesh.positions[1] = {2, 1, 1}, mesh.positions[2] = {1.5f, 1.00001f, 1};
    mesh.indices.resize(270);
    mesh.indices.insert(mesh.indices.end(), {0, 1, 2, 7, 7, 8});
    const size_t before = mesh.triangleCount();
    exporting::prepareForCompression(model);
    CHECK(mesh.triangleCount() == before - 1);
}

TEST_CASE("the largest move of a vertex in the rest pose is the one that is told") {
    Model model = cloud();
    const std::map<float, glm::vec3> before = placeByUv(model);
    const float told = exporting::prepareForCompression(model);
    float largest = 0.0f;
    for (const auto& [uv, place] : placeByUv(model))
        largest = std::max(largest, glm::distance(place, before.at(uv)));
    CHECK(largest > 1e-5f);
    CHECK(told == largest);
    CHECK(told < 20.0f * 3.0f / 65536.0f);  // half a step of 16 bits along each axis, three times as large
}

TEST_CASE("triangles stay, and vertices without any are dropped") {
    Model model = cloud();
    const SkinnedMesh before = model.meshes[0];
    exporting::prepareForCompression(model);
    const SkinnedMesh& after = model.meshes[0];
    const auto cornersOf = [](const SkinnedMesh& mesh) {
        std::vector<std::vector<float>> triangles;
        for (size_t i = 0; i < mesh.indices.size(); i += 3) {
            std::vector<float> corners;
            for (size_t c = 0; c < 3; ++c)
                corners.push_back(mesh.uvs[mesh.indices[i + c]].x);
            std::ranges::rotate(corners, std::ranges::min_element(corners));  // which comes first means nothing
            triangles.push_back(std::move(corners));
        }
        std::ranges::sort(triangles);
        return triangles;
    };
    CHECK(cornersOf(after) == cornersOf(before));
    CHECK(after.vertexCount() < before.vertexCount());
    CHECK(after.influences.size() == after.vertexCount());
}

TEST_CASE("what is compressed twice moves no more") {
    Model model = cloud();
    exporting::prepareForCompression(model);
    CHECK(exporting::prepareForCompression(model) == 0.0f);
}
