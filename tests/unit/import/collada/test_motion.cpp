#include <cmath>
#include <ctime>
#include <string>
#include <vector>

#include "animation/clip/sample.h"
#include "animation/pose/pose.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/collada.h"

using Catch::Matchers::ContainsSubstring;
using import_files::Collada;
using sinew::Finding;
using sinew::ImportedModel;
using sinew::Severity;

namespace {

ImportedModel importMotion(const Collada& file) {
    return import_files::importDae(file.text());
}

/// One animation of scalars (or `width` numbers per key) with one interpolation, and tangents unless empty.
struct Curve {
    std::string target;
    std::string mode;
    std::vector<float> times, values;
    std::vector<float> in, out;
    int width = 1;
    int tangentWidth = 2;
    std::string name = "curve";

    std::string text(const std::string& id) const {
        return Collada::animation(id, target, times, values, width, {mode, in, out, tangentWidth, name});
    }
};

ImportedModel importCurves(const std::string& transforms, const std::vector<Curve>& curves) {
    std::string animations;
    for (const Curve& curve : curves)
        animations += curve.text(std::string(1, static_cast<char>('a' + (&curve - curves.data()))) + "curve");
    return importMotion({.nodes = "<node id=\"a\">" + transforms + "</node>", .animations = animations});
}

glm::mat4 matrixAt(const ImportedModel& imported, double timeSeconds, const char* node = "a", size_t clip = 0) {
    sinew::LocalPose pose = imported.model.hierarchy.rest;
    sinew::SampleCursor cursor;
    sinew::sample(imported.model.clips.at(clip), imported.model.hierarchy, timeSeconds, cursor, pose);
    return sinew::matrixFrom(pose[*sinew::findNode(imported.model.hierarchy, node)]);
}

glm::vec3 placeAt(const ImportedModel& imported, double timeSeconds) {
    return glm::vec3(matrixAt(imported, timeSeconds)[3]);
}

std::vector<std::string> modes(const ImportedModel& imported) {
    return imported.report.clips.at(0).interpolations;
}

const std::string kTranslate = "<translate sid=\"t\">0 0 0</translate>";

}  // namespace

TEST_CASE("A Collada STEP channel holds each value until the next key") {
    const auto imported = importCurves(kTranslate, {{"a/t.X", "STEP", {0, 1, 2}, {0, 5, 7}, {}, {}}});
    CHECK(modes(imported) == std::vector<std::string>{"step"});
    CHECK(placeAt(imported, 0.999999).x == 0.0f);
    CHECK(placeAt(imported, 1.0).x == 5.0f);
    CHECK(placeAt(imported, 2.0).x == 7.0f);
}

TEST_CASE("A Collada BEZIER channel follows its control points in time and value") {
    // x(s) = 3 (1-s) s^2 0.9 + 3 (1-s)^2 s 0.2 + s^3 over [0, 1]; y(s) from 0, 4, -1, 2
    const auto imported =
        importCurves(kTranslate, {{"a/t.Y", "BEZIER", {0, 1}, {0, 2}, {-0.1f, 0, 0.9f, -1}, {0.2f, 4, 1.1f, 2}}});
    CHECK(modes(imported) == std::vector<std::string>{"bezier"});
    for (double s = 0.0; s <= 1.0; s += 0.013) {
        const double r = 1 - s;
        const double time = 3 * r * r * s * 0.2 + 3 * r * s * s * 0.9 + s * s * s;
        const double y = 3 * r * r * s * 4 + 3 * r * s * s * -1 + s * s * s * 2;
        CHECK(std::abs(static_cast<double>(placeAt(imported, time).y) - y) < 3e-6);
    }
    CHECK(placeAt(imported, 0.5).x == 0.0f);
}

TEST_CASE("Collada tangents without times are at thirds") {
    const auto imported = importCurves(kTranslate, {{"a/t.X", "BEZIER", {0, 3}, {0, 1}, {0, 1}, {0, 1}, 1, 1}});
    CHECK(placeAt(imported, 1.5).x == Approx(0.5f).margin(2e-6));
    CHECK(placeAt(imported, 0.75).x == Approx(3 * 0.75 * 0.0625 + 0.015625).margin(2e-6));
}

