#include <cmath>
#include <glm/mat4x4.hpp>

#include "animation/ground/foot_contacts.h"
#include "animation/playback/contact_phases.h"
#include "support/allocations.h"
#include "support/catch.h"
#include "support/models/graph_rig.h"
#include "support/models/walker.h"

// Synchronized transitions between states.

using namespace sinew;

namespace {

/// Both players advance by equal normalized times, so they differ by the rounding of some hundred sums.
constexpr double kRounding = 1e-12;

double phasesApart(double a, double b) {
    return std::abs(std::remainder(a - b, 1.0));
}

/// A slow and a fast gait with other contact times, in two states with a synchronized transition.
struct Gaits : GraphRig {
    size_t trigger = addParameter(ParameterKind::trigger);
    explicit Gaits(double seconds, TransitionKind kind = TransitionKind::fade, bool sync = true) {
        addState(1);  // of 1.5 s
        addState(0);  // of 1 s
        graph.states[0].motion.clips[0].contactSeconds = 0.3;
        graph.states[1].motion.clips[0].contactSeconds = 0.9;
        graph.states[1].speed = 1.25;
        GraphTransition& transition = addTransition(0, 1, seconds, {fired(trigger)});
        transition.kind = kind;
        transition.sync = sync;
    }
    /// The pose of a state's clip at a phase after its contact.
    LocalPose at(size_t clip, double contactSeconds, double phase) const {
        const double duration = clips[clip].durationSeconds;
        return poseOf(clip, timeAtPhase({duration, contactSeconds}, phase));
    }
};

}  // namespace

TEST_CASE("Two synchronized states have one phase throughout their fade") {
    for (const double begin : {0.0, 0.37, 0.9, 1.4, 5.21}) {
        CAPTURE(begin);
        const Gaits rig(0.8);
        TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
        for (int i = 0; i < 60; ++i)
            machine.advance(begin / 60.0);
        const double left = machine.phase();
        CHECK(phasesApart(left, begin / 1.5) < 1e-9);
        machine.fire(rig.trigger);
        machine.advance(0.0);
        REQUIRE(machine.fadingPhase());
        CHECK(machine.phase() == left);  // exactly
        CHECK(*machine.fadingPhase() == left);
        CHECK(machine.cycles() == 0.0);
        double before = left, last = 0.0;
        for (int i = 0; i < 79; ++i) {
            machine.advance(0.01);
            REQUIRE(machine.fadingPhase());
            REQUIRE(phasesApart(machine.phase(), *machine.fadingPhase()) < kRounding);
            // A cycle shrinks from the 1.5 s of the one to the 0.8 s of the other.
            const double share = std::remainder(machine.phase() - before, 1.0);
            REQUIRE(share > 0.01 / 1.5);
            REQUIRE(share < 0.01 / 0.8);
            REQUIRE(share > last);
            before = machine.phase();
            last = share;
        }
        machine.advance(0.02);
        CHECK_FALSE(machine.fadingPhase());
        CHECK(distance(machine.pose(), rig.at(0, 0.9, machine.phase())) < 1e-5f);
        CHECK(machine.cycles() == Approx(0.81 / 1.1).epsilon(0.1));
    }
}

TEST_CASE("Without sync, a state starts at its beginning") {
    const Gaits rig(0.8, TransitionKind::fade, false);
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    machine.advance(0.4);
    machine.fire(rig.trigger);
    machine.advance(0.0);
    CHECK(machine.phase() == 0.0);
    machine.advance(0.1);
    CHECK(machine.phase() == Approx(0.1 / 0.8));
    CHECK(*machine.fadingPhase() == Approx(0.5 / 1.5));
}

TEST_CASE("Inertial transitions and cuts start in sync, and continue at the new state's rate") {
    for (const double seconds : {0.0, 0.5}) {
        const Gaits rig(seconds, TransitionKind::inertial);
        TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
        for (int i = 0; i < 10; ++i)
            machine.advance(0.1);
        const double left = machine.phase();
        machine.fire(rig.trigger);
        machine.advance(0.02);
        CHECK(phasesApart(machine.phase(), left + 0.02 / 0.8) < kRounding);
        CHECK_FALSE(machine.fadingPhase());
        for (int i = 0; i < 60; ++i)
            machine.advance(0.01);
        CHECK(distance(machine.pose(), rig.at(0, 0.9, machine.phase())) < 1e-5f);
    }
}

