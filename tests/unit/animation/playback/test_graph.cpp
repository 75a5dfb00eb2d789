#include "animation/playback/graph.h"

#include "support/catch.h"
#include "support/models/graph_rig.h"

using namespace sinew;

TEST_CASE("A condition compares with its operator") {
    const auto compares = [](Comparison comparison, double value) {
        return isMet({.comparison = comparison, .value = 2.0}, value);
    };
    for (const double value : {1.0, 2.0, 3.0}) {
        CHECK(compares(Comparison::less, value) == (value < 2.0));
        CHECK(compares(Comparison::lessOrEqual, value) == (value <= 2.0));
        CHECK(compares(Comparison::equal, value) == (value == 2.0));
        CHECK(compares(Comparison::notEqual, value) == (value != 2.0));
        CHECK(compares(Comparison::greaterOrEqual, value) == (value >= 2.0));
        CHECK(compares(Comparison::greater, value) == (value > 2.0));
    }
}

TEST_CASE("The depth of a state counts the transitions that lead to it") {
    GraphRig rig;
    for (size_t i = 0; i < 3; ++i)
        rig.addState(i);
    rig.addTransition(0, 1, 0.2);
    rig.addTransition(2, 1, 0.2);
    CHECK(depthsOf(rig.graph) == std::vector<size_t>{0, 1, kUnreachable});
    rig.addTransition(1, 2, 0.2);
    CHECK(depthsOf(rig.graph) == std::vector<size_t>{0, 1, 2});
    rig.graph.transitions = {{.to = 1}, {.to = 2}};
    CHECK(depthsOf(rig.graph) == std::vector<size_t>{0, 1, 1});
}

TEST_CASE("A cycle of cuts is found if all of them can be taken at once") {
    GraphRig rig;
    const size_t speed = rig.addParameter(ParameterKind::number), jump = rig.addParameter(ParameterKind::trigger);
    const size_t flag = rig.addParameter(ParameterKind::flag);
    for (size_t i = 0; i < 3; ++i)
        rig.addState(i);
    const auto cycleOf = [&](std::vector<GraphCondition> there, std::vector<GraphCondition> back) {
        rig.graph.transitions.clear();
        rig.addTransition(0, 1, 0.2);
        rig.addTransition(1, 2, 0.0, std::move(there));
        rig.addTransition(2, 1, 0.0, std::move(back));
        return instantCycle(rig.graph);
    };
    CHECK(cycleOf({}, {}) == 1);
    CHECK(cycleOf({above(speed, 1.0)}, {above(speed, 2.0)}) == 1);
    CHECK(cycleOf({above(speed, 1.0)}, {below(speed, 2.0)}) == 1);
    CHECK_FALSE(cycleOf({above(speed, 1.0)}, {below(speed, 1.0)}));
    CHECK_FALSE(cycleOf({above(speed, 1.0)}, {{speed, Comparison::lessOrEqual, 1.0}}));
    CHECK(cycleOf({{speed, Comparison::greaterOrEqual, 1.0}}, {{speed, Comparison::lessOrEqual, 1.0}}) == 1);
    CHECK_FALSE(cycleOf({fired(jump)}, {}));
    CHECK_FALSE(cycleOf({{flag, Comparison::equal, 1.0}}, {{flag, Comparison::equal, 0.0}}));
    CHECK_FALSE(cycleOf({above(flag, 0.0)}, {{flag, Comparison::notEqual, 1.0}}));

    cycleOf({}, {});
    rig.graph.transitions[2].exitTime = 0.5;
    CHECK_FALSE(instantCycle(rig.graph));
    rig.graph.transitions[2] = {.from = 2, .to = 1, .durationSeconds = 0.1};
    CHECK_FALSE(instantCycle(rig.graph));
}

TEST_CASE("Cuts from any state to two states form a cycle") {
    GraphRig rig;
    rig.addState(0);
    rig.addState(1);
    rig.addTransition(std::nullopt, 0, 0.0);
    CHECK_FALSE(instantCycle(rig.graph));
    rig.addTransition(std::nullopt, 1, 0.0);
    CHECK(instantCycle(rig.graph) == 0);
}

TEST_CASE("The search for cycles of cuts ends soon, even with too many combinations to try") {
    GraphRig rig;
    const size_t speed = rig.addParameter(ParameterKind::number);
    for (size_t i = 0; i < 20; ++i)
        rig.addState(0);
    for (size_t from = 0; from < 20; ++from)
        for (size_t to = from + 1; to < 20; ++to)
            rig.addTransition(from, to, 0.0, {above(speed, 1.0)});
    CHECK_FALSE(instantCycle(rig.graph));
    rig.addTransition(19, 0, 0.0, {below(speed, 1.0)});  // closes no cycle, but that is too long to show
    CHECK(instantCycle(rig.graph));
}

TEST_CASE("Cuts that lead nowhere back are no cycle, however many paths they make") {
    GraphRig rig;
    const size_t speed = rig.addParameter(ParameterKind::number);
    for (size_t i = 0; i < 28; ++i)
        rig.addState(0);
    for (size_t i = 1; i < 28; ++i)
        for (int twice = 0; twice < 2; ++twice)
            rig.addTransition(i - 1, i, 0.0, {above(speed, 1.0)});
    CHECK_FALSE(instantCycle(rig.graph));
    rig.addTransition(27, 0, 0.0, {above(speed, 2.0)});
    CHECK(instantCycle(rig.graph) == 0);
}