TEST_CASE("Collada BEZIER without tangents is linear") {
    const auto imported = importCurves(kTranslate, {{"a/t.X", "BEZIER", {0, 2}, {0, 4}, {}, {}}});
    CHECK(placeAt(imported, 0.5).x == Approx(1.0f));
    CHECK(modes(imported) == std::vector<std::string>{"bezier"});
}

TEST_CASE("A Collada HERMITE channel follows its tangents") {
    const auto imported = importCurves(kTranslate, {{"a/t.X", "HERMITE", {0, 1}, {0, 1}, {1, 0, 1, -2}, {1, 3, 1, 0}}});
    CHECK(modes(imported) == std::vector<std::string>{"hermite"});
    for (double s = 0.0; s <= 1.0; s += 0.017) {
        const double s2 = s * s, s3 = s2 * s;
        const double x = (s3 - 2 * s2 + s) * 3 + (3 * s2 - 2 * s3) + (s3 - s2) * -2;
        CHECK(std::abs(static_cast<double>(placeAt(imported, s).x) - x) < 2e-6);
    }
}

TEST_CASE("Rotations about single axes apply in the file's order, also beyond half a turn") {
    const auto imported = importCurves(
        "<rotate sid=\"z\">0 0 1 0</rotate><rotate sid=\"x\">1 0 0 0</rotate>",
        {{"a/z.ANGLE", "LINEAR", {0, 1}, {0, 720}, {}, {}}, {"a/x.ANGLE", "LINEAR", {0, 2}, {0, 180}, {}, {}}});
    const auto exact = [](double time) {
        const double turn = 3.14159265358979323846 / 180.0;
        return glm::dmat4(glm::mat4_cast(glm::angleAxis(std::min(time, 1.0) * 720 * turn, glm::dvec3(0, 0, 1)) *
                                         glm::angleAxis(time * 90 * turn, glm::dvec3(1, 0, 0))));
    };
    for (double time = 0.0; time <= 2.0; time += 0.0371) {
        const glm::dmat4 played(matrixAt(imported, time)), wanted = exact(time);
        for (int c = 0; c < 3; ++c)
            CHECK(glm::length(played[c] - wanted[c]) < 5e-6);
    }
}

TEST_CASE("Channels move single numbers of a matrix, by column and row or by index") {
    const auto moved = importCurves("<matrix sid=\"m\">1 0 0 5 0 1 0 6 0 0 1 7 0 0 0 1</matrix>",
                                    {{"a/m(3)(1)", "LINEAR", {0, 2}, {0, 4}, {}, {}}});
    CHECK(placeAt(moved, 0.5) == glm::vec3(5, 1, 7));
    const auto turned =
        importCurves("<rotate sid=\"r\">0 0 1 0</rotate>", {{"a/r(3)", "LINEAR", {0, 1}, {0, 90}, {}, {}}});
    CHECK(matrixAt(turned, 1.0)[0].y == Approx(1.0f));
}

TEST_CASE("Each transform element of a node can have channels") {
    // A pivot: translation, rotation, translation back, then a scale.
    const auto imported = importCurves(
        "<translate sid=\"p\">1 0 0</translate><rotate sid=\"r\">0 0 1 0</rotate><translate sid=\"q\">-1 0 "
        "0</translate>"
        "<scale sid=\"s\">1 1 1</scale>",
        {{"a/r.ANGLE", "LINEAR", {0, 1}, {0, 90}, {}, {}}, {"a/s", "STEP", {0, 1}, {2, 2, 2, 3, 3, 3}, {}, {}, 3}});
    const float half = std::sqrt(0.5f);
    CHECK(placeAt(imported, 0.5).x == Approx(1.0f - half).margin(3e-6));
    CHECK(placeAt(imported, 0.5).y == Approx(-half).margin(3e-6));
    CHECK(glm::length(matrixAt(imported, 0.5)[0]) == Approx(2.0f));
    CHECK(glm::length(matrixAt(imported, 1.0)[0]) == Approx(3.0f));
    CHECK(modes(imported) == std::vector<std::string>{"linear", "step"});
}

