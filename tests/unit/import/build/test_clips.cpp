#include <limits>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/collada.h"
#include "support/models/gltf.h"

using import_files::Collada;
using import_files::importText;
using sinew::ImportedModel;

namespace {

ImportedModel importCollada(const Collada& file) {
    return importText("model.dae", file.text());
}

/// A triangle whose node a clip moves: keys with those times, positions (1, 0, 0), (2, 0, 0) ... unless given.
ImportedModel importKeys(const std::vector<float>& times, std::vector<float> positions = {},
                         const std::string& name = "clip", const std::string& path = "translation") {
    if (positions.empty())
        for (size_t i = 0; i < times.size(); ++i)
            positions.insert(positions.end(), {float(i + 1), 0.0f, 0.0f});
    import_files::Gltf gltf;
    const bool turns = path == "rotation";
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    gltf.floats(times, "SCALAR", 1);
    gltf.floats(positions, turns ? "VEC4" : "VEC3", turns ? 4 : 3);
    return importText(
        "model.gltf",
        gltf.text(R"("scenes":[{"nodes":[0]}],"scene":0,"nodes":[{"name":"box","mesh":0}],"meshes":[{"primitives":[)"
                  R"({"attributes":{"POSITION":0}}]}],"animations":[{"name":")" +
                  name +
                  R"(","samplers":[{"input":1,"output":2}],"channels":[{"sampler":0,"target":{"node":0,"path":")" +
                  path + R"("}}]}])"));
}

const sinew::Track<glm::vec3>& translation(const ImportedModel& imported) {
    return imported.model.clips.at(0).channels.at(0).translation;
}

}  // namespace

TEST_CASE("A clip without ticks per second has 25") {
    const auto imported = importText(
        "model.x",
        "xof 0303txt 0032\nFrame box { FrameTransformMatrix { "
        "1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0;; }\n"
        "Mesh { 3; 0.0;0.0;0.0;, 1.0;0.0;0.0;, 0.0;1.0;0.0;; 1; 3;0,1,2;; } }\n"
        "AnimationSet turn { Animation { {box} AnimationKey { 2; 2; 0;3;0.0,0.0,0.0;;, 50;3;1.0,0.0,0.0;;; } } }\n");
    REQUIRE(imported.model.clips.size() == 1);
    CHECK(imported.model.clips[0].durationSeconds == Approx(2.0));
    CHECK(translation(imported).times.back() == Approx(2.0));
}

TEST_CASE("Keys are sorted, and of equal times the last one wins") {
    const auto imported = importKeys({1.0f, 0.0f, 2.0f, 1.0f});
    const auto& track = translation(imported);
    CHECK(track.times == std::vector<double>{0.0, 1.0, 2.0});
    CHECK(track.values[0].x == 2.0f);
    CHECK(track.values[1].x == 4.0f);
    CHECK(countOf(imported.report.findings, "key-order") == 1);
}

TEST_CASE("A key that is there twice is a note, different keys at one time are a warning") {
    // Each key has another value in importKeys(); x counts.
    for (const auto& [values, severity] :
         {std::pair{std::vector<float>{1, 0, 0, 2, 0, 0, 2, 0, 0}, sinew::Severity::info},
          {std::vector<float>{1, 0, 0, 2, 0, 0, 3, 0, 0}, sinew::Severity::warning}}) {
        const auto imported = importKeys({0.0f, 1.0f, 1.0f}, values, "move", "translation");
        CHECK(onlyOne(imported.report.findings, "key-order").severity == severity);
        CHECK(translation(imported).times == std::vector<double>{0.0, 1.0});
    }
}

TEST_CASE("Keys that are not finite are dropped") {
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    const auto imported =
        importKeys({0.0f, nan, 1.0f, infinity, 2.0f}, {0, 0, 0, 1, 0, 0, nan, 0, 0, 3, 0, 0, 4, 0, 0});
    CHECK(translation(imported).times == std::vector<double>{0.0, 2.0});
    CHECK(imported.model.clips[0].durationSeconds == 2.0);
    CHECK(countOf(imported.report.findings, "key-dropped") == 1);
}

TEST_CASE("Rotations are normalized, and those of length 0 are dropped") {
    const auto imported = importKeys({0.0f, 1.0f, 2.0f}, {0, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0}, "turn", "rotation");
    const auto& track = imported.model.clips[0].channels[0].rotation;
    CHECK(track.times == std::vector<double>{0.0, 2.0});
    CHECK(track.values[0] == glm::quat(1, 0, 0, 0));
    CHECK(track.values[1] == glm::quat(0, 0, 1, 0));
}

TEST_CASE("Keys before 0 are kept, as they shape the curve after it") {
    CHECK(translation(importKeys({-1.0f, 1.0f})).times == std::vector<double>{-1.0, 1.0});
}

TEST_CASE("A channel without a node is ignored and reported") {
    const auto imported =
        importCollada({.nodes = "<node id=\"a\"><translate sid=\"t\">0 0 0</translate></node>",
                       .animations = "<animation id=\"both\">" +
                                     Collada::animation("one", "a/t", {0, 1}, {0, 0, 0, 1, 0, 0}, 3) + "</animation>"});
    REQUIRE(imported.model.clips.size() == 1);
    CHECK(imported.model.clips[0].channels.size() == 1);
    const auto model = importText(
        "model.x",
        "xof 0303txt 0032\nFrame box { Mesh { 3; 0.0;0.0;0.0;, 1.0;0.0;0.0;, 0.0;1.0;0.0;; 1; 3;0,1,2;; } }\n"
        "AnimationSet turn { Animation { {nobody} AnimationKey { 2; 2; 0;3;0.0,0.0,0.0;;, 50;3;1.0,0.0,0.0;;; } } }\n");
    CHECK(model.model.clips.at(0).channels.empty());
    CHECK(countOf(model.report.findings, "channel-unmatched") == 1);
}

