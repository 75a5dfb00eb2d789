#include "check/checks.h"

#include "check/surface.h"
#include "support/findings.h"
#include "support/models/band.h"
#include "unit/check/written.h"

using namespace sinew;

namespace {

/// A band with a seam between the upper and the lower quads: the row between bones 1 and 2 exists twice, the
/// second one for the upper quads. Bone 2 moves sideways by `way`.
Model seamed(float way) {
    ImportedModel imported = rig_models::band();
    SkinnedMesh& mesh = imported.model.meshes[0];
    for (const size_t vertex : {4u, 5u}) {
        mesh.positions.push_back(mesh.positions[vertex]);
        mesh.normals.push_back(mesh.normals[vertex]);
        mesh.uvs.push_back(mesh.uvs[vertex]);
        mesh.influences.push_back(mesh.influences[vertex]);
    }
    for (size_t i = 12; i < 18; ++i)
        if (mesh.indices[i] == 4 || mesh.indices[i] == 5) mesh.indices[i] += 4;
    rig_models::addClip(imported, "move", 2.0)
        .channels.push_back({.node = 2, .translation = {{0.0, 2.0}, {{0, 1, 0}, {way, 1, 0}}}});
    return imported.model;
}

void hangOn(Model& model, uint16_t bone) {
    for (const size_t vertex : {8u, 9u})
        model.meshes[0].influences[vertex] = {{bone}, {static_cast<uint16_t>(kWeightOne)}};
}

}  // namespace

TEST_CASE("a seam with equal weights has no finding") {
    CHECK(checkSeams(seamed(1.0f)).empty());
}

TEST_CASE("a seam with different weights opens, and its finding states bone, clip and time") {
    Model model = seamed(1.0f);
    hangOn(model, 2);
    checkOnly(
        written(model, checkSeams(model)), "seam-opens", "band",
        "has different weights on both sides of a seam at 2 points; the widest gap, near bone 'bone 2', is 15.8 % of "
        "the model's size in clip 'move' at 2 s",
        Severity::warning);
    model.meshes[0].influences[9] = model.meshes[0].influences[5];
    CHECK_THAT(onlyOne(written(model, checkSeams(model)), "seam-opens").message,
               Catch::Matchers::ContainsSubstring("at 1 point;"));
    Model little = seamed(0.04f);
    hangOn(little, 2);
    CHECK(onlyOne(written(little, checkSeams(little)), "seam-opens").severity == Severity::info);
}

TEST_CASE("a seam that no clip opens has no finding") {
    Model model = seamed(0.0f);
    hangOn(model, 2);
    CHECK(checkSeams(model).empty());
    model.clips.clear();
    CHECK(checkSeams(model).empty());
}

TEST_CASE("a seam between two materials of a mesh can open") {
    Model model = seamed(1.0f);
    hangOn(model, 2);
    SkinnedMesh upper = model.meshes[0];
    upper.indices.erase(upper.indices.begin(), upper.indices.begin() + 12);
    model.meshes[0].indices.resize(12);
    addMesh(model, upper);
    CHECK(countOf(checkSeams(model), "seam-opens") == 1);
}

TEST_CASE("pieces that touch at an edge of four triangles are not one surface") {
    Model model = seamed(1.0f);
    hangOn(model, 2);
    // A second piece at the end of the lower one: four triangles meet there, as between two adjacent boxes.
    SkinnedMesh& mesh = model.meshes[0];
    const std::vector<uint32_t> indices = mesh.indices;
    mesh.indices.insert(mesh.indices.end(), indices.begin(), indices.end());
    CHECK(checkSeams(model).empty());
}

TEST_CASE("edges are shared by vertices of equal position and consistent winding") {
    Model model = seamed(1.0f);
    const auto edges = [&] { return sharedEdges(surfaceOf(model, meshGroups(model)[0])).size(); };
    CHECK(edges() == 5);  // three diagonals and two rows
    std::swap(model.meshes[0].indices[0], model.meshes[0].indices[1]);
    CHECK(edges() == 4);
}
