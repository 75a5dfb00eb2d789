#include <filesystem>

#include <nlohmann/json.hpp>

#include "cli/expect.h"
#include "cli/json_lines.h"
#include "support/temporary_folder.h"

// --check with a policy and a baseline.

namespace {

using PolicyJson = nlohmann::ordered_json;

/// A folder with the character as "bare.dae", without its textures: a warning.
struct BareFolder {
    TemporaryFolder folder;

    BareFolder() { writeFile(folder / "bare.dae", readFile(kCharacter)); }
    void policy(const std::string& text) const { writeFile(folder / "sinew.toml", text); }
    Finished check(const Arguments& more = {}) const {
        return runSinewIn(folder.path(), Arguments{"bare.dae", "--check"} + more);
    }
};

}  // namespace

TEST_CASE("a policy beside the model decides what fails, and is named") {
    const BareFolder bare;
    requireExit(bare.check(), 0);
    bare.policy("fail_on = 'warning'\n");
    const Finished strict = bare.check();
    requireExit(strict, 1);
    const std::string name = std::filesystem::canonical(bare.folder.path()) / "sinew.toml";
    CHECK(strict.err == "sinew: policy: " + name + "\n");
    const Finished json = bare.check({"--json"});
    requireExit(json, 1);
    CHECK(json.err.empty());
    CHECK(PolicyJson::parse(json.out)["policy"] == name);
    requireExit(bare.check({"--fail-on", "error"}), 0);  // the command line takes precedence
    const Finished none = bare.check({"--policy", "none", "--json"});
    requireExit(none, 0);
    CHECK(PolicyJson::parse(none.out)["policy"].is_null());
    writeFile(bare.folder / "lenient.toml", "[findings]\ntexture-missing = 'ignore'\n");
    const Finished given = bare.check({"--policy", "lenient.toml", "--fail-on", "warning", "--json"});
    requireExit(given, 0);
    CHECK(PolicyJson::parse(given.out)["ignored"] == 1);
    CHECK(PolicyJson::parse(given.out)["warnings"] == 0);
    CHECK_THAT(bare.check({"--policy", "lenient.toml"}).out, Catch::Matchers::EndsWith("; 1 ignored\n"));
}

TEST_CASE("each model of a directory has the policy above it") {
    const BareFolder bare;
    std::filesystem::create_directory(bare.folder / "strict");
    writeFile(bare.folder / "strict/hard.dae", readFile(kCharacter));
    writeFile(bare.folder / "strict/sinew.toml", "fail_on = 'warning'");
    const Finished check = runSinewIn(bare.folder.path(), {"bare.dae", "strict", "--check", "--json"});
    requireExit(check, 1);
    const auto lines = jsonLines(check.out);
    REQUIRE(lines.size() == 3);
    CHECK(lines[0]["policy"].is_null());
    CHECK(lines[0]["passed"] == true);
    CHECK_THAT(lines[1]["policy"].get<std::string>(), Catch::Matchers::EndsWith("/strict/sinew.toml"));
    CHECK(lines[1]["passed"] == false);
}

TEST_CASE("budgets and promises of a policy fail a check, also as SARIF") {
    const BareFolder bare;
    bare.policy("[budget]\ntriangles = 10\n[[clip]]\nname = '*'\nspeed = 99\n");
    const Finished text = bare.check();
    requireExit(text, 1);
    CHECK_THAT(text.out, Catch::Matchers::ContainsSubstring("error    budget-triangles       model: has "));
    CHECK_THAT(text.out, Catch::Matchers::ContainsSubstring("error    promise-speed "));
    const Finished sarif = bare.check({"--report=sarif"});
    requireExit(sarif, 1);
    const auto run = PolicyJson::parse(sarif.out)["runs"][0];
    CHECK(run["results"][0]["ruleId"] == "budget-triangles");
    CHECK(run["results"][0]["partialFingerprints"]["sinewFinding/v1"].get<std::string>().size() == 16);
    const Finished junit = bare.check({"--report=junit"});
    requireExit(junit, 1);
    CHECK(contains(junit.out, "<failure type=\"budget-triangles\" message=\"4 errors, 1 warning, "));
}

