#include "cli/expect.h"
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
std::string sliding(const std::string& way, const std::string& clip, const std::string& upper = "1") {
    std::string text = R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit meter="1"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g" name="square"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 1 UPPER 0 0 UPPER 0</float_array><technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="2"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 0 2 3</p></triangles></mesh></geometry></library_geometries>
<library_animations><animation id="a" name="CLIP">
<source id="t"><float_array id="ta" count="2">0 1</float_array><technique_common><accessor source="#ta" count="2" stride="1"><param name="TIME" type="float"/></accessor></technique_common></source>
<source id="o"><float_array id="oa" count="6">0 0 0 WAY 0 0</float_array><technique_common><accessor source="#oa" count="2" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<source id="i"><Name_array id="ia" count="2">LINEAR LINEAR</Name_array><technique_common><accessor source="#ia" count="2" stride="1"><param name="INTERPOLATION" type="name"/></accessor></technique_common></source>
<sampler id="s"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/><input semantic="INTERPOLATION" source="#i"/></sampler>
<channel source="#s" target="n/move"/></animation></library_animations>
<library_visual_scenes><visual_scene id="vs"><node id="n" name="slider"><translate sid="move">0 0 0</translate><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#vs"/></scene></COLLADA>)";
    replaceAll(text, "WAY", way);
    replaceAll(text, "CLIP", clip);
    replaceAll(text, "UPPER", upper);
    return text;
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
    writeFile(folder / "before.dae", sliding("1", "slide"));
    writeFile(folder / "after.dae", sliding("1.1", "slide"));
    const Finished differs = runSinewIn(folder.path(), {"before.dae", "--compare", "after.dae", "--json"});
    requireExit(differs, 1);
    const Json json = Json::parse(differs.out);
    CHECK(json.begin().key() == "schema");
    CHECK(json["file"] == "before.dae");
    CHECK(json["other"] == "after.dae");
    CHECK(json["holds"] == false);
    CHECK(json["threshold"] == 0.001);
    CHECK(json["matched_by"] == "order");
    CHECK(json["vertices"] == 4);
    CHECK(json["size"].get<double>() == Approx(std::sqrt(2.0)));
    CHECK(json["metres_per_unit"] == 1.0);
    const Json& clip = json["clips"].at(0);
    CHECK(clip["largest_distance"].get<double>() == Approx(0.1));
    CHECK(clip["largest_share"].get<double>() == Approx(0.1 / std::sqrt(2.0)));
    CHECK(clip["at_s"] == 1.0);
    CHECK(clip["mesh"] == "g");
    CHECK(clip["bone"] == "slider");
    CHECK(clip["durations_differ"] == false);
    CHECK(clip["times_s"].size() == clip["distances"].size());
    const Finished text = runSinewIn(folder.path(), {"before.dae", "--compare", "after.dae"});
    requireExit(text, 1);
    CHECK_THAT(text.out, ContainsSubstring("at most 7.07 % of the model's size (100 mm) apart, at 1 s: vertex "));
    CHECK_THAT(text.out, ContainsSubstring("failed: differs by up to 7.07 % of the model's size from before.dae"));
    requireExit(runSinewIn(folder.path(), {"before.dae", "--compare", "after.dae", "--threshold", "0.08"}), 0);
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

TEST_CASE("different durations are reported", "[cli]") {
    const TemporaryFolder folder;
    std::string longer = sliding("1", "slide");
    replaceAll(longer, ">0 1</float_array>", ">0 2</float_array>");
    writeFile(folder / "a.dae", sliding("1", "slide"));
    writeFile(folder / "b.dae", longer);
    const Finished differs = runSinewIn(folder.path(), {"a.dae", "--compare", "b.dae"});
    requireExit(differs, 1);
    CHECK_THAT(differs.out, ContainsSubstring("; lasts 2 s there instead of 1 s\n"));
}

TEST_CASE("files with different vertices cannot be compared", "[cli]") {
    const TemporaryFolder folder;
    writeFile(folder / "a.dae", sliding("1", "slide"));
    std::string other = sliding("1", "slide", "2");
    replaceAll(other, "<triangles count=\"2\">", "<triangles count=\"1\">");
    replaceAll(other, "0 1 2 0 2 3", "0 1 2");
    writeFile(folder / "b.dae", other);
    const Finished refused = runSinewIn(folder.path(), {"a.dae", "--compare", "b.dae"});
    requireExit(refused, 3);
    CHECK(refused.out.empty());
    CHECK(refused.err ==
          "sinew: b.dae: cannot be compared with a.dae: the vertices match neither by order nor by position; 1 of its "
          "3 vertices have no counterpart, and 2 of 4 in the other file\n");
    const Finished missing = runSinewIn(folder.path(), {"a.dae", "--compare", "no.dae"});
    requireExit(missing, 3);
    CHECK_THAT(missing.err, Catch::Matchers::StartsWith("sinew: no.dae: "));
}
