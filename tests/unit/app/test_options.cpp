#include "app/options.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "error.h"
#include "support/catch.h"

using namespace sinew;
using Arguments = std::vector<const char*>;

namespace {

Options parse(const Arguments& arguments) {
    return parseOptions(arguments);
}

/// The one line that the user reads; "none" when there is nothing wrong.
std::string fault(const Arguments& arguments) {
    try {
        parse(arguments);
    } catch (const Error& error) {
        CHECK(error.exit() == Exit::usage);
        const std::string line = error.what();
        CHECK(std::ranges::count(line, '\n') == 0);
        return line;
    }
    return "none";
}

}  // namespace

TEST_CASE("Without arguments the bundled character plays in a window") {
    const Options options = parse({});
    CHECK(options.model.empty());
    CHECK_FALSE(options.headless);
    CHECK(options.speed == 1.0);
    CHECK(options.crossfadeSeconds == 0.2);
    CHECK(options.samples == 4);
    CHECK(options.floor);
    CHECK_FALSE(options.timeSeconds);
    CHECK(options.threshold == kDefaultThreshold);
}

TEST_CASE("Every option is read") {
    const Options options = parse({"a.dae",
                                   "-a",
                                   "Walk",
                                   "--time",
                                   "0.5",
                                   "--speed=-2",
                                   "--once",
                                   "--crossfade",
                                   "0",
                                   "-of_%d.png",
                                   "--frames",
                                   "12",
                                   "--fps",
                                   "24",
                                   "--size",
                                   "64x32",
                                   "--samples",
                                   "8",
                                   "--camera",
                                   "10,-20,1.5",
                                   "--turntable",
                                   "--background",
                                   "10203040",
                                   "--no-floor",
                                   "--wireframe",
                                   "--skeleton",
                                   "--no-textures",
                                   "--reference",
                                   "r.png",
                                   "--threshold",
                                   "0.25",
                                   "--device",
                                   "1",
                                   "--validate",
                                   "--shader-dir",
                                   "s",
                                   "--frames-in-flight",
                                   "3",
                                   "--max-bones",
                                   "12",
                                   "--json"});
    CHECK(options.model == "a.dae");
    CHECK(options.animation == "Walk");
    CHECK(options.timeSeconds == 0.5);
    CHECK(options.speed == -2.0);
    CHECK(options.once);
    CHECK(options.crossfadeSeconds == 0.0);
    CHECK(options.headless);
    CHECK(options.output == "f_%d.png");
    CHECK(options.frames == 12);
    CHECK(options.framesPerSecond == 24.0);
    CHECK(options.width == 64);
    CHECK(options.height == 32);
    CHECK(options.samples == 8);
    CHECK(options.view == View{10.0, -20.0, 1.5});
    CHECK(options.turntable);
    CHECK(options.background == Color{0x10, 0x20, 0x30, 0x40});
    CHECK_FALSE(options.floor);
    CHECK(options.wireframe);
    CHECK(options.skeleton);
    CHECK_FALSE(options.textures);
    CHECK(options.reference == "r.png");
    CHECK(options.threshold == 0.25);
    CHECK(options.device == "1");
    CHECK(options.validate);
    CHECK(options.shaderDir == "s");
    CHECK(options.framesInFlight == 3);
    CHECK(options.maxBones == 12);
    CHECK(options.json);
    CHECK(parse({"--info"}).info);
    CHECK(parse({"--check"}).check);
    CHECK(parse({"--check"}).failOn == Severity::error);
    CHECK(parse({"--check", "--fail-on", "warning"}).failOn == Severity::warning);
    CHECK(parse({"--check", "--sarif"}).sarif);
    CHECK(parse({"--list-devices"}).listDevices);
    CHECK(parse({"--export-pose", "a.ply"}).exportPose == "a.ply");
    CHECK(parse({"--version"}).version);
    CHECK(parse({"-h"}).help);
    CHECK(parse({"--help-markdown"}).helpMarkdown);
}

TEST_CASE("A picture or a reference needs no window") {
    CHECK(parse({"-o", "-"}).headless);
    CHECK(parse({"--reference", "a.png"}).headless);
    CHECK(parse({"--headless", "--frames", "9"}).frames == 9);
}

TEST_CASE("What follows -- is a file, and odd file names stay whole") {
    CHECK(parse({"--", "--info"}).model == "--info");
    const auto* name = GENERATE("[a,b]", "{}", "%%", "++", "a b.dae", "=");
    CHECK(parse({name}).model == name);
}

TEST_CASE("The view straight from above keeps an up") {
    CHECK(parse({"--camera", "0,90"}).view == parse({"--camera", "top"}).view);
    CHECK(parse({"--camera", "three-quarter"}).view == View{});
    CHECK(parse({"--background", "#ff0000"}).background == parse({"--background", "Red"}).background);
}

