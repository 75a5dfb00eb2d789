#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

#include "animation/clip/sample.h"
#include "import/build/meshes.h"
#include "model/cpu_skinning.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/gltf.h"
#include "support/models/morphed_fbx.h"
#include "support/models/posed.h"
#include "support/temporary_folder.h"

using namespace sinew;
using import_files::Gltf;
using import_files::hasPoint;
using import_files::importText;
using import_files::posed;

namespace {

/// Pieces of a glTF file: a triangle in the plane z = 0, accessor 0, and two targets that move one corner each.
struct Triangle {
    Gltf gltf;

    Triangle() {
        gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
        gltf.floats({0, 0, 2, 0, 0, 0, 0, 0, 0}, "VEC3", 3);
        gltf.floats({0, 0, 0, 3, 0, 0, 0, 0, 0}, "VEC3", 3);
    }

    static std::string primitive(const std::string& attributes = "") {
        return R"({"attributes":{"POSITION":0)" + attributes + R"(},"targets":[{"POSITION":1},{"POSITION":2}]})";
    }
    static std::string mesh(const std::string& primitives, const std::string& more = "") {
        return R"("meshes":[{"name":"m","primitives":[)" + primitives + "]" + more + "}]";
    }
    /// A clip with a channel of weights for a node.
    std::string clip(const std::vector<float>& times, const std::vector<float>& weights, int node = 0,
                     const std::string& interpolation = "LINEAR") {
        const int input = gltf.floats(times, "SCALAR", 1), output = gltf.floats(weights, "SCALAR", 1);
        return R"(,"animations":[{"name":"clip","samplers":[{"input":)" + std::to_string(input) + R"(,"output":)" +
               std::to_string(output) + R"(,"interpolation":")" + interpolation +
               R"("}],"channels":[{"sampler":0,"target":{"node":)" + std::to_string(node) + R"(,"path":"weights"}}]}])";
    }
    ImportedModel import(const std::string& rest, const std::string& more = "") const {
        return importText("t.gltf", gltf.text(mesh(primitive(), more) + rest));
    }
};

const std::string kTwoNodes =
    R"(,"nodes":[{"name":"a","mesh":0},{"name":"b","mesh":0}],"scenes":[{"nodes":[0,1]}],"scene":0)";
const std::string kOneNode = R"(,"nodes":[{"name":"a","mesh":0}],"scenes":[{"nodes":[0]}],"scene":0)";

/// The values of one of two weights in a clip.
double weightAt(const AnimationClip& clip, size_t weight, double timeSeconds) {
    std::vector<float> weights(2);
    SampleCursor cursor;
    sampleMorphs(clip, std::vector<float>{-9, -9}, timeSeconds, cursor, weights);
    return static_cast<double>(weights[weight]);
}

/// The target of a triangle after the import.
MorphTarget converted(const SourceMorph& morph) {
    std::vector<Finding> findings;
    SourceMesh source{.indices = {0, 1, 2},
                      .positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                      .normals = {{0, 0, 2}, {0, 0, 2}, {0, 0, 2}},
                      .morphs = {morph}};
    ImportedMesh mesh = convertMesh(std::move(source), {}, findings);
    finishMesh(mesh);
    return mesh.mesh.morphTargets.at(0);
}

}  // namespace

TEST_CASE("morph targets of glTF keep their names and the vertices that they move") {
    Triangle t;
    const Model model = t.import(kOneNode, R"(,"extras":{"targetNames":["up","out"]})").model;
    REQUIRE(model.meshes.at(0).morphTargets.size() == 2);
    const MorphTarget& up = model.meshes[0].morphTargets[0];
    CHECK(up.name == "up");
    CHECK(model.meshes[0].morphTargets[1].name == "out");
    // Normals are generated, and the face turns when one of its corners moves: all three vertices have a delta.
    const auto moved = std::count_if(up.deltas.begin(), up.deltas.end(),
                                     [](const MorphDelta& d) { return d.position != glm::vec3(0.0f); });
    CHECK(moved == 1);
    CHECK(std::is_sorted(up.deltas.begin(), up.deltas.end(),
                         [](const MorphDelta& a, const MorphDelta& b) { return a.vertex < b.vertex; }));
}

