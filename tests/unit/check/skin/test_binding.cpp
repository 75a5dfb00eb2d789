#include <cmath>
#include <functional>
#include <span>

#include "check/checks.h"
#include "model/poses.h"
#include "support/findings.h"
#include "support/models/band.h"
#include "unit/check/written.h"

using namespace sinew;
using Catch::Matchers::ContainsSubstring;
using rig_models::band;
using rig_models::turn;

namespace {

glm::mat4& inverseBind(ImportedModel& imported, size_t bone) {
    return imported.model.instances[0].bones[bone].inverseBindMatrix;
}

/// A band of which all bones are posed at rest.
ImportedModel posedBand(uint32_t segments = 8) {
    ImportedModel imported = band(segments);
    for (size_t bone = 0; bone < segments; ++bone)
        imported.model.hierarchy.rest[bone].rotation = turn(bone % 2 == 0 ? 30.0f : -20.0f);
    return imported;
}

std::vector<Finding> bindFindings(const ImportedModel& imported) {
    return written(imported.model, checkSkeletons(imported.model, 64));
}

}  // namespace

TEST_CASE("a skeleton that fits its inverse bind matrices has no findings, nor one that is posed or moved as a whole") {
    CHECK(bindFindings(band(8)).empty());
    CHECK(bindFindings(posedBand()).empty());
    ImportedModel moved = band(8);
    moved.model.hierarchy.rest[0] = {{5, 0, 0}, turn(90.0f)};
    CHECK(bindFindings(moved).empty());
}

TEST_CASE("one or three wrong bind matrices are named, the worst first, many are mixed up") {
    struct Row {
        const char* name;
        glm::mat4 boneFromBind;
    };
    const auto scaled = [](const glm::vec3& scale) { return glm::scale(glm::mat4(1.0f), scale); };
    const Row row = GENERATE_COPY(values<Row>({{"moved", glm::translate(glm::mat4(1.0f), {1, 0, 0})},
                                               {"turned", glm::mat4_cast(turn(50.0f))},
                                               {"mirrored", scaled({1, -1, 1})},
                                               {"scaled", scaled(glm::vec3(1.5f))},
                                               {"not written", glm::mat4(0.0f)}}));
    const auto change = [&](glm::mat4& matrix) {
        matrix = row.boneFromBind == glm::mat4(0.0f) ? glm::mat4(1.0f) : row.boneFromBind * matrix;
    };
    const bool isPosed = GENERATE(false, true);
    INFO(row.name << isPosed);
    ImportedModel imported = isPosed ? posedBand() : band(8);
    change(inverseBind(imported, 4));
    std::vector<Finding> findings = bindFindings(imported);
    Finding finding = onlyOne(findings, "bone-misbound");
    CHECK(findings.size() == 1);
    CHECK(finding.object == "bone 4");
    CHECK(finding.severity == (isPosed ? Severity::info : Severity::warning));
    CHECK_THAT(finding.message, ContainsSubstring(" cm ("));
    CHECK(finding.message.starts_with("was bound mirrored") == (std::string(row.name) == "mirrored"));
    ImportedModel three = isPosed ? posedBand(20) : band(20);
    for (const size_t bone : {3u, 8u, 13u})
        change(inverseBind(three, bone));
    finding = onlyOne(bindFindings(three), "bone-misbound");
    CHECK(finding.others.size() == 2);
    CHECK_THAT(finding.message, ContainsSubstring(" (and 2 others: 'bone "));
}

TEST_CASE("exchanged matrices name both bones, those in another order are mixed up") {
    const std::vector<std::pair<size_t, size_t>> pairs{{0, 5}, {1, 3}, {2, 7}, {4, 9}};
    const bool areMany = GENERATE(false, true);
    ImportedModel imported = band(areMany ? 8 : 16);
    for (const auto& [one, other] : std::span(pairs).subspan(areMany ? 0 : 3, areMany ? 3 : 1))
        std::swap(inverseBind(imported, one), inverseBind(imported, other));
    const Finding finding = onlyOne(bindFindings(imported), areMany ? "bind-mixed" : "bone-misbound");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == (areMany ? "band" : finding.object));
    CHECK(finding.others.size() == (areMany ? 0 : 1));
}

TEST_CASE("a misbound bone is found in a figure whose limbs have few bones each") {
    ImportedModel imported = band(8);
    Model& model = imported.model;
    const MeshInstance whole = model.instances[0];
    model.instances.clear();
    model.meshes.assign(4, model.meshes[0]);
    for (uint32_t limb = 0; limb < 4; ++limb) {
        model.meshes[limb].name = "limb " + std::to_string(limb);
        model.meshes[limb].boneCount = 2;
        followOne(model.meshes[limb]);
        const auto first = whole.bones.begin() + 2 * limb;
        model.instances.push_back({.mesh = limb, .bones = {first, first + 2}, .skinned = true});
    }
    CHECK(bindFindings(imported).empty());
    model.instances[2].bones[1].inverseBindMatrix[3].x += 1.0f;
    CHECK(onlyOne(bindFindings(imported), "bone-misbound").object == "bone 5");
}

