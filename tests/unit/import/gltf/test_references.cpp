#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include "animation/pose/pose.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/gltf.h"
#include "support/replaced.h"

using Catch::Matchers::ContainsSubstring;
using import_files::Gltf;
using import_files::importText;
using sinew::Finding;
using sinew::ImportedModel;
using sinew::Severity;

namespace {

const std::string kPixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// A square "cloth" with a skin of two joints, a morph target, a material with a texture, and a clip "wave" that turns
/// and moves "hip".
std::string file() {
    Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, "VEC3", 3);
    gltf.ushorts({0, 1, 2, 2, 1, 3}, "SCALAR", 1);
    gltf.ushorts({0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}, "VEC4", 4);
    gltf.floats({.5f, .5f, 0, 0, .5f, .5f, 0, 0, .5f, .5f, 0, 0, .5f, .5f, 0, 0}, "VEC4", 4);
    gltf.floats({0, .1f, 0, 0, .1f, 0, 0, .1f, 0, 0, .1f, 0}, "VEC3", 3);
    gltf.floats({0, 1}, "SCALAR", 1);
    gltf.floats({0, 0, 0, 1, 0, 0, .6f, .8f}, "VEC4", 4);
    gltf.floats({0, 0, 0, 0, 5, 0}, "VEC3", 3);
    gltf.floats({0, .1f, 0, 0, .1f, 0, 0, .1f, 0}, "VEC3", 3);
    gltf.floats({0, 0, 0, 1, 0, 0, 255, 127, 0, 64, 0, 0}, "VEC3", 3);
    return gltf.text(
        R"("scenes":[{"nodes":[0,1,2]}],"nodes":[{"name":"shown","mesh":0,"skin":0},{"name":"hip"},{"name":"knee"}],)"
        R"("skins":[{"name":"body","joints":[1,2]}],"materials":[{"name":"silk","pbrMetallicRoughness":)"
        R"({"baseColorTexture":{"index":0}}}],"textures":[{"name":"print","source":0}],)"
        R"("images":[{"uri":"data:image/png;base64,)" +
        kPixel +
        R"("}],"meshes":[{"name":"cloth","weights":[0],)"
        R"("primitives":[{"attributes":{"POSITION":0,"JOINTS_0":2,"WEIGHTS_0":3},"indices":1,"material":0,)"
        R"("targets":[{"POSITION":4}]}]}],"animations":[{"name":"wave","samplers":[{"input":5,"output":6},)"
        R"({"input":5,"output":7}],"channels":[{"sampler":0,"target":{"node":1,"path":"rotation"}},)"
        R"({"sampler":1,"target":{"node":1,"path":"translation"}}]}])");
}

std::vector<Finding> findingsOf(const std::string& from, const std::string& to) {
    return importText("m.gltf", replaced(file(), from, to)).report.findings;
}

size_t errorsAndWarnings(const std::vector<Finding>& findings) {
    return static_cast<size_t>(
        std::ranges::count_if(findings, [](const Finding& finding) { return finding.severity != Severity::info; }));
}

}  // namespace

TEST_CASE("A sound glTF file has no finding about references, channels, indices and morph targets") {
    for (const Finding& finding : importText("m.gltf", file()).report.findings) {
        INFO(finding.id + ": " + finding.message);
        CHECK(finding.severity == Severity::info);
    }
}

