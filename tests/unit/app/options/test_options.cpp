#include "app/options/task.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "app/options/keys.h"
#include "app/options/names.h"
#include "app/options/table.h"
#include "base/error.h"
#include "media/compare.h"
#include "support/catch.h"
#include "support/read_file.h"
#include "support/temporary_folder.h"

using namespace sinew;
using Arguments = std::vector<const char*>;
using Page = task::Help::Page;

namespace {

/// The task of these arguments, which is a T.
template <typename T>
T parse(const Arguments& arguments) {
    const Task task = parseTask(arguments);
    REQUIRE(std::holds_alternative<T>(task));
    return std::get<T>(task);
}

/// The error message, which is one line; "none" if there is no error.
std::string fault(const Arguments& arguments) {
    try {
        parseTask(arguments);
    } catch (const Error& error) {
        CHECK(error.exit() == Exit::usage);
        const std::string line = error.what();
        CHECK(std::ranges::count(line, '\n') == 0);
        return line;
    }
    return "none";
}

PlayRequest play(const Arguments& arguments) {
    return parse<task::View>(arguments).view.load.play;
}

RenderJob picture(const Arguments& arguments) {
    return parse<task::Draw>(arguments).job;
}

Frames frames(const Arguments& arguments) {
    return std::get<Frames>(picture(arguments).shots);
}

}  // namespace

TEST_CASE("Without arguments the bundled character plays in a window") {
    const ViewSettings view = parse<task::View>({}).view;
    CHECK(view.load.model.path.empty());
    CHECK(view.load.play.settings.speed == 1.0);
    CHECK(view.load.play.settings.transitionSeconds == 0.2);
    CHECK(view.device.samples == 4);
    CHECK(view.look.floor);
    CHECK_FALSE(view.load.play.timeSeconds);
    CHECK(view.size == Size{1280, 720});
}

TEST_CASE("Directories of textures are given once or several times, up to 16") {
    const TemporaryFolder folder;
    const std::string a = folder.path().string(), b = a + "/.";
    const auto info = parse<task::Info>({"m.dae", "--info", "--textures", a.c_str(), "--textures", b.c_str()});
    CHECK(info.model.textureFolders == std::vector<std::filesystem::path>{a, b});
    Arguments many{"m.dae", "--info"};
    for (int i = 0; i < 17; ++i)
        many.insert(many.end(), {"--textures", a.c_str()});
    CHECK(fault(many) == "--textures: given more than 16 times");
    const std::string file = folder / "file";
    std::ofstream(file) << "x";
    for (const auto& [name, cause] :
         {std::pair(a + "/none", "no such file"), std::pair(file, "is a file, not a directory")}) {
        try {
            parseTask(Arguments{"m.dae", "--info", "--textures", name.c_str()});
            FAIL("was not refused");
        } catch (const Error& error) {
            CHECK(error.exit() == Exit::input);
            CHECK_THAT(error.what(), Catch::Matchers::EndsWith(cause));
        }
    }
}

TEST_CASE("No output is an input or another output, whatever either is called") {
    const TemporaryFolder folder;
    const std::filesystem::path at = folder.path();
    for (const char* name : {"m.dae", "c.dae", "g.json", "s.txt", "r.png", "e.hdr", "f_0003.png"})
        std::ofstream(at / name) << name;
    std::filesystem::create_directory(at / "sub");
    std::filesystem::create_symlink("../m.dae", at / "sub/link.ply");
    std::filesystem::create_hard_link(at / "r.png", at / "hard.png");
    std::filesystem::create_symlink("new.png", at / "dangling.png");
    const auto faultOf = [&](std::vector<std::string> words) {
        Arguments arguments;
        for (std::string& word : words) {
            if (word.starts_with("@")) word = (at / word.substr(1)).string();
            arguments.push_back(word.c_str());
        }
        std::string cause = fault(arguments);
        for (size_t place; (place = cause.find(at.string())) != std::string::npos;)
            cause.replace(place, at.string().size(), "@");
        return cause;
    };
    using Words = std::vector<std::string>;
    const auto refused = [](const std::string& option, const std::string& path, const std::string& as) {
        return option + ": '" + path + "' is " + as + "; use another name";
    };
    CHECK(faultOf({"@m.dae", "--export-pose", "@sub/link.ply"}) ==
          refused("--export-pose", "@/sub/link.ply", "the MODEL"));
    CHECK(faultOf({"@x.dae", "@sub/../m.dae", "--export-pose", "@sub/link.ply"}) ==
          refused("--export-pose", "@/sub/link.ply", "a CLIP_FILE"));
    CHECK(faultOf({"--reference", "@r.png", "-o", "@sub/../r.png"}) ==
          refused("--output", "@/sub/../r.png", "the --reference"));
    CHECK(faultOf({"--reference", "@r.png", "-o", "@hard.png"}) ==
          refused("--output", "@/hard.png", "the --reference"));
    CHECK(faultOf({"--reference", "@r.png", "--diff", "@hard.png"}) ==
          refused("--diff", "@/hard.png", "the --reference"));
    CHECK(faultOf({"-o", "@new.png", "--reference", "@r.png", "--diff", "@dangling.png"}) ==
          "--diff: '@/dangling.png' is another picture of this run; use another name");
    const Words sequence{"--reference", "@f_0003.png", "-o", "@f_%04d.png"};
    const auto withFrames = [&](const std::string& range) {
        Words words = sequence;
        words.insert(words.end(), {"--frames", range});
        return faultOf(words);
    };
    CHECK(withFrames("0:3") == refused("--output", "@/f_%04d.png", "the --reference"));
    CHECK(withFrames("0:2") == "none");
    CHECK(withFrames("4:9") == "none");
    CHECK(faultOf({"-o", "@f_%04d.png", "--frames", "9", "--reference", "@r.png", "--diff", "@f_0005.png"}) ==
          "--diff: '@/f_0005.png' is another picture of this run; use another name");
    for (const auto& [option, file, as] : {std::tuple("--graph", "@g.json", "the --graph"),
                                           std::tuple("--environment", "@e.hdr", "the --environment")}) {
        Words words{"@m.dae", option, file, "--state-json", file};
        CHECK(faultOf(words) == refused("--state-json", "@/" + std::string(file).substr(1), as));
    }
    CHECK(faultOf({"@m.dae", "--graph", "@g.json", "--script", "@s.txt", "--state-json", "@s.txt"}) ==
          refused("--state-json", "@/s.txt", "the --script"));
    CHECK(faultOf({"--each", "@m.dae", "@c.dae", "--state-json", "@c.dae"}) ==
          refused("--state-json", "@/c.dae", "a MODEL"));
    std::filesystem::create_hard_link(at / "m.dae", at / "m.sinew");
    CHECK(faultOf({"@m.dae", "--bake", "@m.sinew"}) == refused("--bake", "@/m.sinew", "the MODEL"));
    CHECK(faultOf({"@m.dae", "--bake", "@other.sinew"}) == "none");
    CHECK(faultOf({"/dev/null", "-o", "/dev/null", "--format", "png"}) == "none");
}

