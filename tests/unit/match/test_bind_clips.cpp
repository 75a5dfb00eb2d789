#include "match/bind_clips.h"

#include <string>
#include <vector>

#include "animation/pose/pose.h"
#include "match/names.h"
#include "model/model.h"
#include "model/outer_nodes.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/models/biped.h"
#include "support/models/posed.h"
#include "support/passes.h"

using namespace sinew;
using namespace rig_models;
using import_files::worldAt;

namespace {

void checkSameWorld(const glm::mat4& a, const glm::mat4& b) {
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row)
            CHECK(a[column][row] == Approx(b[column][row]).margin(1e-5));
}

}  // namespace

TEST_CASE("clips of another file bind by node name in any order of the nodes") {
    const Model source = biped(1.0f);
    const Model model = modelOf({{"Other", kNoParent, {}},
                                 {"Hips", 0, at(0, 1, 0)},
                                 {"Tail", 1, {}},
                                 {"LegR", 1, at(-0.2f, -0.5f, 0)},
                                 {"LegL", 1, at(0.2f, -0.5f, 0)}});
    const BoundClips bound = bindClips(model, source, Retarget::full);
    REQUIRE(bound.clips.size() == 1);
    CHECK(bound.clips[0].name == "walk");
    CHECK(bound.channels == 3);
    CHECK(bound.matched == 3);
    CHECK(bound.unmatched == std::vector<size_t>{0});
    const auto want = worldAt(source, source.clips[0], 0.7), got = worldAt(model, bound.clips[0], 0.7);
    checkSameWorld(got[1], want[1]);
    checkSameWorld(got[4], want[2]);
    checkSameWorld(got[3], want[3]);
}

TEST_CASE("channels without a node in the model are skipped and counted") {
    const Model source = biped(1.0f);
    const Model model = modelOf({{"Hips", kNoParent, at(0, 1, 0)}});
    const BoundClips bound = bindClips(model, source, Retarget::full);
    CHECK(bound.channels == 3);
    CHECK(bound.matched == 1);
    CHECK(bound.unmatched == std::vector<size_t>{2});
    CHECK(bound.clips[0].channels.size() == 1);
    CHECK(bindClips(modelOf({{"Box", kNoParent, {}}}), source, Retarget::full).matched == 0);
}

TEST_CASE("name prefixes are ignored when clips are bound") {
    CHECK(withoutPrefix("mixamorig:Hips") == "Hips");
    CHECK(withoutPrefix("mixamorig7_Hips") == "Hips");
    CHECK(withoutPrefix("Armature|Hips") == "Hips");
    CHECK(withoutPrefix("a:b:Hips") == "Hips");
    CHECK(withoutPrefix("Hips:") == "Hips:");
    CHECK(withoutPrefix("mixamorig") == "mixamorig");
    for (const auto& [mine, theirs] :
         {std::pair("", "mixamorig:"), std::pair("mixamorig9:", "mixamorig_"), std::pair("ns:", "")}) {
        const BoundClips bound = bindClips(biped(1.0f, mine), biped(1.0f, theirs), Retarget::full);
        CHECK(bound.matched == 3);
        CHECK(bound.matchedWithoutPrefix == 3);
    }
    CHECK(bindClips(biped(1.0f), biped(1.0f), Retarget::full).matchedWithoutPrefix == 0);
}

TEST_CASE("an exact name takes precedence over one with a prefix") {
    Model model = biped(1.0f);
    model.hierarchy.names[3] = "x:LegL";
    const BoundClips bound = bindClips(model, biped(1.0f), Retarget::full);
    CHECK(bound.matched == 2);
    CHECK(bound.clips[0].channels[1].node == 2);
}

TEST_CASE("of two nodes with one name, the clip moves the bone") {
    Model model = modelOf({{"Scene", kNoParent, {}}, {"Hips", 0, {}}, {"Hips", 0, {}}});
    model.meshes.emplace_back().boneCount = 1;
    model.instances.push_back({.mesh = 0, .node = 1, .bones = {{.node = 2}}, .skinned = true});
    const BoundClips bound = bindClips(model, biped(1.0f), Retarget::full);
    REQUIRE(bound.clips[0].channels.size() == 1);
    CHECK(bound.clips[0].channels[0].node == 2);
}

