#include "model/cut_vertices.h"

#include <vector>

#include "support/catch.h"

using namespace sinew;

namespace {

/// One vertex at the origin: bone 0 keeps all the weight, though a fifth belongs to bone 1, which a clip moves
/// by (5, 0, 0).
Model modelWithCut() {
    Model model;
    model.hierarchy.names = {"a", "b"};
    model.hierarchy.parents = {kNoParent, 0};
    model.hierarchy.rest.resize(2);
    SkinnedMesh& mesh = model.meshes.emplace_back();
    mesh.positions = {{0, 0, 0}};
    mesh.normals = {{0, 0, 1}};
    mesh.influences = {{.bones = {0}, .weights = {kWeightOne}}};
    mesh.boneCount = 1;
    model.instances.push_back({.mesh = 0, .node = 0, .bones = {{.node = 0}}, .skinned = true});
    Channel away{.node = 1, .translation = {{0.0, 2.0}, {glm::vec3(0), glm::vec3(5, 0, 0)}}};
    model.clips.push_back({"away", 2.0, {away}});
    return model;
}

std::vector<CutMesh> cuts() {
    const std::vector<CutVertices::Influence> all{{0, 1.6f}, {1, 0.4f}};  // their sum need not be 1
    CutMesh mesh{.mesh = 0, .cut = {}, .bones = {{.node = 0}, {.node = 1}}};
    mesh.cut.add(0, all);
    return {mesh};
}

}  // namespace

TEST_CASE("largestCutError() is the distance to the position with all influences") {
    CHECK(largestCutError(modelWithCut(), cuts()) == Approx(1.0));
}

TEST_CASE("without clips, only the rest pose is measured") {
    Model model = modelWithCut();
    model.clips.clear();
    CHECK(largestCutError(model, cuts()) == Approx(0.0));
    model.hierarchy.rest[1].translation = {0, 2, 0};
    CHECK(largestCutError(model, cuts()) == Approx(0.4));
    CHECK(largestCutError(model, {}) == 0.0f);
}
