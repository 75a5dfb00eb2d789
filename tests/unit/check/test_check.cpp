#include "check/check.h"
#include "check/found.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "base/shown_text.h"
#include "model/finding.h"
#include "support/findings.h"
#include "support/models/band.h"
#include "support/models/every_field.h"
#include "support/models/limbs.h"
#include "support/read_file.h"
#include "unit/check/written.h"

using namespace sinew;

TEST_CASE("findings are sorted by severity and include those of the import") {
    ImportedModel imported = rig_models::band();
    imported.report.findings = {{"texture-missing", Severity::warning, "skin.png", "not found"}};
    imported.model.instances[0].bones[1].inverseBindMatrix = glm::mat4(0.0f);
    const std::vector<Finding> findings = check(imported.model, imported.report, 64);
    REQUIRE(findings.size() == 3);
    CHECK(findings[0].id == "bind-singular");
    CHECK(findings[1].id == "texture-missing");
    CHECK(findings[2].id == "clips-none");
}

TEST_CASE("equal findings appear once") {
    ImportedModel imported = rig_models::band();
    const Finding finding{"normals-not-unit", Severity::info, "band", "has long normals"};
    imported.report.findings = {finding, {"normals-not-unit", Severity::info, "bow", "has long normals"}, finding};
    CHECK(countOf(check(imported.model, imported.report, 64), "normals-not-unit") == 2);
}

TEST_CASE("empty and nearly empty models can be checked") {
    for (const ImportedModel& imported : stream_models::all())
        CHECK_NOTHROW(check(imported.model, imported.report, 64));
}

TEST_CASE("figures have three significant digits") {
    CHECK(figure(0.031249) == "0.0312");
    CHECK(percent(0.5) == "50 %");
    CHECK(counted(1, "key", "keys") == "1 key");
    CHECK(counted(0, "key", "keys") == "0 keys");
    CHECK(listed(std::vector<std::string>{"a", "b"}) == "'a', 'b'");
    CHECK(listed(std::vector<std::string>{"a", "b", "c", "d", "e"}) == "'a', 'b', 'c' and 2 more");
}

TEST_CASE("a figure and its text have the same number") {
    CHECK(measuredCount(1, "key", "keys").text == "1 key");
    CHECK(measuredCount(1, "key", "keys").figure == Figure{1.0, "keys"});
    CHECK(measuredPart(2, 1, "key", "keys").text == "2 of 1 key");
    CHECK(measuredPart(2, 7, "key", "keys").figure == Figure{2.0, "keys"});
    CHECK(measured(0.12345, "m").text == "0.123 m");
    CHECK(measured(0.12345, "m").figure == Figure{0.12345, "m"});
    CHECK(measuredOfSize(1.0f, 8.0f).text == "12.5 % of the model's size");
    CHECK(measuredOfSize(1.0f, 8.0f).figure == Figure{12.5, "% of the model's size"});
}

TEST_CASE("each finding has the unit of its rule, and its figure in its message") {
    ImportedModel imported = rig_models::band();
    auto& [model, report] = imported;
    report.influences[0] = {.renormalizedVertices = 3, .unweightedVertices = 2};
    model.metersPerUnit = 1e6;
    model.hierarchy.rest[1].scale = {1.0f, -2.0f, 1.0f};
    rig_models::addClip(imported, "empty", 1.0);
    rig_models::addClip(imported, "bow", 1.0)
        .channels.push_back(
            {.node = 1,
             .rotation = {{0.0, 0.5, 1.0}, {rig_models::turn(0), rig_models::turn(175), rig_models::turn(90)}}});
    std::set<std::string> ids;
    for (const Finding& finding : check(model, report, 64)) {
        INFO(finding.id << ": " << finding.message);
        ids.insert(finding.id);
        const CheckRule* rule = ruleFor(finding.id);
        REQUIRE(rule);
        CHECK(finding.figure.has_value() == !rule->figure.empty());
        if (!finding.figure) continue;
        CHECK(rule->figure.find(finding.figure->unit) != std::string_view::npos);
        if (finding.figure->value != 1.0)
            CHECK(finding.message.find(figure(finding.figure->value)) != std::string::npos);
    }
    for (const char* id : {"weights-not-normalised", "vertices-unweighted", "size-extreme", "bone-scale-negative",
                           "bone-scale-uneven", "clip-empty", "rotation-wide"}) {
        INFO(id);
        CHECK(ids.contains(id));
    }
}

TEST_CASE("a finding of the import about a glTF mesh without a name names the node that shows it") {
    ImportedModel imported = rig_models::band();
    imported.model.meshes[0].name = "meshes[0]-1";
    imported.model.hierarchy.names[imported.model.instances[0].node] = "Body";
    imported.report.findings.push_back({"bounds-wrong", Severity::info, "mesh 0", "is in a box"});
    CHECK(onlyOne(check(imported.model, imported.report, 64), "bounds-wrong").message == "is in a box (node 'Body')");
}

