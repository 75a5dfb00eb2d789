#include "check/bones.h"
#include "check/check.h"
#include "check/checks.h"
#include "check/words.h"
#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;
using rig_models::band;

namespace {

/// A hip with a leg of three bones on each side. The mesh is a band along all of them.
ImportedModel twoLegs() {
    ImportedModel imported = band(7);
    imported.model.hierarchy.names = {"hips", "thigh.L", "shin.L", "foot.L", "thigh.R", "shin.R", "foot.R"};
    imported.model.hierarchy.parents = {kNoParent, 0, 1, 2, 0, 4, 5};
    return imported;
}

}  // namespace

TEST_CASE("the side of a name is one of its words") {
    CHECK(sideOf("arm.L") == Side::left);
    CHECK(sideOf("RightHand") == Side::right);
    CHECK(sideOf("mixamorig:LEFT_Foot") == Side::left);
    CHECK(sideOf("Spine1") == Side::none);
    CHECK(sideOf("Roll") == Side::none);
}

TEST_CASE("a figure with triangles on one side only is a warning") {
    ImportedModel imported = twoLegs();
    const SkinnedMesh whole = imported.model.meshes[0];
    const auto keep = [&](size_t first, size_t end) {  // segments of the band, one along each bone
        imported.model.meshes[0].indices.assign(whole.indices.begin() + static_cast<ptrdiff_t>(6 * first),
                                                whole.indices.begin() + static_cast<ptrdiff_t>(6 * end));
    };
    CHECK(countOf(checkSides(imported.model), "mesh-halved") == 0);
    keep(0, 3);
    const Finding finding = onlyOne(checkSides(imported.model), "mesh-halved");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "band");
    CHECK_THAT(finding.message, Catch::Matchers::ContainsSubstring("'thigh.R', 'shin.R', 'foot.R'"));
    keep(0, 5);  // a part alone may be missing
    CHECK(countOf(checkSides(imported.model), "mesh-halved") == 0);
}

TEST_CASE("a mesh that is shown once more on the other side, or has no skin, is whole") {
    ImportedModel imported = twoLegs();
    imported.model.meshes[0].indices.resize(18);  // the left leg
    MeshInstance other = imported.model.instances[0];
    for (const uint32_t bone : {1u, 2u, 3u})
        std::swap(other.bones[bone].node, other.bones[bone + 3].node);
    imported.model.instances.push_back(other);
    CHECK(countOf(checkSides(imported.model), "mesh-halved") == 0);
    SkinnedMesh& mesh = imported.model.meshes[0];
    mesh.influences.assign(mesh.vertexCount(), {{0}, {static_cast<uint16_t>(kWeightOne)}});
    imported.model.instances.clear();
    for (uint32_t node = 1; node < 4; ++node)
        imported.model.instances.push_back({.node = node, .bones = {{node, glm::mat4(1.0f)}}});
    CHECK(countOf(checkSides(imported.model), "mesh-halved") == 0);
}

TEST_CASE("a bone is the twin of a bone, not of a mesh that is called like it") {
    NodeHierarchy hierarchy = rig_models::band(6).model.hierarchy;
    hierarchy.names = {"root", "foot.L", "foot.L", "leg.R", "foot.R", "foot.R"};
    hierarchy.parents = {kNoParent, 0, 1, 0, 3, 3};
    CHECK(twinsOf(hierarchy)[4] == 2u);
    CHECK(twinsOf(hierarchy)[1] == 4u);
}

TEST_CASE("a bone is the twin of the one of its own number, where there is one") {
    NodeHierarchy hierarchy = rig_models::band(7).model.hierarchy;
    hierarchy.names = {"root", "Feather_L_1", "Feather_L_2", "Feather_R_2", "Feather_R_1", "arm.L_07", "arm.R_03"};
    hierarchy.parents = {kNoParent, 0, 0, 0, 0, 0, 0};
    CHECK(twinsOf(hierarchy)[1] == 4u);
    CHECK(twinsOf(hierarchy)[2] == 3u);
    CHECK(twinsOf(hierarchy)[3] == 2u);
    CHECK(twinsOf(hierarchy)[5] == 6u);
    CHECK(twinsOf(hierarchy)[6] == 5u);
}
