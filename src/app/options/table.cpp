#include "app/options/table.h"

namespace sinew {
namespace {

using enum Listed;
using Args = CommandLine;
using Text = GivenValue;

// Limits that keep everything computed from them finite, far beyond what anyone plays.
constexpr double kMostTime = 1e9;
constexpr double kMostSpeed = 1e6;
constexpr double kLeastFramesPerSecond = 1e-3;
constexpr double kMostFramesPerSecond = 1e6;
constexpr double kLeastOnionStep = 1e-3;
constexpr double kLeastScale = 1e-6;
constexpr double kMostScale = 1e6;
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
constexpr const char* kFits[] = {"figure", "clip", "pose", "bind"};
constexpr Named<uint32_t> kInfluences[] = {{"4", 4}, {"8", 8}};
constexpr Named<Severity> kFailOn[] = {{"error", Severity::error}, {"warning", Severity::warning}};

constexpr OptionRow kModelOptions[] = {
    {"--retarget HOW", full, kModel, [](Args& o, Text v) { o.model.retarget = readOneOf(v, kRetargets); },
     "how the clips of a CLIP_FILE are transferred: full (default) copies every channel; rotation, for "
     "skeletons with different proportions, copies rotations and scales the root's translation to the model's size; rig "
     "moves any figure's motion to the model, whatever its bones' names, axes, proportions and rest pose are"},
    {"--bone-map FILE.json", full, kModel, [](Args& o, Text v) { o.model.boneMap = readText(v); },
     "the bones that belong together, for --retarget rig: default found by names and shape; - prints them as such a "
     "file and exits"},
    {"--retarget-pose POSE", full, kModel, [](Args& o, Text v) { o.model.rig.pose = readOneOf(v, kCommonPoses); },
     "the pose in which both skeletons are alike, for --retarget rig: bind (default), in which the meshes were skinned; "
     "or rest, that of the files' nodes"},
    {"--keep-hands", full, kModel, [](Args& o, Text) { o.model.rig.keepHands = true; },
     "for --retarget rig: hands that rest in the CLIP_FILE rest in the result, as feet on the ground always do"},
    {"--up Y|Z", full, kStage | exportTask, [](Args& o, Text v) { o.model.up = readUpAxis(v); },
     "override the file's up axis"},
    {"--scale X", full, kStage | exportTask,
     [](Args& o, Text v) { o.model.scale = readNumber(v, kLeastScale, kMostScale); },
     "override the file's unit: world units per file unit"},
    {"--influences N", full, kModel, [](Args& o, Text v) { o.model.influences = readOneOf(v, kInfluences); },
     "bones per vertex: the 4 (default) or 8 with the largest weights"},
    {"--variant NAME", full, kModel, [](Args& o, Text v) { o.model.variant = readText(v); },
     "the materials to show, of a glTF file that has variants of them; --info lists their names"},
    {"--textures DIR...", full, kModel,
     [](Args& o, Text v) { o.model.textureFolders.push_back(readDirectory(v, o.model.textureFolders.size())); },
     "also look for textures below this directory: by their path and its ends, ignoring case, and by name; may be given "
     "16 times. Otherwise a model reads only below its own directory, and its textures in its project; none: not there"},
    {"--each", full, viewTask, nullptr,
     "in the window: treat every file as a model, none as a CLIP_FILE; Page Up and Page Down switch between them, as "
     "between the models of a directory"},
    {"--watch", common, viewTask, nullptr,
     "reload the model in the window when one of its files changes; watches the model, its textures and buffers, the "
     "CLIP_FILEs, the state machine and the environment"},
};

constexpr OptionRow kPlaybackOptions[] = {
    {"-a, --animation NAME|N", common, kStage | compareTask, [](Args& o, Text v) { o.play.animation = readText(v); },
     "clip to start with: name, index from 0, or none for the rest pose"},
    {"--time SECONDS", common, kStage,
     [](Args& o, Text v) { o.play.timeSeconds = readNumber(v, -kMostTime, kMostTime); },
     "start at this time of the clip; without a window, the time of the first frame"},
    {"--speed X", common, kStage,
     [](Args& o, Text v) { o.play.settings.speed = readNumber(v, -kMostSpeed, kMostSpeed); },
     "playback speed: default 1, negative plays backward"},
    {"--once", full, kStage, [](Args& o, Text) { o.play.settings.repeat = Repeat::once; },
     "play the clip once instead of looping"},
    {"--crossfade SECONDS", full, viewTask,
     [](Args& o, Text v) { o.play.settings.transitionSeconds = readNumber(v, 0.0, kMostTime); },
     "duration of a transition to another clip: default 0.2, 0 cuts"},
    {"--transition KIND", full, viewTask,
     [](Args& o, Text v) { o.play.settings.transition = readNamed<TransitionKind>(v, kTransitions); },
     "fade (default) blends both clips and keeps locomotion cycles in sync; inertial switches at once and blends out "
     "the difference"},
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
    {"--instances N", common, kStage & ~sheetTask,
     [](Args& o, Text v) { o.play.settings.crowd.count = readCount(v, 1, kMostCharacters); },
     "show the character N times, up to 100000; each fades from clip to clip at its own times and speed, or with "
     "--animation plays that clip; with --root-motion move they walk about; --export-pose writes the first"},
    {"--formation NAME", full, kStage & ~sheetTask,
     [](Args& o, Text v) { o.play.settings.crowd.formation = readNamed<Formation>(v, kFormationNames); },
     "arrangement of the crowd: grid (default), circle or scatter"},
    {"--seed N", full, kStage & ~sheetTask,
     [](Args& o, Text v) { o.play.settings.crowd.seed = readCount(v, 0, kMostSeed); },
     "number that varies the crowd: default 1"},
    {"--pose-on WHERE", full, kView & ~sheetTask,
     [](Args& o, Text v) { o.play.poseOn = readNamed<PoseOn>(v, kPoseOnNames); },
     "where the characters of a crowd are posed: cpu (default), or gpu for a compute pass; what that does not take, the "
     "CPU poses"},
};

constexpr OptionRow kPictureOptions[] = {
    {"-o, --output PATH", common, kDrawing, [](Args& o, Text v) { o.output = readOutputName(v); },
     "write pictures or video, no window: a.png, f_%04d.png, a.webp, a.mp4; the extension selects the format: .png, "
     ".webp, .gif, .y4m, and with ffmpeg .mp4, .webm and .mkv; - writes to stdout; if PATH is a directory, Sinew exits "
     "with code 5"},
    {"--format NAME", full, kDrawing, [](Args& o, Text v) { o.format = readFormat(v); },
     "output format if PATH has no extension, as for -: png, webp, gif, y4m, mp4, webm or mkv"},
    {"--headless", full, kAllTasks, nullptr,
     "run without a window; without --output, draws --frames frames and prints timings"},
    {"--frames N", common, kDrawing, [](Args& o, Text v) { o.frames.count = readCount(v, 1, kMostFrames); },
     "number of frames: default 1, for video the whole clip"},
    {"--range A:B", full, kDrawing,
     [](Args& o, Text v) {
         const auto [first, last] = readRange(v, kMostFrames);
         o.frames.first = first;
         o.frames.count = last - first + 1;
     },
     "draw frames A to B, counted from 0 at --time; files are numbered accordingly, so that several machines can share "
     "a sequence"},
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
    {"--threshold X", full, kDrawing | compareTask, [](Args& o, Text v) { o.threshold = readNumber(v, 0.0, 1.0); },
     "largest accepted difference, from 0 to 1; with --reference: the mean over all pixels of the channel that differs "
     "most, default 0.002; with --compare: the largest distance between vertices relative to the model's size, default "
     "0.001"},
    {"--threshold-max X", full, kDrawing, [](Args& o, Text v) { o.reference.thresholdMax = readNumber(v, 0.0, 1.0); },
     "with --reference: largest accepted difference of a single pixel, from 0 to 1; default 1"},
};

constexpr OptionRow kLookOptions[] = {
    {"--size WxH", common, kView | pickTask,
     [](Args& o, Text v) { o.size = readSides(v, kMostPixelsASide, "WIDTHxHEIGHT such as 1280x720"); },
     "size of the window or picture: default 1280x720"},
    {"--samples N", full, kView, [](Args& o, Text v) { o.device.samples = readSamples(v); },
     "MSAA samples per pixel: 1, 2, 4, 8 or 16; default 4"},
    {"--camera VIEW", common, kView | pickTask, [](Args& o, Text v) { o.camera.viewpoint = readViewpoint(v); },
     "front, side, back, top, three-quarter, or YAW,PITCH[,DISTANCE]; default three-quarter; angles in degrees; "
     "distance 1 just fits the model"},
    {"--fit WHAT", full, kView | pickTask, [](Args& o, Text v) { o.camera.fit = readNamed<Fit>(v, kFits); },
     "what the camera frames: figure (default), the model in the whole clip, without a ground plane or sky that is far "
     "larger, and followed where it travels far; clip, all of the model in the whole clip; pose, the pose at --time; "
     "bind, the bind pose, which is the same for all clips"},
    {"--eye X,Y,Z", full, kView | pickTask, [](Args& o, Text v) { o.eye = readPoint(v); },
     "position of the camera, in the model's world with Y up; requires --target"},
    {"--target X,Y,Z", full, kView | pickTask, [](Args& o, Text v) { o.target = readPoint(v); },
     "the point that --eye looks at"},
    {"--fov DEGREES", full, kView | pickTask,
     [](Args& o, Text v) { o.camera.fieldOfViewDegrees = readNumber(v, kLeastFieldOfView, kMostFieldOfView); },
     "vertical field of view: default 28"},
    {"--look WHAT", full, kView,
     [](Args& o, Text v) {
         o.look.lighting = readNamed<Lighting>(v, kLightingNames);
         if (o.look.lighting != Lighting::studio) o.look.floor = false;
     },
     "studio (default), with a key light and its shadow; flat, base colors in a soft light and emissive ones, without "
     "reflections, shadow, floor and --tone, for thumbnails; fidelity, lit by the environment alone and without floor, "
     "to compare with other renderers"},
    {"--light YAW,PITCH", full, kView, [](Args& o, Text v) { o.look.light = readLight(v); },
     "direction of the light in degrees, as for --camera; PITCH from 5 to 90; default: from the upper left"},
    {"--environment FILE", full, kView, [](Args& o, Text v) { o.environment = readText(v); },
     "light from all directions: studio (default), none, or an equirectangular picture, .hdr or .exr"},
    {"--environment-strength X", full, kView,
     [](Args& o, Text v) { o.look.environmentStrength = static_cast<float>(readNumber(v, 0.0, kMostLight)); },
     "factor of the environment's light: default 1"},
    {"--environment-rotation DEGREES", full, kView,
     [](Args& o, Text v) {
         o.look.environmentRotation = glm::radians(static_cast<float>(readNumber(v, -kMostRotation, kMostRotation)));
     },
     "turn the environment about the vertical axis, counterclockwise from above"},
    {"--environment-background", full, kView, [](Args& o, Text) { o.look.environmentBackground = true; },
     "show the environment behind the model, blurred, instead of the sky"},
    {"--exposure FACTOR", full, kView,
     [](Args& o, Text v) { o.look.exposure = static_cast<float>(readNumber(v, 0.0, kMostLight)); },
     "factor of all light, before --tone: default 1; 2 is one stop brighter"},
    {"--tone HOW", full, kView, [](Args& o, Text v) { o.look.tone = readNamed<Tone>(v, kToneNames); },
     "how light becomes color: neutral (default, Khronos PBR Neutral) keeps the base colors; aces, as film; none "
     "clips"},
    {"--skinning HOW", full, kStage | compareTask,
     [](Args& o, Text v) { o.look.skinning = readNamed<Skinning>(v, kSkinnings), o.look.skinningOfFile = false; },
     "linear, or dual-quaternion, which preserves volume where joints twist; default: as the file says, else linear"},
    {"--view WHAT", common, kView, [](Args& o, Text v) { o.look.view = readNamed<View>(v, kViewNames); },
     "what the surface shows, for example weights or uvs; shaded (default), weights of the --bone, influences of each "
     "vertex, parts of the palette, normals, uvs, lod, the level of detail by size on the screen, or what the material "
     "has: base-color, alpha, metallic, roughness, occlusion or emissive"},
    {"--bone NAME|N", full, kStage, [](Args& o, Text v) { o.play.bone = readText(v); },
     "highlight a bone: its name, or its node index from 0"},
    {"--material NAME|N", full, kView | pickTask, [](Args& o, Text v) { o.play.material = readText(v); },
     "draw only the surfaces with this material: its name, or its index from 0"},
    {"--pose WHICH", full, kStage, [](Args& o, Text v) { o.play.settings.pose = readNamed<ShownPose>(v, kPoseNames); },
     "playing (default); rest, the transforms of the file's nodes; or bind, the pose in which the meshes were skinned"},
    {"--no-ambient-occlusion", full, kView, [](Args& o, Text) { o.look.ambientOcclusion = false; },
     "do not darken where the model keeps the environment's light from itself; only the look studio does"},
    {"--background COLOR", common, kView, [](Args& o, Text v) { o.look.background = readColor(v); },
     "rrggbb, rrggbbaa, or a name such as white or transparent; names: black, white, gray, red, green, blue, "
     "transparent"},
    {"--floor", full, kView, [](Args& o, Text) { o.look.floor = true; },
     "draw the floor even on a transparent background"},
    {"--no-floor", full, kView, [](Args& o, Text) { o.look.floor = false; }, "hide the floor"},
    {"--wireframe", full, kView, [](Args& o, Text) { o.look.wireframe = true; }, "draw edges instead of surfaces"},
    {"--edges", full, kView, [](Args& o, Text) { o.look.edges = true; }, "draw edges over the surfaces"},
    {"--skeleton", common, kView, [](Args& o, Text) { o.look.skeleton = true; }, "draw the bones over the model"},
    {"--bone-names", full, kView, [](Args& o, Text) { o.look.skeleton = o.look.boneNames = true; },
     "draw the bones and their names"},
    {"--no-textures", full, kView, [](Args& o, Text) { o.look.textures = false; }, "draw without textures"},
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
    {"--onion-skin [N]", full, kView,
     [](Args& o, Text v) {
         OnionSkin& onion = o.play.settings.onionSkin;
         onion.shown = true;
         if (v.text != kLeftOut) onion.count = readCount(v, 1, kMostGhosts);
     },
     "show N earlier (red) and N later poses (blue) as ghosts, 1 to 8; default 2"},
    {"--onion-step SECONDS", full, kView,
     [](Args& o, Text v) { o.play.settings.onionSkin.seconds = readNumber(v, kLeastOnionStep, kMostTime); },
     "time between the ghosts of --onion-skin: default 0.1"},
};

constexpr OptionRow kReportOptions[] = {
    {"--info", common, infoTask, nullptr, "print what is in the file"},
    {"--check", common, checkTask, nullptr,
     "check the rig and exit with 1 if it has errors; also checks several files, directories of models and --batch "
     "lists; with --retarget, the files after the first are CLIP_FILEs"},
    {"--fail-on LEVEL", full, checkTask, [](Args& o, Text v) { o.failOn = readOneOf(v, kFailOn); },
     "severity from which --check fails: error (default) or warning"},
    {"--policy FILE", full, checkTask, [](Args& o, Text v) { o.policy = readText(v); },
     "rules for --check: which findings fail, budgets, and what clips promise; default: the sinew.toml in the model's "
     "directory or the nearest one above; none ignores these"},
    {"--baseline FILE", full, checkTask, [](Args& o, Text v) { o.baseline = readText(v); },
     "findings that --check accepts: they no longer fail"},
    {"--update-baseline", full, checkTask, nullptr,
     "accept all findings that fail, and write them to the --baseline; new files are created"},
    {"--compare MODEL", common, compareTask, [](Args& o, Text v) { o.compareWith = readText(v); },
     "compare the motion of two files and exit with 1 if it differs; measures how far apart corresponding vertices "
     "are, "
     "for example before and after an export"},
    {"--pick X,Y", full, pickTask, [](Args& o, Text v) { o.pick = readPixel(v); },
     "print the bone with the most influence at pixel X,Y (origin: top left); an empty line if there is no mesh"},
    {"--json", common, kReporting, nullptr,
     "print the report as JSON; with --info, --check, --compare, --list-devices, --pick, --reference, --batch or a "
     "timed run"},
    {"--sarif", full, checkTask, nullptr, "print the results of --check as SARIF 2.1.0, for code hosts and editors"},
    {"--markdown", full, checkTask, nullptr, "print the results of --check as Markdown, for comments on code hosts"},
    {"--html OUT.html", full, checkTask,
     [](Args& o, Text v) { o.html = readFileName(v, ".html", "pages are written as HTML"); },
     "with --check: also write a page with a picture for each finding, and a contact sheet and an animation of each clip; "
     "one file that loads nothing else"},
    {"--max-fps N", full, viewTask,
     [](Args& o, Text v) { o.mostFramesPerSecond = readNumber(v, 1.0, kMostFramesPerSecond); },
     "in the window: draw at most N frames a second; default 90"},
    {"--state-json FILE", full, viewTask, [](Args& o, Text v) { o.stateJson = readText(v); },
     "write the state of the window as JSON when it closes"},
    {"--export FILE.glb", common, exportTask, [](Args& o, Text v) { o.exportFile = readExportName(v); },
     "write the model as glTF 2.0; with all clips, also those of the CLIP_FILEs; FILE.gltf writes a buffer and pictures "
     "beside it"},
    {"--tolerance X", full, exportTask,
     [](Args& o, Text v) { o.exporting.tolerance = readNumber(v, 0.0, kMostTolerance); },
     "with --export: how far vertices may be off the motion as authored, relative to the model's size; default 1e-5"},
    {"--keep-keys", full, exportTask, [](Args& o, Text) { o.exporting.keepsKeys = true; },
     "with --export: write all keys, also those that the others imply"},
    {"--resample FPS", full, exportTask,
     [](Args& o, Text v) { o.exporting.framesPerSecond = readNumber(v, kLeastFramesPerSecond, kMostResampled); },
     "with --export: write linear keys at this rate instead of the authored ones"},
    {"--meshopt", full, exportTask, [](Args& o, Text) { o.exporting.compresses = true; },
     "with --export: compress the meshes and clips (EXT_meshopt_compression, KHR_mesh_quantization), and print how far "
     "vertices move by that"},
    {"--fix [loop]", full, exportTask,
     [](Args& o, Text v) {
         o.exporting.mends = true;
         o.closesLoops = readWord(v, "loop");
     },
     "with --export: mend what a file can, with a line for each mend: joints that move nothing, triangles without area, "
     "quaternions on the long way, names that are not unique; loop also makes the last pose of loops their first"},
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
    {"--shader-dir DIR", full, kView, [](Args& o, Text v) { o.device.shaderDir = readText(v); },
     "use the shaders in this directory instead of the built-in ones"},
};

constexpr OptionRow kGeneralOptions[] = {
    {"--import-seconds S", full, kModel,
     [](Args& o, Text v) { o.model.limits.seconds = readCount(v, 1, kMostImportSeconds); },
     "CPU time limit for reading a file, in whole seconds: default 10; the limit on elapsed time is three times as "
     "long"},
    {"--no-sandbox", full, kModel, [](Args& o, Text) { o.model.sandbox = false; },
     "read files in this process, without the sandbox's limits and protection; for debugging"},
    {"--no-settings", full, kAllTasks, nullptr,
     "neither load nor save the window's settings: size, floor, skeleton, panel and camera angles; they are kept in "
     "$XDG_CONFIG_HOME/sinew/settings.json"},
    {"--version", full, kAllTasks, nullptr, "print the version"},
    {"-h, --help [all]", common, kAllTasks, [](Args& o, Text v) { o.helpPage = readHelpPage(v); },
     "print this help; with all, list every option"},
    {"--help-man", hidden, kAllTasks, [](Args& o, Text) { o.helpPage = task::Help::Page::man; }, ""},
    {"--help-markdown", hidden, kAllTasks, [](Args& o, Text) { o.helpPage = task::Help::Page::markdown; }, ""},
    {"--frames-in-flight N", hidden, kView, [](Args& o, Text v) { o.device.framesInFlight = readCount(v, 1, 3); }, ""},
    {"--max-bones N", hidden, kModel, [](Args& o, Text v) { o.model.maxBones = readCount(v, 12, 64); }, ""},
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
        return rows;
    }();
    return table;
}

}  // namespace sinew
