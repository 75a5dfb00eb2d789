#include <set>

#include "cli/expect.h"
#include "faults/sweep.h"
#include "support/temporary_folder.h"

// A picture is drawn without a window while one Vulkan call fails: each call in turn, with each possible result.

namespace {

/// Not failures: incomplete results and timeouts.
const std::set<std::string> kToBeTriedAgain{"VK_INCOMPLETE", "VK_TIMEOUT", "VK_NOT_READY"};

/// Several frames, so that each frame in flight is used twice. The look flat, which is drawn faster, has the same sites
/// of calls.
Arguments arguments() {
    return validated({kTube, "--size", "32x32", "--frames", "3", "--frames-in-flight", "1", "--skeleton", "--time",
                      "0.4", "--look", allFaults() ? "studio" : "flat", "-o", "p%d.png"});
}

/// Requires that the run ended without a crash, a leak, a hang or a validation message, and either with the
/// exit code and one line, or with the correct pictures.
void checkOutcome(const Struck& struck, const std::map<std::string, std::string>& pictures,
                  const std::map<std::string, std::string>& expected) {
    INFO(struck.function << " gave " << struck.result);
    INFO(struck.finished.describe());
    CHECK_FALSE(struck.finished.timedOut);
    CHECK(struck.finished.signal == 0);
    CHECK(struck.list.struck == 1);
    CHECK(struck.list.left == 0);
    // The program waits for a device before it is destroyed; a failure there has no effect.
    const bool mayGoOn = struck.function == "vkDeviceWaitIdle" || struck.function == "vkWaitSemaphores";
    const bool mustGoOn = kToBeTriedAgain.contains(struck.result);
    if (mustGoOn || (mayGoOn && struck.finished.exit == 0)) {
        CHECK(struck.finished.exit == 0);
        CHECK(struck.finished.err.empty());
        CHECK(pictures == expected);
        return;
    }
    CHECK(struck.finished.exit == exitOf(struck.result));
    CHECK(isOneLine(struck.finished.err));
    CHECK(struck.finished.err.starts_with("sinew: "));
    for (const auto& [name, bytes] : pictures)  // those before the failure are complete
        CHECK(bytes == expected.at(name));
}

void sweepPictures(const std::function<bool(const CallSite&, const std::string&)>& wanted) {
    const TemporaryFolder whole, folder;
    const auto [finished, list] = runListed(faultyCommand(whole.path(), arguments()));
    INFO(finished.describe());
    REQUIRE(finished.exit == 0);
    const std::map<std::string, std::string> expected = filesIn(whole.path());
    REQUIRE(expected.size() == 3);
    const size_t count =
        sweep(faultyCommand(folder.path(), arguments()), list.sites, wanted, [&](const Struck& struck) {
            checkOutcome(struck, filesIn(folder.path()), expected);
            for (const std::string& name : namesIn(folder.path()))
                std::filesystem::remove(folder / name);
        });
    CHECK(count > 0);
    if (allFaults()) WARN(count << " failures");
}

}  // namespace

TEST_CASE("a headless run exits with 4 and one line if a call runs out of memory", "[faults]") {
    sweepPictures(isMemory);
}

TEST_CASE("a headless run exits with 6 and one line if a call finds the device lost", "[faults]") {
    sweepPictures([](const CallSite&, const std::string& result) { return result == "VK_ERROR_DEVICE_LOST"; });
}

TEST_CASE("a headless run exits with 4 or retries if a call returns any other error", "[faults]") {
    sweepPictures([](const CallSite&, const std::string& result) {
        return !kMemory.contains(result) && result != "VK_ERROR_DEVICE_LOST";
    });
}
