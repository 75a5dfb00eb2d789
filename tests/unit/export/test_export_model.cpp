#include <cstring>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "export/export_model.h"
#include "export/gltf/gltf.h"
#include "support/catch.h"
#include "support/import_files.h"
#include "support/models/every_field.h"
#include "support/models/gltf.h"
#include "support/passes.h"

using namespace sinew;
using Json = nlohmann::json;

// Models as glTF files: what the JSON says, and that reading it gives the model.

namespace {

std::string glbOf(ImportedModel imported, ExportOptions options = {}) {
    options.format = ExportFormat::glb;
    const ExportedModel exported = exportModel(std::move(imported), options);
    const GlbFrame frame = frameOf(exported, "a.glb");
    std::string bytes;
    const auto add = [&](std::span<const std::byte> piece) {
        bytes.append(reinterpret_cast<const char*>(piece.data()), piece.size());
    };
    add(frame.beforeJson), bytes += exported.text, add(frame.beforeBinary), add(exported.binary), add(frame.end);
    return bytes;
}

Json jsonOf(ImportedModel imported, const ExportOptions& options = {}) {
    return Json::parse(exportModel(std::move(imported), options).text);
}

ImportedModel readBack(const ImportedModel& imported, const ExportOptions& options = {}) {
    return import_files::importText("a.glb", glbOf(imported, options), {.influences = 8, .forExport = true});
}

/// A skinned model, in meters with Y up, of which every part can be in a glTF file.
ImportedModel sound() {
    ImportedModel imported = stream_models::mesh();
    imported.model.up = imported.model.rootUp = UpAxis::y;
    imported.model.metersPerUnit = imported.model.rootScale = 1.0;
    for (MeshInstance& instance : imported.model.instances)
        for (Bone& bone : instance.bones)
            bone.inverseBindMatrix[3][3] = 1.0f;
    return imported;
}

/// A triangle at a node, without a skin.
ImportedModel triangle() {
    ImportedModel imported;
    Model& model = imported.model;
    model.hierarchy = {.names = {"top", "shown"}, .parents = {kNoParent, 0}, .rest = {{}, {{1, 2, 3}}}};
    model.meshes = {stream_models::triangle()};
    model.meshes[0].positions = {{0, 0, 0}, {100, 0, 0}, {100, 100, 50}};
    model.instances = {{0, 1, {Bone{1, glm::mat4(1.0f)}}}};
    model.materials = {Material{}};
    imported.report.influences.resize(1);
    return imported;
}

}  // namespace

TEST_CASE("everything in a GLB is aligned, and the lengths are right") {
    const std::string bytes = glbOf(sound());
    const auto word = [&](size_t at) {
        uint32_t value = 0;
        std::memcpy(&value, bytes.data() + at, 4);
        return value;
    };
    CHECK(bytes.starts_with("glTF"));
    CHECK(word(4) == 2);
    CHECK(word(8) == bytes.size());
    CHECK(word(12) % 4 == 0);
    CHECK(bytes.size() % 4 == 0);
    const Json json = Json::parse(bytes.substr(20, word(12)));
    for (const Json& view : json["bufferViews"])
        CHECK(view.value("byteOffset", 0) % 4 == 0);
    for (const Json& accessor : json["accessors"])
        CHECK(accessor.value("byteOffset", 0) % 4 == 0);
}

TEST_CASE("a GLB that would be too long is refused in words") {
    const ExportedModel exported = exportModel(sound(), {});
    const uint64_t length = glbOf(sound()).size();
    CHECK_NOTHROW(frameOf(exported, "a.glb", length));
    try {
        frameOf(exported, "a.glb", length - 1);
        FAIL("it was not refused");
    } catch (const Error& error) {
        CHECK(error.exit() == Exit::output);
        CHECK(std::string(error.what()) == "a.glb: a GLB holds at most 4 GiB, and this is more; write a .gltf");
    }
}

TEST_CASE("equal models give equal bytes") {
    CHECK(glbOf(sound()) == glbOf(sound()));
}