TEST_CASE("rotation retargeting keeps the proportions and scales the root motion") {
    const Model model = biped(0.5f), source = biped(100.0f);
    const BoundClips bound = bindClips(model, source, Retarget::rotation);
    CHECK(bound.sizeRatio == Approx(0.005));
    REQUIRE(bound.clips[0].channels.size() == 3);
    const Channel& hips = bound.clips[0].channels[0];
    CHECK(distance(hips.translation.values[0], glm::vec3(0, 0.5f, 0)) < 1e-6f);
    CHECK(distance(hips.translation.values[1], glm::vec3(0, 0.505f, 0)) < 1e-6f);
    CHECK(bound.clips[0].channels[1].translation.empty());
    CHECK(bound.clips[0].channels[1].scale.empty());
    CHECK(bound.clips[0].channels[1].rotation.values == source.clips[0].channels[1].rotation.values);
}

TEST_CASE("all tracks are unchanged if both files have the same space") {
    const Model model = biped(1.1f), source = biped(1.0f);
    const BoundClips bound = bindClips(model, source, Retarget::full);
    for (size_t c = 0; c < 3; ++c) {
        CHECK(bound.clips[0].channels[c].translation.values == source.clips[0].channels[c].translation.values);
        CHECK(bound.clips[0].channels[c].rotation.values == source.clips[0].channels[c].rotation.values);
    }
}

TEST_CASE("translations are converted if both files have a unit and the skeleton sizes confirm it") {
    Model model = biped(1.0f), source = biped(100.0f);
    CHECK(bindClips(model, source, Retarget::full).unitRatio == 1.0f);
    model.metersPerUnit = 1.0;
    source.metersPerUnit = 0.01;
    const BoundClips bound = bindClips(model, source, Retarget::full);
    CHECK(bound.unitRatio == Approx(0.01));
    CHECK(distance(bound.clips[0].channels[0].translation.values[0], glm::vec3(0, 1, 0)) < 1e-5f);
    CHECK(distance(bound.clips[0].channels[1].translation.values[0], glm::vec3(0.2f, -0.5f, 0)) < 1e-5f);
    source = biped(1.0f);
    source.metersPerUnit = 0.01;  // which its size belies
    CHECK(bindClips(model, source, Retarget::full).unitRatio == 1.0f);
}

TEST_CASE("a clip from a file with another up axis is upright") {
    // Another file writes the rig with Z up: its root turns it.
    Model source = biped(1.0f);
    source.hierarchy.names[0] = "Z_UP";
    source.hierarchy.rest[0].rotation = glm::inverse(kQuarterX);
    for (Channel& channel : source.clips[0].channels) {
        if (channel.node != 1) continue;
        for (auto& value : channel.translation.values)
            value = kQuarterX * value;
        for (auto& value : channel.rotation.values)
            value = kQuarterX * value;
    }
    const Model model = biped(1.0f);
    const Retarget retarget = GENERATE(Retarget::full, Retarget::rotation);
    const BoundClips bound = bindClips(model, source, retarget);
    const auto want = worldAt(model, bindClips(model, model, retarget).clips[0], 0.3);
    const auto got = worldAt(model, bound.clips[0], 0.3);
    for (size_t node = 1; node < 4; ++node)
        checkSameWorld(got[node], want[node]);

    Model tagged = source;  // the same, said by the file's metadata instead of its root
    tagged.hierarchy.rest[0] = {};
    tagged.up = UpAxis::z;
    checkSameWorld(worldAt(model, bindClips(model, tagged, retarget).clips[0], 0.3)[2], want[2]);
}

TEST_CASE("a different rest pose of a joint does not rotate its children") {
    Model model = modelOf({{"Scene", kNoParent, {}}, {"Spine", 0, at(0, 1, 0)}, {"Arm", 1, at(0, 1, 0)}});
    Model source = model;
    source.hierarchy.rest[1].rotation = kTiltZ;
    source.clips.push_back({"wave", 1.0, {channelAt(2, {0, 1, 0}, kQuarterX)}});
    const BoundClips bound = bindClips(model, source, Retarget::full);
    CHECK(bound.clips[0].channels[0].rotation.values[0] == kQuarterX);
}

TEST_CASE("pivots of the model alone are the identity during a clip of another file") {
    const Model source = biped(1.0f);
    Model model = modelOf({{"Scene", kNoParent, {}},
                           {"Hips$shear", 0, {.translation = {0, 9, 0}, .rotation = kTiltZ, .scale = {1, 2, 3}}},
                           {"Hips$shear", 1, {.rotation = kQuarterX}},
                           {"Hips", 2, {.rotation = kQuarterX}}});
    const BoundClips bound = bindClips(model, source, Retarget::full);
    CHECK(bound.matched == 1);
    checkSameWorld(worldAt(model, bound.clips[0], 0.5)[3], worldAt(source, source.clips[0], 0.5)[1]);
    model.hierarchy.names = {"Scene", "Hips$shear", "x", "Hips"};  // no outer node of it, with another between
    CHECK(outerNodes(model.hierarchy, 3).empty());
}

