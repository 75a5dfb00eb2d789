#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "animation/clip/sample.h"
#include "animation/pose/pose.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/gltf.h"
#include "support/temporary_folder.h"

using Catch::Matchers::ContainsSubstring;
using import_files::Gltf;
using import_files::importGltf;
using sinew::ImportedModel;

namespace {

struct Sampler {
    std::string interpolation;
    std::string path = "translation";
    std::vector<float> times;
    std::vector<float> values;
};

std::string number(int i) {
    return std::to_string(i);
}

/// A triangle that one channel moves. Accessors: its corners, the times and the values.
std::string document(const Gltf& gltf, const Sampler& sampler) {
    return gltf.text(
        R"("scenes":[{"nodes":[0,1]}],"nodes":[{"name":"same"},{"name":"same","mesh":0}],"meshes":[{"primitives":)"
        R"([{"attributes":{"POSITION":0}}]}],"animations":[{"name":"clip","samplers":[{"interpolation":")" +
        sampler.interpolation + R"(","input":1,"output":2}],"channels":[{"sampler":0,"target":{"node":1,"path":")" +
        sampler.path + R"("}}]}])");
}

std::string textOf(const Sampler& sampler) {
    Gltf gltf;
    const bool turns = sampler.path == "rotation";
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    gltf.floats(sampler.times, "SCALAR", 1);
    gltf.floats(sampler.values, turns ? "VEC4" : "VEC3", turns ? 4 : 3);
    return document(gltf, sampler);
}

ImportedModel importSampler(const Sampler& sampler) {
    return importGltf(textOf(sampler));
}

/// The transform of the node that shows the mesh.
sinew::Transform at(const ImportedModel& imported, double timeSeconds) {
    const auto& model = imported.model;
    sinew::LocalPose pose = model.hierarchy.rest;
    sinew::SampleCursor cursor;
    sinew::sample(model.clips.at(0), model.hierarchy, timeSeconds, cursor, pose);
    return pose[model.instances.at(0).node];
}

std::vector<std::string> modes(const ImportedModel& imported) {
    return imported.report.clips.at(0).interpolations;
}

}  // namespace

TEST_CASE("A glTF STEP channel holds each value until the next key") {
    const auto imported = importSampler({"STEP", "translation", {0, 1, 2}, {0, 0, 0, 5, 0, 0, 7, 0, 0}});
    CHECK(modes(imported) == std::vector<std::string>{"step"});
    CHECK(at(imported, 0.999999).translation.x == 0.0f);
    CHECK(at(imported, std::nextafter(1.0, 0.0)).translation.x == 0.0f);
    CHECK(at(imported, 1.0).translation.x == 5.0f);
    CHECK(at(imported, 1.5).translation.x == 5.0f);
    CHECK(at(imported, 2.0).translation.x == 7.0f);
    CHECK(sinew::frameSeconds(imported.model.clips[0]) == 1.0);
}

TEST_CASE("A glTF CUBICSPLINE channel follows its Hermite curve within 1e-6") {
    // in-tangent, value, out-tangent of each key
    const auto imported =
        importSampler({"CUBICSPLINE", "translation", {0, 2}, {0, 0, 0, 0, 0, 0, 3, 0, 0, -1, 2, 0, 1, 0, 0, 0, 0, 0}});
    CHECK(modes(imported) == std::vector<std::string>{"cubic"});
    for (double time = 0.0; time <= 2.0; time += 0.00731) {
        const double s = time / 2, s2 = s * s, s3 = s2 * s;
        const double x = 2 * (s3 - 2 * s2 + s) * 3 + (3 * s2 - 2 * s3) * 1 + 2 * (s3 - s2) * -1;
        const double y = 2 * (s3 - s2) * 2;
        CHECK(std::abs(static_cast<double>(at(imported, time).translation.x) - x) < 1.2e-6);
        CHECK(std::abs(static_cast<double>(at(imported, time).translation.y) - y) < 1.2e-6);
    }
    CHECK(sinew::frameSeconds(imported.model.clips[0]) == 2.0);
}

TEST_CASE("A glTF CUBICSPLINE rotation is the normalized spline of the quaternion's components") {
    const float h = std::sqrt(0.5f);
    const auto imported = importSampler(
        {"CUBICSPLINE", "rotation", {0, 1}, {0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, h, 0, 0, h, 0, 0, 0, 0}});
    for (double time = 0.0; time <= 1.0; time += 0.0173) {
        const double s2 = time * time, s3 = s2 * time, to = 3 * s2 - 2 * s3, from = 1 - to, out = s3 - 2 * s2 + time;
        const double half = std::sqrt(0.5);
        const glm::dquat exact = glm::normalize(glm::dquat(from + half * to, half * to, out, 0.0));
        const glm::dquat played(at(imported, time).rotation);
        CHECK(std::min(glm::length(exact - played), glm::length(exact + played)) < 1.5e-6);
    }
}