TEST_CASE("What a glTF file refers to without having it is taken out and named, and the rest is read") {
    struct Fault {
        std::string from, to, object, message;
    };
    for (const auto& [from, to, object, message] :
         {Fault{R"("material":0)", R"("material":7)", "cloth", "refers to material 7"},
          Fault{R"("skin":0)", R"("skin":7)", "cloth", "node 'shown' refers to skin 7"},
          Fault{R"("mesh":0)", R"("mesh":7)", "shown", "node 'shown' refers to mesh 7"},
          Fault{R"("mesh":0)", R"("mesh":-1)", "shown", "node 'shown' refers to mesh -1"},
          Fault{R"("joints":[1,2])", R"("joints":[1,7])", "cloth", "its skin 'body' has the joint node 7"},
          Fault{R"({"name":"hip"})", R"({"name":"hip","children":[7]})", "hip", "refers to node 7"},
          Fault{R"("nodes":[0,1,2])", R"("nodes":[0,1,2,7])", "scene 0", "refers to node 7"},
          Fault{R"("index":0)", R"("index":7)", "silk", "has texture 7 as its baseColorTexture"},
          Fault{R"("source":0)", R"("source":7)", "print", "refers to image 7"},
          Fault{R"("source":0)", R"("source":0,"sampler":7)", "print", "refers to sampler 7"},
          Fault{R"("node":1,"path":"rotation")", R"("node":7,"path":"rotation")", "wave", "moves node 7"}}) {
        INFO(message);
        const Finding finding = onlyOne(findingsOf(from, to), "reference-missing");
        CHECK(finding.severity == Severity::error);
        CHECK(finding.object == object);
        CHECK_THAT(finding.message, ContainsSubstring(message + ", which the file does not have"));
    }
    CHECK(onlyOne(findingsOf(R"([{"name":"print","source":0}],"images":[{)",
                             R"([{"name":"print","source":0,"sampler":7}],"images":[{"name":"weave",)"),
                  "reference-missing")
              .message == "shows image 'weave' with sampler 7, which the file does not have; material 'silk' uses it");
    const Finding skeleton =
        onlyOne(findingsOf(R"("joints":[1,2])", R"("joints":[1,2],"skeleton":7)"), "reference-missing");
    CHECK(skeleton.severity == Severity::info);
    CHECK(skeleton.object == "body");
    const ImportedModel imported =
        importText("m.gltf", replaced(file(), R"("node":1,"path":"rotation")", R"("node":7,"path":"rotation")"));
    CHECK(imported.model.clips.at(0).channels.size() == 1);
    CHECK(imported.model.instances.size() == 1);
}

TEST_CASE("A skin whose matrices are missing, and a mesh without primitives, are named") {
    CHECK_THROWS_WITH(
        importText("m.gltf", replaced(file(), R"("joints":[1,2])", R"("joints":[1,2],"inverseBindMatrices":99)")),
        ContainsSubstring("cloth: skin 'body': accessor 99 is missing"));
    const Finding finding = onlyOne(findingsOf(R"(],"meshes":[)", R"(],"meshes":[{"name":"hat"},)"), "mesh-empty");
    CHECK(finding.object == "hat");
    CHECK(finding.message == "has no list of primitives and is not drawn");
}

TEST_CASE("A glTF that shows nothing says what is missing") {
    const std::string empty = "has neither a mesh nor a skeleton: ";
    const std::string still = replaced(file(), R"("animations":[{"name":"wave",)", R"("extras":[{)");
    CHECK_THROWS_WITH(importText("m.gltf", replaced(still, R"("mesh":0)", R"("mesh":99)")),
                      ContainsSubstring(empty + "shown: node 'shown' refers to mesh 99, which the file does not have"));
    CHECK_THROWS_WITH(importText("m.gltf", replaced(still, R"("nodes":[0,1,2]})", R"("nodes":[1,2]})")),
                      ContainsSubstring(empty + "its scene does not hold 'shown'"));
    const std::string legs = R"({"name":"hip"},{"name":"knee"})";
    const std::string below = R"({"name":"hip","children":[2]},{"name":"knee","children":[2]})";
    CHECK_THROWS_WITH(importText("m.gltf", replaced(file(), legs, below)),
                      ContainsSubstring("node 'knee' is its own descendant: it is a child of 'knee'; 'knee' is a child "
                                        "of 'hip' and 'knee'"));
}

TEST_CASE("a glTF node below several others is a note") {
    const auto parentsOf = [](const char* hip) {
        return findingsOf(R"({"name":"hip"},)", std::string(R"({"name":"hip")") + hip + "},");
    };
    CHECK(countOf(parentsOf(""), "node-parents") == 0);
    const Finding root = onlyOne(parentsOf(R"(,"children":[2])"), "node-parents");
    CHECK(root.severity == Severity::info);
    CHECK(root.object == "knee");
    CHECK(root.message == "is below 'hip' and the scene; each gets a copy");
    const std::vector<Finding> below = findingsOf(R"("nodes":[0,1,2]}],"nodes":[{"name":"shown",)",
                                                  R"("nodes":[0,1]}],"nodes":[{"name":"shown","children":[2],)");
    CHECK(countOf(below, "node-parents") == 0);
    const std::string both = replaced(file(), R"("nodes":[0,1,2]}],"nodes":[{"name":"shown",)",
                                      R"("nodes":[0,1]}],"nodes":[{"name":"shown","children":[2],)");
    CHECK(onlyOne(importText("m.gltf", replaced(both, R"({"name":"hip"},)", R"({"name":"hip","children":[2]},)"))
                      .report.findings,
                  "node-parents")
              .message == "is below 'shown' and 'hip'; each gets a copy");
}

