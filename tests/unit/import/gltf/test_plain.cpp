#include <algorithm>
#include <string>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/gltf.h"
#include "support/replaced.h"

using Catch::Matchers::ContainsSubstring;
using import_files::Gltf;
using import_files::importText;
using sinew::ImportedModel;

namespace {

std::string n(int number) {
    return std::to_string(number);
}

/// A triangle "good", and a skinned triangle "other" with texture coordinates and an animated joint "hip".
struct TwoMeshes {
    Gltf gltf;
    int positions = gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    int others = gltf.floats({0, 0, 0, 2, 0, 0, 0, 2, 0}, "VEC3", 3);
    int uvs = gltf.floats({0, 0, 1, 0, 0, 1}, "VEC2", 2);
    int joints = gltf.ushorts({0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}, "VEC4", 4);
    int weights = gltf.floats({.5f, .5f, 0, 0, .5f, .5f, 0, 0, .5f, .5f, 0, 0}, "VEC4", 4);
    int matrices = gltf.floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,  //
                                1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                               "MAT4", 16);
    int indices = gltf.ushorts({0, 1, 2}, "SCALAR", 1);
    int times = gltf.floats({0, 1}, "SCALAR", 1);
    int moves = gltf.floats({0, 0, 0, 0, 5, 0}, "VEC3", 3);

    std::string json() const {
        return R"("scenes":[{"nodes":[0,1,2,3]}],"nodes":[{"mesh":0},{"mesh":1,"skin":0},{"name":"hip"},{"name":"knee"}],)"
               R"("skins":[{"name":"body","joints":[2,3],"inverseBindMatrices":5}],"meshes":[{"name":"good","primitives":)"
               R"([{"attributes":{"POSITION":0}}]},{"name":"other","primitives":[{"indices":6,"attributes":{"POSITION":1,)"
               R"("TEXCOORD_0":2,"JOINTS_0":3,"WEIGHTS_0":)" +
               n(weights) +
               R"(}}]}],"animations":[{"name":"walk","samplers":[{"input":7,"output":8}],)"
               R"("channels":[{"sampler":0,"target":{"node":2,"path":"translation"}}]}])";
    }

    std::string text() const { return gltf.text(json()); }

    /// The text with another member in that accessor.
    std::string with(int accessor, const std::string& from, const std::string& to) const {
        std::string all = text();
        const std::string begin = "{\"bufferView\":" + n(accessor) + ",";
        const size_t at = all.find(begin);
        REQUIRE(at != std::string::npos);
        return all.substr(0, at) + replaced(all.substr(at), from, to);
    }
};

std::vector<std::string> drawn(const ImportedModel& imported) {
    std::vector<std::string> names;
    for (const sinew::MeshInstance& instance : imported.model.instances)
        if (const auto& mesh = imported.model.meshes.at(instance.mesh); mesh.triangleCount() > 0)
            names.push_back(mesh.name);
    return names;
}

}  // namespace

