#include <cstring>

#include "base/text.h"
#include "export/build/key_values.h"
#include "export/export_model.h"
#include "export/fbx/euler.h"
#include "match/compare_models.h"
#include "support/catch.h"
#include "support/import_files.h"
#include "support/models/every_field.h"

using namespace sinew;
using namespace sinew::exporting;

// Models as FBX files, read again; and rotations as curves of angles.

namespace {

ExportedModel fbxOf(const ImportedModel& imported, ExportOptions options = {}) {
    options.format = ExportFormat::fbx;
    return exportModel(imported, options);
}

ImportedModel readFbx(const ExportedModel& exported) {
    return import_files::importText("a.fbx",
                                    {reinterpret_cast<const char*>(exported.binary.data()), exported.binary.size()},
                                    {.influences = 8, .forExport = true});
}

glm::quat turn(float degrees, const glm::vec3& axis) {
    return glm::angleAxis(glm::radians(degrees), glm::normalize(axis));
}

SkinnedMesh quad(const std::string& name, const glm::vec3& at) {
    SkinnedMesh mesh = stream_models::mesh().model.meshes[0];
    mesh.name = name;
    mesh.material = 0;
    mesh.levels = {};
    mesh.influences = {{{1, 0}, {50000, 15535}}, {{0}, {kWeightOne}}, {{1}, {kWeightOne}}, {{0, 1}, {40000, 25535}}};
    mesh.moreInfluences = {};
    for (glm::vec3& position : mesh.positions)
        position += at;
    return mesh;
}

/// Two skinned quads that bind a bone in different ways, one below a node of negative scale that a clip moves, names
/// that an FBX file does not hold as they are, and clips of all kinds.
ImportedModel hostile() {
    ImportedModel imported;
    Model& model = imported.model;
    model.metersPerUnit = 0.5;
    model.hierarchy = {.names = {"top::Model", std::string("zero\0\1Model", 11), "bone", "bone", "", "手 <&\">"},
                       .parents = {kNoParent, 0, 1, 2, 2, 0},
                       .rest = {{{0, 1, 0}, turn(30, {1, 2, 3}), {1, 1, 1}},
                                {{0, 1, 0}, turn(90, {0, 1, 0}), {1, 2, 1}},
                                {{0, 1, 0}, turn(-70, {1, 0, 0}), {1, 1, 1}},
                                {{0, 1, 0}, {1, 0, 0, 0}, {0, 0, 0}},
                                {{1, 0, 0}, turn(10, {0, 0, 1}), {-1, 1, 2}},
                                {{3, 3, 3}, turn(120, {1, 1, 1}), {2, 2, 2}}}};
    model.meshes = {quad("quad \"one\"", {0, 0, 0}), quad("", {3, 0, 1}), quad("plain", {0, 5, 2})};
    model.meshes[2].influences.assign(4, {{0}, {kWeightOne}});
    model.meshes[2].boneCount = 1;
    const glm::mat4 bind = glm::mat4_cast(turn(40, {1, 0, 1})), other = 3.0f * bind;
    Bone first{1, bind}, second{2, bind}, third{2, other};
    first.inverseBindMatrix[3] = {0, -1, 0, 1}, second.inverseBindMatrix[3] = {0, -2, 0, 1};
    third.inverseBindMatrix[3] = {1, 2, 3, 1};
    model.instances = {{0, 0, {first, second}, 0, true},
                       {1, 5, {second, third}, 2, true},  // a bone twice
                       {2, 4, {Bone{4, glm::mat4(1.0f)}}, 4, false},
                       {2, 5, {Bone{5, glm::mat4(1.0f)}}, 4, false}};
    model.restMorphWeights = {0.25f, 0, 0.5f, 0, -0.5f, 0};
    model.materials = {Material{.name = "m", .metallic = 0.25f, .roughness = 0.5f, .emissive = {2, 0.5f, 0}}};
    imported.report.influences.resize(3);
    AnimationClip wild{.name = "a::b", .durationSeconds = 1.7}, steps{.name = "", .durationSeconds = 0.5};
    Channel spin{.node = 1}, pole{.node = 2}, way{.node = 4};
    for (int i = 0; i <= 50; ++i) {  // over 360 degrees, and through the pole of the angles
        const auto at = static_cast<float>(i);
        spin.rotation.times.push_back(i / 30.0);
        spin.rotation.values.push_back(turn(20.0f * at, {0.3f, 1, 0.2f}));
        pole.rotation.times.push_back(i / 30.0);
        pole.rotation.values.push_back(turn(3.6f * at, {0, 1, 0.001f}) * turn(5.0f * at, {1, 0, 0}));
    }
    way.translation = {{0.0, 0.7, 1.7}, {{1, 0, 0}, {2, 1, 0}, {1, 0, 3}}};
    way.translation.authored = {{0.0, 1.7}, std::vector<glm::vec3>(6)};  // which the keys are not on
    way.scale = {{0.0, 1.0}, {{-1, 1, 2}, {-3, 0.5f, 2}}};
    wild.channels = {spin, pole, way};
    wild.morphs = {{0, {{0.0, 1.0}, {-1.0f, 2.0f}}}, {3, {{0.0, 0.5, 1.0}, {0.0f, 1.0f, 0.0f}}}};
    const double before = std::nextafter(0.25, 0.0);
    steps.channels = {
        {.node = 2,
         .translation = {{0.0, before, 0.25}, {{0, 1, 0}, {0, 1, 0}, {0, 2, 0}}},
         .rotation = {{0.0, before, 0.25}, {turn(9, {1, 1, 0}), turn(9, {1, 1, 0}), turn(179, {1, 0, 1})}}},
        {.node = 5,
         .translation = {{0.0, std::nextafter(0.2f, 0.0f), 0.2f, 0.5},  // a jump between lines
                         {{0, 1, 0}, {3, 1, 0}, {0, 7, 0}, {0, 2, 5}}}}};
    model.clips = {wild, steps, {.name = "still", .durationSeconds = 2.5}};
    return imported;
}

}  // namespace

