#include <string>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/collada.h"

using Catch::Matchers::ContainsSubstring;
using import_files::Collada;
using sinew::Finding;
using sinew::Severity;

namespace {

std::string source(const std::string& id, const std::string& numbers) {
    return "<source id=\"" + id + "\"><float_array id=\"" + id + "A\" count=\"3\">" + numbers +
           "</float_array><technique_common><accessor source=\"#" + id +
           "A\" count=\"3\" stride=\"1\"><param type=\"float\"/></accessor></technique_common></source>";
}

const std::string kModes = "<input semantic=\"INTERPOLATION\" source=\"#n\"/>";

struct Moved {
    std::string target = "arm/t.X", times = "0 1 2", mode = "LINEAR", sampler = "s", more;
    std::string modeInput = kModes;

    std::vector<Finding> findings() const {
        const std::string modes =
            "<source id=\"n\"><Name_array id=\"nA\" count=\"3\">" + mode + " " + mode + " " + mode +
            "</Name_array><technique_common><accessor source=\"#nA\" count=\"3\" stride=\"1\"><param type=\"name\"/>"
            "</accessor></technique_common></source>";
        const std::string animations =
            "<animation id=\"a\">" + source("i", times) + source("o", "0 5 7") + modes +
            "<sampler id=\"s\"><input semantic=\"INPUT\" source=\"#i\"/><input semantic=\"OUTPUT\" source=\"#o\"/>" +
            modeInput + "</sampler><channel source=\"#" + sampler + "\" target=\"" + target + "\"/>" + more +
            "</animation>";
        const Collada file{.nodes = "<node id=\"arm\" name=\"Arm\"><translate sid=\"t\">0 0 0</translate></node>",
                           .animations = animations};
        return import_files::importText("model.dae", file.text()).report.findings;
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
