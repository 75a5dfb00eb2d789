#include "app/options/table.h"

namespace sinew {
namespace {

using enum OptionGroup;
using enum Listed;
using Given = GivenValue;

// Limits that keep everything computed from them finite, far beyond what anyone plays.
constexpr double kMostTime = 1e9;
constexpr double kMostSpeed = 1e6;
constexpr double kLeastFramesPerSecond = 1e-3;
constexpr double kMostFramesPerSecond = 1e6;
constexpr double kLeastOnionStep = 1e-3;
constexpr double kLeastScale = 1e-6;
constexpr double kMostScale = 1e6;
constexpr uint32_t kMostImportSeconds = 86'400;
constexpr uint32_t kMostFrames = 1'000'000;

// Sets of tasks.
constexpr uint16_t kDrawing = pictureTask | sheetTask | batchTask;
constexpr uint16_t kView = viewTask | kDrawing;
constexpr uint16_t kStage = kView | pickTask | exportTask;
constexpr uint16_t kModel = kStage | checkTask | compareTask | infoTask | bakeTask;
constexpr uint16_t kReporting = kDrawing | checkTask | compareTask | infoTask | pickTask | devicesTask;
constexpr uint16_t kAny = kModel | devicesTask;

// Values that are words.
constexpr Named<Retarget> kRetargets[] = {{"rotation", Retarget::rotation}, {"full", Retarget::full}};
constexpr Named<Skinning> kSkinnings[] = {{"linear", Skinning::linear}, {"dual-quaternion", Skinning::dualQuaternion}};
constexpr Named<TransitionKind> kTransitions[] = {{"fade", TransitionKind::fade},
                                                  {"inertial", TransitionKind::inertial}};
constexpr Named<RootMotionUse> kRootMotions[] = {
    {"off", RootMotionUse::off}, {"floor", RootMotionUse::floor}, {"move", RootMotionUse::move}};
constexpr Named<uint32_t> kInfluences[] = {{"4", 4}, {"8", 8}};
constexpr Named<Severity> kFailOn[] = {{"error", Severity::error}, {"warning", Severity::warning}};
constexpr Named<Fit> kFits[] = {{"clip", Fit::clip}, {"pose", Fit::pose}, {"bind", Fit::bind}};

constexpr OptionRow
    kTable
        [] =
            {
                {"--retarget", "", "HOW", model, full, kModel,
                 "how the clips of a CLIP_FILE are transferred: full (default) copies every channel; rotation, for "
                 "skeletons of other proportions, copies rotations and scales the root's translation to the model's "
                 "size",
                 [](CommandLine& o, Given v) { o.view.load.model.retarget = readOneOf(v, kRetargets); }},
                {"--up", "", "Y|Z", model, full, kStage, "override the file's up axis",
                 [](CommandLine& o, Given v) { o.view.load.model.up = readUpAxis(v); }},
                {"--scale", "", "X", model, full, kStage, "override the file's unit: world units per file unit",
                 [](CommandLine& o, Given v) { o.view.load.model.scale = readNumber(v, kLeastScale, kMostScale); }},
                {"--influences", "", "N", model, full, kModel,
                 "bones per vertex: the 4 (default) or 8 with the largest weights",
                 [](CommandLine& o, Given v) { o.view.load.model.influences = readOneOf(v, kInfluences); }},
                {"--each", "", "", model, full, viewTask,
                 "in the window: treat every file as a model, none as a CLIP_FILE; Page Up and Page Down switch "
                 "between them, as between the models of a folder"},
                {"--watch", "", "", model, common, viewTask,
                 "reload the model in the window when one of its files changes; watches the model, its textures and "
                 "buffers, the CLIP_FILEs and the state machine"},

                {"--animation", "-a", "NAME|N", play, common, kStage | compareTask,
                 "clip to start with: name, index from 0, or none for the rest pose",
                 [](CommandLine& o, Given v) { o.view.load.play.animation = readText(v); }},
                {"--time", "", "SECONDS", play, common, kStage,
                 "start at this time of the clip; without a window, the time of the first frame",
                 [](CommandLine& o, Given v) { o.view.load.play.timeSeconds = readNumber(v, -kMostTime, kMostTime); }},
                {"--speed", "", "X", play, common, kStage, "playback speed: default 1, negative plays backward",
                 [](CommandLine& o, Given v) {
                     o.view.load.play.settings.speed = readNumber(v, -kMostSpeed, kMostSpeed);
                 }},
                {"--once", "", "", play, full, kStage, "play the clip once instead of looping",
                 [](CommandLine& o, Given) { o.view.load.play.settings.repeat = Repeat::once; }},
                {"--crossfade", "", "SECONDS", play, full, kStage,
                 "duration of a transition to another clip: default 0.2, 0 cuts",
                 [](CommandLine& o, Given v) {
                     o.view.load.play.settings.transitionSeconds = readNumber(v, 0.0, kMostTime);
                 }},
                {"--transition", "", "KIND", play, full, kStage,
                 "fade (default) blends both clips and keeps locomotion cycles in sync; inertial switches at once and "
                 "blends out the difference",
                 [](CommandLine& o, Given v) { o.view.load.play.settings.transition = readOneOf(v, kTransitions); }},
                {"--root-motion", "", "USE", play, full, kStage,
                 "how root motion is applied: off (default) keeps it in the pose; floor scrolls the floor instead; "
                 "move moves the character, and the camera follows; a clip that walks in place travels at the speed of "
                 "its planted feet; a state machine that names a root defaults to floor",
                 [](CommandLine& o, Given v) { o.view.load.play.rootMotion = readOneOf(v, kRootMotions); }},
                {"--graph", "", "FILE.json", play, common, kStage,
                 "play a state machine over the clips; its keys take precedence in the window, where Ctrl restores the "
                 "usual function of a key",
                 [](CommandLine& o, Given v) { o.view.load.play.graph = readText(v); }},
                {"--script", "", "FILE", play, full, kStage,
                 "timed input for the state machine, one event per line: TIME down KEY, TIME up KEY, TIME set "
                 "PARAMETER VALUE, TIME fire TRIGGER",
                 [](CommandLine& o, Given v) { o.view.load.play.script = readText(v); }},

                {"--output", "-o", "PATH", picture, common, kDrawing,
                 "write pictures or video, no window: a.png, f_%04d.png, a.webp, a.mp4; the extension selects the "
                 "format: .png, .webp, .gif, .y4m, and with ffmpeg .mp4, .webm and .mkv; - writes to stdout; if PATH "
                 "is a directory, Sinew exits with code 5",
                 [](CommandLine& o, Given v) { o.output = readOutputName(v); }},
                {"--format", "", "NAME", picture, full, kDrawing,
                 "output format where the name has no extension that says so, as for -: png, webp, gif, y4m, mp4, webm "
                 "or mkv",
                 [](CommandLine& o, Given v) { o.format = readFormat(v); }},
                {"--headless", "", "", picture, full, kAny,
                 "run without a window; without --output, draws --frames frames and prints timings"},
                {"--frames", "", "N", picture, common, kDrawing,
                 "number of frames: default 1, for video the whole clip",
                 [](CommandLine& o, Given v) { o.frames.count = readCount(v, 1, kMostFrames); }},
                {"--range", "", "A:B", picture, full, kDrawing,
                 "draw frames A to B, counted from 0 at --time; files are numbered accordingly, so that several "
                 "machines can share a sequence",
                 [](CommandLine& o, Given v) {
                     const FrameRange range = readRange(v, kMostFrames);
                     o.frames.first = range.first;
                     o.frames.count = range.last - range.first + 1;
                 }},
                {"--fps", "", "F", picture, full, kDrawing, "frames per second: default 30",
                 [](CommandLine& o, Given v) {
                     o.frames.perSecond = readNumber(v, kLeastFramesPerSecond, kMostFramesPerSecond);
                 }},
                {"--turntable", "", "[N]", picture, common, kDrawing,
                 "orbit the camera once in N frames; default: in all frames; --speed 0 freezes the pose",
                 [](CommandLine& o, Given v) {
                     o.view.camera.turntable = true;
                     o.frames.turnFrames = v.text == kLeftOut ? 0 : readCount(v, 1, kMostFrames);
                 }},
                {"--sheet", "", "COLSxROWS", picture, common, kDrawing,
                 "contact sheet of the clip, or with --animation all a row for each clip; --size is the size of one "
                 "picture, by default 320x180",
                 [](CommandLine& o, Given v) { o.sheet = readSheetSize(v); }},
                {"--batch", "", "LIST", picture, common, batchTask | checkTask,
                 "draw or --check every model listed in a file, or - for stdin; one path per line; --output needs "
                 "{name} or {number} in it; unreadable models are reported and skipped, and Sinew exits with code 3",
                 [](CommandLine& o, Given v) { o.batch = readText(v); }},
                {"--reference", "", "PNG", picture, common, kDrawing,
                 "compare the last picture with PNG, exit with 1 if it differs; implies --headless",
                 [](CommandLine& o, Given v) { o.reference.path = readText(v); }},
                {"--diff", "", "OUT.png", picture, full, kDrawing,
                 "with --reference: write a heat map of the differences",
                 [](CommandLine& o, Given v) { o.reference.heatMap = readHeatMapName(v); }},
                {"--threshold", "", "X", picture, full, kDrawing | compareTask,
                 "largest accepted difference, from 0 to 1; with --reference: the mean over all pixels of the channel "
                 "that differs most, default 0.002; with --compare: the largest distance between vertices relative to "
                 "the model's size, default 0.001",
                 [](CommandLine& o, Given v) { o.threshold = readNumber(v, 0.0, 1.0); }},
                {"--threshold-max", "", "X", picture, full, kDrawing,
                 "with --reference: largest accepted difference of a single pixel, from 0 to 1; default 1",
                 [](CommandLine& o, Given v) { o.reference.thresholdMax = readNumber(v, 0.0, 1.0); }},

                {"--size", "", "WxH", look, common, kView | pickTask, "size of the window or picture: default 1280x720",
                 [](CommandLine& o, Given v) { o.view.size = readSize(v); }},
                {"--samples", "", "N", look, full, kView, "MSAA samples per pixel: 1, 2, 4, 8 or 16; default 4",
                 [](CommandLine& o, Given v) { o.view.device.samples = readSamples(v); }},
                {"--camera", "", "VIEW", look, common, kView | pickTask,
                 "front, side, back, top, three-quarter, or YAW,PITCH[,DISTANCE]; default three-quarter; angles in "
                 "degrees; distance 1 just fits the model",
                 [](CommandLine& o, Given v) { o.view.camera.viewpoint = readViewpoint(v); }},
                {"--fit", "", "WHAT", look, full, kView | pickTask,
                 "what the camera frames: clip (default), the model in the whole clip; pose, the pose at --time; bind, "
                 "the bind pose, which is the same for all clips",
                 [](CommandLine& o, Given v) { o.view.camera.fit = readOneOf(v, kFits); }},
                {"--light", "", "YAW,PITCH", look, full, kView,
                 "direction of the light in degrees, as for --camera; PITCH from 5 to 90; default: from the upper left",
                 [](CommandLine& o, Given v) { o.view.look.light = readLight(v); }},
                {"--skinning", "", "HOW", look, full, kStage | compareTask,
                 "linear (default), or dual-quaternion, which preserves volume where joints twist",
                 [](CommandLine& o, Given v) { o.view.look.skinning = readOneOf(v, kSkinnings); }},
                {"--view", "", "WHAT", look, common, kView,
                 "what the surface shows, for example weights or uvs; shaded (default), weights of the --bone, "
                 "influences of each vertex, parts of the palette, normals or uvs",
                 [](CommandLine& o, Given v) { o.view.look.view = readNamed<View>(v, kViewNames); }},
                {"--bone", "", "NAME|N", look, full, kStage, "highlight a bone: its name, or its node index from 0",
                 [](CommandLine& o, Given v) { o.view.load.play.bone = readText(v); }},
                {"--pose", "", "WHICH", look, full, kStage,
                 "playing (default); rest, the transforms of the file's nodes; or bind, the pose in which the meshes "
                 "were skinned",
                 [](CommandLine& o, Given v) { o.view.load.play.settings.pose = readNamed<ShownPose>(v, kPoseNames); }},
                {"--background", "", "COLOR", look, common, kView,
                 "rrggbb, rrggbbaa, or a name such as white or transparent; names: black, white, gray, red, green, "
                 "blue, transparent",
                 [](CommandLine& o, Given v) { o.view.look.background = readColor(v); }},
                {"--floor", "", "", look, full, kView, "draw the floor even on a transparent background",
                 [](CommandLine& o, Given) { o.view.look.floor = true; }},
                {"--no-floor", "", "", look, full, kView, "hide the floor",
                 [](CommandLine& o, Given) { o.view.look.floor = false; }},
                {"--wireframe", "", "", look, full, kView, "draw edges instead of surfaces",
                 [](CommandLine& o, Given) { o.view.look.wireframe = true; }},
                {"--edges", "", "", look, full, kView, "draw edges over the surfaces",
                 [](CommandLine& o, Given) { o.view.look.edges = true; }},
                {"--skeleton", "", "", look, common, kView, "draw the bones over the model",
                 [](CommandLine& o, Given) { o.view.look.skeleton = true; }},
                {"--bone-names", "", "", look, full, kView, "draw the bones and their names",
                 [](CommandLine& o, Given) { o.view.look.skeleton = o.view.look.boneNames = true; }},
                {"--no-textures", "", "", look, full, kView, "draw without textures",
                 [](CommandLine& o, Given) { o.view.look.textures = false; }},

                {"--beside", "", "NAME|N", beside, full, kView,
                 "show this clip at the right with the same camera; none shows the rest pose",
                 [](CommandLine& o, Given v) { o.view.load.play.beside = readText(v); }},
                {"--beside-time", "", "SECONDS", beside, full, kView,
                 "time of the right side when the left one is at --time; both play on",
                 [](CommandLine& o,
                    Given v) { o.view.load.play.besideSeconds = readNumber(v, -kMostTime, kMostTime); }},
                {"--beside-skinning", "", "HOW", beside, full, kView,
                 "skinning of the right side: linear or dual-quaternion",
                 [](CommandLine& o,
                    Given v) { o.view.load.play.settings.sideBySide.skinning = readOneOf(v, kSkinnings); }},
                {"--onion-skin", "", "[N]", beside, full, kView,
                 "show N earlier (red) and N later poses (blue) as ghosts, 1 to 8; default 2",
                 [](CommandLine& o, Given v) {
                     OnionSkin& onion = o.view.load.play.settings.onionSkin;
                     onion.shown = true;
                     if (v.text != kLeftOut) onion.count = readCount(v, 1, kMostGhosts);
                 }},
                {"--onion-step", "", "SECONDS", beside, full, kView,
                 "time between the ghosts of --onion-skin: default 0.1",
                 [](CommandLine& o,
                    Given
                        v) { o.view.load.play.settings.onionSkin.seconds = readNumber(v, kLeastOnionStep, kMostTime); }},

                {"--info", "", "", report, common, infoTask, "print what is in the file"},
                {"--check", "", "", report, common, checkTask,
                 "check the rig, exit with 1 if it has errors; checks each of several files, the models of folders and "
                 "of a --batch list; with --retarget, the files after the first are CLIP_FILEs"},
                {"--fail-on", "", "LEVEL", report, full, checkTask,
                 "severity from which --check fails: error (default) or warning",
                 [](CommandLine& o, Given v) { o.failOn = readOneOf(v, kFailOn); }},
                {"--compare", "", "MODEL", report, common, compareTask,
                 "compare the motion of two files, exit with 1 if it differs; measures how far apart corresponding "
                 "vertices are, for example before and after an export",
                 [](CommandLine& o, Given v) { o.compareWith = readText(v); }},
                {"--pick", "", "X,Y", report, full, pickTask,
                 "print the bone with the most influence at pixel X,Y (origin: top left); an empty line if there is no "
                 "mesh",
                 [](CommandLine& o, Given v) { o.pick = readPixel(v); }},
                {"--json", "", "", report, common, kReporting,
                 "print the report as JSON; with --info, --check, --compare, --list-devices, --pick, --reference, "
                 "--batch or a test run"},
                {"--sarif", "", "", report, full, checkTask,
                 "print the results of --check as SARIF 2.1.0, for code hosts and editors"},
                {"--state-json", "", "FILE", report, full, viewTask,
                 "write the state of the window as JSON when it closes",
                 [](CommandLine& o, Given v) { o.stateJson = readText(v); }},
                {"--export-pose", "", "FILE.ply", report, common, exportTask, "write the skinned mesh at --time",
                 [](CommandLine& o, Given v) { o.exportPose = readPlyName(v); }},
                {"--bake", "", "FILE.sinew", report, common, bakeTask,
                 "write the model with textures and clips in a format that loads quickly",
                 [](CommandLine& o, Given v) { o.bake = readBakeName(v); }},

                {"--device", "", "NAME|N", device, full, kView,
                 "GPU to use: part of its name, or its index in --list-devices",
                 [](CommandLine& o, Given v) { o.view.device.name = readText(v); }},
                {"--list-devices", "", "", device, full, devicesTask, "list the Vulkan devices"},
                {"--validate", "", "", device, full, kView,
                 "enable the Vulkan validation layer; any message makes Sinew exit with code 6",
                 [](CommandLine& o, Given) { o.view.device.validate = true; }},
                {"--shader-dir", "", "DIR", device, full, kView,
                 "use the shaders in this directory instead of the built-in ones",
                 [](CommandLine& o, Given v) { o.view.device.shaderDir = readText(v); }},

                {"--import-seconds", "", "S", general, full, kModel,
                 "CPU time limit for reading a file, in whole seconds: default 10; the limit on elapsed time is three "
                 "times as long",
                 [](CommandLine& o, Given v) {
                     o.view.load.model.limits.seconds = readCount(v, 1, kMostImportSeconds);
                 }},
                {"--no-sandbox", "", "", general, full, kModel,
                 "read files in this process, without the sandbox's limits and protection; for debugging",
                 [](CommandLine& o, Given) { o.view.load.model.sandbox = false; }},
                {"--no-settings", "", "", general, full, kAny,
                 "ignore and do not save the window's settings: size, floor, skeleton, panel and camera angles; they "
                 "are kept in $XDG_CONFIG_HOME/sinew/settings.json"},
                {"--version", "", "", general, full, kAny, "print the version"},
                {"--help", "-h", "[all]", general, common, kAny, "print this help, or with all every option",
                 [](CommandLine& o, Given v) { o.helpPage = readHelpPage(v); }},
                {"--help-markdown", "", "", general, hidden, kAny, "",
                 [](CommandLine& o, Given) { o.helpPage = task::Help::Page::markdown; }},
                {"--frames-in-flight", "", "N", general, hidden, kView, "",
                 [](CommandLine& o, Given v) { o.view.device.framesInFlight = readCount(v, 1, 3); }},
                {"--max-bones", "", "N", general, hidden, kModel, "",
                 [](CommandLine& o, Given v) { o.view.load.model.maxBones = readCount(v, 12, 64); }},
};

}  // namespace

std::span<const OptionRow> optionTable() {
    return kTable;
}

}  // namespace sinew