TEST_CASE("glTF channels that are not played, or twice there, are named with their clip and node") {
    const std::string target = R"("node":1,"path":"translation")";
    const Finding twice = onlyOne(findingsOf(R"({"sampler":1,"target":{"node":1,"path":"translation"}})",
                                             R"({"sampler":0,"target":{"node":1,"path":"rotation"}})"),
                                  "channel-twice");
    CHECK(twice.object == "wave");
    CHECK_THAT(twice.message, ContainsSubstring("two channels for the rotation of 'hip'"));
    CHECK(onlyOne(findingsOf(target, R"("path":"translation")"), "channel-unusable").object == "wave");
    CHECK(onlyOne(findingsOf(R"(,"target":{)" + target + "}", ""), "channel-unusable").object == "wave");
    CHECK_THAT(onlyOne(findingsOf(target, R"("node":1,"path":"move")"), "channel-unusable").message,
               ContainsSubstring("'hip' is ignored: the format has no path 'move'"));
    CHECK_THAT(onlyOne(findingsOf(R"("output":7})", R"("output":7,"interpolation":"BEZIER"})"), "interpolation-unknown")
                   .message,
               ContainsSubstring("translation of 'hip' has the interpolation 'BEZIER'"));
    CHECK_THAT(
        onlyOne(findingsOf(R"("output":7})", R"("output":7,"interpolation":3})"), "interpolation-unknown").message,
        ContainsSubstring("an interpolation that is no text; it is played linearly"));
    CHECK(errorsAndWarnings(findingsOf(R"("output":7})", R"("output":7,"interpolation":"STEP"})")) == 0);
    // An extension says what it moves.
    CHECK(countOf(findingsOf(target, R"("path":"pointer","extensions":{"KHR_animation_pointer":{}})"),
                  "channel-unusable") == 0);
}

TEST_CASE("glTF triangles of vertices that do not exist, and spare indices, are counted") {
    const Finding finding =
        onlyOne(findingsOf(R"("POSITION":0,"JOINTS_0":2,"WEIGHTS_0":3)", R"("POSITION":8)"), "index-out-of-range");
    CHECK(finding.object == "cloth");
    CHECK(finding.message == "1 triangle ignored: vertices that do not exist");
    CHECK(onlyOne(findingsOf(R"("componentType":5123,"count":6)", R"("componentType":5123,"count":5)"),
                  "indices-incomplete")
              .message == "2 indices beyond the last whole triangle ignored");
}

TEST_CASE("glTF morph targets and weights that do not fit their mesh are named") {
    CHECK(onlyOne(findingsOf(R"("weights":[0])", R"("weights":[0,0,0])"), "morph-misfit").message ==
          "has 3 weights for 1 morph target");
    CHECK(
        onlyOne(findingsOf(R"("targets":[{"POSITION":4}])", R"("targets":[{"POSITION":8}])"), "morph-misfit").message ==
        "POSITION of morph target 0 has 3 elements for 4 vertices; it is ignored");
    CHECK(onlyOne(findingsOf(R"("mesh":0)", R"("mesh":0,"weights":[1,1])"), "morph-misfit").message ==
          "node 'shown' has 2 weights for 1 morph target");
}

TEST_CASE(
    "STEP channels of two keys say nothing about the frames of sampled glTF channels, and constant ones are not "
    "resampled") {
    const bool isConstant = GENERATE(true, false);
    Gltf gltf;
    std::vector<float> times, turns;
    for (int key = 0; key < 31; ++key) {
        times.push_back(static_cast<float>(key) / 30.0f);
        turns.insert(turns.end(), {0, 0, 0, 1});
    }
    gltf.floats(times, "SCALAR", 1);
    gltf.floats(turns, "VEC4", 4);
    gltf.floats({0, 1}, "SCALAR", 1);
    gltf.floats({0, 0, 0, isConstant ? 0.0f : 1.0f, 0, 0}, "VEC3", 3);
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    const ImportedModel imported = importText(
        "m.gltf",
        gltf.text(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],)"
                  R"("meshes":[{"primitives":[{"attributes":{"POSITION":4}}]}],)"
                  R"("animations":[{"samplers":[{"input":0,"output":1},{"input":2,"output":3,"interpolation":"STEP"}],)"
                  R"("channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}},)"
                  R"({"sampler":1,"target":{"node":0,"path":"translation"}}]}])"));
    const double frame = imported.model.clips.at(0).authoredFrameSeconds;
    CHECK(std::abs(frame - (isConstant ? 0.0 : 1.0 / 30.0)) < 1e-4);
}

