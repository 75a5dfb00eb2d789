#include "app/graph/graph_file.h"

#include <algorithm>
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "import/import_model.h"
#include "support/catch.h"
#include "support/models/chain.h"
#include "support/players.h"
#include "support/temporary_folder.h"

using namespace sinew;

namespace {

const std::filesystem::path kAssets = std::filesystem::path(SINEW_SOURCE_DIR) / "assets";

/// A graph file for a chain of three nodes and the clips Idle and Walk.
struct Written {
    TemporaryFolder folder;
    NodeHierarchy hierarchy = chain(3);
    std::vector<AnimationClip> clips{swing(3, 1.0, 0.0), swing(3, 2.0, 0.5)};

    Written() {
        clips[0].name = "Idle";
        clips[1].name = "Walk";
    }
    GraphFile read(const std::string& text) {
        std::ofstream(folder / "g.json", std::ios::binary) << text;
        return readGraph(folder / "g.json", hierarchy, clips);
    }
    /// The error without the file's name; "none" if there is none.
    std::string fault(const std::string& text) {
        try {
            read(text);
        } catch (const Error& error) {
            CHECK(error.exit() == Exit::input);
            const std::string line = error.what(), file = (folder / "g.json").string() + ": ";
            CHECK(std::ranges::count(line, '\n') == 0);
            REQUIRE(line.starts_with(file));
            return line.substr(file.size());
        }
        return "none";
    }
};

/// `kGood` with `part` replaced.
const std::string kGood = R"({
  "schema": 1,
  "parameters": [
    {"name": "speed", "type": "number", "initial": 0.5, "smooth_s": 0.1},
    {"name": "armed", "type": "flag", "initial": true},
    {"name": "jump", "type": "trigger", "wait_s": 0.3}
  ],
  "initial": "move",
  "states": [
    {"name": "rest", "clip": "Idle", "once": true, "speed": 2},
    {"name": "move",
      "blend": {"x": "speed",
        "clips": [
          {"clip": "Idle", "at": 0},
          {"clip": "Walk", "at": 1.5, "contact_s": 0.25}
        ]},
      "layers": [{"clip": "Walk", "mode": "additive", "reference": "rest_pose", "weight": "speed"}]
    }
  ],
  "transitions": [
    {"from": "any", "to": "rest", "when": [{"parameter": "jump"}, {"parameter": "armed", "value": false}],
      "duration_s": 0.5, "kind": "inertial", "interruptible": false},
    {"from": "rest", "to": "move", "when": [{"parameter": "speed", "is": ">=", "value": 0.25}], "exit_time": 0.75}
  ],
  "overlays": [
    {"name": "wave", "clip": "Walk", "mask": [{"node": "node 1", "feather": 1}, {"node": "node 2"}], "when": [{"parameter": "jump"}],
      "until": [{"parameter": "armed"}], "once": false, "fade_in_s": 0, "fade_out_s": 1}
  ],
  "events": [{"name": "step", "clip": "Walk", "time_s": 2}],
  "root": {"node": "node 0", "up": [0, 0, 1]},
  "keys": [
    {"key": "W", "parameter": "speed", "value": 1},
    {"key": "Shift+W", "parameter": "speed", "value": 2},
    {"key": "F", "parameter": "armed", "value": false},
    {"key": "Space", "parameter": "jump"}
  ]
}
)";

std::string with(const std::string& part, const std::string& other) {
    std::string text = kGood;
    const size_t at = text.find(part);
    REQUIRE(at != std::string::npos);
    return text.replace(at, part.size(), other);
}

/// Requires an error with that text, on the line of `part` in the good file.
void checkRefused(const std::string& part, const std::string& other, const std::string& message) {
    Written written;
    const std::string fault = written.fault(with(part, other));
    const auto line =
        1 + std::count(kGood.begin(), kGood.begin() + static_cast<std::ptrdiff_t>(kGood.find(part)), '\n');
    INFO(other << " gives: " << fault);
    CHECK(fault.starts_with("line " + std::to_string(line) + ": "));
    CHECK(fault.find(message) != std::string::npos);
}

/// Adds fields to the good file.
std::string withFields(const std::string& fields) {
    return with("\"keys\": [", fields + ", \"keys\": [");
}

void checkFieldsRefused(const std::string& fields, const std::string& message) {
    checkRefused("\"keys\": [", fields + ", \"keys\": [", message);
}

}  // namespace

