// What is found in glTF files: each row changes one sound file.

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

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
using sinew::Findings;
using sinew::ImportedModel;
using sinew::Severity;

namespace {

constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();
constexpr Severity kNote = Severity::info, kWarning = Severity::warning, kError = Severity::error;

/// Texts of the file and what is there instead.
using Changes = std::vector<std::pair<std::string, std::string>>;

/// One more accessor, with the index 10.
struct More {
    std::vector<float> values;
    const char* type = "VEC4";
};

/// A square "cloth" with a skin of two joints, a morph target, a material with a texture, and a clip "wave" that turns
/// and moves "hip". Accessor 8 has positions of three vertices, 9 normals of four.
std::string file(const Changes& changes = {}, const More& more = {}) {
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
    gltf.floats({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3", 3);
    if (!more.values.empty()) gltf.floats(more.values, more.type, std::string(more.type) == "VEC4" ? 4 : 3);
    std::string text = gltf.text(
        R"("scenes":[{"nodes":[0,1,2]}],"nodes":[{"name":"shown","mesh":0,"skin":0},{"name":"hip"},{"name":"knee"}],)"
        R"("skins":[{"name":"body","joints":[1,2]}],"materials":[{"name":"silk","pbrMetallicRoughness":)"
        R"({"baseColorTexture":{"index":0}}}],"textures":[{"name":"print","source":0}],"images":[{"uri":"data:image/png)"
        R"(;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}],)"
        R"("meshes":[{"name":"cloth","weights":[0],"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":2,"WEIGHTS_0":)"
        R"(3},"indices":1,"material":0,"targets":[{"POSITION":4}]}]}],"animations":[{"name":"wave","samplers":[)"
        R"({"input":5,"output":6},{"input":5,"output":7}],"channels":[{"sampler":0,"target":{"node":1,"path":)"
        R"("rotation"}},{"sampler":1,"target":{"node":1,"path":"translation"}}]}])");
    for (const auto& [from, to] : changes)
        text = replaced(text, from, to);
    return text;
}

ImportedModel imported(const Changes& changes, const More& more = {}) {
    return importText("m.gltf", file(changes, more));
}

/// The change leads to one finding of that id.
void finds(const char* id, const Changes& changes, const char* object, const std::string& says,
           Severity severity = kWarning, const More& more = {}) {
    INFO(id << ", " << says << (changes.empty() ? "" : ", " + changes[0].second));
    checkOnly(imported(changes, more).report.findings, id, object, says, severity);
}

void findsNone(const char* id, const Changes& changes, const More& more = {}) {
    INFO(id << (changes.empty() ? "" : ", " + changes[0].second));
    CHECK(countOf(imported(changes, more).report.findings, id) == 0);
}

Changes with(const std::string& from, const std::string& to) {
    return {{from, to}};
}

Changes operator+(Changes some, const Changes& others) {
    some.insert(some.end(), others.begin(), others.end());
    return some;
}

/// Members before those of the file.
Changes first(const std::string& members) {
    return with(R"("scenes":[)", members + R"(,"scenes":[)");
}

/// The node "hip" with more members.
Changes hip(const std::string& members) {
    return with(R"({"name":"hip"})", R"({"name":"hip",)" + members + "}");
}

const std::string kPositions = R"("count":4,"type":"VEC3")", kTimes = R"("count":2,"type":"SCALAR")",
                  kAttributes = R"("POSITION":0,)", kSkin = R"({"name":"body","joints":[1,2]})",
                  kPrint = R"({"name":"print","source":0})", kMoves = R"("node":1,"path":"translation")",
                  kMove = R"("output":7})", kShown = R"("mesh":0,"skin":0)";

}  // namespace

TEST_CASE("A sound glTF file has no warning") {
    for (const Finding& finding : imported({}).report.findings) {
        INFO(finding.id + ": " + finding.message);
        CHECK(finding.severity == kNote);
    }
}

TEST_CASE("What a glTF file refers to without having it is taken out and named, and the rest is read") {
    finds("reference-missing", with(R"("material":0)", R"("material":7)"), "cloth",
          "refers to material 7, which the file does not have", kError);
    finds("reference-missing", with(R"("skin":0)", R"("skin":7)"), "cloth", "node 'shown' refers to skin 7", kError);
    finds("reference-missing", with(R"("mesh":0)", R"("mesh":7)"), "shown", "refers to mesh 7", kError);
    finds("reference-missing", with(R"("mesh":0)", R"("mesh":-1)"), "shown", "refers to mesh -1", kError);
    finds("reference-missing", with(R"("joints":[1,2])", R"("joints":[1,7])"), "cloth", "'body' has the joint node 7",
          kError);
    finds("reference-missing", with(R"("joints":[1,2])", R"("joints":[1,2],"skeleton":7)"), "body", "7", kNote);
    finds("reference-missing", hip(R"("children":[7])"), "hip", "refers to node 7", kError);
    finds("reference-missing", with("[0,1,2]", "[0,1,2,7]"), "scene 0", "refers to node 7", kError);
    finds("reference-missing", with(R"("index":0)", R"("index":7)"), "silk", "texture 7 as its baseColorTexture",
          kError);
    finds("reference-missing", with(R"("source":0)", R"("source":7)"), "print", "refers to image 7", kError);
    finds("reference-missing", with(R"("source":0)", R"("source":0,"sampler":7)"), "print", "refers to sampler 7",
          kError);
    finds("reference-missing",
          with(R"("source":0)", R"("source":0,"sampler":7)") + with(R"("images":[{)", R"("images":[{"name":"weave",)"),
          "print", "image 'weave' with sampler 7, which the file does not have; material 'silk' uses it", kError);
    finds("reference-missing", with(R"("node":1,"path":"rotation")", R"("node":7,"path":"rotation")"), "wave",
          "moves node 7", kError);
    const auto rest = imported(with(R"("node":1,"path":"rotation")", R"("node":7,"path":"rotation")")).model;
    CHECK(rest.clips.at(0).channels.size() == 1);
    CHECK(rest.instances.size() == 1);
}

TEST_CASE("A glTF file that cannot be read says why") {
    const std::string empty = "has neither a mesh nor a skeleton: ", deep = R"({"name":"hip","children":[2]},)";
    const Changes still = with(R"("animations":[{"name":"wave",)", R"("extras":[{)");
    const std::vector<std::pair<Changes, std::string>> rows{
        {with(R"("joints":[1,2])", R"("joints":[1,2],"inverseBindMatrices":99)"),
         "cloth: skin 'body': accessor 99 is missing"},
        {still + with(R"("mesh":0)", R"("mesh":99)"), empty + "shown: node 'shown' refers to mesh 99"},
        {still + with("[0,1,2]", "[1,2]"), empty + "its scene does not hold 'shown'"},
        {with(R"({"name":"hip"},{"name":"knee"})", deep + R"({"name":"knee","children":[2]})"),
         "node 'knee' is its own descendant: it is a child of 'knee'; 'knee' is a child of 'hip' and 'knee'"},
        {hip(R"("scale":[1,NaN,1])"), "has invalid JSON in 'nodes': 'NaN' in the scale of node 'hip'"},
        {with(R"({"name":"hip"})", R"({"scale":[1,1.#QNAN,1],"name":"hip"})"), "'1.#QNAN' in the scale of node 1"},
        {with(kPositions, kPositions + R"(,"min":[-Infinity,0,0])"), "has invalid JSON in 'accessors': "},
        {with("}]}]", "}]}"), "is not JSON, or is cut short"},
        {first(R"("extensionsUsed":["FOO_bones"],"extensionsRequired":["FOO_bones"])"),
         "requires the extension 'FOO_bones', which is not supported"}};
    for (const auto& [changes, says] : rows)
        CHECK_THROWS_WITH(importText("m.gltf", file(changes)), ContainsSubstring(says));
    for (const char* text : {"no JSON", "{{{{invalid json]]]]", R"({"asset":{"version":"2.0"},"meshes":[)"})
        CHECK_THROWS_WITH(importText("m.gltf", text), ContainsSubstring("is not JSON, or is cut short"));
    CHECK_THROWS_WITH(importText("m.gltf", R"({"asset":{"version":"2.0"},"materials":[{"name":"m"}]})"),
                      ContainsSubstring("has no nodes"));
}

TEST_CASE("Nodes, skins and scenes of glTF that are not as they should be are named") {
    const Changes both = with("[0,1,2]", "[0,1]") + with(R"({"name":"shown",)", R"({"name":"shown","children":[2],)");
    const std::string unit = "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1";
    const auto knee = [](const std::string& matrix) {
        return with(R"({"name":"knee"})", R"({"name":"knee","matrix":[)" + matrix + "]}");
    };
    finds("node-parents", hip(R"("children":[2])"), "knee", "is below 'hip' and the scene; each gets a copy", kNote);
    finds("node-parents", both + hip(R"("children":[2])"), "knee", "is below 'shown' and 'hip'; each gets a copy",
          kNote);
    finds("transform-invalid", hip(R"("matrix":[1,0,0])"), "hip",
          "has a matrix of 3 instead of 16 numbers; it is ignored", kError);
    finds("transform-invalid", hip(R"("translation":[1,0,0,1])"), "hip", "translation of 4 instead of 3", kError);
    finds("transform-invalid", hip(R"("scale":[1,"2",null])"), "hip", "has a scale that is no list of numbers", kError);
    finds("matrix-animated", hip(R"("matrix":[)" + unit + "]"), "hip", "although clips move it");
    finds("matrix-not-affine", knee("1,0,0,0.2,0,1,0,0,0,0,1,0,0,0,0,1"), "knee",
          "last row is 0.2 0 0 1 instead of 0 0 0 1");
    finds("rotation-not-unit", hip(R"("rotation":[0,0,0,0])"), "hip", "a rotation of all zeros, which was ignored");
    finds("rotation-not-unit", hip(R"("rotation":[0,0,0,2])"), "hip", "rests with a quaternion of length 2");
    finds("joints-outside-scene", with("[0,1,2]", "[0,1]"), "knee",
          "is part of no scene; 1 joint of 'cloth' at or below it stands where its own nodes place it");
    finds("joints-outside-scene", with("[0,1,2]}", R"([0,1]},{"nodes":[2]})"), "knee", "is part of another scene");
    finds("joints-outside-scene", with("[0,1,2]", "[0]") + hip(R"("children":[2])"), "hip",
          "2 joints of 'cloth' at or below it stand where");
    finds("skin-missing", with(kShown, R"("mesh":0)"), "cloth",
          "has weights of bones, but its node 'shown' has no skin");
    finds("skin-root", with(kSkin, R"({"name":"body","skeleton":0,"joints":[1,2]})"), "body",
          "names 'shown' as the root of its skeleton, but 2 of 2 joints are not below it", kNote);
    findsNone("node-parents", {});
    findsNone("node-parents", both);
    findsNone("matrix-animated", knee(unit));
    findsNone("matrix-not-affine", knee(unit));
    findsNone("rotation-not-unit", hip(R"("rotation":[0,0,0.6,0.8])"));
    findsNone("joints-outside-scene", with("[0,1,2]}", R"([0,1,2]},{"nodes":[1,2]})"));
    findsNone("skin-missing", {});
    findsNone("skin-missing", hip(R"("mesh":0)"));
    findsNone("skin-missing", with(kShown, R"("camera":0)"));
    findsNone("skin-missing", with(kShown, R"("mesh":0)") + with(R"("skins":[)" + kSkin + "],", ""));
    findsNone("skin-root", with(kSkin, R"({"name":"body","skeleton":1,"joints":[1,2]})"));
    CHECK(imported(hip(R"("translation":[1,0,0,1])")).model.hierarchy.rest.at(1).translation == glm::vec3(0.0f));
}

TEST_CASE("Channels and keys of glTF that are not played, or twice there, are named with their clip and node") {
    finds("channel-twice",
          with(R"({"sampler":1,"target":{)" + kMoves, R"({"sampler":0,"target":{"node":1,"path":"rotation")"), "wave",
          "two channels for the rotation of 'hip'");
    finds("channel-unusable", with(kMoves, R"("path":"translation")"), "wave", "");
    finds("channel-unusable", with(R"(,"target":{)" + kMoves + "}", ""), "wave", "");
    finds("channel-unusable", with(kMoves, R"("node":1,"path":"move")"), "wave",
          "'hip' is ignored: the format has no path 'move'");
    finds("channel-unusable", with(R"("count":2,"type":"VEC3")", R"("count":9,"type":"VEC3")"), "wave",
          "translation of 'hip' is ignored: accessor 7 needs 108 bytes", kError);
    finds("keys-mismatched", with(R"("count":2,"type":"VEC3")", R"("count":1,"type":"VEC3")"), "wave",
          "translation of 'hip' is ignored: 2 keys have 1 values", kError);
    finds("keys-mismatched",
          with(R"("targets":[{"POSITION":4}])", R"("targets":[{"POSITION":4},{"POSITION":4}])") +
              with(kMoves, R"("node":0,"path":"weights")") + with(kMove, R"("output":5})"),
          "wave", "weights of 'shown' are ignored: 2 keys have 2 values for 2 morph targets", kError);
    finds("key-dropped", with(kMove, R"("output":10,"interpolation":"CUBICSPLINE"})"), "wave",
          "1 key ignored: with tangents that are not finite, beginning with 'hip'", kWarning,
          {{0, 0, 0, 0, 0, 0, 0, 0, 0, kNotANumber, 0, 0, 1, 0, 0, 0, 0, 0}, "VEC3"});
    finds("interpolation-unknown", with(kMove, R"("output":7,"interpolation":"BEZIER"})"), "wave",
          "translation of 'hip' has the interpolation 'BEZIER'");
    finds("interpolation-unknown", with(kMove, R"("output":7,"interpolation":3})"), "wave",
          "an interpolation that is no text; it is played linearly");
    finds("bounds-wrong", with(kTimes, kTimes + R"(,"min":[0],"max":[0.5])"), "wave",
          "has its last key at 1 s, but the file states 0.5 s");
    findsNone("interpolation-unknown", with(kMove, R"("output":7,"interpolation":"STEP"})"));
    findsNone("channel-unusable", with(kMoves, R"("path":"pointer","extensions":{"KHR_animation_pointer":{}})"));
    findsNone("key-dropped", with(kMove, R"("output":10,"interpolation":"CUBICSPLINE"})"),
              {std::vector<float>(18), "VEC3"});
    for (const char* max : {R"(,"max":[1])", R"(,"max":[ 1.0005 ])", R"(,"max":[])", R"(,"max":[null])"})
        findsNone("bounds-wrong", with(kTimes, kTimes + max));
    CHECK(
        imported(with(R"("count":2,"type":"VEC3")", R"("count":1,"type":"VEC3")")).model.clips.at(0).channels.size() ==
        1);
}

TEST_CASE("Attributes, indices and morph targets of glTF that do not fit are named") {
    const auto weighted = [](float weight) {
        return std::vector<float>{1, weight, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    };
    const Changes ownWeights = with(R"("WEIGHTS_0":3)", R"("WEIGHTS_0":10)");
    const std::vector<float> signs{1, 0, 0, 1, 1, 0, 0, -1, 1, 0, 0, 0, 1, 0, 0, 1},
        slopes{0, 0, 2, 0, 0, 1, 0, .5f, 0, 0, 0, 1.05f};
    finds("index-out-of-range", with(R"("POSITION":0,"JOINTS_0":2,"WEIGHTS_0":3)", R"("POSITION":8)"), "cloth",
          "1 triangle ignored: vertices that do not exist");
    finds("indices-incomplete", with(R"("componentType":5123,"count":6)", R"("componentType":5123,"count":5)"), "cloth",
          "2 indices beyond the last whole triangle ignored");
    finds("morph-misfit", with(R"("weights":[0])", R"("weights":[0,0,0])"), "cloth",
          "has 3 weights for 1 morph target");
    finds("morph-misfit", with(R"("mesh":0)", R"("mesh":0,"weights":[1,1])"), "cloth",
          "node 'shown' has 2 weights for 1 morph target");
    finds("morph-misfit", with(R"([{"POSITION":4}])", R"([{"POSITION":8}])"), "cloth",
          "POSITION of morph target 0 has 3 elements for 4 vertices; it is ignored");
    finds("morph-misfit", with(R"([{"POSITION":4}])", R"([{"POSITION":4,"TANGENT":4}])"), "cloth",
          "has morph targets with 'TANGENT', which its parts do not have", kNote);
    finds("attribute-ignored", with(kAttributes, R"("POSITION":0,"NORMAL":8,)"), "cloth",
          "NORMAL has 3 elements for 4 vertices; it is ignored");
    finds("attribute-format",
          with(R"("componentType":5126,"count":4,"type":"VEC3")", R"("componentType":5123,"count":4,"type":"VEC3")"),
          "cloth", "has POSITION of 16-bit integers, which only KHR_mesh_quantization allows");
    finds("weight-of-no-joint", with(R"("joints":[1,2])", R"("joints":[1])"), "cloth",
          "4 weights ignored: skin 'body' has only 1 joint", kError);
    finds("weight-ignored", ownWeights, "cloth", "1 weight ignored: without a vertex, negative or not finite", kWarning,
          {weighted(-0.3f)});
    finds("weight-ignored", ownWeights, "cloth", "1 weight ignored", kWarning, {weighted(kNotANumber)});
    finds("normals-not-unit", with(kAttributes, R"("POSITION":0,"NORMAL":10,)"), "cloth",
          "2 of 4 normals are not of unit length; they are normalized", kNote, {slopes, "VEC3"});
    finds("tangents-odd", with(kAttributes, R"("POSITION":0,"NORMAL":9,"TANGENT":10,)"), "cloth",
          "1 of 4 tangents has neither 1 nor -1 as handedness", kNote, {signs});
    finds("mesh-empty", with(R"(],"meshes":[)", R"(],"meshes":[{"name":"hat"},)"), "hat",
          "has no list of primitives and is not drawn");
    finds("mesh-unusable", with(R"("primitives":[)", R"("primitives":[{"attributes":{"NORMAL":9}},)"), "cloth",
          "POSITION is missing", kError);
    finds("uv-set-missing", {}, "cloth", "", kNote);
    findsNone("weight-ignored", ownWeights, {weighted(0.0f)});
    findsNone("attribute-format", {});
    findsNone("attribute-format", with(R"("componentType":5126,"count":4,"type":"VEC3")",
                                       R"("componentType":5123,"count":4,"type":"VEC3")") +
                                      first(R"("extensionsUsed":["KHR_mesh_quantization"])"));
    for (const char* name : {"TEXCOORD", "COLOR_", "Normal"})
        finds("attribute-ignored", with(kAttributes, kAttributes + "\"" + name + "\":0,"), "cloth",
              "has an attribute '" + std::string(name) + "', which glTF does not know", kNote);
    for (const char* name : {"NORMAL", "_SAIL", "COLOR_0"})
        findsNone("attribute-ignored", with(kAttributes, kAttributes + "\"" + name + "\":9,"));
}

TEST_CASE(
    "Boxes that glTF accessors state are judged, also with sparse values, unless they are nearly right or no box") {
    const auto stating = [](const std::string& stated) { return with(kPositions, kPositions + stated); };
    const std::string sparse =
        R"(,"sparse":{"count":2,"indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":0}})";
    finds("bounds-wrong", stating(R"(,"min":[0,0,0],"max":[1,0.5,0])"), "cloth",
          "has vertices up to 35.4 % of the mesh's size outside the box that the file states");
    finds("bounds-wrong", stating(R"(,"min":[0.5,0,0],"max":[1,1,0])"), "cloth", "");
    finds("bounds-wrong", stating(sparse + R"(,"min":[0,0,0],"max":[1,0.5,0])"), "cloth", "");
    finds("bounds-wrong", stating(R"(,"min":[-30,-30,-30],"max":[30,30,30])"), "cloth",
          "is in a box that the file states 73.5 times as large");
    for (const std::string stated :
         {"", R"(,"min":[0,0,0],"max":[1,1,0])", R"(,"min":[1e-2,0,0],"max":[1,0.99,0])",
          R"(,"min":[-2,-2,-2],"max":[2,2,2])", R"(,"max":[0,0,0])", R"(,"min":[1,1],"max":[1,1])",
          R"(,"min":[1,1,1,1],"max":[1,1,1,1])", R"(,"min":[1,1,"1"],"max":[1,1,null])"})
        findsNone("bounds-wrong", stating(stated));
    findsNone("bounds-wrong", stating(sparse + R"(,"min":[0,0,0],"max":[1,1,0])"));
}

TEST_CASE("glTF elements that nothing uses, parts without material and odd pictures are named") {
    // The first bytes of pictures.
    const auto png = std::bit_cast<float>(0x474E5089u), jpeg = std::bit_cast<float>(0x00FFD8FFu);
    const auto embedded = [](const std::string& type) {
        return with(R"("images":[{)",
                    R"("images":[{"name":"skin","bufferView":10,"mimeType":"image/)" + type + R"("},{)");
    };
    const std::string spare = kPrint + R"(,{"name":"spare","source":0})",
                      part = R"({"attributes":{"POSITION":0,"JOINTS_0":2,"WEIGHTS_0":3})";
    const auto parts = [&](const std::string& other) {
        return with(R"("primitives":[)", R"("primitives":[)" + other + ",");
    };
    finds("element-unused", with(R"(,"skin":0)", ""), "body", "is a skin that no node shows", kNote);
    finds("element-unused", with(R"("meshes":[)", R"("meshes":[{"name":"spare","primitives":[]},)"), "cloth", "",
          kNote);
    finds("element-unused", with(kPrint, spare), "spare", "is a texture that no material uses", kNote);
    finds("element-unused", with(kPrint, spare) + with(R"("images":[{)", R"("images":[{"name":"dots",)"), "spare",
          "is a texture that no material uses: image 'dots'", kNote);
    finds("element-unused", with(R"(ggg=="}])", R"(ggg=="},{"name":"dark","uri":"data:image/png;base64,AAAA"}])"),
          "dark", "is an image that no texture uses", kNote);
    finds("material-none", parts(part + "}"), "cloth", "has 4 vertices without a material, unlike the other parts",
          kNote);
    finds("material-none", with(R"("material":0,)", ""), "cloth",
          "has 4 vertices without a material; nothing has 'silk'");
    for (const auto& [head, type] : {std::pair{png, "jpeg"}, {jpeg, "png"}})
        finds("texture-type-wrong", embedded(type), "skin",
              std::string("says that it is image/") + type + ", but is image/", kWarning, {{head, 0, 0, 0}});
    findsNone("element-unused", {});
    findsNone("element-unused", with(kShown, R"("camera":0)"));
    findsNone("element-unused", with(R"("source":0)", R"("extensions":{"EXT_texture_webp":{"source":0}})"));
    findsNone("element-unused", with(R"("pbrMetallicRoughness":{"baseColorTexture":{"index":0}})",
                                     R"("extensions":{"KHR_materials_clearcoat":{"clearcoatTexture":{"index":0}}})"));
    findsNone("material-none", parts(part + R"(,"material":0})"));
    findsNone("material-none", parts(R"({"attributes":{"POSITION":0}})"));
    findsNone("material-none", with(R"("material":0,)", R"("mode":1,)"));
    findsNone("material-none",
              with(R"("material":0,)", R"("extensions":{"KHR_materials_variants":{"mappings":[{"material":0}]}},)"));
    for (const char* type : {"png", "webp"})
        findsNone("texture-type-wrong", embedded(type), {{png, 0, 0, 0}});
    CHECK(countOf(imported(with("[0,1,2]", "[1,2]")).report.findings, "element-unused") == 2);
}

