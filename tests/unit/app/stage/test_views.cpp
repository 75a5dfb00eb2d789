#include "app/stage/views.h"

#include <cmath>

#include <glm/gtc/matrix_transform.hpp>

#include "app/options/names.h"
#include "app/picture/labels.h"
#include "app/stage/framing.h"
#include "support/allocations.h"
#include "support/assets.h"
#include "support/catch.h"
#include "support/change_settings.h"
#include "support/distance.h"

using namespace sinew;

namespace {

constexpr float kSame = 1e-5f;

struct Compare {
    Stage stage{importModel(kCharacter)};
    size_t walk = *findClip(stage.model(), "Walk"), run = *findClip(stage.model(), "Run");
    StageViews scenes{stage};

    Compare() { show(walk, 0.25); }

    void show(size_t clip, double seconds) {
        stage.play(clip);
        stage.seek(seconds);
        stage.updatePose();
    }
    void apply(const SideBySide& sideBySide, const OnionSkin& onionSkin = {}) {
        PlaySettings settings = stage.settings();
        settings.sideBySide = sideBySide;
        settings.onionSkin = onionSkin;
        stage.apply(settings);
    }
    std::span<const Scene> make() { return scenes.make(stage.scene(false)); }

    /// The pose that the stage itself shows.
    std::vector<glm::mat4> poseOf(size_t clip, double seconds) {
        Stage other(importModel(kCharacter));
        changeSettings(other, [&](PlaySettings& settings) { settings.rootMotion = stage.settings().rootMotion; });
        other.play(clip);
        other.seek(seconds);
        const std::span<const glm::mat4> pose = other.updatePose();
        return {pose.begin(), pose.end()};
    }
};

/// A stage whose clip Walk was retargeted from the clip Run of a figure, shown beside it.
std::unique_ptr<Stage> besideSource(ImportedModel source, const glm::mat4& modelFromSource) {
    const Compare plain;
    std::vector<MotionSource> sources(plain.walk);
    sources.push_back({std::make_shared<ImportedModel>(std::move(source)), plain.run, modelFromSource});
    auto stage = std::make_unique<Stage>(importModel(kCharacter), FileSpace{}, std::move(sources));
    stage->play(plain.walk);
    changeSettings(*stage, [](PlaySettings& settings) { settings.sideBySide = {.shown = true, .source = true}; });
    stage->seek(0.25);
    stage->updatePose();
    return stage;
}

/// The largest difference between entries of the matrices.
float difference(std::span<const glm::mat4> a, std::span<const glm::mat4> b) {
    REQUIRE(a.size() == b.size());
    float most = 0.0f;
    for (size_t i = 0; i < a.size(); ++i)
        for (int column = 0; column < 4; ++column)
            for (int row = 0; row < 4; ++row)
                most = std::max(most, std::abs(a[i][column][row] - b[i][column][row]));
    return most;
}

}  // namespace

TEST_CASE("Without a comparison, there is only the scene of the stage") {
    Compare compare;
    const std::span<const Scene> sides = compare.make();
    REQUIRE(sides.size() == 1);
    CHECK(sides[0].worldFromNode.data() == compare.stage.worldFromNode().data());
    CHECK(sides[0].ghosts.empty());
    CHECK(compare.scenes.note(0).empty());
}

TEST_CASE("A file chooses its skinning where the user does not") {
    ImportedModel imported = importModel(kCharacter);
    imported.model.dualQuaternions = true;
    const Stage stage(std::move(imported));
    CHECK(stage.lookFor({}).skinning == Skinning::dualQuaternion);
    CHECK(stage.lookFor({.skinningOfFile = false}).skinning == Skinning::linear);
    CHECK(Stage(importModel(kCharacter)).lookFor({.skinning = Skinning::dualQuaternion}).skinning == Skinning::linear);
}

TEST_CASE("The second view shows another clip, another time or another skinning method") {
    Compare compare;
    SECTION("another clip") {
        compare.apply({.shown = true, .clip = compare.run});
        const std::span<const Scene> sides = compare.make();
        REQUIRE(sides.size() == 2);
        CHECK(difference(sides[1].worldFromNode, compare.poseOf(compare.run, 0.25)) < kSame);
        CHECK(compare.scenes.note(0) == "Walk");
        CHECK(compare.scenes.note(1) == "Run");
    }
    SECTION("another time, which wraps with the clip") {
        compare.apply({.shown = true, .laterSeconds = 1.5});
        const std::span<const Scene> sides = compare.make();
        CHECK(difference(sides[1].worldFromNode, compare.poseOf(compare.walk, 1.75)) < kSame);
        CHECK(difference(sides[0].worldFromNode, compare.poseOf(compare.walk, 0.25)) < kSame);
        CHECK(compare.scenes.note(0) == "0.25 s");
    }
    SECTION("another skinning method, in the same pose") {
        compare.apply({.shown = true, .skinning = Skinning::dualQuaternion});
        const std::span<const Scene> sides = compare.make();
        CHECK(sides[1].worldFromNode.data() == sides[0].worldFromNode.data());
        CHECK(sides[0].look.skinning == Skinning::linear);
        CHECK(sides[1].look.skinning == Skinning::dualQuaternion);
        CHECK(compare.scenes.note(1) == "dual-quaternion");
    }
}

