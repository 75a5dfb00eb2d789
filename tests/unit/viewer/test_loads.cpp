#include "viewer/loads.h"

#include <atomic>
#include <fstream>

#include "app/load/read_model.h"
#include "base/error.h"
#include "base/shown_text.h"
#include "model/mesh_levels.h"
#include "support/assets.h"
#include "support/catch.h"
#include "support/hostile_pictures.h"
#include "support/read_file.h"
#include "support/temporary_folder.h"
#include "support/wait.h"

using namespace sinew;

namespace {

using Renames = std::vector<std::pair<std::string, std::string>>;

/// Writes the character with other names of its nodes.
void writeRenamed(const std::filesystem::path& path, std::string text, const Renames& renames) {
    for (const auto& [from, to] : renames)
        for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
            text.replace(at, from.size(), to);
    std::ofstream(path) << text;
}

/// The loads of a window that shows the first of three models, and an importer that can be made to wait.
struct Window {
    Window() { loads.emplace(request, importer, std::vector{kCharacter, kTube, kSnake}, 0, *stage, false); }

    /// The file name of the next model that comes, or the next error. Empty: neither comes.
    std::string next() {
        std::string result;
        int idlePolls = 0;
        waitFor(60.0, [&] {
            try {
                if (auto loaded = loads->poll(*stage)) {
                    stage = std::move(loaded->stage);
                    loads->show(*loaded, *stage);
                    result = std::filesystem::path(loaded->request.model.path).filename();
                }
            } catch (const Error& error) {
                result = error.what();
            }
            if (loads->reading().empty()) ++idlePolls;
            return !result.empty() || idlePolls > 50;
        });
        return result;
    }

    std::atomic<bool> waits = false;
    std::atomic<int> begun = 0;
    const Importer importer = [this](const std::filesystem::path& path, const ImportOptions& wanted) {
        ++begun;
        while (waits && !wanted.stop.stop_requested())
            sleepSeconds(0.001);
        if (wanted.stop.stop_requested()) throw Error(Exit::input, "stopped");
        return importModel(path, wanted);
    };
    LoadRequest request{.model = {.path = kCharacter}};
    std::unique_ptr<Stage> stage = makeStage(request, importer);
    std::optional<Loads> loads;
};

/// Requires that the six clips of another character come, and that the first of them plays.
LoadedModel requireClipsAdded(Window& window) {
    std::optional<LoadedModel> loaded;
    waitFor(10.0, [&] { return (loaded = window.loads->poll(*window.stage)).has_value(); });
    REQUIRE(loaded);
    CHECK(loaded->notice.starts_with("6 clips added; "));
    CHECK(loaded->stage->model().clips.size() == 12);
    CHECK(handoverOf(*loaded->stage).clip == 6u);
    return std::move(*loaded);
}

}  // namespace

TEST_CASE("Paging wraps around the models, and cancels loads in progress") {
    Window window;
    CHECK(window.loads->reading().empty());
    window.loads->turn(1, *window.stage);
    CHECK(window.loads->reading() == "loading tube.dae");
    CHECK(window.next() == "tube.dae");
    CHECK(window.loads->index() == 1);
    window.waits = true;
    window.loads->turn(1, *window.stage);
    window.loads->turn(1, *window.stage);
    window.loads->turn(1, *window.stage);
    window.loads->turn(-1, *window.stage);
    CHECK(window.loads->reading() == "loading character.dae");
    window.waits = false;
    CHECK(window.next() == "character.dae");
    CHECK(window.loads->index() == 0);
    CHECK(window.next() == "");
    window.loads->turn(-1, *window.stage);
    CHECK(window.next() == "snake.dae");
}

