#include "bake/soundness.h"

#include <functional>
#include <limits>

#include "support/catch.h"
#include "support/models/every_field.h"
#include "support/thrown.h"

using namespace sinew;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

template <typename Part>
struct Fault {
    std::string name;  ///< expected in the message
    std::function<void(Part&)> make;
};

/// Makes the fault in that part of a sound model.
template <typename Part>
void checkRejected(const Fault<Part>& fault, Part ImportedModel::*part) {
    ImportedModel imported = stream_models::mesh();
    fault.make(imported.*part);
    INFO(fault.name);
    CHECK_THAT(thrownBy([&] { requireSound(imported); }), Catch::Matchers::StartsWith("is damaged: " + fault.name));
}

}  // namespace

TEST_CASE("sound models are accepted") {
    for (const ImportedModel& imported : stream_models::all())
        CHECK_NOTHROW(requireSound(imported));
}

TEST_CASE("each fault of a model is rejected by name") {
    const auto fault = GENERATE(values<Fault<Model>>({
        {"nodes", [](Model& m) { m.hierarchy.names.pop_back(); }},
        {"nodes", [](Model& m) { m.hierarchy.rest.pop_back(); }},
        {"node 1: parent", [](Model& m) { m.hierarchy.parents[1] = 1; }},
        {"node 2049: nested too deep",
         [](Model& m) {
             for (int32_t i = static_cast<int32_t>(m.hierarchy.size()); i < 2050; ++i) {
                 m.hierarchy.names.emplace_back("n");
                 m.hierarchy.rest.emplace_back();
                 m.hierarchy.parents.push_back(i - 1);
             }
             for (size_t i = 0; i < m.hierarchy.size(); ++i)
                 m.hierarchy.parents[i] = static_cast<int32_t>(i) - 1;
         }},
        {"node 0: parent", [](Model& m) { m.hierarchy.parents[0] = -2; }},
        {"node 1: invalid rest", [](Model& m) { m.hierarchy.rest[1].scale.z = kNan; }},
        {"node 1: invalid rest", [](Model& m) { m.hierarchy.rest[1].rotation.w = 0.0f; }},
        {"node 1: invalid rest", [](Model& m) { m.hierarchy.rest[1].rotation.x = kNan; }},
        {"node 0: a text", [](Model& m) { m.hierarchy.names[0] = "\xc3("; }},
        {"node 0: a text", [](Model& m) { m.hierarchy.names[0] = "two\nlines"; }},
        {"mesh 0: vertex arrays", [](Model& m) { m.meshes[0].normals.pop_back(); }},
        {"mesh 0: vertex arrays", [](Model& m) { m.meshes[0].influences.pop_back(); }},
        {"mesh 0: vertex arrays", [](Model& m) { m.meshes[0].moreInfluences.pop_back(); }},
        {"mesh 0: material", [](Model& m) { m.meshes[0].material = 2; }},
        {"mesh 0: invalid triangle", [](Model& m) { m.meshes[0].indices[4] = 4; }},
        {"mesh 0: invalid triangle", [](Model& m) { m.meshes[0].indices.pop_back(); }},
        {"mesh 2: invalid triangle",
         [](Model& m) {
             m.meshes[2].indices = {0, 0, 0};
         }},
        {"mesh 0: invalid triangle indices of a level", [](Model& m) { m.meshes[0].levels[0].indices[1] = 4; }},
        {"mesh 0: invalid triangle indices of a level", [](Model& m) { m.meshes[0].levels[0].indices.pop_back(); }},
        {"mesh 0: invalid triangle indices of a level",
         [](Model& m) { m.meshes[0].levels[0].indices = m.meshes[0].indices; }},
        {"mesh 0: invalid triangle indices of a level",
         [](Model& m) { m.meshes[0].levels.push_back(m.meshes[0].levels[0]); }},
        {"mesh 0: errors of levels", [](Model& m) { m.meshes[0].levels[0].error = kNan; }},
        {"mesh 0: errors of levels", [](Model& m) { m.meshes[0].levels[0].error = -1.0f; }},
        {"mesh 0: errors of levels", [](Model& m) { m.meshes[0].levels.push_back({{}, 0.25f}); }},
        {"mesh 0: too many levels", [](Model& m) { m.meshes[0].levels.resize(4); }},
        {"mesh 1: a number", [](Model& m) { m.meshes[1].positions[2].y = kInfinity; }},
        {"mesh 1: a number", [](Model& m) { m.meshes[1].uvs[0].x = kNan; }},
        {"mesh 0: bone index", [](Model& m) { m.meshes[0].influences[3].bones[1] = 2; }},
        {"mesh 0: bone index", [](Model& m) { m.meshes[0].moreInfluences[3].bones[3] = 2; }},
        {"mesh 0: weights of a vertex", [](Model& m) { --m.meshes[0].influences[3].weights[1]; }},
        {"mesh 0: vertices of a morph target", [](Model& m) { m.meshes[0].morphTargets[0].deltas[1].vertex = 1; }},
        {"mesh 0: vertices of a morph target", [](Model& m) { m.meshes[0].morphTargets[0].deltas[1].vertex = 4; }},
        {"mesh 0: a morph target is", [](Model& m) { m.meshes[0].morphTargets[0].deltas[1].normal.z = kNan; }},
        {"mesh instance 1: mesh or node", [](Model& m) { m.instances[1].mesh = 3; }},
        {"mesh instance 1: mesh or node", [](Model& m) { m.instances[1].node = 2; }},
        {"mesh instance 0: wrong number of bones", [](Model& m) { m.instances[0].bones.pop_back(); }},
        {"mesh instance 0: node index", [](Model& m) { m.instances[0].bones[1].node = 2; }},
        {"mesh instance 0: a bone is", [](Model& m) { m.instances[0].bones[1].inverseBindMatrix[3].w = kNan; }},
        {"mesh instance 0: morph weight", [](Model& m) { m.instances[0].firstMorphWeight = 2; }},
        {"mesh instance 0: morph weight", [](Model& m) { m.instances[0].firstMorphWeight = ~0u; }},
        {"morph weights", [](Model& m) { m.restMorphWeights[1] = kNan; }},
        {"material 1: texture", [](Model& m) { m.materials[1].texture(TextureSlot::normal) = TextureUse{3}; }},
        {"material 1: a number", [](Model& m) { m.materials[1].baseColor.a = kNan; }},
        {"material 1: a number", [](Model& m) { m.materials[1].roughness = kNan; }},
        {"texture 0: wrong number of pixels", [](Model& m) { m.textures[0].image.bytes.pop_back(); }},
        {"texture 0: wrong number of pixels", [](Model& m) { m.textures[0].image.height = 2; }},
        {"texture 1: wrong number of pixels", [](Model& m) { m.textures[1].image.height = 2; }},
        {"texture 1: too large", [](Model& m) { m.textures[1].image.width = 16385; }},
        {"texture 1: too large", [](Model& m) { m.textures[1].image = {16384, 4097, {}}; }},
        {"texture 0: wrong number of mip", [](Model& m) { m.textures[0].image.levelCount = 2; }},
        {"texture 2: wrong number of mip", [](Model& m) { m.textures[2].image.levelCount = 4; }},
        {"texture 2: wrong number of mip", [](Model& m) { m.textures[2].image.levelCount = 0; }},
        {"texture 2: wrong number of pixels", [](Model& m) { m.textures[2].image.format = TexelFormat::bc7; }},
        {"clip 0: invalid duration", [](Model& m) { m.clips[0].durationSeconds = -1.0; }},
        {"clip 0: invalid duration", [](Model& m) { m.clips[0].durationSeconds = kInfinity; }},
        {"clip 0: invalid duration", [](Model& m) { m.clips[0].authoredFrameSeconds = kNan; }},
        {"clip 0: node index of a channel", [](Model& m) { m.clips[0].channels[0].node = 2; }},
        {"clip 0: key times", [](Model& m) { m.clips[0].channels[0].scale.times.pop_back(); }},
        {"clip 0: keys are", [](Model& m) { m.clips[0].channels[0].scale.times[2] = 0.5; }},
        {"clip 0: keys are", [](Model& m) { m.clips[0].channels[0].rotation.times[0] = kNan; }},
        {"clip 0: a key is", [](Model& m) { m.clips[0].channels[0].translation.values[1].y = kNan; }},
        {"clip 0: a key is", [](Model& m) { m.clips[0].channels[0].rotation.values[0].w = 1.0f; }},
        {"clip 0: a key is", [](Model& m) { m.clips[0].morphs[0].track.values[1] = kNan; }},
        {"clip 0: morph weight", [](Model& m) { m.clips[0].morphs[0].weight = 3; }},
        {"clip 0: morph weight", [](Model& m) { m.clips[0].morphs[1].weight = 2; }},
        {"model: invalid unit", [](Model& m) { m.rootScale = 0.0; }},
        {"model: invalid unit", [](Model& m) { m.metersPerUnit = -1.0; }},
    }));
    checkRejected(fault, &ImportedModel::model);
}

