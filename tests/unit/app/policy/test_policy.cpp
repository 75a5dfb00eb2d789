#include "app/policy/policy.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <regex>

#include <fmt/format.h>

#include <sys/stat.h>

#include "support/catch.h"
#include "support/read_file.h"
#include "support/temporary_folder.h"

using namespace sinew;

namespace {

namespace fs = std::filesystem;

fs::path write(const fs::path& file, std::string_view text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
    return file;
}

Policy policyOf(const TemporaryFolder& folder, std::string_view text) {
    return readPolicy(write(folder / "sinew.toml", text));
}

/// What a policy of that text is refused for, without the name of the file; empty if it is not.
std::string refusal(std::string_view text) {
    const TemporaryFolder folder;
    try {
        policyOf(folder, text);
    } catch (const PolicyError& error) {
        CHECK(error.exit() == Exit::input);
        const std::string name = (folder / "sinew.toml").string() + ": ", cause = error.what();
        CHECK(cause.starts_with(name));
        CHECK(cause.find('\n') == std::string::npos);
        return cause.substr(name.size());
    }
    return "";
}

}  // namespace

TEST_CASE("a policy rates findings by file and by clip") {
    const TemporaryFolder folder;
    write(folder / "props/chair.glb", "");
    const Policy policy = policyOf(folder, R"(
        fail_on = "warning"
        [findings]
        "texture-*" = "ignore"
        texture-missing = "error"
        "*" = "note"
        [budget]
        bones = 60
        [[clip]]
        name = "Idle*"
        loop = true
        findings = { foot-slide = "error" }
        [[clip]]
        name = "IdleToWalk"
        loop = false
        speed = [0.5, 1]
        [[override]]
        paths = ["props/*", "more/**"]
        fail_on = "error"
        findings = { texture-black = "warning" }
        budget = { bones = 0, clip_bytes = 100 }
        [[override.clip]]
        name = "*"
        bytes = 7
        planted = true
    )");
    const ModelRules hero = rulesFor(policy, folder / "hero.glb"), chair = rulesFor(policy, folder / "props/chair.glb");
    CHECK(hero.rules.size() == 1);
    CHECK(hero.failOn == Severity::warning);
    CHECK(hero.budget.at("bones") == 60);
    CHECK(chair.rules.size() == 2);
    CHECK(chair.failOn == Severity::error);
    CHECK(chair.budget.at("bones") == 0);

    CHECK(ratingOf(hero, "texture-black", "") == Rating::ignore);
    CHECK(ratingOf(hero, "texture-missing", "") == Rating::error);
    CHECK(ratingOf(hero, "bone-posed", "") == Rating::note);
    CHECK(ratingOf(chair, "texture-black", "") == Rating::warning);
    CHECK(ratingOf(chair, "texture-missing", "") == Rating::error);
    CHECK(ratingOf(hero, "foot-slide", "Idle") == Rating::error);
    CHECK(ratingOf(hero, "foot-slide", "Walk") == Rating::note);
    CHECK(ratingOf(hero, "loop-seam", "Idle") == Rating::note);
    CHECK(ratingOf(hero, "loop-seam", "IdleToWalk") == Rating::ignore);

    CHECK(promiseOf(hero, "Idle").promises.loop == true);
    CHECK(promiseOf(hero, "IdleToWalk").promises.loop == false);
    CHECK(promiseOf(hero, "IdleToWalk").promises.speed->least == 0.5);
    CHECK_FALSE(promiseOf(hero, "Idle").budget.contains("clip_bytes"));
    CHECK(promiseOf(chair, "Idle").budget.at("clip_bytes") == 7);
    CHECK(promiseOf(chair, "Idle").promises.planted == true);
    CHECK_FALSE(promiseOf(hero, "Walk").promises.loop);
}

