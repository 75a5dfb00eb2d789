#include "app/policy/judge.h"

#include <algorithm>
#include <fstream>

#include "app/policy/broken_rules.h"
#include "base/protected_files.h"
#include "support/catch.h"
#include "support/models/walking_band.h"
#include "support/passes.h"
#include "support/read_file.h"
#include "support/temporary_folder.h"

using namespace sinew;

namespace {

ImportedModel walker(float slide, bool inPlace = false) {
    ImportedModel imported = rig_models::band(6);
    imported.model = rig_models::walkingBand(slide, inPlace);
    imported.report.clips.push_back({.interpolations = {"linear"}});
    return imported;
}

/// A band whose root moves by 2 m in 2 s.
ImportedModel striding() {
    ImportedModel imported = rig_models::band();
    AnimationClip& clip = rig_models::addClip(imported, "stride", 2.0);
    clip.channels.push_back({.node = 0, .translation = {{0.0, 2.0}, {{0, 0, 0}, {0, 0, 2}}}});
    clip.channels.push_back(
        {.node = 1, .rotation = {{0.0, 1.0, 2.0}, {rig_models::turn(0), rig_models::turn(40), rig_models::turn(0)}}});
    return imported;
}

Verdict judged(const ImportedModel& imported, const std::string& policyText) {
    const TemporaryFolder folder;
    std::ofstream(folder / "sinew.toml") << policyText;
    std::ofstream(folder / "band.glb");
    const Policy policy = readPolicy(folder / "sinew.toml");
    return judge(imported, folder / "band.glb", {.failOn = {}, .policy = &policy});
}

/// The message of the finding with that id about the clip; empty if there is none.
std::string messageOf(const Verdict& verdict, const std::string& id) {
    const auto found = std::ranges::find(verdict.findings, id, &Finding::id);
    return found == verdict.findings.end() ? "" : found->message;
}

}  // namespace

TEST_CASE("a clip that keeps its promises has no findings about them") {
    const Verdict verdict = judged(walker(0.0f), "[[clip]]\nname = 'walk'\nplanted = true");
    CHECK(verdict.passed());
    for (const Finding& finding : verdict.findings) {
        INFO(finding.message);
        CHECK_FALSE(finding.id.starts_with("promise-"));
    }
    CHECK(judged(striding(), "[[clip]]\nname = 'stride'\nspeed = 1.0").passed());
    CHECK_FALSE(judged(striding(), "[[clip]]\nname = 'stride'\nspeed = 1.1").passed());
    CHECK_FALSE(judged(striding(), "[[clip]]\nname = 'stride'\nspeed = 0.9").passed());
    CHECK(judged(walker(0.0f, true), "[[clip]]\nname = 'walk'\nspeed = 1\nin_place = true\nplanted = true").passed());
}

TEST_CASE("broken promises fail, with the figure of what was measured") {
    const Verdict walk = judged(walker(0.5f), "[[clip]]\nname = 'w*'\nin_place = true\nplanted = true\nspeed = [2, 3]");
    CHECK_FALSE(walk.passed());
    CHECK(messageOf(walk, "promise-in-place") ==
          "should stay in place: ends 32.9 % of the model's size from its start");
    CHECK_THAT(messageOf(walk, "promise-planted"),
               Catch::Matchers::StartsWith("should keep its feet planted: 'left' slides by "));
    CHECK(messageOf(walk, "promise-speed") ==
          "should move at 2 to 3 m/s: moves at 1, off by 50 % of the promised speed");
    // The findings that they repeat are not there twice.
    CHECK(messageOf(walk, "foot-slide").empty());
}

TEST_CASE("a promise to loop is judged by the poses at both ends") {
    ImportedModel imported = rig_models::band();
    AnimationClip& clip = rig_models::addClip(imported, "wave", 1.0);
    clip.channels.push_back(
        {.node = 1, .rotation = {{0.0, 0.5, 1.0}, {rig_models::turn(0), rig_models::turn(40), rig_models::turn(0)}}});
    CHECK(judged(imported, "[[clip]]\nname = 'wave'\nloop = true").passed());
    imported.model.clips[0].channels[0].rotation.values[2] = rig_models::turn(20);
    const Verdict broken = judged(imported, "[[clip]]\nname = 'wave'\nloop = true");
    CHECK_FALSE(broken.passed());
    CHECK_THAT(messageOf(broken, "promise-loop"), Catch::Matchers::StartsWith("should loop: "));
    const Verdict plain = judged(imported, "");
    CHECK(plain.ignored == 0);
    CHECK(messageOf(plain, "loop-seam").empty());  // it need not loop
    imported.model.clips[0].name = "idle";
    CHECK_FALSE(messageOf(judged(imported, ""), "loop-seam").empty());
    const Verdict once = judged(imported, "[[clip]]\nname = 'idle'\nloop = false");
    CHECK(once.ignored == 1);
    CHECK(messageOf(once, "loop-seam").empty());
}

