#include <regex>
#include <set>

#include "export/export_model.h"
#include "match/compare_models.h"
#include "support/catch.h"
#include "support/import_files.h"
#include "support/models/every_field.h"

using namespace sinew;

// Models as Collada files: what reading them gives.

namespace {

const std::vector<std::string> kHostile{"9 lives", "a \"b\" <&> 'c'", "Bone.001", "twin", "",
                                        "twin",    "Knöchel",         "hand-clip"};

SkinnedMesh quad(const std::string& name, uint32_t bones) {
    return {.name = name,
            .positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0.5f}},
            .normals = std::vector<glm::vec3>(4, {0, 0, 1}),
            .tangents = std::vector<glm::vec4>(4, {1, 0, 0, 1}),
            .uvs = {{0, 1}, {1, 1}, {1, 0}, {0, 0.25f}},
            .colors = std::vector<glm::vec4>(4, {0.5f, 0.25f, 1, 1}),
            .influences = {{{0, 1}, {40000, 25535}}, {{1}, {65535}}, {{1, 0}, {65534, 1}}, {{0}, {65535}}},
            .indices = {0, 1, 2, 0, 2, 3},
            .boneCount = bones};
}

/// A chain of nodes, two meshes with skins that share bones, one at a node that moves, and two clips.
ImportedModel rig() {
    ImportedModel imported = stream_models::empty();
    Model& model = imported.model;
    for (size_t n = 0; n < kHostile.size(); ++n) {
        model.hierarchy.names.push_back(kHostile[n]);
        model.hierarchy.parents.push_back(n == 0 ? kNoParent : n < 6 ? static_cast<int32_t>(n) - 1 : 1);
        model.hierarchy.rest.push_back(
            {{0.5f, 0.25f, 0}, glm::normalize(glm::quat(0.8f, 0.1f, 0.2f, 0.3f)), glm::vec3(1)});
    }
    model.meshes = {quad("skin & bone", 2), quad("skin & bone", 3), quad("", 1)};
    model.meshes[2].influences.assign(4, {{0}, {65535}});
    const auto bone = [](uint32_t node, float x) { return Bone{node, matrixFrom({{x, 1, 2}, glm::quat(0, 1, 0, 0)})}; };
    model.instances = {{0, 6, {bone(1, 1), bone(2, 2)}, 0, true},
                       {1, 7, {bone(2, 2), bone(3, 3), bone(4, 4)}, 0, true},
                       {2, 5, {Bone{5, glm::mat4(1.0f)}}}};
    model.materials = {{.name = "skin & bone",
                        .baseColor = {0.5f, 0.25f, 0.125f, 0.5f},
                        .alphaMode = AlphaMode::blend,
                        .doubleSided = true}};
    const glm::quat turned = glm::normalize(glm::quat(0.2f, 0.9f, -0.3f, 0.1f)), back = glm::quat(1, 0, 0, 0);
    AnimationClip walk{.name = "Walk \"<1>\"", .durationSeconds = 2.0}, wave{.name = "wave", .durationSeconds = 1.5};
    walk.channels = {
        {.node = 2,
         .translation = {{0.0, 0.7, 2.0}, {{0, 1, 0}, {1, 2, 0}, {0, 1, 3}}},
         .rotation = {{0.1, 1.0}, {back, turned}}},
        {.node = 5, .rotation = {{0.0, 0.5}, {turned, back}}, .scale = {{0.0, 1.0}, {{1, 2, 1}, {3, 1, 1}}}}};
    wave.channels = {
        {.node = 3,
         .translation = {{0.0, 0.5, std::nextafter(0.5, 1.0), 1.5}, {{0, 0, 0}, {0, 0, 0}, {2, 0, 0}, {2, 0, 0}}}}};
    model.clips = {walk, wave};
    imported.report.influences.resize(model.meshes.size());
    return imported;
}

void scaleAt(Model& model, uint32_t node, std::vector<glm::vec3> values) {
    model.hierarchy.rest[node].scale = values[0];
    model.clips[1].channels.push_back({.node = node, .scale = {{0.0, 1.0}, values}});
    std::ranges::sort(model.clips[1].channels, {}, &Channel::node);
}

struct Case {
    const char* what;
    void (*change)(Model& model);
};

