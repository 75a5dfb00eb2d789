#include "animation/playback/state_machine.h"

#include <array>
#include <cmath>
#include <vector>

#include "support/allocations.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/models/graph_rig.h"
#include "support/random.h"

using namespace sinew;

namespace {

/// The clips at these positions.
GraphMotion blendOf(const std::vector<glm::vec2>& positions, size_t x, std::optional<size_t> y = std::nullopt) {
    GraphMotion motion{.x = x, .y = y};
    for (size_t clip = 0; clip < positions.size(); ++clip)
        motion.clips.push_back({.clip = clip, .position = positions[clip]});
    return motion;
}

/// Blend space, both kinds of layers, an overlay, fades, inertial transitions, events and a root, all at once.
struct Everything : GraphRig {
    size_t speed = addParameter(ParameterKind::number), lean = addParameter(ParameterKind::number);
    size_t jump = addParameter(ParameterKind::trigger), wave = addParameter(ParameterKind::trigger);
    Everything() {
        graph.parameters[speed].smoothSeconds = 0.1;
        addState(0);
        graph.states[0].motion = blendOf({{0, 0}, {1, 0}, {2, 0}}, speed);
        graph.states[0].motion.clips[2].contactSeconds = 0.3;
        addState(2, Repeat::once);
        addState(1);
        graph.states[2].motion = blendOf({{0, 0}, {1, 0}, {0, 1}}, speed, lean);
        GraphLayer& added = addLayer(0, 1);
        added.mode = LayerMode::additive;
        added.weight = lean;
        GraphLayer& over = addLayer(0, 2);
        over.mask = branchMask(hierarchy, 4, 1);
        over.weight = lean;
        addTransition(std::nullopt, 1, 0.2, {fired(jump)}).kind = TransitionKind::inertial;
        addTransition(1, 0, 0.3).exitTime = 0.7;
        addTransition(0, 2, 0.25, {above(speed, 1.5)}).sync = true;
        addTransition(2, 0, 0.25, {below(speed, 0.5)});
        addOverlay(1, fired(wave)).layer.mask = branchMask(hierarchy, 3);
        graph.events = {{"a", 0, 0.1}, {"b", 1, 0.7}, {"c", 2, 0.0}};
        graph.root = RootNode{.node = 0, .up = {0, 0, 1}};
    }
    void play(TestMachine& machine, uint64_t seed, int frames) const {
        Random random(seed);
        for (int i = 0; i < frames; ++i) {
            if (random.vector(0, 1).x < 0.05f) machine.set(speed, 2.0f * random.vector(0, 1).x);
            if (random.vector(0, 1).x < 0.05f) machine.set(lean, random.vector(0, 1).x);
            if (random.vector(0, 1).x < 0.02f) machine.fire(jump);
            if (random.vector(0, 1).x < 0.02f) machine.fire(wave);
            machine.advance(random.vector(0, 1).x * 0.04);
        }
    }
};

/// A blend of clips 0 and 1, one second and one and a half, over `speed`.
struct LineRig : GraphRig {
    size_t speed;
    explicit LineRig(double initial = 0.0) : speed(addParameter(ParameterKind::number, initial)) {
        addState(0);
        graph.states[0].motion = blendOf({{0, 0}, {1, 0}}, speed);
    }
};

void advanceBy(StateMachine& machine, int steps, double seconds) {
    for (int i = 0; i < steps; ++i)
        machine.advance(seconds);
}

}  // namespace

TEST_CASE("A state plays its clip at its speed, and loops") {
    GraphRig rig;
    rig.addState(1);
    rig.graph.states[0].speed = 2.0;
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    CHECK(distance(machine.pose(), rig.poseOf(1, 0.0)) == 0.0f);
    machine.advance(0.05);
    CHECK(distance(machine.pose(), rig.poseOf(1, 0.1)) < 1e-5f);
    advanceBy(machine, 20, 0.05);
    CHECK(distance(machine.pose(), rig.poseOf(1, 0.6)) < 1e-4f);
}