TEST_CASE("A misspelt option is answered with the nearest") {
    CHECK(fault({"--frmes", "5"}) == "there is no option '--frmes'; did you mean --frames?");
    CHECK(fault({"-output", "a.png"}) == "there is no option '-output'; did you mean --output?");
    CHECK(fault({"--FPS=3"}) == "there is no option '--FPS'; did you mean --fps?");
    CHECK(fault({"--anim", "1"}) == "there is no option '--anim'; did you mean --animation?");
    CHECK(fault({"--quite-unlike"}) == "there is no option '--quite-unlike'; sinew --help lists them");
}

TEST_CASE("A missing, empty or doubled value names its option") {
    CHECK(fault({"--frames"}) == "--frames: needs N");
    CHECK(fault({"-o", "--frames", "5"}) == "--output: needs PATH, and what follows is '--frames'");
    CHECK(fault({"-o", ""}) == "--output: its value is empty");
    CHECK(fault({"--output=", "a.dae"}) == "--output: its value is empty");
    CHECK(fault({"--time", "1", "--time", "2"}) == "--time: is given 2 times; leave one");
    CHECK(fault({"--once=false"}) == "--once: takes no value; leave out '=false'");
    CHECK(fault({""}) == "the MODEL's name is empty; leave it out for the bundled character");
}

TEST_CASE("Files behind the MODEL bring clips") {
    const Options options = parse({"a.dae", "--retarget", "rotation", "b.fbx", "--", "-c.dae"});
    CHECK(options.model == "a.dae");
    CHECK(options.clipFiles == std::vector<std::string>{"b.fbx", "-c.dae"});
    CHECK(options.retarget == Retarget::rotation);
    CHECK(parse({"a.dae"}).clipFiles.empty());
    CHECK(parse({"a.dae", "b.fbx"}).retarget == Retarget::full);
    CHECK(fault({"a.dae", ""}) == "the name of a CLIP_FILE is empty; leave it out");
    CHECK(fault({"a.dae", "--retarget", "full"}) ==
          "--retarget: is for clips of other files; name them behind the MODEL");
    CHECK(fault({"a.dae", "b.dae", "--retarget", "both"}) == "--retarget: 'both' is not rotation or full");
}

TEST_CASE("The file's space and the number of influences can be said") {
    const Options options = parse({"a.dae", "--up", "z", "--scale", "0.01", "--influences", "8"});
    CHECK(options.up == UpAxis::z);
    CHECK(options.scale == 0.01);
    CHECK(options.influences == 8);
    CHECK_FALSE(parse({}).up);
    CHECK_FALSE(parse({}).scale);
    CHECK(parse({}).influences == 4);
    CHECK(fault({"--up", "X"}) == "--up: 'X' is not Y or Z");
    CHECK(fault({"--influences", "6"}) == "--influences: '6' is not 4 or 8");
    CHECK(fault({"--scale", "0"}) != "none");
    CHECK(fault({"--scale", "-1"}) != "none");
    CHECK(fault({"--influences", "8", "--max-bones", "23"}) == "--max-bones: a triangle with --influences 8 needs 24");
}

TEST_CASE("A number that is none, or out of its range, is refused with its option and itself") {
    const auto [option, value] = GENERATE(table<const char*, const char*>({
        {"--time", "nan"},
        {"--time", "inf"},
        {"--time", "1e999"},
        {"--time", "1s"},
        {"--speed", "-inf"},
        {"--speed", "1,5"},
        {"--crossfade", "-0.1"},
        {"--frames", "0"},
        {"--frames", "-1"},
        {"--frames", "1000001"},
        {"--frames", "4294967297"},
        {"--frames", "1.5"},
        {"--fps", "0"},
        {"--fps", "-30"},
        {"--size", "0x1"},
        {"--size", "16385x1"},
        {"--size", "12"},
        {"--size", "1x2x3"},
        {"--size", "-1x1"},
        {"--samples", "3"},
        {"--samples", "32"},
        {"--threshold", "1.1"},
        {"--threshold", "-0.1"},
        {"--camera", "1"},
        {"--camera", "1,2,3,4"},
        {"--camera", "1,91"},
        {"--camera", "1,2,0"},
        {"--camera", "1,"},
        {"--camera", "left"},
        {"--background", "#ff00"},
        {"--background", "#-10000"},
        {"--background", "pinkish"},
        {"--frames-in-flight", "4"},
        {"--max-bones", "11"},
        {"--max-bones", "65"},
    }));
    const std::string line = fault({"--headless", "--reference", "r.png", option, value});
    CAPTURE(line);
    CHECK(line.starts_with(std::string(option) + ": '"));
    CHECK(line.find(value) != std::string::npos);
}

