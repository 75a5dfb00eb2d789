#include "viewer/loads.h"

#include <fstream>
#include <sstream>

#include "app/load/read_model.h"
#include "base/error.h"
#include "support/assets.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

using namespace sinew;

namespace {

const Importer kImporter = [](const std::filesystem::path& path, const ImportOptions& options) {
    return importModel(path, options);
};

/// Handover the clip `clip` at 0.3 s, paused, backward, once.
Handover playing(const char* clip) {
    const auto stage = makeStage(
        {.model = {.path = kCharacter},
         .play = {.animation = clip, .timeSeconds = 0.3, .settings = {.speed = -1.5, .repeat = Repeat::once}}},
        kImporter);
    PlaySettings settings = stage->settings();
    settings.paused = true;
    settings.rootMotion = RootMotionUse::move;
    settings.transitionSeconds = 0.4;
    settings.loopRange = LoopRange{0.2, 0.5};
    stage->apply(settings);
    return handoverOf(*stage);
}

std::string playedBy(LoadedModel& loaded) {
    const AnimationClip* clip = loaded.stage->animator().currentClip();
    return clip ? clip->name : "none";
}

/// Writes a copy of a model without the bytes between the two texts, with the rest of the name.
std::string without(std::string text, const std::string& from, const std::string& to) {
    const size_t begin = text.find(from);
    return text.erase(begin, text.find(to, begin) + to.size() - begin);
}

}  // namespace

TEST_CASE("A reloaded model continues to play") {
    LoadedModel loaded =
        reloadModel({.model = {.path = kCharacter}, .play = {.animation = "Idle"}}, playing("Run"), kImporter);
    const PlaySettings& settings = loaded.stage->settings();
    CHECK_FALSE(loaded.isOther);
    CHECK(playedBy(loaded) == "Run");
    CHECK(loaded.stage->animator().timeSeconds() == Approx(0.3));
    CHECK(settings.paused);
    CHECK(settings.speed == -1.5);
    CHECK(settings.repeat == Repeat::once);
    CHECK(settings.transitionSeconds == 0.4);
    CHECK(settings.loopRange == LoopRange{0.2, 0.5});
    CHECK(settings.rootMotion == RootMotionUse::move);
    loaded = reloadModel({.model = {.path = kCharacter}, .play = {.timeSeconds = 0.1}}, playing("none"), kImporter);
    CHECK(playedBy(loaded) == "none");
}

TEST_CASE("After a reload, a moved clip is found by name, and a missing one becomes the first") {
    Handover run = playing("Run");
    run.clip = 0;
    LoadedModel loaded = reloadModel({.model = {.path = kCharacter}}, run, kImporter);
    CHECK(playedBy(loaded) == "Run");
    CHECK(loaded.stage->animator().timeSeconds() == Approx(0.3));
    loaded = reloadModel({.model = {.path = kTube}}, run, kImporter);
    CHECK(playedBy(loaded) == "Bend");
    CHECK_FALSE(loaded.stage->settings().loopRange);
    CHECK(loaded.stage->animator().timeSeconds() == 0.0);
}

TEST_CASE("After a reload, the selected bone is found by name, and the pose stays, whatever the options") {
    const LoadRequest request{.model = {.path = kCharacter},
                              .play = {.bone = "head", .settings = {.pose = ShownPose::rest}}};
    const auto stage = makeStage(request, kImporter);
    Handover playing = handoverOf(*stage);
    const std::optional<uint32_t> head = playing.chosenNode;
    REQUIRE(head);
    CHECK(playing.chosenName == "head");
    LoadedModel loaded = reloadModel({.model = {.path = kCharacter}, .play = {.bone = "hips"}}, playing, kImporter);
    CHECK(loaded.stage->highlighted().chosen == head);
    CHECK(loaded.stage->settings().pose == ShownPose::rest);
    playing.chosenNode = *head + 1;  // the index of another node
    loaded = reloadModel(request, playing, kImporter);
    CHECK(loaded.stage->highlighted().chosen == head);
    playing.chosenNode = 1000;
    loaded = reloadModel(request, playing, kImporter);
    CHECK(loaded.stage->highlighted().chosen == head);
    loaded = reloadModel({.model = {.path = kTube}, .play = {.bone = "head"}}, playing, kImporter);  // no such bone
    CHECK_FALSE(loaded.stage->highlighted().chosen);
    stage->highlight({});
    loaded = reloadModel(request, handoverOf(*stage), kImporter);
    CHECK_FALSE(loaded.stage->highlighted().chosen);
}

TEST_CASE("Another model plays the clip of the same name from the start") {
    LoadedModel loaded = loadOther({.model = {.path = kTube}}, kCharacter, playing("Run"), kImporter);
    CHECK(loaded.isOther);
    CHECK(loaded.request.model.path == kCharacter);
    CHECK(playedBy(loaded) == "Run");
    CHECK_FALSE(loaded.stage->settings().loopRange);
    CHECK(loaded.stage->animator().timeSeconds() == 0.0);
    const auto still = makeStage({.model = {.path = kCharacter}}, [](const auto& path, const ImportOptions& options) {
        ImportedModel imported = importModel(path, options);
        imported.model.clips.clear();
        return imported;
    });
    LoadedModel next = loadOther({.model = {.path = kCharacter}}, kCharacter, handoverOf(*still), kImporter);
    CHECK(playedBy(next) == "Idle");
}

TEST_CASE("A dropped model replaces the current one, and dropped files with clips only are added") {
    const TemporaryFolder folder;
    std::stringstream tube;
    tube << std::ifstream(kTube).rdbuf();
    std::string bend = without(tube.str(), "<library_controllers>", "</library_controllers>");
    bend = without(bend, "<library_geometries>", "</library_geometries>");
    bend = without(bend, "<node id=\"tube-node\"", "</instance_controller></node>");
    const std::string clips = folder / "bend.dae";
    std::ofstream(clips) << bend;

    size_t reads = 0;
    const Importer counting = [&](const std::filesystem::path& path, const ImportOptions& options) {
        ++reads;
        return importModel(path, options);
    };
    LoadedModel loaded = loadDropped({.model = {.path = kTube, .clipFiles = {clips}}}, {clips}, {}, counting);
    CHECK_FALSE(loaded.isOther);
    CHECK(loaded.models.empty());
    CHECK(loaded.request.model.clipFiles == std::vector<std::string>{clips, clips});
    CHECK(loaded.stage->model().clips.size() == 3);

    reads = 0;
    loaded = loadDropped({.model = {.path = kCharacter}, .play = {.graph = "gone.json"}}, {clips, kTube, kCharacter},
                         playing("Run"), counting);
    CHECK(loaded.isOther);
    CHECK(loaded.models == std::vector<std::string>{kTube, kCharacter});
    CHECK(loaded.request.model.path == kTube);
    CHECK(loaded.request.model.clipFiles == std::vector<std::string>{clips});
    CHECK(loaded.stage->model().clips.size() == 2);
    CHECK(reads == 3);
    CHECK_THROWS_AS(loadDropped({.model = {.path = kCharacter}}, {clips}, {}, kImporter), Error);  // nothing matches
}