TEST_CASE("Invalid time steps change nothing") {
    GraphRig rig;
    rig.addState(0);
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    machine.advance(0.3);
    const LocalPose before = poseOf(machine);
    for (const double seconds : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
        machine.advance(seconds);
        CHECK(same(machine.pose(), before));
        CHECK(machine.events().empty());
    }
}

TEST_CASE("The clips of a blend space are synchronized, and a cycle has their mean duration") {
    LineRig rig(0.25);
    rig.graph.states[0].motion.clips[1].contactSeconds = 0.3;
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    machine.advance(0.09);
    const double phase = 0.09 / (0.75 * 1.0 + 0.25 * 1.5);
    CHECK(std::abs(machine.cycles() - phase) < 1e-9);
    const LocalPose first = rig.poseOf(0, phase), second = rig.poseOf(1, 1.5 * phase + 0.3);
    const PoseLayer layers[] = {{{first, {}}, 0.75f}, {{second, {}}, 0.25f}};
    LocalPose expected(rig.hierarchy.size());
    blendLayers(layers, {rig.hierarchy.rest, {}}, {expected, {}});
    CHECK(distance(machine.pose(), expected) < 1e-5f);
    machine.set(rig.speed, 1.0);
    machine.advance(0.0);
    CHECK(distance(machine.pose(), second) < 1e-5f);
}

TEST_CASE("A blend space in a plane shows each clip at its position") {
    GraphRig rig;
    const size_t x = rig.addParameter(ParameterKind::number), y = rig.addParameter(ParameterKind::number);
    rig.addState(0);
    const std::vector<glm::vec2> places{{0, 0}, {1, 0}, {0, 2}};
    rig.graph.states[0].motion = blendOf(places, x, y);
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    machine.advance(0.1);
    const double phase = machine.cycles();
    for (size_t clip = 0; clip < 3; ++clip) {
        machine.set(x, places[clip].x);
        machine.set(y, places[clip].y);
        machine.advance(0.0);
        CHECK(distance(machine.pose(), rig.poseOf(clip, phase * rig.clips[clip].durationSeconds)) < 1e-5f);
    }
}

TEST_CASE("A smoothed number approaches its new value") {
    GraphRig rig;
    const size_t speed = rig.addParameter(ParameterKind::number, 1.0);
    rig.addState(0);
    rig.graph.parameters[speed].smoothSeconds = 0.5;
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    machine.set(speed, 3.0);
    CHECK(machine.parameters()[speed] == 1.0);
    machine.advance(0.5);
    CHECK(std::abs(machine.parameters()[speed] - (3.0 - 2.0 * std::exp(-1.0))) < 1e-9);
    machine.set(speed, std::nan(""));
    machine.advance(100.0);
    CHECK(std::abs(machine.parameters()[speed] - 3.0) < 1e-9);
}

TEST_CASE("An overriding layer replaces the nodes of its mask by its weight") {
    GraphRig rig;
    const size_t weight = rig.addParameter(ParameterKind::number);
    rig.addState(0);
    GraphLayer& layer = rig.addLayer(0, 1);
    layer.mask = branchMask(rig.hierarchy, 5);
    layer.weight = weight;
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    machine.advance(0.1);
    const LocalPose below = rig.poseOf(0, 0.1), over = rig.poseOf(1, 0.1);
    CHECK(distance(machine.pose(), below) < 1e-5f);
    machine.set(weight, 7.0);
    machine.advance(0.0);
    CHECK(distance(machine.pose().first(5), std::span(below).first(5)) < 1e-5f);
    CHECK(distance(machine.pose().subspan(5), std::span(over).subspan(5)) < 1e-5f);
    machine.set(weight, 0.5);
    machine.advance(0.0);
    const glm::vec3 middle = 0.5f * (below[6].translation + over[6].translation);
    CHECK(glm::length(machine.pose()[6].translation - middle) < 1e-5f);
}