TEST_CASE(
    "the policy of each engine is read, whatever the working directory holds, and docs/policies.md has its limits") {
    const std::string page = readFile(SINEW_SOURCE_DIR "/docs/policies.md");
    std::string rows;
    for (const char* const engine : {"unity", "unreal", "godot", "web", "roblox", "gazebo"}) {
        INFO(engine);
        CHECK_FALSE(readPolicy(engine).rules.front().budget.empty());
        CHECK_THROWS_AS(readPolicy(fs::path(".") / engine), PolicyError);  // no such file
        const std::string text = readFile(SINEW_SOURCE_DIR "/assets/policies/" + std::string(engine) + ".toml");
        const std::regex row("([a-z_]+ = [0-9]+) # (.*): (https:.*)");
        for (std::sregex_iterator match(text.begin(), text.end(), row), end; match != end; ++match)
            rows += fmt::format("| `{}` | `{}` | [{}]({}) |\n", engine, (*match)[1].str(), (*match)[2].str(),
                                (*match)[3].str());
        CHECK(static_cast<size_t>(std::ranges::count(text, '#')) ==
              readPolicy(engine).rules.front().budget.size() + 1);  // a source for each limit
    }
    CHECK(page.ends_with("|---|---|---|\n" + rows));
}

TEST_CASE("one speed is promised within five percent") {
    const TemporaryFolder folder;
    const Policy policy = policyOf(folder, "[[clip]]\nname = 'Walk'\nspeed = 2");
    const SpeedRange range = *promiseOf(rulesFor(policy, folder / "hero.glb"), "Walk").promises.speed;
    CHECK(range.least == Approx(1.9));
    CHECK(range.most == Approx(2.1));
}

TEST_CASE("a policy with findings of earlier versions is read, with a note on each") {
    const TemporaryFolder folder;
    const Policy policy =
        policyOf(folder, "[findings]\ngait-uneven = 'error'\nweights-foreign = 'note'\nloop-seam = 'error'");
    const std::string file = folder / "sinew.toml";
    CHECK(policy.notes ==
          std::vector<std::string>{
              file + ": line 2: findings: 'gait-uneven' is no longer checked",
              file + ": line 3: findings: 'weights-foreign' is no longer checked; see 'weights-stray'"});
    REQUIRE(policy.rules.front().findings.size() == 1);
    CHECK(policy.rules.front().findings.front().id == "loop-seam");
}

