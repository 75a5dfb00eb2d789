#include "check/checks.h"
#include "support/findings.h"
#include "support/models/band.h"
#include "unit/check/written.h"

using namespace sinew;
using rig_models::band;

namespace {

std::vector<Finding> skeletonFindings(const ImportedModel& imported, uint32_t maxBones = 64) {
    return written(imported.model, checkSkeletons(imported.model, maxBones));
}

}  // namespace

TEST_CASE("bones-split states the number of bones and parts") {
    const ImportedModel imported = band(13);
    checkOnly(skeletonFindings(imported, 12), "bones-split", "",
              "13 bones move it, more than the 12 of a palette: it is drawn in 2 parts", Severity::info);
    CHECK(skeletonFindings(imported, 13).empty());
}

TEST_CASE("bones, or nodes that clips move, of one name are a warning, a bone and another node are a note") {
    struct Row {
        std::vector<std::pair<const char*, int32_t>> nodes;
        bool areAnimated;
        std::vector<std::pair<const char*, Severity>> found;
    };
    for (const auto& [nodes, areAnimated, found] : std::vector<Row>{
             {{{"lamp", kNoParent}, {"lamp", kNoParent}}, false, {}},
             {{{"lamp", kNoParent}, {"lamp", kNoParent}}, true, {}},
             {{{"tip", 1}, {"tip", 2}}, false, {}},
             {{{"tip", 1}, {"tip", 2}}, true, {{"tip", Severity::warning}}},
             {{{"bone 1", kNoParent}}, false, {{"bone 1", Severity::info}}},
             {{{"bone 1", kNoParent}}, true, {{"bone 1", Severity::warning}}},
             {{{"bone 0", 2}, {"bone 1", 2}, {"bone 2", 2}},
              true,
              {{"bone 0", Severity::warning}, {"bone 1", Severity::warning}, {"bone 2", Severity::warning}}}}) {
        ImportedModel imported = band();
        for (const auto& [name, parent] : nodes) {
            const uint32_t node = addNode(imported.model, name, parent);
            if (areAnimated) rig_models::addClip(imported, "walk", 1.0).channels.push_back({.node = node});
        }
        const std::vector<Finding> findings = skeletonFindings(imported);
        CHECK(findings.size() == found.size());
        for (const auto& [name, severity] : found)
            CHECK(std::ranges::any_of(findings, [&](const Finding& finding) {
                return finding.id == "bone-name-duplicate" && finding.object == name && finding.severity == severity;
            }));
    }
}

TEST_CASE("a figure of which all vertices follow one bone of at least four is a warning") {
    ImportedModel imported = band(4);
    followOne(imported.model.meshes[0]);
    SECTION("that the skin lists") {
        CHECK(onlyOne(skeletonFindings(imported), "skin-rigid").object == "band");
    }
    SECTION("or that clips move below it") {
        imported.model.instances[0].bones.resize(1);
        imported.model.meshes[0].boneCount = 1;
        CHECK(countOf(skeletonFindings(imported), "skin-rigid") == 0);
        for (const uint32_t node : {1u, 2u, 3u})
            rig_models::addClip(imported, "walk", 1.0)
                .channels.push_back(
                    {.node = node, .rotation = {{0.0f, 1.0f}, {rig_models::turn(0.0f), rig_models::turn(30.0f)}}});
        CHECK(onlyOne(skeletonFindings(imported), "skin-rigid").message ==
              "all of its vertices follow 'bone 0', one of 4 bones");
        imported.model.instances.push_back({.mesh = 0, .node = 3, .bones = {{3}}});  // a part that one of them carries
        CHECK(countOf(skeletonFindings(imported), "skin-rigid") == 0);
    }
}

TEST_CASE("zero, negative and non-uniform scales are reported for bones and their ancestors") {
    struct Row {
        glm::vec3 scale;
        const char* id;
        Severity severity;
    };
    const bool isSquashed = GENERATE(false, true);
    for (const auto& [scale, id, severity] :
         std::vector<Row>{{{2, 2, 2}, nullptr, Severity::info},
                          {{1, 1, 1.5f}, "bone-scale-uneven", isSquashed ? Severity::info : Severity::warning},
                          {{1, -1, 1}, "bone-scale-negative", Severity::warning},
                          {{1, 0, 1}, "bone-scale-zero", Severity::warning}})
        for (const std::vector<uint32_t>& nodes : {std::vector<uint32_t>{1}, {0, 1, 2}}) {
            ImportedModel imported = band();
            SkinnedMesh& mesh = imported.model.meshes[0];
            followOne(mesh), mesh.boneCount = 1;
            imported.model.instances[0].bones = {{2, glm::mat4(1.0f)}};
            for (const uint32_t node : nodes) {
                imported.model.hierarchy.rest[node].scale = scale;
                if (isSquashed)
                    rig_models::addClip(imported, "squash", 1.0)
                        .channels.push_back({.node = node, .scale = {{0, 1}, {glm::vec3(1, 1, 1.5f), glm::vec3(1)}}});
            }
            std::vector<Finding> findings = skeletonFindings(imported);
            std::erase_if(findings, [](const Finding& finding) { return !finding.id.starts_with("bone-scale"); });
            REQUIRE(findings.size() == (id ? nodes.size() : 0));
            for (size_t i = 0; i < findings.size(); ++i) {
                CHECK(findings[i].id == id);
                CHECK(findings[i].severity == severity);
                CHECK(findings[i].object == "bone " + std::to_string(nodes[i]));
            }
        }
}

TEST_CASE("bones that move no vertex and rest many times the figure's size away are warnings") {
    struct Row {
        size_t bones;
        float away;
        int32_t parent;
        size_t found;
    };
    for (const auto& [bones, away, parent, found] : std::vector<Row>{{1, 200.0f, 7, 1},
                                                                     {3, 200.0f, 7, 3},
                                                                     {8, 200.0f, 7, 8},
                                                                     {1, 40.0f, 7, 0},              // not that far
                                                                     {1, 200.0f, kNoParent, 0}}) {  // a lamp
        ImportedModel imported = band(8);
        for (size_t bone = 0; bone < bones; ++bone)
            addNode(imported.model, "tip " + std::to_string(bone), parent, {.translation = {0, away, 0}});
        const std::vector<Finding> findings = skeletonFindings(imported);
        CHECK(findings.size() == found);
        CHECK(countOf(findings, "bone-outlying") == static_cast<std::ptrdiff_t>(found));
    }
}

TEST_CASE("joints that move nothing are needed if they carry bones, end them, or are called like a control") {
    ImportedModel imported = band();
    for (const auto& [name, parent] : {std::pair("foot", 2),
                                       {"palm", 0},
                                       {"finger", 4},
                                       {"weapon_socket", 4},
                                       {"kneeIK.l", 4},
                                       {"HeadTop_End", 4},
                                       {"top", -1}})
        addNode(imported.model, name, parent);
    imported.model.hierarchy.names[0] = "root";
    CHECK(neededJoints(imported.model) ==
          std::set<std::string>{"root", "bone 1", "bone 2", "foot", "weapon_socket", "kneeIK.l", "HeadTop_End"});
}