TEST_CASE("each fault of a report is rejected by name") {
    const auto fault = GENERATE(values<Fault<ImportReport>>({
        {"report: belongs to another", [](ImportReport& r) { r.influences.pop_back(); }},
        {"report: belongs to another", [](ImportReport& r) { r.clips.pop_back(); }},
        {"report: keeps", [](ImportReport& r) { r.keptInfluences = 4; }},
        {"report: keeps", [](ImportReport& r) { r.keptInfluences = 5; }},
        {"report: a text", [](ImportReport& r) { r.findings[0].message = "a\x1b[2J"; }},
        {"report: a text", [](ImportReport& r) { r.findings[0].figure->unit = "a\x1b[2J"; }},
        {"report: a number", [](ImportReport& r) { r.findings[0].figure->value = HUGE_VAL; }},
        {"report: a number", [](ImportReport& r) { r.influences[0].largestWeightLost = kNan; }},
        {"report: a number", [](ImportReport& r) { r.influences[0].farthestSum = kNan; }},
        {"cut mesh 0: mesh", [](ImportReport& r) { r.cutMeshes[0].mesh = 3; }},
        {"cut mesh 0: vertex", [](ImportReport& r) { r.cutMeshes[0].cut.vertices[1] = 4; }},
        {"cut mesh 0: invalid influence ranges", [](ImportReport& r) { r.cutMeshes[0].cut.ends[0] = 7; }},
        {"cut mesh 0: invalid influence ranges", [](ImportReport& r) { r.cutMeshes[0].cut.influences.pop_back(); }},
        {"cut mesh 0: invalid influence", [](ImportReport& r) { r.cutMeshes[0].cut.influences[5].bone = 3; }},
        {"cut mesh 0: invalid influence", [](ImportReport& r) { r.cutMeshes[0].cut.influences[5].weight = 0; }},
        {"cut mesh 0: invalid bone", [](ImportReport& r) { r.cutMeshes[0].bones[2].node = 2; }},
    }));
    checkRejected(fault, &ImportedModel::report);
}
