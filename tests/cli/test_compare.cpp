#include "cli/expect.h"
#include "cli/json_lines.h"
#include "support/temporary_folder.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "media/png.h"

// --reference.

namespace {

struct Reference {
    TemporaryFolder folder;
    std::string path = folder / "reference.png";

    Reference() { requireExit(runSinew(Arguments{kTube, "--time", "0.3", "-o", path} + kSmall), 0); }
    Finished against(Arguments arguments) const {
        return runSinewIn(folder.path(), Arguments{kTube, "--reference", path} + arguments);
    }
};

}  // namespace

TEST_CASE("another time fails the reference with 1, unless the threshold allows it", "[cli]") {
    const Reference reference;
    const Finished differs = reference.against(Arguments{"--time", "0.9"} + kSmall);
    requireExit(differs, 1);
    CHECK_THAT(differs.out + differs.err, Catch::Matchers::ContainsSubstring("reference.png"));
    requireExit(reference.against(Arguments{"--time", "0.9", "--threshold", "1"} + kSmall), 0);
    const auto most = [&](const char* time, const char* largest) {
        return reference.against(Arguments{"--time", time, "--threshold", std::string("1,max=") + largest} + kSmall);
    };
    const Finished tooMuch = most("0.9", "0.1");
    requireExit(tooMuch, 1);
    CHECK_THAT(tooMuch.err, Catch::Matchers::ContainsSubstring("(threshold 0.1)"));
    requireExit(most("0.3", "0"), 0);
}

TEST_CASE("another size fails the reference and names both sizes", "[cli]") {
    const Reference reference;
    const Finished differs = reference.against({"--time", "0.3", "--size", "90x64"});
    requireExit(differs, 1);
    CHECK_THAT(differs.err, Catch::Matchers::ContainsSubstring("90x64"));
    CHECK_THAT(differs.err, Catch::Matchers::ContainsSubstring("96x64"));
    const Finished json = reference.against({"--time", "0.3", "--size", "90x64", "--json"});
    requireExit(json, 1);
    CHECK(json.err == differs.err);
    const auto figures = nlohmann::ordered_json::parse(json.out);
    CHECK(figures["holds"] == false);
    CHECK(figures["mean"].is_null());
    CHECK_THAT(figures["error"].get<std::string>(), Catch::Matchers::ContainsSubstring("reference is 96x64"));
}

TEST_CASE("a failed comparison still writes the picture", "[cli]") {
    const Reference reference;
    requireExit(reference.against(Arguments{"--time", "0.9", "-o", "kept.png"} + kSmall), 1);
    CHECK(isPng(readFile(reference.folder / "kept.png")));
}

TEST_CASE("the comparison as JSON has its figures", "[cli]") {
    const Reference reference;
    const Finished same = reference.against(Arguments{"--time", "0.3", "--threshold", "0", "--json"} + kSmall);
    requireExit(same, 0);
    const auto json = nlohmann::ordered_json::parse(same.out);
    CHECK(json.begin().key() == "schema");
    checkMembers(json, R"({"holds": true, "error": null, "mean": 0, "maximum": 0, "differing_share": 0})");
    CHECK(namesIn(reference.folder.path()) == Arguments{"reference.png"});
    CHECK(json["similarity"] == Approx(1.0));
    const Finished other = reference.against(Arguments{"--time", "0.9", "--json"} + kSmall);
    requireExit(other, 1);
    CHECK(nlohmann::ordered_json::parse(other.out)["similarity"] < 0.99);
}

TEST_CASE("a heat map shows where pictures differ, whether the comparison passes or fails", "[cli]") {
    const Reference reference;
    requireExit(reference.against(Arguments{"--time", "0.3", "--diff", "same.png"} + kSmall), 0);
    requireExit(reference.against(Arguments{"--time", "0.9", "--diff", "other.png"} + kSmall), 1);
    const auto brightest = [&](const std::string& name) {
        const sinew::Pixels map = sinew::readPng(reference.folder / name);
        CHECK(map.width == 96);
        CHECK(map.height == 64);
        int most = 0;
        for (size_t i = 0; i < map.rgba.size(); i += 4)
            most = std::max<int>(most, map.rgba[i]);
        return most;
    };
    CHECK(brightest("same.png") < 64);
    CHECK(brightest("other.png") > 200);
    const Finished unwritable = reference.against(Arguments{"--time", "0.3", "--diff", "no/such/folder.png"} + kSmall);
    requireExit(unwritable, 5);
    CHECK(isOneLine(unwritable.err));
}
