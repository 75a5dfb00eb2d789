#include "app/page/finding_shot.h"

#include "app/report/subject.h"
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

Finding finding(const char* id, const char* object, const char* message) {
    return {id, Severity::warning, object, message, std::nullopt};
}

}  // namespace

TEST_CASE("the clip, the node and the time of a finding are found by its object and message") {
    const Model model = modelWithClips();
    const Finding slide = finding("foot-slide", "Walk", "'bone 1' slides by 3 cm during the ground contact at 0.25 s");
    CHECK(clipOf(slide, model) == 1u);
    CHECK(nodeOf(slide, model) == 1u);
    CHECK(secondsOf(slide) == 0.25);
    const Finding stretch = finding("triangles-stretch", "band", "stretched in 'Walk', more than in 'Idle' at 1e-1 s");
    CHECK(clipOf(stretch, model) == 1u);
    CHECK_FALSE(nodeOf(stretch, model));
    CHECK(secondsOf(stretch) == 0.1);
    const Finding other = finding("size-extreme", "model", "at most, at 3 seconds");
    CHECK_FALSE(clipOf(other, model));
    CHECK_FALSE(secondsOf(other));
    CHECK(secondsOf(finding("foot-slide", "Walk", "'foot at 9 s' slides by 3 cm at 0.5 s")) == 0.5);
    CHECK(secondsOf(finding("foot-slide", "Walk", "slides at 0.5 s, and at nan s")) == 0.5);
    CHECK_FALSE(secondsOf(finding("foot-slide", "Walk", "slides at inf s")));
}

TEST_CASE("a seam is shown as the last pose over the first") {
    const Model model = modelWithClips();
    for (const char* id : {"loop-seam", "clip-not-looping", "promise-loop", "loop-speed"}) {
        const FindingShot shot = shotOf(finding(id, "Idle", "'bone 2' jumps by 2 %"), model);
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
    const FindingShot slide = shotOf(finding("foot-slide", "Walk", "'bone 1' slides at 0.25 s"), model);
    CHECK(slide.seconds == 0.25);
    CHECK(slide.ghostSeconds == 0.1);
    CHECK(shotOf(finding("foot-slide", "Walk", "slides at 99 s"), model).seconds == 1.0);  // within the clip
    const FindingShot weights = shotOf(finding("weights-stray", "bone 1", "moves 3 vertices"), model);
    CHECK(weights.view == View::weights);
    CHECK(weights.node == 1u);
    CHECK(shotOf(finding("weights-not-normalised", "band", "3 vertices"), model).view == View::influences);
    CHECK(shotOf(finding("influences-cut", "band", "3 vertices"), model).view == View::influences);
    CHECK(shotOf(finding("bone-scale-zero", "bone 2", "has a scale of 0"), model).skeleton);
    CHECK(shotOf(finding("triangles-stretch", "band", "in 'Walk' at 0.5 s"), model).edges);
    CHECK(shotOf(finding("uvs-far", "band", "far"), model).view == View::uvs);
    CHECK(shotOf(finding("normals-off", "band", "far"), model).view == View::normals);
    model.textures.push_back({.name = "skin.png", .source = "", .image = {}});
    model.materials[0].texture(TextureSlot::normal) = TextureUse{};
    CHECK(shotOf(finding("texture-missing", "skin.png", "was not found"), model).material == 0u);
    CHECK_FALSE(shotOf(finding("texture-missing", "other.png", "was not found"), model).material);
    const FindingShot whole = shotOf(finding("size-extreme", "model", "has no unit"), model);
    CHECK_FALSE(whole.clip);
    CHECK(whole.caption == "The model in the rest pose.");
}
