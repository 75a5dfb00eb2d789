#include "cli/expect.h"
#include "cli/json_lines.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <set>

// --check.

using Json = nlohmann::ordered_json;

namespace {

/// One triangle with normals on the wrong side.
std::string turnedGltf() {
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"only","mesh":0}],
        "meshes":[{"name":"triangle","primitives":[{"attributes":{"POSITION":0,"NORMAL":1}}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
        {"bufferView":1,"componentType":5126,"count":3,"type":"VEC3"}],
        "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":36}],
        "buffers":[{"byteLength":72,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIC/AAAAAAAAAAAAAIC/AAAAAAAAAAAAAIC/"}]})";
}

/// The report on one file: one JSON document.
Json verdictOf(const Finished& check) {
    return Json::parse(check.out);
}

}  // namespace

TEST_CASE("the bundled models pass the strictest check", "[cli]") {
    const std::string model = GENERATE_COPY(values({kCharacter, kSnake, kTube}));
    const Finished check = runSinew({model, "--check", "--fail-on", "warning"});
    requireExit(check, 0);
    CHECK(check.err.empty());
    const size_t last = check.out.rfind('\n', check.out.size() - 2);
    CHECK_THAT(check.out.substr(last == std::string::npos ? 0 : last + 1),
               Catch::Matchers::StartsWith(model + ": passed: 0 errors, 0 warnings, "));
    CHECK(check.out.find("info ") == std::string::npos);  // a note, as in the summary; only JSON says info
    if (model == kCharacter) CHECK_THAT(check.out, Catch::Matchers::StartsWith("note     "));
}

TEST_CASE("each finding of several files begins with its file", "[cli]") {
    const TemporaryFolder folder;
    writeFile(folder / "bare.dae", readFile(kCharacter));  // without its textures
    const Finished check = runSinewIn(folder.path(), {"bare.dae", kTube, "--check"});
    requireExit(check, 0);
    CHECK_THAT(check.out, Catch::Matchers::StartsWith("bare.dae: warning  texture-missing"));
    CHECK_THAT(check.out, Catch::Matchers::ContainsSubstring("\nbare.dae: passed: 0 errors, 1 warning, "));
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
    const Json json = verdictOf(check);
    CHECK(json["passed"] == false);
    CHECK(json["findings"][0]["severity"] == "error");
    CHECK(json["findings"][0]["id"] == "bone-without-node");
}

TEST_CASE("the verdict as JSON starts with its schema and has the documented keys", "[cli]") {
    const Finished check = runSinew({kSnake, "--check", "--json"});
    requireExit(check, 0);
    const Json json = verdictOf(check);
    CHECK(json.begin().key() == "schema");
    checkMembers(json, R"({"format": "Collada", "passed": true, "fail_on": "error", "errors": 0, "warnings": 0})");
    CHECK(json["file"] == kSnake);
    CHECK(json["infos"] == json["findings"].size());
    bool isSplit = false;
    for (const Json& finding : json["findings"]) {
        for (const char* key : {"id", "severity", "object", "message", "advice"})
            CHECK_FALSE(finding[key].get<std::string>().empty());
        isSplit |= finding["id"] == "bones-split";
        if (finding["id"] == "bones-split") CHECK(finding["figure"] == Json{{"value", 150}, {"unit", "bones"}});
    }
    CHECK(isSplit);
}

TEST_CASE("findings about many clips are merged into one with all figures", "[cli]") {
    const Finished check = runSinew({kCharacter, "--check", "--json"});
    requireExit(check, 0);
    const Json json = verdictOf(check);
    CHECK(json["findings"].size() == 2);
    const Json& scales = json["findings"].at(1);
    checkMembers(scales, R"({"id": "clip-scale-uneven", "object": "Wave", "clip": 4})");
    CHECK(scales["time_s"] == Approx(0.433).margin(0.001));
    CHECK(scales["figure"]["unit"] == "times");
    CHECK(scales["others"].size() == 3);
    CHECK(scales["others"][0]["object"] == "Idle");
}