TEST_CASE("A transform with another number of numbers is named and ignored") {
    const auto findingWith = [](const std::string& transform) {
        const ImportedModel imported =
            importText("model.gltf", replaced(file(), R"({"name":"hip"})", R"({"name":"hip",)" + transform + "}"));
        for (const auto& rest : imported.model.hierarchy.rest)
            CHECK(rest.translation == glm::vec3(0.0f));
        const Finding finding = onlyOne(imported.report.findings, "transform-invalid");
        CHECK(finding.severity == Severity::error);
        CHECK(finding.object == "hip");
        return finding.message;
    };
    CHECK(findingWith(R"("matrix":[1,0,0])") == "has a matrix of 3 instead of 16 numbers; it is ignored");
    CHECK(findingWith(R"("translation":[1,0,0,1])") == "has a translation of 4 instead of 3 numbers; it is ignored");
    CHECK(findingWith(R"("scale":[1,"2",null])") == "has a scale that is no list of numbers; it is ignored");
}

TEST_CASE("A node with a matrix is a warning if clips move it") {
    const std::string matrix = R"(,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]})";
    const Finding finding = onlyOne(findingsOf(R"({"name":"hip"})", R"({"name":"hip")" + matrix), "matrix-animated");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "hip");
    CHECK_THAT(finding.message, ContainsSubstring("although clips move it"));
    CHECK(countOf(findingsOf(R"({"name":"knee"})", R"({"name":"knee")" + matrix), "matrix-animated") == 0);
}

TEST_CASE("Joints outside the scene of their mesh are a warning at the topmost node above them") {
    const std::string scenes = R"("scenes":[{"nodes":[0,1,2]}],)";
    CHECK(countOf(findingsOf(scenes, R"("scenes":[{"nodes":[0,1,2]},{"nodes":[1,2]}],)"), "joints-outside-scene") == 0);
    const Finding finding = onlyOne(findingsOf(scenes, R"("scenes":[{"nodes":[0,1]}],)"), "joints-outside-scene");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "knee");
    CHECK(finding.message ==
          "is part of no scene; 1 joint of 'cloth' at or below it stands where its own nodes place it");
    CHECK(onlyOne(findingsOf(scenes, R"("scenes":[{"nodes":[0,1]},{"nodes":[2]}],)"), "joints-outside-scene")
              .message.starts_with("is part of another scene"));
    const std::string below = replaced(replaced(file(), scenes, R"("scenes":[{"nodes":[0]}],)"), R"({"name":"hip"})",
                                       R"({"name":"hip","children":[2]})");
    const Finding both = onlyOne(importText("m.gltf", below).report.findings, "joints-outside-scene");
    CHECK(both.object == "hip");
    CHECK(both.message ==
          "is part of no scene; 2 joints of 'cloth' at or below it stand where its own nodes place them");
}

TEST_CASE("Joints outside of the scene stand where their own nodes place them") {
    const std::string below = replaced(replaced(file(), R"("nodes":[0,1,2])", R"("nodes":[0])"), R"({"name":"hip"})",
                                       R"({"name":"hip","translation":[0,2,0],"children":[2]})");
    const ImportedModel imported =
        importText("m.gltf", replaced(below, R"({"name":"knee"})", R"({"name":"knee","translation":[0,0,3]})"));
    const sinew::Model& model = imported.model;
    std::vector<glm::mat4> worlds(model.hierarchy.size());
    sinew::walkHierarchy(model.hierarchy, model.hierarchy.rest, glm::mat4(1.0f), worlds);
    const auto& bones = model.instances.at(0).bones;
    REQUIRE(bones.size() == 2);
    CHECK(glm::vec3(worlds[bones[0].node][3]) == glm::vec3(0, 2, 0));
    CHECK(glm::vec3(worlds[bones[1].node][3]) == glm::vec3(0, 2, 3));
    CHECK(model.clips.at(0).channels.size() == 1);
}

