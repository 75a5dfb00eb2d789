#include "check/checks.h"
#include "support/findings.h"
#include "support/models/band.h"
#include "support/models/walker.h"

using namespace sinew;

namespace {

/// A band 2 high on the hip of a walker, and at each of its feet four vertices, the middle of which is `toes` ahead.
ImportedModel walkingFigure(float toes) {
    ImportedModel imported = rig_models::band(2);
    Model& model = imported.model;
    model.hierarchy = Walker().hierarchy;
    SkinnedMesh& mesh = model.meshes[0];
    MeshInstance& instance = model.instances[0];
    mesh.boneCount = 3;
    instance.bones.clear();
    for (uint32_t node = 0; node < 3; ++node)
        instance.bones.push_back({node, glm::translate(glm::mat4(1.0f), {0.0f, node == 0 ? -1.0f : 0.0f, 0.0f})});
    for (Influences& influences : mesh.influences)
        influences = {{0}, {static_cast<uint16_t>(kWeightOne)}};
    for (uint16_t foot = 1; foot < 3; ++foot)
        for (const float x : {-0.1f, 0.1f})
            for (const float z : {-0.1f, 0.1f}) {
                mesh.positions.push_back({x, 0.0f, toes + z});
                mesh.normals.push_back({0.0f, 1.0f, 0.0f});
                mesh.tangents.push_back({1.0f, 0.0f, 0.0f, 1.0f});
                mesh.uvs.push_back({0.0f, 0.0f});
                mesh.colors.push_back(glm::vec4(1.0f));
                mesh.influences.push_back({{foot}, {static_cast<uint16_t>(kWeightOne)}});
            }
    return imported;
}

/// Adds a clip in place that goes forward (along z), or plays backward.
void addGait(ImportedModel& imported, const char* name, bool reversed, float stride = Walker::kStride) {
    Walker walker;
    walker.add(1.0, 0.0, stride);
    AnimationClip& clip = rig_models::addClip(imported, name, 1.0);
    clip.channels = walker.clips[0].channels;
    if (reversed)
        for (Channel& channel : clip.channels)
            std::ranges::reverse(channel.translation.values);
}

size_t backwardCount(const ImportedModel& imported) {
    return countOf(checkHeadings(imported.model), "gait-backward");
}

}  // namespace

TEST_CASE("a walk whose feet on the ground go where the toes point is a note") {
    ImportedModel forward = walkingFigure(0.2f);
    addGait(forward, "walk", false);
    CHECK(backwardCount(forward) == 0);
    ImportedModel imported = walkingFigure(0.2f);
    addGait(imported, "walk", true);
    const Finding finding = onlyOne(checkHeadings(imported.model), "gait-backward");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.object == "walk");
    ImportedModel meant = walkingFigure(0.2f);
    addGait(meant, "walk_reversed", true);
    CHECK(backwardCount(meant) == 0);
    CHECK(
        finding.message ==
        "goes backward: the feet on the ground move where the toes point. Is the clip reversed, or the figure turned?");
    SECTION("not by its name") {
        imported.model.clips[0].name = "walk_backward";
        CHECK(backwardCount(imported) == 0);
    }
    SECTION("not if it is no gait") {
        imported.model.clips[0].name = "dance";
        CHECK(backwardCount(imported) == 0);
    }
    SECTION("not by feet that hardly point ahead") {
        ImportedModel round = walkingFigure(0.05f);
        addGait(round, "walk", true);
        CHECK(backwardCount(round) == 0);
    }
    SECTION("not on the spot") {
        ImportedModel marching = walkingFigure(0.2f);
        addGait(marching, "walk", true, 0.005f);
        CHECK(backwardCount(marching) == 0);
    }
}

TEST_CASE("a walk that goes the other way than the other gaits is a note, whatever the feet look like") {
    const float toes = GENERATE(0.04f, -0.04f);  // too little to tell alone, and heels longer than toes
    ImportedModel imported = walkingFigure(toes);
    addGait(imported, "walk", toes > 0.0f);
    addGait(imported, "run", toes < 0.0f);
    addGait(imported, "jog", toes < 0.0f);
    addGait(imported, "sprint", toes < 0.0f);
    // Three of four have the feet right; where heels point ahead, these are the ones that seem to go backward.
    CHECK(backwardCount(imported) == 1);
    CHECK(onlyOne(checkHeadings(imported.model), "gait-backward").object == "walk");
}

TEST_CASE("a walk with root motion goes where the root goes") {
    const auto count = [](bool reversed) {
        ImportedModel imported = walkingFigure(0.2f);
        Walker walker;
        walker.addTraveling(1.0);
        AnimationClip& clip = rig_models::addClip(imported, "walk", 1.0);
        clip.channels = walker.clips[0].channels;
        if (reversed)
            for (Channel& channel : clip.channels)
                std::ranges::reverse(channel.translation.values);
        return backwardCount(imported);
    };
    CHECK(count(false) == 0);
    CHECK(count(true) == 1);
}

TEST_CASE("a death that starts on the ground and ends as other clips start is a warning") {
    ImportedModel imported = rig_models::band(6);
    for (const char* name : {"idle", "Death"})
        rig_models::addClip(imported, name, 1.0);
    imported.model.clips[0].channels = {{.node = 0, .rotation = {{0.0}, {rig_models::turn(0.0f)}}}};
    Channel fall{.node = 0, .rotation = {{0.0, 1.0}, {rig_models::turn(0.0f), rig_models::turn(85.0f)}}};
    imported.model.clips[1].channels = {fall};
    CHECK(checkReversedClips(imported.model).empty());
    std::ranges::reverse(fall.rotation.values);
    imported.model.clips[1].channels = {fall};
    const Finding finding = onlyOne(checkReversedClips(imported.model), "clip-reversed");
    CHECK(finding.object == "Death");
    CHECK(finding.severity == Severity::warning);
    rig_models::addClip(imported, "Death 2", 1.0).channels = {fall};
    CHECK(checkReversedClips(imported.model).empty());  // all are meant to be
    imported.model.clips.pop_back();
    for (const char* name : {"GetUpFromDeath", "Knockdown_Standup", "Knockout_Wake", "Die_Respawn"}) {
        imported.model.clips[1].name = name;
        CHECK(checkReversedClips(imported.model).empty());
    }
}
