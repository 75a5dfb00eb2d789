#include "match/vertices.h"

#include <algorithm>

#include "support/catch.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

InstancePositions positionsOf(const Model& model) {
    InstancePositions positions;
    for (const MeshInstance& instance : model.instances)
        positions.push_back(model.meshes[instance.mesh].positions);
    return positions;
}

/// A mesh with its vertices in the opposite order.
Model reversed(Model model) {
    for (SkinnedMesh& mesh : model.meshes) {
        std::ranges::reverse(mesh.positions);
        std::ranges::reverse(mesh.uvs);
        std::ranges::reverse(mesh.influences);
        for (uint32_t& index : mesh.indices)
            index = static_cast<uint32_t>(mesh.vertexCount()) - 1 - index;
    }
    return model;
}

VertexMatch match(const Model& own, const Model& other) {
    return matchVertices(own, positionsOf(own), other, positionsOf(other), 0.001f);
}

/// Requires that each vertex of a band matches the one that reversed() made of it.
void checkReversed(const VertexMatch& found) {
    REQUIRE(found.pairs.size() == 8);
    for (const VertexPair& pair : found.pairs)
        CHECK(pair.other.vertex == 7 - pair.own.vertex);
}

}  // namespace

TEST_CASE("vertices of equal meshes match by order") {
    const Model model = rig_models::band().model;
    const VertexMatch found = match(model, model);
    CHECK(found.by == MatchedBy::order);
    REQUIRE(found.pairs.size() == 8);
    CHECK(found.pairs[5] == VertexPair{{0, 5}, {0, 5}});
}

TEST_CASE("reordered vertices match by position in the rest pose") {
    const Model own = rig_models::band().model;
    const VertexMatch found = match(own, reversed(own));
    CHECK(found.by == MatchedBy::restPosition);
    checkReversed(found);
}

TEST_CASE("vertices at one position match by texture coordinates") {
    Model own = rig_models::band().model;
    own.meshes[0].positions[1] = own.meshes[0].positions[0];
    checkReversed(match(own, reversed(own)));
}

TEST_CASE("vertices upon each other, without texture coordinates, match by the names of the bones that move them") {
    Model own = rig_models::band().model;
    SkinnedMesh& mesh = own.meshes[0];
    mesh.positions[1] = mesh.positions[0];
    mesh.uvs[1] = mesh.uvs[0];
    mesh.influences[0] = {{0}, {kWeightOne}};
    mesh.influences[1] = {{1}, {kWeightOne}};
    Model other = reversed(own);
    other.meshes[0].positions[6].x += 2e-4f;  // the wrong one is nearer
    for (Influences& influences : other.meshes[0].influences)
        for (uint16_t& bone : influences.bones)
            if (bone < 2) bone ^= 1;
    std::swap(other.instances[0].bones[0], other.instances[0].bones[1]);
    checkReversed(match(own, other));
}

TEST_CASE("split vertices match the welded vertex of the other file") {
    const Model own = rig_models::band().model;
    Model other = own;
    SkinnedMesh& mesh = other.meshes[0];
    mesh.positions.push_back(mesh.positions[3]);
    mesh.uvs.push_back(mesh.uvs[3]);
    mesh.influences.push_back(mesh.influences[3]);
    const VertexMatch found = match(own, other);
    REQUIRE(found.pairs.size() == 9);
    CHECK(found.pairs.back() == VertexPair{{0, 3}, {0, 8}});
    CHECK(match(other, own).pairs.size() == 9);
}

TEST_CASE("reordered instances of one mesh match by position") {
    Model own = rig_models::band().model;
    own.instances.push_back(own.instances[0]);
    InstancePositions here = positionsOf(own);
    for (glm::vec3& position : here[1])
        position.x += 5.0f;
    const InstancePositions there{here[1], here[0]};
    const VertexMatch found = matchVertices(own, here, own, there, 0.001f);
    CHECK(found.by == MatchedBy::restPosition);
    REQUIRE(found.pairs.size() == 16);
    CHECK(found.pairs[0] == VertexPair{{0, 0}, {1, 0}});
}

TEST_CASE("with different rest poses, equal triangles match by order, others by position before skinning") {
    const Model own = rig_models::band().model;
    InstancePositions moved = positionsOf(own);
    for (glm::vec3& position : moved[0])
        position.x += 5.0f;
    CHECK(matchVertices(own, positionsOf(own), own, moved, 0.001f).by == MatchedBy::order);
    const Model other = reversed(own);
    std::ranges::reverse(moved[0]);
    const VertexMatch found = matchVertices(own, positionsOf(own), other, moved, 0.001f);
    CHECK(found.by == MatchedBy::meshPosition);
    checkReversed(found);
}

TEST_CASE("different meshes do not match, and the unmatched vertices are counted") {
    const Model own = rig_models::band(3).model, other = rig_models::band(4).model;
    const VertexMatch found = match(own, other);
    CHECK(found.pairs.empty());
    CHECK(found.ownAlone == 0);
    CHECK(found.otherAlone == 2);
    CHECK(match(other, own).ownAlone == 2);
}

TEST_CASE("degenerate and huge positions are handled") {
    Model own = rig_models::band().model;
    for (glm::vec3& position : own.meshes[0].positions)
        position = glm::vec3(1e30f);
    const Model other = reversed(own);
    CHECK(matchVertices(own, positionsOf(own), other, positionsOf(other), 1e-38f).pairs.size() == 8);
}

TEST_CASE("meshes upon each other with the same triangles match by the bones that move them, in any order") {
    Model own = rig_models::band().model;
    own.meshes.push_back(own.meshes[0]);
    own.meshes[1].influences.assign(8, {{0}, {kWeightOne}});
    own.instances.push_back(own.instances[0]);
    own.instances[1].mesh = 1;
    Model other = own;
    std::swap(other.instances[0], other.instances[1]);
    const VertexMatch found = match(own, other);
    CHECK(found.by == MatchedBy::order);
    REQUIRE(found.pairs.size() == 16);
    for (const VertexPair& pair : found.pairs)
        CHECK(pair.other == VertexPlace{1 - pair.own.instance, pair.own.vertex});
    for (const VertexPair& pair : match(own, own).pairs)
        CHECK(pair.other == pair.own);
}
