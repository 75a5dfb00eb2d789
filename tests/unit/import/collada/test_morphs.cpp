#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "animation/clip/sample.h"
#include "model/cpu_skinning.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/collada.h"
#include "support/models/morphed_collada.h"
#include "support/models/posed.h"
#include "support/replaced.h"

using namespace sinew;
using import_files::Collada;
using import_files::hasPoint;
using import_files::importDae;
using import_files::MorphedCollada;
using import_files::posed;

namespace {

ImportedModel importMorphs(const MorphedCollada& file) {
    return importDae(file.text());
}

/// An animation of a number, or of `stride` of them for each key.
std::string animation(const std::string& id, const std::string& target, const std::vector<float>& times,
                      const std::vector<float>& values, const import_files::ColladaKeys& keys = {}, int stride = 1) {
    return Collada::animation(id, target, times, values, stride, keys);
}

/// The first corner up by 2, and the second out by 3.
MorphedCollada upAndOut() {
    return {.targets = {{"up", {0, 0, 2, 1, 0, 0, 1, 1, 0, 0, 1, 0}, "", {}},
                        {"out", {0, 0, 0, 4, 0, 0, 1, 1, 0, 0, 1, 0}, "", {}}},
            .weights = {0.5f, 0.0f}};
}

double weightAt(const ImportedModel& imported, size_t weight, double timeSeconds, size_t clip = 0) {
    std::vector<float> weights(imported.model.restMorphWeights.size());
    SampleCursor cursor;
    sampleMorphs(imported.model.clips.at(clip), imported.model.restMorphWeights, timeSeconds, cursor, weights);
    return static_cast<double>(weights.at(weight));
}

const MorphDelta* deltaAt(const SkinnedMesh& mesh, size_t target, const glm::vec3& position) {
    for (const MorphDelta& delta : mesh.morphTargets.at(target).deltas)
        if (mesh.positions[delta.vertex] == position) return &delta;
    return nullptr;
}

}  // namespace

TEST_CASE("a Collada morph has its base mesh, its targets and their rest weights") {
    const ImportedModel result = importMorphs(upAndOut());
    const Model& model = result.model;
    REQUIRE(model.meshes.size() == 1);
    CHECK(model.meshes[0].name == "square");
    REQUIRE(model.meshes[0].morphTargets.size() == 2);
    CHECK(model.meshes[0].morphTargets[0].name == "up");
    CHECK(model.meshes[0].morphTargets[1].name == "out");
    CHECK(model.restMorphWeights == std::vector<float>{0.5f, 0.0f});
    CHECK(model.instances.size() == 1);
    CHECK(model.hierarchy.size() == 2);  // the scene and the node that shows the square
    CHECK(model.clips.empty());
    CHECK(hasPoint(posed(model, 0.0), {0, 0, 1}));
    CHECK(hasPoint(posed(model, 0.0), {1, 0, 0}));
    CHECK(countOf(result.report.findings, "morph-misfit") == 0);
}

TEST_CASE("a Collada skin of a morph is morphed first and then skinned") {
    MorphedCollada file = upAndOut();
    file.skinned = true;
    file.weights = {0, 1};
    const Model model = importMorphs(file).model;
    REQUIRE(model.instances.size() == 1);
    CHECK(model.instances[0].skinned);
    // The second target pushes (1, 0, 0) by 3 along x, and the joint turns x to y.
    CHECK(hasPoint(posed(model, 0.0), {0, 4, 0}));
    CHECK(hasPoint(posed(model, 0.0), {-1, 0, 0}));
}