TEST_CASE("a broken policy ends the check with one line and exit code 3") {
    const BareFolder bare;
    const auto refused = [&](const std::string& text, const std::string& cause, const Arguments& more = {}) {
        bare.policy(text);
        const Finished check = bare.check(more);
        requireExit(check, 3);
        CHECK(isOneLine(check.err));
        CHECK_THAT(check.err, Catch::Matchers::ContainsSubstring(cause));
        CHECK(check.out.empty());
    };
    refused("[findings]\nno-such-id = 'error'", "sinew.toml: line 2: findings: 'no-such-id': no such finding");
    refused("[[override]]\npaths = ['bare.dae']\n[[override.clip]]\nname = 'Wlak'",
            "sinew.toml: line 3: clip 'Wlak': bare.dae has no such clip; available: ", {"--json"});
    refused("[[clip]]\nname = 'Walk'\n[[clip]]\nname = 'Wlak'",
            "sinew.toml: line 3: clip 'Wlak': the checked models have no such clip; available: ", {"--json"});
    for (const Arguments& report : {Arguments{}, {"--report=sarif"}, {"--report=markdown"}, {"--report=junit"}}) {
        const Finished check = bare.check(report);
        requireExit(check, 3);
        CHECK(check.out.empty());
    }
    refused("", "none.toml: no such file", {"--policy", "none.toml"});
    const Finished empty = bare.check({"--policy", ""});
    requireExit(empty, 2);
    requireExit(runSinew({kTube, "--info", "--policy", "none"}), 2);
}

