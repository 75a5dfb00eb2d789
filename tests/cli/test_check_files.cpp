#include "cli/expect.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

// Findings of files as they are read, and of the clips of other files.

namespace {

void replaceAll(std::string& text, const std::string& from, const std::string& to) {
    size_t count = 0;
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()), ++count)
        text.replace(at, from.size(), to);
    REQUIRE(count > 0);
}

std::set<std::string> idsOf(const TemporaryFolder& folder, const std::vector<std::string>& arguments) {
    std::vector<std::string> all = arguments + std::vector<std::string>{"--check", "--json"};
    if (arguments.size() > 1) all.insert(all.end(), {"--retarget", "full"});
    const Finished check = runSinewIn(folder.path(), all);
    INFO(check.describe());
    REQUIRE((check.exit == 0 || check.exit == 1));
    const auto report = nlohmann::ordered_json::parse(check.out);
    std::set<std::string> ids;
    for (const auto& finding : report["findings"])
        ids.insert(finding["id"]);
    return ids;
}

}  // namespace

TEST_CASE("weights of joint -1, which is the bind shape, are told", "[cli]") {
    const TemporaryFolder folder;
    std::string tube = readFile(kTube);
    const size_t joint = tube.find("<v>", tube.find("<vertex_weights")) + 3;
    REQUIRE(tube.substr(joint, 2) == "0 ");
    tube.replace(joint, 1, "-1");
    writeFile(folder / "tube.dae", tube);
    CHECK(idsOf(folder, {"tube.dae"}).contains("weight-of-no-joint"));
    CHECK_FALSE(idsOf(folder, {kTube}).contains("weight-of-no-joint"));
}

TEST_CASE("a clip that is made of others is told", "[cli]") {
    const TemporaryFolder folder;
    std::string tube = readFile(kTube);
    replaceAll(tube, "<library_visual_scenes>",
               R"(<library_animation_clips><animation_clip id="c" name="Bow" start="0" end="1"><instance_animation )"
               R"(url="#Bend"/></animation_clip></library_animation_clips><library_visual_scenes>)");
    writeFile(folder / "tube.dae", tube);
    CHECK(idsOf(folder, {"tube.dae"}).contains("clip-unfolded"));
    CHECK_FALSE(idsOf(folder, {kTube}).contains("clip-unfolded"));
}

TEST_CASE("clips of a skeleton of another size, and channels that fit nothing, are told", "[cli]") {
    const TemporaryFolder folder;
    std::string large = readFile(kTube);
    replaceAll(large, "meter=\"1\"", "meter=\"10\"");
    writeFile(folder / "large.dae", large);
    std::string renamed = readFile(kCharacter);
    replaceAll(renamed, "hand_L", "paw_L");
    writeFile(folder / "renamed.dae", renamed);
    CHECK(idsOf(folder, {kTube, "large.dae"}).contains("clip-file-size"));
    const std::set<std::string> same = idsOf(folder, {kTube, kTube});
    CHECK_FALSE(same.contains("clip-file-size"));
    CHECK_FALSE(same.contains("clip-file-unmatched"));
    CHECK(idsOf(folder, {kCharacter, "renamed.dae"}).contains("clip-file-unmatched"));
}
