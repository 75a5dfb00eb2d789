#include <algorithm>

#include <glm/gtc/quaternion.hpp>

#include "export/build/mend.h"
#include "support/catch.h"
#include "support/passes.h"

using namespace sinew;
using exporting::mend;
using exporting::mendLoop;
using exporting::mendTriangles;

// Each fault is mended once, and a model without it stays as it is.

namespace {

bool tells(const std::vector<std::string>& lines, const std::string& part) {
    return std::ranges::any_of(lines, [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

ImportedModel clean() {
    ImportedModel imported;
    Model& model = imported.model;
    model.hierarchy = {.names = {"hip", "knee"}, .parents = {kNoParent, 0}, .rest = {{}, {{0, 1, 0}}}};
    model.meshes = {{.name = "leg",
                     .positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}},
                     .influences = std::vector<Influences>(3, {{0, 1}, {40000, 25535}}),
                     .indices = {0, 1, 2},
                     .boneCount = 2}};
    model.instances = {{0, 0, {Bone{0, glm::mat4(1.0f)}, Bone{1, glm::mat4(1.0f)}}, 0, true}};
    model.materials = {Material{.name = "skin"}};
    imported.report.influences.resize(1);
    return imported;
}

}  // namespace

TEST_CASE("a clean model needs no mend") {
    ImportedModel imported = clean();
    const Model before = imported.model;
    CHECK(mend(imported).empty());
    CHECK(imported.model == before);
    CHECK(exporting::spaceMends(imported.model).empty());
    CHECK(mendTriangles(imported.model).empty());
}

TEST_CASE("the unit and the axis are told") {
    ImportedModel imported = clean();
    imported.model.metersPerUnit = 0.01;
    imported.model.up = UpAxis::z;
    CHECK(exporting::spaceMends(imported.model).size() == 2);
}

TEST_CASE("joints that move nothing leave the skin") {
    ImportedModel imported = clean();
    imported.model.meshes[0].influences.assign(3, {{1}, {kWeightOne}});
    CHECK(tells(mend(imported), "1 joint without weights"));
    CHECK(imported.model.meshes[0].boneCount == 1);
    REQUIRE(imported.model.instances[0].bones.size() == 1);
    CHECK(imported.model.instances[0].bones[0].node == 1);
    CHECK(imported.model.meshes[0].influences[0].bones[0] == 0);
}

TEST_CASE("what the import has mended is told") {
    ImportedModel imported = clean();
    imported.report.influences[0].renormalizedVertices = 3;
    imported.report.influences[0].unweightedVertices = 1;
    Finding idle{"bone-unused", Severity::info, "toe", "is a joint of a skin, but moves no vertex"};
    idle.others = {{"heel"}};
    imported.report.findings = {idle, {"bones-split", Severity::info, "leg", ""}};
    const std::vector<std::string> lines = mend(imported);
    CHECK(lines.size() == 4);
    CHECK(tells(lines, "mesh 'leg': the weights of 3 vertices now sum to 1"));
    CHECK(tells(lines, "mesh 'leg': 1 vertex without weights now follows the mesh's node"));
    CHECK(tells(lines, "joint 'toe': left out"));
    CHECK(tells(lines, "joint 'heel': left out"));
}

TEST_CASE("the parts of a mesh, one a material, are told as one") {
    ImportedModel imported = clean();
    imported.model.meshes.push_back(imported.model.meshes[0]);
    imported.report.influences.resize(2);
    imported.report.influences[0].renormalizedVertices = 3;
    imported.report.influences[1].renormalizedVertices = 4;
    CHECK(mend(imported) == std::vector<std::string>{"mesh 'leg': the weights of 7 vertices now sum to 1"});
}

TEST_CASE("triangles without area are left out, unless a morph target opens them") {
    ImportedModel imported = clean();
    SkinnedMesh& mesh = imported.model.meshes[0];
    mesh.positions.push_back({0.5f, 4e-7f, 0});  // flat as the check sees it
    mesh.influences.push_back(mesh.influences[0]);
    mesh.indices = {0, 1, 2, 0, 0, 1, 0, 1, 3};
    ImportedModel morphed = imported;
    morphed.model.meshes[0].morphTargets = {{"open", {{0, {0, 0, 1}, {}}, {1, {0, 1, 1}, {}}}}};
    CHECK(tells(mendTriangles(imported.model), "2 triangles"));
    CHECK(mesh.indices == std::vector<uint32_t>{0, 1, 2});
    CHECK(mendTriangles(morphed.model).empty());
    CHECK(morphed.model.meshes[0].indices.size() == 9);
}

TEST_CASE("quaternions take the short way") {
    ImportedModel imported = clean();
    imported.model.clips = {{.name = "kick", .durationSeconds = 1.0, .channels = {{.node = 1}}}};
    const glm::quat a(1, 0, 0, 0), b = glm::angleAxis(0.1f, glm::vec3(1, 0, 0));
    Track<glm::quat>& track = imported.model.clips[0].channels[0].rotation;
    track = {{0.0, 0.5, 1.0}, {a, -b, a}};
    CHECK(tells(mend(imported), "1 quaternion now takes the short way"));
    CHECK(track.values == std::vector<glm::quat>{a, b, a});
}

TEST_CASE("names become unique") {
    ImportedModel imported = clean();
    imported.model.hierarchy.names = {"a", "a"};
    imported.model.clips = {{.name = "run"}, {.name = "run 2"}, {.name = "run"}};
    CHECK(mend(imported).size() == 2);
    CHECK(imported.model.hierarchy.names == std::vector<std::string>{"a", "a 2"});
    CHECK(imported.model.clips[2].name == "run 3");
}

TEST_CASE("a loop ends with its first pose") {
    ImportedModel imported = clean();
    AnimationClip clip{.name = "walk", .durationSeconds = 1.0, .channels = {{.node = 1}}};
    Track<glm::vec3>& track = clip.channels[0].translation;
    track = {{0.0, 0.5, 1.0}, {{0, 0, 0}, {4, 0, 0}, {0.01f, 0, 0}}};
    SECTION("by a frame more, where one is missing") {
        CHECK_FALSE(mendLoop(imported.model, clip).empty());
        CHECK(clip.durationSeconds == 1.5);
        CHECK(track.times.back() == 1.5);
        CHECK(track.values.back() == track.values.front());
        CHECK(track.values[2] == glm::vec3(0.01f, 0, 0));
    }
    SECTION("by spreading the difference, where it is large") {
        track.values = {{0, 0, 0}, {0.02f, 0, 0}, {0.04f, 0, 0}};
        clip.channels[0].rotation = {{0.0, 0.5, 1.0},
                                     {glm::quat(1, 0, 0, 0), glm::angleAxis(0.2f, glm::vec3(1, 0, 0)),
                                      glm::angleAxis(0.4f, glm::vec3(1, 0, 0))}};
        CHECK_FALSE(mendLoop(imported.model, clip).empty());
        CHECK(clip.durationSeconds == 1.0);
        CHECK(track.values.back() == track.values.front());
        CHECK(clip.channels[0].rotation.values.back() == glm::quat(1, 0, 0, 0));
    }
    SECTION("but not one that does already") {
        track.values.back() = track.values.front();
        CHECK(mendLoop(imported.model, clip).empty());
    }
    SECTION("and the way of the root stays") {
        track.values.back() = {8, 0, 0};
        CHECK(mendLoop(imported.model, clip).empty());
        CHECK(track.values.back() == glm::vec3(8, 0, 0));
    }
    SECTION("also below a node that has keys, but stays where it is") {
        clip.channels.insert(clip.channels.begin(), {.node = 0, .translation = {{0.0, 1.0}, {{0, 1, 0}, {0, 1, 0}}}});
        Track<glm::vec3>& hips = clip.channels[1].translation;
        hips.values.back() = {8, 0, 0};
        CHECK(mendLoop(imported.model, clip).empty());
        CHECK(hips.values.back() == glm::vec3(8, 0, 0));
    }
    SECTION("over the ground, but not what it rises") {
        track.values = {{0, 0, 0}, {0.1f, 1.5f, 0}, {0.2f, 3, 0}};
        CHECK_FALSE(mendLoop(imported.model, clip).empty());
        CHECK(clip.durationSeconds == 1.0);
        CHECK(track.values.back() == glm::vec3(0.2f, 0, 0));
        imported.model.up = UpAxis::z;
        track.values = {{0, 0, 0}, {4, 4, 0}, {8, 3, 0}};
        CHECK(mendLoop(imported.model, clip).empty());
    }
    SECTION("and goes on where a frame is added") {
        track.values = {{0, 0, 0}, {4, 3, 0}, {8, 2, 0}};
        CHECK_FALSE(mendLoop(imported.model, clip).empty());
        CHECK(clip.durationSeconds == 1.5);
        CHECK(track.values.back() == glm::vec3(12, 0, 0));
    }
}

TEST_CASE("many equal names become unique in the time of one pass") {
    ImportedModel imported;
    imported.model.materials.resize(20'000, Material{.name = "x"});
    imported.model.materials[1].name = "x 3";
    const Passes passes;
    CHECK(mend(imported).size() == 19'998);
    CHECK(passes.count() < 50.0);
    CHECK(imported.model.materials[2].name == "x 2");
    CHECK(imported.model.materials[3].name == "x 4");
    CHECK(imported.model.materials.back().name == "x 20000");
}