TEST_CASE("Synchronized clips fire a common event once per cycle each, never twice") {
    for (const double begin : {0.3, 0.5, 0.75, 1.05}) {
        Gaits rig(0.6);
        rig.graph.events = {{"step", 1, 0.3}, {"step", 0, 0.9}};  // both at phase 0
        TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
        double whole = 0.0;
        double phase = machine.phase(), rounds = 0.0;
        for (int i = 0; i < 400; ++i) {
            if (i == static_cast<int>(begin * 100.0)) machine.fire(rig.trigger);
            machine.advance(0.01);
            rounds += std::remainder(machine.phase() - phase, 1.0);
            phase = machine.phase();
            for (const FiredEvent& event : machine.events())
                whole += event.weight;
        }
        // The first fires at the start. Within a step of the fade, the weights are those before and after it.
        CHECK(whole == Approx(1.0 + std::floor(rounds)).margin(0.04));
    }
}

TEST_CASE("An event at the phase of a synchronized cut fires once") {
    Gaits rig(0.0);
    rig.graph.states[0].motion.clips[0].contactSeconds = rig.graph.states[1].motion.clips[0].contactSeconds = 0.25;
    rig.graph.events = {{"begin", 0, 0.25}, {"begin", 1, 0.25}, {"middle", 0, 0.75}, {"middle", 1, 1.0}};
    TestMachine first(rig.hierarchy, rig.clips, rig.graph), later(rig.hierarchy, rig.clips, rig.graph);
    first.fire(rig.trigger);  // before the old state has advanced
    first.advance(0.01);
    REQUIRE(first.events().size() == 1);
    CHECK(first.events()[0].event == 0);

    later.advance(0.75);  // exactly half a cycle
    REQUIRE(later.phase() == 0.5);
    CHECK(later.events().size() == 2);
    later.fire(rig.trigger);
    later.advance(0.01);
    CHECK(later.events().empty());
}

TEST_CASE("Contact phases on which the clips agree are found if the graph gives none") {
    Walker walker;
    const size_t slow = walker.add(1.2, 0.25), fast = walker.add(0.8, 0.6), other = walker.add(1.0, 0.1);
    std::vector<std::vector<FootContact>> found;
    for (const AnimationClip& clip : walker.clips)
        found.push_back(footContacts(walker.hierarchy, clip, glm::mat4(1.0f)));
    const ContactsOfClip contactsOf = [&](size_t clip) -> const std::vector<FootContact>& { return found[clip]; };
    Graph graph;
    for (const size_t clip : {slow, fast, other})
        graph.states.push_back({.name = "s", .motion = {.clips = {{.clip = clip}}}});
    const auto contact = [&](size_t state, size_t clip = 0) {
        return graph.states[state].motion.clips[clip].contactSeconds;
    };
    findContactPhases(graph, walker.clips, contactsOf);
    CHECK_FALSE(contact(0));  // nothing is synchronized

    graph.transitions.push_back({.from = 0, .to = 1, .sync = true});
    findContactPhases(graph, walker.clips, contactsOf);
    REQUIRE(contact(0));
    REQUIRE(contact(1));
    CHECK_FALSE(contact(2));
    // The tolerance is the sampling interval, and the height up to which a foot counts as down.
    CHECK(std::abs(*contact(0) - 0.25 * 1.2) < 0.03);
    CHECK(std::abs(*contact(1) - 0.6 * 0.8) < 0.03);

    // The graph names the right foot, half a cycle later.
    graph.states[0].motion.clips[0].contactSeconds = 0.75 * 1.2;
    graph.states[1].motion.clips[0].contactSeconds.reset();
    findContactPhases(graph, walker.clips, contactsOf);
    CHECK(*contact(0) == 0.75 * 1.2);
    CHECK(std::abs(*contact(1) - 0.1 * 0.8) < 0.03);

    // A blend counts without a transition, and a clip that is not a gait is unchanged.
    found[fast].clear();
    graph.transitions.clear();
    graph.states[2].motion.clips.push_back({.clip = fast});
    findContactPhases(graph, walker.clips, contactsOf);
    REQUIRE(contact(2));
    CHECK(std::abs(*contact(2) - 0.1) < 0.03);
    CHECK_FALSE(contact(2, 1));
}