TEST_CASE("Levels of detail come in the background once they are wanted, and the crowd goes on") {
    Window window;
    PlaySettings settings = window.stage->settings();
    settings.crowd = {.count = 6};
    window.stage->apply(settings);
    window.stage->seekCrowd(31.0);
    window.stage->choose(4);
    CHECK_FALSE(hasLevels(window.stage->model()));
    window.loads->wantLevels(*window.stage);
    CHECK(window.next() == "character.dae");
    CHECK(hasLevels(window.stage->model()));
    CHECK(window.stage->crowd()->seconds() == 31.0);
    CHECK(window.stage->member() == 4);
    const int begun = window.begun;
    window.loads->wantLevels(*window.stage);
    CHECK(window.next() == "");
    CHECK(window.begun == begun);
    window.loads->turn(1, *window.stage);
    CHECK(window.next() == "tube.dae");
    CHECK(window.loads->shown().model.levels);
    CHECK(window.stage->crowdSeconds() == 0.0);
}

TEST_CASE("A variant of the materials is chosen by reloading, and another model starts with its default") {
    const TemporaryFolder folder;
    std::ofstream(folder / "lamp.gltf")
        << R"({"asset":{"version":"2.0"},"extensionsUsed":["KHR_materials_variants"],"extensions":{)"
           R"("KHR_materials_variants":{"variants":[{"name":"off"},{"name":"on"}]}},"nodes":[{"mesh":0}],)"
           R"("materials":[{"name":"dark"},{"name":"bright"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},)"
           R"("material":0,"extensions":{"KHR_materials_variants":{"mappings":[{"material":1,"variants":[1]}]}}}]}],)"
           R"("accessors":[{"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":2,"indices":{"bufferView":0,)"
           R"("componentType":5121},"values":{"bufferView":1}}}],"bufferViews":[{"buffer":0,"byteLength":2},)"
           R"({"buffer":0,"byteOffset":4,"byteLength":24}],"buffers":[{"byteLength":28,)"
           R"("uri":"data:application/octet-stream;base64,AQIAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAA=="}]})";
    Window window;
    window.loads->drop({folder / "lamp.gltf"}, *window.stage);
    REQUIRE(window.next() == "lamp.gltf");
    CHECK(window.stage->report().variants == std::vector<std::string>{"off", "on"});
    CHECK(window.stage->model().materials.at(0).name == "dark");
    window.loads->chooseVariant("on", *window.stage);
    REQUIRE(window.next() == "lamp.gltf");
    CHECK(window.stage->model().materials.at(0).name == "bright");
    CHECK(window.loads->shown().model.variant == "on");
    window.loads->drop({kTube}, *window.stage);
    CHECK(window.next() == "tube.dae");
    CHECK(window.loads->shown().model.variant.empty());
}

TEST_CASE("A canceled load never completes, and the next one does") {
    Window window;
    window.waits = true;
    window.loads->turn(1, *window.stage);
    CHECK(waitFor(5.0, [&] { return window.loads->patienceIsOver(); }));
    window.loads->cancel();
    CHECK(window.loads->reading().empty());
    CHECK_FALSE(window.loads->patienceIsOver());
    CHECK(window.next() == "");
    CHECK(window.loads->index() == 0);
    window.waits = false;
    window.loads->reload(*window.stage);
    CHECK(window.next() == "character.dae");
}

TEST_CASE("A reload requested during a reload starts after it, once") {
    Window window;
    const int before = window.begun;
    window.loads->reload(*window.stage);
    window.loads->reload(*window.stage);
    window.loads->reload(*window.stage);
    CHECK(window.next() == "character.dae");
    CHECK(window.next() == "character.dae");
    CHECK(window.next() == "");
    CHECK(window.begun == before + 2);
}

TEST_CASE("Playback continues during a reload") {
    Window window;
    window.stage->play(1);
    window.waits = true;
    window.loads->reload(*window.stage);
    window.stage->advance(0.25);
    window.waits = false;
    CHECK(window.next() == "character.dae");
    CHECK(window.stage->animator().timeSeconds() == Approx(0.25));
    CHECK(window.stage->animator().currentClip()->name == "Walk");
}