TEST_CASE("a policy is refused with its line and the cause") {
    CHECK(refusal("") == "");
    CHECK(refusal("# nothing\n\n[findings]\n") == "");
    CHECK_THAT(refusal("\nfail_on = "), Catch::Matchers::StartsWith("line 2: "));
    CHECK(refusal("fail_on = 'note'") == "line 1: 'fail_on' must be \"error\" or \"warning\"");
    CHECK(refusal("\n\nfail = 1") ==
          "line 3: unknown key 'fail'; known here: fail_on, findings, budget, clip, override");
    CHECK(refusal("[findings]\nloop-seem = 'error'") ==
          "line 2: findings: 'loop-seem': no such finding; docs/reports.md lists them");
    CHECK(refusal("[findings]\n'loops-*' = 'error'") ==
          "line 2: findings: 'loops-*': no such finding; docs/reports.md lists them");
    CHECK(refusal("[findings]\nloop-seam = 'fatal'") ==
          R"(line 2: findings: 'loop-seam' must be "error", "warning", "note" or "ignore")");
    CHECK(refusal("findings = 3") == "line 1: 'findings' must be a table, such as [findings]");
    CHECK(refusal("[budget]\nbones = -1") == "line 2: 'bones' must be a whole number, at least 0");
    CHECK(refusal("[budget]\nbones = 1.5") == "line 2: 'bones' must be a whole number, at least 0");
    CHECK(refusal("[budget]\nvertices = 1") ==
          "line 2: unknown key 'vertices'; known here: bones, influences, triangles, mesh_triangles, texture_bytes, "
          "texture_size, clips, clip_bytes");
    CHECK(refusal("[clip]\nname = 'Walk'") == "line 1: 'clip' must be tables: write [[clip]]");
    CHECK(refusal("clip = [1]") == "line 1: 'clip' must be tables: write [[clip]]");
    CHECK(refusal("[[clip]]\nloop = true") == "line 1: a [[clip]] needs 'name'");
    CHECK(refusal("[[clip]]\nname = ''") == "line 2: 'name' must be a non-empty string");
    CHECK(refusal("[[clip]]\nname = 'Walk'\nloop = 'yes'") == "line 3: 'loop' must be true or false");
    CHECK_THAT(refusal("[[clip]]\nname = 'Walk'\nstop = true"),
               Catch::Matchers::StartsWith("line 3: unknown key 'stop'; known here: name, loop, "));
    for (const char* speed : {"0", "-1", "inf", "nan", "'1'", "true", "[1]", "[1, 2, 3]", "[1, 'two']"}) {
        INFO(speed);
        CHECK(refusal(std::string("[[clip]]\nname = 'Walk'\nspeed = ") + speed) ==
              "line 3: 'speed' must be a number above 0, or two of them: [least, most]");
    }
    CHECK(refusal("[[clip]]\nname = 'Walk'\nspeed = [2, 1]") == "line 3: 'speed': 2 is more than 1");
    CHECK(refusal("[[override]]\nfail_on = 'error'") == "line 1: an [[override]] needs 'paths'");
    CHECK(refusal("[[override]]\npaths = []") == "line 2: 'paths' must be an array of 1 to 1000 strings");
    const auto path = [](const std::string& text) { return refusal("[[override]]\npaths = ['" + text + "']"); };
    for (const char* file : {"no.fbx", "rigs/no.fbx", "*/", "a\\*.fbx"})
        CHECK(path(file) == fmt::format("line 2: paths: '{}': no such file; for a directory write DIR/**", file));
    for (const char* file : {"./*.fbx", "/tmp/*.fbx", "../*.fbx", "rigs/../*.fbx", "rigs//*.fbx", ".", "..", "**/."})
        CHECK(path(file) ==
              fmt::format("line 2: paths: '{}': write it relative to the policy's directory, without . and ..", file));
    CHECK(refusal("[[override]]\npaths = ['*.fbx']\n[[override.override]]\npaths = ['*']") ==
          "line 3: unknown key 'override'; known here: paths, fail_on, findings, budget, clip");
    CHECK(refusal("paths = ['*.fbx']") ==
          "line 1: unknown key 'paths'; known here: fail_on, findings, budget, clip, override");
    CHECK(refusal("fail_on = 'error'\nfail_on = 'error'") != "");
}

TEST_CASE("paths of a policy name regular files, and may escape wildcards") {
    const TemporaryFolder folder;
    write(folder / "rigs/a*.dae", "");
    const auto matches = [&](const std::string& path, const char* model) {
        const Policy policy = policyOf(folder, "[[override]]\npaths = ['" + path + "']\nfail_on = 'warning'");
        return rulesFor(policy, folder / model).failOn == Severity::warning;
    };
    CHECK(matches("rigs/a\\*.dae", "rigs/a*.dae"));
    CHECK_FALSE(matches("rigs/a\\*.dae", "rigs/ab.dae"));
    CHECK(matches("rigs/**", "rigs/a*.dae"));
    fs::create_directory_symlink("rigs", folder / "link");
    for (const char* path : {"rigs", "rigs/", "./rigs/a\\*.dae", "link/a\\*.dae"})
        CHECK_THROWS_AS(matches(path, "rigs/a*.dae"), PolicyError);
}