TEST_CASE("Everything in a graph file is read") {
    Written written;
    const auto [graph, keys, stick] = written.read(kGood);
    REQUIRE(graph.parameters.size() == 3);
    CHECK(graph.parameters[0].initial == 0.5);
    CHECK(graph.parameters[0].smoothSeconds == 0.1);
    CHECK(graph.parameters[1].kind == ParameterKind::flag);
    CHECK(graph.parameters[1].initial == 1.0);
    CHECK(graph.parameters[2].waitSeconds == 0.3);
    CHECK(graph.initialState == 1);
    REQUIRE(graph.states.size() == 2);
    CHECK(graph.states[0].repeat == Repeat::once);
    CHECK(graph.states[0].speed == 2.0);
    CHECK(graph.states[1].repeat == Repeat::loop);
    CHECK(graph.states[1].motion.x == 0);
    CHECK_FALSE(graph.states[1].motion.y);
    REQUIRE(graph.states[1].motion.clips.size() == 2);
    CHECK(graph.states[1].motion.clips[1].clip == 1);
    CHECK(graph.states[1].motion.clips[1].position.x == 1.5f);
    CHECK(graph.states[1].motion.clips[1].contactSeconds == 0.25);
    REQUIRE(graph.states[1].layers.size() == 1);
    CHECK(graph.states[1].layers[0].mode == LayerMode::additive);
    CHECK(graph.states[1].layers[0].reference == AdditiveReference::restPose);
    CHECK(graph.states[1].layers[0].weight == 0);
    CHECK(graph.states[1].layers[0].mask.weights.empty());

    REQUIRE(graph.transitions.size() == 2);
    CHECK_FALSE(graph.transitions[0].from);
    CHECK(graph.transitions[0].durationSeconds == 0.5);
    CHECK(graph.transitions[0].kind == TransitionKind::inertial);
    CHECK_FALSE(graph.transitions[0].interruptible);
    REQUIRE(graph.transitions[0].conditions.size() == 2);
    CHECK(graph.transitions[0].conditions[1].value == 0.0);
    CHECK(graph.transitions[1].from == 0);
    CHECK(graph.transitions[1].exitTime == 0.75);
    CHECK(graph.transitions[1].conditions[0].comparison == Comparison::greaterOrEqual);
    CHECK(graph.transitions[1].conditions[0].value == 0.25);

    REQUIRE(graph.overlays.size() == 1);
    CHECK(graph.overlays[0].repeat == Repeat::loop);
    CHECK(graph.overlays[0].layer.mask.weights == std::vector<float>{0.0f, 0.5f, 1.0f});
    CHECK(graph.overlays[0].fadeInSeconds == 0.0);
    CHECK(graph.overlays[0].fadeOutSeconds == 1.0);
    CHECK(graph.overlays[0].stop[0].value == 1.0);
    CHECK(graph.events[0].timeSeconds == 2.0);
    CHECK(graph.root->up == glm::vec3(0, 0, 1));
    REQUIRE(keys.size() == 4);
    CHECK(keys[1].keys == std::vector<std::string>{"Shift", "W"});
    CHECK(keys[1].value == 2.0);
    CHECK(keys[2].value == 0.0);
}

TEST_CASE("Missing fields and unknown names in a graph file are reported with their line") {
    checkRefused("\"clip\": \"Idle\", \"once\"", "\"clip\": \"Idel\", \"once\"",
                 "no clip 'Idel'; available clips: 'Idle', 'Walk'");
    checkRefused("\"x\": \"speed\"", "\"x\": \"sped\"", "no parameter 'sped'");
    checkRefused("\"x\": \"speed\"", "\"x\": \"armed\"", "is not a number");
    checkRefused("\"to\": \"move\"", "\"to\": \"mvoe\"", "no state 'mvoe'; available states: 'rest', 'move'");
    checkRefused("\"node\": \"node 1\"", "\"node\": \"node 7\"", "no node 'node 7'");
    checkRefused("\"key\": \"F\"", "\"key\": \"Fn\"", "unknown key 'Fn'");
    checkRefused("\"key\": \"F\"", "\"key\": \"F+\"", "unknown key ''");
    checkRefused("\"initial\": \"move\"", "\"initial\": \"walk\"", "no state 'walk'");
    checkRefused("{\"name\": \"rest\", \"clip\": \"Idle\",", "{\"name\": \"rest\",", "either \"clip\" or \"blend\"");
    checkRefused("\"from\": \"rest\", ", "", "missing field \"from\"");
    checkRefused("\"time_s\": 2", "\"time\": 2", "unknown field 'time'");
    checkRefused("\"schema\": 1", "\"schema\": 2", "must be from 1 to 1, not 2");
    checkRefused("\"name\": \"armed\"", "\"name\": \"speed\"", "duplicate name 'speed'");
    checkRefused("{\"name\": \"move\"", "{\"name\": \"any\"", "is reserved for transitions");
    checkRefused("\"type\": \"flag\", \"initial\": true", "\"type\": \"flag\", \"type\": \"flag\"",
                 "duplicate field 'type'");
    Written written;
    CHECK(written.fault("{\n\"schema\": 1}").starts_with("line 1: missing field \"states\""));
    CHECK(written.fault("{\n\"schema\": 1,\n\"states\": []}").starts_with("line 3: \"states\" is empty"));
}