TEST_CASE("An unreadable model is reported, and paging continues past it") {
    Window window;
    window.loads.emplace(window.request, window.importer, std::vector<std::string>{kCharacter, "missing.dae", kTube}, 0,
                         *window.stage, false);
    window.loads->turn(1, *window.stage);
    CHECK(window.next().starts_with("missing.dae: "));
    CHECK(window.loads->shown().model.path == kCharacter);
    window.loads->turn(1, *window.stage);
    CHECK(window.next() == "tube.dae");
    window.loads->drop({"missing.dae"}, *window.stage);
    CHECK(window.next().starts_with("missing.dae: "));
    window.loads->drop({kSnake}, *window.stage);
    CHECK(window.next() == "snake.dae");
    CHECK(window.loads->count() == 1);
}

TEST_CASE("Dropped clips of another skeleton are retargeted and play") {
    const TemporaryFolder folder;
    std::string text = readFile(kCharacter);
    for (const char* element : {"library_controllers", "instance_controller", "instance_geometry"}) {  // the meshes
        const std::string begin = std::string("<") + element, end = std::string("</") + element + ">";
        for (size_t at; (at = text.find(begin)) != std::string::npos;)
            text.erase(at, text.find(end, at) + end.size() - at);
    }
    writeRenamed(folder / "mocap.dae", text,
                 {{"arm_", "Arm_"},
                  {"thigh_", "UpLeg_"},
                  {"shin_", "LowLeg_"},
                  {"hips", "pelvis"},
                  {"foot_", "ankle_"},
                  {"index", "INDEX"},
                  {"spine", "back"},
                  {"scarf", "tail"},
                  {"antenna", "x"},
                  {"hand_", "wrist_"},
                  {"middle", "mid"},
                  {"thumb", "Thumb"},
                  {"pinky", "little"}});
    Window window;
    window.loads->drop({folder / "mocap.dae"}, *window.stage);
    requireClipsAdded(window);
}

TEST_CASE("The clips of a dropped model can play on the one before") {
    const TemporaryFolder folder;
    writeRenamed(folder / "other.dae", readFile(kCharacter),
                 {{"upperarm_", "bicep_"}, {"thigh_", "UpLeg_"}, {"shin_", "LowLeg_"}});
    Window window;
    CHECK_THROWS_AS(window.loads->adopt(*window.stage), Error);
    window.loads->drop({folder / "other.dae"}, *window.stage);
    CHECK(window.next() == "other.dae");
    window.loads->adopt(*window.stage);
    const LoadedModel loaded = requireClipsAdded(window);
    CHECK(loaded.isOther);
    CHECK(loaded.models == std::vector<std::string>{kCharacter});
}

TEST_CASE("Without the sandbox, a model is loaded at once") {
    Window window;
    window.request.model.sandbox = false;
    window.loads.emplace(window.request, window.importer, std::vector{kCharacter, kTube}, 0, *window.stage, false);
    window.loads->turn(1, *window.stage);
    const auto loaded = window.loads->poll(*window.stage);
    REQUIRE(loaded);
    CHECK(loaded->request.model.path == kTube);
}

TEST_CASE("Loads can be destroyed during a load") {
    Window window;
    window.waits = true;
    window.loads->turn(1, *window.stage);
    window.loads.reset();
    CHECK(window.begun > 0);
}

TEST_CASE("A hostile file that is dropped is reported in one line, and the model stays") {
    Window window;
    std::vector<std::string> names{"model.glb", "model", "no\033[31m\nline.dae", std::string(250, 'x') + ".fbx"};
    size_t turn = 0;
    for (const hostile::Hostile& file : hostile::hostilePictures()) {
        const TemporaryFolder folder;
        const std::filesystem::path path = folder / names[turn++ % names.size()];
        INFO(path << " " << file.what);
        file.make(path);
        window.loads->drop({path.string()}, *window.stage);
        const std::string error = window.next();
        INFO(error);
        CHECK(error.starts_with(shownPath(path.string()) + ": "));
        CHECK(std::ranges::none_of(error, [](unsigned char c) { return c < 0x20; }));
        CHECK(window.loads->shown().model.path == kCharacter);
        CHECK(window.stage->model().clips.size() == 6);
    }
    window.loads->drop(std::vector<std::string>(1000, kTube), *window.stage);
    window.loads->drop({kTube}, *window.stage);
    CHECK(window.next() == "tube.dae");
}
