#include "app/machine/graph_run.h"

#include "app/report/messages.h"
#include "support/allocations.h"
#include "support/catch.h"
#include "support/models/chain.h"

using namespace sinew;

namespace {

const std::vector<GraphEvent> kEvents{{"left", 0, 0.25}, {"right", 0, 0.75}, {"left", 1, 0.5}};

/// One state with a clip of one second, and events at a quarter and at three quarters.
struct Stepper {
    NodeHierarchy hierarchy = chain(3);
    std::vector<AnimationClip> clips{swing(3, 1.0, 0.0)};

    PlaybackContext context{hierarchy, clips};

    GraphRun run() {
        GraphFile file;
        file.graph.states.push_back({.name = "walk", .motion = {.clips = {{.clip = 0}}}});
        file.graph.events = {{"left", 0, 0.25}, {"right", 0, 0.75}};
        return {context, file, {}};
    }
};

}  // namespace

TEST_CASE("Events of one name in one step are merged, with the sum of their weights") {
    EventLog log(kEvents);
    log.add(std::vector<FiredEvent>{{0, 0.25}, {1, 0.5}, {2, 0.5}}, 1.5, true);
    log.add(std::vector<FiredEvent>{{2, 0.5}, {0, 0.75}}, 2.0, true);
    REQUIRE(log.events().size() == 3);
    CHECK(log.events()[0].event == 0);
    CHECK(log.events()[0].timeSeconds == 1.5);
    CHECK(log.events()[0].weight == 0.75);
    CHECK(log.events()[1].event == 1);
    CHECK(log.events()[1].weight == 0.5);
    CHECK(log.events()[2].event == 0);
    CHECK(log.events()[2].timeSeconds == 2.0);
    CHECK(log.events()[2].weight == 1.0);
    log.clear();
    CHECK(log.events().empty());
}

TEST_CASE("The log keeps the latest events without allocations, or all events") {
    EventLog latest(kEvents), all(kEvents);
    const std::vector<FiredEvent> passed{{0, 1.0}};
    const size_t before = allocationCount();
    for (int i = 0; i < 500; ++i)
        latest.add(passed, i, false);
    CHECK(allocationCount() == before);
    for (int i = 0; i < 500; ++i)
        all.add(passed, i, true);
    REQUIRE(latest.events().size() == EventLog::kLatest);
    CHECK(latest.events().back().timeSeconds == 499.0);
    CHECK(latest.events().front().timeSeconds == 500.0 - EventLog::kLatest);
    CHECK(all.events().size() == 500);
}

TEST_CASE("A run logs each event once, whichever times were shown before, and prints it on a line") {
    Stepper stepper;
    GraphRun run = stepper.run();
    for (const double time : {0.5, 2.0, 0.1, 2.0, 0.0, 1.5, 2.5})
        run.seek(time);
    REQUIRE(run.events().size() == 5);
    for (size_t i = 0; i < 5; ++i) {
        CHECK(run.events()[i].event == i % 2);
        CHECK(run.events()[i].timeSeconds == Approx(0.25 + 0.5 * static_cast<double>(i)).margin(0.01));
        CHECK(run.events()[i].weight == 1.0);
    }
    CHECK(eventLines(run).starts_with("sinew: event 'left' at 0.25"));
    CHECK(eventLines(run).find(" s, weight 1.00\nsinew: event 'right' at 0.7") != std::string::npos);

    GraphRun played = stepper.run();
    for (int i = 0; i < 25; ++i)
        played.advance(0.1);
    CHECK(played.events().size() == 5);
    played.seek(0.5);  // from the start
    CHECK(played.events().size() == 1);

    GraphRun silent = stepper.run();
    silent.seek(2.5, false);
    CHECK(silent.events().empty());
    CHECK(silent.machine().cycles() == run.machine().cycles());
}