TEST_CASE("Animations can be nested as deep as nodes") {
    const auto nested = [](size_t depth) {
        std::string open, close;
        for (size_t i = 1; i < depth; ++i)
            open += "<animation>", close += "</animation>";
        const Curve curve{"a/t.X", "STEP", {0, 1, 2}, {0, 5, 7}, {}, {}};
        return importMotion(
            {.nodes = "<node id=\"a\">" + kTranslate + "</node>", .animations = open + curve.text("curve") + close});
    };
    for (const size_t depth : {1, 2, 300, 2100}) {
        INFO(depth);
        const auto imported = nested(depth);
        CHECK(modes(imported) == std::vector<std::string>{"step"});
        CHECK(placeAt(imported, 0.5).x == 0.0f);
        CHECK(placeAt(imported, 1.5).x == 5.0f);
    }
}

TEST_CASE("A Collada key at a time that is not finite does not make the clip longer") {
    const auto imported = importCurves(kTranslate, {{"a/t.X", "STEP", {0, 1, INFINITY}, {0, 5, 7}, {}, {}}});
    CHECK(imported.model.clips.at(0).durationSeconds == 1.0);
    CHECK(placeAt(imported, 1.0).x == 5.0f);
}

TEST_CASE("A Collada channel may refer to the sampler of another animation") {
    const std::string other = "<animation id=\"other\"><channel source=\"#oneS\" target=\"b/t.X\"/></animation>";
    const auto imported =
        importMotion({.nodes = "<node id=\"a\">" + kTranslate + "</node><node id=\"b\">" + kTranslate + "</node>",
                      .animations = Curve{"a/t.X", "STEP", {0, 1}, {0, 5}, {}, {}}.text("one") + other});
    REQUIRE(imported.model.clips.size() == 1);
    CHECK(imported.model.clips[0].channels.size() == 2);
}

TEST_CASE("Many Collada animations are read in a time that grows with their number") {
    constexpr int kNodes = 2000;
    std::string nodes, animations;
    for (int i = 0; i < kNodes; ++i) {
        const std::string id = "n" + std::to_string(i);
        nodes += "<node id=\"" + id + "\">" + kTranslate + "</node>";
        // Two samplers, so that siblings are not one animation to begin with; the last two move one node.
        animations += "<animation>" +
                      Curve{(i + 1 < kNodes ? id : "n0") + "/t.X", "STEP", {0, 1}, {0, 5}, {}, {}}.text(id + "x") +
                      Curve{(i + 1 < kNodes ? id : "n0") + "/t.Y", "STEP", {0, 1}, {0, 5}, {}, {}}.text(id + "y") +
                      "</animation>";
    }
    const std::clock_t begin = std::clock();
    const ImportedModel imported = importMotion({.nodes = nodes, .animations = animations});
    CHECK(imported.model.clips.size() == kNodes);
    CHECK(std::clock() - begin < 20 * CLOCKS_PER_SEC);
}