TEST_CASE("pivots of the clip's file alone are joined") {
    Model source = modelOf({{"Scene", kNoParent, {}},
                            {"Hips$shear", 0, at(0, 1, 0)},
                            {"Hips$shear", 1, {.rotation = kQuarterX}},
                            {"Hips$shear", 2, {}},
                            {"Hips", 3, {}},
                            {"Leg", 4, at(0, -1, 0)}});
    Channel move{.node = 1, .translation = {{0.0, 1.0}, {glm::vec3(0, 1, 0), glm::vec3(0, 2, 0)}}};
    Channel turn{.node = 3, .rotation = {{0.0, 0.5}, {glm::quat(1, 0, 0, 0), kTiltZ}}};
    Channel own{.node = 4, .rotation = {{0.0}, {kTiltZ}}};
    source.clips.push_back({"walk", 1.0, {move, turn, own}});
    const Model model = modelOf({{"Scene", kNoParent, {}}, {"Hips", 0, at(0, 1, 0)}, {"Leg", 1, at(0, -1, 0)}});
    const BoundClips bound = bindClips(model, source, Retarget::full);
    CHECK(bound.channels == 1);
    CHECK(bound.matched == 1);
    for (const double seconds : {0.0, 0.5, 1.0}) {
        const auto want = worldAt(source, source.clips[0], seconds), got = worldAt(model, bound.clips[0], seconds);
        checkSameWorld(got[1], want[4]);
        checkSameWorld(got[2], want[5]);
    }
    const BoundClips same = bindClips(source, source, Retarget::full);  // both have them: moved one by one
    CHECK(same.clips[0].channels.size() == 3);
    for (const double seconds : {0.2, 0.4})
        checkSameWorld(worldAt(source, same.clips[0], seconds)[4], worldAt(source, source.clips[0], seconds)[4]);
}

namespace {

/// A biped whose legs leave out the scale of its hips.
Model unscaledBiped(const glm::vec3& hips, const glm::quat& turn, float scale) {
    return modelOf({{"Scene", kNoParent, {}},
                    {"Hips$unscaled", 0, {.translation = hips, .rotation = turn}},
                    {"Hips", 1, {.scale = glm::vec3(scale)}},
                    {"LegL", 1, at(0.2f, -0.5f, 0)},
                    {"LegR", 1, at(-0.2f, -0.5f, 0)}});
}

}  // namespace

TEST_CASE("children that leave out a scale follow a clip of a file without it") {
    const Model source = biped(1.0f), model = unscaledBiped({0, 3, 1}, kQuarterX, 1.5f);
    for (const Retarget retarget : {Retarget::full, Retarget::rotation}) {
        const BoundClips bound = bindClips(model, source, retarget);
        CHECK(bound.matched == 3);
        const auto want = worldAt(source, source.clips[0], 0.5), got = worldAt(model, bound.clips[0], 0.5);
        CHECK(distance(glm::vec3(got[2][3]), glm::vec3(want[1][3])) < 1e-5f);
        for (const size_t leg : {2u, 3u}) {
            if (retarget == Retarget::full) checkSameWorld(got[leg + 1], want[leg]);
            checkSameWorld(glm::mat4(glm::mat3(got[leg + 1])), glm::mat4(glm::mat3(want[leg])));
        }
    }
}

TEST_CASE("a scale that children leave out in both files does not move them apart") {
    Model source = unscaledBiped({0, 1, 0}, glm::quat(1, 0, 0, 0), 1.5f);
    source.clips.push_back({"walk", 1.0, {channelAt(3, {0.2f, -0.5f, 0}, kTiltZ)}});
    const Model model = unscaledBiped({0, 3, 1}, kQuarterX, 1.5f);
    const BoundClips bound = bindClips(model, source, Retarget::full);
    CHECK(bound.clips[0].channels.at(0).translation.values[0] == glm::vec3(0.2f, -0.5f, 0));
    CHECK(bound.clips[0].channels.at(0).rotation.values[0] == kTiltZ);
}

TEST_CASE("rotation retargeting keeps the translation and length of a node with pivots") {
    const Model source = biped(1.0f);
    const Model model = modelOf({{"Scene", kNoParent, {}},
                                 {"Hips", 0, at(0, 1, 0)},
                                 {"LegL$shear", 1, at(0.4f, -0.6f, 0)},
                                 {"LegL", 2, {.rotation = kQuarterX}}});
    const BoundClips bound = bindClips(model, source, Retarget::rotation);
    const auto world = worldAt(model, bound.clips[0], 0.0);
    CHECK(distance(glm::vec3(glm::inverse(world[1]) * world[3][3]), glm::vec3(0.4f, -0.6f, 0)) < 1e-5f);
    checkSameWorld(glm::mat4(glm::mat3(glm::inverse(world[1]) * world[3])), glm::mat4_cast(kTiltZ));
}

