#include "app/graph/graph_file.h"
#include "app/options/names.h"
#include "app/stage/framing.h"

#include <cmath>

#include <glm/gtc/matrix_transform.hpp>

#include "support/allocations.h"
#include "support/assets.h"
#include "support/catch.h"
#include "support/change_settings.h"
#include "support/distance.h"
#include "support/random.h"

using namespace sinew;

namespace {

const std::filesystem::path kCharacterGraph = SINEW_SOURCE_DIR "/assets/character.graph.json";
constexpr double kWalks = 0.66;  // meters per second

size_t clipOf(const Model& model, const std::string& name) {
    return *findClip(model, name);
}

/// The character, whose clip Dance becomes Walk with root motion, turning by half a radian per cycle.
ImportedModel traveling() {
    ImportedModel imported = importModel(kCharacter);
    Model& model = imported.model;
    AnimationClip& clip = model.clips[clipOf(model, "Dance")];
    clip = model.clips[clipOf(model, "Walk")];
    clip.name = "Dance";
    const auto hips = std::ranges::min_element(clip.channels, {}, &Channel::node);
    for (size_t i = 0; i < hips->translation.size(); ++i)
        hips->translation.values[i].z += static_cast<float>(kWalks * hips->translation.times[i]);
    for (size_t i = 0; i < hips->rotation.size(); ++i)
        hips->rotation.values[i] =
            glm::angleAxis(static_cast<float>(0.5 * hips->rotation.times[i] / clip.durationSeconds),
                           glm::vec3(0, 1, 0)) *
            hips->rotation.values[i];
    return imported;
}

/// The character with its state machine.
std::unique_ptr<Stage> graphStage(RootMotionUse use, const std::vector<ScriptStep>& script) {
    auto stage = std::make_unique<Stage>(importModel(kCharacter));
    const Model& model = stage->model();
    changeSettings(*stage, [&](PlaySettings& settings) { settings.rootMotion = use; });
    stage->playGraph(readGraph(kCharacterGraph, model.hierarchy, model.clips), script);
    return stage;
}

glm::vec3 hipsOf(Stage& stage, size_t clip) {
    const auto& channels = stage.model().clips[clip].channels;
    const uint32_t node = std::ranges::min_element(channels, {}, &Channel::node)->node;
    return glm::vec3(stage.updatePose()[node][3]);
}

}  // namespace

TEST_CASE("The first clip is the one named idle, or the first that ends in a figure that stands") {
    ImportedModel imported = importModel(kCharacter);
    std::vector<AnimationClip>& clips = imported.model.clips;
    for (const auto& [clip, name] : {std::pair{0, "Death"}, {1, "HeroIdle"}, {2, "Sidle"}, {4, "Crouch_IDLE_loop"}})
        clips[static_cast<size_t>(clip)].name = name;
    // The last pose of Death lies.
    const auto hips = std::ranges::min_element(clips[0].channels, {}, &Channel::node);
    for (glm::quat& rotation : hips->rotation.values)
        rotation = glm::angleAxis(glm::radians(90.0f), glm::vec3(1, 0, 0)) * rotation;
    CHECK(Stage(imported).firstClip() == 1);
    clips[4].name = clips[1].name = "Wave";
    CHECK(Stage(imported).firstClip() == 1);
    clips.resize(1);
    CHECK(Stage(imported).firstClip() == 0);
    clips.clear();
    CHECK_FALSE(Stage(imported).firstClip());
}

TEST_CASE("A figure's size is told in the unit that suits it") {
    for (const auto& [scale, text] : {std::pair{1.0, "1.59 m tall, Y up"},
                                      {1e-5, "15.9 µm tall, Y up"},
                                      {6.28e-3, "9.99 mm tall, Y up"},
                                      {6.2891e-3, "1 cm tall, Y up"},
                                      {7e4, "111 km tall, Y up"}})
        CHECK(Stage(importModel(kCharacter), {.up = {}, .scale = scale}).sizeText() == text);
    CHECK(Stage(importModel(kTube), {.up = UpAxis::z, .scale = {}}).sizeText() == "1 m long, Z up");
    ImportedModel plain = importModel(kTube);
    plain.model.metersPerUnit.reset();
    CHECK(Stage(std::move(plain)).sizeText() == "1 units tall, Y up");
}

TEST_CASE("A clip in place scrolls the floor or moves the character") {
    Stage stage(importModel(kCharacter));
    const size_t walk = clipOf(stage.model(), "Walk");
    for (const RootMotionUse use : {RootMotionUse::off, RootMotionUse::floor, RootMotionUse::move}) {
        changeSettings(stage, [&](PlaySettings& settings) { settings.rootMotion = use; });
        stage.play(walk);
        stage.seek(0.0);
        const glm::vec3 start = hipsOf(stage, walk);
        for (int i = 0; i < 100; ++i)
            stage.advance(0.05);
        const float moved = (hipsOf(stage, walk) - start).z, passed = stage.scene(false).ground.traveled.y;
        const float whole = static_cast<float>(5.0 * kWalks);
        CHECK((use == RootMotionUse::move ? moved : passed) == Approx(whole).epsilon(0.03));
        CHECK(std::abs(use == RootMotionUse::move ? passed : moved) < 0.02f);
        CHECK(displacementOf(stage).z == Approx(use == RootMotionUse::move ? whole : 0.0f).epsilon(0.03));
    }
}