TEST_CASE("A value of the wrong type or outside its range is refused with its line") {
    checkRefused("\"speed\": 2", "\"speed\": \"2\"", "\"speed\" must be a number, not a string");
    checkRefused("\"speed\": 2", "\"speed\": 0", "from 0.001 to 1000, not 0");
    checkRefused("\"once\": true", "\"once\": 1", "must be true or false");
    checkRefused("\"name\": \"rest\"", "\"name\": []", "must be a string, not an array");
    checkRefused("\"name\": \"rest\"", "\"name\": \"\"", "is empty");
    checkRefused("\"kind\": \"inertial\"", "\"kind\": \"slow\"", "fade or inertial, not 'slow'");
    checkRefused("\"duration_s\": 0.5", "\"duration_s\": -1", "from 0 to 3600");
    checkRefused("\"exit_time\": 0.75", "\"exit_time\": -0.1", "from 0 to 1e+06");
    checkRefused("\"is\": \">=\"", "\"is\": \"=>\"", "not '=>'");
    checkRefused("{\"parameter\": \"armed\", \"value\": false}", "{\"parameter\": \"armed\", \"is\": \"<\"}",
                 "a flag cannot be compared");
    checkRefused("[{\"parameter\": \"jump\"},", "[{\"parameter\": \"jump\", \"value\": 1},",
                 "a trigger cannot be compared");
    checkRefused("\"at\": 1.5", "\"at\": 0", "greater than that of the previous clip");
    checkRefused("\"at\": 1.5", "\"at\": [1, 2]", "must be a number");
    checkRefused("\"contact_s\": 0.25", "\"contact_s\": 2.5", "from 0 to 2");
    checkRefused("\"time_s\": 2", "\"time_s\": 2.1", "from 0 to 2");
    checkRefused("\"up\": [0, 0, 1]", "\"up\": [0, 0, 0]", "no length");
    checkRefused("\"up\": [0, 0, 1]", "\"up\": [0, 1]", "three numbers");
    checkRefused("\"parameter\": \"speed\", \"value\": 2", "\"parameter\": \"speed\"", "missing field \"value\"");
    checkRefused("\"parameter\": \"jump\"}\n  ]\n}", "\"parameter\": \"jump\", \"value\": 1}\n  ]\n}",
                 "has no \"value\"");
}

