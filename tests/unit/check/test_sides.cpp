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

TEST_CASE("two bones with each other's names are named by their limbs") {
    ImportedModel imported = twoLegs();
    CHECK(checkSides(imported.model, imported.report).empty());
    const size_t bone = GENERATE(1u, 2u, 3u);
    std::swap(imported.model.hierarchy.names[bone], imported.model.hierarchy.names[bone + 3]);
    const std::vector<Finding> findings = checkSides(imported.model, imported.report);
    REQUIRE(countOf(findings, "bone-side") == 2);
    for (const Finding& finding : findings) {
        CHECK(finding.severity == Severity::warning);
        CHECK((finding.object == imported.model.hierarchy.names[bone] ||
               finding.object == imported.model.hierarchy.names[bone + 3]));
        CHECK_THAT(finding.message,
                   Catch::Matchers::ContainsSubstring(bone == 1 ? "has below it bones of the other side: 'shin."
                                                                : "belongs to the limb of 'thigh."));
    }
}

TEST_CASE("a figure with triangles on one side only is a warning") {
    ImportedModel imported = twoLegs();
    const SkinnedMesh whole = imported.model.meshes[0];
    const auto keep = [&](size_t first, size_t end) {  // segments of the band, one along each bone
        imported.model.meshes[0].indices.assign(whole.indices.begin() + static_cast<ptrdiff_t>(6 * first),
                                                whole.indices.begin() + static_cast<ptrdiff_t>(6 * end));
    };
    CHECK(countOf(checkSides(imported.model, imported.report), "mesh-halved") == 0);
    keep(0, 3);
    const Finding finding = onlyOne(checkSides(imported.model, imported.report), "mesh-halved");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "band");
    CHECK_THAT(finding.message, Catch::Matchers::ContainsSubstring("'thigh.R', 'shin.R', 'foot.R'"));
    keep(0, 5);  // a part alone may be missing
    CHECK(countOf(checkSides(imported.model, imported.report), "mesh-halved") == 0);
}

TEST_CASE("a mesh that is shown once more on the other side, or has no skin, is whole") {
    ImportedModel imported = twoLegs();
    imported.model.meshes[0].indices.resize(18);  // the left leg
    MeshInstance other = imported.model.instances[0];
    for (const uint32_t bone : {1u, 2u, 3u})
        std::swap(other.bones[bone].node, other.bones[bone + 3].node);
    imported.model.instances.push_back(other);
    CHECK(countOf(checkSides(imported.model, imported.report), "mesh-halved") == 0);
    SkinnedMesh& mesh = imported.model.meshes[0];
    mesh.influences.assign(mesh.vertexCount(), {{0}, {static_cast<uint16_t>(kWeightOne)}});
    imported.model.instances.clear();
    for (uint32_t node = 1; node < 4; ++node)
        imported.model.instances.push_back({.node = node, .bones = {{node, glm::mat4(1.0f)}}});
    CHECK(countOf(checkSides(imported.model, imported.report), "mesh-halved") == 0);
}

TEST_CASE("a tool for the right hand that the left one holds is no fault") {
    ImportedModel imported = twoLegs();
    imported.model.hierarchy.names[3] = "sword.R";
    CHECK(checkSides(imported.model, imported.report).empty());
}

TEST_CASE("a bone that pulls at most vertices of the one on the other side is a warning, at a few it is none") {
    ImportedModel imported = twoLegs();
    SkinnedMesh& mesh = imported.model.meshes[0];
    const Influences held{{2, 5}, {static_cast<uint16_t>(kWeightOne - 20000), 20000}};
    mesh.influences.assign(mesh.influences.size(), {{2}, {static_cast<uint16_t>(kWeightOne)}});
    std::fill_n(mesh.influences.begin(), 7, held);
    CHECK(checkSides(imported.model, imported.report).empty());
    std::fill_n(mesh.influences.begin(), 10, held);
    const Finding finding = onlyOne(checkSides(imported.model, imported.report), "weights-across");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "shin.R");
    CHECK(finding.message == "pulls at 10 of 16 vertices of 'band' that 'shin.L' on the other side holds");
    std::fill_n(mesh.influences.begin(), 10, Influences{{2, 5}, {static_cast<uint16_t>(kWeightOne - 9000), 9000}});
    CHECK(checkSides(imported.model, imported.report).empty());
}