TEST_CASE("a model reads back from FBX as it was") {
    ImportedModel imported = hostile();
    const ExportedModel exported = fbxOf(imported);
    CHECK(exported.leftOut.empty());
    CHECK(exported.binary == fbxOf(imported).binary);
    const Model back = readFbx(exported).model;
    const Model& own = imported.model;
    CHECK(back.metersPerUnit == 0.01);
    REQUIRE(back.clips.size() == 3);  // one has no name, and gets one
    const ModelComparison compared = compareModels(own, back, {.both = {{0, 0}, {1, 1}, {2, 2}}}, false);
    CHECK(compared.largestShare() < 2e-6);
    for (size_t i = 0; i < own.clips.size(); ++i) {
        CHECK(back.clips[i].durationSeconds == Approx(own.clips[i].durationSeconds).epsilon(1e-9));
        CHECK_FALSE(compared.clips[i].durationsDiffer);
    }
    CHECK(back.clips[0].name == "a::b");
    for (const char* name : {"top::Model", "zero_\1Model", "bone", "手 <&\">"})
        CHECK(std::ranges::count(back.hierarchy.names, utf8From(name)) >= 1);
    REQUIRE(back.meshes.size() == 4);  // each has morph weights of its own
    const auto isNear = [&](const auto& to) {
        return [&](const auto& value) { return glm::distance(value, to) < 1e-4f; };
    };
    for (size_t v = 0; v < 4; ++v) {
        CHECK(std::ranges::any_of(back.meshes[0].colors, isNear(own.meshes[0].colors[v])));
        CHECK(std::ranges::any_of(back.meshes[0].uvs, isNear(own.meshes[0].uvs[v])));
    }
    for (const SkinnedMesh& mesh : back.meshes) {
        CHECK(mesh.moreUvs.size() == 4);
        REQUIRE(mesh.morphTargets.size() == 2);
        CHECK(mesh.morphTargets[0].name == "up");
        CHECK(glm::distance(mesh.morphTargets[0].deltas[0].normal, glm::vec3(0.5f, 0, 0)) < 1e-6f);
    }
    const Material &had = own.materials[0], &has = back.materials[0];
    CHECK(glm::distance(has.emissive, had.emissive) < 1e-5f);
    CHECK(has.roughness == Approx(had.roughness).margin(1e-6));
    CHECK(has.metallic == Approx(had.metallic).margin(1e-6));
    CHECK(has.specular == Approx(had.specular).margin(1e-6));
}

TEST_CASE("what turns many times has few keys in FBX") {
    std::vector<float> times;
    std::vector<glm::quat> rotations;
    for (int i = 0; i < 3000; ++i) {
        times.push_back(static_cast<float>(i) / 30.0f);
        rotations.push_back(turn(12.03f * static_cast<float>(i), {0, 0, 1}));
    }
    CHECK(exporting::eulerKeys(times, rotations, 2.5e-7).size() < 3 * times.size());
}

TEST_CASE("axes and unit of an FBX file are as options say, and it is whole without meshes and clips") {
    ImportedModel imported = hostile();
    const Model back = readFbx(fbxOf(imported, {.axes = UpAxis::z, .unit = 1.0})).model;
    CHECK(back.up == UpAxis::z);
    CHECK(back.metersPerUnit == 1.0);
    CHECK(compareModels(imported.model, back, pairClips(imported.model.clips, back.clips), false).largestShare() <
          2e-6);
    imported.model.instances.clear(), imported.model.clips.clear();
    const ExportedModel bare = fbxOf(imported);
    CHECK(readFbx(bare).model.hierarchy.size() == imported.model.hierarchy.size() + 1);
    REQUIRE(bare.binary.size() % 16 == 12);  // code, four zeros, padding; version, 120 zeros, magic
    CHECK(std::memcmp(&bare.binary[bare.binary.size() - 140], "\xe8\x1c\0\0", 4) == 0);
}