TEST_CASE("An empty attribute of a glTF mesh is left out, and the mesh is drawn") {
    Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    gltf.floats({}, "VEC2", 2);
    gltf.floats({}, "VEC4", 4);
    gltf.floats({}, "VEC3", 3);
    const ImportedModel imported = importText(
        "m.gltf", gltf.text(R"("scenes":[{"nodes":[0,1]}],"nodes":[{"mesh":0,"skin":0},{}],"skins":[{"joints":[1]}],)"
                            R"("meshes":[{"name":"part","primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1,)"
                            R"("JOINTS_0":2,"WEIGHTS_0":2},"targets":[{"POSITION":3}]}]}])"));
    REQUIRE(imported.model.meshes.at(0).triangleCount() == 1);
    CHECK(imported.model.meshes[0].boneCount == 1);  // the node
    CHECK(countOf(imported.report.findings, "mesh-unusable") == 0);
    CHECK(countOf(imported.report.findings, "attribute-ignored") == 3);
}

TEST_CASE("A rest rotation that is no unit quaternion is named, and one of zeros is ignored") {
    const std::string hip = R"({"name":"hip"})";
    const ImportedModel zero =
        importText("model.gltf", replaced(file(), hip, R"({"name":"hip","rotation":[0,0,0,0]})"));
    const Finding finding = onlyOne(zero.report.findings, "rotation-not-unit");
    CHECK(finding.object == "hip");
    CHECK(finding.message == "rests with a rotation of all zeros, which was ignored");
    const ImportedModel twice =
        importText("model.gltf", replaced(file(), hip, R"({"name":"hip","rotation":[0,0,0,2]})"));
    CHECK(onlyOne(twice.report.findings, "rotation-not-unit").message == "rests with a quaternion of length 2");
    const ImportedModel unit =
        importText("model.gltf", replaced(file(), hip, R"({"name":"hip","rotation":[0,0,0.6,0.8]})"));
    CHECK(countOf(unit.report.findings, "rotation-not-unit") == 0);
}