TEST_CASE("Every option is read") {
    const RenderJob task = picture({"a.dae",
                                    "-a",
                                    "Walk",
                                    "--time",
                                    "0.5",
                                    "--speed=-2",
                                    "--once",
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
                                    "--floor=off",
                                    "--wireframe",
                                    "--no-textures",
                                    "--skeleton",
                                    "--reference",
                                    "r.png",
                                    "--threshold",
                                    "0.25",
                                    "--diff",
                                    "d.png",
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
    const auto& [view, output, format, reference, json, allClips, shots] = task;
    CHECK_FALSE(allClips);
    CHECK(view.load.model.path == "a.dae");
    CHECK(view.load.model.maxBones == 12);
    const PlayRequest& request = view.load.play;
    CHECK(request.animation == "Walk");
    CHECK(request.timeSeconds == 0.5);
    CHECK(request.settings.speed == -2.0);
    CHECK(request.settings.repeat == Repeat::once);
    CHECK(output == "f_%d.png");
    CHECK(format == FilmFormat::png);
    CHECK(std::get<Frames>(shots).count == 12);
    CHECK(std::get<Frames>(shots).perSecond == 24.0);
    CHECK(view.size == Size{64, 32});
    CHECK(view.camera.viewpoint == Viewpoint{10.0, -20.0, 1.5});
    CHECK(view.camera.turntable);
    CHECK(view.look.background == glm::vec4(0x10, 0x20, 0x30, 0x40) / 255.0f);
    CHECK_FALSE(view.look.floor);
    CHECK(view.look.wireframe);
    CHECK_FALSE(view.look.edges);
    CHECK(parse<task::View>({"--wireframe", "over"}).view.look.edges);
    CHECK(view.look.skeleton);
    CHECK_FALSE(view.look.textures);
    REQUIRE(reference);
    CHECK(reference->path == "r.png");
    CHECK(reference->threshold == 0.25);
    CHECK(reference->heatMap == "d.png");
    CHECK(view.device.name == "1");
    CHECK(view.device.validate);
    CHECK(view.device.shaderDir == "s");
    CHECK(view.device.framesInFlight == 3);
    CHECK(view.device.samples == 8);
    CHECK(json);
    const task::View shown = parse<task::View>({"--beside", "Run", "--beside-time", "0.5", "--beside-skinning",
                                                "dual-quaternion", "--onion-skin", "3,step=0.2", "--skeleton", "names",
                                                "--max-fps", "20", "--state-json", "s.json"});
    CHECK(shown.mostFramesPerSecond == 20.0);
    const PlayRequest& beside = shown.view.load.play;
    CHECK(beside.beside == "Run");
    CHECK(beside.besideSeconds == 0.5);
    CHECK(beside.settings.sideBySide.skinning == Skinning::dualQuaternion);
    CHECK(beside.settings.onionSkin.shown);
    CHECK(beside.settings.onionSkin.count == 3);
    CHECK(beside.settings.onionSkin.seconds == 0.2);
    CHECK(shown.view.look.boneNames);
    CHECK(shown.view.look.skeleton);
    CHECK(shown.stateJson == "s.json");
    CHECK(play({"--onion-skin"}).settings.onionSkin.count == 2);
}

TEST_CASE("Each task has an option of its own, and help and version win") {
    CHECK(parse<task::Info>({"a.dae", "--info"}).model.path == "a.dae");
    CHECK_FALSE(parse<task::Check>({"--check"}).failOn);  // as the policy says, else error
    CHECK(parse<task::Check>({"--check", "--fail-on", "warning"}).failOn == Severity::warning);
    CHECK(parse<task::Check>({"--check", "--report", "sarif"}).report == task::Check::Report::sarif);
    CHECK(parse<task::Check>({"--check", "--json"}).report == task::Check::Report::json);
    CHECK(parse<task::Compare>({"a.dae", "--compare", "b.fbx"}).other == "b.fbx");
    CHECK_FALSE(parse<task::Compare>({"a.dae", "--compare", "b.fbx"}).skinning);
    CHECK(parse<task::Compare>({"--compare", "b.fbx", "--skinning", "linear"}).skinning == Skinning::linear);
    CHECK(parse<task::ListDevices>({"--list-devices", "--json"}).json);
    CHECK(parse<task::ExportPose>({"--export-pose", "a.ply"}).output == "a.ply");
    CHECK(parse<task::Export>({"--export", "a.glb"}).options.format == ExportFormat::glb);
    CHECK(parse<task::Export>({"--export", "a.GLTF"}).options.format == ExportFormat::gltf);
    CHECK(parse<task::Export>({"--export", "a.glb", "--keys", "fps=30"}).options.framesPerSecond == 30.0);
    CHECK(parse<task::Export>({"--export", "a.glb", "--up", "Z", "--scale", "2"}).options.scale == 2.0);
    CHECK(parse<task::Bake>({"--bake", "a.sinew"}).output == "a.sinew");
    CHECK(parse<task::Bake>({"--bake", "a.sinew"}).model.levels);
    CHECK_FALSE(parse<task::Bake>({"--bake", "a.sinew", "--no-levels"}).model.levels);
    CHECK(picture({"-o", "a.webp"}).format == FilmFormat::webp);
    parse<task::Version>({"--version", "--info", "-o", "a.png"});
    CHECK(parse<task::Help>({"-h"}).page == Page::common);
    CHECK(parse<task::Help>({"--help", "--info"}).page == Page::common);
    CHECK(parse<task::Help>({"--help", "all"}).page == Page::all);
    CHECK(parse<task::Help>({"--help=all", "--frames", "2"}).page == Page::all);
    CHECK(parse<task::Help>({"--help-markdown"}).page == Page::markdown);
}

TEST_CASE("A picture, a reference and a timed run need no window") {
    CHECK(picture({"-o", "-"}).output == "-");
    CHECK(picture({"--reference", "a.png"}).output.empty());
    CHECK(frames({"--headless", "--frames", "9"}).count == 9);
}

TEST_CASE("Arguments after -- are files, and unusual file names stay whole") {
    const auto path = [](const Arguments& arguments) { return parse<task::View>(arguments).view.load.model.path; };
    CHECK(path({"--", "--info"}) == "--info");
    const auto* name = GENERATE("[a,b]", "{}", "%%", "++", "a b.dae", "=");
    CHECK(path({name}) == name);
}

TEST_CASE("A switch may be left out, and the next argument is then a file") {
    for (const char* option : {"--floor", "--wireframe", "--skeleton", "--onion-skin"})
        CHECK(parse<task::View>({option, "a.dae"}).view.load.model.path == "a.dae");
    CHECK_FALSE(parse<task::View>({"--floor", "off", "a.dae"}).view.look.floor);
    CHECK(parse<task::View>({"--skeleton", "names"}).view.look.boneNames);
    CHECK(parse<task::View>({"--onion-skin", "step=0.5"}).view.load.play.settings.onionSkin.count == 2);
    CHECK(fault({"--floor=maybe"}) == "--floor: 'maybe' is not on or off");
    CHECK(parse<task::View>({"--floor", "--floor"}).floorGiven);
    for (const Arguments& given :
         {Arguments{"--transition", "0,2"}, {"--onion-skin", "2,3"}, {"--instances", "5,circle,grid"}})
        CHECK(fault(given).find("gives two values of one kind") != std::string::npos);
}

TEST_CASE("Old names give what the names of today give") {
    const auto read = [](const Arguments& arguments) {
        const CommandLine line = readArguments(arguments).line;
        const PlaySettings& play = line.play.settings;
        const FixedView fixed = line.camera.fixed.value_or(FixedView{});
        std::ostringstream text;
        for (const double value : {fixed.eye[0], fixed.eye[1], fixed.eye[2], fixed.target[0], fixed.target[1],
                                   fixed.target[2], play.transitionSeconds, play.onionSkin.seconds,
                                   line.threshold.value_or(-1.0), line.thresholdMax.value_or(-1.0),
                                   line.exporting.tolerance, line.exporting.framesPerSecond.value_or(-1.0)})
            text << value << ' ';
        for (const int64_t value :
             {int64_t{line.frames.first}, int64_t{line.frames.count.value_or(0)}, int64_t{line.isPartOfFrames},
              int64_t{line.look.floor}, int64_t{line.look.wireframe}, int64_t{line.look.edges},
              int64_t{line.look.skeleton}, int64_t{line.look.boneNames}, int64_t{line.look.environmentBackground},
              int64_t{play.onionSkin.shown}, int64_t{play.onionSkin.count}, static_cast<int64_t>(play.transition),
              int64_t{play.crowd.count}, static_cast<int64_t>(play.crowd.formation), int64_t{play.crowd.seed},
              static_cast<int64_t>(line.report), int64_t{line.exporting.keepsKeys}})
            text << value << ' ';
        return text.str() + line.baseline;
    };
    const std::string plain = read({});
    const std::pair<Arguments, Arguments> names[] = {
        {{"--range", "3:9"}, {"--frames", "3:9"}},
        {{"--target", "0,1,0", "--eye", "1,2.5,-3"}, {"--camera", "1,2.5,-3:0,1,0"}},
        {{"--environment-background"}, {"--background", "environment"}},
        {{"--no-floor"}, {"--floor", "off"}},
        {{"--edges"}, {"--wireframe", "over"}},
        {{"--bone-names"}, {"--skeleton", "names"}},
        {{"--bone-names", "--skeleton"}, {"--skeleton", "names"}},
        {{"--onion-skin", "--onion-step", "0.5"}, {"--onion-skin", "step=0.5"}},
        {{"--onion-step", "0.5", "--onion-skin", "3"}, {"--onion-skin", "3,step=0.5"}},
        {{"--sarif"}, {"--report", "sarif"}},
        {{"--markdown"}, {"--report", "markdown"}},
        {{"--json"}, {"--report", "json"}},
        {{"--tolerance", "0.01"}, {"--keys", "tolerance=0.01"}},
        {{"--keep-keys"}, {"--keys", "all"}},
        {{"--resample", "30"}, {"--keys", "fps=30"}},
        {{"--crossfade", "0.5"}, {"--transition", "0.5"}},
        {{"--crossfade", "0.5", "--transition", "inertial"}, {"--transition", "inertial,0.5"}},
        {{"--seed", "3", "--formation", "circle", "--instances", "9"}, {"--instances", "9,circle,seed=3"}},
        {{"--instances", "9", "--seed=3"}, {"--instances", "9,seed=3"}},
        {{"--threshold-max", "0.5"}, {"--threshold", "max=0.5"}},
        {{"--threshold", "0.1", "--threshold-max", "0.5"}, {"--threshold", "0.1,max=0.5"}},
    };
    for (const auto& [before, now] : names) {
        CAPTURE(before);
        CHECK(read(before) == read(now));
        CHECK(read(before) != plain);
    }
    for (const OptionRow& row : optionTable())
        if (!row.now.empty())
            CHECK(std::ranges::any_of(names, [&](const auto& pair) {
                return std::ranges::any_of(
                    pair.first, [&](std::string_view word) { return word.substr(0, word.find('=')) == row.name; });
            }));
    CHECK(fault({"--formation", "circle"}).starts_with("--instances: 'circle' is not"));
    CHECK(fault({"--export", "a.glb", "--resample", "30", "--keep-keys"}) ==
          "--keys and --resample cannot be combined");
}

TEST_CASE("Views and colors have names") {
    const auto viewpoint = [](const char* text) { return parse<task::View>({"--camera", text}).view.camera.viewpoint; };
    CHECK(viewpoint("0,90") == viewpoint("top"));  // the view straight down keeps an up direction
    CHECK(viewpoint("three-quarter") == Viewpoint{});
    const auto color = [](const char* text) { return parse<task::View>({"--background", text}).view.look.background; };
    CHECK(color("#ff0000") == color("Red"));
    CHECK(color("transparent") == glm::vec4(0.0f));
}

TEST_CASE("The nearest option is suggested for an unknown one") {
    CHECK(fault({"--frmes", "5"}) == "unknown option '--frmes'; did you mean --frames?");
    CHECK(fault({"-output", "a.png"}) == "unknown option '-output'; did you mean --output?");
    CHECK(fault({"--FPS=3"}) == "unknown option '--FPS'; did you mean --fps?");
    CHECK(fault({"--anim", "1"}) == "unknown option '--anim'; did you mean --animation?");
    CHECK(fault({"--quite-unlike"}) == "unknown option '--quite-unlike'; sinew --help all lists all options");
}

TEST_CASE("A missing, empty or repeated value names its option") {
    CHECK(fault({"--frames"}) == "--frames: requires N|A:B");
    CHECK(fault({"-o", "--frames", "5"}) == "--output: requires PATH, but '--frames' follows");
    CHECK(fault({"--textures", ".", "--textures", "--each"}) == "--textures: requires DIR, but '--each' follows");
    CHECK(fault({"-o", ""}) == "--output: the value is empty");
    CHECK(fault({"--output=", "a.dae"}) == "--output: the value is empty");
    CHECK(fault({"--time", "1", "--time", "2"}) == "--time: given 2 times; keep one");
    CHECK(fault({"--once=false"}) == "--once: takes no value; remove '=false'");
    CHECK(fault({""}) == "the name of MODEL is empty; leave it out for the bundled character");
}

TEST_CASE("Files after the MODEL add clips") {
    const ModelSource model =
        parse<task::View>({"a.dae", "--retarget", "rotation", "b.fbx", "--", "-c.dae"}).view.load.model;
    CHECK(model.path == "a.dae");
    CHECK(model.clipFiles == std::vector<std::string>{"b.fbx", "-c.dae"});
    CHECK(model.retarget == Retarget::rotation);
    CHECK(parse<task::View>({"a.dae", "b.fbx"}).view.load.model.retarget == Retarget::full);
    CHECK(parse<task::Info>({"a.dae", "b.dae", "--info"}).model.clipFiles == std::vector<std::string>{"b.dae"});
    CHECK(fault({"a.dae", ""}) == "the name of a CLIP_FILE is empty; leave it out");
    CHECK(fault({"a.dae", "--retarget", "full"}) == "--retarget: requires a CLIP_FILE after the MODEL");
    CHECK(fault({"a.dae", "b.dae", "--retarget", "both"}) == "--retarget: 'both' is not rotation, full or rig");
}

TEST_CASE("The file's space and the number of influences can be overridden") {
    const ModelSource model =
        parse<task::View>({"a.dae", "--up", "z", "--scale", "0.01", "--influences", "8"}).view.load.model;
    CHECK(model.up == UpAxis::z);
    CHECK(model.scale == 0.01);
    CHECK(model.influences == 8);
    const ModelSource plain = parse<task::View>({}).view.load.model;
    CHECK_FALSE(plain.up);
    CHECK_FALSE(plain.scale);
    CHECK(plain.influences == 4);
    CHECK(fault({"--up", "X"}) == "--up: 'X' is not Y or Z");
    CHECK(fault({"--influences", "6"}) == "--influences: '6' is not 4 or 8");
    CHECK(fault({"--scale", "0"}) != "none");
    CHECK(fault({"--scale", "-1"}) != "none");
    CHECK(fault({"--influences", "8", "--max-bones", "23"}) == "--max-bones: --influences 8 requires at least 24");
}

TEST_CASE("The view of the surface, the pose and the light can be chosen") {
    const ViewSettings view =
        parse<task::View>({"--view", "weights", "--bone", "hips", "--pose", "bind", "--light", "-30,50"}).view;
    CHECK(view.look.view == View::weights);
    CHECK(view.load.play.bone == "hips");
    CHECK(view.load.play.settings.pose == ShownPose::bind);
    CHECK(view.load.play.material.empty());
    CHECK(parse<task::View>({"--material", "skin"}).view.load.play.material == "skin");
    REQUIRE(view.look.light);
    CHECK(view.look.light->yaw == Approx(-0.5235988));
    CHECK(view.look.light->pitch == Approx(0.8726646));
    CHECK(parse<task::View>({"--view", "uvs"}).view.look.view == View::uvs);
    CHECK(parse<task::View>({"--fit", "bind"}).view.camera.fit == Fit::bind);
    CHECK_FALSE(parse<task::View>({}).view.look.light);
    CHECK(fault({"--view", "weights"}) == "--view weights: requires --bone NAME|N");
    CHECK(fault({"--view", "weight"}) ==
          "--view: 'weight' is not shaded, weights, influences, parts, normals, uvs, base-color, alpha, metallic, "
          "roughness, occlusion, emissive or lod");
    CHECK(fault({"--pose", "t"}) == "--pose: 't' is not playing, rest or bind");
    CHECK(fault({"--fit", "all"}) == "--fit: 'all' is not figure, clip, pose or bind");
    CHECK(fault({"--light", "30"}) == "--light: '30' is not YAW,PITCH such as -30,50");
    CHECK(fault({"--light", "30,4"}) == "--light: '4' of '30,4' is not a number from 5 to 90");
}

TEST_CASE("The environment, its tone and a fixed camera can be chosen") {
    const ViewSettings plain = picture({"--headless"}).view;
    CHECK(plain.environment == "studio");
    CHECK(plain.look.tone == Tone::neutral);
    CHECK(plain.look.exposure == 1.0f);
    CHECK(plain.look.ambientOcclusion);
    CHECK_FALSE(plain.camera.fixed);
    CHECK(plain.camera.fieldOfViewDegrees == 28.0);
    const ViewSettings chosen =
        parse<task::View>({"--environment", "sky.hdr", "--environment-strength", "0.5", "--environment-rotation", "-90",
                           "--background", "environment", "--no-ambient-occlusion", "--exposure", "2", "--tone", "aces",
                           "--fov", "45", "--camera", "1,2.5,-3:0,1,0"})
            .view;
    CHECK(chosen.environment == "sky.hdr");
    CHECK(chosen.look.environmentStrength == 0.5f);
    CHECK(chosen.look.environmentRotation == glm::radians(-90.0f));
    CHECK(chosen.look.exposure == 2.0f);
    CHECK_FALSE(chosen.look.ambientOcclusion);
    CHECK(chosen.look.tone == Tone::aces);
    CHECK(chosen.look.environmentBackground);
    CHECK(chosen.camera.fieldOfViewDegrees == 45.0);
    CHECK(chosen.camera.fixed == FixedView{{1.0, 2.5, -3.0}, {0.0, 1.0, 0.0}});
    for (const char* wrong : {"1,2,3:", ":1,2,3", "1,2,3:0,0", "1:2:3"})
        CHECK(fault({"--camera", wrong}) ==
              "--camera: '" + std::string(wrong) + "' is not X,Y,Z:X,Y,Z such as 0,1.4,3:0,0.9,0");
    CHECK(fault({"--eye", "1,2,3"}).starts_with("--camera: '1,2,3:' is not"));
    CHECK(fault({"--target", "1,2,3"}).starts_with("--camera: ':1,2,3' is not"));
    CHECK(fault({"--camera", "1,2,3:1,2,3.0"}) == "--camera: '1,2,3:1,2,3.0' looks at its own position");
    CHECK(fault({"--eye", "1,2,3", "--target", "0,0,0", "--camera", "front"}) ==
          "--camera and --eye cannot be combined");
    CHECK(fault({"--camera", "1,2,3:0,0,0", "--fit", "bind"}) ==
          "--fit: not available with a --camera at a point; leave it out");
    CHECK(fault({"--environment-background", "--background", "red"}) ==
          "--background and --environment-background cannot be combined");
    CHECK(fault({"--check", "--tone", "aces"}) == "--tone: not available with --check; leave it out");
    CHECK(fault({"--tone", "film"}) == "--tone: 'film' is not neutral, aces or none");
}

TEST_CASE("A pixel to pick lies in the picture") {
    CHECK(parse<task::Pick>({"--pick", "1279,719"}).pixel == Pixel{1279, 719});
    CHECK_FALSE(parse<task::Pick>({"--pick", "1,1", "--instances", "4"}).view.load.model.levels);
    CHECK(parse<task::View>({"--instances", "4"}).view.load.model.levels);
    CHECK(parse<task::Pick>({"--pick", "63,0", "--size", "64x32", "--json"}).pixel == Pixel{63, 0});
    CHECK(fault({"--pick", "64,0", "--size", "64x32"}) ==
          "--pick: 64,0 is outside the picture of 64x32 pixels; check --size");
    CHECK(fault({"--pick", "0,32", "--size", "64x32"}) ==
          "--pick: 0,32 is outside the picture of 64x32 pixels; check --size");
    CHECK(fault({"--pick", "5"}) == "--pick: '5' is not X,Y such as 640,360");
    CHECK(fault({"--pick", "1,2,3"}) == "--pick: '1,2,3' is not X,Y such as 640,360");
    CHECK(fault({"--pick", "1,-2"}) == "--pick: '1,-2' is not X,Y such as 640,360");
    CHECK(fault({"--pick", "1,2", "-o", "a.png"}) == "--pick and --output cannot be combined");
    CHECK(fault({"--pick", "1,2", "--beside", "Run"}) == "--beside: not available with --pick; leave it out");
}

TEST_CASE("An invalid number is refused with its option and text") {
    const auto [option, value] = GENERATE(table<const char*, const char*>({
        {"--time", "nan"},
        {"--time", "inf"},
        {"--time", "1e999"},
        {"--time", "1s"},
        {"--speed", "-inf"},
        {"--speed", "1,5"},
        {"--transition", "-0.1"},
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
        {"--camera", "1,2:0,0,0"},
        {"--camera", "1,2,x:0,0,0"},
        {"--frames", "3:2"},
        {"--frames", "1:2:3"},
        {"--frames", "a:b"},
        {"--frames", "-1:2"},
        {"--frames", "0:1000000"},
        {"--fov", "0.5"},
        {"--fov", "171"},
        {"--exposure", "-1"},
        {"--environment-strength", "1001"},
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

TEST_CASE("An unsuitable output name is refused with a suggestion") {
    using Catch::Matchers::ContainsSubstring;
    CHECK_THAT(fault({"-o", "a.png", "--frames", "2"}), ContainsSubstring("use frames_%04d.png"));
    CHECK_THAT(fault({"-o", "-", "--frames", "2"}), ContainsSubstring("use frames_%04d.png"));
    CHECK_THAT(fault({"-o", "%s.png"}), ContainsSubstring("frames_%04d.png"));
    CHECK_THAT(fault({"-o", "%d%d.png"}), ContainsSubstring("two number fields"));
    CHECK_THAT(fault({"-o", "a.jpg"}), ContainsSubstring("use .png"));
    CHECK_THAT(fault({"-o", "f_%d.webp"}), ContainsSubstring("leave out %d"));
}

TEST_CASE("A directory as an output file is an output error, with a slash or without") {
    const TemporaryFolder folder;
    for (const char* option : {"--output", "--export-pose", "--bake"})
        for (const std::string& name : {std::string("a/"), folder.path().string()}) {
            try {
                parseTask(Arguments{option, name.c_str()});
                FAIL(name);
            } catch (const Error& error) {
                CHECK(error.exit() == Exit::output);
                CHECK(error.what() == std::string(option) + ": '" + name + "' is a directory; add a file name");
            }
        }
}

TEST_CASE("The format of a film follows from its name or from --format") {
    const auto format = [](const Arguments& arguments) { return picture(arguments).format; };
    CHECK(picture({"-o", "a.png"}).format == FilmFormat::png);
    CHECK(picture({"-o", "a"}).format == FilmFormat::png);
    CHECK(picture({"-o", "-", "--format", "PNG"}).format == FilmFormat::png);
    CHECK(format({"-o", "b/a.WEBP"}) == FilmFormat::webp);
    CHECK(format({"-o", "a.mp4"}) == FilmFormat::mp4);
    CHECK(format({"-o", "a.part", "--format", "gif"}) == FilmFormat::gif);
    CHECK(format({"-o", "a.GIF", "--format", "gif"}) == FilmFormat::gif);
    CHECK(format({"-o", "-", "--format", "y4m"}) == FilmFormat::y4m);
    CHECK(picture({"-o", "100%.gif"}).output == "100%.gif");
    CHECK(fault({"-o", "a.png", "--format", "gif"}) ==
          "--format: gif does not match 'a.png'; use the extension .gif, or leave out --format");
    CHECK(fault({"-o", "f_%04d.webp"}) == "--output: 'f_%04d.webp': all frames go into one file; leave out %04d");
    CHECK(fault({"-o", "a%x_%d.gif"}) == "--output: 'a%x_%d.gif': all frames go into one file; leave out %d");
    CHECK(fault({"-o", "a", "--format", "jpg"}) == "--format: 'jpg' is not png, webp, gif, y4m, mp4, webm or mkv");
    CHECK(fault({"--format", "gif"}) == "--format: requires --output PATH");
    CHECK(fault({"-o", "a.png", "--fps", "24"}) == "--fps: one picture has no rate; add --frames N, or leave it out");
    CHECK(fault({"-o", "a.png", "--frames", "3:3", "--fps", "24"}) == "none");
    CHECK(fault({"-o", "a.png", "--crossfade", "1"}) == "--transition: only available in the window; leave it out");
    CHECK(fault({"-o", "a.gif", "--transition", "fade"}) == "--transition: only available in the window; leave it out");
    CHECK(fault({"-o", "a.gif", "--fps", "60"}) == "--fps: gif is limited to 50 frames per second");
    CHECK(fault({"-o", "a.webp", "--size", "16384x1"}).starts_with("--size: webp is limited to 16383"));
    CHECK(fault({"-o", "a.mp4", "--background", "transparent"}).starts_with("--background: mp4 does not support"));
    CHECK(fault({"-o", "a.webm", "--background", "transparent"}) == "none");
}

TEST_CASE("The number of frames is given once, and defaults to the whole clip for a film") {
    CHECK_FALSE(frames({"-o", "a.webp"}).count);
    CHECK(frames({"-o", "a.webp", "--frames", "3"}).count == 3);
    CHECK(frames({"-o", "a.png"}).count == 1);
    const Frames range = frames({"-o", "f_%d.png", "--frames", "10:19"});
    CHECK(range.first == 10);
    CHECK(range.count == 10);
    const RenderJob turn = picture({"-o", "f_%d.png", "--turntable", "36", "a.dae"});
    CHECK(std::get<Frames>(turn.shots).turnFrames == 36);
    CHECK(std::get<Frames>(turn.shots).count == 36);
    CHECK(turn.view.load.model.path == "a.dae");
    const RenderJob plain = picture({"-o", "f_%d.png", "--frames", "4", "--turntable", "a.dae"});
    CHECK(plain.view.camera.turntable);
    CHECK(std::get<Frames>(plain.shots).turnFrames == 0);
    CHECK(plain.view.load.model.path == "a.dae");
    CHECK(picture({"-o", "a.webp", "--turntable"}).view.camera.turntable);
    CHECK(fault({"-o", "f_%d.png", "--turntable", "0"}).starts_with("--turntable: '0' is not"));
    CHECK(fault({"-o", "f_%d.png", "--frames", "3", "--range", "0:2"}) == "--frames and --range cannot be combined");
    CHECK(fault({"-o", "f_%d.png", "--turntable", "--frames", "0:2"}).starts_with("--turntable: requires a number"));
    CHECK(fault({"--graph", "g.json", "-o", "a.webp"}).starts_with("--graph: a state machine has no length"));
}

TEST_CASE("A picture with a transparent background has no floor by default") {
    const auto floor = [](const Arguments& arguments) { return picture(arguments).view.look.floor; };
    CHECK_FALSE(floor({"-o", "a.png", "--background", "transparent"}));
    CHECK(floor({"-o", "a.png", "--background", "transparent", "--floor"}));
    CHECK(floor({"-o", "a.png", "--background", "ff000080"}));
    CHECK(floor({"-o", "a.png"}));
    CHECK(parse<task::View>({"--background", "transparent"}).view.look.floor);
    CHECK(fault({"-o", "a.png", "--floor", "--no-floor"}) == "--floor and --no-floor cannot be combined");
}

TEST_CASE("The pictures of a contact sheet have a size of their own") {
    const RenderJob sheet = picture({"-o", "a.png", "--sheet", "4x3"});
    CHECK(std::get<SheetGrid>(sheet.shots).cells == Size{4, 3});
    CHECK_FALSE(std::get<SheetGrid>(sheet.shots).allClips);
    CHECK(sheet.view.size == Size{320, 180});
    CHECK(picture({"-o", "a.png", "--sheet", "4x3", "--size", "64x32"}).view.size == Size{64, 32});
    const RenderJob all = picture({"-o", "a.webp", "--sheet", "4x3", "-a", "all"});
    CHECK(std::get<SheetGrid>(all.shots).allClips);
    CHECK(all.view.load.play.animation.empty());
    CHECK(fault({"-o", "a.png", "--sheet", "4"}).starts_with("--sheet: '4' is not COLUMNSxROWS"));
    CHECK(fault({"-o", "a.png", "--sheet", "4x3", "--frames", "2"}) == "--sheet and --frames cannot be combined");
    CHECK(fault({"--sheet", "4x3", "--headless"}) == "--sheet: requires --output PATH");
}

TEST_CASE("A list of models needs a name for each") {
    CHECK(parse<task::Batch>({"--batch", "list", "-o", "{name}.png"}).list == "list");
    CHECK(parse<task::Batch>({"--batch", "-", "-o", "a/{number}.webp", "--json"}).job.json);
    CHECK(parse<task::Batch>({"--batch", "list", "-o", "{a/{{name}.png"}).job.output == "{a/{{name}.png");
    CHECK(std::holds_alternative<SheetGrid>(
        parse<task::Batch>({"--batch", "list", "-o", "{name}.png", "--sheet", "2x2"}).job.shots));
    CHECK(parse<task::Check>({"--check", "--batch", "list"}).list == "list");
    CHECK(fault({"--batch", "list"}).starts_with("--batch: requires --output with {name}"));
    CHECK(fault({"--batch", "list", "-o", "a.png"}).starts_with("--output: 'a.png' is one name for all models"));
    CHECK(fault({"--batch", "list", "-o", "{name}_{foo}.png"}) ==
          "--output: '{name}_{foo}.png': unknown placeholder '{foo}'; available: {name}, {number}");
    CHECK(fault({"--batch", "list", "-o", "{}.png"}).find("unknown placeholder '{}'") != std::string::npos);
    CHECK(fault({"-o", "{name}.png"}).find("require --batch LIST") != std::string::npos);
    CHECK(fault({"-o", "{clip}.png", "--graph", "g.json", "--frames", "1"}).starts_with("--output: {clip} cannot be"));
    CHECK(clipOutputs("{clip}_%d.png", {"a/b", "A_b", "50%", ".."}, true) ==
          std::vector<std::string>{"a_b_%d.png", "a_b 2_%d.png", "50%%_%d.png", "clip_%d.png"});
    CHECK(fault({"--batch", "list", "-o", "{name}.png", "a.dae"}).starts_with("--batch: the list names the models"));
    CHECK(fault({"--batch", "list", "-o", "{name}.png", "--reference", "r.png"}) ==
          "--batch and --reference cannot be combined");
}

TEST_CASE("Options that would do nothing, or contradict each other, are refused") {
    CHECK(fault({"--json"}) == "--json: not available in the window; leave it out");
    CHECK(fault({"--json", "-o", "a.png"}) ==
          "--json: pictures have no report; add --reference PNG, or leave out --output");
    CHECK(fault({"--json", "--reference", "a.png", "-o", "-"}) ==
          "--json: the report and the picture cannot both go to stdout; use --output PATH");
    CHECK(fault({"--pose", "rest", "--beside", "Run"}) == "--beside cannot be combined with --pose rest");
    CHECK(fault({"--pose", "bind", "--onion-skin"}) == "--onion-skin cannot be combined with --pose bind");
    CHECK(fault({"--pose", "bind", "--beside-skinning", "linear"}) == "none");
    CHECK(fault({"--frames", "5"}) ==
          "--frames: only available for pictures; add --output PATH, or --headless for a timed run");
    CHECK(fault({"--threshold", "0.1"}) == "--threshold: requires --reference PNG or --compare MODEL");
    CHECK(fault({"--compare", "b.dae", "--threshold", "0.1"}) == "none");
    CHECK(fault({"--compare", "b.dae", "--json"}) == "none");
    CHECK(fault({"--compare", "b.dae", "--check"}) == "--check and --compare cannot be combined");
    CHECK(fault({"--compare", "b.dae", "--up", "Z"}) == "--up: not available with --compare; leave it out");
    CHECK(fault({"--bake", "b.sinew", "--up", "Z"}) == "--up: not available with --bake; leave it out");
    CHECK(fault({"--threshold", "max=0.1", "--compare", "b.dae"}) == "--threshold: max requires --reference PNG");
    CHECK(fault({"--diff", "d.png"}) == "--diff: requires --reference PNG");
    CHECK(fault({"--diff", "r.png", "--reference", "r.png"}) == "--diff: 'r.png' is the --reference; use another name");
    CHECK(fault({"--diff", "d.jpg", "--reference", "r.png"}) ==
          "--diff: 'd.jpg': heat maps are written as PNG; use the extension .png");
    CHECK(fault({"--info", "-o", "a.png"}) == "--info and --output cannot be combined");
    CHECK(fault({"-o", "a.png", "--reference", "a.png"}) == "--output: 'a.png' is the --reference; use another name");
    CHECK(fault({"--json", "--info"}) == "none");
    CHECK(fault({"--json", "--headless"}) == "none");
}

TEST_CASE("Every option serves a task, and those of the window serve no other") {
    for (const OptionRow& row : optionTable())
        CHECK(row.serves != 0);
    for (const Arguments& option : {Arguments{"--watch"}, {"--each"}, {"--max-fps", "20"}, {"--state-json", "s.json"}})
        for (const Arguments& task : {Arguments{"--pick", "1,2"},
                                      {"--info"},
                                      {"--check"},
                                      {"--compare", "b.dae"},
                                      {"-o", "a.png"},
                                      {"--headless"},
                                      {"--bake", "b.sinew"},
                                      {"--export-pose", "p.ply"},
                                      {"--list-devices"}}) {
            Arguments all{"a.dae"};
            all.insert(all.end(), task.begin(), task.end());
            all.insert(all.end(), option.begin(), option.end());
            CHECK(fault(all) == std::string(option[0]) + ": only available in the window; leave it out");
        }
}

TEST_CASE("Control characters of an argument do not reach the terminal") {
    CHECK(fault({"--frames", "1\n\x1b[31m"}) == "--frames: '1\\x0a\\x1b[31m' is not a whole number from 1 to 1000000");
}

namespace {

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

}  // namespace

TEST_CASE("The short help fits two screens of 24 rows") {
    const std::vector<std::string> lines = linesOf(helpText(Page::common));
    CHECK(lines.size() <= 48);
    for (const std::string& line : lines)
        CHECK(line.size() <= 100);
    // Each description takes one row; a long name has a row of its own above it.
    for (size_t i = 1; i < lines.size(); ++i)
        if (lines[i].starts_with(std::string(20, ' '))) CHECK(lines[i - 1].size() < 40);
}

TEST_CASE("The full help fits 100 columns and states defaults, keys and exit codes") {
    const std::string help = helpText(Page::all);
    for (const std::string& line : linesOf(help))
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
        CHECK(help.find(key.names) != std::string::npos);
    for (const OptionRow& row : optionTable())
        CHECK((help.find(row.synopsis) != std::string::npos) == (row.listed != Listed::hidden));
    CHECK(help.find("Exit codes:") != std::string::npos);
}

TEST_CASE("A check judges each of several files, unless --retarget makes them clip files") {
    const task::Check each = parse<task::Check>({"--check", "a.dae", "b.dae", "c.dae"});
    CHECK(each.paths == std::vector<std::string>{"a.dae", "b.dae", "c.dae"});
    CHECK(each.model.clipFiles.empty());
    const task::Check together = parse<task::Check>({"a.dae", "b.dae", "--check", "--retarget", "full"});
    CHECK(together.paths == std::vector<std::string>{"a.dae"});
    CHECK(together.model.clipFiles == std::vector<std::string>{"b.dae"});
}

TEST_CASE("Options of a verdict require --check") {
    CHECK(fault({"--fail-on", "error"}) == "--fail-on: only available with --check");
    CHECK(fault({"--info", "--report", "sarif"}) ==
          "--report: sarif, markdown and junit are only available with --check");
    CHECK(fault({"--check", "--json", "--sarif"}) == "--json and --report cannot be combined");
    CHECK(fault({"--check", "--info"}) == "--info and --check cannot be combined");
    CHECK(fault({"--check", "--fail-on", "info"}).find("error or warning") != std::string::npos);
    CHECK(fault({"--check", "--json"}) == "none");
}

TEST_CASE("docs/options.md is what --help-markdown prints") {
    const std::string page = readFile(SINEW_SOURCE_DIR "/docs/options.md");
    CHECK(page == helpText(Page::markdown));
    CHECK(page.find("`-a, --animation NAME\\|N`") != std::string::npos);
}

TEST_CASE("A state machine decides what plays, in the window and without") {
    const PlayRequest machine =
        parse<task::ExportPose>({"--graph", "g.json", "--script", "s.txt", "--export-pose", "p.ply"}).view.load.play;
    CHECK(machine.graph == "g.json");
    CHECK(machine.script == "s.txt");
    CHECK(picture({"--graph", "g.json", "--headless"}).view.load.play.graph == "g.json");
    CHECK(play({"--graph", "g.json", "--script", "s.txt", "--root-motion", "move"}).rootMotion == RootMotionUse::move);
    CHECK(fault({"--script", "s.txt", "-o", "a.png"}) == "--script: requires --graph FILE.json");
    for (const std::string other : {"--once", "--speed=2", "--animation=Walk"})
        CHECK(fault({"--graph", "g.json", "-o", "a.png", other.c_str()}) ==
              "--graph and " + other.substr(0, other.find('=')) + " cannot be combined");
    for (const char* time : {"--time=-1", "--time=8000"})
        CHECK(fault({"--graph", "g.json", "-o", "a.png", time}).starts_with("--graph: plays from 0 to 7200"));
}

TEST_CASE("Transitions and root motion are chosen by their names") {
    CHECK(play({}).settings.transition == TransitionKind::fade);
    CHECK(play({"--transition", "inertial"}).settings.transition == TransitionKind::inertial);
    CHECK(play({"--transition", "fade"}).settings.transition == TransitionKind::fade);
    CHECK(fault({"--transition", "cut"}).find("fade or inertial") != std::string::npos);
    CHECK_FALSE(play({}).rootMotion);
    CHECK(play({"--root-motion", "off"}).rootMotion == RootMotionUse::off);
    CHECK(play({"--root-motion", "floor"}).rootMotion == RootMotionUse::floor);
    CHECK(fault({"--root-motion", "walk"}).find("off, floor or move") != std::string::npos);
}

TEST_CASE("With --each every file is a model") {
    const task::View view = parse<task::View>({"--each", "a.dae", "b.dae", "c.dae", "--no-settings", "--watch"});
    CHECK(view.view.load.model.path == "a.dae");
    CHECK(view.view.load.model.clipFiles.empty());
    CHECK(view.otherModels == std::vector<std::string>{"b.dae", "c.dae"});
    CHECK(view.watch);
    CHECK_FALSE(view.keepSettings);
    CHECK(parse<task::View>({"a.dae", "b.dae"}).otherModels.empty());
}