TEST_CASE("An additive layer adds the difference of its clip from the reference") {
    GraphRig rig;
    rig.addState(0);
    GraphLayer& layer = rig.addLayer(0, 1);
    layer.mode = LayerMode::additive;
    const auto reference = GENERATE(AdditiveReference::firstFrame, AdditiveReference::restPose);
    layer.reference = reference;
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    machine.advance(0.1);
    LocalPose expected(rig.hierarchy.size()), difference = rig.poseOf(1, 0.1);
    differenceFrom(reference == AdditiveReference::restPose ? rig.hierarchy.rest : rig.poseOf(1, 0.0), difference,
                   difference);
    addDifference(rig.poseOf(0, 0.1), difference, 1.0f, {}, expected);
    CHECK(distance(machine.pose(), expected) < 1e-5f);
}

TEST_CASE("An overlay fades in on its trigger, affects only its mask, and fades out at its end") {
    GraphRig rig;
    const size_t wave = rig.addParameter(ParameterKind::trigger);
    rig.addState(0);
    GraphOverlay& overlay = rig.addOverlay(1, fired(wave));
    overlay.layer.mask = branchMask(rig.hierarchy, 5);
    overlay.fadeOutSeconds = 0.4;
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph), plain(rig.hierarchy, rig.clips, [&] {
        Graph graph = rig.graph;
        graph.overlays.clear();
        return graph;
    }());
    machine.fire(wave);
    const auto advance = [&](double seconds) {
        machine.advance(seconds);
        plain.advance(seconds);
        CHECK(same(machine.pose().first(5), plain.pose().first(5)));
    };
    advance(0.1);
    CHECK(machine.overlayPlaying(0));
    const glm::vec3 half = 0.5f * (rig.poseOf(0, 0.1)[6].translation + rig.poseOf(1, 0.1)[6].translation);
    CHECK(glm::length(machine.pose()[6].translation - half) < 1e-5f);
    for (int i = 0; i < 5; ++i)
        advance(0.1);
    const LocalPose waved = rig.poseOf(1, 0.6);
    CHECK(distance(machine.pose().subspan(5), std::span(waved).subspan(5)) < 1e-5f);
    for (int i = 0; i < 7; ++i)
        advance(0.1);
    const glm::vec3 leaving = 0.5f * (rig.poseOf(0, 0.3)[6].translation + rig.poseOf(1, 1.3)[6].translation);
    CHECK(glm::length(machine.pose()[6].translation - leaving) < 1e-4f);
    for (int i = 0; i < 4; ++i)
        advance(0.1);
    CHECK_FALSE(machine.overlayPlaying(0));
    CHECK(same(machine.pose(), plain.pose()));
    CHECK(machine.parameters()[wave] == 0.0);
}

TEST_CASE("A looping overlay plays until stopped, and one shorter than its fades never jumps") {
    GraphRig rig;
    const size_t flag = rig.addParameter(ParameterKind::flag);
    rig.addState(0);
    GraphOverlay& loop = rig.addOverlay(1, {flag, Comparison::equal, 1.0});
    loop.repeat = Repeat::loop;
    loop.stop.push_back({flag, Comparison::equal, 0.0});
    GraphOverlay& brief = rig.addOverlay(2, {flag, Comparison::equal, 1.0});
    brief.fadeInSeconds = 2.0;
    brief.fadeOutSeconds = 3.0;
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    float largest = 0.0f;
    const auto advance = [&](int steps) {
        for (int i = 0; i < steps; ++i) {
            const LocalPose before = poseOf(machine);
            machine.advance(0.01);
            largest = std::max(largest, distance(machine.pose(), before));
        }
    };
    machine.set(flag, 1.0);
    advance(500);
    CHECK(machine.overlayPlaying(0));
    machine.set(flag, 0.0);
    advance(150);
    CHECK_FALSE(machine.overlayPlaying(0));
    CHECK_FALSE(machine.overlayPlaying(1));
    CHECK(largest < 0.25f);
}