TEST_CASE("what exceeds a budget fails, what meets it passes") {
    const ImportedModel imported = walker(0.0f);
    const Costs costs = costsOf(imported);
    CHECK(costs.bones == 8);
    CHECK(costs.influences == 2);
    CHECK(costs.triangles == 12);
    const uint64_t bytes = bytesOf(imported.model.clips[0]);
    CHECK(bytes == (2 + 61 * 2) * 16);  // of each key the time and three values, 4 bytes each
    const auto budget = [](const Costs& most, uint64_t clip) {
        return "[budget]\nbones = " + std::to_string(most.bones) + "\ninfluences = " + std::to_string(most.influences) +
               "\ntriangles = " + std::to_string(most.triangles) +
               "\ntexture_bytes = 0\nclip_bytes = " + std::to_string(clip);
    };
    CHECK(judged(imported, budget(costs, bytes)).passed());
    const Verdict over = judged(
        imported,
        budget({.bones = 7, .influences = 1, .triangles = 11, .textureBytes = 0, .influencesOf = ""}, bytes - 1));
    CHECK(over.count(Severity::error) == 4);
    CHECK(messageOf(over, "budget-bones") == "has 8 bones; the budget is 7");
    CHECK(messageOf(over, "budget-clip") == "has 1984 bytes of keys; the budget is 1983");
    ImportedModel textured = imported;
    textured.model.textures.push_back(
        {.name = "skin.png", .source = "embedded", .image = {.width = 2, .height = 3, .bytes = {}}});
    CHECK(messageOf(judged(textured, "[budget]\ntexture_bytes = 23"), "budget-textures") ==
          "has 24 bytes of textures; the budget is 23");
    CHECK(messageOf(judged(textured, "[budget]\ntexture_bytes = 24"), "budget-textures").empty());
    const Verdict sized = judged(textured, "[budget]\ntexture_size = 2\nmesh_triangles = 11\nclips = 0");
    CHECK(sized.count(Severity::error) == 3);
    CHECK(messageOf(sized, "budget-texture-size") == "has 3 pixels along a side; the budget is 2");
    CHECK(messageOf(sized, "budget-mesh") == "has 12 triangles; the budget is 11 (node 'bone 0')");
    CHECK(messageOf(sized, "budget-clips") == "has 1 clip; the budget is 0");
    CHECK(judged(textured, "[budget]\ntexture_size = 3\nmesh_triangles = 12\nclips = 1").passed());
}

TEST_CASE("ratings of broken rules can be changed as others") {
    const Verdict noted = judged(walker(0.0f), "[budget]\nbones = 1\n[findings]\n'budget-*' = 'warning'");
    CHECK(noted.passed());
    CHECK(noted.count(Severity::warning) == 1);
    CHECK(judged(walker(0.0f), "[budget]\nbones = 1\n[findings]\n'budget-*' = 'ignore'").ignored == 1);
}

TEST_CASE("a clip that the one file of its rules does not have is refused") {
    CHECK(judged(walker(0.0f), "[[clip]]\nname = 'wlak'\nloop = true").passed());  // other models may have it
    CHECK(judged(walker(0.0f), "[[override]]\npaths = ['*.glb']\n[[override.clip]]\nname = 'wlak'\nloop = true")
              .passed());
    try {
        judged(walker(0.0f), "[[override]]\npaths = ['band.glb']\n[[override.clip]]\nname = 'wlak'\nloop = true");
        FAIL("it was not refused");
    } catch (const PolicyError& error) {
        CHECK_THAT(error.what(), Catch::Matchers::EndsWith(
                                     "sinew.toml: line 3: clip 'wlak': band.glb has no such clip; available: 'walk'"));
    }
}

