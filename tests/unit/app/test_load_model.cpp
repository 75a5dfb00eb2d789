#include "app/load_model.h"

#include <fstream>
#include <sstream>

#include "app/setup.h"
#include "error.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

using namespace sinew;

namespace {

const std::string kCharacter = SINEW_SOURCE_DIR "/assets/character.dae", kTube = SINEW_SOURCE_DIR "/assets/tube.dae";

const Importer kImporter = [](const std::filesystem::path& path, const ImportOptions& options) {
    return importModel(path, options);
};

/// The clip named `clip` plays at 0.3 s, paused, backwards, once.
Playing playing(const char* clip) {
    const auto stage =
        makeStage({.model = kCharacter, .animation = clip, .timeSeconds = 0.3, .speed = -1.5, .once = true}, kImporter);
    stage->animator().setPaused(true);
    stage->setRootMotion(RootMotionUse::move);
    return playingOf(*stage);
}

std::string playedBy(LoadedModel& loaded) {
    const AnimationClip* clip = loaded.stage->animator().currentClip();
    return clip ? clip->name : "none";
}

/// A model that is another one's bytes without what stands between the two, and with the rest of the name.
std::string without(std::string text, const std::string& from, const std::string& to) {
    const size_t begin = text.find(from);
    return text.erase(begin, text.find(to, begin) + to.size() - begin);
}

}  // namespace

TEST_CASE("A model that is read again plays on") {
    LoadedModel loaded = loadAgain({.model = kCharacter, .animation = "Idle"}, playing("Run"), kImporter);
    const Animator& animator = loaded.stage->animator();
    CHECK_FALSE(loaded.isOther);
    CHECK(playedBy(loaded) == "Run");
    CHECK(animator.timeSeconds() == Approx(0.3));
    CHECK(animator.paused());
    CHECK(animator.speed() == -1.5);
    CHECK(animator.repeat() == Repeat::once);
    CHECK(loaded.stage->rootMotion() == RootMotionUse::move);
    loaded = loadAgain({.model = kCharacter, .timeSeconds = 0.1}, playing("none"), kImporter);
    CHECK(playedBy(loaded) == "none");
}

TEST_CASE("A clip that is at another place is found by its name, and one that is gone is the first one") {
    Playing run = playing("Run");
    run.clip = 0;
    LoadedModel loaded = loadAgain({.model = kCharacter}, run, kImporter);
    CHECK(playedBy(loaded) == "Run");
    CHECK(loaded.stage->animator().timeSeconds() == Approx(0.3));
    loaded = loadAgain({.model = kTube}, run, kImporter);
    CHECK(playedBy(loaded) == "Bend");
    CHECK(loaded.stage->animator().timeSeconds() == 0.0);
}

TEST_CASE("The chosen bone is found by its name, and the pose stays, whatever the options began with") {
    const Options options{.model = kCharacter, .bone = "head", .pose = ShownPose::rest};
    const auto stage = makeStage(options, kImporter);
    Playing playing = playingOf(*stage);
    const std::optional<uint32_t> head = playing.chosenNode;
    REQUIRE(head);
    CHECK(playing.chosenName == "head");
    LoadedModel loaded = loadAgain({.model = kCharacter, .bone = "hips"}, playing, kImporter);
    CHECK(loaded.stage->highlighted().chosen == head);
    CHECK(loaded.stage->shownPose() == ShownPose::rest);
    playing.chosenNode = *head + 1;  // another one's place
    loaded = loadAgain(options, playing, kImporter);
    CHECK(loaded.stage->highlighted().chosen == head);
    playing.chosenNode = 1000;
    loaded = loadAgain(options, playing, kImporter);
    CHECK(loaded.stage->highlighted().chosen == head);
    loaded = loadAgain({.model = kTube, .bone = "head"}, playing, kImporter);  // it has none
    CHECK_FALSE(loaded.stage->highlighted().chosen);
    stage->highlight({});
    loaded = loadAgain(options, playingOf(*stage), kImporter);
    CHECK_FALSE(loaded.stage->highlighted().chosen);
}

TEST_CASE("Another model plays the clip of the same name from its beginning") {
    LoadedModel loaded = loadOther({.model = kTube}, kCharacter, playing("Run"), kImporter);
    CHECK(loaded.isOther);
    CHECK(loaded.options.model == kCharacter);
    CHECK(playedBy(loaded) == "Run");
    CHECK(loaded.stage->animator().timeSeconds() == 0.0);
}

TEST_CASE("Of what is dropped, models take the place of the model, and files with clips only are added") {
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
    LoadedModel loaded = loadDropped({.model = kTube, .clipFiles = {clips}}, {clips}, {}, counting);
    CHECK_FALSE(loaded.isOther);
    CHECK(loaded.models.empty());
    CHECK(loaded.options.clipFiles == std::vector<std::string>{clips, clips});
    CHECK(loaded.stage->model().clips.size() == 3);

    reads = 0;
    loaded =
        loadDropped({.model = kCharacter, .graph = "gone.json"}, {clips, kTube, kCharacter}, playing("Run"), counting);
    CHECK(loaded.isOther);
    CHECK(loaded.models == std::vector<std::string>{kTube, kCharacter});
    CHECK(loaded.options.model == kTube);
    CHECK(loaded.options.clipFiles == std::vector<std::string>{clips});
    CHECK(loaded.stage->model().clips.size() == 2);
    CHECK(reads == 3);
    CHECK_THROWS_AS(loadDropped({.model = kCharacter}, {clips}, {}, kImporter), Error);  // nothing in it fits
}