TEST_CASE("A clip with root motion jumps back if it stays in the pose, and otherwise continues over loops") {
    Stage stage(traveling());
    const size_t going = clipOf(stage.model(), "Dance");
    stage.play(going);
    const auto largest = [&] {
        glm::vec3 last = hipsOf(stage, going);
        float most = 0.0f;
        for (int i = 0; i < 400; ++i) {
            stage.advance(0.01);
            const glm::vec3 now = hipsOf(stage, going);
            most = std::max(most, glm::length(now - last));
            last = now;
        }
        return most;
    };
    CHECK(largest() > 0.4f);
    CHECK(glm::length(stage.scene(false).ground.traveled) < 1e-3f);
    for (const RootMotionUse use : {RootMotionUse::floor, RootMotionUse::move}) {
        changeSettings(stage, [&](PlaySettings& settings) { settings.rootMotion = use; });
        CHECK(largest() < 0.03f);
    }
    // Any steps lead to the same place as seeking.
    Random random(3);
    for (int run = 0; run < 3; ++run) {
        changeSettings(stage, [&](PlaySettings& settings) { settings.rootMotion = RootMotionUse::move; });
        stage.seek(0.0);
        double time = 0.0;
        for (int i = 0; i < 20; ++i) {
            const double seconds = random.uniform(0.0f, 1.4f);
            stage.advance(seconds);
            time += seconds;
        }
        const glm::vec3 stepped = hipsOf(stage, going);
        stage.seek(time);
        CHECK(glm::length(hipsOf(stage, going) - stepped) < 1e-3f);
    }
    changeSettings(stage, [&](PlaySettings& settings) { settings.rootMotion = RootMotionUse::floor; });
    stage.seek(2.0 * stage.model().clips[going].durationSeconds);
    CHECK(stage.scene(false).ground.turnRadians == Approx(1.0).epsilon(0.01));
}

TEST_CASE("The exported pose includes the displacement of the character") {
    Stage stage(traveling());
    const size_t going = clipOf(stage.model(), "Dance");
    changeSettings(stage, [&](PlaySettings& settings) { settings.rootMotion = RootMotionUse::move; });
    stage.play(going);
    stage.seek(3.3);
    const auto world = stage.updatePose();
    const std::vector<glm::mat4> file = stage.fileFromNode();
    for (size_t node = 0; node < file.size(); ++node)
        REQUIRE(glm::length(glm::vec3(file[node][3]) - glm::vec3(world[node][3])) < 1e-4f);
}

TEST_CASE("Fades between Walk and Run are synchronized, and other clips start at their beginning") {
    Stage stage(importModel(kCharacter));
    const size_t walk = clipOf(stage.model(), "Walk"), run = clipOf(stage.model(), "Run");
    stage.play(walk);
    stage.advance(0.6);
    stage.play(run, 0.2);
    const double walks = stage.model().clips[walk].durationSeconds, runs = stage.model().clips[run].durationSeconds;
    // In both clips the left foot touches down at 0, within the accuracy of detection.
    CHECK(std::abs(std::remainder(stage.animator().timeSeconds() / runs - 0.6 / walks, 1.0)) < 0.12);
    stage.advance(0.1);
    stage.play(walk, 0.2);
    CHECK(stage.animator().timeSeconds() == Approx(stage.playing()[0].timeSeconds).margin(1e-6));
    stage.play(clipOf(stage.model(), "Idle"), 0.2);
    CHECK(stage.animator().timeSeconds() == 0.0);
    stage.play(walk);
    stage.advance(0.6);
    stage.play(run);  // a cut
    CHECK(stage.animator().timeSeconds() == 0.0);
    stage.play(walk);
    stage.advance(0.6);
    changeSettings(stage, [&](PlaySettings& settings) { settings.repeat = Repeat::once; });
    stage.play(run, 0.2);
    CHECK(stage.animator().timeSeconds() == 0.0);
}