TEST_CASE("a baseline accepts findings by id and names, whatever their figures and order are") {
    const TemporaryFolder folder;
    const std::string model = folder / "rigs/hero.glb";
    std::filesystem::create_directory(folder / "rigs");
    const Finding seam{"loop-seam", Severity::warning, "Walk", "jumps by 3 %", Figure{3.0, "%"}};
    const Finding other{"loop-seam", Severity::warning, "Run", "jumps by 1 %", Figure{1.0, "%"}};
    Baseline baseline(folder / "accepted.json");
    baseline.accept(model, {seam, other});
    baseline.write();
    const std::string bytes = readFile(folder / "accepted.json");
    Baseline same(folder / "accepted.json");
    same.accept(model, {other, seam});
    same.write();
    CHECK(readFile(folder / "accepted.json") == bytes);

    const Baseline read = Baseline::read(folder / "accepted.json");
    Finding moved = seam;
    moved.message = "jumps by 3.1 %", moved.figure->value = 3.1;
    const Finding fresh{"loop-seam", Severity::warning, "Jump", "jumps by 1 %", std::nullopt};
    std::vector<Finding> findings{fresh, moved};
    const std::vector<Finding> accepted = read.takeAccepted(model, findings);
    CHECK((accepted == std::vector<Finding>{moved}));
    CHECK((findings == std::vector<Finding>{fresh}));
    CHECK(read.countGone(model, accepted) == 1);  // that of Run

    findings = {seam};
    CHECK(read.takeAccepted(folder / "hero.glb", findings).empty());  // another file
    findings = {seam, moved};
    CHECK(read.takeAccepted(model, findings).empty());  // more than were accepted
}

TEST_CASE("what is no baseline is refused") {
    const TemporaryFolder folder;
    const auto cause = [&](const std::string& text) -> std::string {
        std::ofstream(folder / "accepted.json") << text;
        try {
            Baseline::read(folder / "accepted.json");
        } catch (const Error& error) {
            CHECK(error.exit() == Exit::input);
            return std::string(error.what()).substr((folder / "accepted.json").string().size() + 2);
        }
        return "";
    };
    CHECK(cause(R"({"schema": 1, "models": []})").empty());
    CHECK_THAT(cause("{"),
               Catch::Matchers::StartsWith("is not a baseline: invalid JSON: parse error at line 1, column 2: "));
    CHECK(cause("[]") == R"(is not a baseline: "schema" is missing)");
    CHECK(cause(R"({"schema": 2})") == "has schema 2; this version of Sinew reads 1");
    CHECK(cause(R"({"schema": 1, "models": {}})") == R"(is not a baseline: "models" must be an array)");
    CHECK(cause(R"({"schema": 1, "models": [{"file": 1}]})") ==
          R"(is not a baseline: models[0]: "file" must be a string)");
    CHECK(cause(R"({"schema": 1, "models": [{"file": "a", "accepted": [{"id": "x", "object": "y", "count": -1}]}]})") ==
          R"(is not a baseline: models[0].accepted[0]: "count" must be a whole number)");
    CHECK(cause(R"({"schema": 1, "models": [{"file": "a", "accepted": []}, {"file": "b"}]})") ==
          R"(is not a baseline: models[1]: "accepted" is missing)");
    CHECK_THROWS_AS(Baseline::read(folder / "none.json"), Error);
    const std::string tooMuch = "is not a baseline: nested more than 8 deep, or more than 5000000 values";
    CHECK(cause(std::string(9, '[')) == tooMuch);
    CHECK(cause("[" + std::string(5'000'000, ',')) == tooMuch);
    CHECK(cause(R"({"models": "\"[[[[[[[[["})") == R"(is not a baseline: "schema" is missing)");
}

TEST_CASE("a large baseline is read in the time of one pass") {
    const TemporaryFolder folder;
    std::ofstream file(folder / "accepted.json");
    file << R"({"schema": 1, "models": [{"file": "hero.dae", "accepted": [)";
    for (int i = 0; i < 200'000; ++i)
        file << (i > 0 ? "," : "") << R"({"id": "loop-seam", "object": "clip )" << i << R"(", "count": 1})";
    file << "]}]";
    for (int i = 0; i < 200'000; ++i)
        file << ",\"member " << i << "\": 1";
    file << "}";
    file.close();
    const Passes passes;
    CHECK(Baseline::read(folder / "accepted.json").countGone(folder / "hero.dae", {}) == 200'000);
    CHECK(passes.count() < 200.0);
}
