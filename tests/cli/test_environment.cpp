#include "cli/expect.h"
#include "support/temporary_folder.h"

#include <nlohmann/json.hpp>

// Devices, drivers and validation.

namespace {

Finished withoutDriverRun(const TemporaryFolder& folder, Arguments arguments) {
    Command command = sinewCommand(std::move(arguments));
    command.environment = withoutDriver();
    command.folder = folder.path();
    return run(command);
}

}  // namespace

TEST_CASE("a picture without a driver exits with 4 and one line that says what to install", "[cli]") {
    const TemporaryFolder folder;
    const Finished finished = withoutDriverRun(folder, {kTube, "-o", "out.png"});
    requireExit(finished, 4);
    INFO(finished.err);
    CHECK(isOneLine(finished.err));
    CHECK(finished.err.starts_with("sinew: "));
    CHECK_THAT(finished.err, Catch::Matchers::ContainsSubstring("Vulkan"));
    CHECK(namesIn(folder.path()).empty());
}

TEST_CASE("reports and poses need no driver", "[cli]") {
    const TemporaryFolder folder;
    requireExit(withoutDriverRun(folder, {kTube, "--info"}), 0);
    requireExit(withoutDriverRun(folder, {kTube, "--info", "--json"}), 0);
    requireExit(withoutDriverRun(folder, {kTube, "--export-pose", "pose.ply"}), 0);
    requireExit(withoutDriverRun(folder, {kTube, "--bake", "own.sinew"}), 0);
    CHECK(namesIn(folder.path()) == Arguments{"own.sinew", "pose.ply"});
}

TEST_CASE("validation without its layer exits with 4 and one line that says what to install", "[cli]") {
    const TemporaryFolder folder;
    Command command = sinewCommand(Arguments{kTube, "--validate", "-o", "out.png"} + kSmall);
    command.environment["VK_LAYER_PATH"] = folder.path().string();
    command.folder = folder.path();
    const Finished finished = run(command);
    requireExit(finished, 4);
    INFO(finished.err);
    CHECK(isOneLine(finished.err));
    CHECK(contains(finished.err, "vulkan-validationlayers"));
    CHECK(namesIn(folder.path()).empty());
}

TEST_CASE("a missing display exits with 4 or falls back to a picture", "[cli]") {
    const TemporaryFolder folder;
    Command command = sinewCommand({kTube});
    command.environment["DISPLAY"] = ":98765";
    command.folder = folder.path();
    const Finished finished = run(command);
    INFO(finished.describe());
    REQUIRE(finished.signal == 0);
    CHECK((finished.exit == 4 || (finished.exit == 0 && namesIn(folder.path()) == Arguments{"sinew.png"})));
}

TEST_CASE("the list of devices names each, also as JSON", "[cli]") {
    const Finished list = runSinew({"--list-devices"});
    requireExit(list, 0);
    CHECK(contains(list.out, "0"));
    const Finished asJson = runSinew({"--list-devices", "--json"});
    requireExit(asJson, 0);
    const auto json = nlohmann::json::parse(asJson.out);
    CHECK(json.contains("schema"));
    REQUIRE(json.contains("devices"));
    REQUIRE_FALSE(json["devices"].empty());
    for (const auto& device : json["devices"]) {
        CHECK(device.contains("index"));
        CHECK(contains(list.out, device.at("name").get<std::string>()));
    }
}

TEST_CASE("an unknown device exits with 4 and one line that lists the available ones", "[cli]") {
    const Finished nonsense = runSinew(Arguments{kTube, "--headless", "--device", "nonsense"} + kSmall);
    requireExit(nonsense, 4);
    CHECK(isOneLine(nonsense.err));
    CHECK(contains(nonsense.err, "nonsense"));
}