TEST_CASE("A heading and a key that keeps its value are read, and refused if invalid") {
    Written written;
    const auto withWay = [](const std::string& part, const std::string& other) {
        const std::string text = with(part, other), before = "{\"name\": \"armed\"";
        return std::string(text).insert(text.find(before), "{\"name\": \"way\", \"type\": \"number\"}, ");
    };
    const auto [graph, keys, stick] =
        written.read(withWay("\"keys\": [",
                             "\"heading\": {\"parameter\": \"way\", \"turn_degrees_s\": 360}, \"keys\": [{\"key\": "
                             "\"A\", \"parameter\": \"way\", \"value\": 90, \"keep\": true},"));
    REQUIRE(graph.heading);
    CHECK(graph.heading->parameter == 1);
    CHECK(graph.heading->degreesPerSecond == 360.0);
    CHECK(keys[0].keep);
    CHECK_FALSE(keys[1].keep);
    CHECK_FALSE(written.read(kGood).graph.heading);

    for (const auto& [heading, message] : {std::pair(R"("speed")", "\"heading\" must be an object"),
                                           {"{}", "missing field \"parameter\""},
                                           {R"({"parameter": "sped"})", "no parameter 'sped'"},
                                           {R"({"parameter": "armed"})", "is not a number"},
                                           {R"({"parameter": "speed"})", "cannot have \"smooth_s\""},
                                           {R"({"parameter": "speed", "turn_rate": 90})", "unknown field 'turn_rate'"}})
        checkFieldsRefused(std::string("\"heading\": ") + heading, message);
    CHECK_THAT(written.fault(withWay("\"keys\": [",
                                     "\"heading\": {\"parameter\": \"way\", \"turn_degrees_s\": 0}, "
                                     "\"keys\": [")),
               Catch::Matchers::ContainsSubstring("from 1 to 1e+06, not 0"));
    checkRefused("\"parameter\": \"speed\", \"value\": 2", "\"parameter\": \"speed\", \"value\": 2, \"keep\": 1",
                 "\"keep\" must be true or false");
    checkRefused("\"parameter\": \"jump\"}\n  ]\n}", "\"parameter\": \"jump\", \"keep\": true}\n  ]\n}",
                 "a trigger has no value to \"keep\"");
}

TEST_CASE("Bindings of gamepad sticks are read, and refused if invalid") {
    Written written;
    const GraphFile file = written.read(withFields(R"("stick": [{"of": "x", "parameter": "speed", "scale": -2}])"));
    REQUIRE(file.stick.size() == 1);
    CHECK(file.stick[0].value == StickValue::x);
    CHECK(file.stick[0].parameter == 0);
    CHECK(file.stick[0].scale == -2.0);
    checkFieldsRefused(R"("stick": [{"of": "push"}])", "missing field \"parameter\"");
    checkFieldsRefused(R"("stick": [{"of": "push", "parameter": "armed"}])", "is not a number");
    checkFieldsRefused(R"("stick": [{"of": "left", "parameter": "speed"}])", "\"of\"");
}

