#include "cli/expect.h"
#include "cli/json_lines.h"
#include "support/temporary_folder.h"

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

nlohmann::ordered_json findingsOf(const TemporaryFolder& folder, const Arguments& arguments) {
    Arguments all = arguments + Arguments{"--check", "--json"};
    if (arguments.size() > 1) all.insert(all.end(), {"--retarget", "full"});
    const Finished check = runSinewIn(folder.path(), all);
    INFO(check.describe());
    REQUIRE((check.exit == 0 || check.exit == 1));
    return jsonLines(check.out).at(0)["findings"];
}

std::set<std::string> idsOf(const TemporaryFolder& folder, const Arguments& arguments) {
    std::set<std::string> ids;
    for (const auto& finding : findingsOf(folder, arguments))
        ids.insert(finding["id"]);
    return ids;
}

/// A triangle moved by the clip "Walk", whose two keys are in reverse order.
std::string disorderedGltf() {
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"only","mesh":0}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "animations":[{"name":"Walk","samplers":[{"input":1,"output":2}],
        "channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
        {"bufferView":1,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
        {"bufferView":2,"componentType":5126,"count":2,"type":"VEC3"}],
        "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":8},
        {"buffer":0,"byteOffset":44,"byteLength":24}],
        "buffers":[{"byteLength":68,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAA="}]})";
}

}  // namespace

TEST_CASE("weights of joint -1, the bind shape, are reported", "[cli]") {
    const TemporaryFolder folder;
    std::string tube = readFile(kTube);
    const size_t joint = tube.find("<v>", tube.find("<vertex_weights")) + 3;
    REQUIRE(tube.substr(joint, 2) == "0 ");
    tube.replace(joint, 1, "-1");
    writeFile(folder / "tube.dae", tube);
    CHECK(idsOf(folder, {"tube.dae"}).contains("weight-of-no-joint"));
    CHECK_FALSE(idsOf(folder, {kTube}).contains("weight-of-no-joint"));
}

TEST_CASE("a finding about a clip of another file uses the name of the clip in the model", "[cli]") {
    const TemporaryFolder folder;
    writeFile(folder / "model.gltf", disorderedGltf());
    writeFile(folder / "more.gltf", disorderedGltf());
    Arguments objects;
    for (const auto& finding : findingsOf(folder, {"model.gltf", "more.gltf"}))
        if (finding["id"] == "key-order") objects.push_back(finding["object"]);
    CHECK(objects == Arguments{"Walk", "more"});
    const Finished info = runSinewIn(folder.path(), {"model.gltf", "more.gltf", "--info", "--json"});
    requireExit(info, 0);
    const auto report = nlohmann::ordered_json::parse(info.out);
    CHECK(report["animations"][1]["name"] == "more");
    CHECK(report["findings"].back()["figure"] == nlohmann::ordered_json{{"value", 1}, {"unit", "tracks"}});
}

TEST_CASE("clips of a skeleton of another size, and unmatched channels, are reported", "[cli]") {
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
