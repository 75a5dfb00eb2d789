#include "app/graph/graph_file.h"

#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "app/machine/graph_run.h"
#include "base/error.h"
#include "support/catch.h"
#include "support/models/chain.h"
#include "support/temporary_folder.h"

using namespace sinew;

namespace {

Graph makeGraph() {
    Graph graph;
    graph.parameters = {{.name = "speed"},
                        {.name = "is armed", .kind = ParameterKind::flag},
                        {.name = "jump", .kind = ParameterKind::trigger}};
    for (size_t clip = 0; clip < 2; ++clip) {
        GraphState& state = graph.states.emplace_back();
        state.motion.clips.push_back({.clip = clip});
    }
    for (size_t from = 0; from < 2; ++from) {
        GraphTransition& transition = graph.transitions.emplace_back();
        transition.from = from;
        transition.to = 1 - from;
        transition.conditions.push_back({.parameter = 2});
    }
    return graph;
}

std::vector<ScriptStep> read(const std::string& text) {
    const TemporaryFolder folder;
    std::ofstream(folder / "s.txt", std::ios::binary) << text;
    return readScript(folder / "s.txt", makeGraph());
}

std::string fault(const std::string& text) {
    try {
        read(text);
    } catch (const Error& error) {
        CHECK(error.exit() == Exit::input);
        const std::string line = error.what();
        return line.substr(line.find(": ") + 2);
    }
    return "none";
}

}  // namespace

TEST_CASE("A script is read line by line") {
    const std::vector<ScriptStep> steps =
        read("# a walk\n\n0 down W\r\n0.5\tset speed -1.5\n0.5 set is armed 1 # both words\n1 fire jump\n2 up W");
    REQUIRE(steps.size() == 5);
    CHECK(steps[0].kind == ScriptStep::Kind::down);
    CHECK(steps[0].key == "W");
    CHECK(steps[1].timeSeconds == 0.5);
    CHECK(steps[1].value == -1.5);
    CHECK(steps[2].parameter == 1);
    CHECK(steps[2].value == 1.0);
    CHECK(steps[3].kind == ScriptStep::Kind::fire);
    CHECK(steps[3].parameter == 2);
    CHECK(steps[4].kind == ScriptStep::Kind::up);
    CHECK(read("").empty());
}

TEST_CASE("An invalid line in a script is refused with its number") {
    CHECK(fault("x down W").starts_with("line 1: the time must be from 0 to 3600, not 'x'"));
    CHECK(fault("0 down W\n-1 up W").starts_with("line 2: the time must be"));
    CHECK(fault("nan down W").starts_with("line 1: the time must be"));
    CHECK(fault("2 down W\n1 up W").starts_with("line 2: the time is earlier"));
    CHECK(fault("0 press W").starts_with("line 1: unknown event 'press'; expected down"));
    CHECK(fault("0 down Q Q").starts_with("line 1: unknown key 'Q Q'"));
    CHECK(fault("0 down").starts_with("line 1: unknown key ''"));
    CHECK(fault("0 set sped 1").starts_with("line 1: no parameter 'sped'"));
    CHECK(fault("0 set speed fast").starts_with("line 1: the value must be a number"));
    CHECK(fault("0 set speed").starts_with("line 1: set needs"));
    CHECK(fault("0 set is armed 2").starts_with("line 1: the value must be 0 or 1"));
    CHECK(fault("0 set jump 1").starts_with("line 1: the parameter 'jump' is a trigger"));
    CHECK(fault("0 fire speed").starts_with("line 1: the parameter 'speed' is not a trigger"));
    CHECK_THROWS_AS(readScript("/nowhere/s.txt", makeGraph()), Error);
}

TEST_CASE("A script that cannot be read to its end is refused with the cause") {
    const auto faultOf = [](const std::string& path) {
        try {
            readScript(path, makeGraph());
        } catch (const Error& error) {
            CHECK(error.exit() == Exit::input);
            return std::string(error.what());
        }
        return std::string("none");
    };
    CHECK(faultOf("/proc/self/mem") == "/proc/self/mem: Input/output error");
    CHECK(faultOf("/") == "/: Is a directory");
    CHECK(faultOf("/dev/zero") == "/dev/zero: larger than 16 MiB");
}

TEST_CASE("A run is the same at each time, whichever times were shown before") {
    const NodeHierarchy hierarchy = chain(4);
    const std::vector<AnimationClip> clips{swing(4, 1.0, 0.0), swing(4, 1.5, 0.4)};
    const std::vector<ScriptStep> script = read("0.2 fire jump\n0.75 fire jump\n1.2 down W\n");
    const auto makeRun = [&] { return GraphFile{.graph = makeGraph(), .keys = {}}; };
    PlaybackContext context(hierarchy, clips);
    GraphRun once(context, makeRun(), script), often(context, makeRun(), script);
    Pose a = context.restPose(), b = a;
    const auto equal = [&] {
        once.machine().sample(a);
        often.machine().sample(b);
        return std::memcmp(a.nodes.data(), b.nodes.data(), std::span(a.nodes).size_bytes()) == 0;
    };
    once.seek(0.9);
    for (int frame = 0; frame <= 27; ++frame)
        often.seek(frame / 30.0);
    CHECK(equal());
    often.seek(2.0);
    CHECK_FALSE(equal());
    often.seek(0.9);
    CHECK(equal());
    once.seek(0.2);
    CHECK(once.machine().state() == 0);
    once.seek(0.21);
    CHECK(once.machine().state() == 1);
}