namespace {

/// Two legs at a distance of 4. 'foot.L' holds `held` vertices, `across` of them at 'foot.R', which moves none; the
/// import has dropped it from the skin.
ImportedModel oneFootLost(size_t held, size_t across) {
    ImportedModel imported = twoLegs();
    auto& [model, report] = imported;
    std::vector<Bone>& bones = model.instances[0].bones;
    for (const uint32_t hip : {1u, 4u})
        model.hierarchy.rest[hip].translation.x = hip == 1 ? 2.0f : -2.0f;
    for (uint32_t bone = 1; bone < 7; ++bone)
        bones[bone].inverseBindMatrix = glm::translate(
            glm::mat4(1.0f), {bone < 4 ? -2.0f : 2.0f, -1.0f - static_cast<float>((bone - 1) % 3), 0.0f});
    bones.pop_back();
    SkinnedMesh& mesh = model.meshes[0];
    mesh.boneCount = 6;
    for (size_t v = 0; v < mesh.vertexCount(); ++v) {
        mesh.positions[v].x += v < across ? -2.0f : 2.0f;
        // One that follows two bones equally is held by the first.
        mesh.influences[v] = v == 0 ? Influences{{3, 2}, {32768, 32767}}
                             : v < held
                                 ? Influences{{3}, {static_cast<uint16_t>(kWeightOne)}}
                                 : Influences{{static_cast<uint16_t>(v % 3)}, {static_cast<uint16_t>(kWeightOne)}};
    }
    report.findings = {{"bone-unused", Severity::info, "foot.R", "is a joint of a skin, but moves no vertex"}};
    return imported;
}

std::vector<Finding> sidesOf(const ImportedModel& imported) {
    return checkSides(imported.model, imported.report);
}

}  // namespace

TEST_CASE("a joint without vertices is a warning if the one on the other side holds those of both, and a note if not") {
    const Finding finding = onlyOne(sidesOf(oneFootLost(10, 3)), "weights-lost");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "foot.R");
    CHECK(finding.message ==
          "moves no vertex, although 'foot.L' on the other side does: 3 of 10 vertices that it holds are on this side");
    const Finding note = onlyOne(sidesOf(oneFootLost(10, 2)), "weights-lost");
    CHECK(note.severity == Severity::info);
    CHECK(note.object == "foot.R");
    CHECK(note.message == "moves no vertex, although 'foot.L' on the other side does");
}

TEST_CASE("a joint without vertices is not lost without a twin that holds many, or if it is in use") {
    CHECK(countOf(sidesOf(oneFootLost(8, 4)), "weights-lost") == 1);
    CHECK(countOf(sidesOf(oneFootLost(7, 4)), "weights-lost") == 0);
    ImportedModel imported = oneFootLost(10, 5);
    SECTION("no twin") {
        imported.model.hierarchy.names[6] = imported.report.findings[0].object = "toe.R";
    }
    SECTION("in use, unlike another one") {
        imported.report.findings[0].object = "hips";
    }
    SECTION("another fault") {
        imported.report.findings[0].id = "bone-scale-uneven";
    }
    CHECK(countOf(sidesOf(imported), "weights-lost") == 0);
}

TEST_CASE("a joint whose weights were lost is not to be removed, others that move nothing are") {
    ImportedModel imported = oneFootLost(10, 5);
    imported.report.findings.push_back({"bone-unused", Severity::info, "hips", "moves no vertex"});
    imported.report.findings.push_back({"unit-unknown", Severity::info, "foot.R", "has no unit"});
    const std::vector<Finding> findings = check(imported.model, imported.report, 64);
    CHECK(onlyOne(findings, "weights-lost").object == "foot.R");
    CHECK(std::ranges::none_of(
        findings, [](const Finding& finding) { return finding.id == "bone-unused" && finding.object == "foot.R"; }));
    CHECK(std::ranges::any_of(
        findings, [](const Finding& finding) { return finding.id == "bone-unused" && finding.object == "hips"; }));
    CHECK(std::ranges::any_of(
        findings, [](const Finding& finding) { return finding.id == "unit-unknown" && finding.object == "foot.R"; }));
    // A free hand, which holds nothing, may well be removed.
    const ImportedModel free = oneFootLost(10, 0);
    CHECK(onlyOne(check(free.model, free.report, 64), "bone-unused").object == "foot.R");
}

TEST_CASE("a socket that holds nothing has lost no weights") {
    ImportedModel imported = oneFootLost(10, 5);
    imported.model.hierarchy.names[6] = imported.report.findings[0].object = "weapon.R";
    for (std::string& name : imported.model.hierarchy.names)
        if (name == "foot.L") name = "weapon.L";
    CHECK(countOf(sidesOf(imported), "weights-lost") == 0);
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
