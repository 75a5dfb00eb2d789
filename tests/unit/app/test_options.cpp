#include "app/options.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "app/compare_models.h"
#include "error.h"
#include "media/compare.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

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
    CHECK_FALSE(options.threshold);
}

TEST_CASE("Every option is read") {
    const Options options = parse({"a.dae",       "-a",
                                   "Walk",        "--time",
                                   "0.5",         "--speed=-2",
                                   "--once",      "--crossfade",
                                   "0",           "-of_%d.png",
                                   "--frames",    "12",
                                   "--fps",       "24",
                                   "--size",      "64x32",
                                   "--samples",   "8",
                                   "--camera",    "10,-20,1.5",
                                   "--turntable", "--background",
                                   "10203040",    "--no-floor",
                                   "--wireframe", "--edges",
                                   "--skeleton",  "--no-textures",
                                   "--reference", "r.png",
                                   "--threshold", "0.25",
                                   "--diff",      "d.png",
                                   "--device",    "1",
                                   "--validate",  "--shader-dir",
                                   "s",           "--frames-in-flight",
                                   "3",           "--max-bones",
                                   "12",          "--json"});
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
    CHECK(options.viewpoint == Viewpoint{10.0, -20.0, 1.5});
    CHECK(options.turntable);
    CHECK(options.background == Color{0x10, 0x20, 0x30, 0x40});
    CHECK_FALSE(options.floor);
    CHECK(options.wireframe);
    CHECK(options.edges);
    CHECK(options.skeleton);
    CHECK_FALSE(options.textures);
    CHECK(options.reference == "r.png");
    CHECK(options.threshold == 0.25);
    CHECK(options.heatMap == "d.png");
    CHECK(options.device == "1");
    CHECK(options.validate);
    CHECK(options.shaderDir == "s");
    CHECK(options.framesInFlight == 3);
    CHECK(options.maxBones == 12);
    CHECK(options.json);
    const Options compared = parse({"--beside", "Run", "--beside-time", "0.5", "--beside-skinning", "dual-quaternion",
                                    "--onion-skin", "3", "--onion-step", "0.2", "--bone-names"});
    CHECK(compared.beside == "Run");
    CHECK(compared.besideSeconds == 0.5);
    CHECK(compared.besideSkinning == Skinning::dualQuaternion);
    CHECK(compared.onion.shown);
    CHECK(compared.onion.count == 3);
    CHECK(compared.onion.seconds == 0.2);
    CHECK(compared.boneNames);
    CHECK(compared.skeleton);
    CHECK(parse({"--onion-skin"}).onion.count == 2);
    CHECK(parse({"--info"}).info);
    CHECK(parse({"--check"}).check);
    CHECK(parse({"--check"}).failOn == Severity::error);
    CHECK(parse({"--check", "--fail-on", "warning"}).failOn == Severity::warning);
    CHECK(parse({"--check", "--sarif"}).sarif);
    CHECK(parse({"a.dae", "--compare", "b.fbx"}).compareWith == "b.fbx");
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
    CHECK(parse({"--camera", "0,90"}).viewpoint == parse({"--camera", "top"}).viewpoint);
    CHECK(parse({"--camera", "three-quarter"}).viewpoint == Viewpoint{});
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

TEST_CASE("What the surface shows, its pose and its light can be said") {
    const Options options = parse({"--view", "weights", "--bone", "hips", "--pose", "bind", "--light", "-30,50"});
    CHECK(options.view == View::weights);
    CHECK(options.bone == "hips");
    CHECK(options.pose == ShownPose::bind);
    REQUIRE(options.light);
    CHECK(options.light->yaw == Approx(-0.5235988));
    CHECK(options.light->pitch == Approx(0.8726646));
    CHECK(parse({"--view", "uvs"}).view == View::uvs);
    CHECK(parse({}).view == View::shaded);
    CHECK(parse({}).pose == ShownPose::playing);
    CHECK_FALSE(parse({}).light);
    CHECK(fault({"--view", "weights"}) == "--view weights: needs the bone whose weights they are; add --bone NAME|N");
    CHECK(fault({"--view", "weight"}) == "--view: 'weight' is not shaded, weights, influences, parts, normals or uvs");
    CHECK(fault({"--pose", "t"}) == "--pose: 't' is not playing, rest or bind");
    CHECK(fault({"--light", "30"}) == "--light: '30' is not YAW,PITCH such as -30,50");
    CHECK(fault({"--light", "30,4"}) == "--light: '4' of '30,4' is not a number from 5 to 90");
}

TEST_CASE("A pixel to pick lies in the picture") {
    CHECK(parse({"--pick", "1279,719"}).pick == Pixel{1279, 719});
    CHECK(parse({"--pick", "63,0", "--size", "64x32", "--json"}).pick == Pixel{63, 0});
    CHECK(fault({"--pick", "64,0", "--size", "64x32"}) ==
          "--pick: 64,0 is outside the picture of 64x32 pixels; look at --size");
    CHECK(fault({"--pick", "0,32", "--size", "64x32"}) ==
          "--pick: 0,32 is outside the picture of 64x32 pixels; look at --size");
    CHECK(fault({"--pick", "5"}) == "--pick: '5' is not X,Y such as 640,360");
    CHECK(fault({"--pick", "1,2,3"}) == "--pick: '1,2,3' is not X,Y such as 640,360");
    CHECK(fault({"--pick", "1,-2"}) == "--pick: '1,-2' is not X,Y such as 640,360");
    CHECK(fault({"--pick", "1,2", "-o", "a.png"}) == "--pick and --output: one at a time");
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
    CHECK_THAT(fault({"-o", "f_%d.webp"}), ContainsSubstring("leave out %d"));
}

TEST_CASE("A folder's name for a file is one that cannot be written, with a slash or without") {
    const TemporaryFolder folder;
    for (const char* option : {"--output", "--export-pose", "--bake"})
        for (const std::string& name : {std::string("a/"), folder.path().string()}) {
            try {
                parse({option, name.c_str()});
                FAIL(name);
            } catch (const Error& error) {
                CHECK(error.exit() == Exit::output);
                CHECK(error.what() == std::string(option) + ": '" + name + "' is a folder; add the file's name");
            }
        }
}

TEST_CASE("A film's format comes from its name or is said") {
    CHECK(parse({"-o", "a.png"}).format == FilmFormat::png);
    CHECK(parse({"-o", "a"}).format == FilmFormat::png);
    CHECK(parse({"-o", "b/a.WEBP"}).format == FilmFormat::webp);
    CHECK(parse({"-o", "a.mp4"}).format == FilmFormat::mp4);
    CHECK(parse({"-o", "a.part", "--format", "gif"}).format == FilmFormat::gif);
    CHECK(parse({"-o", "a.GIF", "--format", "gif"}).format == FilmFormat::gif);
    CHECK(fault({"-o", "a.png", "--format", "gif"}) ==
          "--format: gif is not what 'a.png' ends with; end the name with .gif, or leave out --format");
    CHECK(fault({"-o", "f_%04d.webp"}) == "--output: 'f_%04d.webp': all frames are one file; leave out %04d");
    CHECK(fault({"-o", "a%x_%d.gif"}) == "--output: 'a%x_%d.gif': all frames are one file; leave out %d");
    CHECK(parse({"-o", "100%.gif"}).output == "100%.gif");
    CHECK(parse({"-o", "-", "--format", "y4m"}).format == FilmFormat::y4m);
    CHECK(fault({"-o", "a", "--format", "jpg"}) == "--format: 'jpg' is not one of png, webp, gif, y4m, mp4, webm, mkv");
    CHECK(fault({"--format", "gif"}) == "--format: is for what is written; add -o PATH");
    CHECK(fault({"-o", "a.gif", "--fps", "60"}) == "--fps: gif has at most 50 frames a second");
    CHECK(fault({"-o", "a.webp", "--size", "16384x1"}).starts_with("--size: webp has at most 16383"));
    CHECK(fault({"-o", "a.mp4", "--background", "transparent"}).starts_with("--background: mp4 has nothing"));
    CHECK(fault({"-o", "a.webm", "--background", "transparent"}) == "none");
}

TEST_CASE("How many frames there are is said once") {
    CHECK(parse({"-o", "a.webp"}).wholeClip);
    CHECK_FALSE(parse({"-o", "a.webp", "--frames", "3"}).wholeClip);
    CHECK_FALSE(parse({"-o", "a.png"}).wholeClip);
    const Options range = parse({"-o", "f_%d.png", "--range", "10:19"});
    CHECK(range.firstFrame == 10);
    CHECK(range.frames == 10);
    const Options turn = parse({"-o", "f_%d.png", "--turntable", "36", "a.dae"});
    CHECK(turn.turnFrames == 36);
    CHECK(turn.frames == 36);
    CHECK(turn.model == "a.dae");
    const Options plain = parse({"-o", "f_%d.png", "--frames", "4", "--turntable", "a.dae"});
    CHECK(plain.turntable);
    CHECK(plain.turnFrames == 0);
    CHECK(plain.model == "a.dae");
    CHECK(parse({"-o", "a.webp", "--turntable"}).turntable);
    CHECK(fault({"-o", "f_%d.png", "--turntable", "0"}).starts_with("--turntable: '0' is not"));
    CHECK(fault({"-o", "f_%d.png", "--frames", "3", "--range", "0:2"}) == "--frames and --range: one at a time");
    CHECK(fault({"-o", "f_%d.png", "--turntable", "--range", "0:2"}).starts_with("--turntable: with --range, say"));
    for (const char* wrong : {"3", "3:2", "1:2:3", "a:b", "-1:2", "0:1000000"})
        CHECK(fault({"-o", "f_%d.png", "--range", wrong}).starts_with("--range: '"));
    CHECK(fault({"--graph", "g.json", "-o", "a.webp"}).starts_with("--graph: has no end of its own"));
}

TEST_CASE("What is cut out has no floor, unless one is asked for") {
    const Arguments cutOut{"-o", "a.png", "--background", "transparent"};
    CHECK_FALSE(parse(cutOut).floor);
    CHECK(parse({"-o", "a.png", "--background", "transparent", "--floor"}).floor);
    CHECK(parse({"-o", "a.png", "--background", "ff000080"}).floor);
    CHECK(parse({"-o", "a.png"}).floor);
    CHECK(parse({"--background", "transparent"}).floor);
    CHECK(fault({"-o", "a.png", "--floor", "--no-floor"}) == "--floor and --no-floor: one at a time");
}

TEST_CASE("A contact sheet has pictures of its own size") {
    const Options sheet = parse({"-o", "a.png", "--sheet", "4x3"});
    REQUIRE(sheet.sheet);
    CHECK(sheet.sheet->columns == 4);
    CHECK(sheet.sheet->rows == 3);
    CHECK(sheet.width == 320);
    CHECK(sheet.height == 180);
    CHECK(parse({"-o", "a.png", "--sheet", "4x3", "--size", "64x32"}).width == 64);
    CHECK(fault({"-o", "a.png", "--sheet", "4"}).starts_with("--sheet: '4' is not COLUMNSxROWS"));
    CHECK(fault({"-o", "a.png", "--sheet", "4x3", "--frames", "2"}) == "--sheet and --frames: one at a time");
    CHECK(fault({"--sheet", "4x3", "--headless"}) == "--sheet: is for what is written; add -o PATH");
}

TEST_CASE("A list of models needs a name for each") {
    CHECK(parse({"--batch", "list", "-o", "{name}.png"}).batch == "list");
    CHECK(parse({"--batch", "-", "-o", "a/{number}.webp", "--json"}).headless);
    CHECK(fault({"--batch", "list"}).starts_with("--batch: add -o with {name}"));
    CHECK(fault({"--batch", "list", "-o", "a.png"}).starts_with("--output: 'a.png' is one name for all models"));
    CHECK(fault({"--batch", "list", "-o", "{name}_{foo}.png"}) ==
          "--output: '{name}_{foo}.png': there is no '{foo}'; there are {name} and {number}");
    CHECK(fault({"--batch", "list", "-o", "{}.png"}).find("there is no '{}'") != std::string::npos);
    CHECK(parse({"--batch", "list", "-o", "{a/{{name}.png"}).output == "{a/{{name}.png");
    CHECK(fault({"-o", "{name}.png"}).find("add --batch LIST") != std::string::npos);
    CHECK(fault({"--batch", "list", "-o", "{name}.png", "a.dae"}).starts_with("--batch: the models are in the list"));
    CHECK(fault({"--batch", "list", "-o", "{name}.png", "--reference", "r.png"}).find("--reference") !=
          std::string::npos);
    CHECK(parse({"--check", "--batch", "list"}).check);
    CHECK(parse({"--fit", "bind"}).fit == Fit::bind);
    CHECK(fault({"--fit", "all"}) == "--fit: 'all' is not clip, pose or bind");
}

TEST_CASE("Options that would do nothing, or contradict each other, are refused") {
    CHECK(fault({"--json"}) ==
          "--json: nothing here reports; add --info, --check, --compare MODEL, --list-devices, --pick X,Y, "
          "--reference PNG or --headless");
    CHECK(fault({"--json", "-o", "a.png"}) == fault({"--json"}));
    CHECK(fault({"--json", "--reference", "a.png", "-o", "-"}) ==
          "--json: the report and the picture cannot both go to stdout; use -o PATH");
    CHECK(fault({"--pose", "rest", "--beside", "Run"}) == "--beside: is for what plays; leave out --pose");
    CHECK(fault({"--pose", "bind", "--onion-skin"}) == "--onion-skin: is for what plays; leave out --pose");
    CHECK(fault({"--pose", "bind", "--beside-skinning", "linear"}) == "none");
    CHECK(fault({"--frames", "5"}) == "--frames: is for pictures; add -o PATH, or --headless for a test run");
    CHECK(fault({"--threshold", "0.1"}) == "--threshold: is for a comparison; add --reference PNG or --compare MODEL");
    CHECK(fault({"--compare", "b.dae", "--threshold", "0.1"}) == "none");
    CHECK(fault({"--compare", "b.dae", "--json"}) == "none");
    CHECK(fault({"--compare", "b.dae", "--check"}) == "--check and --compare: one at a time");
    CHECK(fault({"--compare", "b.dae", "--up", "Z"}) == "--up: does not change what --compare looks at; leave it out");
    CHECK(fault({"--threshold-max", "0.1", "--compare", "b.dae"}) ==
          "--threshold-max: is for a comparison of pictures; add --reference PNG");
    CHECK(fault({"--diff", "d.png"}) == "--diff: is for a comparison of pictures; add --reference PNG");
    CHECK(fault({"--diff", "r.png", "--reference", "r.png"}) ==
          "--diff: 'r.png' is another picture's name; write to another one");
    CHECK(fault({"--diff", "d.jpg", "--reference", "r.png"}) ==
          "--diff: 'd.jpg': the heat map is written as PNG; end the name with .png");
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
    std::string unwrapped;
    for (std::istringstream words(help); words;) {
        std::string word;
        words >> word;
        unwrapped += word + " ";
    }
    for (const double threshold : {kDefaultThreshold, kDefaultMotionThreshold}) {
        std::ostringstream text;
        text << "default " << threshold;
        CHECK(unwrapped.find(text.str()) != std::string::npos);
    }
    for (const Key& key : kKeys)
        CHECK(help.find(key.keys) != std::string::npos);
    CHECK(help.find("Exit codes:") != std::string::npos);
    CHECK(help.find("--max-bones") == std::string::npos);
    CHECK(readmeSection().find("`-a, --animation NAME\\|N`") != std::string::npos);
}

TEST_CASE("Of several files a check judges each, unless it is said how their clips are taken") {
    const Options each = parse({"--check", "a.dae", "b.dae", "c.dae"});
    CHECK(each.model == "a.dae");
    CHECK(each.alsoCheck == std::vector<std::string>{"b.dae", "c.dae"});
    CHECK(each.clipFiles.empty());
    const Options together = parse({"a.dae", "b.dae", "--check", "--retarget", "full"});
    CHECK(together.clipFiles == std::vector<std::string>{"b.dae"});
    CHECK(together.alsoCheck.empty());
    CHECK(parse({"a.dae", "b.dae", "--info"}).clipFiles == std::vector<std::string>{"b.dae"});
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

TEST_CASE("A graph decides what plays, in the window and without") {
    const Options options = parse({"--graph", "g.json", "--script", "s.txt", "--export-pose", "p.ply"});
    CHECK(options.graph == "g.json");
    CHECK(options.script == "s.txt");
    CHECK(parse({"--graph", "g.json", "--headless"}).graph == "g.json");
    CHECK(parse({"--graph", "g.json", "--script", "s.txt", "--root-motion", "move"}).rootMotion == RootMotionUse::move);
    CHECK(fault({"--script", "s.txt", "-o", "a.png"}).starts_with("--script: is for a state machine"));
    for (const char* other : {"--once", "--speed=2", "--animation=Walk", "--crossfade=1", "--transition=fade"})
        CHECK(fault({"--graph", "g.json", "-o", "a.png", other}).find("the state machine of --graph decides") !=
              std::string::npos);
    for (const char* time : {"--time=-1", "--time=8000"})
        CHECK(fault({"--graph", "g.json", "-o", "a.png", time}).starts_with("--graph: is played from 0 to 7200"));
}

TEST_CASE("Transitions and root motion are chosen by their names") {
    CHECK(parse({}).transition == TransitionKind::fade);
    CHECK(parse({"--transition", "inertial"}).transition == TransitionKind::inertial);
    CHECK(parse({"--transition", "fade"}).transition == TransitionKind::fade);
    CHECK(fault({"--transition", "cut"}).find("fade or inertial") != std::string::npos);
    CHECK_FALSE(parse({}).rootMotion);
    CHECK(parse({"--root-motion", "off"}).rootMotion == RootMotionUse::off);
    CHECK(parse({"--root-motion", "floor"}).rootMotion == RootMotionUse::floor);
    CHECK(fault({"--root-motion", "walk"}).find("off, floor or move") != std::string::npos);
}

TEST_CASE("What is for the window is refused where there is none, and with --each every file is a model") {
    CHECK(fault({"a.dae", "-o", "a.png", "--watch"}) == "--watch: is for the window; leave it out");
    CHECK(fault({"a.dae", "--headless", "--state-json", "s.json"}) == "--state-json: is for the window; leave it out");
    CHECK(fault({"a.dae", "b.dae", "--info", "--each"}) == "--each: is for the window; leave it out");
    const Options options = parse({"--each", "a.dae", "b.dae", "c.dae", "--no-settings", "--watch"});
    CHECK(options.model == "a.dae");
    CHECK(options.clipFiles.empty());
    CHECK(options.alsoShow == std::vector<std::string>{"b.dae", "c.dae"});
    CHECK(options.watch);
    CHECK_FALSE(options.settings);
    CHECK(parse({"a.dae", "b.dae"}).alsoShow.empty());
}