TEST_CASE("Collada animations of single nodes and equal length are joined into one clip") {
    const auto node = [](const std::string& id) {
        return "<node id=\"" + id + "\"><translate sid=\"t\">0 0 0</translate></node>";
    };
    // Two channels each: assimp joins single ones itself.
    const auto moving = [](const std::string& id, float end) {
        return "<animation id=\"" + id + "both\">" + Collada::animation(id + "x", id + "/t.X", {0, end}, {0, 1}, 1) +
               Collada::animation(id + "y", id + "/t.Y", {0, end}, {0, 2}, 1) + "</animation>";
    };
    const std::string nodes = node("a") + node("b") + node("c");
    const auto together =
        importCollada({.nodes = nodes, .animations = moving("a", 1.0f) + moving("b", 0.96f) + moving("c", 1.0f)});
    REQUIRE(together.model.clips.size() == 1);
    CHECK(together.model.clips[0].name == "Animation 0");
    CHECK(together.model.clips[0].channels.size() == 3);
    CHECK(together.model.clips[0].durationSeconds == Approx(1.0));

    CHECK(importCollada({.nodes = nodes, .animations = moving("a", 1.0f) + moving("b", 4.0f)}).model.clips.size() == 2);
    CHECK(importCollada({.nodes = nodes, .animations = moving("a", 1.0f) + moving("a", 0.96f)}).model.clips.size() ==
          2);
}

TEST_CASE("Collada animations without a name share none") {
    const std::string node = "<node id=\"a\"><translate sid=\"t\">0 0 0</translate></node>";
    const auto animation = [](const std::string& id, float end) {
        return Collada::animation(id, "a/t", {0, end}, {0, 0, 0, 1, 0, 0}, 3);
    };
    const std::string two = animation("x", 1.0f) + animation("y", 2.0f);
    const auto unnamed = importCollada({.nodes = node, .animations = two});
    REQUIRE(unnamed.model.clips.size() == 2);
    CHECK(countOf(unnamed.report.findings, "clip-name-duplicate") == 0);
}

TEST_CASE("Animated shear is reported, other decomposed matrices are not") {
    const auto turning = [](const std::string& scale) {
        return importCollada(
            {.meshNodeTransform = "<scale sid=\"s\">" + scale + "</scale><rotate sid=\"r\">0 0 1 0</rotate>",
             .animations = Collada::animation("turn", "quadNode/r.ANGLE", {0, 1}, {0, 45}, 1)});
    };
    const auto sheared = turning("1 2 1");
    CHECK(onlyOne(sheared.report.findings, "shear-lost").object == "quadNode");
    CHECK(sinew::findNode(sheared.model.hierarchy, "quadNode").has_value());
    const auto even = turning("2 2 2");
    CHECK_FALSE(even.model.clips.at(0).channels.at(0).rotation.empty());
    CHECK(countOf(even.report.findings, "shear-lost") == 0);
}

TEST_CASE("A valid mesh is read without a finding") {
    Collada file{.joints = {"a"},
                 .weights = std::vector<std::vector<std::pair<int, float>>>(4, {{0, 1.0f}}),
                 .nodes = import_files::joint("a"),
                 .animations = Collada::animation("one", "a/t", {0, 1}, {0, 0, 0, 1, 0, 0}, 3)};
    for (const sinew::Finding& finding : importCollada(file).report.findings)
        CHECK(finding.id == "normals-made");  // the model has no such bone
    for (const char* model : {"tube", "character"})
        CHECK(sinew::importModel(SINEW_SOURCE_DIR "/assets/" + std::string(model) + ".dae").report.findings.empty());
}

TEST_CASE("Quaternions far from unit length are normalized and reported") {
    const auto imported =
        importKeys({0.0f, 1.0f, 2.0f}, {0, 0, 0, 2.5f, 0, 0, 0, 1, 0, 1.005f, 0, 0}, "turn", "rotation");
    checkOnly(imported.report.findings, "rotation-not-unit", "turn",
              "1 rotation key normalized: quaternions far from unit length, beginning with 'box'");
}

TEST_CASE("Clips of one name are reported") {
    const auto clip = [](const char* name) { return std::string(R"({"name":")") + name + "\","; };
    import_files::Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    gltf.floats({0, 1}, "SCALAR", 1);
    gltf.floats({0, 0, 0, 1, 0, 0}, "VEC3", 3);
    const std::string rest = R"("samplers":[{"input":1,"output":2}],"channels":[{"sampler":0,"target":{"node":0,)"
                             R"("path":"translation"}}]})";
    const auto import = [&](const char* first, const char* second) {
        return importText("model.gltf", gltf.text(R"("scenes":[{"nodes":[0]}],"nodes":[{"name":"box","mesh":0}],)"
                                                  R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)"
                                                  R"("animations":[)" +
                                                  clip(first) + rest + "," + clip(second) + rest + "]"));
    };
    CHECK(countOf(import("Walk", "Run").report.findings, "clip-name-duplicate") == 0);
    CHECK(onlyOne(import("Walk", "Walk").report.findings, "clip-name-duplicate").object == "Walk");
}