TEST_CASE("what is no policy at all is refused, not followed", "[hostile]") {
    const TemporaryFolder folder;
    CHECK_THROWS_AS(readPolicy(folder / "none.toml"), PolicyError);
    CHECK_THROWS_AS(readPolicy(folder.path()), PolicyError);
    REQUIRE(::mkfifo((folder / "pipe.toml").c_str(), 0600) == 0);
    CHECK_THROWS_AS(readPolicy(folder / "pipe.toml"), PolicyError);  // a pipe would wait for ever
    CHECK_THROWS_AS(readPolicy("/dev/zero"), PolicyError);
    std::string deep = "a";
    for (int i = 0; i < 500'000; ++i)
        deep += ".a";
    CHECK(refusal(deep + " = 1") == "line 1: more than 1000 dots in a line");
    CHECK(refusal("[" + deep.substr(0, 3000) + "]") == "line 1: more than 1000 dots in a line");
    CHECK(refusal("a = " + std::string(100'000, '[')) != "");
    // Each value may nest as many tables as a line has dots.
    std::string nested;
    for (int i = 0; i < 120; ++i)
        nested += deep.substr(0, 1999) + " = [\n{ ";
    nested += "a = 1";
    for (int i = 0; i < 120; ++i)
        nested += " }\n]";
    CHECK_THAT(refusal(nested), Catch::Matchers::EndsWith("exceeded maximum nested value depth of 8"));
    CHECK(
        refusal(
            "override = [{paths = ['*'], clip = [{name = '*', findings = {loop-seam = 'error'}, speed = [1, 2]}]}]") ==
        "");
    CHECK(refusal(std::string(2 << 20, '#')) == "larger than 1 MiB");
    CHECK_THAT(refusal("fail_on = \"\xff\""), Catch::Matchers::StartsWith("line 1: "));
    CHECK_THAT(refusal("\"a\\nb\\u001b[31m\" = 1"),
               Catch::Matchers::StartsWith("line 1: unknown key 'a\\x0ab\\x1b[31m'"));
}

TEST_CASE("a damaged policy is read or refused", "[hostile]") {
    const std::string sound =
        "fail_on = 'warning'\n[findings]\n'texture-*' = 'ignore'\n[budget]\nbones = 6\n[[clip]]\nname = 'Walk'\n"
        "loop = true\nspeed = [1.0, 2e0]\n[[override]]\npaths = [\"**/*.fbx\"]\n[[override.clip]]\nname = "
        "\"\\u00fc\"\n";
    std::mt19937 random(7);
    size_t refused = 0;
    for (int i = 0; i < 300; ++i) {
        std::string text = sound;
        for (int change = 0; change <= i % 3; ++change) {
            const size_t at = random() % text.size();
            if (random() % 3 == 0)
                text.erase(at, 1 + random() % 4);
            else
                text[at] = static_cast<char>(random() % 2 == 0 ? sound[random() % sound.size()] : random() % 256);
        }
        INFO(text);
        refused += refusal(text).empty() ? 0 : 1;
    }
    CHECK(refused > 100);
    CHECK(refused < 300);
}

TEST_CASE("the nearest policy above a model is found, within its project and outside of public folders") {
    const TemporaryFolder folder;
    const fs::path root = fs::canonical(folder.path()), model = root / "game/rigs/hero/hero.glb";
    write(model, "");
    CHECK(findPolicy(model).empty());
    const fs::path top = write(root / "sinew.toml", ""), rigs = write(root / "game/rigs/sinew.toml", "");
    CHECK(findPolicy(model) == rigs);
    CHECK(findPolicy(model.parent_path()) == rigs);
    CHECK(findPolicy(root / "game/other.glb") == top);
    fs::create_directory(root / "game/.git");
    CHECK(findPolicy(root / "game/other.glb").empty());  // beyond the project
    CHECK(findPolicy(model) == rigs);
    REQUIRE(::chmod((root / "game/rigs").c_str(), 0777) == 0);
    CHECK(findPolicy(model).empty());
    CHECK(findPolicy(root / "game/rigs/other.glb") == rigs);  // beside the model it counts
    const fs::path own = write(root / "game/rigs/hero/sinew.toml", "");
    CHECK(findPolicy(model) == own);
    CHECK(findPolicy(root / "no folder/hero.glb").empty());
}

TEST_CASE("a policy that is found is no link out of its directory") {
    const TemporaryFolder folder;
    const fs::path root = fs::canonical(folder.path()), own = root / "hero/sinew.toml";
    write(root / "secret.toml", "password = 1");
    write(root / "hero/inner.toml", "");
    fs::create_symlink("../secret.toml", own);
    CHECK_THROWS_AS(findPolicy(root / "hero/hero.glb"), PolicyError);
    fs::remove(own);
    fs::create_symlink("inner.toml", own);
    CHECK(findPolicy(root / "hero/hero.glb") == own);
}
