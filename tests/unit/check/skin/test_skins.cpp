#include <functional>
#include <set>
#include <span>

#include "check/checks.h"
#include "check/skin/bone_lines.h"
#include "support/findings.h"
#include "support/models/band.h"
#include "support/models/limbs.h"
#include "unit/check/written.h"

using namespace sinew;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using rig_models::Limbs;

namespace {

/// The figure, after each point was moved.
std::vector<Finding> afterMoving(const std::function<glm::vec3(const glm::vec3&)>& change) {
    ImportedModel imported = Limbs::make();
    for (glm::vec3& position : imported.model.meshes[0].positions)
        position = change(position);
    return written(imported.model, checkSkins(imported.model));
}

/// The figure, after each vertex got another bone.
std::vector<Finding> afterHolding(const std::function<int(int)>& change) {
    ImportedModel imported = Limbs::make();
    for (Influences& influences : imported.model.meshes[0].influences)
        influences.bones[0] = static_cast<uint16_t>(change(influences.bones[0]));
    return written(imported.model, checkSkins(imported.model));
}

/// A band of 10 bones, the first of which has half of that part of all vertices.
ImportedModel smearedBand(float part) {
    ImportedModel imported = rig_models::band(10);
    SkinnedMesh& mesh = imported.model.meshes[0];
    const auto half = static_cast<uint16_t>(kWeightOne / 2);
    for (size_t v = 0; v < static_cast<size_t>(part * static_cast<float>(mesh.vertexCount())); ++v)
        mesh.influences[v] = {{0, static_cast<uint16_t>(std::clamp<size_t>(v / 2, 1, 9))},
                              {half, static_cast<uint16_t>(kWeightOne - half)}};
    return imported;
}

}  // namespace

TEST_CASE("a mesh that lies around its bones has no findings, nor one that is a little aside") {
    CHECK(afterMoving([](const glm::vec3& at) { return at; }).empty());
    CHECK(afterMoving([](const glm::vec3& at) { return 1.2f * at + glm::vec3(0.1f, 0.1f, 0.1f); }).empty());
}

TEST_CASE("a mesh beside its bones is a warning that says how it lies to them") {
    struct Row {
        const char* says;
        std::function<glm::vec3(const glm::vec3&)> change;
    };
    for (const auto& [says, change] : std::vector<Row>{
             {"times as large as its bones; on average, a bone is", [](const glm::vec3& at) { return 2.54f * at; }},
             {"is turned by ", [](const glm::vec3& at) { return glm::vec3(at.x, -at.z, at.y); }},
             {"is mirrored along X against its bones",
              [](const glm::vec3& at) { return glm::vec3(-at.x, at.y, at.z); }},
             {"lies beside its bones, 1", [](const glm::vec3& at) { return at + glm::vec3(0.0f, 0.0f, 1.5f); }},
             {"lies beside its bones, ", [](const glm::vec3& at) { return glm::vec3(0.2f * at.y * at.y, at.x, 2.0f); }},
             {"times as large as its bones, turned by ",
              [](const glm::vec3& at) { return 0.5f * glm::vec3(at.x, -at.z, at.y); }}}) {
        INFO(says);
        const std::vector<Finding> findings = afterMoving(change);
        CHECK(findings.size() == 1);  // and no stray weights
        checkOnly(findings, "skin-apart", "figure", says, Severity::warning);
    }
}

TEST_CASE("strips that hang on leaf bones along a rail do not lie beside them") {
    ImportedModel imported = Limbs::make();
    std::vector<Transform>& rest = imported.model.hierarchy.rest;
    for (size_t bone = 0; bone < 15; ++bone) {
        const auto along = static_cast<float>(bone);
        imported.model.hierarchy.parents[bone] = bone == 0 ? kNoParent : 0;
        rest[bone].translation = {along, 0.0f, 0.0f};
        imported.model.instances[0].bones[bone].inverseBindMatrix =
            glm::translate(glm::mat4(1.0f), {-along, 0.0f, 0.0f});
    }
    SkinnedMesh& mesh = imported.model.meshes[0];
    for (size_t v = 0; v < mesh.vertexCount(); ++v) {
        mesh.influences[v].bones[0] = std::max<uint16_t>(1, mesh.influences[v].bones[0]);
        mesh.positions[v] = {static_cast<float>(mesh.influences[v].bones[0]), -static_cast<float>(v % 16) / 4.0f, 0.0f};
    }
    CHECK(written(imported.model, checkSkins(imported.model)).empty());
}

TEST_CASE("of several meshes only those that lie beside their bones are named") {
    ImportedModel imported = Limbs::make();
    Model& model = imported.model;
    addMesh(model, model.meshes[0]).name = "coat";
    const size_t offset = GENERATE(0u, 1u, 2u);
    for (size_t mesh = 0; mesh < offset; ++mesh)
        for (glm::vec3& position : model.meshes[mesh].positions)
            position.z += 2.0f;
    const std::vector<Finding> findings = written(model, checkSkins(model));
    CHECK(findings.size() == offset);
    CHECK(countOf(findings, "skin-apart") == static_cast<std::ptrdiff_t>(offset));
}

