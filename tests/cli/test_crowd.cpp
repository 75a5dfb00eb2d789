#include "cli/expect.h"
#include "support/read_file.h"
#include "support/temporary_folder.h"

#include <algorithm>

#include <nlohmann/json.hpp>

// --instances and what belongs to it.

namespace {

std::string picture(const TemporaryFolder& folder, const Arguments& arguments) {
    const std::string path = folder / "crowd.png";
    requireExit(runSinew(Arguments{kTube, "-o", path} + kSmall + arguments), 0);
    return readFile(path);
}

}  // namespace

TEST_CASE("a crowd is the same each time, and another with another seed, formation or count", "[cli]") {
    const TemporaryFolder folder;
    const Arguments ten{"--instances", "10", "--time", "1"};
    const std::string expected = picture(folder, ten);
    CHECK(isPng(expected));
    CHECK(picture(folder, ten) == expected);
    CHECK(picture(folder, {"--instances", "10,seed=2", "--time", "1"}) != expected);
    CHECK(picture(folder, {"--instances", "10,circle", "--time", "1"}) != expected);
    CHECK(picture(folder, {"--instances", "11", "--time", "1"}) != expected);
}

TEST_CASE("options that a crowd cannot follow are refused in one line", "[cli]") {
    const auto refused = [](const Arguments& arguments, const std::string& text) {
        const Finished finished = runSinew(Arguments{kTube} + arguments);
        requireExit(finished, 2);
        CHECK(isOneLine(finished.err));
        INFO(finished.err);
        CHECK(contains(finished.err, text));
    };
    refused({"--headless", "--instances", "0"}, "--instances");
    refused({"--headless", "--instances", "100001"}, "from 1 to 100000");
    refused({"--headless", "--instances", "circle"}, "from 1 to 100000");
    refused({"--headless", "--pose-on", "gpu"}, "requires --instances");
    refused({"--headless", "--instances", "3", "--pose-on", "dsp"}, "cpu or gpu");
    refused({"--headless", "--instances", "3,heap"}, "grid, circle or scatter");
    refused({"--headless", "--instances", "3", "--pose", "bind"}, "cannot be combined");
    refused({"--headless", "--instances", "3", "--onion-skin"}, "cannot be combined");
    refused({"-o", "sheet.png", "--sheet", "2x2", "--instances", "3"}, "not available with --sheet");
    refused({"--info", "--instances", "3"}, "--instances");
    refused({"--headless", "--instances", "3", "--root-motion", "move", "--time", "1e9"}, "7200 seconds at most");
    refused({"--headless", "--instances", "100000", "--graph", "a.json", "--frames", "1", "--time", "9"},
            "to 2 seconds");
}

TEST_CASE("picking says which character of a crowd is at a pixel, and the first one's pose is exported", "[cli]") {
    const Arguments crowd{kCharacter, "--instances", "4", "-a", "Walk", "--time", "0.5", "--size", "240x180", "--json"};
    std::vector<int> seen(4);
    for (const char* pixel : {"60,90", "90,90", "120,90", "150,90", "180,90", "90,120", "150,110"}) {
        const Finished finished = runSinew(crowd + Arguments{"--pick", pixel});
        requireExit(finished, 0);
        const auto json = nlohmann::json::parse(finished.out);
        CHECK(json.contains("character") == !json["bone"].is_null());
        if (json.contains("character")) ++seen.at(json["character"].get<size_t>());
    }
    CHECK(std::ranges::count(seen, 0) < 3);
    const TemporaryFolder folder;
    const auto exported = [&](const Arguments& arguments) {
        requireExit(runSinew(Arguments{kTube, "--export-pose", folder / "a.ply"} + arguments), 0);
        return readFile(folder / "a.ply");
    };
    const std::string first = exported({"--instances", "3", "--time", "0.3"});
    CHECK(first == exported({"--instances", "3", "--time", "0.3"}));
    CHECK(first != exported({"--instances", "3", "--time", "0.6"}));
}

TEST_CASE("with --pose-on gpu, a crowd is the same picture, and the CPU poses what the compute pass does not take",
          "[cli]") {
    const TemporaryFolder folder;
    const Arguments crowd{kCharacter, "--instances", "4", "--time", "1", "--size", "96x64", "--no-levels"};
    const Arguments onGpu{"--pose-on", "gpu", "--validate"};
    const auto drawn = [&](const std::string& name, const Arguments& more) {
        const Finished finished = runSinew(crowd + Arguments{"-o", folder / name} + more);
        requireExit(finished, 0);
        return finished.err;
    };
    CHECK(drawn("cpu.png", {"--pose-on", "cpu"}).empty());
    CHECK(drawn("gpu.png", onGpu).empty());
    CHECK(drawn("again.png", onGpu).empty());
    CHECK(readFile(folder / "gpu.png") == readFile(folder / "again.png"));
    CHECK(contains(
        drawn("gpu.png", onGpu + Arguments{"--reference", folder / "cpu.png", "--threshold", "0.0001,max=0.1"}),
        "within the thresholds"));
    const std::string why = drawn("other.png", {"--skinning", "dual-quaternion", "--pose-on", "gpu"});
    CHECK(isOneLine(why));
    CHECK(contains(why, "--pose-on gpu: " + kCharacter + " is posed by the CPU: dual quaternions are made there"));
}