TEST_CASE("a finding about a mesh names the node that shows it, if that has another name") {
    ImportedModel imported = rig_models::band();
    Model& model = imported.model;
    std::swap(model.meshes[0].indices[0], model.meshes[0].indices[1]);
    const auto flipped = [&] { return onlyOne(check(model, imported.report, 64), "winding-flipped").message; };
    const std::string sound = "1 of 6 triangles face away from their normals";
    model.hierarchy.names[model.instances[0].node] = "Body";
    CHECK(flipped() == sound + " (node 'Body')");
    SECTION("not an equal name") {
        model.meshes[0].name = "Body";
    }
    SECTION("not where several nodes show it") {
        model.instances.push_back(model.instances[0]);
        model.instances[1].node = 1;
    }
    CHECK(flipped() == sound);
}

TEST_CASE("a joint that moves nothing is a note, unless the skeleton needs it") {
    ImportedModel imported = rig_models::band();
    Model& model = imported.model;
    for (const auto& [name, parent] : {std::pair("spare", -1), {"HeadTop_End", 2}}) {
        addNode(model, name, parent);
        imported.report.findings.push_back({"bone-unused", Severity::info, name, "moves no vertex"});
    }
    CHECK(onlyOne(check(model, imported.report, 64), "bone-unused").object == "spare");
}

TEST_CASE("every id of a finding has a rule with advice, and every rule a finding") {
    std::set<std::string> inSource, inRules;
    const std::regex id(
        R"re((?:\{|note\(|ForNodes\(|add\(|report\(|Found\(|addCount\(|addBudget\(|repeat\(|tell\(findings_?,|countFinding\()\s*"([a-z]+(?:-[a-z]+)+)",)re");
    for (const char* folder : {"import", "check", "app/load", "app/policy"})
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(SINEW_SOURCE_DIR "/src/" + std::string(folder))) {
            if (entry.path().extension() != ".cpp" || entry.path().filename() == "rules.cpp") continue;
            const std::string text = readFile(entry.path());
            for (std::sregex_iterator match(text.begin(), text.end(), id), end; match != end; ++match)
                inSource.insert((*match)[1]);
        }
    for (const CheckRule& rule : checkRules()) {
        INFO(rule.id);
        CHECK(inRules.insert(std::string(rule.id)).second);
        CHECK_FALSE(rule.advice.empty());
    }
    CHECK(inSource == inRules);
    CHECK(adviceFor("no-such-id").empty());
}

TEST_CASE("the documentation lists every rule once, with its meaning where a row has one rule") {
    const auto readPage = [](const char* name) { return readFile(SINEW_SOURCE_DIR "/docs/" + std::string(name)); };
    const std::string policies = readPage("policy.md");
    const std::regex row(R"(\| (`[^|]+) \| ([^|]+) \|\n)"), name("`([a-z-]+)`");
    std::map<std::string, std::string> meanings;
    std::set<std::string> ids;
    for (const char* const page : {"reports.md", "formats.md"}) {
        const std::string text = readPage(page);
        const size_t first = text.find("| finding | says |");
        const std::string rows = text.substr(first, text.find("\n\n", first) - first) + '\n';
        for (std::sregex_iterator match(rows.begin(), rows.end(), row), end; match != end; ++match) {
            const std::string cell = (*match)[1];
            for (std::sregex_iterator id(cell.begin(), cell.end(), name); id != end; ++id) {
                INFO((*id)[1]);
                CHECK(ids.insert((*id)[1]).second);
                if (cell == "`" + (*id)[1].str() + "`") meanings[(*id)[1]] = (*match)[2];
            }
        }
    }
    for (const CheckRule& rule : checkRules()) {
        INFO(rule.id);
        const std::string id(rule.id);
        CHECK(ids.erase(id) + (policies.find("`" + id + "`") != std::string::npos ? 1 : 0) == 1);
        if (meanings.contains(id)) CHECK(meanings[id] == rule.meaning);
    }
    CHECK(ids == std::set<std::string>());
}

TEST_CASE("names that hold braces or quotes are written as they are, nameless ones by their number") {
    ImportedModel imported = rig_models::band();
    imported.model.hierarchy.names = {"it's", "{}", ""};
    rig_models::addClip(imported, "walk", 1.0);
    Finding finding = Found{
        "key-pop", Severity::info, {clipSubject(0), nodeSubject(1), nodeSubject(0), nodeSubject(2)}, "{} and {...}"};
    write(imported.model, finding);
    CHECK(finding.object == "walk");
    CHECK(finding.message == "'{}' and 'it's', 'node 2'");
    imported.model.hierarchy.names[2] = "arm$shear";
    CHECK(nameOf(imported.model, nodeSubject(2)) == "arm");
}