TEST_CASE("a misbound bone is a note where it follows a target of its own, as feet do, and none among three bones") {
    ImportedModel imported = band(8);
    inverseBind(imported, 4)[3].x += 1.0f;
    AnimationClip& clip = rig_models::addClip(imported, "walk", 1.0);
    const float distance = GENERATE(0.1f, 0.5f);
    clip.channels.push_back({.node = 4, .translation = {{0, 1}, {{0, 1, 0}, {distance, 1, 0}}}});
    CHECK(onlyOne(bindFindings(imported), "bone-misbound").severity ==
          (distance > 0.3f ? Severity::info : Severity::warning));
    ImportedModel few = band(3);
    inverseBind(few, 1)[3].x += 1.0f;
    CHECK(onlyOne(bindFindings(few), "bind-not-rest").object == "band");
}

TEST_CASE("one or two bones that rest elsewhere are a note, three are a pose of the whole figure") {
    const size_t count = GENERATE(1u, 2u, 3u);
    ImportedModel imported = band(8);
    for (size_t bone = 0; bone < count; ++bone)
        imported.model.hierarchy.rest[2 + 2 * bone].rotation = turn(40.0f);
    const std::vector<Finding> findings = bindFindings(imported);
    REQUIRE(findings.size() == (count < 3 ? 1 : 0));
    if (count == 3) return;
    CHECK(findings[0].id == "bone-posed");
    CHECK(findings[0].severity == Severity::info);
    CHECK_THAT(findings[0].message,
               ContainsSubstring(count == 1 ? "seen from the bone above it" : " (and 1 other: 'bone "));
}

TEST_CASE("a mesh of few bones that rests in another pose than it was bound in is a note") {
    ImportedModel imported = band();
    imported.model.hierarchy.rest[2].rotation = turn(90.0f);
    checkOnly(bindFindings(imported), "bind-not-rest", "band", "", Severity::info);
}

TEST_CASE("matrices that say nothing are errors, each of one bone") {
    struct Row {
        const char* name;
        std::function<glm::mat4(const glm::mat4&)> change;
        const char *id, *says;
    };
    for (const auto& [name, change, id, says] : std::vector<Row>{
             {"flat", [](const glm::mat4& m) { return glm::scale(m, glm::vec3(1, 0, 1)); }, "bind-singular", ""},
             {"parallel", [](const glm::mat4& m) { return glm::mat4(m[0], m[0], m[2], m[3]); }, "bind-singular", ""},
             {"no number", [](const glm::mat4& m) { return glm::translate(m, glm::vec3(NAN)); }, "bind-singular", ""},
             {"transposed", [](const glm::mat4& m) { return glm::transpose(m); }, "bind-not-affine",
              "rows and columns are exchanged"}})
        for (const std::vector<size_t>& wrong : {std::vector<size_t>{3}, {2, 3, 5}, {1, 2, 3, 4, 5, 6, 7}}) {
            INFO(name);
            ImportedModel imported = band(8);
            for (const size_t bone : wrong)
                inverseBind(imported, bone) = change(inverseBind(imported, bone));
            const std::vector<Finding> findings = bindFindings(imported);
            REQUIRE(countOf(findings, id) == static_cast<std::ptrdiff_t>(wrong.size()));
            CHECK(findings[0].severity == Severity::error);
            CHECK(findings[0].object == "bone " + std::to_string(wrong[0]));
            CHECK_THAT(findings[0].message, ContainsSubstring(says));
        }
    ImportedModel small = band(8);
    inverseBind(small, 1) = glm::scale(inverseBind(small, 1), glm::vec3(1e-4f));
    CHECK(countOf(bindFindings(small), "bind-singular") == 0);
}

TEST_CASE("one matrix that binds all bones, although they rest apart, is a note") {
    ImportedModel imported = band(6);
    for (Bone& bone : imported.model.instances[0].bones)
        bone.inverseBindMatrix = glm::mat4(1.0f);
    const std::vector<Finding> findings = bindFindings(imported);
    const Finding finding = onlyOne(findings, "bind-matrices-missing");
    CHECK(findings.size() == 1);
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "band");
    CHECK(finding.message == "binds its 6 bones with one and the same matrix, although they rest apart");
    for (Transform& rest : imported.model.hierarchy.rest)
        rest.translation = glm::vec3(0.0f);
    CHECK(countOf(bindFindings(imported), "bind-matrices-missing") == 0);
}