TEST_CASE("A glTF mesh with an accessor out of range is refused by name, and the others are drawn") {
    const TwoMeshes two;
    CHECK(drawn(importText("m.gltf", two.text())) == std::vector<std::string>{"good", "other"});
    struct Fault {
        std::string text, message;
    };
    const std::string view = "\"bufferView\":" + n(two.uvs) + ",";
    for (const auto& [text, message] : {
             Fault{two.with(two.others, "\"count\":3", "\"count\":4"), "POSITION: accessor 1 needs 48 bytes"},
             Fault{two.with(two.uvs, "\"count\":3", "\"count\":3,\"byteOffset\":8"), "TEXCOORD_0: accessor 2 needs 32"},
             Fault{two.with(two.uvs, "\"count\":3", "\"count\":3,\"byteOffset\":-8"), "TEXCOORD_0: accessor 2 needs"},
             Fault{two.with(two.uvs, "\"count\":3", "\"count\":3,\"count\":300"), "TEXCOORD_0: accessor 2 needs"},
             Fault{two.with(two.uvs, "VEC2", "VEC4"), "TEXCOORD_0: accessor 2 is not of type VEC2"},
             Fault{two.with(two.uvs, "5126", "5127"), "TEXCOORD_0: accessor 2 has an unknown component type"},
             Fault{two.with(two.uvs, "\"bufferView\":2", "\"bufferView\":99"), "bufferView 99 is missing"},
             Fault{two.with(two.indices, "\"count\":3", "\"count\":9"), "indices: accessor 6 needs 18 bytes"},
             Fault{two.with(two.indices, "5123", "5122"), "indices: accessor 6 is not of unsigned integers"},
             Fault{two.with(two.weights, "\"count\":3", "\"count\":4"), "WEIGHTS_0: accessor 4 needs"},
             Fault{two.with(two.joints, "\"count\":3", "\"count\":4"), "JOINTS_0: accessor 3 needs"},
             Fault{two.with(two.uvs, "\"count\":3",
                            R"("count":3,"sparse":{"count":1,"indices":{"bufferView":6,"componentType":5123,)"
                            R"("byteOffset":4},"values":{"bufferView":999}})"),
                   "TEXCOORD_0: accessor 2 has invalid sparse values"},
             Fault{two.with(two.matrices, "\"count\":2", "\"count\":1"), "1 of 2 joints have an inverse bind matrix"},
             Fault{two.with(two.matrices, "\"count\":2", "\"count\":3"), "skin 'body': accessor 5 needs 192 bytes"},
         }) {
        INFO(message);
        const ImportedModel imported = importText("m.gltf", text);
        CHECK(drawn(imported) == std::vector<std::string>{"good"});
        checkOnly(imported.report.findings, "mesh-unusable", "other", message);
    }
    // A stride beyond the view, and a view beyond the buffer.
    const std::string begin = R"({"buffer":0,"byteOffset":72,"byteLength":24)";
    for (const std::string& lie : {begin + R"(,"byteStride":24)", replaced(begin, ":24", ":999999")}) {
        const ImportedModel imported = importText("m.gltf", replaced(two.text(), begin, lie));
        CHECK(drawn(imported) == std::vector<std::string>{"good"});
        CHECK(onlyOne(imported.report.findings, "mesh-unusable").object == "other");
    }
}

TEST_CASE("A glTF file of which no mesh is in range is refused with the mesh's name") {
    const TwoMeshes two;
    std::string text = two.with(two.others, "\"count\":3", "\"count\":4");
    text = replaced(text, R"({"bufferView":0,"componentType":5126,"count":3)",
                    R"({"bufferView":0,"componentType":5126,"count":77)");
    CHECK_THROWS_WITH(importText("m.gltf", text), ContainsSubstring("good: POSITION: accessor 0 needs 924 bytes"));
}

TEST_CASE("A glTF accessor whose last element ends before its stride does is read") {
    const TwoMeshes two;
    // Positions and texture coordinates share one view; of the last vertex only the position and 8 bytes are there.
    Gltf gltf;
    const int together = gltf.floats({0, 0, 0, 0.5f, 0.25f,  //
                                      3, 0, 0, 0.5f, 0.25f,  //
                                      0, 3, 0, 0.5f, 0.25f},
                                     "SCALAR", 1);
    std::string text =
        gltf.text(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":)"
                  R"({"POSITION":1,"TEXCOORD_0":2}}]}])");
    text = replaced(text, R"("byteLength":60})", R"("byteLength":60,"byteStride":20})");
    text = replaced(text, R"("type":"SCALAR"})",
                    R"("type":"SCALAR"},{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},)"
                    R"({"bufferView":0,"byteOffset":12,"componentType":5126,"count":3,"type":"VEC2"})");
    REQUIRE(together == 0);
    const ImportedModel imported = importText("m.gltf", text);
    REQUIRE(imported.model.meshes.at(0).vertexCount() == 3);
    CHECK(imported.model.meshes[0].positions[1] == glm::vec3(3, 0, 0));
    CHECK(imported.model.meshes[0].uvs[2] == glm::vec2(0.5f, 0.25f));
}

TEST_CASE("glTF's weights may be normalized integers") {
    TwoMeshes two;
    two.weights = two.gltf.integers<uint8_t>({51, 204, 0, 0, 51, 204, 0, 0, 51, 204, 0, 0}, "VEC4", 4, true);
    const ImportedModel imported = importText("m.gltf", two.text());
    const auto& influences = imported.model.meshes.at(1).influences;
    REQUIRE(influences.size() == 3);
    for (const sinew::Influences& vertex : influences) {
        CHECK(vertex.bones[0] == 1);
        CHECK(vertex.weights[0] == 52428);
        CHECK(vertex.weights[1] == 13107);
    }
}