TEST_CASE("The second view shows the figure that a clip was retargeted from, as large and from the same side") {
    const Compare plain;
    const glm::mat4 modelFromSource = glm::translate(glm::mat4(1.0f), {0.3f, -0.1f, 0.2f}) *
                                      glm::rotate(glm::mat4(1.0f), 0.7f, {0.0f, 1.0f, 0.0f}) *
                                      glm::scale(glm::mat4(1.0f), glm::vec3(0.01f));
    const auto owned = besideSource(importModel(kCharacter), modelFromSource);
    Stage& stage = *owned;
    StageViews views(stage);
    Scene scene = stage.scene(false);
    frameBox(scene.camera, framedBounds(stage), 1.0f);
    const std::span<const Scene> sides = views.make(scene);
    REQUIRE(sides.size() == 2);
    CHECK(views.showsSource(1));
    CHECK(views.note(1).ends_with("character.dae"));
    Stage other(importModel(kCharacter));
    other.play(plain.run);
    other.seek(0.25);
    CHECK(difference(sides[1].worldFromNode, other.updatePose()) < kSame);
    // As tall as the model, whatever the legs say.
    const glm::mat4 worldFromSource = stage.source()->worldFromSource;
    CHECK(std::abs(glm::length(glm::vec3(worldFromSource[1])) - 1.0f) < 0.01f);
    for (const glm::vec3& point : {glm::vec3(0.0f), glm::vec3(0.2f, 1.5f, -0.3f)}) {
        const glm::vec4 left = sides[0].camera.clipFromWorld(1.0f) * worldFromSource * glm::vec4(point, 1.0f);
        const glm::vec4 right = sides[1].camera.clipFromWorld(1.0f) * glm::vec4(point, 1.0f);
        CHECK(glm::distance(glm::vec3(left) / left.w, glm::vec3(right) / right.w) < 1e-4f);
    }
    stage.play(plain.run);  // has no source: as if nothing was chosen
    stage.updatePose();
    CHECK_FALSE(stage.source());
    CHECK(difference(views.make(stage.scene(false))[1].worldFromNode, stage.worldFromNode()) < kSame);
}

TEST_CASE("Of a source whose meshes show only a part, the bones tell the size and are drawn") {
    ImportedModel part = importModel(kCharacter);
    std::erase_if(part.model.instances, [](const MeshInstance& instance) { return instance.skinned; });
    REQUIRE(!part.model.instances.empty());
    const glm::mat4 modelFromSource = glm::scale(glm::mat4(1.0f), glm::vec3(0.5f));
    const auto stage = besideSource(std::move(part), modelFromSource);
    StageViews views(*stage);
    const std::span<const Scene> sides = views.make(stage->scene(false));
    REQUIRE(sides.size() == 2);
    CHECK(distance(stage->source()->worldFromSource, modelFromSource) < kSame);
    CHECK(sides[0].lines.empty());
    CHECK(sides[1].lines.size() > 40);
}

TEST_CASE("The second clip continues past the end of a shorter first one") {
    Compare compare;
    compare.apply({.shown = true, .clip = compare.run});
    compare.show(compare.walk, 0.0);
    double played = 0.0;
    for (; played < 2.5; played += 0.125)
        compare.stage.advance(0.125);
    compare.stage.updatePose();
    CHECK(difference(compare.make()[1].worldFromNode, compare.poseOf(compare.run, played)) < 1e-4f);
}

TEST_CASE("When playing once, another clip or time does not end with the first clip") {
    Compare compare;
    const size_t dance = *findClip(compare.stage.model(), "Dance");  // 4 s; a cycle of Walk takes 1 s
    changeSettings(compare.stage, [&](PlaySettings& settings) { settings.repeat = Repeat::once; });
    compare.show(compare.walk, 3.0);
    compare.apply({.shown = true, .clip = dance});
    CHECK(difference(compare.make()[1].worldFromNode, compare.poseOf(dance, 3.0)) < 1e-4f);
    compare.apply({.shown = true, .laterSeconds = 0.3 - 3.0});
    CHECK(difference(compare.make()[1].worldFromNode, compare.poseOf(compare.walk, 0.3)) < 1e-4f);
}

