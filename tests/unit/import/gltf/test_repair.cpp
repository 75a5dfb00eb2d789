#include <cstring>
#include <map>
#include <string>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/gltf.h"
#include "support/replaced.h"
#include "support/temporary_folder.h"

using import_files::Gltf;
using import_files::importText;
using sinew::ImportedModel;

namespace {

/// A triangle with six influences per vertex, of six joints (nodes 1 to 6).
struct SkinnedTriangle {
    bool matrices = false;    ///< with inverse bind matrices that move by (0, 1, 0)
    bool secondSet = false;   ///< JOINTS_1 and WEIGHTS_1
    bool byteJoints = false;  ///< JOINTS_0 is of bytes, JOINTS_1 of shorts

    /// The file, as a .glb or a .gltf.
    std::string file(bool binary) const {
        Gltf gltf;
        const auto n = [](int number) { return std::to_string(number); };
        gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
        std::string attributes = "\"POSITION\":0";
        const auto addSet = [&](int set, const std::vector<uint16_t>& joints, const std::vector<float>& weights) {
            const std::vector<uint8_t> bytes(joints.begin(), joints.end());
            attributes +=
                ",\"JOINTS_" + n(set) + "\":" +
                n(byteJoints && set == 0 ? gltf.integers(bytes, "VEC4", 4, false) : gltf.ushorts(joints, "VEC4", 4));
            attributes += ",\"WEIGHTS_" + n(set) + "\":" + n(gltf.floats(weights, "VEC4", 4));
        };
        addSet(0, {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}, {.3f, .2f, .1f, .1f, .3f, .2f, .1f, .1f, .3f, .2f, .1f, .1f});
        if (secondSet)
            addSet(1, {4, 5, 0, 0, 4, 5, 0, 0, 4, 5, 0, 0}, {.2f, .1f, 0, 0, .2f, .1f, 0, 0, .2f, .1f, 0, 0});
        std::string skin = R"("joints" : [1,2,3,4,5,6])", nodes = R"({"mesh":0,"skin":0})";
        if (matrices) {
            std::vector<float> all;
            for (int joint = 0; joint < 6; ++joint)
                all.insert(all.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1});
            skin += R"(,"inverseBindMatrices":)" + n(gltf.floats(all, "MAT4", 16));
        }
        for (int joint = 0; joint < 6; ++joint)
            nodes += R"(,{"name":"j)" + n(joint) + R"("})";
        const std::string json = R"("scene":0,"scenes":[{"nodes":[0,1,2,3,4,5,6]}],"nodes":[)" + nodes +
                                 R"(],"skins":[{)" + skin + R"(}],"meshes":[{"primitives":[{"attributes":{)" +
                                 attributes + "}}]}]";
        return binary ? gltf.glb(json) : gltf.text(json);
    }
};

/// One chain of nodes, the last of which shows the triangle.
std::string chain(int depth) {
    Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    std::string nodes;
    for (int i = 1; i < depth; ++i)
        nodes += R"({"children":[)" + std::to_string(i) + "]},";
    return gltf.text(R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[)" + nodes +
                     R"({"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])");
}

}  // namespace

TEST_CASE("A glTF skin without inverse bind matrices uses identities") {
    for (const bool secondSet : {false, true})
        for (const bool binary : {false, true}) {
            INFO(secondSet << binary);
            const auto imported = importText(binary ? "model.glb" : "model.gltf",
                                             SkinnedTriangle{.secondSet = secondSet}.file(binary), {.influences = 8});
            REQUIRE(imported.model.instances.size() == 1);
            const auto& bones = imported.model.instances[0].bones;
            CHECK(bones.size() == (secondSet ? 6 : 4));
            for (const sinew::Bone& bone : bones)
                CHECK(bone.inverseBindMatrix == glm::mat4(1.0f));
            CHECK(imported.report.influences[0].largest == (secondSet ? 6 : 4));
            CHECK(onlyOne(imported.report.findings, "bind-matrices-missing").message ==
                  "the skin of 'mesh 0' has no inverseBindMatrices; identities are used");
        }
}

TEST_CASE("glTF sets of joints of two types are both read") {
    const auto plain = importText("model.gltf", SkinnedTriangle{.secondSet = true}.file(false), {.influences = 8});
    const auto mixed =
        importText("model.gltf", SkinnedTriangle{.secondSet = true, .byteJoints = true}.file(false), {.influences = 8});
    CHECK(mixed.report.influences[0].largest == 6);
    CHECK(mixed.model.meshes.at(0).influences == plain.model.meshes.at(0).influences);
    CHECK(mixed.model.meshes.at(0).moreInfluences == plain.model.meshes.at(0).moreInfluences);
}

