#include "cli/expect.h"
#include "support/temporary_folder.h"

#include <algorithm>

#include <nlohmann/json.hpp>

// The verdict on a rig.

using Json = nlohmann::ordered_json;

namespace {

/// One triangle with its normals on the other side of it.
std::string turnedGltf() {
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"only","mesh":0}],
        "meshes":[{"name":"triangle","primitives":[{"attributes":{"POSITION":0,"NORMAL":1}}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
        {"bufferView":1,"componentType":5126,"count":3,"type":"VEC3"}],
        "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":36}],
        "buffers":[{"byteLength":72,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIC/AAAAAAAAAAAAAIC/AAAAAAAAAAAAAIC/"}]})";
}

}  // namespace

TEST_CASE("the bundled models hold, whatever is asked of them", "[cli]") {
    const std::string model = GENERATE_COPY(values({kCharacter, kSnake, kTube}));
    const Finished check = runSinew({model, "--check", "--fail-on", "warning"});
    requireExit(check, 0);
    CHECK(check.err.empty());
    const size_t last = check.out.rfind('\n', check.out.size() - 2);
    CHECK_THAT(check.out.substr(last == std::string::npos ? 0 : last + 1),
               Catch::Matchers::StartsWith(model + ": holds: 0 errors, 0 warnings, "));
}

TEST_CASE("a warning fails a check only where that is asked for", "[cli]") {
    const TemporaryFolder folder;
    writeFile(folder / "bare.dae", readFile(kCharacter));  // without its pictures
    const Finished lenient = runSinewIn(folder.path(), {"bare.dae", "--check"});
    requireExit(lenient, 0);
    CHECK_THAT(lenient.out, Catch::Matchers::StartsWith("warning  texture-missing"));
    const Finished strict = runSinewIn(folder.path(), {"bare.dae", "--check", "--fail-on", "warning"});
    requireExit(strict, 1);
    CHECK(strict.err.empty());
    CHECK_THAT(strict.out, Catch::Matchers::ContainsSubstring("bare.dae: does not hold: 0 errors, 2 warnings, "));
}

TEST_CASE("an error fails a check", "[cli]") {
    const TemporaryFolder folder;
    std::string tube = readFile(kTube);
    const size_t name = tube.find("<Name_array");
    const size_t end = tube.find("</Name_array>", name);
    REQUIRE(end != std::string::npos);
    const size_t lastJoint = tube.find_last_of(" >", end - 1) + 1;
    tube.replace(lastJoint, end - lastJoint, "nowhere");
    writeFile(folder / "tube.dae", tube);
    const Finished check = runSinewIn(folder.path(), {"tube.dae", "--check", "--json"});
    requireExit(check, 1);
    const Json json = Json::parse(check.out);
    CHECK(json["passed"] == false);
    CHECK(json["findings"][0]["severity"] == "error");
    CHECK(json["findings"][0]["id"] == "bone-without-node");
}

TEST_CASE("the verdict as JSON has its schema first and the keys of the README", "[cli]") {
    const Finished check = runSinew({kSnake, "--check", "--json"});
    requireExit(check, 0);
    const Json json = Json::parse(check.out);
    CHECK(json.begin().key() == "schema");
    CHECK(json["file"] == kSnake);
    CHECK(json["format"] == "Collada");
    CHECK(json["passed"] == true);
    CHECK(json["fail_on"] == "error");
    CHECK(json["errors"] == 0);
    CHECK(json["warnings"] == 0);
    CHECK(json["infos"] == json["findings"].size());
    bool isSplit = false;
    for (const Json& finding : json["findings"]) {
        for (const char* key : {"id", "severity", "object", "message", "advice"})
            CHECK_FALSE(finding[key].get<std::string>().empty());
        isSplit |= finding["id"] == "bones-split";
    }
    CHECK(isSplit);
}

TEST_CASE("the verdict as SARIF names the file and a rule for each result", "[cli]") {
    const TemporaryFolder folder;
    writeFile(folder / "a model.gltf", turnedGltf());
    const Finished check = runSinewIn(folder.path(), {"a model.gltf", "--check", "--sarif"});
    requireExit(check, 0);
    const Json json = Json::parse(check.out);
    CHECK(json["version"] == "2.1.0");
    const Json& run = json["runs"].at(0);
    CHECK(run["tool"]["driver"]["name"] == "Sinew");
    REQUIRE_FALSE(run["results"].empty());
    for (const Json& result : run["results"]) {
        CHECK(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20model.gltf");
        CHECK(std::ranges::any_of(run["tool"]["driver"]["rules"],
                                  [&](const Json& rule) { return rule["id"] == result["ruleId"]; }));
    }
    CHECK(run["results"][0]["ruleId"] == "winding-flipped");
    CHECK(run["results"][0]["level"] == "warning");
}

TEST_CASE("a check judges the clips of other files, too", "[cli]") {
    const Finished check = runSinew({kTube, kTube, "--check", "--json"});
    requireExit(check, 0);
    CHECK(Json::parse(check.out)["passed"] == true);
}

TEST_CASE("what belongs to a check is refused without one, and two forms at once", "[cli]") {
    CHECK(runSinew({kTube, "--fail-on", "warning"}).exit == 2);
    CHECK(runSinew({kTube, "--sarif"}).exit == 2);
    CHECK(runSinew({kTube, "--check", "--json", "--sarif"}).exit == 2);
    CHECK(runSinew({kTube, "--check", "--info"}).exit == 2);
    CHECK(runSinew({kTube, "--check", "--fail-on", "info"}).exit == 2);
    const Finished missing = runSinew({"nowhere.dae", "--check"});
    requireExit(missing, 3);
    CHECK(missing.out.empty());
}
