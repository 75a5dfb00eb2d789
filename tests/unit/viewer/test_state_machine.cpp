#include "support/catch.h"
#include "support/players.h"
#include "unit/viewer/panel_player.h"
#include "viewer/panel/graph_outline.h"

using namespace sinew;

namespace {

/// Two states, and a parameter of each kind.
Graph makeGraph() {
    Graph graph;
    graph.parameters = {{.name = "speed##1"},
                        {.name = "armed", .kind = ParameterKind::flag},
                        {.name = "jump", .kind = ParameterKind::trigger}};
    for (size_t clip = 0; clip < 2; ++clip)
        graph.states.push_back({.name = "state", .motion = {.clips = {{.clip = clip}}}});
    graph.transitions.push_back({.from = 0, .to = 1, .conditions = {{.parameter = 2}}, .durationSeconds = 0.5});
    graph.transitions.push_back({.from = 1, .to = 0, .conditions = {{.parameter = 2}}, .durationSeconds = 0.5});
    graph.transitions.push_back(
        {.to = 0, .conditions = {{.parameter = 0, .comparison = Comparison::greater, .value = 3.0}}});
    return graph;
}

/// The panel with a state machine.
struct GraphPlayer : PanelPlayer {
    TestMachine machine;

    explicit GraphPlayer(const Graph& graph = makeGraph()) : machine(model.hierarchy, model.clips, graph) {
        state.machine = &machine;
        draw(3);
    }
    /// Clicks down the panel until a click requests the parameter. Returns the requested value.
    std::optional<double> ask(float x, size_t parameter) {
        std::optional<double> value;
        clickDown(x, [&](const PanelRequests& asked) {
            if (asked.parameter && asked.parameter->parameter == parameter) value = asked.parameter->value;
            return value.has_value();
        });
        draw(40);
        return value;
    }
};

constexpr float kValueLeft = 1063.0f, kValueRight = 1241.0f;  // beside the scroll bar

}  // namespace

TEST_CASE("the panel sets numbers, flags and triggers of a state machine") {
    GraphPlayer player;
    const auto speed = player.ask(kValueLeft + 0.75f * (kValueRight - kValueLeft), 0);
    REQUIRE(speed);
    CHECK(*speed == Approx(0.75 * 3.0).margin(0.15));  // the slider ends at the value in a condition
    CHECK(player.ask(kValueLeft + 12.0f, 1) == 1.0);
    player.machine.set(1, 1.0);
    CHECK(player.ask(kValueLeft + 12.0f, 1) == 0.0);
    CHECK(player.ask(kValueLeft + 60.0f, 2) == 1.0);
}

TEST_CASE("the panel shows the latest events of a state machine") {
    Graph graph = makeGraph();
    graph.events = {{"left foot", 0, 0.5}, {"right foot", 0, 1.0}};
    GraphPlayer player(graph);
    player.draw(3);
    int before = player.vertices;
    const std::vector<LoggedEvent> heard{{0, 0.5, 1.0}, {1, 1.0, 1.0}, {0, 2.5, 1.0}, {1, 3.0, 1.0}};
    player.state.machineSeconds = 3.2;
    for (size_t count = 1; count <= heard.size(); ++count) {
        player.state.machineEvents = std::span(heard).first(count);
        player.draw(3);
        if (count <= 3)
            CHECK(player.vertices > before);
        else
            CHECK(player.vertices == before + 4);  // one more letter: a right foot instead of a left one
        before = player.vertices;
    }
}

TEST_CASE("the current state and the one being left are highlighted") {
    GraphPlayer player;
    const int still = player.vertices;
    player.machine.fire(2);
    player.machine.advance(0.1);
    CHECK(player.machine.state() == 1);
    CHECK(player.machine.leftState() == 0u);
    CHECK(player.machine.transitionRatio() == Approx(0.2));
    player.draw(2);
    CHECK(player.vertices > still);  // another arrow, and the fade weight of the old state
    player.machine.advance(0.5);
    CHECK_FALSE(player.machine.leftState());
    CHECK(player.machine.transitionRatio() == 1.0);
}

TEST_CASE("a diagram places states by their distance from the initial state, up to three in a row") {
    Graph graph;
    graph.states.resize(7);
    graph.initialState = 1;
    const auto lead = [&](std::optional<size_t> from, size_t to) {
        graph.transitions.push_back({.from = from, .to = to});
    };
    for (const size_t to : {0u, 2u, 3u, 4u})
        lead(1, to);
    lead(4, 5);
    lead(5, 1);
    lead(std::nullopt, 6);
    const GraphLayout layout = layoutOf(graph);
    CHECK(layout.rows == 4);
    CHECK(layout.places[1] == glm::vec2(0.5f, 0.0f));
    CHECK(layout.places[0] == glm::vec2(0.5f / 3.0f, 1.0f));
    CHECK(layout.places[3] == glm::vec2(2.5f / 3.0f, 1.0f));
    CHECK(layout.places[4] == glm::vec2(0.25f, 2.0f));
    CHECK(layout.places[6] == glm::vec2(0.75f, 2.0f));
    CHECK(layout.places[5] == glm::vec2(0.5f, 3.0f));
}

TEST_CASE("the range of a slider covers all values that the graph uses") {
    Graph graph = makeGraph();
    const auto isFromTo = [&](size_t parameter, float least, float most, std::vector<KeyBinding> keys = {}) {
        const ParameterRange range = rangeOf(graph, keys, parameter);
        CHECK(range.least == least);
        CHECK(range.most == most);
    };
    isFromTo(0, 0.0f, 3.0f);
    isFromTo(0, -2.0f, 3.0f, {{.keys = {"A"}, .parameter = 0, .value = -2.0}});
    graph.parameters.push_back({.name = "lonely", .initial = 5.0});
    isFromTo(3, 4.0f, 6.0f);
    graph.states[0].motion.x = 3;
    graph.states[0].motion.clips = {{.clip = 0, .position = {-1.0f, 0.0f}}, {.clip = 1, .position = {8.0f, 0.0f}}};
    isFromTo(3, -1.0f, 8.0f);
    graph.parameters.push_back({.name = "weight"});
    graph.states[0].layers.push_back({.motion = graph.states[1].motion, .weight = 4});
    isFromTo(4, 0.0f, 1.0f);
    graph.heading = GraphHeading{.parameter = 4};
    isFromTo(4, -180.0f, 180.0f);
}