TEST_CASE("positions have their bounds") {
    const Json json = jsonOf(triangle());
    const Json& accessor =
        json["accessors"][json["meshes"][0]["primitives"][0]["attributes"]["POSITION"].get<size_t>()];
    CHECK(accessor["min"] == Json({0, 0, 0}));
    CHECK(accessor["max"] == Json({100, 100, 50}));
}

TEST_CASE("the unit goes into lengths, and the up axis into the root") {
    ImportedModel imported = triangle();
    imported.model.up = UpAxis::z;
    imported.model.metersPerUnit = 0.01;
    const ImportedModel back = readBack(imported);
    REQUIRE(back.model.meshes.size() == 1);
    CHECK(back.model.meshes[0].positions[2] == glm::vec3(1.0f, 1.0f, 0.5f));
    for (const Transform& rest : back.model.hierarchy.rest)
        CHECK(glm::distance(rest.scale, glm::vec3(1.0f)) < 1e-6f);
    const auto shown = findNode(back.model.hierarchy, "shown");
    REQUIRE(shown);
    CHECK(glm::distance(back.model.hierarchy.rest[*shown].translation, glm::vec3(0.01f, 0.02f, 0.03f)) < 1e-8f);
    const glm::quat turned = back.model.hierarchy.rest[*findNode(back.model.hierarchy, "top")].rotation;
    CHECK(glm::distance(turned * glm::vec3(0, 0, 1), glm::vec3(0, 1, 0)) < 1e-6f);
    CHECK(readBack(imported, {.up = UpAxis::y, .scale = 1.0}).model.meshes[0].positions[2] == glm::vec3(100, 100, 50));
}

TEST_CASE("a root that says nothing is left out") {
    const Json json = jsonOf(triangle());
    REQUIRE(json["nodes"].size() == 1);
    CHECK(json["nodes"][0]["name"] == "shown");
    ImportedModel moved = triangle();
    const Track<glm::vec3> way{{0.0, 1.0}, {{0, 0, 0}, {1, 0, 0}}};
    moved.model.clips = {{.name = "go", .durationSeconds = 1.0, .channels = {{.node = 0, .translation = way}}}};
    CHECK(jsonOf(moved)["nodes"].size() == 2);
}

TEST_CASE("a root of the file's own stays, and one that assimp adds does not") {
    ImportedModel own = triangle();
    own.report.format = "glTF 2.0";
    CHECK(jsonOf(own)["nodes"].size() == 2);
    own.model.hierarchy.names[0] = "ROOT";
    CHECK(jsonOf(own)["nodes"].size() == 1);
}

TEST_CASE("skinned meshes stand at roots, and those that bind alike share a skin") {
    ImportedModel imported = triangle();
    Model& model = imported.model;
    model.hierarchy = {
        .names = {"arm", "hand", "body", "cloth"}, .parents = {kNoParent, 0, 0, 0}, .rest = {{}, {}, {{0, 5, 0}}, {}}};
    model.meshes[0].boneCount = 2;
    const Bone arm{0, glm::mat4(1.0f)}, hand{1, glm::mat4(1.0f)};
    model.instances = {{0, 2, {arm, hand}, 0, true}, {0, 3, {hand, arm}, 0, true}};
    Json json = jsonOf(imported);
    CHECK(json["skins"].size() == 1);
    CHECK(json["skins"][0]["joints"] == Json({0, 1}));
    CHECK(json["scenes"][0]["nodes"] == Json({0, 2, 3}));
    CHECK_FALSE(json["nodes"][2].contains("translation"));
    model.instances[1].bones[0].inverseBindMatrix[3].x = 1.0f;
    json = jsonOf(imported);
    CHECK(json["skins"].size() == 2);
}

TEST_CASE("a bone that is bound twice gets a second joint") {
    ImportedModel imported = triangle();
    Model& model = imported.model;
    model.meshes[0].boneCount = 2;
    model.meshes[0].influences[1] = {{1}, {kWeightOne}};
    glm::mat4 other(1.0f);
    other[3].x = 3.0f;
    model.instances = {{0, 1, {Bone{1, glm::mat4(1.0f)}, Bone{1, other}}, 0, true}};
    const Json json = jsonOf(imported);
    REQUIRE(json["skins"][0]["joints"].size() == 2);
    CHECK(json["skins"][0]["joints"][0] != json["skins"][0]["joints"][1]);
}