TEST_CASE("A name that cannot take the pictures is refused with what can") {
    using Catch::Matchers::ContainsSubstring;
    CHECK_THAT(fault({"-o", "a.png", "--frames", "2"}), ContainsSubstring("use frames_%04d.png"));
    CHECK_THAT(fault({"-o", "-", "--frames", "2"}), ContainsSubstring("use frames_%04d.png"));
    CHECK_THAT(fault({"-o", "%s.png"}), ContainsSubstring("as in frames_%04d.png"));
    CHECK_THAT(fault({"-o", "%d%d.png"}), ContainsSubstring("two numbers"));
    CHECK_THAT(fault({"-o", "a.jpg"}), ContainsSubstring("end the name with .png"));
    CHECK_THAT(fault({"-o", "a/"}), ContainsSubstring("is a folder"));
    const auto* video = GENERATE("a.mp4", "a.webm", "a.gif", "a.WEBP", "a.y4m");
    CHECK_THAT(fault({"-o", video}), ContainsSubstring("is not in this version"));
}

TEST_CASE("Options that would do nothing, or contradict each other, are refused") {
    CHECK(fault({"--json"}) ==
          "--json: nothing here reports; add --info, --check, --list-devices, --reference PNG or --headless");
    CHECK(fault({"--json", "-o", "a.png"}) == fault({"--json"}));
    CHECK(fault({"--json", "--reference", "a.png", "-o", "-"}) ==
          "--json: the report and the picture cannot both go to stdout; use -o PATH");
    CHECK(fault({"--frames", "5"}) == "--frames: is for pictures; add -o PATH, or --headless for a test run");
    CHECK(fault({"--threshold", "0.1"}) == "--threshold: is for a comparison; add --reference PNG");
    CHECK(fault({"--info", "-o", "a.png"}) == "--info and --output: one at a time");
    CHECK(fault({"-o", "a.png", "--reference", "a.png"}) ==
          "--output: 'a.png' is the --reference too; write to another name");
    CHECK(fault({"--json", "--info"}) == "none");
    CHECK(fault({"--json", "--headless"}) == "none");
}

TEST_CASE("Control characters of an argument do not reach the terminal") {
    CHECK(fault({"--frames", "1\n\x1b[31m"}) == "--frames: '1??[31m' is not a whole number from 1 to 1000000");
}

TEST_CASE("The help fits 100 columns and states defaults, keys and exit codes") {
    const std::string help = helpText();
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);)
        CHECK(line.size() <= 100);
    std::ostringstream threshold;
    threshold << "default " << kDefaultThreshold;
    CHECK(help.find(threshold.str()) != std::string::npos);
    for (const Key& key : kKeys)
        CHECK(help.find(key.keys) != std::string::npos);
    CHECK(help.find("Exit codes:") != std::string::npos);
    CHECK(help.find("--max-bones") == std::string::npos);
    CHECK(readmeSection().find("`-a, --animation NAME\\|N`") != std::string::npos);
}

TEST_CASE("What only a verdict has is refused without one") {
    CHECK(fault({"--fail-on", "error"}) == "--fail-on: is for a verdict; add --check");
    CHECK(fault({"--sarif"}) == "--sarif: is for a verdict; add --check");
    CHECK(fault({"--check", "--json", "--sarif"}) == "--json and --sarif: one at a time");
    CHECK(fault({"--check", "--info"}) == "--info and --check: one at a time");
    CHECK(fault({"--check", "--fail-on", "info"}).find("error or warning") != std::string::npos);
    CHECK(fault({"--check", "--json"}) == "none");
}

TEST_CASE("The README's section is what --help-markdown prints") {
    std::ifstream file(SINEW_SOURCE_DIR "/README.md");
    const std::string readme{std::istreambuf_iterator<char>(file), {}};
    const std::string begin = "<!-- from sinew --help-markdown -->\n", end = "<!-- end -->";
    const size_t from = readme.find(begin), to = readme.find(end);
    REQUIRE(from != std::string::npos);
    REQUIRE(to != std::string::npos);
    CHECK(readme.substr(from + begin.size(), to - from - begin.size()) == sinew::readmeSection());
}

TEST_CASE("A graph is for pictures and poses, and decides what plays") {
    const Options options = parse({"--graph", "g.json", "--script", "s.txt", "--export-pose", "p.ply"});
    CHECK(options.graph == "g.json");
    CHECK(options.script == "s.txt");
    CHECK(parse({"--graph", "g.json", "--headless"}).graph == "g.json");
    CHECK(fault({"--graph", "g.json"}).starts_with("--graph: is for pictures and poses"));
    CHECK(fault({"--script", "s.txt", "-o", "a.png"}).starts_with("--script: is for a state machine"));
    for (const char* other : {"--once", "--speed=2", "--animation=Walk", "--crossfade=1"})
        CHECK(fault({"--graph", "g.json", "-o", "a.png", other}).find("the state machine of --graph decides") !=
              std::string::npos);
    for (const char* time : {"--time=-1", "--time=8000"})
        CHECK(fault({"--graph", "g.json", "-o", "a.png", time}).starts_with("--graph: is played from 0 to 7200"));
}