const Case kCases[] = {
    {"hostile names and shared bones", [](Model&) {}},
    {"negative scales",
     [](Model& model) {
         scaleAt(model, 4, {{-1, 1, 1}, {-2, 1, -3}});
     }},
    {"a scale through 0",
     [](Model& model) {
         scaleAt(model, 4, {{1, 1, 1}, {1, -2, 1}});
     }},
    {"a scale from 0",
     [](Model& model) {
         scaleAt(model, 4, {{0, 0, 0}, {1, 1, 1}});
     }},
    {"an influence of a node bound twice", [](Model& model) { model.instances[1].bones[2].node = 3; }},
    {"one mesh at two skeletons",
     [](Model& model) {
         model.instances[1].mesh = 0;
         model.instances[1].bones.pop_back();
     }},
    {"morph targets, below a skin and alone",
     [](Model& model) {
         for (const uint32_t mesh : {0u, 2u})
             model.meshes[mesh].morphTargets = {{"up \"1\"", {{1, {0, 1, 0}, {}}, {3, {0, 2, 1}, {}}}},
                                                {"", {{0, {1, 0, 0}, {}}}}};
         model.instances[2].firstMorphWeight = 2;
         model.restMorphWeights = {0.25f, 0, 0.5f, 0};
         model.clips[0].morphs = {{0, {{0.0, 1.0}, {0.0f, 1.0f}}}, {3, {{0.0, 0.5, 2.0}, {1.0f, -0.5f, 2.0f}}}};
     }},
    {"steps alone", [](Model& model) { model.clips.erase(model.clips.begin()); }},
    {"a clip that moves nothing", [](Model& model) { model.clips[0].channels.clear(); }},
    {"no clips", [](Model& model) { model.clips.clear(); }},
    {"Z up, in inches",
     [](Model& model) {
         model.up = UpAxis::z;
         model.metersPerUnit = 0.0254;
     }},
};

std::string daeOf(const ImportedModel& imported, ExportOptions options = {}) {
    options.format = ExportFormat::collada;
    return exportModel(imported, options).text;
}

}  // namespace

TEST_CASE("a Collada file has the model's nodes, clips and poses") {
    for (const Case& one : kCases)
        for (const std::optional<UpAxis> axes : {std::optional<UpAxis>(), std::optional(UpAxis::z)}) {
            INFO(one.what << (axes ? ", written with Z up" : ""));
            ImportedModel imported = rig();
            one.change(imported.model);
            const std::string text = daeOf(imported, {.axes = axes, .unit = axes ? std::optional(0.01) : std::nullopt});
            CHECK(text == daeOf(imported, {.axes = axes, .unit = axes ? std::optional(0.01) : std::nullopt}));
            std::set<std::string> ids;
            const std::regex id(" id=\"([^\"]*)\"");
            for (std::sregex_iterator at(text.begin(), text.end(), id), end; at != end; ++at) {
                CHECK(std::regex_match((*at)[1].str(), std::regex("[A-Za-z_][A-Za-z0-9_.-]*")));
                CHECK(ids.insert((*at)[1]).second);
            }
            const Model &model = imported.model, read = import_files::importDae(text, {.forExport = true}).model;
            for (const std::string& name : kHostile)
                CHECK((name.empty() || findNode(read.hierarchy, name)));
            REQUIRE(read.clips.size() == model.clips.size());
            for (size_t c = 0; c < read.clips.size(); ++c) {
                CHECK(read.clips[c].name == model.clips[c].name);
                CHECK(std::abs(read.clips[c].durationSeconds - model.clips[c].durationSeconds) < 1e-6);
            }
            const ModelComparison compared = compareModels(model, read, pairClips(model.clips, read.clips), false);
            REQUIRE(compared.match.pairs.size() == 12);
            for (const ComparedClip& clip : compared.clips)
                for (size_t i = 0; i < clip.difference.seconds.size(); ++i)
                    if (static_cast<double>(clip.difference.largest[i]) >= 1e-5 * compared.size)
                        FAIL_CHECK(clip.name << " is off at " << clip.difference.seconds[i]);
            CHECK(read.materials.at(0).doubleSided);
            CHECK(glm::length(read.meshes.at(0).colors.at(1) - model.meshes.at(0).colors.at(1)) < 1e-4f);
            CHECK(glm::length(read.materials.at(0).baseColor - model.materials.at(0).baseColor) < 1e-5f);
        }
}

TEST_CASE("models without meshes, and with nothing, are Collada files") {
    const Model read = import_files::importDae(daeOf(stream_models::skeleton())).model;
    CHECK(findNode(read.hierarchy, "Knöchel"));
    CHECK(read.clips.size() == 2);
    CHECK(daeOf(stream_models::empty()).ends_with("</COLLADA>\n"));
}

TEST_CASE("what Collada has no place for is told once, with a count") {
    ImportedModel imported = rig();
    Material& material = imported.model.materials[0];
    material.clearcoat = 1.0f;
    imported.model.materials.push_back(material);
    imported.model.meshes[1].material = 1;
    const std::vector<std::string> leftOut = exportModel(imported, {.format = ExportFormat::collada}).leftOut;
    CHECK(leftOut ==
          std::vector<std::string>{"left out, as Collada has no place for it: the clear coat of 2 materials"});
}