TEST_CASE("A glTF mesh that two skins and a node without skin show is drawn with each") {
    Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    gltf.ushorts({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "VEC4", 4);
    gltf.floats({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4);
    gltf.floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, "MAT4", 16);
    const auto imported = importText("model.gltf", gltf.text(R"("scene":0,"scenes":[{"nodes":[0,1,2,3,4,5]}],
        "nodes":[{"mesh":0,"skin":0,"name":"a"},{"mesh":0,"skin":1,"name":"b"},{"mesh":0,"name":"c"},
                 {"mesh":0,"skin":1,"name":"d"},{"name":"j0","translation":[5,0,0]},{"name":"j1","translation":[0,7,0]}],
        "materials":[{"name":"m","extensions":{"KHR_materials_unlit":{}}}],
        "skins":[{"joints":[4],"inverseBindMatrices":3},{"joints":[5],"inverseBindMatrices":3}],
        "meshes":[{"primitives":[{"material":0,"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}])"));
    const sinew::Model& model = imported.model;
    std::map<std::string, std::string> boneOf;
    for (const sinew::MeshInstance& instance : model.instances) {
        const std::string node = model.hierarchy.names.at(instance.node);
        REQUIRE(instance.bones.size() == 1);
        boneOf[node] = model.hierarchy.names.at(instance.bones[0].node);
        CHECK(model.materials.at(model.meshes.at(instance.mesh).material).unlit);
    }
    CHECK(boneOf == std::map<std::string, std::string>{{"a", "j0"}, {"b", "j1"}, {"c", "c"}, {"d", "j1"}});
}

TEST_CASE("A glTF file without faults has no findings, and its own inverse bind matrices") {
    const std::string text = replaced(SkinnedTriangle{.matrices = true}.file(false), R"("type":"VEC3")",
                                      R"("type":"VEC3","min":[0,0,0],"max":[1,1,0])");
    const auto imported = importText("model.gltf", text, {.influences = 8});
    CHECK(countOf(imported.report.findings, "bind-matrices-missing") == 0);
    CHECK(imported.model.instances.at(0).bones.at(0).inverseBindMatrix[3] == glm::vec4(0, 1, 0, 1));
}

TEST_CASE("A glTF hierarchy that is too deep is refused with the limit") {
    CHECK(importText("model.gltf", chain(2000)).model.hierarchy.size() == 2000);
    CHECK_THROWS_WITH(importText("model.gltf", chain(3000)), Catch::Matchers::ContainsSubstring("2048 deep"));
    CHECK_THROWS_WITH(importText("model.gltf", chain(60000)), Catch::Matchers::ContainsSubstring("2048 deep"));
}

TEST_CASE("JSON nested beyond the limit is refused; brackets in strings do not count") {
    const std::string whole = chain(2);
    const auto with = [&](const std::string& extras) {
        return whole.substr(0, whole.size() - 1) + ",\"extras\":" + extras + "}";
    };
    CHECK_NOTHROW(importText("model.gltf", with(std::string(500, '[') + std::string(500, ']'))));
    CHECK_NOTHROW(importText("model.gltf", with("\"\\\"" + std::string(100'000, '[') + "\"")));
    for (const std::string& open : {std::string("["), std::string("{\"a\":")}) {
        std::string deep;
        for (int i = 0; i < 200'000; ++i)
            deep += open;
        CHECK_THROWS_WITH(importText("model.gltf", with(deep)),
                          Catch::Matchers::ContainsSubstring("nested more than 512 deep"));
    }
}

TEST_CASE("A glTF file without a scene shows all its nodes") {
    Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    const std::string meshes = R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])";
    const std::string nodes = R"("nodes":[{"mesh":0},{"children":[0]},{"mesh":0}],)";
    for (const char* scene : {"", R"("scene":0,"scenes":[],)", R"("scene":3,"scenes":[{"nodes":[1,2]}],)"}) {
        INFO(scene);
        const auto imported = importText("model.gltf", gltf.text(scene + nodes + meshes));
        CHECK(imported.model.instances.size() == 2);
        CHECK(countOf(imported.report.findings, "scene-missing") == 1);
    }
}

TEST_CASE("Another scene is shown in place of a glTF scene without nodes") {
    Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    const std::string rest =
        R"("nodes":[{"mesh":0}],"meshes":[{"name":"sail","primitives":[{"attributes":{"POSITION":0}}]}])";
    const auto imported = importText(
        "model.gltf", gltf.text(R"("scene":0,"scenes":[{"name":"new"},{},{"name":"old","nodes":[0]}],)" + rest));
    CHECK(imported.model.instances.size() == 1);
    checkOnly(imported.report.findings, "scene-empty", "", "shows 'new', which has no nodes; 'old' is shown instead",
              sinew::Severity::warning);
    CHECK(countOf(imported.report.findings, "element-unused") == 0);
    const auto missing = importText("model.gltf", gltf.text(R"("scene":3,"scenes":[{},{"nodes":[0]}],)" + rest));
    CHECK(onlyOne(missing.report.findings, "scene-missing").message ==
          "names scene 3, which the file does not have; 'scene 1' is shown");
    CHECK(countOf(missing.report.findings, "scene-empty") == 0);
    CHECK(missing.model.instances.size() == 1);
}

TEST_CASE("A missing buffer of glTF is named") {
    const std::string json = R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
        "bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"uri":"lost.bin","byteLength":36}]})";
    CHECK_THROWS_WITH(importText("model.gltf", json), Catch::Matchers::ContainsSubstring("'lost.bin'"));
}