TEST_CASE("a check of many files prints a line for each, and a summary", "[cli]") {
    const TemporaryFolder folder;
    writeFile(folder / "bare.dae", readFile(kCharacter));  // without two of its textures
    for (const char* name : {"character_normal.png", "character_surface.png"})
        writeFile(folder / name, readFile(asset(name)));
    writeFile(folder / "junk.dae", "this is not a model");
    const Arguments files{kTube, "bare.dae", "junk.dae", kSnake};
    const Finished lines = runSinewIn(folder.path(), files + Arguments{"--check", "--json"});
    requireExit(lines, 3);
    CHECK(isOneLine(lines.err));
    CHECK(lines.err.starts_with("sinew: junk.dae: "));
    const std::vector<Json> values = jsonLines(lines.out);
    REQUIRE(values.size() == 5);
    for (size_t i = 0; i < files.size(); ++i) {
        CHECK(values[i]["schema"] == 1);
        CHECK(values[i]["file"] == files[i]);
        CHECK(values[i]["passed"] == (i != 2));
    }
    CHECK_FALSE(values[2]["error"].get<std::string>().empty());
    CHECK(values[2].contains("findings") == false);
    checkMembers(values[4], R"({"files": 4, "passed": 3, "failed": 0, "unreadable": 1, "warnings": 2})");

    const Json schema = Json::parse(readFile(asset("check.schema.json")))["$defs"];
    const auto hasKeysOf = [&](const Json& value, const char* kind) {
        Arguments keys;
        for (const auto& [key, unused] : value.items())
            keys.push_back(key);
        for (const std::string& key : schema[kind]["required"].get<Arguments>())
            CHECK(std::ranges::find(keys, key) != keys.end());
        for (const std::string& key : keys)
            CHECK(schema[kind]["properties"].contains(key));
    };
    hasKeysOf(values[0], "verdict");
    hasKeysOf(values[1]["findings"][0], "finding");
    hasKeysOf(values[2], "unreadable");
    hasKeysOf(values[4], "sum");

    const Finished strict = runSinewIn(folder.path(), {"bare.dae", kTube, "--check", "--fail-on", "warning"});
    requireExit(strict, 1);
    CHECK_THAT(strict.out,
               Catch::Matchers::ContainsSubstring("2 files: 1 passed, 1 failed, 0 unreadable; 0 errors, 2 warnings, "));
    requireExit(runSinewIn(folder.path(), {"bare.dae", kTube, "--check"}), 0);
}

TEST_CASE("the models of a directory and of a list are checked separately", "[cli]") {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "rigs/inner");
    std::filesystem::create_directory(folder / "empty");
    std::filesystem::copy_file(kTube, folder / "rigs/b.dae");
    std::filesystem::copy_file(kTube, folder / "rigs/a.dae");
    std::filesystem::copy_file(kTube, folder / "rigs/inner/c.dae");
    writeFile(folder / "rigs/notes.txt", "no model");
    writeFile(folder / "list", "rigs/b.dae\n  \n" + kSnake + "\nrigs\n");
    const auto filesOf = [&](const Arguments& arguments, int exit) {
        const Finished check = runSinewIn(folder.path(), arguments + Arguments{"--check", "--json"});
        requireExit(check, exit);
        Arguments files;
        for (const Json& line : jsonLines(check.out))
            files.push_back(line.contains("file") ? line["file"].get<std::string>() : line["files"].dump());
        return files;
    };
    using Files = Arguments;
    CHECK(filesOf({"rigs"}, 0) == Files{"rigs/a.dae", "rigs/b.dae", "2"});
    CHECK(filesOf({"empty", "rigs"}, 3) == Files{"empty", "rigs/a.dae", "rigs/b.dae", "3"});
    CHECK(filesOf({"--batch", "list"}, 0) == Files{"rigs/b.dae", kSnake, "rigs/a.dae", "rigs/b.dae", "4"});
    requireExit(runSinewIn(folder.path(), {"--check", "--batch", "nowhere"}), 3);
    requireExit(runSinewIn(folder.path(), {"a.dae", "--check", "--batch", "list"}), 2);
}

TEST_CASE("many files give one SARIF log, with unreadable files as notifications", "[cli]") {
    const TemporaryFolder folder;
    writeFile(folder / "schräg {0}.gltf", turnedGltf());
    writeFile(folder / "junk.dae", "this is not a model");
    const Finished check =
        runSinewIn(folder.path(), {"schräg {0}.gltf", "junk.dae", kSnake, "--check", "--report=sarif"});
    requireExit(check, 3);
    const Json run = Json::parse(check.out)["runs"].at(0);
    const Json& rules = run["tool"]["driver"]["rules"];
    std::set<std::string> uris;
    for (const Json& result : run["results"]) {
        CHECK(rules.at(result["ruleIndex"].get<size_t>())["id"] == result["ruleId"]);
        uris.insert(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]);
    }
    CHECK(uris == std::set<std::string>{"file://" + kSnake, "schr%C3%A4g%20%7B0%7D.gltf"});
    CHECK(run["results"][0]["ruleId"] == "winding-flipped");
    CHECK(run["results"][0]["level"] == "warning");
    CHECK(run["results"][0]["properties"]["figure"] == Json{{"value", 1}, {"unit", "triangles"}});
    const Json& invocation = run["invocations"].at(0);
    CHECK(invocation["executionSuccessful"] == false);
    CHECK(invocation["toolExecutionNotifications"].size() == 1);
}

TEST_CASE("braces in names are escaped in SARIF", "[cli]") {
    const TemporaryFolder folder;
    std::string gltf = turnedGltf();
    gltf.replace(gltf.find("\"triangle\""), 10, "\"{0}\"");
    writeFile(folder / "a.gltf", gltf);
    const Finished check = runSinewIn(folder.path(), {"a.gltf", "--check", "--report=sarif"});
    requireExit(check, 0);
    const Json result = Json::parse(check.out)["runs"][0]["results"][0];
    CHECK_THAT(result["message"]["text"].get<std::string>(), Catch::Matchers::StartsWith("{{0}}: "));
    CHECK(result["locations"][0]["logicalLocations"][0]["name"] == "{0}");
}
