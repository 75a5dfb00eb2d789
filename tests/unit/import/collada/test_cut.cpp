#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "error.h"
#include "import/collada/document.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/collada.h"
#include "support/replaced.h"
#include "support/temporary_folder.h"

using import_files::Collada;

namespace {

const std::string kMatrix = "<matrix sid=\"m\">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>";
const std::vector<float> kTimes{0, 1, 2, 3, 4};

/// A node that moves by the square of the time, as matrices: no three keys are on a line.
std::string squares(const std::string& id = "c", const std::string& node = "a",
                    const std::vector<float>& times = kTimes) {
    std::vector<float> values;
    for (const float t : times)
        for (const float number :
             {1.0f, 0.0f, 0.0f, t * t, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f})
            values.push_back(number);
    return Collada::animation(id, node + "/m", times, values, 16);
}

std::string fileOf(const std::string& animations, const std::string& transforms = kMatrix) {
    return Collada{.nodes = "<node id=\"a\">" + transforms + "</node><node id=\"b\">" + kMatrix + "</node>",
                   .animations = animations}
        .text();
}

struct Shown {
    bool cut = false;
    std::string text;  ///< what assimp reads; empty: the file itself
};

Shown shownOf(const std::string& text) {
    const TemporaryFolder folder;
    import_files::write(folder / "model.dae", text);
    const sinew::InputFile file(folder / "model.dae");
    const auto document = sinew::collada::Document::read(file);
    std::vector<sinew::Finding> findings;
    document->repair(findings);
    Shown shown{.cut = document->hasCutKeys(), .text = {}};
    if (const auto repaired = document->repairedFile()) {
        shown.text.resize(repaired->size());
        repaired->read(std::as_writable_bytes(std::span(shown.text)), 0);
    }
    return shown;
}

sinew::ImportedModel importText(const std::string& text) {
    return import_files::importText("model.dae", text);
}

}  // namespace

TEST_CASE("assimp reads the first and the last of a node's matrices, and all are played") {
    const std::string file = fileOf(squares() + squares("d", "b", {0, 2, 3}));
    const Shown shown = shownOf(file);
    CHECK(shown.cut);
    CHECK(shown.text.size() < file.size());
    CHECK(shown.text.find("count=\"32\"") != std::string::npos);
    CHECK(shown.text.find("count=\"80\"") == std::string::npos);
    CHECK(shown.text.find("count=\"48\"") == std::string::npos);
    CHECK(shown.text.substr(0, 100) == file.substr(0, 100));
    CHECK(shown.text.substr(shown.text.size() - 200) == file.substr(file.size() - 200));

    const sinew::ImportedModel imported = importText(file);
    REQUIRE(imported.model.clips.size() == 1);
    const sinew::AnimationClip& clip = imported.model.clips.front();
    REQUIRE(clip.channels.size() == 2);
    CHECK(clip.durationSeconds == 4.0);
    CHECK(clip.channels[0].translation.times == std::vector<double>{0, 1, 2, 3, 4});
    CHECK(clip.channels[1].translation.times == std::vector<double>{0, 2, 3});
    for (const sinew::Channel& channel : clip.channels)
        for (size_t key = 0; key < channel.translation.size(); ++key) {
            const auto time = static_cast<float>(channel.translation.times[key]);
            CHECK(channel.translation.values[key] == glm::vec3(time * time, 0.0f, 0.0f));
            CHECK(channel.rotation.values[key] == glm::quat(1.0f, 0.0f, 0.0f, 0.0f));
            CHECK(channel.scale.values[key] == glm::vec3(1.0f));
        }
    CHECK(imported.report.clips[0].interpolations == std::vector<std::string>{"linear"});
}

TEST_CASE("assimp reads all keys where an animation is not only linear matrices") {
    CHECK_FALSE(shownOf(fileOf(squares("c", "a", {0, 1}))).cut);  // nothing to cut
    CHECK_FALSE(shownOf(fileOf(squares(), kMatrix + "<translate sid=\"t\">1 0 0</translate>")).cut);
    CHECK_FALSE(shownOf(fileOf(squares() + Collada::animation("d", "b/m(0)(3)", {0, 1, 2}, {0, 1, 5}, 1))).cut);
    CHECK_FALSE(shownOf(fileOf(squares("c", "a", {0, 2, 1, 3}))).cut);
    CHECK_FALSE(shownOf(fileOf(squares() + squares())).cut);  // duplicate ids
    CHECK_FALSE(shownOf(replaced(fileOf(squares()), "semantic=\"OUTPUT\"", "semantic=\"IN_TANGENT\"")).cut);
    CHECK_FALSE(shownOf(replaced(fileOf(squares()), "count=\"80\"", "count=\"79\"")).cut);
    CHECK_FALSE(shownOf(replaced(fileOf(squares()), "a/m", "nobody/m")).cut);
}

TEST_CASE("a channel whose list of matrices lacks a number is refused by name") {
    const sinew::ImportedModel imported =
        importText(replaced(fileOf(squares()), "0.000000 4.000000 0.000000", "0.000000 4.000000"));
    const sinew::Finding finding = onlyOne(imported.report.findings, "channel-unusable");
    CHECK(finding.message == "'a/m' is ignored: 4 of 5 keys are in the file");
    CHECK(countOf(imported.report.findings, "source-short") == 1);
}

TEST_CASE("a matrix that is not finite is dropped, though assimp does not read it") {
    for (const char* number : {"nan", "inf", "1e999"}) {
        const std::string file =
            replaced(fileOf(squares()), "0.000000 4.000000 0.000000", std::string("0 ") + number + " 0");
        REQUIRE(shownOf(file).cut);
        const sinew::ImportedModel imported = importText(file);
        INFO(number);
        CHECK(imported.model.clips.at(0).channels.at(0).translation.times == std::vector<double>{0, 1, 3, 4});
        CHECK(countOf(imported.report.findings, "key-dropped") == 1);
    }
}

TEST_CASE("numbers are parsed exactly, however they are written") {
    const std::vector<std::string> words{"0",
                                         "-0",
                                         "7",
                                         "+3",
                                         ".5",
                                         "-.5",
                                         "1.",
                                         "0.1",
                                         "-2.75",
                                         "1e3",
                                         "-1.5E-7",
                                         "123456789012345",
                                         "0.3333333333333333148",
                                         "1234567890123456789",
                                         "0.000000000000001",
                                         "99999.99999",
                                         "4.9e-324",
                                         "1e-999",
                                         "1e999",
                                         "-1e999",
                                         "3.4028235e38"};
    std::string text;
    for (const std::string& word : words)
        text += word + (text.size() % 2 == 0 ? " " : "\n\t ");
    const std::vector<double> numbers = sinew::collada::numbersIn(text);
    REQUIRE(numbers.size() == words.size());
    for (size_t i = 0; i < words.size(); ++i) {
        INFO(words[i]);
        const double expected = std::strtod(words[i].c_str(), nullptr);
        CHECK(numbers[i] == expected);
        CHECK(std::signbit(numbers[i]) == std::signbit(expected));
    }
    CHECK(sinew::collada::numbersIn("1 2 x 3") == std::vector<double>{1.0, 2.0});
    CHECK(sinew::collada::numbersIn("1 -") == std::vector<double>{1.0});
}
