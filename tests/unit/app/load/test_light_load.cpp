#include "app/load/light_load.h"

#include <atomic>
#include <fstream>

#include "base/error.h"
#include "render/environment.h"
#include "support/catch.h"
#include "support/temporary_folder.h"
#include "support/wait.h"

using namespace sinew;

namespace {

/// A file whose picture is gray, as bright as the reader is told.
struct Sky {
    Sky() { write("a sky"); }

    void write(const std::string& text) const { std::ofstream(path) << text; }

    LightLoad load(bool watchFile) {
        return LightLoad(
            path,
            [this](const std::filesystem::path& file, const std::stop_token& stop) -> RadiancePicture {
                ++begun;
                CHECK(file == path);
                while (waits && !stop.stop_requested())
                    sleepSeconds(0.001);
                if (brightness < 0.0f) throw Error(Exit::input, "broken");
                return {.width = 2, .height = 1, .rgb = std::vector<float>(6, brightness)};
            },
            watchFile);
    }

    const TemporaryFolder folder;
    const std::string path = folder / "sky.hdr";
    std::atomic<float> brightness = 1.0f;
    std::atomic<bool> waits = false;
    std::atomic<int> begun = 0;
};

/// The brightness of the next environment that comes; nothing if none does.
std::optional<float> next(LightLoad& load, double seconds = 10.0) {
    std::shared_ptr<const Environment> environment;
    waitFor(seconds, [&] { return (environment = load.poll()) != nullptr; });
    if (!environment) return std::nullopt;
    return irradianceAt(environment->irradiance, {0.0f, 1.0f, 0.0f}).x;
}

}  // namespace

TEST_CASE("An environment is read again when it is asked for") {
    Sky sky;
    LightLoad load = sky.load(false);
    CHECK_FALSE(next(load, 0.05));
    sky.brightness = 2.0f;
    load.reload();
    CHECK(next(load) == Approx(2.0f).epsilon(0.02));
    CHECK_FALSE(next(load, 0.05));
}

TEST_CASE("An environment that cannot be read is an error, and can be read again") {
    Sky sky;
    LightLoad load = sky.load(false);
    sky.brightness = -1.0f;
    load.reload();
    CHECK_THROWS_WITH(next(load), "broken");
    sky.brightness = 0.5f;
    load.reload();
    CHECK(next(load) == Approx(0.5f).epsilon(0.02));
}

TEST_CASE("An environment that changes while it is read is read once more") {
    Sky sky;
    LightLoad load = sky.load(false);
    sky.waits = true;
    for (int time = 0; time < 3; ++time)
        load.reload();
    CHECK(load.poll() == nullptr);
    sky.waits = false;
    CHECK(next(load));
    CHECK(next(load));
    CHECK_FALSE(next(load, 0.05));
    CHECK(sky.begun == 2);
}

TEST_CASE("A watched environment is read when its file has changed, and an unwatched one is not") {
    Sky sky;
    const bool watched = GENERATE(true, false);
    LightLoad load = sky.load(watched);
    load.watch(1.0);
    sky.write("a longer sky");
    for (double now = 2.0; now < 4.0; now += 0.05)
        load.watch(now);
    CHECK(next(load, watched ? 10.0 : 0.05).has_value() == watched);
    CHECK(sky.begun == (watched ? 1 : 0));
}

TEST_CASE("An environment that is no file is never read") {
    const std::string name = GENERATE(std::string(kStudio), std::string(kNoEnvironment));
    LightLoad load(name, makeLightReader({.environment = name}), true);
    load.reload();
    load.watch(1.0);
    CHECK(load.poll() == nullptr);
}