TEST_CASE("textures keep their places in FBX, and what it cannot hold is told") {
    ImportedModel imported = hostile();
    Model& model = imported.model;
    Texture texture = stream_models::mesh().model.textures[0];
    texture.encoded.clear();
    model.textures = {texture};
    Material& material = model.materials[0];
    for (const TextureSlot slot : {TextureSlot::baseColor, TextureSlot::normal, TextureSlot::occlusion})
        material.texture(slot) = TextureUse{
            .uvSet = 1, .sampler = {.wrapU = Wrap::clamp}, .offset = {0.1f, 0.2f}, .scale = {3, 4}, .rotation = 0.5f};
    const ExportedModel exported = fbxOf(imported, {.name = "n"});
    REQUIRE(exported.pictures.size() == 1);
    CHECK(exported.leftOut ==
          std::vector<std::string>{"left out, as FBX has no place for it: the occlusion texture of 1 material"});
    const Model back = readFbx(exported).model;
    const std::optional<TextureUse>& use = back.materials[0].texture(TextureSlot::baseColor);
    REQUIRE(use);
    CHECK(back.textures[use->texture].name == exported.pictures[0].file);
    CHECK(use->uvSet == 1);
    CHECK(use->sampler.wrapU == Wrap::clamp);
    CHECK(glm::distance(use->offset, glm::vec2(0.1f, 0.2f)) < 1e-6f);
    CHECK(use->scale == glm::vec2(3, 4));
    CHECK(use->rotation == Approx(0.5f).margin(1e-6));
    CHECK(back.materials[0].texture(TextureSlot::normal));
}

TEST_CASE("curves of angles follow the shortest rotation") {
    struct Row {
        const char* what;
        glm::quat from, to;
        size_t most;  ///< keys
        double allowed = 3e-7;
    };
    const std::vector<Row> rows{
        {"one axis", turn(-170, {1, 0, 0}), turn(170, {1, 0, 0}), 2},
        {"half a turn", turn(0, {1, 0, 0}), turn(179, {1, 0, 0}), 3},
        {"two axes", turn(10, {1, 1, 0}), turn(20, {1, 0.9f, 0}), 5},
        {"far", turn(100, {1, 2, 3}), turn(-60, {3, 1, 2}), 200},
        {"to the pole", turn(60, {0, 1, 0.3f}), turn(90, {0, 1, 0}), 200},
        {"over the pole", turn(60, {0, 1, 0}), turn(130, {0, 1, 0}), 2},
        {"beside the pole", turn(60, {0, 1, 0.001f}), turn(130, {0, 1, 0.001f}), 400},
        {"very near", turn(60, {0, 1, 1e-5f}), turn(130, {0, 1, 2e-5f}), 400, 5e-6},  // for a microsecond
        {"round the pole", turn(90, {0, 1, 0}) * turn(80, {0.02f, 0, 1}),
         turn(90, {0, 1, 0}) * turn(-80, {0.02f, 0, 1}), 400}};
    constexpr double kTolerance = 3e-7;
    for (const Row& row : rows) {
        CAPTURE(row.what);
        const std::vector<EulerKey> keys = eulerKeys({0.0f, 0.25f}, {row.from, row.to}, kTolerance);
        CHECK(keys.size() <= row.most);
        double worst = 0.0;
        for (size_t i = 0; i + 1 < keys.size(); ++i)
            for (double s = 0.0; s <= 1.0; s += 1.0 / 64) {
                const double length = keys[i + 1].time - keys[i].time, rest = 1.0 - s;
                const glm::dvec3 a(keys[i].degrees), b(keys[i + 1].degrees);
                const glm::dvec3 out = keys[i].isCubic ? glm::dvec3(keys[i].leave) * length / 3.0 : (b - a) / 3.0;
                const glm::dvec3 in = keys[i].isCubic ? glm::dvec3(keys[i].arrive) * length / 3.0 : (b - a) / 3.0;
                const glm::dvec3 angles = rest * rest * rest * a + 3.0 * rest * rest * s * (a + out) +
                                          3.0 * rest * s * s * (b - in) + s * s * s * b;
                const glm::dquat want = glm::slerp(widen(row.from), widen(row.to), (keys[i].time + s * length) / 0.25);
                worst = std::max(worst, distance(rotationOf(angles), want));
            }
        CHECK(worst < 2.0 * row.allowed);
    }
    const glm::dvec3 near = eulerNear(widen(turn(20, {0, 0, 1})), {0, 0, 3590});
    CHECK(glm::distance(near, glm::dvec3(0, 0, 3620)) < 1e-5);
}