TEST_CASE("a clip that none of several models has ends the check, unless it may be in a file that cannot be read") {
    const BareFolder bare;
    writeFile(bare.folder / "tube.dae", readFile(kTube));
    const auto checked = [&](const std::string& name, const Arguments& files) {
        bare.policy("[[clip]]\nname = '" + name + "'\nbytes = 1_000_000_000");
        return runSinewIn(bare.folder.path(), files + Arguments{"--check", "--policy", "sinew.toml"});
    };
    requireExit(checked("Be?d", {"bare.dae", "tube.dae"}), 0);
    const Finished missing = checked("B?d", {"bare.dae", "tube.dae"});
    requireExit(missing, 3);
    CHECK_THAT(missing.err,
               Catch::Matchers::EndsWith(
                   "sinew: sinew.toml: line 1: clip 'B?d': the checked models have no such clip; available: "
                   "'Bend', 'Dance', 'Idle', 'Jump', 'Run', 'Walk', 'Wave'\n"));
    CHECK_FALSE(contains(missing.out, "files: "));
    writeFile(bare.folder / "broken.dae", "words");
    const Finished unreadable = checked("B?d", {"broken.dae", "tube.dae"});
    requireExit(unreadable, 3);
    CHECK_FALSE(contains(unreadable.err, "B?d"));
    writeFile(bare.folder / "still.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    requireExit(checked("B?d", {"still.obj"}), 0);
}

TEST_CASE("a baseline accepts what is known, and only that") {
    const BareFolder bare;
    const Arguments strict{"--fail-on", "warning", "--baseline", "accepted.json"};
    const Finished missing = bare.check(strict);
    requireExit(missing, 3);
    CHECK(missing.err == "sinew: accepted.json: no such file\n");
    const Finished update = bare.check(strict + Arguments{"--update-baseline"});
    requireExit(update, 0);
    CHECK(update.err == "sinew: accepted.json: accepts 1 finding of 1 file\n");
    const std::string bytes = readFile(bare.folder / "accepted.json");
    const auto json = PolicyJson::parse(bytes);
    CHECK(json["models"][0]["file"] == "bare.dae");
    CHECK(json["models"][0]["accepted"][0]["id"] == "texture-missing");

    const Finished accepted = bare.check(strict);
    requireExit(accepted, 0);
    CHECK(accepted.err.empty());
    CHECK_THAT(accepted.out, Catch::Matchers::EndsWith("; 1 accepted\n"));
    const auto verdict = PolicyJson::parse(bare.check(strict + Arguments{"--json"}).out);
    CHECK(verdict["warnings"] == 0);
    CHECK(verdict["accepted"][0]["id"] == "texture-missing");
    const auto sarif = PolicyJson::parse(bare.check(strict + Arguments{"--report=sarif"}).out);
    size_t suppressed = 0;
    for (const auto& result : sarif["runs"][0]["results"])
        suppressed += result.contains("suppressions") ? 1 : 0;
    CHECK(suppressed == 1);
    requireExit(bare.check(strict + Arguments{"--update-baseline"}), 0);
    CHECK(readFile(bare.folder / "accepted.json") == bytes);

    // Another file with the same finding is not accepted, nor a new finding of this one.
    writeFile(bare.folder / "other.dae", readFile(kCharacter));
    requireExit(runSinewIn(bare.folder.path(), Arguments{"other.dae", "--check"} + strict), 1);
    bare.policy("[budget]\nbones = 1");
    requireExit(bare.check(strict), 1);
    bare.policy("[findings]\ntexture-missing = 'ignore'");
    const Finished gone = bare.check(strict);
    requireExit(gone, 0);
    CHECK_THAT(gone.err,
               Catch::Matchers::EndsWith(
                   "sinew: accepted.json: 4 accepted findings occur no longer; --update-baseline removes them\n"));
    requireExit(bare.check(strict + Arguments{"--update-baseline"}), 0);
    CHECK(PolicyJson::parse(readFile(bare.folder / "accepted.json"))["models"].empty());
}

TEST_CASE("updating a baseline keeps the other models, and replaces no input") {
    const BareFolder bare;
    writeFile(bare.folder / "other.dae", readFile(kCharacter));
    const Arguments update{"--check", "--fail-on", "warning", "--baseline", "accepted.json", "--update-baseline"};
    requireExit(runSinewIn(bare.folder.path(), Arguments{"bare.dae"} + update), 0);
    requireExit(runSinewIn(bare.folder.path(), Arguments{"other.dae"} + update), 0);
    CHECK(PolicyJson::parse(readFile(bare.folder / "accepted.json"))["models"].size() == 2);
    requireExit(bare.check({"--update-baseline"}), 2);
    const Finished model = bare.check({"--baseline", "bare.dae", "--update-baseline"});
    requireExit(model, 2);
    CHECK(isOneLine(model.err));
    CHECK(readFile(bare.folder / "bare.dae") == readFile(kCharacter));
    requireExit(bare.check({"--baseline", "no folder/accepted.json", "--update-baseline"}), 5);
}

TEST_CASE("a baseline holds after the model is exported again") {
    const BareFolder bare;
    const std::string policy = "[findings]\n'*' = 'error'\ntexture-missing = 'ignore'";
    bare.policy(policy);
    requireExit(runSinewIn(bare.folder.path(), {"bare.dae", "--export", "model.glb"}), 0);
    const Arguments check{"model.glb", "--check", "--baseline", "accepted.json"};
    requireExit(runSinewIn(bare.folder.path(), check + Arguments{"--update-baseline"}), 0);
    CHECK_FALSE(PolicyJson::parse(readFile(bare.folder / "accepted.json"))["models"].empty());
    requireExit(runSinewIn(bare.folder.path(), {"bare.dae", "--export", "model.glb", "--keys", "fps=50"}), 0);
    requireExit(runSinewIn(bare.folder.path(), check), 0);
}

TEST_CASE("a page has the verdict and pictures of findings and clips, and the same bytes again") {
    const BareFolder bare;
    const Finished check = bare.check({"--html", "page.html"});
    requireExit(check, 0);
    CHECK(check.err.empty());
    const std::string page = readFile(bare.folder / "page.html");
    CHECK(contains(page, "<code>texture-missing</code>"));
    CHECK(contains(page, "src=\"data:image/png;base64,"));
    CHECK(contains(page, "<summary>Play Walk</summary>"));
    CHECK(contains(page, "src=\"data:image/webp;base64,"));
    CHECK(page.size() < (size_t{8} << 20));
    requireExit(bare.check({"--html", "again.html", "--json"}), 0);
    CHECK(readFile(bare.folder / "again.html") == page);
}

TEST_CASE("without a driver a page has no pictures, and says so") {
    const BareFolder bare;
    Command command = sinewCommand({"bare.dae", "--check", "--html", "page.html"});
    command.folder = bare.folder.path();
    command.environment.merge(withoutDriver());
    const Finished check = run(command);
    requireExit(check, 0);
    CHECK(isOneLine(check.err));
    CHECK_THAT(check.err, Catch::Matchers::StartsWith("sinew: page.html: pictures are left out: "));
    const std::string page = readFile(bare.folder / "page.html");
    CHECK(contains(page, "Pictures are left out: "));
    CHECK_FALSE(contains(page, "<img"));
}

TEST_CASE("without a temporary directory a page has no animations, and says so") {
    const BareFolder bare;
    Command command = sinewCommand({"bare.dae", "--check", "--html", "page.html"});
    command.folder = bare.folder.path();
    command.environment["TMPDIR"] = "/nonexistent";
    const Finished check = run(command);
    requireExit(check, 0);
    CHECK(check.err == "sinew: page.html: animations are left out: temporary directory: no such file\n");
    const std::string page = readFile(bare.folder / "page.html");
    CHECK(contains(page, "Animations are left out: temporary directory: "));
    CHECK(contains(page, "src=\"data:image/png;base64,"));
    CHECK_FALSE(contains(page, "image/webp"));
}

TEST_CASE("a page replaces no model, and is whole or not there") {
    const BareFolder bare;
    requireExit(runSinewIn(bare.folder.path(), {"bare.dae", "--check", "--html", "page.txt"}), 2);
    requireExit(bare.check({"--html", "no folder/page.html"}), 5);
    requireExit(runSinewIn(bare.folder.path(), {"bare.dae", "--info", "--html", "page.html"}), 2);
    writeFile(bare.folder / "model.html", readFile(kCharacter));
    const Finished model = runSinewIn(bare.folder.path(), {"model.html", "--check", "--html", "model.html"});
    requireExit(model, 2);
    CHECK(readFile(bare.folder / "model.html") == readFile(kCharacter));
    requireExit(bare.check({"--report=markdown", "--json"}), 2);
}