TEST_CASE("Negative weights and those that are no numbers are named as such") {
    const auto withWeight = [](float weight) {
        Gltf gltf;
        gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
        gltf.ushorts({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "VEC4", 4);
        gltf.floats({1, weight, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4);
        return importText("model.gltf", gltf.text(R"("scenes":[{"nodes":[0,1]}],"nodes":[{"mesh":0,"skin":0},{}],)"
                                                  R"("skins":[{"joints":[1]}],"meshes":[{"name":"cloth","primitives":)"
                                                  R"([{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}])"))
            .report.findings;
    };
    CHECK(countOf(withWeight(0.0f), "weight-ignored") == 0);
    const Finding finding =
        onlyOne(withWeight(GENERATE(-0.3f, std::numeric_limits<float>::quiet_NaN())), "weight-ignored");
    CHECK(finding.object == "cloth");
    CHECK(finding.message == "1 weight ignored: without a vertex, negative or not finite");
}

TEST_CASE("glTF vertices with two weights above 0 of one joint are a note") {
    // The first vertex has joints 0 and `other`; both have `first` and `second` as weights. The others have joint 1.
    const auto found = [](uint16_t other, float second, const char* sets) {
        Gltf gltf;
        gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
        gltf.ushorts({0, other, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4);
        gltf.floats({1 - second, second, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4);
        gltf.ushorts({0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1}, "VEC4", 4);
        gltf.floats({.5f, 0, 0, 0, .5f, 0, 0, 0, .5f, 0, 0, 0}, "VEC4", 4);
        const std::string part = std::string(R"({"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2)") + sets + "}}";
        return importText("model.gltf",
                          gltf.text(R"("scenes":[{"nodes":[0,1,2]}],"nodes":[{"mesh":0,"skin":0},{},{}],)"
                                    R"("skins":[{"joints":[1,2]}],"meshes":[{"name":"cloth","primitives":[)" +
                                    part + "," + part + "]}]"))
            .report.findings;
    };
    const Finding finding = onlyOne(found(0, 0.5f, ""), "weights-twice");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "cloth");
    CHECK(finding.message == "has 1 vertex with two weights of one joint, which glTF forbids");  // of both parts
    CHECK(countOf(found(1, 0.5f, ""), "weights-twice") == 0);
    CHECK(countOf(found(0, 0.0f, ""), "weights-twice") == 0);
    const char* const other = R"(,"JOINTS_1":3,"WEIGHTS_1":4)";  // all vertices have joint 0 there
    CHECK(onlyOne(found(1, 0.5f, other), "weights-twice").message ==
          "has 1 vertex with two weights of one joint, which glTF forbids");
    CHECK(countOf(found(1, 1.0f, other), "weights-twice") == 0);
}

TEST_CASE("glTF skins and meshes that no node shows are notes, in a file that shows some") {
    CHECK(countOf(findingsOf("", ""), "element-unused") == 0);
    const Finding skin = onlyOne(findingsOf(R"(,"skin":0)", ""), "element-unused");
    CHECK(skin.severity == Severity::info);
    CHECK(skin.object == "body");
    CHECK(skin.message == "is a skin that no node shows");
    CHECK(onlyOne(findingsOf(R"("meshes":[)", R"("meshes":[{"name":"spare","primitives":[]},)"), "element-unused")
              .object == "cloth");
    CHECK(countOf(findingsOf(R"("mesh":0,"skin":0)", R"("camera":0)"), "element-unused") == 0);
    const std::vector<Finding> outside = findingsOf(R"("nodes":[0,1,2])", R"("nodes":[1,2])");
    REQUIRE(countOf(outside, "element-unused") == 2);
    CHECK(std::ranges::find(outside, "element-unused", &Finding::id)->message ==
          "is a mesh that no node of the scene shows");
}

TEST_CASE("glTF textures that no material uses, and images that no texture uses, are notes") {
    const std::string use = R"("pbrMetallicRoughness":{"baseColorTexture":{"index":0}})", source = R"("source":0)";
    const Finding texture = onlyOne(
        findingsOf(R"({"name":"print","source":0})", R"({"name":"print","source":0},{"name":"spare","source":0})"),
        "element-unused");
    CHECK(texture.severity == Severity::info);
    CHECK(texture.object == "spare");
    CHECK(texture.message == "is a texture that no material uses");
    const Finding named =
        onlyOne(importText("m.gltf", replaced(replaced(file(), R"("images":[{)", R"("images":[{"name":"dots",)"),
                                              R"({"name":"print","source":0})",
                                              R"({"name":"print","source":0},{"name":"spare","source":0})"))
                    .report.findings,
                "element-unused");
    CHECK(named.message == "is a texture that no material uses: image 'dots'");
    const Finding unused = onlyOne(
        findingsOf(R"("images":[{)", R"("images":[{"uri":"data:image/png;base64,)" + kPixel + R"("},{"name":"dark",)"),
        "element-unused");
    CHECK(unused.object == "dark");
    CHECK(unused.message == "is an image that no texture uses");
    // Extensions use them, too.
    CHECK(countOf(findingsOf(use, R"("extensions":{"KHR_materials_clearcoat":{"clearcoatTexture":{"index":0}}})"),
                  "element-unused") == 0);
    CHECK(countOf(findingsOf(source, R"("extensions":{"EXT_texture_webp":{"source":0}})"), "element-unused") == 0);
}

TEST_CASE("a glTF clip whose accessor states another end than its keys have is a warning") {
    const std::string times = R"("count":2,"type":"SCALAR")";
    const auto stating = [&](const std::string& max) { return findingsOf(times, times + max); };
    for (const char* max : {"", R"(,"max":[1])", R"(,"max":[ 1.0005 ])", R"(,"max":[])", R"(,"max":[null])"}) {
        INFO(max);
        CHECK(countOf(stating(max), "bounds-wrong") == 0);
    }
    const Finding finding = onlyOne(stating(R"(,"min":[0],"max":[0.5])"), "bounds-wrong");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "wave");
    CHECK(finding.message == "has its last key at 1 s, but the file states 0.5 s");
}