TEST_CASE("glTF rotations may be normalized integers") {
    Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    gltf.floats({0, 1}, "SCALAR", 1);
    gltf.ushorts({0, 0, 0, 32767, 0, 32767, 0, 0}, "VEC4", 4);
    std::string text = document(gltf, {"LINEAR", "rotation", {}, {}});
    const std::string plain = "\"componentType\":5123";
    text.replace(text.find(plain), plain.size(), "\"normalized\":true,\"componentType\":5122");
    const auto imported = importGltf(text);
    CHECK(modes(imported) == std::vector<std::string>{"linear"});
    CHECK(at(imported, 0.0).rotation.w == Approx(1.0f));
    CHECK(at(imported, 0.5).rotation.y == Approx(std::sqrt(0.5f)).margin(1e-6));
    CHECK(at(imported, 1.0).rotation.y == Approx(1.0f));
}

TEST_CASE("An invalid glTF sampler leaves the clip playable") {
    const std::string text = textOf({"STEP", "translation", {0, 1}, {0, 0, 0, 5, 0, 0}});
    const std::string samplers = "\"interpolation\":\"STEP\",";
    for (const char* lie : {"\"interpolation\":\"CUBICSPLINE\",", "\"interpolation\":\"?\","}) {
        std::string changed = text;
        changed.replace(changed.find(samplers), samplers.size(), lie);
        CHECK(std::isfinite(at(importGltf(changed), 0.5).translation.x));
    }
    const auto broken = importSampler({"STEP",
                                       "translation",
                                       {1, 0, std::numeric_limits<float>::quiet_NaN(), 1},
                                       {1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0}});
    CHECK(at(broken, 0.5).translation.x == 2.0f);
    CHECK(at(broken, 1.0).translation.x == 4.0f);
}

TEST_CASE("glTF keys in descending order leave the clip playable") {
    Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    gltf.floats({3, 2, 1}, "SCALAR", 1);
    gltf.floats({3, 0, 0, 2, 0, 0, 1, 0, 0}, "VEC3", 3);
    gltf.floats({1, 2}, "SCALAR", 1);
    gltf.floats({1, 1, 1, 2, 2, 2}, "VEC3", 3);
    const ImportedModel imported =
        importGltf(gltf.text(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],)"
                             R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"animations":[{"samplers":)"
                             R"([{"input":1,"output":2},{"input":3,"output":4,"interpolation":"STEP"}],)"
                             R"("channels":[{"sampler":0,"target":{"node":0,"path":"translation"}},)"
                             R"({"sampler":1,"target":{"node":0,"path":"scale"}}]}])"));
    const sinew::AnimationClip& clip = imported.model.clips.at(0);
    CHECK(clip.durationSeconds == Approx(3.0));
    CHECK(clip.authoredFrameSeconds == Approx(1.0));
    CHECK(clip.channels.at(0).translation.values.front().x == Approx(1.0f));
}

TEST_CASE("glTF buffers are read from a file next to the model, whose name may be escaped") {
    const Sampler sampler{"STEP", "translation", {0, 1}, {0, 0, 0, 5, 0, 0}};
    std::string text = textOf(sampler);
    const size_t uri = text.find("data:application");
    const size_t end = text.find('"', uri);
    const auto [name, file] =
        GENERATE(values<std::pair<const char*, const char*>>({{"side.bin", "side.bin"},
                                                              {"b%20%C3%A9%23.bin", "b \xc3\xa9#.bin"},
                                                              {"50%.bin", "50%.bin"},
                                                              {"a%20b.bin", "a%20b.bin"}}));
    text.replace(uri, end - uri, name);
    const TemporaryFolder folder;
    import_files::write(folder / "model.gltf", text);
    std::string bytes;
    for (const std::vector<float>& numbers :
         {std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0}, sampler.times, sampler.values})
        bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * 4);
    import_files::write(folder / file, bytes);
    CHECK(at(sinew::importModel(folder / "model.gltf"), 0.9).translation.x == 0.0f);
}

namespace {

/// A triangle at node 1 "hat" (below node 0 "head") with two morph targets, and channels with those targets; sampler 0
/// goes from (0, 0, 0) to (2, 4, 6) in one second, sampler 1 from 0 to 1, sampler 2 shows, hides at 1 s and shows at 2
/// s.
ImportedModel importPointers(const std::string& channels, const std::string& hat = "", const std::string& more = "") {
    import_files::Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    gltf.floats({0, 1}, "SCALAR", 1);
    gltf.floats({0, 0, 0, 2, 4, 6}, "VEC3", 3);
    gltf.floats({0, 1}, "SCALAR", 1);
    gltf.floats({0, 1, 2}, "SCALAR", 1);
    gltf.integers<uint8_t>({1, 0, 1}, "SCALAR", 1, false);
    return importGltf(gltf.text(
        R"("extensionsUsed":["KHR_animation_pointer","KHR_node_visibility"],"extensionsRequired":["KHR_animation_pointer"],)"
        R"("scenes":[{"nodes":[0]}],"nodes":[{"name":"head","children":[1]},{"name":"hat","scale":[3,3,3],"mesh":0)" +
        hat +
        R"(}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":0},{"POSITION":0}]}]}],)" +
        more +
        R"("animations":[{"samplers":[{"input":1,"output":2},{"input":1,"output":3},{"input":4,"output":5,)"
        R"("interpolation":"STEP"}],"channels":[)" +
        channels + "]}]"));
}