TEST_CASE("Look and foot goals are read, and refused if invalid") {
    Written written;
    const auto looks = [](const std::string& fields) { return "\"look_at\": [{" + fields + "}]"; };
    const auto feet = [](const std::string& fields) { return "\"feet\": [{" + fields + "}]"; };
    const auto [graph, keys, stick] = written.read(withFields(
        R"("look_at": [{"chain": ["node 0", "node 2"], "forward": [0, -1, 0], "turn": "speed", "lift": -20,
                            "limit_degrees": 70, "weight": 0.5}, {"chain": ["node 1"]}],
               "feet": [{"foot": "node 2", "height": "speed"},
                        {"thigh": "node 0", "shin": "node 1", "foot": "node 2", "height": 0.2, "weight": "speed"}])"));
    REQUIRE(graph.looks.size() == 2);
    const GraphLook& look = graph.looks[0];
    REQUIRE(look.joints.size() == 2);
    CHECK(look.joints[0].node == 0);
    CHECK(look.joints[0].weight == 0.5f);
    CHECK(look.joints[1].node == 2);
    CHECK(look.joints[1].weight == 1.0f);
    CHECK(look.forward == glm::vec3(0, -1, 0));
    CHECK(look.turnDegrees.parameter == 0);
    CHECK(look.liftDegrees.value == -20.0);
    CHECK(look.limitDegrees == 70.0);
    CHECK(look.weight.value == 0.5);
    CHECK_FALSE(graph.looks[1].forward);
    CHECK(graph.looks[1].limitDegrees == 90.0);
    CHECK(graph.looks[1].weight.value == 1.0);
    REQUIRE(graph.feet.size() == 2);
    for (const GraphFoot& foot : graph.feet) {
        CHECK(foot.leg.upper == 0);
        CHECK(foot.leg.lower == 1);
        CHECK(foot.leg.end == 2);
    }
    CHECK(graph.feet[0].height.parameter == 0);
    CHECK(graph.feet[0].weight.value == 1.0);
    CHECK(graph.feet[1].height.value == 0.2);
    CHECK(graph.feet[1].weight.parameter == 0);

    checkFieldsRefused(looks(R"("turn": 3)"), "missing field \"chain\"");
    checkFieldsRefused(looks(R"("chain": [])"), "\"chain\" is empty");
    checkFieldsRefused(looks(R"("chain": "node 1")"), "must be an array");
    checkFieldsRefused(looks(R"("chain": ["node 7"])"), "no node 'node 7'");
    checkFieldsRefused(looks(R"("chain": ["node 2", "node 1"])"), "the node 'node 1' is not below 'node 2'");
    checkFieldsRefused(looks(R"("chain": ["node 1", "node 1"])"), "the node 'node 1' is not below 'node 1'");
    checkFieldsRefused(looks(R"("chain": ["node 1"], "turn": "sped")"), "no parameter 'sped'");
    checkFieldsRefused(looks(R"("chain": ["node 1"], "turn": "armed")"), "is not a number");
    checkFieldsRefused(looks(R"("chain": ["node 1"], "turn": 181)"), "from -180 to 180");
    checkFieldsRefused(looks(R"("chain": ["node 1"], "lift": 91)"), "from -90 to 90");
    checkFieldsRefused(looks(R"("chain": ["node 1"], "limit_degrees": -1)"), "from 0 to 180");
    checkFieldsRefused(looks(R"("chain": ["node 1"], "weight": 2)"), "from 0 to 1");
    checkFieldsRefused(looks(R"("chain": ["node 1"], "weight": true)"), "must be a number");
    checkFieldsRefused(looks(R"("chain": ["node 1"], "forward": [0, 0, 0])"), "\"forward\" has no length");
    checkFieldsRefused(looks(R"("chain": ["node 1"], "forward": [0, 1])"), "three numbers");
    checkFieldsRefused(looks(R"("chain": ["node 1"], "yaw": 3)"), "unknown field 'yaw'");
    checkFieldsRefused(feet(R"("height": 3)"), "missing field \"foot\"");
    checkFieldsRefused(feet(R"("foot": "node 2")"), "missing field \"height\"");
    checkFieldsRefused(feet(R"("foot": "node 1", "height": 0)"), "'node 0' has no parent to be the \"thigh\"");
    checkFieldsRefused(feet(R"("foot": "node 2", "shin": "node 2", "height": 0)"), "'node 2' is not below 'node 2'");
    checkFieldsRefused(feet(R"("foot": "node 2", "thigh": "node 1", "height": 0)"), "'node 1' is not below 'node 1'");
    checkFieldsRefused(feet(R"("foot": "node 2", "height": "jump")"), "is not a number");
    checkFieldsRefused(feet(R"("foot": "node 2", "height": 0, "weight": -0.5)"), "from 0 to 1");
    checkFieldsRefused(feet(R"("foot": "node 2", "height": 0, "pole": 1)"), "unknown field 'pole'");
}

TEST_CASE("Synchronized transitions and contact times are read, and refused if nothing loops") {
    Written written;
    const std::string from = "\"from\": \"rest\", \"to\": \"move\"", clip = "\"clip\": \"Idle\", \"once\": true";
    CHECK_FALSE(written.read(kGood).graph.transitions[1].sync);
    CHECK_FALSE(written.read(kGood).graph.states[1].motion.clips[0].contactSeconds);
    std::string text = with(clip, "\"clip\": \"Idle\", \"contact_s\": 0.5");
    const Graph graph = written.read(text.replace(text.find(from), from.size(), from + ", \"sync\": true")).graph;
    CHECK(graph.transitions[1].sync);
    CHECK(graph.states[0].motion.clips[0].contactSeconds == 0.5);
    checkRefused(from, from + ", \"sync\": true", "the state 'rest' does not loop");
    checkRefused("\"kind\": \"inertial\", \"interruptible\"", "\"sync\": true, \"interruptible\"",
                 "the state 'rest' does not loop");
    checkRefused(from, from + ", \"sync\": 1", "must be true or false");
    checkRefused(clip, clip + ", \"contact_s\": 0.5", "requires a state that loops");
    checkRefused(clip, "\"clip\": \"Idle\", \"contact_s\": 1.5", "from 0 to 1");
    checkRefused("{\"name\": \"move\",", "{\"name\": \"move\", \"contact_s\": 0,", "belongs to the clips of the blend");
}