TEST_CASE("a skinned glTF part without a material is a note where other parts have one") {
    const std::string own = R"("indices":1,"material":0,)",
                      part = R"({"attributes":{"POSITION":0,"JOINTS_0":2,"WEIGHTS_0":3})";
    const auto withPart = [&](const std::string& other, const std::string& of) {
        return findingsOf(R"("primitives":[{"attributes":{"POSITION":0,"JOINTS_0":2,"WEIGHTS_0":3},)" + own,
                          R"("primitives":[)" + other + "," + part + "," + of);
    };
    const Finding bare = onlyOne(withPart(part + R"(,"targets":[{"POSITION":4}]})", own), "material-none");
    CHECK(bare.severity == Severity::info);
    CHECK(bare.object == "cloth");
    CHECK(bare.message == "has 4 vertices without a material, unlike the other parts");
    CHECK(countOf(withPart(part + R"(,"material":0,"targets":[{"POSITION":4}]})", own), "material-none") == 0);
    CHECK(countOf(withPart(R"({"attributes":{"POSITION":0},"targets":[{"POSITION":4}]})", own), "material-none") == 0);
}

TEST_CASE("a glTF part without a material is a warning where nothing has the material of the file") {
    const Finding bare = onlyOne(findingsOf(R"("material":0,)", ""), "material-none");
    CHECK(bare.severity == Severity::warning);
    CHECK(bare.object == "cloth");
    CHECK(bare.message == "has 4 vertices without a material; nothing has 'silk'");
    const std::string variants = R"("extensions":{"KHR_materials_variants":{"mappings":[{"material":0}]}},)";
    CHECK(countOf(findingsOf(R"("material":0,)", variants), "material-none") == 0);
    CHECK(countOf(findingsOf(R"("material":0,)", R"("mode":1,)"), "material-none") == 0);
}

TEST_CASE("glTF keys of splines with tangents that are not finite are named") {
    const auto splineWith = [](float tangent) {
        Gltf gltf;
        gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
        gltf.floats({0, 1}, "SCALAR", 1);
        gltf.floats({0, 0, 0, 0, 0, 0, 0, 0, 0, tangent, 0, 0, 1, 0, 0, 0, 0, 0}, "VEC3", 3);
        return importText("m.gltf", gltf.text(R"("scenes":[{"nodes":[0,1]}],"nodes":[{"mesh":0},{"name":"hip"}],)"
                                              R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)"
                                              R"("animations":[{"name":"wave","samplers":[{"input":1,"output":2,)"
                                              R"("interpolation":"CUBICSPLINE"}],"channels":[{"sampler":0,)"
                                              R"("target":{"node":1,"path":"translation"}}]}])"))
            .report.findings;
    };
    CHECK(countOf(splineWith(0.0f), "key-dropped") == 0);
    const Finding dropped = onlyOne(splineWith(std::numeric_limits<float>::quiet_NaN()), "key-dropped");
    CHECK(dropped.object == "wave");
    CHECK(dropped.message == "1 key ignored: with tangents that are not finite, beginning with 'hip'");
}

TEST_CASE("glTF keys with fewer weights than the mesh has morph targets are ignored by name") {
    const std::string two =
        replaced(file(), R"("targets":[{"POSITION":4}])", R"("targets":[{"POSITION":4},{"POSITION":4}])");
    const std::string moved = replaced(two, R"("sampler":1,"target":{"node":1,"path":"translation"})",
                                       R"("sampler":1,"target":{"node":0,"path":"weights"})");
    const ImportedModel imported = importText("m.gltf", replaced(moved, R"("output":7)", R"("output":5)"));
    const Finding few = onlyOne(imported.report.findings, "keys-mismatched");
    CHECK(few.severity == Severity::error);
    CHECK(few.object == "wave");
    CHECK(few.message == "weights of 'shown' are ignored: 2 keys have 2 values for 2 morph targets");
}

TEST_CASE("glTF normals of another length are a note") {
    const auto findingsWith = [](const std::vector<float>& normals) {
        Gltf gltf;
        gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
        gltf.floats(normals, "VEC3", 3);
        return importText("m.gltf",
                          gltf.text(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"name":"cloth",)"
                                    R"("primitives":[{"attributes":{"POSITION":0,"NORMAL":1}}]}])"))
            .report.findings;
    };
    const Finding finding = onlyOne(findingsWith({0, 0, 2, 0, 0, 1, 0, 0.5f, 0}), "normals-not-unit");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "cloth");
    CHECK(finding.message == "2 of 3 normals are not of unit length; they are normalized");
    CHECK(countOf(findingsWith({0, 0, 1.05f, 0, 0, 1, 0, 0.95f, 0}), "normals-not-unit") == 0);
}

