#include <nlohmann/json.hpp>

#include "cli/expect.h"
#include "faults/sweep.h"
#include "support/temporary_folder.h"

// Devices without some features: optional ones are not used, a missing required one exits with 4 and names it.

namespace {

Finished runWithout(const TemporaryFolder& folder, const std::string& names, const Arguments& more) {
    return run(faultyCommand(folder.path(), validated({kTube, "--size", "64x64"}) + more, {{"SINEW_WITHOUT", names}}));
}

/// The bytes of picture.png, which is drawn without a complaint.
std::string pictureWithout(const TemporaryFolder& folder, const std::string& names, const Arguments& more) {
    const Finished finished = runWithout(folder, names, Arguments{"-o", "picture.png"} + more);
    requireExit(finished, 0);
    CHECK(finished.err.empty());
    return readFile(folder / "picture.png");
}

}  // namespace

TEST_CASE("a device without an optional feature draws the same picture", "[faults]") {
    const TemporaryFolder folder;
    // Without anisotropic filtering and multisampling the picture differs.
    const auto drawn = [&](const std::string& lacking) { return pictureWithout(folder, lacking, {"--skeleton"}); };
    const std::string whole = drawn("");
    for (const char* feature : {"timestamps", "depth32"}) {
        INFO(feature);
        CHECK(drawn(feature) == whole);
    }
}

TEST_CASE("a crowd is the same picture drawn one by one, merged, and without draws of several commands", "[faults]") {
    const TemporaryFolder folder;
    const auto drawn = [&](const std::string& lacking) {
        return pictureWithout(folder, lacking, {"--instances", "40", "--camera", "20,20,0.4"});
    };
    const std::string oneByOne = drawn("");  // software drivers are faster so
    CHECK(drawn("softwareDriver samplerAnisotropy") == oneByOne);
    CHECK(drawn("softwareDriver samplerAnisotropy multiDrawIndirect") == oneByOne);
}

TEST_CASE("a device without wireframe or multisampling draws surfaces with one sample and reports it", "[faults]") {
    struct Lack {
        const char* feature;
        Arguments asked, drawn;
        const char* message;
    };
    const auto lack = GENERATE(values<Lack>(
        {{"fillModeNonSolid", {"--wireframe"}, {}, "does not support wireframe; drawing surfaces"},
         {"fillModeNonSolid", {"--wireframe=over"}, {}, "does not support wireframe; drawing surfaces"},
         {"multisampling", {"--samples", "4"}, {"--samples", "1"}, "does not support 4 samples per pixel; using 1"}}));
    const TemporaryFolder folder;
    requireExit(runWithout(folder, "", Arguments{"-o", "drawn.png"} + lack.drawn), 0);
    const Finished finished = runWithout(folder, lack.feature, Arguments{"-o", "asked.png"} + lack.asked);
    requireExit(finished, 0);
    INFO(finished.err);
    CHECK(isOneLine(finished.err));
    CHECK(contains(finished.err, lack.message));
    CHECK(readFile(folder / "asked.png") == readFile(folder / "drawn.png"));
}

TEST_CASE("a device without timestamps measures no GPU time", "[faults]") {
    const TemporaryFolder folder;
    const Finished finished = runWithout(folder, "timestamps", {"--headless", "--json", "--frames", "3"});
    requireExit(finished, 0);
    CHECK(nlohmann::json::parse(finished.out).at("gpu_ms").is_null());
}

TEST_CASE("a device without any optional feature draws", "[faults]") {
    const TemporaryFolder folder;
    const Finished finished = runWithout(folder, "fillModeNonSolid samplerAnisotropy timestamps multisampling depth32",
                                         {"-o", "x.png", "--samples", "1", "--skeleton", "--frames", "1"});
    requireExit(finished, 0);
    CHECK(finished.err.empty());
    const Finished list = run(
        faultyCommand(folder.path(), {"--list-devices"}, {{"SINEW_WITHOUT", "fillModeNonSolid samplerAnisotropy"}}));
    requireExit(list, 0);
    CHECK(contains(list.out, "; without wireframe, anisotropic filtering"));
}

TEST_CASE("a device without a required feature exits with 4 and one line that names it", "[faults]") {
    const auto [feature, words] =
        GENERATE(values<std::pair<std::string, std::string>>({{"vulkan13", "lacks Vulkan 1.3"},
                                                              {"dynamicRendering", "lacks dynamic rendering"},
                                                              {"synchronization2", "lacks synchronization2"},
                                                              {"timelineSemaphore", "lacks timeline semaphores"}}));
    const TemporaryFolder folder;
    const Finished finished = runWithout(folder, feature, {"-o", "x.png"});
    requireExit(finished, 4);
    INFO(finished.err);
    CHECK(isOneLine(finished.err));
    CHECK(finished.err.starts_with("sinew: "));
    CHECK(contains(finished.err, words));
    CHECK(namesIn(folder.path()).empty());
}