TEST_CASE("Events are reported each time their clip passes them") {
    struct Row {
        Repeat repeat;
        double stepSeconds;
        int steps;
        std::array<size_t, 4> counts;
    };
    GraphRig rig;
    rig.addState(0);
    rig.graph.events = {{"begin", 0, 0.0}, {"step", 0, 0.5}, {"end", 0, 1.0}, {"other", 1, 0.5}};
    for (const auto& [repeat, stepSeconds, steps, counts] :
         {Row{Repeat::loop, 0.05, 63, {4, 3, 4, 0}},  // at 0, 1, 2 and 3 s, each an end, too
          {Repeat::loop, 0.0625, 40, {3, 3, 3, 0}},   // exactly between two steps
          {Repeat::loop, 2.25, 1, {3, 2, 3, 0}},      // in one call, all loops
          {Repeat::once, 0.05, 50, {1, 1, 1, 0}}}) {
        CAPTURE(stepSeconds);
        rig.graph.states[0].repeat = repeat;
        TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
        std::array<size_t, 4> found{};
        for (int i = 0; i < steps; ++i) {
            machine.advance(stepSeconds);
            for (const FiredEvent& event : machine.events()) {
                CHECK(event.weight == 1.0);
                ++found[event.event];
            }
        }
        CHECK(found == counts);
    }
}

TEST_CASE("Events have the weight of their clip in the pose") {
    LineRig rig(0.25);
    rig.graph.events = {{"left", 0, 0.5}, {"left", 1, 0.75}};
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    machine.advance(0.6);
    REQUIRE(machine.events().size() == 2);
    CHECK(machine.events()[0].weight == 0.75);
    CHECK(machine.events()[1].weight == 0.25);
}

TEST_CASE("Root motion is removed from the pose and returned step by step") {
    GraphRig rig;
    rig.addState(1);
    const glm::vec3 up(0, 0, 1);
    Channel& hips = rig.clips[1].channels[0];
    for (size_t key = 0; key < hips.translation.size(); ++key) {
        hips.translation.values[key].x = 2.0f * static_cast<float>(hips.translation.times[key]);
        hips.rotation.values[key] = glm::angleAxis(0.5f * static_cast<float>(hips.rotation.times[key]), up);
    }
    rig.graph.root = RootNode{.node = 0, .up = up};
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    const RootMotion expected(rig.clips[1], rig.hierarchy, 0, up, glm::mat4(1.0f));
    Displacement walked;
    for (int i = 0; i < 100; ++i) {
        machine.advance(0.04);
        walked = followedBy(walked, machine.displacement());
    }
    const Displacement at = expected.at(4.0);
    CHECK(glm::length(walked.translation - at.translation) < 1e-4);
    CHECK(std::abs(yawRadians(walked, up) - yawRadians(at, up)) < 1e-4);
    CHECK(std::abs(machine.pose()[0].translation.x) < 1e-4f);
    machine.advance(0.0);
    CHECK(glm::length(machine.displacement().translation) == 0.0);
}

TEST_CASE("Root motion of clips is blended by weight, and can stay in the pose") {
    LineRig rig;
    for (Channel& channel : rig.clips[1].channels)
        channel.rotation = {};
    Channel& hips = rig.clips[1].channels[0];
    for (size_t key = 0; key < hips.translation.size(); ++key)
        hips.translation.values[key] = {0.0f, 0.0f, 3.0f * static_cast<float>(hips.translation.times[key])};
    const std::vector<RootMotion> travels{RootMotion(glm::vec2(0.5f, 1.0f)),
                                          RootMotion(rig.clips[1], rig.hierarchy, 0, {0, 1, 0}, glm::mat4(1.0f)),
                                          RootMotion()};
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph, {}, travels);
    const auto way = [&](double seconds) {
        Displacement walked;
        for (int i = 0; i < 50; ++i) {
            machine.advance(seconds / 50.0);
            walked = followedBy(walked, machine.displacement());
        }
        return walked.translation;
    };
    CHECK(glm::length(way(3.0) - glm::dvec3(1.5, 0.0, 3.0)) < 1e-6);
    machine.set(rig.speed, 1.0);
    CHECK(glm::length(way(3.0) - glm::dvec3(0.0, 0.0, 9.0)) < 1e-4);
    CHECK(std::abs(machine.pose()[0].translation.z) < 1e-4f);
    // In the middle a cycle takes 1.25 s, in which the clips move by 0.5 and 1, and 4.5.
    machine.set(rig.speed, 0.5);
    CHECK(glm::length(way(1.25) - glm::dvec3(0.25, 0.0, 2.75)) < 1e-4);
    machine.set(rig.speed, 1.0);
    machine.extractRootMotion(false);
    CHECK(glm::length(way(0.7)) == 0.0);
    CHECK(std::abs(machine.pose()[0].translation.z) > 0.1f);
}