TEST_CASE("Unreachable states and cycles of cuts are refused with their lines") {
    Written written;
    const std::string states = R"({"schema": 1,
"states": [{"name": "a", "clip": "Idle"},
  {"name": "b", "clip": "Idle"}],
"transitions": [
  {"from": "b", "to": "a"}
]})";
    CHECK(written.fault(states).starts_with("line 3: no transition leads to the state 'b'"));
    const std::string circle = R"({"schema": 1,
"states": [{"name": "a", "clip": "Idle"}, {"name": "b", "clip": "Idle"}],
"transitions": [
  {"from": "a", "to": "b", "duration_s": 1},
  {"from": "a", "to": "b", "duration_s": 0},
  {"from": "b", "to": "a", "duration_s": 0}
]})";
    CHECK(written.fault(circle).starts_with("line 5: this transition starts a cycle"));
}

TEST_CASE("Invalid JSON is refused with one line") {
    Written written;
    CHECK(written.fault("").starts_with("line 1: invalid JSON"));
    CHECK(written.fault("[]").starts_with("line 1: the file must be an object"));
    CHECK(written.fault("{\"schema\": 1,\n\n}").starts_with("line 3: invalid JSON"));
    CHECK(written.fault("{\"schema\": 1} x").starts_with("line 1: invalid JSON"));
    CHECK(written.fault("{\"schema\":\n1e999}").starts_with("line 2: invalid JSON"));
    CHECK(written.fault("{\"schema\": \"\xff\"}").starts_with("line 1: invalid JSON"));
    CHECK(written.fault(std::string(100'000, '[')).starts_with("line 1: nested more than"));
    CHECK(written.fault(std::string(5 << 20, ' ')).starts_with("larger than"));
    CHECK_THROWS_AS(readGraph(written.folder / "none.json", written.hierarchy, written.clips), Error);
    CHECK_THROWS_AS(readGraph(written.folder.path(), written.hierarchy, written.clips), Error);
}

TEST_CASE("An error in a number at the end of a line names that line") {
    Written written;
    CHECK(written.fault("{\"schema\":\n2\n\n,\"states\": []}").starts_with("line 2:"));
    CHECK(written.fault("{\"schema\":\r\n1,\r\n\"states\": 7\r\n}").starts_with("line 3:"));
}

TEST_CASE("Keys set parameters while they are held, and fire triggers") {
    Written written;
    const auto [graph, keys, stick] = written.read(with(", \"smooth_s\": 0.1", ""));
    TestMachine machine(written.hierarchy, written.clips, graph);
    KeyPlayer player(keys, machine);
    const auto speed = [&] { return machine.parameters()[0]; };
    player.press("W");
    CHECK(speed() == 1.0);
    player.press("Shift");
    CHECK(speed() == 2.0);
    player.release("W");
    CHECK(speed() == 0.5);
    player.press("W");
    CHECK(speed() == 2.0);
    player.release("Shift");
    CHECK(speed() == 1.0);
    player.press("F");
    CHECK(speed() == 1.0);
    CHECK(machine.parameters()[1] == 0.0);
    player.releaseAll();
    CHECK(speed() == 0.5);
    CHECK(machine.parameters()[1] == 1.0);

    player.press("Space");
    CHECK(machine.parameters()[2] == 1.0);
    machine.advance(0.1);
    machine.advance(0.3);
    CHECK(machine.parameters()[2] == 0.0);
    player.press("Space");  // already down: a key repeat
    player.press("W");
    CHECK(machine.parameters()[2] == 0.0);
    player.release("Space");
    player.press("Space");
    CHECK(machine.parameters()[2] == 1.0);
}

TEST_CASE("A kept value stays until another key is held, and other keys do not undo it") {
    Written written;
    const auto [graph, keys, stick] = written.read(R"({"schema": 1,
        "parameters": [{"name": "way", "type": "number", "initial": 5}, {"name": "speed", "type": "number"}],
        "states": [{"name": "a", "clip": "Idle"}],
        "keys": [{"key": "W", "parameter": "way", "value": 0, "keep": true},
                 {"key": "A", "parameter": "way", "value": 90, "keep": true},
                 {"key": "W+A", "parameter": "way", "value": 45, "keep": true},
                 {"key": "Q", "parameter": "way", "value": 7},
                 {"key": "E", "parameter": "speed", "value": 1}]})");
    TestMachine machine(written.hierarchy, written.clips, graph);
    KeyPlayer player(keys, machine);
    const auto way = [&] { return machine.parameters()[0]; };
    player.press("E");
    CHECK(way() == 5.0);
    player.press("A");
    CHECK(way() == 90.0);
    player.release("A");
    CHECK(way() == 90.0);
    player.release("E");
    CHECK(way() == 90.0);
    player.press("W");
    player.press("A");
    CHECK(way() == 45.0);
    player.press("Q");
    CHECK(way() == 7.0);
    player.release("Q");
    CHECK(way() == 45.0);
    player.releaseAll();
    CHECK(way() == 45.0);
}

TEST_CASE("The graph of the bundled character walks, runs, jumps and waves") {
    const ImportedModel imported = importModel(kAssets / "character.dae", {});
    const Model& model = imported.model;
    const auto [graph, keys, stick] = readGraph(kAssets / "character.graph.json", model.hierarchy, model.clips);
    TestMachine machine(model.hierarchy, model.clips, graph);
    KeyPlayer player(keys, machine);
    const auto advance = [&](double seconds) {
        size_t steps = 0;
        for (double left = seconds; left > 1e-9; left -= 1.0 / 60.0) {
            machine.advance(1.0 / 60.0);
            steps += machine.events().size();
        }
        return steps;
    };
    CHECK(advance(1.0) == 0);
    player.press("W");
    CHECK(advance(3.0) >= 5);
    for (const auto& [key, heading] : {std::pair("A", 90.0), {"S", 180.0}, {"D", -90.0}, {"W", 0.0}}) {
        INFO(key);
        player.releaseAll();
        player.press(key);
        advance(1.0);
        CHECK(std::remainder(machine.parameters()[1] - heading, 360.0) == Approx(0.0).margin(0.1));
    }
    player.press("Shift");
    advance(1.0);
    CHECK(machine.parameters()[0] > 1.7);
    player.press("Space");
    advance(0.1);
    CHECK(graph.states[machine.state()].name == "jump");
    player.press("E");
    advance(0.2);
    CHECK(machine.overlayPlaying(0));
    advance(1.5);
    CHECK(graph.states[machine.state()].name == "move");
    advance(1.5);
    CHECK_FALSE(machine.overlayPlaying(0));
}

TEST_CASE("The schema knows every field of the bundled graph") {
    const auto read = [](const char* name) { return nlohmann::json::parse(std::ifstream(kAssets / name)); };
    const nlohmann::json schema = read("graph.schema.json"), graph = read("character.graph.json");
    const auto known = [&](const nlohmann::json& object, const nlohmann::json& described) {
        for (const auto& [field, value] : object.items())
            CHECK(described.at("properties").contains(field));
        for (const auto& field : described.at("required"))
            CHECK(object.contains(field.get<std::string>()));
    };
    known(graph, schema);
    const nlohmann::json& parts = schema.at("$defs");
    for (const auto& [list, part] : {std::pair{"parameters", "parameter"},
                                     {"states", "state"},
                                     {"keys", "key"},
                                     {"stick", "stick"},
                                     {"transitions", "transition"},
                                     {"overlays", "overlay"},
                                     {"look_at", "look"},
                                     {"feet", "foot"},
                                     {"events", "event"}})
        for (const nlohmann::json& item : graph.at(list))
            known(item, parts.at(part));
}

TEST_CASE("Long names of fields and too many values are refused before their lines are kept") {
    Written written;
    std::string zeros = "0";
    for (int i = 0; i < 200'000; ++i)
        zeros += ",0";
    CHECK(written.fault("{\n\"" + std::string(300'000, 'k') + "\": [" + zeros + "]}") ==
          "line 2: a field's name has more than 64 bytes");
    CHECK(written.fault("{\"keys\":\n[" + zeros + "]}") == "line 2: more than 100000 values");
}

TEST_CASE("Masks and additive layers are bounded by their nodes in sum") {
    Written written;
    written.hierarchy = chain(100'000);
    const std::string layer = R"({"clip": "Walk", "mode": "additive", "reference": "rest_pose", "weight": "speed"})";
    const auto faultOf = [&](int layers) {
        std::string all = layer;
        for (int i = 1; i < layers; ++i)
            all += ", " + layer;
        return written.fault(with(layer, all));
    };
    CHECK(faultOf(38) == "none");  // with two nodes of an overlay's mask
    CHECK(faultOf(39) == "line 26: masks and additive layers have more than 4000000 nodes in sum");
}