TEST_CASE("two bones with each other's vertices are named, three such pairs are mixed weights") {
    const std::vector<std::pair<int, int>> pairs{
        {Limbs::shinL, Limbs::shinR}, {Limbs::handL, Limbs::handR}, {Limbs::footL, Limbs::forearmR}};
    const size_t count = GENERATE(1u, 3u);
    const std::vector<Finding> findings = afterHolding([&](int bone) {
        for (const auto& [one, other] : std::span(pairs).first(count))
            if (bone == one || bone == other) return bone == one ? other : one;
        return bone;
    });
    if (count == 1) {
        REQUIRE(findings.size() == 2);
        CHECK(findings[0].id == "weights-stray");
        CHECK(findings[0].severity == Severity::warning);
        CHECK(findings[0].object == "shin.L");
        CHECK(findings[1].object == "shin.R");
        CHECK_THAT(findings[0].message, StartsWith("moves the vertices of 'figure' that lie around 'shin.R', "));
    } else {
        const Finding finding = onlyOne(findings, "weights-mixed");
        CHECK(findings.size() == 1);
        CHECK(finding.severity == Severity::warning);
        CHECK(finding.object == "figure");
        CHECK_THAT(finding.message, StartsWith("6 of 15 bones move vertices that lie around other bones, such as '"));
    }
}

TEST_CASE("shifted joint indices are mixed weights, but not where all bones hang on one") {
    ImportedModel imported = Limbs::make();
    for (Influences& influences : imported.model.meshes[0].influences)
        influences.bones[0] = static_cast<uint16_t>((influences.bones[0] + 1) % 15);
    const Finding finding = onlyOne(written(imported.model, checkSkins(imported.model)), "weights-mixed");
    CHECK_THAT(finding.message, ContainsSubstring(" of 15 bones move vertices"));
    for (size_t bone = 1; bone < 15; ++bone) {
        imported.model.hierarchy.parents[bone] = 0;
        imported.model.hierarchy.rest[bone].translation = Limbs::jointAt(bone);
    }
    CHECK(countOf(written(imported.model, checkSkins(imported.model)), "weights-mixed") == 0);
}

TEST_CASE("single points on far bones are stray, one, three, or one in each row, if the weight is visible") {
    const size_t step = GENERATE(30u, 10u, 4u);
    const uint16_t weight = GENERATE(as<uint16_t>(), 5535, 535);
    ImportedModel imported = rig_models::band(14);
    SkinnedMesh& mesh = imported.model.meshes[0];
    std::set<size_t> bones;
    for (size_t v = 0; v < mesh.vertexCount(); v += step) {
        const size_t far = v < 15 ? 13 : 0;
        bones.insert(far);
        mesh.influences[v] = {{mesh.influences[v].bones[0], static_cast<uint16_t>(far)},
                              {static_cast<uint16_t>(kWeightOne - weight), weight}};
    }
    const std::vector<Finding> findings = written(imported.model, checkSkins(imported.model));
    if (weight < 1000) {
        CHECK(findings.empty());
        return;
    }
    CHECK(findings.size() == bones.size());
    for (const Finding& finding : findings) {
        CHECK(finding.id == "weights-stray");
        CHECK_THAT(finding.message, ContainsSubstring(" of 'band' around 'bone "));
        CHECK(finding.figure->value > 35.0);
    }
}

TEST_CASE("the far end of a long triangle is no stray vertex") {
    ImportedModel imported = rig_models::band(4);
    SkinnedMesh& mesh = imported.model.meshes[0];
    followOne(mesh);
    for (size_t v = 0; v < 8; ++v)
        mesh.positions[v].y *= 0.1f;
    CHECK(written(imported.model, checkSkins(imported.model)).empty());
}

TEST_CASE("a bone that has a quarter of nearly all vertices is stray, unless the mesh is a small part") {
    struct Row {
        float part;
        const char* says;
    };
    for (const auto& [part, says] : std::vector<Row>{
             {1.0f, "of all 22 vertices of 'band'"}, {0.9f, "of 19 of 22 vertices of 'band'"}, {0.5f, nullptr}}) {
        const ImportedModel imported = smearedBand(part);
        const std::vector<Finding> findings = written(imported.model, checkSkins(imported.model));
        REQUIRE(findings.size() == (says ? 1 : 0));
        if (!says) continue;
        CHECK(findings[0].id == "weights-stray");
        CHECK(findings[0].object == "bone 0");
        CHECK_THAT(findings[0].message, ContainsSubstring(says));
        CHECK_THAT(findings[0].message, ContainsSubstring("although 9 other bones move them too"));
    }
    ImportedModel face = smearedBand(1.0f);
    const ImportedModel body = rig_models::band(30);
    face.model.meshes.push_back(body.model.meshes[0]);
    face.model.meshes[1].name = "body";
    face.model.instances.push_back({.mesh = 1, .bones = body.model.instances[0].bones, .skinned = true});
    for (Bone& bone : face.model.instances[1].bones)
        bone = body.model.instances[0].bones[0];
    CHECK(written(face.model, checkSkins(face.model)).empty());
}

TEST_CASE("a bone with very many children holds what lies between them") {
    ImportedModel imported = Limbs::make();
    Model& model = imported.model;
    for (uint32_t child = 0; child < 40; ++child) {
        const glm::vec3 place(0.0f, 0.0f, child % 2 == 0 ? -3.0f : 3.0f);
        const uint32_t node = addNode(model, "child " + std::to_string(child), Limbs::hips, {.translation = place});
        model.instances[0].bones.push_back({node, glm::translate(glm::mat4(1.0f), -place)});
    }
    const BoneLines lines(model);
    CHECK(lines.away(Limbs::hips, {0.3f, 0.5f, 2.0f}) == 0.0f);
    CHECK(lines.away(Limbs::hips, {0.0f, 0.0f, 5.0f}) == 2.0f);
}