TEST_CASE("A heading turns the character the short way, at most at its speed, and root motion follows it") {
    constexpr glm::dvec3 kUp(0.0, 1.0, 0.0);
    GraphRig rig;
    const size_t way = rig.addParameter(ParameterKind::number, 10.0);
    rig.addState(0);
    rig.graph.heading = GraphHeading{.parameter = way, .degreesPerSecond = 90.0};
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph, {},
                        {RootMotion(glm::vec2(0.0f, 2.0f)), RootMotion(), RootMotion()});
    const auto facingDegrees = [&] { return glm::degrees(machine.facingRadians()); };
    const auto turned = [&](double seconds) {
        machine.advance(seconds);
        return glm::degrees(yawRadians(machine.displacement(), kUp));
    };
    CHECK(facingDegrees() == Approx(10.0));
    CHECK(turned(0.5) == Approx(0.0).margin(1e-9));
    CHECK(glm::length(machine.displacement().translation - glm::dvec3(0, 0, 1)) < 1e-9);
    machine.set(way, 100.0);
    CHECK(turned(0.5) == Approx(45.0));
    CHECK(turned(1.0) == Approx(45.0));
    CHECK(facingDegrees() == Approx(100.0));
    machine.set(way, -100.0);  // 160 degrees further, across the back
    CHECK(turned(1.0) == Approx(90.0));
    CHECK(facingDegrees() == Approx(-170.0));
    CHECK(turned(1.0) == Approx(70.0));
    machine.set(way, -100.0 + 3 * 360.0);
    CHECK(turned(1.0) == Approx(0.0).margin(1e-9));

    Displacement walked{.rotation = glm::angleAxis(machine.facingRadians(), kUp)};
    machine.set(way, 90.0);
    for (int i = 0; i < 300; ++i) {
        machine.advance(0.01);
        if (i == 199) walked.translation = {};
        walked = followedBy(walked, machine.displacement());
    }
    // The last of three seconds, after turning: left of Z is X.
    CHECK(glm::length(walked.translation - glm::dvec3(2.02, 0, 0)) < 1e-6);
    CHECK(glm::degrees(yawRadians(walked, kUp)) == Approx(90.0));
    CHECK(turned(0.0) == 0.0);
}

TEST_CASE("A clip that turns the character is kept on the heading") {
    GraphRig rig;
    const size_t way = rig.addParameter(ParameterKind::number);
    rig.addState(1);
    const glm::vec3 up(0, 1, 0);
    Channel& hips = rig.clips[1].channels[0];
    for (size_t key = 0; key < hips.rotation.size(); ++key)
        hips.rotation.values[key] = glm::angleAxis(0.5f * static_cast<float>(hips.rotation.times[key]), up);
    rig.graph.root = RootNode{.node = 0, .up = up};
    TestMachine free(rig.hierarchy, rig.clips, rig.graph);
    rig.graph.heading = GraphHeading{.parameter = way};
    TestMachine held(rig.hierarchy, rig.clips, rig.graph);
    free.advance(0.5);
    held.advance(0.5);
    CHECK(yawRadians(free.displacement(), up) == Approx(0.25).margin(1e-3));
    CHECK(free.facingRadians() == 0.0);
    CHECK(yawRadians(held.displacement(), up) == Approx(0.0).margin(1e-9));
    CHECK(held.facingRadians() == Approx(0.0).margin(1e-9));
}

