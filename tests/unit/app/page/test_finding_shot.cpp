#include "app/page/finding_shot.h"

#include "check/found.h"
#include "support/catch.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

Model modelWithClips() {
    ImportedModel imported = rig_models::band();
    rig_models::addClip(imported, "Idle", 2.0);
    rig_models::addClip(imported, "Walk", 1.0);
    return imported.model;
}

Finding finding(const char* id, std::vector<Subject> subjects = {}, std::optional<double> seconds = {}) {
    return Found{id, Severity::warning, std::move(subjects), "", {}, seconds};
}

}  // namespace

TEST_CASE("a seam is shown as the last pose over the first") {
    const Model model = modelWithClips();
    for (const char* id : {"loop-seam", "promise-loop", "loop-speed"}) {
        const FindingShot shot = shotOf(finding(id, {clipSubject(0), nodeSubject(2)}), model);
        CHECK(shot.clip == 0u);
        CHECK(shot.seconds == 2.0);
        CHECK(shot.ghostSeconds == 2.0);
        CHECK_FALSE(shot.repeats);
        CHECK(shot.node == 2u);
        CHECK(shot.isClose);
        CHECK(shot.caption == "Close to 'bone 2', in the last pose of 'Idle'; its first pose is the red ghost.");
    }
}

TEST_CASE("findings are shown by what they are about") {
    Model model = modelWithClips();
    const FindingShot slide = shotOf(finding("foot-slide", {clipSubject(1), nodeSubject(1)}, 0.25), model);
    CHECK(slide.seconds == 0.25);
    CHECK(slide.ghostSeconds == 0.1);
    CHECK(shotOf(finding("foot-slide", {clipSubject(1)}, 99.0), model).seconds == 1.0);  // within the clip
    const FindingShot weights = shotOf(finding("weights-stray", {nodeSubject(1)}), model);
    CHECK(weights.view == View::weights);
    CHECK(weights.node == 1u);
    CHECK(shotOf(finding("weights-not-normalised", {meshSubject(0)}), model).view == View::influences);
    CHECK(shotOf(finding("influences-cut", {meshSubject(0)}), model).view == View::influences);
    CHECK(shotOf(finding("bone-scale-zero", {nodeSubject(2)}), model).skeleton);
    CHECK(shotOf(finding("triangles-stretch", {meshSubject(0), clipSubject(1)}, 0.5), model).edges);
    CHECK(shotOf(finding("uvs-far", {meshSubject(0)}), model).view == View::uvs);
    CHECK(shotOf(finding("normals-off", {meshSubject(0)}), model).view == View::normals);
    model.textures.push_back({.name = "skin.png", .source = "", .image = {}});
    model.materials[0].texture(TextureSlot::normal) = TextureUse{};
    CHECK(shotOf(finding("texture-missing", {textureSubject(0)}), model).material == 0u);
    CHECK_FALSE(shotOf(finding("texture-missing"), model).material);
    const FindingShot whole = shotOf(finding("size-extreme"), model);
    CHECK_FALSE(whole.clip);
    CHECK(whole.caption == "The model in the rest pose.");
}