TEST_CASE("eight influences are two sets") {
    ImportedModel imported = triangle();
    Model& model = imported.model;
    model.hierarchy = {};
    model.instances[0] = {.mesh = 0, .node = 0, .bones = {}, .skinned = true};
    for (uint32_t n = 0; n < 6; ++n) {
        model.hierarchy.names.push_back("bone " + std::to_string(n));
        model.hierarchy.parents.push_back(n == 0 ? kNoParent : 0);
        model.hierarchy.rest.emplace_back();
        model.instances[0].bones.push_back({n, glm::mat4(1.0f)});
    }
    model.meshes[0].boneCount = 6;
    model.meshes[0].influences.assign(3, {{5, 4, 3, 2}, {20000, 15000, 12000, 9000}});
    model.meshes[0].moreInfluences.assign(3, {{1, 0}, {6000, 3535}});
    const ImportedModel back = readBack(imported);
    REQUIRE(back.model.meshes.size() == 1);
    CHECK(back.model.meshes[0].influences == model.meshes[0].influences);
    CHECK(back.model.meshes[0].moreInfluences == model.meshes[0].moreInfluences);
}

TEST_CASE("a material reads back as it was") {
    ImportedModel imported = triangle();
    Material& material = imported.model.materials[0];
    material = sound().model.materials[1];
    material.emissive = {2.0f, 1.0f, 0.5f};
    material.attenuationDistance = 2.5f;
    material.extras = R"({"a":[1,2.5,"x"]})";
    imported.model.textures = {{"skin.png", "embedded", {2, 1, {1, 2, 3, 255, 5, 6, 7, 255}}, {}}};
    const Sampler sampler{Wrap::mirror, Wrap::clamp, Filter::nearest, Filter::nearest, MipFilter::none};
    for (size_t slot = 0; slot < kTextureSlots; ++slot)
        material.textures[slot] = TextureUse{.texture = 0,
                                             .uvSet = static_cast<uint32_t>(slot % 2),
                                             .sampler = slot % 3 == 0 ? sampler : Sampler{},
                                             .offset = {0.125f * static_cast<float>(slot), 0.25f},
                                             .scale = {0.5f, 2.0f},
                                             .rotation = 0.5f};
    imported.model.meshes[0].moreUvs = {{0, 0}, {1, 0}, {1, 1}};
    const ImportedModel back = readBack(imported);
    REQUIRE(back.model.materials.size() >= 1);
    REQUIRE(back.model.textures.size() == 1);
    CHECK(back.model.textures[0].image.bytes == imported.model.textures[0].image.bytes);
    CHECK(back.model.materials[0] == material);
}

TEST_CASE("PNG and JPEG files are written byte for byte") {
    ImportedModel imported = triangle();
    imported.model.materials[0].texture(TextureSlot::baseColor) = TextureUse{0};
    imported.model.textures = {
        {"a/skin.jpg", "embedded", {1, 1, {1, 2, 3, 255}}, {0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5}}};
    const ExportedModel exported = exportModel(imported, {.format = ExportFormat::gltf, .name = "hero"});
    REQUIRE(exported.pictures.size() == 1);
    CHECK(exported.pictures[0].file == "hero_skin.jpg");
    CHECK(exported.pictures[0].bytes.size() == 9);
    const Json json = Json::parse(exported.text);
    CHECK(json["images"][0]["uri"] == "hero_skin.jpg");
    CHECK(json["buffers"][0]["uri"] == "hero.bin");
}

TEST_CASE("pictures in blocks become PNG, and those that glTF cannot hold are told") {
    ImportedModel imported = triangle();
    imported.model.materials[0].texture(TextureSlot::baseColor) = TextureUse{0};
    imported.model.materials[0].texture(TextureSlot::emissive) = TextureUse{1};
    imported.model.textures = {{"skin.dds", "embedded", {4, 4, {0x00, 0xf8, 0x1f, 0x00, 0, 0, 0, 0}}, {}},
                               {"sky.dds", "embedded", {4, 4, PixelBytes(16)}, {}}};
    imported.model.textures[0].image.format = TexelFormat::bc1;
    imported.model.textures[1].image.format = TexelFormat::bc6h;
    const ImportedModel back = readBack(imported);
    REQUIRE(back.model.textures.size() == 1);
    CHECK(back.model.textures[0].image.bytes[0] == 255);
    CHECK(back.model.textures[0].image.bytes[2] == 0);
    const ExportedModel exported = exportModel(imported, {});
    REQUIRE(exported.leftOut.size() == 1);
    CHECK(exported.leftOut[0].find("sky.dds") != std::string::npos);
    CHECK(exported.leftOut[0].find("BC6H") != std::string::npos);
}