TEST_CASE("an embedded picture of another type than its glTF file states is a warning") {
    const auto findingsWith = [](const std::string& head, const std::string& type) {
        Gltf gltf;
        gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
        std::vector<uint16_t> picture(8);
        std::memcpy(picture.data(), head.data(), head.size());
        gltf.ushorts(picture, "SCALAR", 1);
        return importText("m.gltf",
                          gltf.text(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":)"
                                    R"([{"attributes":{"POSITION":0}}]}],"images":[{"name":"skin",)"
                                    R"("bufferView":1,"mimeType":")" +
                                    type + R"("}])"))
            .report.findings;
    };
    const Finding finding = onlyOne(findingsWith("\x89PNG", "image/jpeg"), "texture-type-wrong");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "skin");
    CHECK(finding.message == "says that it is image/jpeg, but is image/png");
    CHECK(countOf(findingsWith("\xFF\xD8\xFF", "image/png"), "texture-type-wrong") == 1);
    CHECK(countOf(findingsWith("\x89PNG", "image/png"), "texture-type-wrong") == 0);
    CHECK(countOf(findingsWith("\x89PNG", "image/webp"), "texture-type-wrong") == 0);
}

TEST_CASE("glTF tangents without a sign are a note") {
    Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    gltf.floats({1, 0, 0, 1, 1, 0, 0, -1, 1, 0, 0, 0}, "VEC4", 4);
    gltf.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3", 3);
    const std::string text = gltf.text(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"name":"cloth",)"
                                       R"("primitives":[{"attributes":{"POSITION":0,"TANGENT":1,"NORMAL":2}}]}])");
    const Finding finding = onlyOne(importText("m.gltf", text).report.findings, "tangents-odd");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "cloth");
    CHECK(finding.message == "1 of 3 tangents has neither 1 nor -1 as handedness; the nearest sign is used");
}

TEST_CASE("a glTF mesh with weights at a node without a skin is a warning, in a file with skins") {
    const std::string own = R"("mesh":0,"skin":0)";
    const Finding finding = onlyOne(findingsOf(own, R"("mesh":0)"), "skin-missing");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "cloth");
    CHECK(finding.message == "has weights of bones, but its node 'shown' has no skin: it does not follow them");
    CHECK(countOf(findingsOf(own, own), "skin-missing") == 0);
    CHECK(countOf(findingsOf(R"({"name":"hip"})", R"({"name":"hip","mesh":0})"), "skin-missing") == 0);
    CHECK(countOf(findingsOf(own, R"("name":"shown")"), "skin-missing") == 0);
    const std::string text = replaced(file(), own, R"("mesh":0)");
    const std::string skins = R"("skins":[{"name":"body","joints":[1,2]}],)";
    CHECK(countOf(importText("m.gltf", replaced(text, skins, "")).report.findings, "skin-missing") == 0);
}

TEST_CASE("A skin whose root is not above most of its joints is a note") {
    const std::string skin = R"({"name":"body","joints":[1,2]})";
    const auto rootedAt = [&](const std::string& node) {
        return findingsOf(skin, R"({"name":"body","skeleton":)" + node + R"(,"joints":[1,2]})");
    };
    const Finding finding = onlyOne(rootedAt("0"), "skin-root");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "body");
    CHECK(finding.message == "names 'shown' as the root of its skeleton, but 2 of 2 joints are not below it");
    CHECK(countOf(rootedAt("1"), "skin-root") == 0);  // above itself: half of them
}

TEST_CASE("A node's matrix with another last row than 0 0 0 1 is a warning") {
    const auto withRow = [](const std::string& last) {
        return findingsOf(R"({"name":"knee"})",
                          R"({"name":"knee","matrix":[1,0,0,)" + last + R"(,0,1,0,0,0,0,1,0,0,0,0,1]})");
    };
    const Finding finding = onlyOne(withRow("0.2"), "matrix-not-affine");
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.object == "knee");
    CHECK_THAT(finding.message, ContainsSubstring("last row is 0.2 0 0 1 instead of 0 0 0 1"));
    CHECK(countOf(withRow("0"), "matrix-not-affine") == 0);
}