std::string pointer(int sampler, const std::string& to) {
    return R"({"sampler":)" + number(sampler) +
           R"(,"target":{"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":")" + to + R"("}}}})";
}

}  // namespace

TEST_CASE("KHR_animation_pointer moves nodes and morph weights") {
    const ImportedModel moved = importPointers(pointer(0, "/nodes/1/translation"));
    CHECK(at(moved, 0.5).translation == glm::vec3(1, 2, 3));
    CHECK(moved.report.clips[0].unmatchedChannels == 0);
    const ImportedModel shaped = importPointers(pointer(1, "/nodes/1/weights/1"));
    const auto& morphs = shaped.model.clips.at(0).morphs;
    REQUIRE(morphs.size() == 1);
    CHECK(morphs[0].weight == 1);
    CHECK(morphs[0].track.values == std::vector<float>{0, 1});
    CHECK(countOf(shaped.report.findings, "extension-ignored") == 0);
}

TEST_CASE("Channels whose pointers name nothing that moves are one note, and move nothing") {
    const ImportedModel imported = importPointers(pointer(0, "/materials/0/emissiveFactor") + "," +
                                                  pointer(1, "/materials/0/pbrMetallicRoughness/metallicFactor") + "," +
                                                  pointer(1, "/extensions/KHR_lights_punctual/lights/0/intensity") +
                                                  "," + pointer(1, "/cameras/0/perspective/yfov"));
    CHECK(imported.model.clips.at(0).channels.empty());
    CHECK(imported.model.clips[0].morphs.empty());
    checkOnly(imported.report.findings, "extension-ignored", "KHR_animation_pointer",
              "4 channels not played: 1 of cameras, 1 of lights, 2 of materials", sinew::Severity::info);
}

TEST_CASE("Pointers to nodes that do not exist, and broken ones, are harmless") {
    for (const char* to : {"/nodes/7/rotation", "/nodes/1/weights/9", "/nodes//rotation", "/nodes/1", "/nodes/-1/scale",
                           "/nodes/99999999999999999999/scale", "/nodes/1/weights/", "", "/",
                           "/nodes/7/extensions/KHR_node_visibility/visible"}) {
        INFO(to);
        const ImportedModel imported = importPointers(pointer(1, to));
        CHECK(imported.model.clips.at(0).channels.empty());
        CHECK(imported.model.clips[0].morphs.empty());
    }
}

TEST_CASE("Nodes that KHR_node_visibility hides show no mesh, nor do those below them") {
    const std::string hidden = R"(,"extensions":{"KHR_node_visibility":{"visible":false}})";
    CHECK_THROWS_WITH(importPointers(pointer(0, "/materials/0/emissiveFactor"), hidden),
                      ContainsSubstring("KHR_node_visibility"));
    import_files::Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    const auto imported = importGltf(gltf.text(
        R"("extensionsUsed":["KHR_node_visibility"],"extensionsRequired":["KHR_node_visibility"],"scenes":[{"nodes":[0,1,3]}],)"
        R"("nodes":[{"name":"seen","mesh":0},{"name":"off","children":[2])" +
        hidden +
        R"(},{"name":"below","mesh":0},{"name":"on","mesh":0,"extensions":{"KHR_node_visibility":{"visible":true}}}],)" +
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])"));
    std::vector<std::string> shown;
    for (const auto& instance : imported.model.instances)
        shown.push_back(imported.model.hierarchy.names[instance.node]);
    CHECK(shown == std::vector<std::string>{"seen", "on"});
    CHECK(countOf(imported.report.findings, "extension-required") == 0);
}

TEST_CASE("A clip that shows and hides a node of KHR_node_visibility scales it") {
    const std::string visible = pointer(2, "/nodes/1/extensions/KHR_node_visibility/visible");
    const ImportedModel imported = importPointers(visible);
    CHECK(at(imported, 0.5).scale == glm::vec3(3));
    CHECK(at(imported, 1.5).scale == glm::vec3(0));
    CHECK(at(imported, 2.0).scale == glm::vec3(3));
    const ImportedModel hidden = importPointers(visible, R"(,"extensions":{"KHR_node_visibility":{"visible":false}})");
    CHECK(hidden.model.hierarchy.rest[hidden.model.instances.at(0).node].scale == glm::vec3(0));
    CHECK(at(hidden, 0.5).scale == glm::vec3(3));
    // A joint's scale would move the skin, and a scale that is keyed cannot say more.
    const ImportedModel joint = importPointers(visible, R"(,"skin":0)", R"("skins":[{"joints":[0]}],)");
    CHECK(joint.model.clips.at(0).channels.empty());
    CHECK(onlyOne(joint.report.findings, "extension-ignored").object == "KHR_node_visibility");
    const ImportedModel keyed = importPointers(visible + R"(,{"sampler":0,"target":{"node":1,"path":"scale"}})");
    CHECK(at(keyed, 0.5).scale == glm::vec3(1, 2, 3));
    CHECK(countOf(keyed.report.findings, "extension-ignored") == 1);
}