TEST_CASE("What glTF demands of a file as a whole is judged") {
    const std::string own = R"("extensions":{"OWN_thing":{}})", name = R"("name":"silk")",
                      offset = R"("byteOffset":0,)";
    const auto sparse = [](int byteOffset) {
        return with(kPositions, kPositions + R"(,"sparse":{"count":2,"indices":{"bufferView":1,"byteOffset":)" +
                                    std::to_string(byteOffset) +
                                    R"(,"componentType":5123},"values":{"bufferView":0}})");
    };
    const std::string unlit = name + R"(,"extensions":{"KHR_materials_unlit":{}})";
    finds("extension-undeclared", with(name, unlit), "KHR_materials_unlit",
          "is used by material 'silk', but extensionsUsed does not list it");
    finds("extension-undeclared", first(own), "OWN_thing", "by the file, ");
    finds("extension-undeclared", with(R"("scenes":[{)", R"("scenes":[{"name":"sea",)" + own + ","), "OWN_thing",
          "by scene 'sea', ");
    finds("extension-undeclared", with(offset, own + "," + offset), "OWN_thing", "by bufferView ");
    finds("extension-undeclared", first(R"("extensionsRequired":["KHR_mesh_quantization"])"), "KHR_mesh_quantization",
          "is required, but extensionsUsed does not list it", kNote);
    finds("extension-ignored", first(R"("extensionsUsed":["FOO_bones","KHR_mesh_quantization"])"), "FOO_bones", "",
          kNote);
    finds(
        "extension-ignored",
        first(
            R"("extensionsUsed":["CESIUM_RTC"],"extensionsRequired":["CESIUM_RTC"],"extensions":{"CESIUM_RTC":{"center":[4e6,6e5,5e6]}})"),
        "CESIUM_RTC", "the place of the model on the Earth", kNote);
    finds("accessor-irregular", with(offset, R"("byteOffset":2,)"), "file",
          "1 accessor whose numbers do not begin at a multiple of their size in the buffer: accessor 0");
    finds("accessor-irregular", sparse(4), "file", "1 accessor with sparse indices that do not ascend: accessor 0");
    finds("accessor-irregular", sparse(6), "file", "do not ascend");
    finds("json-encoding", with(R"("name":"hip")", "\"name\":\"m\xe2t\""), "file",
          "has text in 'nodes' that is not UTF-8: 'm\xef\xbf\xbdt'");
    finds("version-wrong", with(R"("version":"2.0")", R"("version":"1.0")"), "file", "states glTF version '1.0'");
    finds("version-wrong", with(R"("version":"2.0")", R"("generator":"me")"), "file",
          "does not state its version of glTF");
    finds("version-wrong", with(R"("version":"2.0")", R"("version":"2.0","minVersion":"2.1")"), "file",
          "needs a reader of glTF '2.1'");
    finds("version-wrong", with(R"("version":"2.0")", R"("version":"2.1","minVersion":"2.1")"), "file", "glTF 2.1",
          kNote);
    finds("list-empty", with(R"("mesh":0)", R"("mesh":0,"children":[ ])"), "shown",
          "has an empty list 'children', which glTF forbids", kNote);
    finds("list-empty", with(R"([{"POSITION":4}])", "[]"), "cloth", "'targets'", kNote);
    finds("list-empty", with("[0,1,2]}", R"([0,1,2]},{"name":"land","nodes":[]})"), "land", "'nodes'", kNote);
    finds("list-empty", first(R"("cameras":[])"), "file", "'cameras'", kNote);
    finds("list-empty", first(R"("extensionsUsed":[])"), "file", "'extensionsUsed'", kNote);
    findsNone("extension-undeclared", with(name, unlit) + first(R"("extensionsUsed":["KHR_materials_unlit"])"));
    findsNone("extension-undeclared", with(name, name + R"(,"extras":{"extensions":{"own":{}}})"));
    findsNone("extension-undeclared",
              first(R"("extensionsRequired":["KHR_mesh_quantization"],"extensionsUsed":["KHR_mesh_quantization"])"));
    findsNone("accessor-irregular", {});
    findsNone("accessor-irregular", sparse(0));
    findsNone("json-encoding", with(R"("name":"hip")", "\"name\":\"m\xc3\xa2t\""));
    findsNone("version-wrong", with(R"("version":"2.0")", R"("version":"2.0","minVersion":"2.0")"));
    findsNone("list-empty", {});
    findsNone("list-empty", hip(R"("extras":{"list":[]})"));
    findsNone("list-empty", hip(R"("extensions":{"OWN_thing":{"list":[]}})"));
    findsNone("list-empty", hip(R"("tag":"[]")"));
    for (const std::string required :
         {"KHR_lights_punctual", "ADOBE_materials_clearcoat_specular", "MSFT_packing_normalRoughnessMetallic",
          "NV_materials_mdl", "KHR_texture_basisu", "EXT_lights_image_based", "KHR_interactivity"}) {
        const Findings findings =
            imported(first(R"("extensionsUsed":[")" + required + R"("],"extensionsRequired":[")" + required + R"("])"))
                .report.findings;
        CHECK(onlyOne(findings, "extension-required").object == required);
        CHECK(onlyOne(findings, "extension-required").severity == kWarning);
    }
    CHECK_NOTHROW(
        imported({first(R"("extensionsUsed":["KHR_technique_webgl"],"extensionsRequired":["KHR_technique_webgl"])")}));
}