TEST_CASE("the export says that it leaves out what VRM adds") {
    ImportedModel imported = triangle();
    imported.model.humanoid = {{"hips", 0}};
    const ExportedModel exported = exportModel(imported, {});
    REQUIRE(exported.leftOut.size() == 1);
    CHECK(exported.leftOut[0].starts_with("VRM"));
}

TEST_CASE("files beside a .gltf have URIs, whatever their names") {
    ImportedModel imported = triangle();
    imported.model.materials[0].texture(TextureSlot::baseColor) = TextureUse{0};
    imported.model.textures = {{"a/sk in.png", "embedded", {1, 1, {1, 2, 3, 255}}, {}}};
    const ExportedModel exported = exportModel(imported, {.format = ExportFormat::gltf, .name = "h\xc3\xa9ro 50%#?"});
    const Json json = Json::parse(exported.text);
    CHECK(exported.bufferFile == "h\xc3\xa9ro 50%#?.bin");
    CHECK(json["buffers"][0]["uri"] == "h%C3%A9ro%2050%25%23%3F.bin");
    CHECK(json["images"][0]["uri"] == "h%C3%A9ro%2050%25%23%3F_sk_in.png");
}

TEST_CASE("keys may be off by a part of the tolerance, which is for the authored motion, and by more of large ones") {
    ImportedModel imported = triangle();
    imported.model.clips = {{.name = "go", .durationSeconds = 2.0, .channels = {{.node = 1}}}};
    // 150 is the size: off by 4e-6 of it, in the one track above the triangle.
    imported.model.clips[0].channels[0].translation = {{0.0, 1.0, 2.0}, {{0, 0, 0}, {50, 6e-4f, 0}, {100, 0, 0}}};
    const auto keys = [&](double tolerance) {
        const Json json = jsonOf(imported, {.tolerance = tolerance});
        return json["accessors"][json["animations"][0]["samplers"][0]["input"].get<size_t>()]["count"].get<int>();
    };
    CHECK(keys(ExportOptions{}.tolerance) == 3);
    CHECK(keys(1e-6) == 3);
    CHECK(keys(2e-5) == 2);
}

TEST_CASE("morph targets keep their names and weights, and are sparse where that is smaller") {
    ImportedModel imported = triangle();
    SkinnedMesh& mesh = imported.model.meshes[0];
    mesh.morphTargets = {{"smile", {{1, {0, 1, 0}, {0, 0, 0}}}},
                         {"frown", {{0, {0, 0, 1}, {0, 1, 0}}, {2, {1, 0, 0}, {}}}}};
    imported.model.restMorphWeights = {0.25f, 0.5f};
    imported.model.clips = {{.name = "talk", .durationSeconds = 1.0}};
    imported.model.clips[0].morphs = {{1, {{0.0, 1.0}, {0.0f, 1.0f}}}};
    const ImportedModel back = readBack(imported);
    REQUIRE(back.model.meshes.size() == 1);
    CHECK(back.model.meshes[0].morphTargets == mesh.morphTargets);
    CHECK(back.model.restMorphWeights == imported.model.restMorphWeights);
    REQUIRE(back.model.clips.size() == 1);
    REQUIRE(back.model.clips[0].morphs.size() == 2);
    const Json json = jsonOf(imported);
    size_t sparse = 0;
    for (const Json& accessor : json["accessors"])
        sparse += accessor.contains("sparse");
    CHECK(sparse > 0);
}

