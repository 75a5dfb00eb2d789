#include <algorithm>
#include <array>
#include <vector>

#include "animation/pose/pose.h"
#include "support/catch.h"
#include "support/models/graph_rig.h"

// Transitions of a state machine.

using namespace sinew;

namespace {

// The clips' own motion is at most 2 pi / 240 = 0.03 per step, and a switch of 72 steps between poses at most 2 apart
// adds twice that at its fastest. A cut moves nodes by about 1.
constexpr float kSmooth = 0.1f;

/// The largest movement of a node in one step, over that many steps.
float largestMovement(TestMachine& machine, int steps) {
    float largest = 0.0f;
    for (int i = 0; i < steps; ++i) {
        const LocalPose before = poseOf(machine);
        machine.advance(kStep);
        largest = std::max(largest, distance(machine.pose(), before));
    }
    return largest;
}

/// Two states, and a trigger that leads from each to the other.
struct Pair : GraphRig {
    size_t trigger = addParameter(ParameterKind::trigger);
    Pair(double seconds, TransitionKind kind, bool interruptible = true) {
        addState(0);
        addState(1);
        for (size_t from = 0; from < 2; ++from) {
            GraphTransition& transition = addTransition(from, 1 - from, seconds, {fired(trigger)});
            transition.kind = kind;
            transition.interruptible = interruptible;
        }
    }
};

}  // namespace

TEST_CASE("A trigger is consumed once, by the first transition that uses it, even if it lasts only one step") {
    Pair rig(0.0, TransitionKind::fade);
    for (const double waitSeconds : {rig.graph.parameters[rig.trigger].waitSeconds, 0.0}) {
        rig.graph.parameters[rig.trigger].waitSeconds = waitSeconds;
        TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
        machine.advance(kStep);
        CHECK(machine.state() == 0);
        machine.fire(rig.trigger);
        CHECK(machine.parameters()[rig.trigger] == 1.0);
        for (int i = 0; i < 10; ++i) {
            machine.advance(kStep);
            CHECK(machine.state() == 1);
            CHECK(machine.parameters()[rig.trigger] == 0.0);
        }
    }
}

TEST_CASE("An unused trigger stays set as long as the graph says") {
    Pair rig(0.0, TransitionKind::fade);
    rig.graph.parameters[rig.trigger].waitSeconds = 0.25;
    const size_t ready = rig.addParameter(ParameterKind::flag);
    rig.graph.transitions[0].conditions.push_back({ready, Comparison::equal, 1.0});
    for (const double wait : {0.125, 0.5}) {
        TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
        machine.fire(rig.trigger);
        machine.advance(wait);
        machine.set(ready, 1.0);
        machine.advance(kStep);
        CHECK(machine.state() == (wait < 0.25 ? 1u : 0u));
    }
}

TEST_CASE("All conditions of a transition must hold, and the first possible transition is taken") {
    GraphRig rig;
    const size_t speed = rig.addParameter(ParameterKind::number), flag = rig.addParameter(ParameterKind::flag);
    for (size_t i = 0; i < 3; ++i)
        rig.addState(i);
    rig.addTransition(0, 1, 0.0, {above(speed, 1.0), {flag, Comparison::equal, 1.0}});
    rig.addTransition(0, 2, 0.0, {above(speed, 1.0)});
    const auto stateWith = [&](double speedValue, bool flagValue) {
        TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
        machine.set(speed, speedValue);
        machine.set(flag, flagValue ? 1.0 : 0.0);
        machine.advance(kStep);
        return machine.state();
    };
    CHECK(stateWith(1.0, true) == 0);
    CHECK(stateWith(2.0, false) == 2);
    CHECK(stateWith(2.0, true) == 1);
}

TEST_CASE("A step takes any number of cuts, but ends with a transition that has a duration, or with a cycle of cuts") {
    struct Row {
        double firstSeconds, secondSeconds;
        bool isCycle;
        std::array<size_t, 2> states;  ///< after each of two steps
    };
    for (const auto& [firstSeconds, secondSeconds, isCycle, states] :
         {Row{0.0, 0.0, false, {2, 2}}, {0.2, 0.2, false, {1, 2}}, {0.0, 0.0, true, {1, 0}}}) {
        GraphRig rig;
        for (size_t i = 0; i < 3; ++i)
            rig.addState(i);
        rig.addTransition(0, 1, firstSeconds);
        rig.addTransition(1, isCycle ? 0 : 2, secondSeconds);
        TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
        for (const size_t state : states) {
            machine.advance(kStep);
            CHECK(machine.state() == state);
            const double seconds = machine.cycles() * rig.clips[state].durationSeconds;
            if (!machine.inTransition()) CHECK(distance(machine.pose(), rig.poseOf(state, seconds)) < 1e-5f);
        }
    }
}

TEST_CASE("A fade plays both states, weighted by time") {
    Pair rig(0.4, TransitionKind::fade);
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    machine.advance(0.1);
    machine.fire(rig.trigger);
    machine.advance(0.1);
    CHECK(machine.inTransition());
    LocalPose expected(rig.hierarchy.size());
    blend(rig.poseOf(0, 0.2), rig.poseOf(1, 0.1), 0.25f, expected);
    CHECK(distance(machine.pose(), expected) < 1e-5f);
    for (int i = 0; i < 3; ++i)
        machine.advance(0.1);
    machine.advance(0.05);
    CHECK_FALSE(machine.inTransition());
    CHECK(distance(machine.pose(), rig.poseOf(1, 0.45)) < 1e-5f);
}