TEST_CASE("glTF accessors after one that is no object are looked at, too") {
    Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    gltf.floats({0}, "SCALAR", 1);
    const std::string text =
        gltf.text(R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":1}}]}])");
    const std::string odd = replaced(replaced(text, R"("accessors":[)", R"("accessors":["rope",)"),
                                     R"("byteOffset":0,)", R"("byteOffset":2,)");
    CHECK_THAT(onlyOne(importText("m.gltf", odd).report.findings, "accessor-irregular").message,
               Catch::Matchers::EndsWith("accessor 1"));
}

TEST_CASE("Positions and key times without min and max are notes") {
    Gltf gltf;
    gltf.floats({0, 0, 0, 3, 0, 0, 0, 4, 0}, "VEC3", 3);
    gltf.floats({0, 1}, "SCALAR", 1);
    gltf.floats({0, 0, 0, 1, 0, 0, .6f, .8f}, "VEC4", 4);
    const std::string bare = gltf.text(
        R"("nodes":[{"mesh":0}],"meshes":[{"name":"cloth","primitives":[{"attributes":{"POSITION":0}}]}],"animations":)"
        R"([{"name":"wave","samplers":[{"input":1,"output":2}],"channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}}]}])");
    const std::string box = R"("count":3,"type":"VEC3")",
                      timed = replaced(bare, kTimes, kTimes + R"(,"min":[0],"max":[1])");
    const std::string boxed = box + R"(,"min":[0,0,0],"max":[3,4,0])";
    const auto found = [](const std::string& text) { return importText("m.gltf", text).report.findings; };
    CHECK(countOf(found(replaced(timed, box, boxed)), "bounds-missing") == 0);
    CHECK(onlyOne(found(replaced(bare, box, boxed)), "bounds-missing").message ==
          "states no min and max of its key times");
    for (const char* given : {"", R"(,"min":[0,0,0])", R"(,"max":[3,4,0])", R"(,"min":[0,0,0],"max":[3,4,null])"})
        CHECK(onlyOne(found(replaced(timed, box, box + given)), "bounds-missing").message ==
              "states no min and max of its positions");
}

