#include "unit/check/clips/swinging.h"

using namespace sinew;
using rig_models::turn;
using namespace swinging;

namespace {

std::vector<Finding> timesOf(const ImportedModel& imported) {
    return written(imported.model, checkTimes(imported.model, imported.report));
}

template <typename Change>
std::vector<Finding> timed(const Change& change) {
    ImportedModel imported = model();
    AnimationClip& clip = imported.model.clips[0];
    for (Channel& channel : clip.channels)
        for (double& time : channel.rotation.times)
            time = change(time);
    clip.durationSeconds = std::max(clip.channels[0].rotation.times.back(), 1e-3);
    return timesOf(imported);
}

void cut(Track<glm::quat>& track, ptrdiff_t begin, ptrdiff_t end) {
    track.times = {track.times.begin() + begin, track.times.begin() + end};
    track.values = {track.values.begin() + begin, track.values.begin() + end};
}

}  // namespace

TEST_CASE("clips that start at 0 or at the first frame, at any usual rate, have no findings about times") {
    CHECK(timed([](double time) { return time; }).empty());
    CHECK(timed([](double time) { return time + 1.0 / 24.0; }).empty());
    CHECK(timed([](double time) { return time * 1.5; }).empty());
    CHECK(timed([](double time) { return time * 0.2; }).empty());
}

TEST_CASE("late and negative first keys, and times that are not seconds, say so") {
    CHECK(onlyOne(timed([](double time) { return time + 2.0; }), "clip-late").message ==
          "has its first key at 2 s; until then it holds a pose");
    CHECK(onlyOne(timed([](double time) { return time - 0.5; }), "clip-early").severity == Severity::warning);
    CHECK_THAT(onlyOne(timed([](double time) { return time * 24.0; }), "clip-times").message,
               Catch::Matchers::EndsWith("are its times frames, not seconds?"));
    CHECK_THAT(onlyOne(timed([](double time) { return time * 1000.0; }), "clip-times").message,
               Catch::Matchers::EndsWith("are its times milliseconds, not seconds?"));
    CHECK(onlyOne(timed([](double time) { return time / 1000.0; }), "clip-times").object == "walk");
}

TEST_CASE("keys that an author has set are no frames, unless they are further apart than any pose") {
    ImportedModel imported = model();
    const auto [gap, count] = GENERATE(std::pair(0.7, 0), std::pair(20.0, 1));
    for (Channel& channel : imported.model.clips[0].channels)
        channel.rotation = {{0.0, gap, 2.0 * gap, 3.0 * gap}, {turn(0), turn(50), turn(-50), turn(0)}};
    imported.model.clips[0].durationSeconds = 3.0 * gap;
    CHECK(countOf(timesOf(imported), "clip-times") == count);
    imported.model.instances[0].skinned = false;  // planets
    CHECK(countOf(timesOf(imported), "clip-times") == 0);
}

TEST_CASE("a format without a unit of time is not judged by it") {
    ImportedModel imported = model();
    for (Channel& channel : imported.model.clips[0].channels)
        for (double& time : channel.rotation.times)
            time *= 24.0;
    imported.report.format = "Direct3D XFile";
    CHECK(timesOf(imported).empty());
}

TEST_CASE("channels that are cut, begin late or outlast the others are named: one, and some") {
    struct Case {
        ptrdiff_t begin, end;
        const char* says;
    };
    for (const auto& [begin, end, says] :
         {Case{0, 30, " stops in the middle of a movement at 1.21 s, most other channels at 2 s"},
          Case{15, 49, " starts in the middle of a movement at 0.625 s, most other channels at 0 s"}})
        for (const size_t count : {1u, 3u}) {
            ImportedModel imported = model();
            plant(imported.model.clips[0], count, [&](Channel& channel) { cut(channel.rotation, begin, end); });
            const Finding finding = onlyOne(timesOf(imported), "channels-apart");
            CHECK(finding.severity == Severity::warning);
            CHECK_THAT(finding.message, Catch::Matchers::EndsWith(says));
            CHECK(nodesOf({finding}, "channels-apart") == count);
        }
    for (const size_t count : {1u, 3u}) {
        ImportedModel imported = model();
        plant(imported.model.clips[0], count, [](Channel& channel) {
            for (double& time : channel.rotation.times)
                time *= 0.8;
        });
        CHECK_THAT(onlyOne(timesOf(imported), "channels-apart").message,
                   Catch::Matchers::EndsWith(
                       " has as many keys as the others, but ends at 1.6 s, most other channels at 2 s"));
    }
    ImportedModel withCamera = model();
    addUnseen(withCamera).rotation = {{0.0, 4.0}, {rig_models::turn(0.0f), rig_models::turn(90.0f)}};
    CHECK(countOf(timesOf(withCamera), "channels-apart") == 0);
    ImportedModel imported = model();
    Track<glm::quat>& track = imported.model.clips[0].channels[1].rotation;
    track.times.push_back(4.0), track.values.push_back(track.values.back());
    imported.model.clips[0].durationSeconds = 4.0;
    CHECK(onlyOne(timesOf(imported), "channels-apart").message ==
          "'bone 1' goes on and ends at 4 s, most other channels at 2 s");
    SECTION("but not one that came to rest before") {
        track = model().model.clips[0].channels[1].rotation;
        cut(track, 0, 30);
        for (size_t key = 20; key < 30; ++key)
            track.values[key] = track.values[20];
        CHECK(timesOf(imported).empty());
    }
}