TEST_CASE("with normals in the file, a vertex that a target does not move has no delta") {
    Triangle t;
    t.gltf.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3", 3);
    const Model model =
        importText("t.gltf", t.gltf.text(Triangle::mesh(t.primitive(R"(,"NORMAL":3)")) + kOneNode)).model;
    const MorphTarget& first = model.meshes.at(0).morphTargets.at(0);
    REQUIRE(first.deltas.size() == 1);
    CHECK(first.deltas[0].position == glm::vec3(0, 0, 2));
    CHECK(first.deltas[0].normal == glm::vec3(0.0f));
}

TEST_CASE("generated normals follow the shape") {
    Triangle t;
    const Model model = t.import(kOneNode).model;
    const SkinnedMesh& mesh = model.meshes.at(0);
    std::vector<glm::vec3> normals(mesh.vertexCount());
    morphNormals(mesh, std::vector<float>{1.0f, 0.0f}, normals);
    // Corners (0, 0, 2), (1, 0, 0), (0, 1, 0).
    for (const glm::vec3& normal : normals)
        CHECK(glm::length(normal - glm::normalize(glm::vec3(2, 2, 1))) < 1e-5f);
}

TEST_CASE("the mesh's weights are the rest weights") {
    Triangle t;
    const Model model = t.import(kTwoNodes, R"(,"weights":[0.25,-0.5])").model;
    REQUIRE(model.instances.size() == 2);
    CHECK(model.restMorphWeights == std::vector<float>{0.25f, -0.5f, 0.25f, -0.5f});
    CHECK(model.instances[0].firstMorphWeight == 0);
    CHECK(model.instances[1].firstMorphWeight == 2);
}

TEST_CASE("weight channels move the node that they name") {
    Triangle t;
    const std::string clip = t.clip({0, 2}, {0, 1, 0.5, 0}, 1);
    const ImportedModel result = t.import(kTwoNodes + clip);
    REQUIRE(result.model.clips.size() == 1);
    const AnimationClip& played = result.model.clips[0];
    REQUIRE(played.morphs.size() == 2);
    CHECK(played.durationSeconds == Approx(2.0));
    for (uint32_t i = 0; i < 2; ++i)
        CHECK(played.morphs[i].weight == result.model.instances[1].firstMorphWeight + i);
    CHECK(played.morphs[0].track.values == std::vector<float>{0.0f, 0.5f});
    CHECK(played.morphs[1].track.values == std::vector<float>{1.0f, 0.0f});
    CHECK(played.morphs[1].track.times.back() == Approx(2.0));
    CHECK(countOf(result.report.findings, "channel-unmatched") == 0);
}

TEST_CASE("the parts of one mesh share their weights") {
    Triangle t;
    const std::string clip = t.clip({0, 1}, {0, 0, 1, 1});
    const Model model =
        importText("t.gltf", t.gltf.text(Triangle::mesh(t.primitive() + "," + t.primitive()) + kOneNode + clip)).model;
    REQUIRE(model.instances.size() == 2);
    CHECK(model.restMorphWeights.size() == 2);
    CHECK(model.instances[0].firstMorphWeight == model.instances[1].firstMorphWeight);
    CHECK(model.clips.at(0).morphs.size() == 2);
}

TEST_CASE("keys of morph weights are sorted") {
    Triangle t;
    const std::string clip = t.clip({1, 0, 1}, {0.5, 0, 0, 0, 1, 0});
    const ImportedModel result = t.import(kOneNode + clip);
    const Track<float>& track = result.model.clips.at(0).morphs.at(0).track;
    REQUIRE(track.times.size() == 2);
    CHECK(track.times[0] == 0.0);
    CHECK(track.values == std::vector<float>{0.0f, 1.0f});
    CHECK_THAT(onlyOne(result.report.findings, "key-order").message,
               Catch::Matchers::EndsWith("beginning with '" + result.model.hierarchy.names.at(0) + "'"));
}