TEST_CASE("An inertial transition ends in the new state alone, and starts without a jump") {
    Pair rig(0.3, TransitionKind::inertial);
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    CHECK(largestMovement(machine, 60) < kSmooth);
    machine.fire(rig.trigger);
    CHECK(largestMovement(machine, 80) < kSmooth);
    CHECK(machine.state() == 1);
    CHECK_FALSE(machine.inTransition());
    CHECK(distance(machine.pose(), rig.poseOf(1, 80 * kStep)) < 1e-5f);
}

TEST_CASE("An interrupted transition continues from the current pose") {
    const auto kind = GENERATE(TransitionKind::fade, TransitionKind::inertial);
    Pair rig(0.3, kind);
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    largestMovement(machine, 50);
    for (const int steps : {20, 31, 13, 7, 100}) {
        const size_t before = machine.state();
        machine.fire(rig.trigger);
        CHECK(largestMovement(machine, steps) < kSmooth);
        CHECK(machine.state() == 1 - before);
    }
    CHECK_FALSE(machine.inTransition());
    CHECK(distance(machine.pose(), rig.poseOf(machine.state(), 100 * kStep)) < 1e-5f);
}

TEST_CASE("A transition that cannot be interrupted plays to its end") {
    Pair rig(0.3, TransitionKind::fade, false);
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    machine.fire(rig.trigger);
    machine.advance(0.1);
    machine.fire(rig.trigger);
    machine.advance(0.1);
    CHECK(machine.state() == 1);
    machine.advance(0.15);
    CHECK(machine.state() == 1);
    CHECK(machine.parameters()[rig.trigger] == 1.0);
    machine.advance(kStep);
    CHECK(machine.state() == 0);
}

TEST_CASE("An exit time counts cycles since the state was entered") {
    GraphRig rig;
    rig.addState(1);
    rig.addState(0);
    const double exitTime = GENERATE(0.5, 1.0, 2.5);
    rig.addTransition(0, 1, 0.2).exitTime = exitTime;
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    int steps = 0;
    while (machine.state() == 0 && steps < 2000) {
        machine.advance(kStep);
        ++steps;
    }
    const double expected = exitTime * 1.5 / kStep + 1.0;
    CHECK(steps >= expected - 1.0);
    CHECK(steps <= expected + 1.0);
}

TEST_CASE("A state that plays once holds its last pose until a transition") {
    GraphRig rig;
    rig.addState(0, Repeat::once);
    rig.addState(1);
    const size_t go = rig.addParameter(ParameterKind::trigger);
    rig.addTransition(0, 1, 0.0, {fired(go)}).exitTime = 1.0;
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    machine.fire(go);
    machine.advance(0.5);
    CHECK(machine.state() == 0);
    CHECK(machine.cycles() < 1.0);
    TestMachine still(rig.hierarchy, rig.clips, rig.graph);
    for (int i = 0; i < 30; ++i)
        still.advance(0.1);
    CHECK(still.state() == 0);
    CHECK(still.cycles() == 1.0);
    CHECK(distance(still.pose(), rig.poseOf(0, 1.0)) == 0.0f);
    still.fire(go);
    still.advance(0.0);
    CHECK(still.state() == 1);
}

TEST_CASE("A transition from any state starts in every state except its target") {
    GraphRig rig;
    const size_t hit = rig.addParameter(ParameterKind::trigger), go = rig.addParameter(ParameterKind::trigger);
    for (size_t i = 0; i < 3; ++i)
        rig.addState(i);
    rig.addTransition(std::nullopt, 2, 0.0, {fired(hit)});
    rig.addTransition(0, 1, 0.0, {fired(go)});
    for (const bool fromSecond : {false, true}) {
        TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
        if (fromSecond) machine.fire(go);
        machine.advance(kStep);
        machine.fire(hit);
        machine.advance(kStep);
        CHECK(machine.state() == 2);
        machine.advance(0.1);
        const double rounds = machine.cycles();
        machine.fire(hit);
        machine.advance(kStep);
        CHECK(machine.cycles() > rounds);
        CHECK(machine.parameters()[hit] == 1.0);
    }
}

TEST_CASE("A state can transition to itself, and restarts without a jump") {
    GraphRig rig;
    const size_t again = rig.addParameter(ParameterKind::trigger);
    rig.addState(0);
    rig.addTransition(0, 0, 0.3, {fired(again)}).kind = GENERATE(TransitionKind::fade, TransitionKind::inertial);
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    largestMovement(machine, 110);
    for (const int steps : {30, 40, 80}) {
        machine.fire(again);
        CHECK(largestMovement(machine, steps) < kSmooth);
        CHECK(std::abs(machine.cycles() - steps * kStep) < 1e-9);
    }
    CHECK(distance(machine.pose(), rig.poseOf(0, 80 * kStep)) < 1e-5f);
}

TEST_CASE("After a cut, an inertial transition does not treat the cut as velocity") {
    GraphRig rig;
    const size_t go = rig.addParameter(ParameterKind::trigger);
    for (size_t i = 0; i < 3; ++i)
        rig.addState(i);
    rig.addTransition(0, 1, 0.0, {fired(go)});
    rig.addTransition(1, 2, 0.3, {fired(go)}).kind = TransitionKind::inertial;
    TestMachine machine(rig.hierarchy, rig.clips, rig.graph);
    largestMovement(machine, 50);
    machine.fire(go);
    machine.advance(kStep);
    machine.fire(go);
    CHECK(largestMovement(machine, 80) < kSmooth);
}
