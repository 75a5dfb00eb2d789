#include "app/option_table.h"

namespace sinew {
namespace {

using enum OptionGroup;
using Given = GivenValue;

// Limits that keep all that is computed from them finite, and are far from what anyone plays.
constexpr double kMostSeconds = 1e9;
constexpr double kMostSpeed = 1e6;
constexpr double kLeastFramesPerSecond = 1e-3;
constexpr double kMostFramesPerSecond = 1e6;
constexpr double kLeastScale = 1e-6;
constexpr double kMostScale = 1e6;
constexpr uint32_t kMostImportSeconds = 86'400;
constexpr uint32_t kMostFrames = 1'000'000;

constexpr OptionRow kTable[] = {
    {"--animation", "-a", "NAME|N", play,
     "the clip to start with: its name, its index from 0, or none for the rest pose",
     [](Options& o, Given v) { o.animation = readText(v); }},
    {"--time", "", "SECONDS", play, "start (window) or pose (no window) at this time of the clip",
     [](Options& o, Given v) { o.timeSeconds = readNumber(v, -kMostSeconds, kMostSeconds); }},
    {"--speed", "", "X", play, "1 is as authored, which is the default; a negative one plays backwards",
     [](Options& o, Given v) { o.speed = readNumber(v, -kMostSpeed, kMostSpeed); }},
    {"--once", "", "", play, "play the clip once instead of looping", [](Options& o, Given) { o.once = true; }},
    {"--crossfade", "", "SECONDS", play, "how long a switch to another clip takes: default 0.2, 0 cuts",
     [](Options& o, Given v) { o.crossfadeSeconds = readNumber(v, 0.0, kMostSeconds); }},
    {"--graph", "", "FILE.json", play, "play a state machine over the clips; for pictures, test runs and --export-pose",
     [](Options& o, Given v) { o.graph = readText(v); }},
    {"--script", "", "FILE", play,
     "what happens to the state machine, line by line: TIME down KEY, TIME up KEY, TIME set PARAMETER VALUE, TIME fire "
     "TRIGGER",
     [](Options& o, Given v) { o.script = readText(v); }},
    {"--retarget", "", "HOW", play,
     "what is taken from the clips of a CLIP_FILE: full (default), all as it is, or rotation, for a skeleton of other "
     "proportions: rotations, and the way of its root scaled to the model's size",
     [](Options& o, Given v) { o.retarget = readRetarget(v); }},
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
     "write picture.png, or frames_%04d.png for several, or - for a PNG on stdout; implies --headless",
     [](Options& o, Given v) { o.output = readPictureName(v); }},
    {"--headless", "", "", picture,
     "no window and no display needed; without --output a test run that draws --frames frames",
     [](Options& o, Given) { o.headless = true; }},
    {"--frames", "", "N", picture, "how many frames: default 1",
     [](Options& o, Given v) { o.frames = readCount(v, 1, kMostFrames); }},
    {"--fps", "", "F", picture, "how many frames a second of the clip takes: default 30",
     [](Options& o, Given v) { o.framesPerSecond = readNumber(v, kLeastFramesPerSecond, kMostFramesPerSecond); }},
    {"--turntable", "", "", picture, "the camera goes round the model once over the frames",
     [](Options& o, Given) { o.turntable = true; }},
    {"--reference", "", "PNG", picture,
     "compare the last picture with this one, exit 1 when it differs; implies --headless",
     [](Options& o, Given v) { o.reference = readText(v); }},
    {"--threshold", "", "X", picture,
     "how much it may differ: the mean over the pixels of the most different channel, 0 to 1; default 0.002",
     [](Options& o, Given v) { o.threshold = readNumber(v, 0.0, 1.0); }},

    {"--size", "", "WxH", look, "of the window or picture: default 1280x720",
     [](Options& o, Given v) {
         const Size size = readSize(v);
         o.width = size.width;
         o.height = size.height;
     }},
    {"--samples", "", "N", look, "of each pixel, for smooth edges: 1, 2, 4, 8 or 16; default 4",
     [](Options& o, Given v) { o.samples = readSamples(v); }},
    {"--camera", "", "VIEW", look,
     "front, side, back, top, three-quarter (default), or YAW,PITCH[,DISTANCE] in degrees and multiples of the "
     "distance at "
     "which the model fits",
     [](Options& o, Given v) { o.view = readView(v); }},
    {"--background", "", "COLOR", look,
     "rrggbb or rrggbbaa, with or without #, or black, white, gray, red, green, blue, transparent",
     [](Options& o, Given v) { o.background = readColor(v); }},
    {"--no-floor", "", "", look, "without the floor", [](Options& o, Given) { o.floor = false; }},
    {"--wireframe", "", "", look, "edges instead of surfaces", [](Options& o, Given) { o.wireframe = true; }},
    {"--skeleton", "", "", look, "with the bones drawn over the model", [](Options& o, Given) { o.skeleton = true; }},
    {"--no-textures", "", "", look, "without the model's textures", [](Options& o, Given) { o.textures = false; }},

    {"--info", "", "", report, "say what is in the file, and stop", [](Options& o, Given) { o.info = true; }},
    {"--check", "", "", report, "judge the rig, and stop: exit 1 when something is wrong with it",
     [](Options& o, Given) { o.check = true; }},
    {"--fail-on", "", "LEVEL", report, "from where --check fails: error, which is the default, or warning",
     [](Options& o, Given v) { o.failOn = readFailOn(v); }},
    {"--json", "", "", report, "the report as JSON: with --info, --check, --list-devices, --reference or a test run",
     [](Options& o, Given) { o.json = true; }},
    {"--sarif", "", "", report, "what --check says as SARIF 2.1.0, which code hosts and editors show",
     [](Options& o, Given) { o.sarif = true; }},
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