TEST_CASE("a cubic spline of weights has tangents for each target") {
    Triangle t;
    // For each key, the in-tangents, weights and out-tangents of both targets.
    const std::string clip = t.clip({0, 2}, {9, 9, 0.25f, 0.5f, 1, -2, 3, 0, 0.75f, 1, 9, 9}, 0, "CUBICSPLINE");
    const ImportedModel result = t.import(kOneNode + clip);
    const AnimationClip& played = result.model.clips.at(0);
    REQUIRE(played.morphs.size() == 2);
    CHECK(played.durationSeconds == 2.0);
    CHECK(frameSeconds(played) == 2.0);
    CHECK(result.report.clips.at(0).interpolations == std::vector<std::string>{"cubic"});
    for (double time = 0.0; time <= 2.0; time += 0.00731) {
        const double s = time / 2, s2 = s * s, s3 = s2 * s;
        const double stay = 2 * s3 - 3 * s2 + 1, leave = 2 * (s3 - 2 * s2 + s), arrive = 2 * (s3 - s2);
        CHECK(std::abs(weightAt(played, 0, time) - (stay * 0.25 + leave * 1 + (1 - stay) * 0.75 + arrive * 3)) <
              1.2e-6);
        CHECK(std::abs(weightAt(played, 1, time) - (stay * 0.5 + leave * -2 + (1 - stay) * 1)) < 1.2e-6);
    }
}

TEST_CASE("weights with STEP interpolation hold until the next key") {
    Triangle t;
    const std::string clip = t.clip({0, 1, 2}, {0, 0.5f, 1, 0.25f, 0, 0}, 0, "STEP");
    const ImportedModel result = t.import(kOneNode + clip);
    const AnimationClip& played = result.model.clips.at(0);
    CHECK(result.report.clips.at(0).interpolations == std::vector<std::string>{"step"});
    CHECK(weightAt(played, 0, 0.999999) == 0.0);
    CHECK(weightAt(played, 1, 0.999999) == 0.5);
    CHECK(weightAt(played, 0, 1.0) == 1.0);
    CHECK(weightAt(played, 1, 1.999999) == 0.25);
    CHECK(weightAt(played, 1, 2.0) == 0.0);
}

TEST_CASE("a glTF weight channel moves its node, not the first of that name") {
    Triangle t;
    const std::string clip = t.clip({0, 1}, {0, 0, 1, 1}, 1);
    std::string nodes = kTwoNodes;
    nodes.replace(nodes.find("\"b\""), 3, "\"a\"");
    const Model model = t.import(nodes + clip).model;
    REQUIRE(model.clips.at(0).morphs.size() == 2);
    CHECK(model.clips[0].morphs[0].weight == model.instances.at(1).firstMorphWeight);
}

TEST_CASE("weights of a glTF node override those of its mesh") {
    Triangle t;
    std::string nodes = kTwoNodes;
    nodes.insert(nodes.find("\"name\":\"b\""), "\"weights\":[0.75,1],");
    const Model model = t.import(nodes, R"(,"weights":[0.25,-0.5])").model;
    CHECK(model.restMorphWeights == std::vector<float>{0.25f, -0.5f, 0.75f, 1.0f});
    nodes = kTwoNodes;
    nodes.insert(nodes.find("\"name\":\"b\""), "\"weights\":[0.75],");  // not one for each target
    CHECK(t.import(nodes).model.restMorphWeights == std::vector<float>(4, 0.0f));
}