TEST_CASE("glTF vertices with two weights above 0 of one joint are a note") {
    // The first vertex has joints 0 and `other`; the others have joint 1.
    const auto found = [](uint16_t other, float second, const char* sets) {
        Gltf gltf;
        gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
        gltf.ushorts({0, other, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4);
        gltf.floats({1 - second, second, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4);
        gltf.ushorts({0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1}, "VEC4", 4);
        gltf.floats({.5f, 0, 0, 0, .5f, 0, 0, 0, .5f, 0, 0, 0}, "VEC4", 4);
        const std::string part = std::string(R"({"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2)") + sets + "}}";
        const std::string nodes = R"("nodes":[{"mesh":0,"skin":0},{},{}],"skins":[{"joints":[1,2]}],)";
        return importText("m.gltf", gltf.text(nodes + R"("meshes":[{"primitives":[)" + part + "," + part + "]}]"))
            .report.findings;
    };
    const char* const other = R"(,"JOINTS_1":3,"WEIGHTS_1":4)";  // all vertices have joint 0 there
    for (const Finding& finding :
         {onlyOne(found(0, 0.5f, ""), "weights-twice"), onlyOne(found(1, 0.5f, other), "weights-twice")}) {
        CHECK(finding.severity == kNote);
        CHECK(finding.message == "has 1 vertex with two weights of one joint, which glTF forbids");  // of both parts
    }
    CHECK(countOf(found(1, 0.5f, ""), "weights-twice") + countOf(found(0, 0.0f, ""), "weights-twice") +
              countOf(found(1, 1.0f, other), "weights-twice") ==
          0);
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
        gltf.text(R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":4}}]}],)"
                  R"("animations":[{"samplers":[{"input":0,"output":1},{"input":2,"output":3,"interpolation":"STEP"}],)"
                  R"("channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}},)"
                  R"({"sampler":1,"target":{"node":0,"path":"translation"}}]}])"));
    const double frame = imported.model.clips.at(0).authoredFrameSeconds;
    CHECK(std::abs(frame - (isConstant ? 0.0 : 1.0 / 30.0)) < 1e-4);
}

TEST_CASE("Joints outside of the scene stand where their own nodes place them") {
    const ImportedModel outside = imported(with("[0,1,2]", "[0]") + hip(R"("translation":[0,2,0],"children":[2])") +
                                           with(R"({"name":"knee"})", R"({"name":"knee","translation":[0,0,3]})"));
    const sinew::Model& model = outside.model;
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
        "m.gltf", gltf.text(R"("nodes":[{"mesh":0,"skin":0},{}],"skins":[{"joints":[1]}],"meshes":[{"primitives":[)"
                            R"({"attributes":{"POSITION":0,"TEXCOORD_0":1,"JOINTS_0":2,"WEIGHTS_0":2},)"
                            R"("targets":[{"POSITION":3}]}]}])"));
    REQUIRE(imported.model.meshes.at(0).triangleCount() == 1);
    CHECK(imported.model.meshes[0].boneCount == 1);  // the node
    CHECK(countOf(imported.report.findings, "mesh-unusable") == 0);
    CHECK(countOf(imported.report.findings, "attribute-ignored") == 3);
}
