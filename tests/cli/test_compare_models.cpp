#include "cli/expect.h"
#include "cli/json_lines.h"
#include "support/models/collada.h"
#include "support/temporary_folder.h"

#include <cmath>

#include <nlohmann/json.hpp>

// --compare: the same clip of two files, as before and after an export.

using Json = nlohmann::ordered_json;
using Catch::Matchers::ContainsSubstring;

namespace {

void replaceAll(std::string& text, const std::string& from, const std::string& to) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// A square that moves to `way` along x within a second, in a clip of that name.
std::string sliding(float way, const std::string& clip) {
    import_files::Collada file;
    file.meshNodeTransform = "<translate sid=\"move\">0 0 0</translate>";
    file.animations = import_files::Collada::animation(clip, "quadNode/move", {0, 1}, {0, 0, 0, way, 0, 0}, 3);
    return file.text();
}

}  // namespace

TEST_CASE("a model has no difference from itself, without a Vulkan driver", "[cli]") {
    Command command = sinewCommand({kCharacter, "--compare", kCharacter, "--threshold", "0"});
    for (const auto& [name, value] : withoutDriver())
        command.environment[name] = value;
    const Finished same = run(command);
    requireExit(same, 0);
    CHECK(same.err.empty());
    CHECK_THAT(same.out, ContainsSubstring("'Walk': equal\n"));
    CHECK_THAT(same.out, ContainsSubstring(kCharacter + ": passed: no vertex differs from "));
}

TEST_CASE("a difference in motion is reported with place and time, and fails above the threshold", "[cli]") {
    const TemporaryFolder folder;
    writeFile(folder / "before.dae", sliding(1.0f, "slide"));
    std::string longer = sliding(1.1f, "slide");
    replaceAll(longer, ">0.000000 1.000000 </float_array>", ">0 2</float_array>");
    writeFile(folder / "after.dae", longer);
    const Finished differs = runSinewIn(folder.path(), {"before.dae", "--compare", "after.dae", "--json"});
    requireExit(differs, 1);
    const Json json = Json::parse(differs.out);
    CHECK(json.begin().key() == "schema");
    checkMembers(json, R"({"file": "before.dae", "other": "after.dae", "holds": false, "threshold": 0.001,
                           "matched_by": "order", "vertices": 4, "metres_per_unit": 1})");
    CHECK(json["size"].get<double>() == Approx(std::sqrt(2.0)));
    const Json& clip = json["clips"].at(0);
    checkMembers(clip, R"({"at_s": 1, "mesh": "quad", "bone": "quadNode", "durations_differ": true})");
    CHECK(clip["largest_share"].get<double>() == Approx(clip["largest_distance"].get<double>() / std::sqrt(2.0)));
    CHECK(clip["times_s"].size() == clip["distances"].size());
    const Finished text = runSinewIn(folder.path(), {"before.dae", "--compare", "after.dae"});
    requireExit(text, 1);
    CHECK_THAT(text.out, ContainsSubstring("; lasts 2 s there instead of 1 s\n"));
    CHECK_THAT(text.out, ContainsSubstring("failed: differs by up to "));
    requireExit(runSinewIn(folder.path(), {"before.dae", "--compare", "after.dae", "--threshold", "1"}), 0);
}

TEST_CASE("a clip missing in the other file fails, an additional one does not", "[cli]") {
    const TemporaryFolder folder;
    std::string two = readFile(kCharacter);
    replaceAll(two, "\"Walk\"", "\"Stroll\"");
    writeFile(folder / "other.dae", two);
    const Finished lost = runSinewIn(folder.path(), {kCharacter, "--compare", "other.dae", "--json"});
    requireExit(lost, 1);
    const Json json = Json::parse(lost.out);
    CHECK(json["missing_clips"] == Json{"Walk"});
    CHECK(json["added_clips"] == Json{"Pip_Stroll"});
    CHECK(json["largest_share"] == 0.0);
    requireExit(runSinewIn(folder.path(), {kCharacter, "--compare", "other.dae", "-a", "Run"}), 0);
    const Finished none = runSinewIn(folder.path(), {kCharacter, "--compare", "other.dae", "-a", "Walk"});
    requireExit(none, 3);
    CHECK(isOneLine(none.err));
    CHECK_THAT(none.err,
               Catch::Matchers::StartsWith("sinew: other.dae: no clip 'Walk' to compare; available clips: 'Idle', "));
}

TEST_CASE("files with different vertices cannot be compared", "[cli]") {
    const TemporaryFolder folder;
    writeFile(folder / "a.dae", sliding(1.0f, "slide"));
    std::string other = sliding(1.0f, "slide");
    replaceAll(other, "<triangles count=\"2\"", "<triangles count=\"1\"");
    replaceAll(other, "0 1 2 0 2 3", "0 1 2");
    replaceAll(other, "1 1 0 0 1 0", "1 2 0 0 2 0");
    writeFile(folder / "b.dae", other);
    for (const std::string against : {"b.dae", "missing.dae"}) {
        const Finished refused = runSinewIn(folder.path(), {"a.dae", "--compare", against});
        requireExit(refused, 3);
        CHECK(refused.out.empty());
        CHECK(isOneLine(refused.err));
        CHECK(refused.err.starts_with("sinew: " + against + ": "));
    }
}