TEST_CASE("equal vertices that morph differently are not welded") {
    // Two triangles that share an edge in place; only the first one's copy of a corner is moved by the target.
    Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, "VEC3", 3);
    gltf.floats({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3", 3);
    gltf.floats({0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "VEC3", 3);
    const auto imported = [&](const std::string& targets) {
        const std::string primitive = R"({"attributes":{"POSITION":0,"NORMAL":1})" + targets + "}";
        return importText("p.gltf", gltf.text(Triangle::mesh(primitive) + kOneNode)).model;
    };
    CHECK(imported("").meshes.at(0).vertexCount() == 4);
    const Model morphed = imported(R"(,"targets":[{"POSITION":2}])");
    CHECK(morphed.meshes.at(0).vertexCount() == 5);  // the other shared corner is still one
    CHECK(morphed.meshes[0].morphTargets.at(0).deltas.size() == 1);
}

TEST_CASE("vertices are morphed first and then skinned") {
    Triangle t;
    t.gltf.ushorts({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "VEC4", 4);
    t.gltf.floats({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4);
    t.gltf.floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, "MAT4", 16);
    const std::string clip = t.clip({0, 1}, {0, 0, 0, 1});
    const std::string nodes =
        R"(,"skins":[{"joints":[1],"inverseBindMatrices":5}],"nodes":[{"name":"a","mesh":0,"skin":0},)"
        R"({"name":"bone","rotation":[0,0,0.70710678,0.70710678]}],"scenes":[{"nodes":[0,1]}],"scene":0)";
    const std::string skinned = t.primitive(R"(,"JOINTS_0":3,"WEIGHTS_0":4)");
    const Model model = importText("s.gltf", t.gltf.text(Triangle::mesh(skinned) + nodes + clip)).model;
    // The second target pushes (1, 0, 0) by 3 along x, and the bone turns x to y.
    CHECK(hasPoint(posed(model, 0.0), {0, 1, 0}));
    CHECK(hasPoint(posed(model, 0.5), {0, 2.5f, 0}));
    CHECK(hasPoint(posed(model, 1.0), {0, 4, 0}));
    CHECK(hasPoint(posed(model, 1.0), {-1, 0, 0}));
}

TEST_CASE("FBX shapes are in percent, with keys for each channel") {
    const ImportedModel result = import_files::importText("m.fbx", import_files::morphedFbx());
    const Model& model = result.model;
    // The order of the two channels is the importer's.
    CHECK(std::set<float>(model.restMorphWeights.begin(), model.restMorphWeights.end()) == std::set{0.25f, 0.5f});
    REQUIRE(model.clips.size() == 1);
    REQUIRE(model.clips[0].morphs.size() == 2);
    std::set<std::vector<double>> times;
    for (const MorphChannel& channel : model.clips[0].morphs)
        times.insert(channel.track.times);
    CHECK(times == std::set<std::vector<double>>{{0.0, 1.0}, {0.0, 0.5, 1.0}});
    CHECK(hasPoint(posed(model, 0.0), {7, 0, 0}));
    CHECK(hasPoint(posed(model, 0.25), {0, 0, 1.25f}));
    CHECK(hasPoint(posed(model, 0.25), {1 + 6 * 0.4f, 0, 0}));
    CHECK(hasPoint(posed(model, 0.5), {1 - 6 * 0.2f, 0, 0}));
    CHECK(hasPoint(posed(model, 1.0), {0, 0, 5}));
    CHECK(countOf(result.report.findings, "channel-unmatched") == 0);
}

TEST_CASE("a vertex whose target is not finite does not move") {
    const MorphTarget target = converted({.positions = {{0, NAN, 0}, {1, 0, 5}, {0, INFINITY, 0}}});
    REQUIRE(target.deltas.size() == 1);
    CHECK(target.deltas[0].position == glm::vec3(0, 0, 5));
}

TEST_CASE("a relative target is an offset, another one a shape") {
    const auto moveOf = [&](bool relative) {
        return converted({.positions = {{0, 0, 0}, {1, 0, 5}, {0, 1, 0}}, .relative = relative}).deltas.at(0).position;
    };
    CHECK(moveOf(true) == glm::vec3(1, 0, 5));
    CHECK(moveOf(false) == glm::vec3(0, 0, 5));
}