TEST_CASE("a relative Collada target is an offset") {
    MorphedCollada file = upAndOut();
    file.method = "RELATIVE";
    file.targets[0].positions = {0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    file.targets[1].positions = {0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0};
    const Model model = importMorphs(file).model;
    CHECK(hasPoint(posed(model, 0.0), {0, 0, 1}));
    CHECK(hasPoint(posed(model, 0.0), {1, 1, 0}));
}

TEST_CASE("Collada targets use the vertices of the base, whatever their own faces") {
    const std::string turned = "<triangles count=\"2\">INPUTS<p>2 1 0 0 3 2</p></triangles>";
    for (const std::string& faces :
         {turned, std::string("<lines count=\"1\">INPUTS<p>0 1</p></lines>"), std::string(" ")}) {
        MorphedCollada file = upAndOut();
        file.targets[0].faces = faces;
        CHECK(hasPoint(posed(importMorphs(file).model, 0.0), {0, 0, 1}));
    }
    MorphedCollada file = upAndOut();
    file.weights = {0, 1};
    for (const std::string& faces : {turned, std::string("<tristrips count=\"1\">INPUTS<p>0 1 3 2</p></tristrips>"),
                                     std::string("<trifans count=\"1\">INPUTS<p>1 2 3 0</p></trifans>"),
                                     std::string("<polygons count=\"2\">INPUTS<p>1 2 0</p><p>2 3 0</p></polygons>")}) {
        file.faces = faces;
        const ImportedModel result = importMorphs(file);
        CHECK(countOf(result.report.findings, "morph-misfit") == 0);
        CHECK(hasPoint(posed(result.model, 0.0), {4, 0, 0}));
        CHECK(hasPoint(posed(result.model, 0.0), {0, 0, 0}));
    }
}

TEST_CASE("the parts of a Collada mesh share their morph") {
    MorphedCollada file = upAndOut();
    file.groups = true;
    file.weights = {0, 1};
    const Model model = importMorphs(file).model;
    REQUIRE(model.instances.size() == 2);
    CHECK(model.restMorphWeights == std::vector<float>{0.0f, 1.0f});
    CHECK(hasPoint(posed(model, 0.0, 0), {4, 0, 0}));
    CHECK(hasPoint(posed(model, 0.0, 1), {4, 0, 0}));
}

TEST_CASE("normals of Collada targets are per vertex or per corner") {
    for (const bool offset : {false, true}) {
        MorphedCollada file = upAndOut();
        file.normals = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
        file.targets[0].normals = {1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1};
        file.normalOffset = offset;
        const Model model = importMorphs(file).model;
        const MorphDelta* delta = deltaAt(model.meshes.at(0), 0, {0, 0, 0});
        REQUIRE(delta);
        CHECK(delta->position == glm::vec3(0, 0, 2));
        CHECK(delta->normal == glm::vec3(1, 0, -1));
        CHECK(model.meshes[0].morphTargets[0].deltas.size() == 1);
        CHECK(model.meshes[0].morphTargets[1].deltas.at(0).normal == glm::vec3(0.0f));
    }
}

TEST_CASE("a Collada target with another vertex count has no effect and is reported") {
    MorphedCollada file = upAndOut();
    file.weights = {1, 1};
    file.targets[0].positions.resize(9);
    file.targets[0].faces = "<triangles count=\"1\">INPUTS<p>0 1 2</p></triangles>";
    std::string text = file.text();
    text.insert(text.find("</IDREF_array>"), "nowhere ");
    const ImportedModel result = importDae(text);
    CHECK(countOf(result.report.findings, "morph-misfit") == 1);
    REQUIRE(result.model.meshes.at(0).morphTargets.size() == 3);
    CHECK(result.model.meshes[0].morphTargets[0].deltas.empty());
    CHECK(hasPoint(posed(result.model, 0.0), {0, 0, 0}));
    CHECK(hasPoint(posed(result.model, 0.0), {4, 0, 0}));
}

TEST_CASE("a Collada base mesh that is also shown without its morph does not change there") {
    MorphedCollada file = upAndOut();
    file.nodes = "<node id=\"plain\"><instance_geometry url=\"#square\"/></node>";
    const Model model = importMorphs(file).model;
    REQUIRE(model.instances.size() == 2);
    CHECK(hasPoint(posed(model, 0.0, 0), {0, 0, 0}));
    CHECK(hasPoint(posed(model, 0.0, 1), {0, 0, 1}));
}

TEST_CASE("Collada channels refer to weights by their source, its array or the controller") {
    for (const std::string target : {"weights(1)", "weightsA(1)", "morph/weights(1)", "weights/ELEMENT(1)"}) {
        MorphedCollada file = upAndOut();
        file.animations = animation("a", target, {0, 2}, {0, 1});
        const ImportedModel result = importMorphs(file);
        INFO(target);
        REQUIRE(result.model.clips.size() == 1);
        CHECK(result.model.clips[0].name == "a");
        CHECK(result.model.clips[0].durationSeconds == 2.0);
        CHECK(result.report.clips.at(0).interpolations == std::vector<std::string>{"linear"});
        CHECK(weightAt(result, 0, 1.0) == 0.5);
        CHECK(weightAt(result, 1, 1.0) == 0.5);
        CHECK(hasPoint(posed(result.model, 1.0), {2.5f, 0, 0}));
    }
}

TEST_CASE("a Collada channel moves all weights at once") {
    MorphedCollada file = upAndOut();
    file.animations = animation("a", "weights", {0, 2}, {0, 1, 1, 0.5f}, {}, 2);
    const ImportedModel result = importMorphs(file);
    CHECK(weightAt(result, 0, 0.5) == 0.25);
    CHECK(weightAt(result, 1, 0.5) == 0.875);
}

TEST_CASE("a Collada channel moves a hundred weights at once") {
    constexpr size_t kTargets = 100;
    MorphedCollada file;
    std::vector<float> keys(2 * kTargets, 0.0f);
    for (size_t i = 0; i < kTargets; ++i) {
        file.targets.push_back({fmt::format("t{}", i), {0, 0, 2, 1, 0, 0, 1, 1, 0, 0, 1, 0}, "", {}});
        file.weights.push_back(0.0f);
        keys[kTargets + i] = static_cast<float>(i) / 128.0f;
    }
    file.animations = animation("a", "weights", {0, 2}, keys, {}, kTargets);
    const ImportedModel result = importMorphs(file);
    CHECK(weightAt(result, 64, 1.0) == 0.25);
    CHECK(weightAt(result, 96, 2.0) == 0.75);
}

TEST_CASE("Collada weights follow steps and curves as authored") {
    MorphedCollada file = upAndOut();
    file.animations = animation("a", "weights(0)", {0, 1, 3}, {0, 1, 0.25f}, {"STEP"}) +
                      animation("b", "weights(1)", {0, 3}, {0, 1}, {"BEZIER", {-1, 0, 2, 1}, {1, 0, 4, 1}});
    const ImportedModel result = importMorphs(file);
    REQUIRE(result.model.clips.size() == 1);
    CHECK(result.report.clips.at(0).interpolations == std::vector<std::string>{"bezier", "step"});
    CHECK(weightAt(result, 0, 0.999999) == 0.0);
    CHECK(weightAt(result, 0, 1.0) == 1.0);
    CHECK(weightAt(result, 0, 2.999999) == 1.0);
    // Times at thirds: the parameter is the time, and the values are those of a smooth step.
    for (double time = 0.0; time <= 3.0; time += 0.0137) {
        const double s = time / 3.0;
        CHECK(std::abs(weightAt(result, 1, time) - (3 * s * s - 2 * s * s * s)) < 1.2e-6);
    }
}

TEST_CASE("Collada weights and nodes that move at the same time are one clip") {
    MorphedCollada file = upAndOut();
    file.nodes = "<node id=\"other\" name=\"other\"><translate sid=\"t\">0 0 0</translate></node>";
    const std::string node = animation("n", "other/t.X", {0, 2}, {0, 1});
    const std::string weight = animation("w", "weights(1)", {0, 2}, {0, 1});
    std::string two = node;  // one animation with both
    const std::string inner = weight.substr(weight.find('>') + 1);
    two.replace(two.find("</animation>"), 12, inner);
    for (const std::string& animations : {node + weight, two}) {
        file.animations = animations;
        const ImportedModel result = importMorphs(file);
        REQUIRE(result.model.clips.size() == 1);
        CHECK(result.model.clips[0].channels.size() == 1);
        CHECK(result.model.clips[0].morphs.size() == 1);
        CHECK(weightAt(result, 1, 1.0) == 0.5);
    }
    // Weights have keys where they change.
    file.animations = "<animation id=\"both\" name=\"both\">" + animation("x", "other/t.X", {0, 2}, {0, 1}) +
                      animation("y", "other/t.Y", {0, 2}, {0, 1}) + "</animation>" +
                      "<animation id=\"short\" name=\"short\">" + animation("s", "weights(1)", {0.5f, 0.75f}, {0, 1}) +
                      animation("t", "weights(0)", {0.5f, 0.75f}, {0, 1}) + "</animation>";
    const ImportedModel brief = importMorphs(file);
    REQUIRE(brief.model.clips.size() == 1);
    CHECK(brief.model.clips[0].durationSeconds == 2.0);
    CHECK(weightAt(brief, 1, 0.625) == 0.5);
    // Bones whose animations last about as long are one movement, whatever the weights do.
    const auto both = [](const std::string& id, float end) {
        return "<animation id=\"" + id + "Moves\">" + animation(id + "x", id + "/t.X", {0, end}, {0, 1}) +
               animation(id + "y", id + "/t.Y", {0, end}, {0, 1}) + "</animation>";
    };
    MorphedCollada bones = file;
    bones.nodes += "<node id=\"arm\" name=\"arm\"><translate sid=\"t\">0 0 0</translate></node>";
    bones.animations = both("other", 2) + both("arm", 1.9f) + animation("w", "weights(1)", {0, 2}, {0, 1});
    const ImportedModel together = importMorphs(bones);
    REQUIRE(together.model.clips.size() == 1);
    CHECK(together.model.clips[0].channels.size() == 2);
    CHECK(together.model.clips[0].morphs.size() == 1);
    // A much longer animation is a different movement.
    file.animations = "<animation id=\"both\" name=\"both\">" + node.substr(node.find('>') + 1);
    file.animations.insert(file.animations.find("</animation>"),
                           inner.substr(0, inner.find("</animation>")));  // two channels
    file.animations +=
        "<animation id=\"long\" name=\"long\">" + animation("l", "weights(0)", {0, 9}, {0, 1}) + "</animation>";
    const ImportedModel result = importMorphs(file);
    REQUIRE(result.model.clips.size() == 2);
    CHECK(result.model.clips[1].morphs.size() == 1);
    CHECK(result.model.clips[1].durationSeconds == 9.0);
}

TEST_CASE("channels of weights that are not shown leave a Collada file playable") {
    MorphedCollada file = upAndOut();
    file.animations = animation("a", "weights(7)", {0, 2}, {0, 1}) + animation("b", "weights(1)", {}, {});
    const ImportedModel result = importMorphs(file);
    CHECK(result.model.clips.empty());
    CHECK(hasPoint(posed(result.model, 0.0), {0, 0, 1}));
}

TEST_CASE("a Collada morph of a skin is morphed first and then skinned, too") {
    MorphedCollada file = upAndOut();
    file.skinned = true;
    const std::string plain = file.text();
    std::string text = replaced(plain, "<skin source=\"#morph\">", "<skin source=\"#square\">");
    text = replaced(text, "<morph source=\"#square\"", "<morph source=\"#skin\"");
    text = replaced(text, "<instance_controller url=\"#skin\"", "<instance_controller url=\"#morph\"");
    const Model model = importDae(text).model, usual = importDae(plain).model;
    REQUIRE(model.instances.size() == 1);
    CHECK(model.instances[0].skinned);
    CHECK(model.restMorphWeights == usual.restMorphWeights);
    CHECK(posed(model, 0.0) == posed(usual, 0.0));
}

TEST_CASE("a Collada morph without a base mesh is reported") {
    MorphedCollada file = upAndOut();
    file.nodes = "<node id=\"other\"><instance_geometry url=\"#square\"/></node>";
    for (const std::string source : {"#nothing", "#morph", "#scene"}) {
        const ImportedModel result =
            importDae(replaced(file.text(), "<morph source=\"#square\"", "<morph source=\"" + source + "\""));
        CHECK(result.model.instances.size() == 1);
        CHECK(countOf(result.report.findings, "morph-misfit") == 1);
    }
}

TEST_CASE("Collada clips of weights and of nodes are each cut to their own time") {
    MorphedCollada file = upAndOut();
    file.nodes = "<node id=\"other\" name=\"other\"><translate sid=\"t\">0 0 0</translate></node>";
    file.animations = animation("way", "other/t.X", {0, 4}, {0, 1}) + animation("face", "weights(1)", {0, 4}, {0, 1});
    const auto clip = [](const std::string& name, const std::string& animation) {
        return "<animation_clip name=\"" + name + "\" start=\"1\" end=\"3\"><instance_animation url=\"#" + animation +
               "\"/></animation_clip>";
    };
    const ImportedModel result =
        importDae(replaced(file.text(), "</library_animations>",
                           "</library_animations><library_animation_clips>" + clip("walk", "way") +
                               clip("smile", "face") + "</library_animation_clips>"));
    REQUIRE(result.model.clips.size() == 2);
    CHECK(result.model.clips[0].name == "walk");
    CHECK(result.model.clips[0].morphs.empty());
    CHECK(result.model.clips[1].name == "smile");
    CHECK(result.model.clips[1].channels.empty());
    CHECK(result.model.clips[1].durationSeconds == 2.0);
    CHECK(weightAt(result, 1, 0.0, 1) == Approx(0.25));
    CHECK(weightAt(result, 1, 2.0, 1) == Approx(0.75));
}