TEST_CASE("Linear whole matrices keep the file's keys") {
    const std::vector<float> values = {1, 0,  0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
                                       0, -1, 0, 2, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const auto imported =
        importMotion({.nodes = "<node id=\"a\"><matrix sid=\"m\">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix></node>",
                      .animations = Collada::animation("c", "a/m", {0, 1}, values, 16)});
    CHECK(imported.model.clips[0].channels[0].rotation.size() == 2);
    CHECK(modes(imported) == std::vector<std::string>{"linear"});
}

TEST_CASE("Collada clips keep their names and play their part of the timeline") {
    Collada file{.nodes = "<node id=\"a\">" + kTranslate + "</node>",
                 .animations = Curve{"a/t.X", "LINEAR", {0, 4}, {0, 4}, {}, {}}.text("x") +
                               Curve{"a/t.Y", "LINEAR", {0, 4}, {0, 8}, {}, {}}.text("y")};
    std::string text = file.text();
    const std::string end = "</library_animations>";
    const auto clip = [](const std::string& name, const std::string& bounds) {
        return "<animation_clip name=\"" + name + "\" " + bounds +
               "><instance_animation url=\"#x\"/><instance_animation url=\"#y\"/></animation_clip>";
    };
    text.insert(text.find(end) + end.size(), "<library_animation_clips>" + clip("walk", "start=\"0\" end=\"1\"") +
                                                 clip("run", "start=\"1\" end=\"4\"") + "</library_animation_clips>");
    const auto imported = import_files::importDae(text);
    REQUIRE(imported.model.clips.size() == 2);
    CHECK(imported.model.clips[0].name == "walk");
    CHECK(imported.model.clips[1].name == "run");
    CHECK(imported.model.clips[0].durationSeconds == Approx(1.0));
    CHECK(imported.model.clips[1].durationSeconds == Approx(3.0));
    CHECK(glm::vec3(matrixAt(imported, 0.5, "a", 1)[3]) == glm::vec3(1.5f, 3.0f, 0.0f));
}

namespace {

struct Moved {
    std::string target = "arm/t.X", times = "0 1 2", mode = "LINEAR", sampler = "s", more;
    std::string modeInput = Collada::input("INTERPOLATION", "n");

    std::vector<Finding> findings() const {
        const std::string animations =
            "<animation id=\"a\">" + Collada::source("i", 3, times, 1) + Collada::source("o", 3, "0 5 7", 1) +
            Collada::words("n", 3, mode + " " + mode + " " + mode, "INTERPOLATION") + "<sampler id=\"s\">" +
            Collada::input("INPUT", "i") + Collada::input("OUTPUT", "o") + modeInput + "</sampler><channel source=\"#" +
            sampler + "\" target=\"" + target + "\"/>" + more + "</animation>";
        const Collada file{.nodes = "<node id=\"arm\" name=\"Arm\"><translate sid=\"t\">0 0 0</translate></node>",
                           .animations = animations};
        return import_files::importDae(file.text()).report.findings;
    }
};

const std::string kPlayed = "<channel source=\"#s\" target=\"arm/t.Y\"/>";

}  // namespace

TEST_CASE("Collada channels that are played have no findings") {
    const std::vector<Finding> findings = Moved{.more = kPlayed}.findings();
    for (const char* id : {"channel-unusable", "channel-twice", "key-order", "key-dropped", "interpolation-unknown"})
        CHECK(countOf(findings, id) == 0);
}

TEST_CASE("Collada channels without their target or sampler are named") {
    CHECK(onlyOne(Moved{.target = "leg/t.X", .more = kPlayed}.findings(), "channel-unusable").object == "leg");
    checkOnly(Moved{.target = "arm/u.X"}.findings(), "channel-unusable", "Arm",
              "the channel for 'arm/u.X' is ignored: the node has no such transform", Severity::warning);
    CHECK(onlyOne(Moved{.target = "arm/u.X", .more = kPlayed}.findings(), "channel-unusable").severity ==
          Severity::info);  // another channel moves it
    CHECK_THAT(onlyOne(Moved{.sampler = "lost", .more = kPlayed}.findings(), "channel-unusable").message,
               ContainsSubstring("there is no sampler '#lost'"));
    CHECK(countOf(Moved{.target = "arm/visibility", .more = kPlayed}.findings(), "channel-unusable") == 0);
}

TEST_CASE("two Collada channels for one value of a bone are a warning") {
    CHECK(onlyOne(Moved{.more = "<channel source=\"#s\" target=\"arm/t.X\"/>"}.findings(), "channel-twice").object ==
          "Arm");
}

TEST_CASE("Collada curves without tangents are a warning") {
    for (const char* mode : {"BEZIER", "HERMITE"}) {
        checkOnly(Moved{.mode = mode}.findings(), "tangents-missing", "Arm", "they are played linearly");
    }
    CHECK(countOf(Moved{}.findings(), "tangents-missing") == 0);
}

TEST_CASE("Collada keys out of order, at no time, or of an unknown interpolation are named") {
    const auto hasForArm = [](const std::vector<Finding>& findings, const char* id) {
        return std::ranges::any_of(findings, [&](const Finding& f) { return f.id == id && f.object == "Arm"; });
    };
    CHECK(hasForArm(Moved{.times = "0 2 1"}.findings(), "key-order"));
    CHECK(hasForArm(Moved{.times = "0 1 1"}.findings(), "key-order"));
    CHECK(hasForArm(Moved{.times = "0 NaN 2"}.findings(), "key-dropped"));
    CHECK(hasForArm(Moved{.mode = "SMOOTH"}.findings(), "interpolation-unknown"));
}

TEST_CASE("Collada keys without an interpolation are a note, unless there is one key") {
    checkOnly(Moved{.modeInput = ""}.findings(), "interpolation-unknown", "Arm",
              "has keys without an interpolation; they are played linearly", Severity::info);
    CHECK(countOf(Moved{.times = "0", .modeInput = ""}.findings(), "interpolation-unknown") == 0);
}
