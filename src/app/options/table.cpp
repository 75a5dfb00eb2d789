#include "app/options/table.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace sinew {
namespace {

using enum Listed;
using Args = CommandLine;
using Text = GivenValue;

// Limits that keep everything computed from them finite, far beyond what anyone plays.
constexpr double kMostTime = 1e9, kMostSpeed = 1e6;
constexpr double kLeastFramesPerSecond = 1e-3, kMostFramesPerSecond = 1e6;
constexpr double kLeastOnionStep = 1e-3;
constexpr double kLeastScale = 1e-6, kMostScale = 1e6;
constexpr double kMostTolerance = 0.1;
constexpr double kMostResampled = 1000.0;
constexpr uint32_t kMostImportSeconds = 86'400;
constexpr uint32_t kMostFrames = 1'000'000;
constexpr uint32_t kMostPixelsASide = 16384;
constexpr uint32_t kMostSheetSide = 100;
constexpr uint32_t kMostSeed = 1'000'000'000;
constexpr double kMostLight = 1000.0;
constexpr double kLeastFieldOfView = 1.0, kMostFieldOfView = 170.0;
constexpr double kMostRotation = 3600.0;

// Sets of tasks.
constexpr uint16_t kDrawing = pictureTask | sheetTask | batchTask;
constexpr uint16_t kView = viewTask | kDrawing;
constexpr uint16_t kStage = kView | pickTask | exportPoseTask;
constexpr uint16_t kModel = kStage | exportTask | checkTask | compareTask | infoTask | bakeTask;
constexpr uint16_t kReporting = kDrawing | checkTask | compareTask | infoTask | pickTask | devicesTask;
constexpr uint16_t kAllTasks = kModel | devicesTask;

// Values that are words.
constexpr Named<Retarget> kRetargets[] = {
    {"rotation", Retarget::rotation}, {"full", Retarget::full}, {"rig", Retarget::rig}};
constexpr Named<CommonPose> kCommonPoses[] = {{"bind", CommonPose::bind}, {"rest", CommonPose::rest}};
constexpr const char* kSkinnings[] = {"linear", "dual-quaternion"};
constexpr const char* kTransitions[] = {"fade", "inertial"};
constexpr std::string_view kEnvironment = "environment";  // of --background
constexpr const char* kFits[] = {"figure", "clip", "pose", "bind"};
constexpr Named<uint32_t> kInfluences[] = {{"4", 4}, {"8", 8}};
constexpr Named<bool> kOnOff[] = {{"on", true}, {"off", false}};
using Report = task::Check::Report;
constexpr Named<Report> kReports[] = {{"text", Report::text},
                                      {"json", Report::json},
                                      {"sarif", Report::sarif},
                                      {"markdown", Report::markdown},
                                      {"junit", Report::junit}};
constexpr Named<uint32_t> kSampleCounts[] = {{"1", 1}, {"2", 2}, {"4", 4}, {"8", 8}, {"16", 16}};
constexpr Named<Severity> kFailOn[] = {{"error", Severity::error}, {"warning", Severity::warning}};

/// The values of an option, separated by commas: a number, a word, and one for each key. @throws Error(Exit::usage)
std::vector<Text> partsOf(Text value) {
    std::vector<Text> parts;
    std::set<std::string_view> kinds;
    for (const std::string_view part : split(value.text, ",")) {
        const size_t equals = part.find('=');
        const bool isWord = !part.empty() && std::isalpha(static_cast<unsigned char>(part[0]));
        if (!kinds.insert(equals < part.size() ? part.substr(0, equals) : isWord ? "word" : "number").second)
            refuseUsage("{}: {} gives two values of one kind; decimals have a point", value.option,
                        inQuotes(value.text));
        parts.push_back({value.option, part, value.choices});
    }
    return parts;
}

/// Whether the part begins with `key`, which it loses then.
bool takeKey(Text& part, std::string_view key) {
    const bool has = part.text.starts_with(key);
    if (has) part.text.remove_prefix(key.size());
    return has;
}

void readTransition(Args& o, Text v) {
    for (const Text part : partsOf(v))
        if (!part.text.empty() && !std::isalpha(static_cast<unsigned char>(part.text[0])))
            o.play.settings.transitionSeconds = readNumber(part, 0.0, kMostTime);
        else
            o.play.settings.transition = readNamed<TransitionKind>(part, kTransitions);
}

void readCrowd(Args& o, Text v) {
    CrowdSettings& crowd = o.play.settings.crowd;
    std::vector<Text> parts = partsOf(v);
    crowd.count = readCount(parts[0], 1, kMostCharacters);
    for (Text part : std::span(parts).subspan(1))
        if (takeKey(part, "seed="))
            crowd.seed = readCount(part, 0, kMostSeed);
        else
            crowd.formation = readNamed<Formation>(part, kFormationNames);
}

void readThreshold(Args& o, Text v) {
    for (Text part : partsOf(v)) {
        std::optional<double>& limit = takeKey(part, "max=") ? o.thresholdMax : o.threshold;
        limit = readNumber(part, 0.0, 1.0);
    }
}

void readOnionSkin(Args& o, Text v) {
    OnionSkin& onion = o.play.settings.onionSkin;
    onion.shown = true;
    if (v.text == kLeftOut) return;
    for (Text part : partsOf(v))
        if (takeKey(part, "step="))
            onion.seconds = readNumber(part, kLeastOnionStep, kMostTime);
        else
            onion.count = readCount(part, 1, kMostGhosts);
}

void readKeys(Args& o, Text v) {
    if (offer(v, std::array{"all", "tolerance=", "fps="})) return;
    if (takeKey(v, "tolerance="))
        o.exporting.tolerance = readNumber(v, 0.0, kMostTolerance);
    else if (takeKey(v, "fps="))
        o.exporting.framesPerSecond = readNumber(v, kLeastFramesPerSecond, kMostResampled);
    else if (v.text == "all")
        o.exporting.keepsKeys = true;
    else
        refuseValue(v, "all, tolerance=X or fps=N");
}

constexpr OptionRow kModelOptions[] = {
    {"--retarget HOW", full, kModel, [](Args& o, Text v) { o.model.retarget = readOneOf(v, kRetargets); },
     "how the clips of a CLIP_FILE are transferred: full (default) copies every channel; rotation, for "
     "skeletons with different proportions, copies rotations and scales the root's translation to the model's size; rig "
     "moves any figure's motion to the model, whatever its bones' names, axes, proportions and rest pose are"},
    {"--bone-map FILE.json", full, kModel, [](Args& o, Text v) { o.model.boneMap = readText(v); },
     "which bones correspond, for --retarget rig: by default found by names and shape; - prints the map and exits"},
    {"--retarget-pose POSE", full, kModel, [](Args& o, Text v) { o.model.rig.pose = readOneOf(v, kCommonPoses); },
     "the pose in which both skeletons match, for --retarget rig: bind (default), the pose in which the meshes were "
     "skinned; or rest, the pose of the file's nodes"},
    {"--keep-hands", full, kModel, [](Args& o, Text) { o.model.rig.keepHands = true; },
     "for --retarget rig: keep hands planted where the CLIP_FILE plants them, as feet always are"},
    {"--clip EDIT...", full, kModel,
     [](Args& o, Text v) { o.model.clips.push_back(parseClipEdit(readText(v), "--clip " + inQuotes(v.text))); },
     "a clip that the model is to have, as 'NAME = SOURCE [: FIRST..LAST] [, VERB...]'; SOURCE is a name, an index, a "
     "pattern such as '*', or auto for the parts of the longest clip; FIRST and LAST are frames, or seconds as 0.4s; verbs: "
     "loop, in-place, root, mirror, reverse, speed X, rate FPS, additive [CLIP]; all other clips are left out"},
    {"--clips FILE", full, kModel, [](Args& o, Text v) { o.model.clipsFile = readText(v); },
     "the same as rows of a .toml, .csv (name,first,last) or .json file"},
    {"--up Y|Z", full, kStage | exportTask, [](Args& o, Text v) { o.model.up = readUpAxis(v); },
     "override the file's up axis"},
    {"--scale X", full, kStage | exportTask,
     [](Args& o, Text v) { o.model.scale = readNumber(v, kLeastScale, kMostScale); },
     "override the file's unit: world units per file unit"},
    {"--influences N", full, kModel, [](Args& o, Text v) { o.model.influences = readOneOf(v, kInfluences); },
     "bones per vertex: the 4 (default) or 8 with the largest weights"},
    {"--variant NAME", full, kModel, [](Args& o, Text v) { o.model.variant = readText(v); },
     "material variant to show, for glTF files that have variants; --info lists their names"},
    {"--textures DIR...", full, kModel,
     [](Args& o, Text v) { o.model.textureFolders.push_back(readDirectory(v, o.model.textureFolders.size())); },
     "also look for textures below this directory, by path or name, ignoring case; may be given 16 times; none: read "
     "textures only below the model's own directory, not in its project"},
    {"--each", full, viewTask, nullptr,
     "in the window: treat every file as a model, none as a CLIP_FILE; Page Up and Page Down switch between them, as "
     "between the models of a directory"},
    {"--watch", common, viewTask, nullptr,
     "reload the model in the window when one of its files changes; watches the model, its textures and buffers, the "
     "CLIP_FILEs, the state machine and the environment"},
};

constexpr OptionRow kPlaybackOptions[] = {
    {"-a, --animation NAME|N", common, kStage | compareTask, [](Args& o, Text v) { o.play.animation = readText(v); },
     "clip to start with: name, index from 0, or none for the rest pose; default: one named idle, else the first in which "
     "the figure stands; all: each clip, for --sheet and for {clip} in --output"},
    {"--time SECONDS", common, kStage,
     [](Args& o, Text v) { o.play.timeSeconds = readNumber(v, -kMostTime, kMostTime); },
     "start at this time of the clip; without a window, the time of the first frame"},
    {"--speed X", common, kStage,
     [](Args& o, Text v) { o.play.settings.speed = readNumber(v, -kMostSpeed, kMostSpeed); },
     "playback speed: default 1, negative plays backward"},
    {"--once", full, kStage, [](Args& o, Text) { o.play.settings.repeat = Repeat::once; },
     "play the clip once instead of looping"},
    {"--transition KIND|SECONDS", full, viewTask, readTransition,
     "how clips change: fade (default) blends both and keeps locomotion cycles in sync; inertial switches at once and "
     "blends out the difference; SECONDS: default 0.2, 0 cuts; or both, such as inertial,0.5"},
    {"--root-motion USE", full, kStage,
     [](Args& o, Text v) { o.play.rootMotion = readNamed<RootMotionUse>(v, kRootMotionNames); },
     "how root motion is applied: off (default) keeps it in the pose; floor scrolls the floor instead; move moves the "
     "character, and the camera follows; a clip that walks in place moves at the speed of its planted feet; a state "
     "machine that names a root defaults to floor"},
    {"--graph FILE.json", common, kStage, [](Args& o, Text v) { o.play.graph = readText(v); },
     "play a state machine over the clips; its keys take precedence in the window, where Ctrl restores the usual "
     "function of a key"},
    {"--script FILE", full, kStage, [](Args& o, Text v) { o.play.script = readText(v); },
     "timed input for the state machine, one event per line: TIME down KEY, TIME up KEY, TIME set PARAMETER VALUE, "
     "TIME fire TRIGGER"},
    {"--instances N[,HOW]", common, kStage & ~sheetTask, readCrowd,
     "show N copies of the character, up to 100000; HOW is grid (default), circle or scatter; seed=S makes another crowd, "
     "as in 100,circle,seed=3; each copy changes clips at its own times, or plays the clip of --animation; with "
     "--root-motion move, the copies walk about; --export-pose writes the first one"},
    {"--pose-on WHERE", full, kView & ~sheetTask,
     [](Args& o, Text v) { o.device.poseOn = readNamed<PoseOn>(v, kPoseOnNames); },
     "where a crowd is posed: cpu (default), or gpu where it can, otherwise cpu"},
};

constexpr OptionRow kPictureOptions[] = {
    {"-o, --output PATH", common, kDrawing, [](Args& o, Text v) { o.output = readOutputName(v); },
     "write pictures or video, no window: a.png, f_%04d.png, a.webp, a.mp4; the extension selects the format: .png, "
     ".webp, .gif, .y4m, and with ffmpeg .mp4, .webm and .mkv; - writes to stdout; if PATH is a directory, Sinew exits "
     "with code 5"},
    {"--format NAME", full, kDrawing,
     [](Args& o, Text v) {
         o.format = static_cast<FilmFormat>(readIndex({v.option, lowerCase(v.text), v.choices}, filmFormatNames()));
     },
     "output format if PATH has no extension, as for -: png, webp, gif, y4m, mp4, webm or mkv"},
    {"--headless", full, kAllTasks, nullptr,
     "run without a window; without --output, draws --frames frames and prints timings"},
    {"--frames N|A:B", common, kDrawing,
     [](Args& o, Text v) {
         o.isPartOfFrames = v.text.find(':') < v.text.size();
         const auto [first, last] =
             o.isPartOfFrames ? readRange(v, kMostFrames) : std::pair(0u, readCount(v, 1, kMostFrames) - 1);
         o.frames.first = first;
         o.frames.count = last - first + 1;
     },
     "number of frames, or the first and last frame; default 1, for video the whole clip; frame 0 is at --time, and files "
     "have the number of their frame, so that several machines can share a sequence"},
    {"--fps F", full, kDrawing,
     [](Args& o, Text v) { o.frames.perSecond = readNumber(v, kLeastFramesPerSecond, kMostFramesPerSecond); },
     "frames per second: default 30"},
    {"--turntable [N]", common, kDrawing,
     [](Args& o, Text v) {
         o.camera.turntable = true;
         o.frames.turnFrames = v.text == kLeftOut ? 0 : readCount(v, 1, kMostFrames);
     },
     "orbit the camera once in N frames; default: all frames; --speed 0 freezes the pose"},
    {"--sheet COLSxROWS", common, kDrawing,
     [](Args& o, Text v) { o.sheet = readSides(v, kMostSheetSide, "COLUMNSxROWS such as 4x3"); },
     "contact sheet of the clip, or with --animation all a row for each clip; --size is the size of one picture, by "
     "default 320x180"},
    {"--batch LIST", common, batchTask | checkTask, [](Args& o, Text v) { o.batch = readText(v); },
     "draw or --check every model listed in a file, or - for stdin; one path per line; --output must contain {name} "
     "or {number}; unreadable models are reported and skipped, and Sinew exits with code 3"},
    {"--reference PNG", common, kDrawing, [](Args& o, Text v) { o.reference.path = readText(v); },
     "compare the last picture with PNG and exit with 1 if it differs; implies --headless"},
    {"--diff OUT.png", full, kDrawing,
     [](Args& o, Text v) { o.reference.heatMap = readFileName(v, ".png", "heat maps are written as PNG"); },
     "with --reference: write a heat map of the differences"},
    {"--threshold X[,max=Y]", full, kDrawing | compareTask, readThreshold,
     "largest accepted difference, from 0 to 1; with --reference: X limits the mean over all pixels of the channel that "
     "differs most (default 0.002), max=Y the worst pixel (default 1); with --compare: X limits the distance between "
     "vertices, relative to the model's size (default 0.001)"},
};

constexpr OptionRow kLookOptions[] = {
    {"--size WxH", common, kView | pickTask,
     [](Args& o, Text v) { o.size = readSides(v, kMostPixelsASide, "WIDTHxHEIGHT such as 1280x720"); },
     "size of the window or picture: default 1280x720"},
    {"--samples N", full, kView, [](Args& o, Text v) { o.device.samples = readOneOf(v, kSampleCounts); },
     "MSAA samples per pixel: 1, 2, 4, 8 or 16; default 4"},
    {"--camera VIEW", common, kView | pickTask,
     [](Args& o, Text v) {
         if (v.text.find(':') < v.text.size())
             o.camera.fixed = readFixedView(v);
         else
             o.camera.viewpoint = readViewpoint(v);
     },
     "front, side, back, top, three-quarter, or YAW,PITCH[,DISTANCE]; default three-quarter; angles in degrees; "
     "distance 1 just fits the model; or X,Y,Z:X,Y,Z, the camera's position and the point that it looks at, with Y up"},
    {"--fit WHAT", full, kView | pickTask, [](Args& o, Text v) { o.camera.fit = readNamed<Fit>(v, kFits); },
     "what the camera frames: figure (default), the character over the whole clip, without a large ground plane or sky, "
     "and followed if it travels far; clip, everything in the whole clip; pose, the pose at "
     "--time; bind, the bind pose, the same for all clips"},
    {"--fov DEGREES", full, kView | pickTask,
     [](Args& o, Text v) { o.camera.fieldOfViewDegrees = readNumber(v, kLeastFieldOfView, kMostFieldOfView); },
     "vertical field of view: default 28"},
    {"--look WHAT", full, kView,
     [](Args& o, Text v) {
         o.look.lighting = readNamed<Lighting>(v, kLightingNames);
         if (o.look.lighting != Lighting::studio) o.look.floor = false;
     },
     "studio (default), with a key light and its shadow; flat, base colors and emission in a soft light, without "
     "reflections, shadow, floor or --tone, for thumbnails; fidelity, lit by the environment alone and without floor, "
     "to compare with other renderers"},
    {"--light YAW,PITCH", full, kView, [](Args& o, Text v) { o.look.light = readLight(v); },
     "direction of the light in degrees, as for --camera; PITCH from 5 to 90; default: -15,45"},
    {"--environment FILE", full, kView, [](Args& o, Text v) { o.environment = readText(v); },
     "light from all directions: studio (default), none, or an environment map: an equirectangular .hdr or .exr file"},
    {"--environment-strength X", full, kView,
     [](Args& o, Text v) { o.look.environmentStrength = static_cast<float>(readNumber(v, 0.0, kMostLight)); },
     "brightness of the environment: default 1"},
    {"--environment-rotation DEGREES", full, kView,
     [](Args& o, Text v) {
         o.look.environmentRotation = glm::radians(static_cast<float>(readNumber(v, -kMostRotation, kMostRotation)));
     },
     "turn the environment about the vertical axis, counterclockwise from above"},
    {"--exposure FACTOR", full, kView,
     [](Args& o, Text v) { o.look.exposure = static_cast<float>(readNumber(v, 0.0, kMostLight)); },
     "brightness of the picture, before --tone: default 1; 2 is one stop brighter"},
    {"--tone HOW", full, kView, [](Args& o, Text v) { o.look.tone = readNamed<Tone>(v, kToneNames); },
     "how light becomes color: neutral (default, Khronos PBR Neutral) keeps the base colors; aces, as film; none "
     "clips"},
    {"--skinning HOW", full, kStage | compareTask,
     [](Args& o, Text v) { o.look.skinning = readNamed<Skinning>(v, kSkinnings), o.look.skinningOfFile = false; },
     "linear, or dual-quaternion, which preserves volume where joints twist; default: as the file says, else linear"},
    {"--view WHAT", common, kView, [](Args& o, Text v) { o.look.view = readNamed<View>(v, kViewNames); },
     "what the surface shows, for example weights or uvs; shaded (default); weights of the --bone; influences, the bones "
     "per vertex; parts, the draw calls; normals; uvs; lod, the level of detail for the size on the screen; or a channel "
     "of the material: base-color, alpha, metallic, roughness, occlusion or emissive"},
    {"--bone NAME|N", full, kStage, [](Args& o, Text v) { o.play.bone = readText(v); },
     "highlight a bone: its name, or its node index from 0"},
    {"--material NAME|N", full, kView | pickTask, [](Args& o, Text v) { o.play.material = readText(v); },
     "draw only the surfaces with this material: its name, or its index from 0"},
    {"--hide NAME...", full, kView | pickTask, [](Args& o, Text v) { o.play.hidden.push_back(readText(v)); },
     "hide the meshes of a node and below it, and those of nodes with the same names; * and ? are wildcards"},
    {"--only NAME...", full, kView | pickTask, [](Args& o, Text v) { o.play.only.push_back(readText(v)); },
     "hide all other meshes; as --hide"},
    {"--pose WHICH", full, kStage, [](Args& o, Text v) { o.play.settings.pose = readNamed<ShownPose>(v, kPoseNames); },
     "playing (default); rest, the transforms of the file's nodes; or bind, the pose in which the meshes were skinned"},
    {"--no-ambient-occlusion", full, kView, [](Args& o, Text) { o.look.ambientOcclusion = false; },
     "turn off ambient occlusion, which only the look studio has"},
    {"--background COLOR", common, kView,
     [](Args& o, Text v) {
         offer(v, std::array{kEnvironment});
         o.look.environmentBackground = v.text == kEnvironment;
         if (v.text != kEnvironment) o.look.background = readColor(v);
     },
     "rrggbb, rrggbbaa, or a name such as white or transparent; names: black, white, gray, red, green, blue, "
     "transparent; environment shows the environment, blurred"},
    {"--floor [on|off]", full, kView,
     [](Args& o, Text v) { o.look.floor = v.text == kLeftOut || readOneOf(v, kOnOff); },
     "show (default) or hide the floor; hidden by default in pictures with a transparent background and in the looks flat "
     "and fidelity"},
    {"--wireframe [over]", full, kView,
     [](Args& o, Text v) { (readWord(v, "over") ? o.look.edges : o.look.wireframe) = true; },
     "draw edges instead of surfaces; over draws them over the surfaces"},
    {"--skeleton [names]", common, kView,
     [](Args& o, Text v) { o.look.skeleton = true, o.look.boneNames = readWord(v, "names"); },
     "draw the bones over the model; names adds their names"},
    {"--no-textures", full, kView, [](Args& o, Text) { o.look.textures = false; }, "draw without textures"},
    {"--text-size FACTOR", full, kView,
     [](Args& o, Text v) { o.textSize = static_cast<float>(readNumber(v, kLeastText, kMostText)); },
     "size of all text, in the window and in pictures: default 1, from 0.5 to 4"},
};

constexpr OptionRow kBesideOptions[] = {
    {"--beside NAME|N", full, kView, [](Args& o, Text v) { o.play.beside = readText(v); },
     "show this clip on the right with the same camera; none shows the rest pose, source the figure that the clip was "
     "retargeted from"},
    {"--beside-time SECONDS", full, kView,
     [](Args& o, Text v) { o.play.besideSeconds = readNumber(v, -kMostTime, kMostTime); },
     "time of the right side when the left one is at --time; both keep playing"},
    {"--beside-skinning HOW", full, kView,
     [](Args& o, Text v) { o.play.settings.sideBySide.skinning = readNamed<Skinning>(v, kSkinnings); },
     "skinning of the right side: linear or dual-quaternion"},
    {"--onion-skin [N,step=SECONDS]", full, kView, readOnionSkin,
     "show N earlier (red) and N later poses (blue) as ghosts, 1 to 8; default 2,step=0.1; either may be left out"},
};

constexpr OptionRow kReportOptions[] = {
    {"--info", common, infoTask, nullptr, "print what is in the file"},
    {"--check", common, checkTask, nullptr,
     "check the rig and exit with 1 if it has errors; also checks several files, directories of models and --batch "
     "lists; with --retarget, the files after the first are CLIP_FILEs"},
    {"--fail-on LEVEL", full, checkTask, [](Args& o, Text v) { o.failOn = readOneOf(v, kFailOn); },
     "severity from which --check fails: error (default) or warning"},
    {"--policy FILE|ENGINE", full, checkTask, [](Args& o, Text v) { o.policy = readText(v); },
     "rules for --check: which findings fail, budgets, and what clips promise; default: the sinew.toml in the model's "
     "directory or the nearest one above; none ignores these; unity, unreal, godot, web, roblox or gazebo: the limits of "
     "that engine"},
    {"--baseline FILE", full, checkTask, [](Args& o, Text v) { o.baseline = readText(v); },
     "findings that --check accepts: they no longer fail"},
    {"--update-baseline", full, checkTask, nullptr,
     "accept all findings that fail, and write them to the --baseline; new files are created"},
    {"--compare MODEL", common, compareTask, [](Args& o, Text v) { o.compareWith = readText(v); },
     "compare the motion of two files and exit with 1 if it differs; measures how far apart corresponding vertices are, "
     "for example before and after an export"},
    {"--pick X,Y", full, pickTask, [](Args& o, Text v) { o.pick = readPixel(v); },
     "print the bone with the most influence at pixel X,Y (origin: top left); an empty line if there is no mesh"},
    {"--json", common, kReporting, [](Args& o, Text) { o.report = task::Check::Report::json; },
     "print the report as JSON; short for --report json; with --info, --check, --compare, --list-devices, --pick, "
     "--reference, --batch or a timed run"},
    {"--report FORMAT", full, kReporting, [](Args& o, Text v) { o.report = readOneOf(v, kReports); },
     "print the report as text (default) or json; with --check also as sarif (SARIF 2.1.0, for code hosts and editors), "
     "markdown (for comments on code hosts) or junit (XML for continuous integration)"},
    {"--html OUT.html", full, checkTask,
     [](Args& o, Text v) { o.html = readFileName(v, ".html", "pages are written as HTML"); },
     "with --check: also write a page with a picture for each finding, and a contact sheet and an animation of each clip; "
     "one file that loads nothing else"},
    {"--export FILE.glb", common, exportTask, [](Args& o, Text v) { o.exportFile = readExportName(v); },
     "write the model as glTF 2.0; with all clips, including those of the CLIP_FILEs; FILE.gltf writes a buffer and "
     "pictures beside it; FILE.dae writes Collada, FILE.fbx binary FBX, FILE.bvh the motion alone"},
    {"--axes Y|Z|PROGRAM", full, exportTask, [](Args& o, Text v) { o.exporting.axes = readAxes(v); },
     "with --export to .dae, .fbx or .bvh: the axis that points up, or that of unity, unreal, blender or gazebo; default: Y"},
    {"--unit METERS|PROGRAM", full, exportTask, [](Args& o, Text v) { o.exporting.unit = readUnit(v); },
     "with --export to .dae, .fbx or .bvh: the unit, as m, cm, in or a number of meters, or that of unity, unreal, blender "
     "or gazebo; default: m, for .fbx and .bvh cm"},
    {"--keys WHICH", full, exportTask, readKeys,
     "with --export: tolerance=X (default 1e-5) leaves out keys as long as no vertex moves farther than X times the "
     "model's size; all writes every key; fps=N writes linear keys at this rate"},
    {"--meshopt", full, exportTask, [](Args& o, Text) { o.exporting.compresses = true; },
     "with --export: compress the meshes and clips (EXT_meshopt_compression, KHR_mesh_quantization), and print how far "
     "that moves vertices"},
    {"--fix [loop]", full, exportTask,
     [](Args& o, Text v) { o.exporting.mends = true, o.closesLoops = readWord(v, "loop"); },
     "with --export: repair what can be repaired, and print a line for each repair: joints that move nothing, triangles "
     "without area, rotations that take the long way, names that are not unique; loop also makes loops end in the pose "
     "in which they begin"},
    {"--export-pose FILE.ply", full, exportPoseTask,
     [](Args& o, Text v) { o.exportPose = readFileName(v, ".ply", "poses are written as PLY"); },
     "write the skinned mesh at --time"},
    {"--bake FILE.sinew", common, bakeTask,
     [](Args& o, Text v) { o.bake = readFileName(v, ".sinew", "models are written in Sinew's own format"); },
     "write the model with textures and clips in a format that loads quickly"},
    {"--no-levels", full, bakeTask | kDrawing, [](Args& o, Text) { o.noLevels = true; },
     "do not make levels of detail, which takes about a second for 20,000 triangles"},
};

constexpr OptionRow kDeviceOptions[] = {
    {"--device NAME|N", full, kView, [](Args& o, Text v) { o.device.name = readText(v); },
     "GPU to use: part of its name, or its index in --list-devices"},
    {"--list-devices", full, devicesTask, nullptr, "list the Vulkan devices"},
    {"--validate", full, kView, [](Args& o, Text) { o.device.validate = true; },
     "enable the Vulkan validation layer; any message makes Sinew exit with code 6"},
};

constexpr OptionRow kGeneralOptions[] = {
    {"--import-seconds S", full, kModel,
     [](Args& o, Text v) { o.model.limits.seconds = readCount(v, 1, kMostImportSeconds); },
     "CPU time limit for reading a file, in whole seconds: default 10; the limit on elapsed time is three times as "
     "long"},
    {"--no-sandbox", full, kModel, [](Args& o, Text) { o.model.sandbox = false; },
     "read files in this process, without the sandbox's limits and protection; for debugging"},
    {"--no-settings", full, kAllTasks, nullptr,
     "neither load nor save the window's settings: size, floor, skeleton, panel and camera angles, which are in "
     "$XDG_CONFIG_HOME/sinew/settings.json"},
    {"--version", full, kAllTasks, nullptr, "print the version"},
    {"-h, --help [all]", common, kAllTasks,
     [](Args& o, Text v) { o.helpPage = readWord(v, "all") ? task::Help::Page::all : task::Help::Page::common; },
     "print this help; with all, list every option"},
    {"--help-man", hidden, kAllTasks, [](Args& o, Text) { o.helpPage = task::Help::Page::man; }, ""},
    {"--help-markdown", hidden, kAllTasks, [](Args& o, Text) { o.helpPage = task::Help::Page::markdown; }, ""},
    {"--shader-dir DIR", hidden, kView, [](Args& o, Text v) { o.device.shaderDir = readText(v); }, ""},
    {"--max-fps N", hidden, viewTask,
     [](Args& o, Text v) { o.mostFramesPerSecond = readNumber(v, 1.0, kMostFramesPerSecond); }, ""},
    {"--state-json FILE", hidden, viewTask, [](Args& o, Text v) { o.stateJson = readText(v); }, ""},
    {"--frames-in-flight N", hidden, kView, [](Args& o, Text v) { o.device.framesInFlight = readCount(v, 1, 3); }, ""},
    {"--max-bones N", hidden, kModel, [](Args& o, Text v) { o.model.maxBones = readCount(v, 12, 64); }, ""},
};

/// Names that other options have replaced, for one version. A text that begins with "," or ":" adds to the value.
constexpr OptionRow kOldOptions[] = {
    {"--crossfade SECONDS", "--transition", ",{}"},
    {"--formation NAME", "--instances", ",{}"},
    {"--seed N", "--instances", ",seed={}"},
    {"--range A:B", "--frames", "{}"},
    {"--threshold-max X", "--threshold", ",max={}"},
    {"--eye X,Y,Z", "--camera", "{}:"},
    {"--target X,Y,Z", "--camera", ":{}"},
    {"--environment-background", "--background", "environment"},
    {"--no-floor", "--floor", "off"},
    {"--edges", "--wireframe", ",over"},
    {"--bone-names", "--skeleton", ",names"},
    {"--onion-step SECONDS", "--onion-skin", ",step={}"},
    {"--sarif", "--report", "sarif"},
    {"--markdown", "--report", "markdown"},
    {"--tolerance X", "--keys", "tolerance={}"},
    {"--keep-keys", "--keys", "all"},
    {"--resample FPS", "--keys", "fps={}"},
};

constexpr OptionSection kSections[] = {
    {"Model and clips", kModelOptions},
    {"Playback", kPlaybackOptions},
    {"Pictures and video", kPictureOptions},
    {"Camera and look", kLookOptions},
    {"Side by side and onion skin", kBesideOptions},
    {"Reports and export", kReportOptions},
    {"Device", kDeviceOptions},
    {"General", kGeneralOptions},
};

}  // namespace

std::span<const OptionSection> optionSections() {
    return kSections;
}

std::span<const OptionRow> optionTable() {
    static const std::vector<OptionRow> table = [] {
        std::vector<OptionRow> rows;
        for (const OptionSection& section : kSections)
            rows.insert(rows.end(), section.rows.begin(), section.rows.end());
        for (OptionRow old : kOldOptions) {
            old.serves = std::ranges::find(rows, old.now, &OptionRow::name)->serves;
            rows.push_back(old);
        }
        return rows;
    }();
    return table;
}

}  // namespace sinew