TEST_CASE("findings of the import find their subject by its name") {
    ImportedModel imported = rig_models::band();
    rig_models::addClip(imported, "walk", 1.0);
    std::vector<Finding> findings{{"joint-duplicate", Severity::info, "bone 1", ""},
                                  {"mesh-empty", Severity::info, "band", ""},
                                  {"clip-range", Severity::info, "walk", ""},
                                  {"unit-unknown", Severity::info, "band.glb", ""}};
    findSubjects(imported.model, findings);
    CHECK(findings[0].subjects == std::vector{nodeSubject(1)});
    CHECK(findings[1].subjects == std::vector{meshSubject(0)});
    CHECK(findings[2].subjects == std::vector{clipSubject(0)});
    CHECK(findings[3].subjects.empty());
}

TEST_CASE("what a check cannot judge is said once, with the reason") {
    const auto leftOf = [](const ImportedModel& imported) {
        std::string text;
        for (const auto& [what, why] : notJudged(imported.model, imported.report))
            text += what + ": " + why + "; ";
        return text;
    };
    ImportedModel whole = rig_models::band();
    CHECK(leftOf(whole) == "motion: the file has no clip; ");
    for (const char* name : {"walk", "run", "jump"})
        rig_models::addClip(whole, name, 1.0)
            .channels.push_back({.node = 2, .translation = {{0.0, 1.0}, {{0, 1, 0}, {1, 1, 0}}}});
    CHECK(leftOf(whole).empty());
    ImportedModel other = whole;
    for (const size_t clip : {0u, 2u})
        other.model.clips[clip].channels[0].translation = {{0.0}, {{0, 1, 0}}};
    CHECK(leftOf(other) == "motion of 'walk', 'jump': one key; ");
    other = whole;
    other.model.instances[0].skinned = false;
    CHECK(leftOf(other) == "weights and deformation: no mesh is skinned; ");
    other.model.instances.clear();
    CHECK(leftOf(other) == "surfaces: the file has no mesh; ");
    other = whole;
    other.model.clips.resize(1);
    other.report.format = "Valve SMD";
    CHECK(leftOf(other) == "jumps: the format has one timeline, on which clips may follow one another; ");
    other = whole;
    SkinnedMesh& mesh = other.model.meshes[0];
    mesh.indices.resize(3 * 16385);
    CHECK(leftOf(other) == "a part of the deformation of 'band': of more than 16384 triangles, a sample is judged; ");
    mesh.indices.resize(3);
    mesh.positions.resize(65537);
    CHECK(leftOf(other) == "the symmetry of 'band': more than 65536 vertices; ");
}

TEST_CASE("names that readers made are no names") {
    CHECK(givenName("arm$shear") == "arm");
    CHECK(givenName("nodes[71]") == "node 71");
    CHECK(givenName("meshes[0]-1") == "mesh 0");
    for (const char* made : {"RootNode", "$ColladaAutoName$_3", "<SMD_root>", "*0", "$texture_dummy.bmp", ""})
        CHECK(givenName(made).empty());
    for (const char* given : {"arm", "*star", "nodes[x]", "<", "Root"})
        CHECK(givenName(given) == given);
}

TEST_CASE("nodes of all clips are limited, with the figures") {
    ImportedModel imported = rig_models::band();
    CHECK_FALSE(tooLargeToCheck(imported.model));
    imported.model.hierarchy.names.resize(65536);
    imported.model.hierarchy.parents.resize(65536);
    imported.model.hierarchy.rest.resize(65536);
    imported.model.clips.resize(32);
    CHECK_FALSE(tooLargeToCheck(imported.model));
    imported.model.clips.resize(33);
    CHECK(tooLargeToCheck(imported.model) ==
          "33 clips of 65536 nodes are too many to check: at most 2097152 in all clips");
}

TEST_CASE("findings about textures that cannot be read say what they are for") {
    ImportedModel imported = rig_models::band();
    imported.report.findings = {{"texture-missing", Severity::warning, "skin.png", "not found"},
                                {"texture-missing", Severity::warning, "other.png", "nowhere"}};
    imported.model.textures = {{.name = "skin.png"}};
    imported.model.materials[0].texture(TextureSlot::baseColor) = TextureUse{};
    imported.model.materials[0].texture(TextureSlot::normal) = TextureUse{};
    const std::vector<Finding> findings = check(imported.model, imported.report, 64);
    CHECK(findings[0].message == "not found (base color of 'skin', normal of 'skin')");
    CHECK(findings[1].message == "nowhere");
}