TEST_CASE("A mix restarts synchronized after a clip change without a fade") {
    Compare compare;
    ClipMix mix;
    mix.others[0] = {.clip = compare.run, .weight = 1.0};
    changeSettings(compare.stage, [&](PlaySettings& settings) { settings.mix = mix; });
    compare.stage.advance(0.3);
    compare.stage.play(compare.walk);
    const std::span<const PlayedClip> playing = compare.stage.playing();
    REQUIRE(playing.size() == 2);
    CHECK(playing[0].timeSeconds == 0.0);
    const double duration = compare.stage.model().clips[compare.run].durationSeconds;
    const double phase = playing[1].timeSeconds / duration;
    Stage fresh(importModel(kCharacter));
    fresh.play(compare.walk);
    changeSettings(fresh, [&](PlaySettings& settings) { settings.mix = mix; });
    CHECK(phase == Approx(fresh.playing()[1].timeSeconds / duration).margin(1e-9));
}

TEST_CASE("Ghosts show past and future poses in two colors") {
    Compare compare;
    changeSettings(compare.stage, [&](PlaySettings& settings) {
        settings.rootMotion = GENERATE(RootMotionUse::off, RootMotionUse::move);
    });
    compare.show(compare.walk, 0.25);
    compare.apply({}, {.shown = true, .count = 2, .seconds = 0.1});
    const std::span<const Ghost> ghosts = compare.make()[0].ghosts;
    REQUIRE(ghosts.size() == 4);
    const double times[] = {0.05, 0.45, 0.15, 0.35};
    for (size_t i = 0; i < ghosts.size(); ++i)
        CHECK(difference(ghosts[i].worldFromNode, compare.poseOf(compare.walk, times[i])) < kSame);
    CHECK(ghosts[0].color.r > ghosts[0].color.b);
    CHECK(ghosts[1].color.r < ghosts[1].color.b);
    CHECK(ghosts[0].color.a < ghosts[2].color.a);
}

TEST_CASE("A clip that does not loop has no ghosts past its ends") {
    Compare compare;
    compare.apply({}, {.shown = true, .count = 3, .seconds = 0.1});
    changeSettings(compare.stage, [&](PlaySettings& settings) { settings.repeat = Repeat::once; });
    CHECK(compare.make()[0].ghosts.size() == 5);  // only 0.15 s and 0.05 s before
}

TEST_CASE("Comparisons allocate next to nothing per frame") {
    Compare compare;
    if (GENERATE(false, true))
        compare.apply({.shown = true, .clip = compare.run, .laterSeconds = 0.5},
                      {.shown = true, .count = 3, .seconds = 0.1});
    std::vector<Label> labels;
    const auto frame = [&] {
        compare.stage.advance(1.0 / 60.0);
        compare.stage.updatePose();
        compare.make();
        labels = findLabels(compare.stage, compare.scenes, {640, 360}, 1.0f);
    };
    for (int i = 0; i < 5; ++i)
        frame();
    const size_t before = allocationCount();
    for (int i = 0; i < 20; ++i)
        frame();
    const size_t taken = allocationCount() - before;
    // For the rectangles of the labels.
    CHECK(taken <= (compare.stage.settings().sideBySide.shown ? 40u : 0u));
}

TEST_CASE("Bone names appear next to their joints, the selected one first, without overlap") {
    Compare compare;
    compare.stage.highlight({.chosen = findBone(compare.stage.model(), "hand_L"), .hovered = {}});
    Scene scene = compare.stage.scene(true);
    frameBox(scene.camera, playedBounds(compare.stage).all, 1.0f);
    scene.look.skeleton = scene.look.boneNames = true;
    compare.scenes.make(scene);
    const std::vector<Label> labels = findLabels(compare.stage, compare.scenes, {400, 400}, 1.0f);
    REQUIRE(labels.size() > 10);
    CHECK(labels[0].text == compare.stage.model().hierarchy.names[*compare.stage.highlighted().chosen]);
    for (size_t i = 0; i < labels.size(); ++i)
        for (size_t j = 0; j < i; ++j) {
            const glm::vec2 apart = glm::abs(labels[i].low - labels[j].low);
            const auto longest = static_cast<float>(std::max(labels[i].text.size(), labels[j].text.size()));
            CHECK((apart.y >= 13.0f || apart.x >= 7.0f * std::min(longest, 3.0f)));
        }
}