namespace {

struct Face {
    std::string node, mesh;
    std::vector<std::string> targets;
};

/// A mesh with targets for each of the faces, and a clip that moves every weight to its place plus 1.
Model faces(const std::vector<Face>& all) {
    std::vector<Node> nodes{{"Scene", kNoParent, {}}};
    for (const Face& face : all)
        nodes.push_back({face.node, 0, {}});
    Model model = modelOf(nodes);
    model.clips.push_back({.name = "talk", .durationSeconds = 1.0});
    for (uint32_t f = 0; f < all.size(); ++f) {
        SkinnedMesh mesh;
        mesh.name = all[f].mesh;
        for (const std::string& target : all[f].targets)
            mesh.morphTargets.push_back({target, {}});
        model.meshes.push_back(mesh);
        model.instances.push_back({.mesh = f,
                                   .node = f + 1,
                                   .bones = {},
                                   .firstMorphWeight = static_cast<uint32_t>(model.restMorphWeights.size())});
        model.restMorphWeights.resize(model.restMorphWeights.size() + mesh.morphTargets.size());
    }
    for (uint32_t w = 0; w < model.restMorphWeights.size(); ++w)
        model.clips[0].morphs.push_back({w, {{0.0}, {static_cast<float>(w + 1)}}});
    return model;
}

/// What the bound clip sets each of the model's weights to; 0: nothing.
std::vector<float> weightsOf(const Model& model, const BoundClips& bound) {
    std::vector<float> weights(model.restMorphWeights.size());
    SampleCursor cursor;
    sampleMorphs(bound.clips.at(0), model.restMorphWeights, 0.0, cursor, weights);
    return weights;
}

std::vector<float> bound(const std::vector<Face>& model, const std::vector<Face>& source) {
    const Model to = faces(model);
    return weightsOf(to, bindClips(to, faces(source), Retarget::full));
}

}  // namespace

TEST_CASE("morph weights bind by the names of nodes and targets") {
    const std::vector<Face> model{{"head", "m1", {"smile", "blink", "frown"}}, {"teeth", "m2", {"smile"}}};
    CHECK(bound(model, {{"head", "x", {"blink", "other", "smile"}}}) == std::vector<float>{3, 1, 0, 0});
    CHECK(bound(model, {{"rig:teeth", "x", {"smile"}}}) == std::vector<float>{0, 0, 0, 1});
    const Model to = faces(model);
    const BoundClips result = bindClips(to, faces({{"head", "x", {"blink", "other", "smile"}}}), Retarget::rotation);
    CHECK(result.channels == 3);
    CHECK(result.matched == 2);
    CHECK(result.unmatched == std::vector<size_t>{1});
    CHECK(weightsOf(to, result) == std::vector<float>{3, 1, 0, 0});
}

TEST_CASE("morph weights bind by mesh name if no node matches") {
    CHECK(bound({{"a", "head", {"smile"}}, {"b", "teeth", {"smile"}}}, {{"c", "teeth", {"smile"}}}) ==
          std::vector<float>{0, 1});
    CHECK(bound({{"a", "head", {"smile"}}}, {{"c", "", {"smile"}}}) == std::vector<float>{0});
}

TEST_CASE("unnamed targets bind by order if the counts are equal") {
    CHECK(bound({{"head", "", {"", ""}}}, {{"head", "", {"", ""}}}) == std::vector<float>{1, 2});
    CHECK(bound({{"head", "", {"smile", "blink"}}}, {{"head", "", {"", ""}}}) == std::vector<float>{1, 2});
    CHECK(bound({{"head", "", {"", "", ""}}}, {{"head", "", {"", ""}}}) == std::vector<float>{0, 0, 0});
    CHECK(bound({{"head", "", {"smile", "blink"}}}, {{"head", "", {"a", "b"}}}) == std::vector<float>{0, 0});
}

TEST_CASE("morph weights of many meshes of one name bind in the time of one pass") {
    std::vector<Face> model, source;
    for (int i = 0; i < 15'000; ++i) {
        model.push_back({"a" + std::to_string(i), "head", {"smile"}});
        source.push_back({"b" + std::to_string(i), "head", {"frown"}});
    }
    source.back().targets = {"smile"};
    const Passes passes;
    CHECK(bound(model, source) == std::vector<float>(15'000, 15'000.0f));
    CHECK(passes.count() < 100.0);
}