TEST_CASE("Morph weights are blended, faded, layered and reset like poses") {
    LineRig rig;
    const std::vector<float> rest{0.1f, 0.2f, 0.3f};
    for (uint32_t clip = 0; clip < 3; ++clip)
        rig.clips[clip].morphs = {{clip, {{0.0}, {1.0f}}}};
    const size_t go = rig.addParameter(ParameterKind::trigger), wave = rig.addParameter(ParameterKind::trigger);
    rig.addState(1);
    GraphLayer& added = rig.addLayer(1, 2);
    added.mode = LayerMode::additive;
    added.reference = AdditiveReference::restPose;
    rig.addTransition(0, 1, 0.4, {fired(go)});
    rig.addTransition(1, 0, 0.4, {fired(go)}).kind = TransitionKind::inertial;
    GraphOverlay& overlay = rig.addOverlay(2, fired(wave));
    overlay.layer.mask = branchMask(rig.hierarchy, 3);
    overlay.fadeInSeconds = 0.0;
    overlay.fadeOutSeconds = 0.0;
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph, rest);
    const auto are = [&](float a, float b, float c) {
        const auto weights = machine.morphWeights();
        CHECK(weights[0] == Approx(a).margin(1e-5));
        CHECK(weights[1] == Approx(b).margin(1e-5));
        CHECK(weights[2] == Approx(c).margin(1e-5));
    };
    are(1.0f, 0.2f, 0.3f);
    machine.set(rig.speed, 0.25);
    machine.advance(0.05);
    are(0.775f, 0.4f, 0.3f);
    machine.fire(wave);  // masks apply to nodes only, so its clip moves all weights that it has keys for
    machine.advance(0.05);
    are(0.775f, 0.4f, 1.0f);
    advanceBy(machine, 30, 0.05);
    machine.fire(go);
    machine.advance(0.1);
    are(0.75f * 0.775f + 0.25f * 0.1f, 0.75f * 0.4f + 0.25f, 0.3f + 0.25f * 0.7f);
    advanceBy(machine, 6, 0.1);
    are(0.1f, 1.0f, 1.0f);
    machine.fire(go);
    advanceBy(machine, 2, 0.1);
    are(0.775f - 0.5f * 0.675f, 0.4f + 0.5f * 0.6f, 0.3f + 0.5f * 0.7f);
    advanceBy(machine, 3, 0.1);
    are(0.775f, 0.4f, 0.3f);
}

TEST_CASE("The same script gives the same poses, bit for bit") {
    const Everything rig;
    TestMachine first(rig.hierarchy, rig.clips, rig.graph), second(rig.hierarchy, rig.clips, rig.graph);
    for (uint64_t seed = 0; seed < 200; ++seed) {
        rig.play(first, seed, 5);
        rig.play(second, seed, 5);
        REQUIRE(same(first.pose(), second.pose()));
        REQUIRE(first.state() == second.state());
        REQUIRE(first.displacement().translation == second.displacement().translation);
        REQUIRE(first.events().size() == second.events().size());
    }
}

TEST_CASE("A long step equals the short steps into which it is divided") {
    const Everything rig;
    TestMachine whole(rig.hierarchy, rig.clips, rig.graph), parts(rig.hierarchy, rig.clips, rig.graph);
    for (StateMachine* machine : {&whole, &parts}) {
        machine->set(rig.speed, 1.8);
        machine->fire(rig.jump);
        machine->fire(rig.wave);
    }
    whole.advance(0.5);
    size_t events = 0;
    for (int i = 0; i < 5; ++i) {
        parts.advance(0.1);
        events += parts.events().size();
    }
    CHECK(same(whole.pose(), parts.pose()));
    CHECK(whole.events().size() == events);
}

TEST_CASE("A state machine allocates nothing after construction") {
    const Everything rig;
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    const size_t before = allocationCount();
    rig.play(machine, 7, 1000);
    CHECK(allocationCount() == before);
}

TEST_CASE("All events of one moment fire, however many they are") {
    GraphRig rig;
    rig.addState(0);
    for (size_t i = 0; i < 300; ++i)
        rig.graph.events.push_back({"e" + std::to_string(i), 0, 0.005});
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    machine.advance(0.01);
    REQUIRE(machine.events().size() == 300);
    for (size_t i = 0; i < 300; ++i)
        CHECK(machine.events()[i].event == i);
}