TEST_CASE("a clip lasts as long as it did, even one without keys") {
    ImportedModel imported = triangle();
    imported.model.clips = {{.name = "long", .durationSeconds = 3.5, .channels = {{.node = 1}}},
                            {.name = "still", .durationSeconds = 1.25}};
    imported.model.clips[0].channels[0].translation = {{0.0, 1.0}, {{1, 2, 3}, {2, 2, 3}}};
    const ImportedModel back = readBack(imported);
    REQUIRE(back.model.clips.size() == 2);
    CHECK(back.model.clips[0].name == "long");
    CHECK(back.model.clips[0].durationSeconds == 3.5);
    CHECK(back.model.clips[1].durationSeconds == 1.25);
}

TEST_CASE("where a clip is longer than its keys, all tracks that move are held until its end") {
    ImportedModel imported = triangle();
    imported.model.clips = {{.name = "long", .durationSeconds = 3.5, .channels = {{.node = 0}, {.node = 1}}}};
    for (Channel& channel : imported.model.clips[0].channels)
        channel.translation = {{0.0, 1.0}, {{1, 2, 3}, {2, 2, 3}}};
    const ImportedModel back = readBack(imported);
    for (const Channel& channel : back.model.clips[0].channels)
        CHECK(channel.translation.times == std::vector<double>{0.0, 1.0, 3.5});
}

TEST_CASE("cubic keys of a glTF file are written as they came") {
    import_files::Gltf gltf;
    gltf.floats({0.0f, 1.0f, 2.5f}, "SCALAR", 1);
    std::vector<float> turns;
    for (const float angle : {0.1f, 0.2f, 0.9f}) {
        const glm::quat q = glm::angleAxis(angle, glm::vec3(0, 1, 0));
        turns.insert(turns.end(), {0.5f, 0.125f, 0, -0.25f, q.x, q.y, q.z, q.w, 0.25f, -0.5f, 0.125f, 0});
    }
    const std::vector<float> moves{0, 1, 2, 1, 2, 3, 3, 2, 1, 0, 0, 1, 4, 4, 4, 1, 0, 0, 2, 2, 2, 0, 1, 0, 9, 9, 9};
    gltf.floats(turns, "VEC4", 4);
    gltf.floats(moves, "VEC3", 3);
    const ImportedModel imported = import_files::importGltf(gltf.text(
        R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"a","children":[1]},{"name":"b","children":[2]},)"
        R"({"name":"c"}],"animations":[{"extras":{"loop":true},"channels":[{"sampler":0,"target":{"node":1,)"
        R"("path":"rotation"}},{"sampler":1,"target":{"node":1,"path":"translation"}}],"samplers":[)"
        R"({"interpolation":"CUBICSPLINE","input":0,"output":1},{"interpolation":"CUBICSPLINE","input":0,"output":2}]}])"));
    REQUIRE(imported.model.clips.size() == 1);
    CHECK(imported.model.clips[0].extras == R"({"loop":true})");
    const ExportedModel exported = exportModel(imported, {});
    const Json json = Json::parse(exported.text);
    CHECK(json["animations"][0]["extras"] == Json{{"loop", true}});
    for (const Json& written : json["animations"][0]["samplers"]) {
        CHECK(written["interpolation"] == "CUBICSPLINE");
        const Json& accessor = json["accessors"][written["output"].get<size_t>()];
        const Json& view = json["bufferViews"][accessor["bufferView"].get<size_t>()];
        std::vector<float> values(accessor["count"].get<size_t>() * (accessor["type"] == "VEC4" ? 4 : 3));
        std::memcpy(
            values.data(),
            exported.binary.data() + view.value("byteOffset", size_t{0}) + accessor.value("byteOffset", size_t{0}),
            values.size() * sizeof(float));
        CHECK(values == (accessor["type"] == "VEC4" ? turns : moves));
    }
}

TEST_CASE("what a file adds in many members is written in the time of one pass") {
    ImportedModel imported = triangle();
    Json members;
    for (int i = 0; i < 100'000; ++i)
        members["member " + std::to_string(i)] = i;
    imported.model.sceneExtras = members.dump();
    const Passes passes;
    const std::string json = exportModel(std::move(imported), {}).text;
    CHECK(passes.count() < 100.0);
    CHECK(Json::parse(json)["scenes"][0]["extras"] == members);
}