TEST_CASE("glTF's joints and channels are those of the number, whatever their names") {
    const TwoMeshes two;
    std::string text = replaced(two.text(), "\"name\":\"knee\"", "\"name\":\"hip\",\"translation\":[0,3,0]");
    text = replaced(text, R"("node":2,"path")", R"("node":3,"path")");
    const ImportedModel imported = importText("m.gltf", text);
    const auto& bones = imported.model.instances.at(1).bones;
    REQUIRE(bones.size() == 2);
    CHECK(bones[0].node != bones[1].node);
    CHECK(imported.model.hierarchy.rest[bones[1].node].translation == glm::vec3(0, 3, 0));
    REQUIRE(imported.model.clips.at(0).channels.size() == 1);
    CHECK(imported.model.clips[0].channels[0].node == bones[1].node);
}

TEST_CASE("A model is read as what its content is, whatever its name") {
    const TwoMeshes two;
    for (const char* name : {"m.vrm", "m.vrma", "m.obj", "m.gltf", "m", "m.fbx"})
        CHECK(drawn(importText(name, two.gltf.glb(two.json()))).size() == 2);
    for (const char* name : {"m.glb", "m.json", "m.vrm"})
        CHECK(drawn(importText(name, two.text())).size() == 2);
    CHECK_THROWS_WITH(importText("m.character", "no model at all"),  // newer assimp takes .vrm for JSON
                      ContainsSubstring("unknown format; supported: ") && ContainsSubstring(".vrm, .vrma"));
}

TEST_CASE("A glTF file that says a member twice is read as it is checked") {
    const TwoMeshes two;
    const std::string accessors = "\"accessors\":[";
    const std::string text = replaced(two.text(), accessors, "\"acc\\u0065ssors\":[{}]," + accessors);
    CHECK(drawn(importText("m.gltf", text)).size() == 2);
}

TEST_CASE("EXT_mesh_gpu_instancing places a mesh at each instance") {
    const auto text = [](size_t translations, size_t scales) {
        Gltf gltf;
        gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
        std::vector<float> moves, sizes;
        for (size_t i = 0; i < translations; ++i)
            moves.insert(moves.end(), {static_cast<float>(i), 0, 5});
        for (size_t i = 0; i < scales; ++i)
            sizes.insert(sizes.end(), {2, 2, static_cast<float>(i) + 1});
        gltf.floats(moves, "VEC3", 3);
        gltf.floats(sizes, "VEC3", 3);
        gltf.integers<int8_t>({0, 0, 0, 127, 0, 127, 0, 0, 0, 0, 127, 0}, "VEC4", 4, true);
        return gltf.text(R"("extensionsUsed":["EXT_mesh_gpu_instancing"],"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,)"
                         R"("name":"tree","translation":[0,3,0],"extensions":{"EXT_mesh_gpu_instancing":{"attributes":)"
                         R"({"TRANSLATION":1,"SCALE":2)" +
                         std::string(translations == 3 ? R"(,"ROTATION":3)" : "") +
                         R"(}}}}],"meshes":[{"name":"leaf","primitives":[{"attributes":{"POSITION":0}}]}])");
    };
    const sinew::Model model = importText("m.gltf", text(3, 3)).model;
    REQUIRE(model.instances.size() == 3);
    CHECK(model.meshes.size() == 1);
    for (size_t i = 0; i < 3; ++i) {
        const sinew::Transform& placed = model.hierarchy.rest[model.instances[i].node];
        CHECK(placed.translation == glm::vec3(static_cast<float>(i), 0, 5));
        CHECK(placed.scale == glm::vec3(2, 2, static_cast<float>(i) + 1));
    }
    CHECK(std::abs(model.hierarchy.rest[model.instances[1].node].rotation.y) == Approx(1.0f));
    CHECK(model.hierarchy.rest[model.hierarchy.parents[model.instances[1].node]].translation == glm::vec3(0, 3, 0));
    CHECK_THROWS_WITH(importText("m.gltf", text(3, 2)),
                      ContainsSubstring("leaf: EXT_mesh_gpu_instancing: its attributes differ"));
    CHECK_THROWS_WITH(importText("m.gltf", text(70'000, 70'000)),
                      ContainsSubstring("has more than 65536 mesh instances"));
}

TEST_CASE("Morph targets of too many vertices are refused before they are made") {
    std::string targets;
    for (int i = 0; i < 68; ++i)
        targets += (i > 0 ? "," : "") + std::string("{\"POSITION\":0}");
    const std::string text =
        R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"accessors":[)"
        R"({"componentType":5126,"count":999999,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},)"
        R"("targets":[)" +
        targets + "]}]}]}";
    CHECK_THROWS_WITH(importText("many.gltf", text),
                      ContainsSubstring("has morph targets of more than 67108864 vertices"));
}
