#include "model/check.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "model/check_rules.h"
#include "model/check_text.h"
#include "support/findings.h"
#include "support/rig_models.h"
#include "support/stream_models.h"

using namespace sinew;

TEST_CASE("the worst findings come first, and the import's own are among them") {
    ImportedModel imported = rig_models::band();
    imported.report.findings = {{"texture-missing", Severity::warning, "skin.png", "not found"}};
    imported.model.instances[0].bones[1].inverseBindMatrix = glm::mat4(0.0f);
    const std::vector<Finding> findings = check(imported.model, imported.report, 64);
    REQUIRE(findings.size() == 3);
    CHECK(findings[0].id == "bind-singular");
    CHECK(findings[1].id == "texture-missing");
    CHECK(findings[2].id == "clips-none");
}

TEST_CASE("what is found twice in the same words is said once") {
    ImportedModel imported = rig_models::band();
    const Finding finding{"normals-made", Severity::info, "band", "has no normals"};
    imported.report.findings = {finding, {"normals-made", Severity::info, "bow", "has no normals"}, finding};
    CHECK(countOf(check(imported.model, imported.report, 64), "normals-made") == 2);
}

TEST_CASE("models with nothing in them, or little, can be judged") {
    for (const ImportedModel& imported : stream_models::all())
        CHECK_NOTHROW(check(imported.model, imported.report, 64));
}

TEST_CASE("figures are short") {
    CHECK(figure(0.031249) == "0.0312");
    CHECK(percent(0.5) == "50 %");
    CHECK(counted(1, "key", "keys") == "1 key");
    CHECK(counted(0, "key", "keys") == "0 keys");
    CHECK(listed(std::vector<std::string>{"a", "b"}) == "'a', 'b'");
    CHECK(listed(std::vector<std::string>{"a", "b", "c", "d", "e"}) == "'a', 'b', 'c' and 2 more");
}

TEST_CASE("every id of a finding has a rule with advice, every rule a finding, and the README all of them") {
    std::set<std::string> inSource, inRules;
    const std::regex id(R"re((?:\{|note\(|ForNodes\(|add\()\s*"([a-z]+(?:-[a-z]+)+)",)re");
    const auto readAll = [](const std::filesystem::path& path) {
        std::ifstream file(path);
        return std::string{std::istreambuf_iterator<char>(file), {}};
    };
    for (const char* folder : {"import", "model", "app"})
        for (const auto& entry : std::filesystem::directory_iterator(SINEW_SOURCE_DIR "/src/" + std::string(folder))) {
            const std::string file = entry.path().filename();
            if (file == "check_rules.cpp" || (std::string(folder) == "app" && file != "read_model.cpp")) continue;
            const std::string text = readAll(entry.path());
            for (std::sregex_iterator match(text.begin(), text.end(), id), end; match != end; ++match)
                inSource.insert((*match)[1]);
        }
    const std::string readme = readAll(SINEW_SOURCE_DIR "/README.md");
    for (const CheckRule& rule : checkRules()) {
        INFO(rule.id);
        CHECK(inRules.insert(std::string(rule.id)).second);
        CHECK_FALSE(rule.advice.empty());
        CHECK(readme.find("`" + std::string(rule.id) + "` | " + std::string(rule.meaning)) != std::string::npos);
    }
    CHECK(inSource == inRules);
    CHECK(adviceFor("no-such-id").empty());
}
