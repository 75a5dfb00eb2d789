#include "app/option_table.h"

namespace sinew {
namespace {

using enum OptionGroup;
using Given = GivenValue;

// Limits that keep all that is computed from them finite, and are far from what anyone plays.
constexpr double kMostTime = 1e9;
constexpr double kMostSpeed = 1e6;
constexpr double kLeastFramesPerSecond = 1e-3;
constexpr double kMostFramesPerSecond = 1e6;
constexpr double kLeastOnionStep = 1e-3;
constexpr double kLeastScale = 1e-6;
constexpr double kMostScale = 1e6;
constexpr uint32_t kMostImportSeconds = 86'400;
constexpr uint32_t kMostFrames = 1'000'000;

constexpr OptionRow kTable[] = {
    {"--animation", "-a", "NAME|N", play,
     "the clip to start with: its name, its index from 0, or none for the rest pose",
     [](Options& o, Given v) { o.animation = readText(v); }},
    {"--time", "", "SECONDS", play, "start (window) or pose (no window) at this time of the clip",
     [](Options& o, Given v) { o.timeSeconds = readNumber(v, -kMostTime, kMostTime); }},
    {"--speed", "", "X", play, "1 is as authored, which is the default; a negative one plays backwards",
     [](Options& o, Given v) { o.speed = readNumber(v, -kMostSpeed, kMostSpeed); }},
    {"--once", "", "", play, "play the clip once instead of looping", [](Options& o, Given) { o.once = true; }},
    {"--crossfade", "", "SECONDS", play, "how long a switch to another clip takes: default 0.2, 0 cuts",
     [](Options& o, Given v) { o.crossfadeSeconds = readNumber(v, 0.0, kMostTime); }},
    {"--transition", "", "KIND", play,
     "how a switch is drawn: fade (default) plays both clips, and those that walk keep step; inertial plays the new "
     "one "
     "alone, and what the pose differed by dies away",
     [](Options& o, Given v) { o.transition = readTransition(v); }},
    {"--root-motion", "", "USE", play,
     "what becomes of a clip's way over the ground: off (default) leaves it in the pose as authored; floor takes it "
     "out, "
     "and the floor moves under the character; move moves and turns the character, which goes on where a loop ends, "
     "and "
     "the camera follows. A clip that walks in place moves over the ground as fast as its feet push it back: the floor "
     "passes under it with off and floor, and the character goes with move. A state machine that names its root begins "
     "with floor",
     [](Options& o, Given v) { o.rootMotion = readRootMotion(v); }},
    {"--graph", "", "FILE.json", play,
     "play a state machine over the clips; in the window its keys come first, and Ctrl with a key is the window's own",
     [](Options& o, Given v) { o.graph = readText(v); }},
    {"--script", "", "FILE", play,
     "what happens to the state machine, beside the keys of the window, line by line: TIME down KEY, TIME up KEY, TIME "
     "set PARAMETER VALUE, TIME fire "
     "TRIGGER",
     [](Options& o, Given v) { o.script = readText(v); }},
    {"--retarget", "", "HOW", play,
     "what is taken from the clips of a CLIP_FILE: full (default), all as it is, or rotation, for a skeleton of other "
     "proportions: rotations, and the way of its root scaled to the model's size",
     [](Options& o, Given v) { o.retarget = readRetarget(v); }},
    {"--each", "", "", play,
     "in the window: every file is a model, none a CLIP_FILE, and Page Up and Page Down go through them; so they do "
     "where MODEL is a folder, without this",
     [](Options& o, Given) { o.each = true; }},
    {"--watch", "", "", play,
     "in the window: read the model anew when its file changes, or its pictures, buffers, CLIP_FILEs or state machine",
     [](Options& o, Given) { o.watch = true; }},
    {"--up", "", "Y|Z", play, "the axis of the file that points up, instead of what the file says",
     [](Options& o, Given v) { o.up = readUpAxis(v); }},
    {"--scale", "", "X", play, "how large a unit of the file is, instead of what the file says",
     [](Options& o, Given v) { o.scale = readNumber(v, kLeastScale, kMostScale); }},
    {"--influences", "", "N", play, "how many bones may move a vertex: the 4 (default) or 8 with the largest weights",
     [](Options& o, Given v) { o.influences = readInfluences(v); }},

    {"--skinning", "", "HOW", play,
     "how a vertex follows its bones: linear (default), or dual-quaternion, which keeps the volume of what twists",
     [](Options& o, Given v) { o.skinning = readSkinning(v); }},

    {"--output", "-o", "PATH", picture,
     "write picture.png, or frames_%04d.png for several, or an animation or film: .webp, .gif, .y4m, and with the "
     "program ffmpeg .mp4, .webm, .mkv; or - for stdout; implies --headless",
     [](Options& o, Given v) { o.output = readOutputName(v); }},
    {"--format", "", "NAME", picture,
     "write png, webp, gif, y4m, mp4, webm or mkv: for - and names without such an ending",
     [](Options& o, Given v) { o.format = readFormat(v); }},
    {"--headless", "", "", picture,
     "no window and no display needed; without --output a test run that draws --frames frames",
     [](Options& o, Given) { o.headless = true; }},
    {"--frames", "", "N", picture, "how many frames: default 1, or in a film as many as the clip has",
     [](Options& o, Given v) { o.frames = readCount(v, 1, kMostFrames); }},
    {"--range", "", "A:B", picture,
     "the frames from number A to number B, counted from 0 at --time; the files are numbered alike, so that many "
     "machines can share a sequence",
     [](Options& o, Given v) {
         const FrameRange range = readRange(v, kMostFrames);
         o.firstFrame = range.first;
         o.frames = range.last - range.first + 1;
     }},
    {"--fps", "", "F", picture, "how many frames a second of the clip takes: default 30",
     [](Options& o, Given v) { o.framesPerSecond = readNumber(v, kLeastFramesPerSecond, kMostFramesPerSecond); }},
    {"--turntable", "", "[N]", picture,
     "the camera goes round the model once in N frames, or over the frames; --speed 0 holds the model still",
     [](Options& o, Given v) {
         o.turntable = true;
         o.turnFrames = v.text == kLeftOut ? 0 : readCount(v, 1, kMostFrames);
     }},
    {"--sheet", "", "COLSxROWS", picture,
     "a contact sheet: so many pictures of the clip, each of --size (320x180) with its time; with --animation all a "
     "row for each clip",
     [](Options& o, Given v) { o.sheet = readSheetSize(v); }},
    {"--batch", "", "LIST", picture,
     "the models that the file LIST names, one on a line, or - for stdin; --output has {name} or {number} in it, or "
     "--check judges them. What cannot be read is said and passed over, and the exit code is then 3",
     [](Options& o, Given v) { o.batch = readText(v); }},
    {"--reference", "", "PNG", picture,
     "compare the last picture with this one, exit 1 when it differs; implies --headless",
     [](Options& o, Given v) { o.reference = readText(v); }},
    {"--diff", "", "OUT.png", picture, "with --reference: write a heat map of where the pictures differ",
     [](Options& o, Given v) { o.heatMap = readHeatMapName(v); }},
    {"--threshold", "", "X", picture,
     "how much it may differ, 0 to 1: with --reference the mean over all pixels of the most different channel, "
     "whatever "
     "a single one does, default 0.002; with --compare the largest distance of a vertex as a share of the model's "
     "size, "
     "default 0.001",
     [](Options& o, Given v) { o.threshold = readNumber(v, 0.0, 1.0); }},
    {"--threshold-max", "", "X", picture,
     "with --reference, how much the most different pixel may differ, too, 0 to 1; default 1",
     [](Options& o, Given v) { o.thresholdMax = readNumber(v, 0.0, 1.0); }},

    {"--size", "", "WxH", look, "of the window or picture: default 1280x720",
     [](Options& o, Given v) {
         const Size size = readSize(v);
         o.width = size.width;
         o.height = size.height;
         o.sizeGiven = true;
     }},
    {"--samples", "", "N", look, "of each pixel, for smooth edges: 1, 2, 4, 8 or 16; default 4",
     [](Options& o, Given v) { o.samples = readSamples(v); }},
    {"--camera", "", "VIEW", look,
     "front, side, back, top, three-quarter (default), or YAW,PITCH[,DISTANCE] in degrees and multiples of the "
     "distance at "
     "which the model fits",
     [](Options& o, Given v) { o.viewpoint = readViewpoint(v); }},
    {"--fit", "", "WHAT", look,
     "what is sure to be in the picture: the model in the whole clip (default), in its pose at --time, or in its bind "
     "pose, which is the same for all its clips: clip, pose or bind",
     [](Options& o, Given v) { o.fit = readFit(v); }},
    {"--light", "", "YAW,PITCH", look,
     "where the light comes from, in degrees as for --camera, 5 to 90 above the horizon; default from the upper left",
     [](Options& o, Given v) { o.light = readLight(v); }},
    {"--view", "", "WHAT", look,
     "what the surface shows: shaded (default), weights of the --bone, influences of each vertex, parts of a palette, "
     "normals or uvs",
     [](Options& o, Given v) { o.view = readView(v); }},
    {"--bone", "", "NAME|N", look, "the bone that stands out: its name, or its index among the nodes from 0",
     [](Options& o, Given v) { o.bone = readText(v); }},
    {"--pose", "", "WHICH", look,
     "playing (default), rest as in the file's nodes, or bind, in which the meshes were skinned",
     [](Options& o, Given v) { o.pose = readPose(v); }},
    {"--background", "", "COLOR", look,
     "rrggbb or rrggbbaa, with or without #, or black, white, gray, red, green, blue, transparent",
     [](Options& o, Given v) { o.background = readColor(v); }},
    {"--floor", "", "", look, "with the floor, which a picture with a transparent background leaves out",
     [](Options& o, Given) { o.floor = true; }},
    {"--no-floor", "", "", look, "without the floor", [](Options& o, Given) { o.floor = false; }},
    {"--wireframe", "", "", look, "edges instead of surfaces", [](Options& o, Given) { o.wireframe = true; }},
    {"--edges", "", "", look, "edges over the surfaces", [](Options& o, Given) { o.edges = true; }},
    {"--skeleton", "", "", look, "with the bones drawn over the model", [](Options& o, Given) { o.skeleton = true; }},
    {"--bone-names", "", "", look, "with the bones and their names",
     [](Options& o, Given) { o.skeleton = o.boneNames = true; }},
    {"--no-textures", "", "", look, "without the model's textures", [](Options& o, Given) { o.textures = false; }},

    {"--beside", "", "NAME|N", look,
     "a second picture at the right, with the same camera: of this clip, or with none of the rest pose",
     [](Options& o, Given v) { o.beside = readText(v); }},
    {"--beside-time", "", "SECONDS", look,
     "the same, of another time: the right one stands there while the left one is at --time, and both go on",
     [](Options& o, Given v) { o.besideSeconds = readNumber(v, -kMostTime, kMostTime); }},
    {"--beside-skinning", "", "HOW", look,
     "the same, skinned otherwise than --skinning says: linear or dual-quaternion",
     [](Options& o, Given v) { o.besideSkinning = readSkinning(v); }},
    {"--onion-skin", "", "[N]", look, "ghosts of the poses before (red) and after (blue): N of each, 1 to 8; default 2",
     [](Options& o, Given v) {
         o.onion.shown = true;
         if (v.text != kLeftOut) o.onion.count = readCount(v, 1, kMostGhosts);
     }},
    {"--onion-step", "", "SECONDS", look, "how far the ghosts of --onion-skin are apart: default 0.1",
     [](Options& o, Given v) { o.onion.seconds = readNumber(v, kLeastOnionStep, kMostTime); }},

    {"--info", "", "", report, "say what is in the file, and stop", [](Options& o, Given) { o.info = true; }},
    {"--check", "", "", report,
     "judge the rig, and stop: exit 1 when something is wrong with it; several files, the models of a folder and those "
     "of a --batch list each by itself, unless --retarget says that the files behind the first are CLIP_FILEs",
     [](Options& o, Given) { o.check = true; }},
    {"--fail-on", "", "LEVEL", report, "from where --check fails: error, which is the default, or warning",
     [](Options& o, Given v) { o.failOn = readFailOn(v); }},
    {"--json", "", "", report,
     "the report as JSON: with --info, --check, --compare, --list-devices, --pick, --reference, --batch or a test run",
     [](Options& o, Given) { o.json = true; }},
    {"--sarif", "", "", report, "what --check says as SARIF 2.1.0, which code hosts and editors show",
     [](Options& o, Given) { o.sarif = true; }},
    {"--compare", "", "MODEL", report,
     "compare the clips of two files, as before and after an export, by how far apart their vertices come, and stop: "
     "exit 1 when that is too far",
     [](Options& o, Given v) { o.compareWith = readText(v); }},
    {"--pick", "", "X,Y", report,
     "name the bone that moves most what is seen in that pixel of the picture, from its upper left corner; an empty "
     "line where there is no mesh",
     [](Options& o, Given v) { o.pick = readPixel(v); }},
    {"--state-json", "", "FILE", report, "what the window shows when it closes, as JSON: for tests of windows",
     [](Options& o, Given v) { o.stateJson = readText(v); }},
    {"--export-pose", "", "FILE.ply", report, "write the skinned mesh as it stands at --time, and stop",
     [](Options& o, Given v) { o.exportPose = readPlyName(v); }},
    {"--bake", "", "FILE.sinew", report,
     "write the model with its pictures and clips in Sinew's own format, which loads many times faster, and stop",
     [](Options& o, Given v) { o.bake = readBakeName(v); }},

    {"--device", "", "NAME|N", device, "the GPU to use: a part of its name, or its index in --list-devices",
     [](Options& o, Given v) { o.device = readText(v); }},
    {"--list-devices", "", "", device, "list the Vulkan devices, and stop",
     [](Options& o, Given) { o.listDevices = true; }},
    {"--validate", "", "", device, "with Vulkan's validation layer: any message of it fails the run with exit 6",
     [](Options& o, Given) { o.validate = true; }},
    {"--shader-dir", "", "DIR", device, "use the shaders in this folder instead of those built in",
     [](Options& o, Given v) { o.shaderDir = readText(v); }},

    {"--import-seconds", "", "S", other,
     "how long reading a file may compute, in whole seconds: default 10; it may wait three times as long",
     [](Options& o, Given v) { o.importSeconds = readCount(v, 1, kMostImportSeconds); }},
    {"--no-sandbox", "", "", other,
     "read files in this process, without its limits and its protection, to look for faults",
     [](Options& o, Given) { o.sandbox = false; }},
    {"--no-settings", "", "", other,
     "the window neither uses nor keeps what the user has set: its size, the floor, the skeleton, the panel and the "
     "angles of the camera, else in $XDG_CONFIG_HOME/sinew/settings.json",
     [](Options& o, Given) { o.settings = false; }},
    {"--version", "", "", other, "print the version, and stop", [](Options& o, Given) { o.version = true; }},
    {"--help", "-h", "", other, "print this, and stop", [](Options& o, Given) { o.help = true; }},

    {"--help-markdown", "", "", other, "", [](Options& o, Given) { o.helpMarkdown = true; }},
    {"--frames-in-flight", "", "N", other, "", [](Options& o, Given v) { o.framesInFlight = readCount(v, 1, 3); }},
    {"--max-bones", "", "N", other, "", [](Options& o, Given v) { o.maxBones = readCount(v, 12, 64); }},
};

}  // namespace

std::span<const OptionRow> optionTable() {
    return kTable;
}

}  // namespace sinew
