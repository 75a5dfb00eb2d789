#include <set>

#include "cli/expect.h"
#include "cli/json_lines.h"
#include "support/temporary_folder.h"

// --info and --test-run.

using Json = nlohmann::ordered_json;

TEST_CASE("info names the clips, meshes and textures", "[cli]") {
    const Finished info = runSinew({kCharacter, "--info"});
    requireExit(info, 0);
    CHECK(info.err.empty());
    for (const char* part : {"character.dae", "Idle", "Walk", "Run", "Jump", "Wave", "Dance", "character_base.png",
                             "47 bones", "1.59 m tall, Y up"})
        CHECK_THAT(info.out, Catch::Matchers::ContainsSubstring(part));
    CHECK_FALSE(contains(info.out, "\x1b["));
}

TEST_CASE("info as JSON has the documented keys, its schema first", "[cli]") {
    const std::string model = GENERATE_COPY(values({kCharacter, kSnake, kTube}));
    const Finished info = runSinew({model, "--info", "--json"});
    requireExit(info, 0);
    CHECK(info.err.empty());
    const Json json = Json::parse(info.out);
    CHECK(json.begin().key() == "schema");
    for (const char* key :
         {"file", "format", "importer", "nodes", "bones", "meshes", "animations", "textures", "findings"})
        CHECK(json.contains(key));
    CHECK(json["file"] == model);
    CHECK(json["format"] == "Collada");
    REQUIRE_FALSE(json["meshes"].empty());
    for (const Json& mesh : json["meshes"])
        for (const char* key : {"name", "vertices", "triangles", "bones", "morph_targets", "parts", "influences"})
            CHECK(mesh.contains(key));
    REQUIRE_FALSE(json["animations"].empty());
    for (const Json& animation : json["animations"])
        for (const char* key : {"index", "name", "duration_s", "channels", "keys"})
            CHECK(animation.contains(key));
    for (const Json& texture : json["textures"])
        CHECK((texture.contains("name") && texture["found"] == true));
}

TEST_CASE("info counts the contents of the bundled models", "[cli]") {
    const Json snake = Json::parse(runSinew({kSnake, "--info", "--json"}).out);
    CHECK(snake["bones"] == 150);
    CHECK(snake["size"] == snake["size_m"]);
    CHECK(snake["size"][1] < snake["size"][2]);
    CHECK(snake["meshes"][0]["bones"] == 150);
    CHECK(snake["meshes"][0]["parts"] > 2);
    const Json tube = Json::parse(runSinew({kTube, "--info", "--json"}).out);
    CHECK(tube["bones"] == 2);
    CHECK(tube["meshes"][0]["parts"] == 1);
    const Json character = Json::parse(runSinew({kCharacter, "--info", "--json"}).out);
    REQUIRE(character["animations"].size() == 6);
    const char* names[] = {"Idle", "Walk", "Run", "Jump", "Wave", "Dance"};
    for (size_t i = 0; i < 6; ++i) {
        CHECK(character["animations"][i]["name"] == names[i]);
        CHECK(character["animations"][i]["index"] == i);
    }
    CHECK(character["textures"].size() == 4);
}

TEST_CASE("a timed run reports device, frames and milliseconds of pose, recording and GPU", "[cli]") {
    const TemporaryFolder folder;
    const Finished text = runSinewIn(folder.path(), Arguments{kTube, "--headless", "--frames", "5"} + kSmall);
    requireExit(text, 0);
    CHECK_THAT(runSinew({"--list-devices"}).out,
               Catch::Matchers::ContainsSubstring(text.out.substr(0, text.out.find(':'))));
    for (const char* part : {": 5 frames", "96x64", "pose", "record", "GPU", "ms"})
        CHECK_THAT(text.out, Catch::Matchers::ContainsSubstring(part));
    CHECK(namesIn(folder.path()).empty());

    const Finished asJson = runSinew(Arguments{kTube, "--headless", "--frames", "5", "--json"} + kSmall);
    requireExit(asJson, 0);
    const Json json = Json::parse(asJson.out);
    CHECK(json.begin().key() == "schema");
    CHECK(json.contains("device"));
    CHECK(json["frames"] == 5);
    for (const char* key : {"pose_ms", "record_ms", "gpu_ms"})
        CHECK(json.contains(key));
    for (const char* key : {"instance", "device", "environment", "pipelines", "model", "upload"})
        CHECK(json["start_ms"][key] >= 0.0);
}

TEST_CASE("a timed run reports the GPU's time by stage", "[cli]") {
    const auto timed = [](const Arguments& arguments) {
        const Finished finished =
            runSinew(Arguments{kTube, "--headless", "--frames", "5", "--json"} + kSmall + arguments);
        requireExit(finished, 0);
        return Json::parse(finished.out);
    };
    const Json plain = timed({}), crowd = timed({"--instances", "1000", "--pose-on", "gpu"});
    if (plain["gpu_ms"].is_null()) return;  // a device without timestamps
    CHECK(crowd["gpu_pose_ms"] > 2.0 * plain["gpu_pose_ms"].get<double>());
    for (const Json& run : {plain, crowd})
        for (const char* stage : {"gpu_shadow_ms", "gpu_surfaces_ms"}) {
            CHECK(run[stage] > 0.0);
            CHECK(run[stage] < run["gpu_ms"]);
        }
}

namespace {

/// Includes nested objects; `schema` is the same everywhere.
void collectKeys(const Json& json, std::set<std::string>& keys) {
    for (const auto& [key, value] : json.items()) {
        if (json.is_object()) keys.insert(key);
        if (value.is_structured()) collectKeys(value, keys);
    }
}

}  // namespace

TEST_CASE("docs/reports.md names every key of the JSON reports") {
    const TemporaryFolder folder;
    writeFile(folder / "bare.dae", readFile(kCharacter));
    writeFile(folder / "list", "bare.dae\n");
    const std::string picture = folder / "bare.png";
    const std::vector<Arguments> commands{
        {"bare.dae", kCharacter, "--info"},
        {kSnake, "bare.dae", "--check"},
        {kTube, "--compare", kTube},
        {kCharacter, "--pick", "48,32", "--size", "96x64"},
        {"--list-devices"},
        {kTube, "--headless", "--frames", "1", "--size", "96x64"},
        {"--batch", "list", "-o", folder / "{name}.png", "--size", "96x64"},
        {kTube, "--reference", picture, "--threshold", "1", "--size", "96x64"},
    };
    const std::string page = readFile(SINEW_ASSETS "/../docs/reports.md");
    for (Arguments command : commands) {
        command.push_back("--json");
        const Finished finished = runSinewIn(folder.path(), command);
        INFO(finished.describe());
        std::set<std::string> keys;
        // One object on several lines, or one on each line.
        if (Json::accept(finished.out))
            collectKeys(Json::parse(finished.out), keys);
        else
            for (const Json& line : jsonLines(finished.out))
                collectKeys(line, keys);
        CHECK(keys.contains("schema"));
        for (const std::string& key : keys) {
            INFO(key);
            CHECK((contains(page, '`' + key + '`') || contains(page, '`' + key + "[]`")));
        }
    }
}
