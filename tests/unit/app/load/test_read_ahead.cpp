#include "app/load/read_ahead.h"

#include <algorithm>
#include <atomic>
#include <set>

#include "app/load/read_model.h"
#include "base/error.h"
#include "support/catch.h"
#include "support/wait.h"

using namespace sinew;

namespace {

const std::string kTube = SINEW_SOURCE_DIR "/assets/tube.dae";
const Importer kImporter = [](const std::filesystem::path& path, const ImportOptions& wanted) {
    return importModel(path, wanted);
};

}  // namespace

TEST_CASE("Models are read ahead, up to the maximum number waiting") {
    std::atomic<size_t> begun = 0;
    ReadAhead stages(8, {kImporter}, [&](size_t, const Importer& importer) {
        ++begun;
        return makeStage({.model = {.path = kTube}}, importer);
    });
    for (size_t taken = 0; taken < 8; ++taken) {
        const size_t most = std::min<size_t>(taken + ReadAhead::kMostWaiting, 8);
        CHECK(waitFor(10.0, [&] { return begun == most; }));
        sleepSeconds(0.02);
        CHECK(begun == most);
        CHECK(stages.take().get()->model().meshes.size() == 1);
    }
}

TEST_CASE("Models that are read ahead arrive in order, with errors in place of unreadable ones") {
    ReadAhead stages(3, {kImporter}, [](size_t number, const Importer& importer) {
        if (number == 1) throw Error(Exit::input, "the second");
        return makeStage({.model = {.path = kTube}, .play = {.timeSeconds = 0.25 * static_cast<double>(number)}},
                         importer);
    });
    CHECK(stages.take().get()->animator().timeSeconds() == 0.0);
    CHECK_THROWS_WITH(stages.take().get(), "the second");
    CHECK(stages.take().get()->animator().timeSeconds() == 0.5);
}

TEST_CASE("A model that takes long to read does not hold up those after it, if there is another importer") {
    std::atomic<bool> released = false;
    std::atomic<size_t> begun = 0;
    const auto make = [&](size_t number, const Importer& importer) {
        ++begun;
        if (number == 1) waitFor(60.0, [&] { return released.load(); });
        return makeStage({.model = {.path = kTube}}, importer);
    };
    ReadAhead stages(6, {kImporter, kImporter}, make, 0.05);
    for (const size_t expected : {0, 2, 3})
        CHECK(stages.take().number == expected);
    CHECK(waitFor(10.0, [&] { return begun == 6; }));
    CHECK(stages.isReady());
    released = true;
    std::set<size_t> others;
    for (int i = 0; i < 3; ++i)
        others.insert(stages.take().number);
    CHECK(others == std::set<size_t>{1, 4, 5});
}

TEST_CASE("With one importer, models are read one after the other however long they take") {
    std::atomic<int> atOnce = 0, most = 0;
    ReadAhead stages(
        3, {kImporter},
        [&](size_t, const Importer& importer) {
            most = std::max(most.load(), ++atOnce);
            sleepSeconds(0.05);
            --atOnce;
            return makeStage({.model = {.path = kTube}}, importer);
        },
        0.0);
    for (size_t expected = 0; expected < 3; ++expected)
        CHECK(stages.take().number == expected);
    CHECK(most == 1);
}

TEST_CASE("A destroyed reader cancels the importer") {
    std::atomic<bool> begun = false;
    const Importer waiting = [&](const std::filesystem::path&, const ImportOptions& wanted) -> ImportedModel {
        begun = true;
        while (!wanted.stop.stop_requested())
            sleepSeconds(0.001);
        throw Error(Exit::input, "stopped");
    };
    const ReadAhead stages(1000, {waiting}, [](size_t, const Importer& importer) {
        return makeStage({.model = {.path = kTube}}, importer);
    });
    CHECK(waitFor(10.0, [&] { return begun.load(); }));
}
