#include "app/load/file_watch.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <future>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/options/settings.h"
#include "app/stage/stage.h"
#include "export/files.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

using namespace sinew;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, const std::string& text) {
    std::ofstream(file) << text;
}

/// Whether a change is reported within two simulated seconds, and not before the files stopped changing.
bool tells(FileWatch& watch, double& seconds) {
    const double begin = seconds;
    for (; seconds < begin + 2.0; seconds += 0.1)
        if (watch.changed(seconds)) {
            CHECK(seconds - begin >= FileWatch::kQuietSeconds - 1e-9);
            return true;
        }
    return false;
}

}  // namespace

TEST_CASE("A change is reported once, when the files no longer change") {
    const TemporaryFolder folder;
    const fs::path model = folder / "a.dae", picture = folder / "a.png";
    write(model, "model");
    FileWatch watch({model, picture});
    double seconds = 100.0;
    CHECK_FALSE(tells(watch, seconds));
    write(model, "longer model");
    CHECK(tells(watch, seconds));
    CHECK_FALSE(tells(watch, seconds));
    write(picture, "picture");  // did not exist
    CHECK(tells(watch, seconds));
    fs::remove(picture);
    CHECK(tells(watch, seconds));

    write(folder / "b.dae", "other model!");  // of equal size, and perhaps equal time
    fs::last_write_time(folder / "b.dae", fs::last_write_time(model));
    fs::rename(folder / "b.dae", model);
    CHECK(tells(watch, seconds));
}

TEST_CASE("A file that is still being written, or missing, is waited for") {
    const TemporaryFolder folder;
    const fs::path model = folder / "a.dae";
    write(model, "");
    FileWatch watch({model});
    double seconds = 0.0;
    for (int i = 1; i < 20; ++i, seconds += 0.1) {
        write(model, std::string(static_cast<size_t>(i), 'x'));
        CHECK_FALSE(watch.changed(seconds));
    }
    write(model, "the last of it");
    CHECK(tells(watch, seconds));
    fs::remove(model);
    CHECK_FALSE(tells(watch, seconds));
    write(model, "again");
    CHECK(tells(watch, seconds));
}

TEST_CASE("A change during a load is reported as soon as its files are watched") {
    const TemporaryFolder folder;
    const fs::path model = folder / "a.dae", other = folder / "b.dae";
    write(model, "model");
    write(other, "other");
    FileWatch watch({model});
    double seconds = 0.0;
    write(model, "changed");
    watch.follow({model, other});
    CHECK(tells(watch, seconds));
    write(other, "changed too");
    CHECK(tells(watch, seconds));
    watch.follow({other});
    write(model, "nobody asks");
    CHECK_FALSE(tells(watch, seconds));
}

TEST_CASE("Missing textures are watched in all directories where they may be") {
    ImportedModel imported;
    imported.report.file = "models/a.dae";
    imported.model.textures = {{.name = "../maps/x.png"}};
    const Stage stage(std::move(imported));
    CHECK(filesOf(stage, {.model = {.textureFolders = {"maps", "more"}}}) ==
          std::vector<fs::path>{"models/a.dae", "models/x.png", "maps/x.png", "more/x.png"});
}

TEST_CASE("The watched files are the model, its textures, files named by a .gltf, clip files and the graph") {
    const TemporaryFolder folder;
    const fs::path model = folder / "a.gltf";
    write(model, R"({"asset": {"version": "2.0"}, "buffers": [{"uri": "a.bin"}, {"uri": "data:,x"}],
                     "images": [{"uri": "a.png"}]})");
    ImportedModel imported = importModel(fs::path(SINEW_SOURCE_DIR "/assets/tube.dae"));
    imported.report.file = model;
    imported.model.textures = {{.name = "x\\missing.png"}, {.source = "embedded"}, {.source = "pictures/b.png"}};
    const Stage stage(std::move(imported));
    const std::vector<fs::path> expected{
        model,  folder / "x\\missing.png", "pictures/b.png", folder / "a.bin", folder / "a.png", "walk.dae", "g.json",
        "s.txt"};
    CHECK(filesOf(stage, {.model = {.clipFiles = {"walk.dae"}}, .play = {.graph = "g.json", .script = "s.txt"}}) ==
          expected);
}

TEST_CASE("The material files of an OBJ are watched: those it names and the one with its own name") {
    const TemporaryFolder folder;
    const fs::path model = folder / "a.OBJ";
    write(model, "# an OBJ\nmtllib looks/red one.mtl\r\nmtllib\nmtllibrary x\nv 0 0 0\n");
    ImportedModel imported = importModel(fs::path(SINEW_SOURCE_DIR "/assets/tube.dae"));
    imported.report.file = model;
    imported.model.textures.clear();
    const Stage stage(std::move(imported));
    CHECK(filesOf(stage, {}) == std::vector<fs::path>{model, folder / "a.mtl", folder / "looks/red one.mtl"});
}

TEST_CASE("The names in a .gltf are not read from a pipe, which may never end") {
    const TemporaryFolder folder;
    const std::filesystem::path pipe = folder / "out.gltf";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const int writer = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);
    auto uris = std::async(std::launch::async, [&] { return urisOf(pipe); });
    CHECK(uris.wait_for(std::chrono::seconds(5)) == std::future_status::ready);
    ::close(writer);
    CHECK(uris.get().empty());
}