TEST_CASE("A state machine detects the contacts of the bundled walk and run if its file gives none") {
    Stage stage(importModel(kCharacter));
    const Model& model = stage.model();
    GraphFile file;
    for (const char* name : {"Walk", "Run", "Idle"})
        file.graph.states.push_back({.name = name, .motion = {.clips = {{.clip = clipOf(model, name)}}}});
    file.graph.transitions = {{.from = 0, .to = 1, .sync = true}, {.from = 1, .to = 2, .sync = true}};
    stage.playGraph(std::move(file), {});
    const std::vector<GraphState>& states = stage.graph()->file().graph.states;
    const auto share = [&](size_t state) {
        const GraphClip& clip = states[state].motion.clips[0];
        REQUIRE(clip.contactSeconds);
        return *clip.contactSeconds / model.clips[clip.clip].durationSeconds;
    };
    // Both start with the left foot's step; the gaits are sampled 60 times a second.
    CHECK(std::abs(std::remainder(share(0) - share(1), 1.0)) < 0.05);
    CHECK_FALSE(states[2].motion.clips[0].contactSeconds);  // no contacts while standing
}

TEST_CASE("A state machine has the root motion of its script, however its time is reached") {
    const std::vector<ScriptStep> script{{.timeSeconds = 0.5, .kind = ScriptStep::Kind::down, .key = "W"},
                                         {.timeSeconds = 2.0, .kind = ScriptStep::Kind::down, .key = "Shift"},
                                         {.timeSeconds = 3.0, .kind = ScriptStep::Kind::up, .key = "W"}};
    const auto once = graphStage(RootMotionUse::move, script), often = graphStage(RootMotionUse::move, script);
    once->seek(4.0);
    for (int i = 0; i <= 120; ++i)
        often->seek(i / 30.0);
    const Displacement a = once->graph()->place(), b = often->graph()->place();
    CHECK(a.translation == b.translation);
    CHECK(a.rotation == b.rotation);
    CHECK(displacementOf(*once).z > 1.5f * static_cast<float>(kWalks) + 0.8f);
    // In live steps of another length it moves about as far, or the floor scrolls by as much.
    const auto live = graphStage(RootMotionUse::off, script);
    for (int i = 0; i < 250; ++i)
        live->advance(0.016);
    CHECK(live->scene(false).ground.traveled.y == Approx(displacementOf(*once).z).epsilon(0.02));
    CHECK(displacementOf(*live) == glm::vec3(0.0f));
    changeSettings(*live, [&](PlaySettings& settings) { settings.paused = true; });
    const float before = live->scene(false).ground.traveled.y;
    live->advance(1.0);
    CHECK(live->scene(false).ground.traveled.y == before);
}

TEST_CASE("The heading of a state machine turns the character in place, or the floor") {
    const std::vector<ScriptStep> script{
        {.timeSeconds = 0.5, .kind = ScriptStep::Kind::set, .parameter = 1, .value = 90.0}};
    const auto moves = graphStage(RootMotionUse::move, script), floor = graphStage(RootMotionUse::floor, script);
    for (Stage* stage : {moves.get(), floor.get()}) {
        stage->seek(0.6);
        stage->updatePose();
    }
    // 720 degrees a second, for the 12 steps from 0.5 s on.
    const double facing = glm::radians(72.0);
    CHECK(yawRadians(moves->graph()->place(), {0, 1, 0}) == Approx(facing));
    CHECK(glm::length(displacementOf(*moves)) < 0.1f);  // the center of its box is not exactly above its feet
    CHECK(moves->scene(false).ground.turnRadians == 0.0f);
    CHECK(floor->scene(false).ground.turnRadians == Approx(facing));
    moves->seek(1.0);
    changeSettings(*moves, [&](PlaySettings& settings) { settings.rootMotion = RootMotionUse::floor; });
    // The placement restarts; the heading stays.
    CHECK(yawRadians(moves->graph()->place(), {0, 1, 0}) == Approx(glm::radians(90.0)));
    moves->graph()->seek(0.0);
    CHECK(yawRadians(moves->graph()->place(), {0, 1, 0}) == Approx(0.0));
}

TEST_CASE("A thousand frames of a stage and their palettes allocate nothing") {
    Stage stage(traveling());
    const std::string clip = GENERATE("Idle", "Walk", "Dance");
    CAPTURE(clip);
    changeSettings(stage, [&](PlaySettings& settings) {
        settings.rootMotion = GENERATE(RootMotionUse::off, RootMotionUse::floor, RootMotionUse::move);
    });
    stage.play(clipOf(stage.model(), "Run"));
    stage.play(clipOf(stage.model(), clip), 5.0);
    std::vector<glm::mat4> palette;
    for (const MeshInstance& instance : stage.model().instances)
        palette.resize(std::max(palette.size(), instance.bones.size()));
    const size_t before = allocationCount();
    for (int frame = 0; frame < 1000; ++frame) {
        stage.advance(1.0 / 60.0);
        const std::span<const glm::mat4> worldFromNode = stage.updatePose();
        for (const MeshInstance& instance : stage.model().instances)
            writePalette(instance.bones, worldFromNode, std::span(palette).first(instance.bones.size()));
    }
    CHECK(allocationCount() == before);
    CHECK_FALSE(stage.animator().fading());
}
