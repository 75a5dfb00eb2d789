#include "app/options/task.h"

#include "app/options/files.h"
#include "app/options/names.h"
#include "app/options/table.h"
#include "media/sequence.h"

namespace sinew {
namespace {

constexpr double kMostGraphSeconds = 7200.0;
constexpr double kMostMachineSeconds = 200'000.0;  // of all state machines of a crowd: minutes of computing
constexpr const char* kAllClips = "all";           // of --animation
constexpr Size kSheetSize{320, 180};

/// The options that select a task; without any of them, models are shown in the window.
struct Selector {
    std::string_view option;
    TaskSet task;
};
// Tables.
// clang-format off
constexpr Selector kSelectors[] = {
    {"--list-devices", devicesTask}, {"--info", infoTask},        {"--check", checkTask},
    {"--compare", compareTask},      {"--pick", pickTask},        {"--export-pose", exportPoseTask},
    {"--export", exportTask},        {"--bake", bakeTask},        {"--output", pictureTask},
    {"--reference", pictureTask},
};

/// Two options, the first of which requires the second, or that exclude each other.
struct Pair {
    std::string_view first, second;
};
constexpr Pair kRequired[] = {
    {"--diff", "--reference"},    {"--format", "--output"},       {"--sheet", "--output"}, {"--script", "--graph"},
    {"--update-baseline", "--baseline"},     {"--pose-on", "--instances"},
};
constexpr Pair kExcluded[] = {
    {"--json", "--report"},       {"--batch", "--reference"},     {"--sheet", "--frames"},
    {"--sheet", "--fps"},         {"--sheet", "--graph"},         {"--graph", "--animation"},
    {"--graph", "--speed"},       {"--graph", "--once"},          {"--graph", "--transition"},
    {"--graph", "--beside"},      {"--graph", "--beside-time"},   {"--graph", "--onion-skin"},
    {"--instances", "--beside"},  {"--instances", "--beside-time"}, {"--instances", "--beside-skinning"},
    {"--instances", "--onion-skin"}, {"--instances", "--pose"},   {"--instances", "--once"},
};
// clang-format on

bool printsBoneMap(const ParsedArguments& arguments) {
    return arguments.line.model.boneMap == "-";
}

TaskSet selectTask(const ParsedArguments& arguments) {
    const Selector* selected = nullptr;
    for (const Selector& selector : kSelectors) {
        if (!arguments.has(selector.option)) continue;
        if (selected && selected->task != selector.task)
            refuseUsage("{} and {} cannot be combined", selected->option, selector.option);
        if (!selected) selected = &selector;
    }
    if (printsBoneMap(arguments)) {
        if (selected) refuseUsage("--bone-map - and {} cannot be combined", selected->option);
        return infoTask;
    }
    const bool draws = selected ? selected->task == pictureTask : arguments.has("--headless");
    if (arguments.has("--batch") && (draws || !selected)) return batchTask;
    if (draws) return arguments.has("--sheet") ? sheetTask : pictureTask;
    return selected ? selected->task : viewTask;
}

[[noreturn]] void refuseFor(const OptionRow& row, TaskSet task, const ParsedArguments& arguments) {
    for (const Selector& selector : kSelectors)
        if (row.serves == selector.task) refuseUsage("{}: only available with {}", row.name, selector.option);
    if (row.serves == viewTask) refuseUsage("{}: only available in the window; leave it out", row.name);
    for (const Selector& selector : kSelectors)
        if (task == selector.task && arguments.has(selector.option))
            refuseUsage("{}: not available with {}; leave it out", row.name, selector.option);
    constexpr uint16_t drawing = pictureTask | sheetTask | batchTask;
    if ((task & drawing) == 0 && (row.serves & ~drawing) == 0)
        refuseUsage("{}: only available for pictures; add --output PATH, or --headless for a timed run", row.name);
    const char* const place = task == viewTask ? "in the window" : task == sheetTask ? "with --sheet" : "for pictures";
    refuseUsage("{}: not available {}; leave it out", row.name, place);
}

/// The one place that refuses options: those that do not serve the task, lack what they require, or exclude each other.
void refuseUseless(const ParsedArguments& arguments, TaskSet task) {
    for (const auto& [option, required] : kRequired)
        if (arguments.has(option) && !arguments.has(required)) {
            const OptionRow& row = *findRow(required);
            const std::string_view value = row.value.starts_with('[') ? "" : row.value;
            refuseUsage("{}: requires {}{}{}", option, required, value.empty() ? "" : " ", value);
        }
    if (arguments.has("--threshold") && !arguments.has("--reference") && task != compareTask)
        refuseUsage("--threshold: requires --reference PNG or --compare MODEL");
    const CommandLine& line = arguments.line;
    if (line.thresholdMax && !arguments.has("--reference")) refuseUsage("--threshold: max requires --reference PNG");
    if (line.report > task::Check::Report::json && task != checkTask)
        refuseUsage("--report: sarif, markdown and junit are only available with --check");
    for (const OptionRow& row : arguments.given)
        if ((row.serves & task) == 0) refuseFor(row, task, arguments);
    for (const auto& [first, second] : kExcluded)
        if (arguments.has(first) && arguments.has(second)) refuseUsage("{} and {} cannot be combined", first, second);
}

void checkModel(const ParsedArguments& arguments, const ModelSource& model) {
    if (model.clipFiles.empty() && arguments.has("--retarget"))
        refuseUsage("--retarget: requires a CLIP_FILE after the MODEL");
    for (const std::string_view name : {"--bone-map", "--retarget-pose", "--keep-hands"})
        if (arguments.has(name) && model.retarget != Retarget::rig) refuseUsage("{}: requires --retarget rig", name);
    if (printsBoneMap(arguments) && model.clipFiles.size() != 1)
        refuseUsage("--bone-map -: prints the map of one CLIP_FILE; give one");
    if (const uint32_t least = 3 * model.influences; model.maxBones < least)
        refuseUsage("--max-bones: --influences {} requires at least {}", model.influences, least);
}

void checkView(const ParsedArguments& arguments, const ViewSettings& view) {
    if (view.look.view == sinew::View::weights && view.load.play.bone.empty())
        refuseUsage("--view weights: requires --bone NAME|N");
    for (const std::string_view name : {"--beside", "--beside-time", "--onion-skin"})
        if (const ShownPose pose = view.load.play.settings.pose; pose != ShownPose::playing && arguments.has(name))
            refuseUsage("{} cannot be combined with --pose {}", name, kPoseNames[static_cast<size_t>(pose)]);
}

/// State machines, and characters that walk, are played step by step from the start. `frames`: those that are drawn, if
/// any.
void checkLength(const PlayRequest& play, const Frames& frames) {
    const double start = play.timeSeconds.value_or(0.0);
    const double end = start + (frames.first + frames.count.value_or(0)) / frames.perSecond;
    const uint32_t members = play.settings.crowd.count;
    if (members > 0 && play.rootMotion == RootMotionUse::move && end > kMostGraphSeconds)
        refuseUsage("--instances: with --root-motion move, plays to {:g} seconds at most; check --time and --frames",
                    kMostGraphSeconds);
    if (play.graph.empty()) return;
    if (!frames.count) refuseUsage("--graph: a state machine has no length; add --frames N");
    if (start < 0.0 || end > kMostGraphSeconds)
        refuseUsage("--graph: plays from 0 to {:g} seconds; check --time, --frames and --fps", kMostGraphSeconds);
    if (members * end > kMostMachineSeconds)
        refuseUsage(
            "--instances: {} state machines play to {:g} seconds at most; use fewer, or check --time and "
            "--frames",
            members, kMostMachineSeconds / members);
}

void checkBatch(const ParsedArguments& arguments, const std::string& output) {
    if (output.empty()) refuseUsage("--batch: requires --output with {{name}} in it, such as -o 'thumbs/{{name}}.png'");
    if (!arguments.files.empty())
        refuseUsage("--batch: the list names the models; leave out {}", inQuotes(arguments.files[0]));
    if (const std::string_view unknown = unknownPlaceholder(output); !unknown.empty())
        refuseUsage("--output: {}: unknown placeholder {}; available: {{name}}, {{number}}", inQuotes(output),
                    inQuotes(unknown));
    if (!namesEachModel(output))
        refuseUsage("--output: {} is one name for all models of --batch; add {{name}} or {{number}}", inQuotes(output));
}

/// From the extension, or from --format.
FilmFormat formatOf(const ParsedArguments& arguments) {
    const std::string& output = arguments.line.output;
    const FilmFormat given = arguments.line.format;
    const std::string extension = extensionOf(output);
    if (output == "-" || extension.empty()) return given;
    const std::optional<FilmFormat> format = findFilmFormat(extension);
    if (arguments.has("--format")) {
        if (format && *format != given)
            refuseUsage("--format: {0} does not match {1}; use the extension .{0}, or leave out --format",
                        traitsOf(given).name, inQuotes(output));
        return given;
    }
    if (!format)
        refuseUsage("--output: {}: unknown format {}; use .png, .webp, .gif, .y4m, .mp4, .webm or .mkv",
                    inQuotes(output), inQuotes(extension));
    return *format;
}

/// Whether `output` is numbered. @throws Error(Exit::usage) for a wrong pattern.
bool isNumbered(const std::string& output) {
    try {
        return parsePictureName(output).numbered;
    } catch (const Error& error) {
        throw Error(Exit::usage, fmt::format("--output: {}: {}", inQuotes(output), error.what()));
    }
}

/// `several`: whether there is more than one frame.
void checkName(const RenderJob& job, bool several) {
    const std::string& output = job.output;
    if (job.format != FilmFormat::png) {
        if (const std::string_view field = firstNumberField(output); !field.empty())
            refuseUsage("--output: {}: all frames go into one file; leave out {}", inQuotes(output), field);
        return;
    }
    if (output == "-") {
        if (several) refuseUsage("--output: - takes one picture; use frames_%04d.png for several, or --format y4m");
    } else if (!isNumbered(output) && several) {
        refuseUsage("--output: {} is one name for several frames; use frames_%04d.png", inQuotes(output));
    }
}

/// `cells`: of a contact sheet, or one.
void checkTraits(const RenderJob& job, double framesPerSecond, const Size& cells) {
    const FilmTraits& traits = traitsOf(job.format);
    if (framesPerSecond > traits.maxFramesPerSecond)
        refuseUsage("--fps: {} is limited to {:g} frames per second", traits.name, traits.maxFramesPerSecond);
    const Size& size = job.view.size;
    for (const uint64_t side : {uint64_t{size.width} * cells.width, uint64_t{size.height} * cells.height})
        if (side > traits.maxSide)
            refuseUsage("--size: {} is limited to {} pixels per side, and this is {}", traits.name, traits.maxSide,
                        side);
    if (const auto& background = job.view.look.background; background && background->a < 1.0f && !traits.transparent)
        refuseUsage("--background: {} does not support transparency; use png, webp, gif or webm", traits.name);
}

Frames framesOf(const ParsedArguments& arguments, FilmFormat format) {
    Frames frames = arguments.line.frames;
    const bool isTurn = arguments.line.camera.turntable;
    if (isTurn && frames.turnFrames == 0 && arguments.line.isPartOfFrames)
        refuseUsage("--turntable: requires a number of frames with --frames A:B: --turntable N");
    if (arguments.has("--frames")) return frames;
    if (frames.turnFrames > 0)
        frames.count = frames.turnFrames;
    else if (format != FilmFormat::png)
        frames.count.reset();
    if (!frames.turnFrames && frames.count == 1u && arguments.has("--fps"))
        refuseUsage("--fps: one picture has no rate; add --frames N, or leave it out");
    return frames;
}

RenderJob jobOf(const ParsedArguments& arguments) {
    const CommandLine& line = arguments.line;
    RenderJob job{.view = line.view(), .output = line.output, .format = line.format, .json = line.isJson()};
    if (!line.output.empty()) job.format = formatOf(arguments);
    if (arguments.has("--reference")) {
        job.reference = line.reference;
        job.reference->threshold = line.threshold.value_or(kDefaultThreshold);
        job.reference->thresholdMax = line.thresholdMax.value_or(1.0);
    }
    const auto& background = line.look.background;
    if (background && background->a == 0.0f && !arguments.has("--floor")) job.view.look.floor = false;
    return job;
}

/// The task that draws: pictures, a film or a contact sheet, or one of these for each model of a list.
Task makeDrawing(const ParsedArguments& arguments, TaskSet selected) {
    const CommandLine& line = arguments.line;
    if (selected == batchTask)
        checkBatch(arguments, line.output);
    else if (namesEachModel(line.output))
        refuseUsage("--output: {}: {{name}} and {{number}} require --batch LIST", inQuotes(line.output));
    RenderJob job = jobOf(arguments);
    const bool isSheet = arguments.has("--sheet");
    const Frames frames = isSheet ? Frames{} : framesOf(arguments, job.format);
    SheetGrid grid{.cells = line.sheet};
    std::string& animation = job.view.load.play.animation;
    const bool takesAll = animation == kAllClips && (isSheet || namesEachClip(line.output));
    if (takesAll) animation.clear();
    job.allClips = takesAll && namesEachClip(line.output);
    if (namesEachClip(line.output) && (arguments.has("--graph") || arguments.has("--reference")))
        refuseUsage("--output: {{clip}} cannot be combined with --graph or --reference");
    if (isSheet) {
        if (!arguments.has("--size")) job.view.size = kSheetSize;
        grid.allClips = takesAll && !job.allClips;
        job.shots = grid;
    } else {
        job.shots = frames;
    }
    if (!job.output.empty()) {
        checkName(job, frames.count.value_or(2) > 1);
        checkTraits(job, line.frames.perSecond, isSheet ? grid.cells : Size{1, 1});
    }
    if (job.json && !job.output.empty() && !job.reference && selected != batchTask)
        refuseUsage("--json: pictures have no report; add --reference PNG, or leave out --output");
    if (job.json && job.output == "-")
        refuseUsage("--json: the report and the picture cannot both go to stdout; use --output PATH");
    checkLength(job.view.load.play, frames);
    if (selected == batchTask) return task::Batch{line.batch, job};
    return task::Draw{job};
}

Task makeCheck(const ParsedArguments& arguments) {
    const CommandLine& line = arguments.line;
    task::Check check{.model = line.model,
                      .paths = arguments.files,
                      .list = line.batch,
                      .failOn = line.failOn,
                      .policy = line.policy,
                      .baseline = line.baseline,
                      .updateBaseline = arguments.has("--update-baseline"),
                      .html = line.html,
                      .report = line.report};
    if (!check.list.empty() && !check.paths.empty())
        refuseUsage("--batch: the list names the models; leave out {}", inQuotes(check.paths[0]));
    if (arguments.has("--retarget"))
        check.paths.resize(1);
    else
        check.model.clipFiles.clear();
    return check;
}

Task makePick(const CommandLine& line, bool json) {
    if (line.pick.x >= line.size.width || line.pick.y >= line.size.height)
        refuseUsage("--pick: {},{} is outside the picture of {}x{} pixels; check --size", line.pick.x, line.pick.y,
                    line.size.width, line.size.height);
    return task::Pick{line.view(), line.pick, json};
}

Task makeExport(const CommandLine& line) {
    task::Export task{
        .model = line.model, .output = line.exportFile, .options = line.exporting, .closesLoops = line.closesLoops};
    task.options.format = exportFormatOf(line.exportFile);
    const bool isGltf = task.options.format == ExportFormat::glb || task.options.format == ExportFormat::gltf;
    if (isGltf && (task.options.axes || task.options.unit))
        refuseUsage("--axes, --unit: glTF is in meters with Y up; they are for .dae, .fbx and .bvh");
    if (!isGltf && task.options.compresses) refuseUsage("--meshopt: only glTF can be compressed; use .glb or .gltf");
    task.options.up = line.model.up;
    task.options.scale = line.model.scale;
    return task;
}

task::View makeView(const ParsedArguments& arguments) {
    task::View view{.view = arguments.line.view(),
                    .sizeGiven = arguments.has("--size"),
                    .textSizeGiven = arguments.has("--text-size"),
                    .floorGiven = arguments.has("--floor"),
                    .watch = arguments.has("--watch"),
                    .keepSettings = !arguments.has("--no-settings"),
                    .mostFramesPerSecond = arguments.line.mostFramesPerSecond,
                    .stateJson = arguments.line.stateJson};
    if (arguments.has("--each")) view.otherModels.swap(view.view.load.model.clipFiles);
    return view;
}

Task taskFrom(std::span<const char* const> given) {
    if (!given.empty() && given[0] == std::string_view("--complete"))
        return task::Complete{{given.begin() + 1, given.end()}};
    ParsedArguments arguments = readArguments(given);
    if (arguments.has("--help") || arguments.has("--help-markdown") || arguments.has("--help-man"))
        return task::Help{arguments.line.helpPage};
    if (arguments.has("--version")) return task::Version{};
    const TaskSet selected = selectTask(arguments);
    refuseUseless(arguments, selected);
    CommandLine& line = arguments.line;
    ModelSource& model = line.model;
    if (!arguments.files.empty()) {
        model.path = arguments.files[0];
        model.clipFiles.assign(arguments.files.begin() + 1, arguments.files.end());
    }
    const bool draws = (selected & (viewTask | pictureTask | sheetTask | batchTask)) != 0;
    const bool uses = (draws && line.play.settings.crowd.count > 0) || (selected & bakeTask) != 0;
    model.levels = (draws && line.look.view == View::levels) || (uses && !line.noLevels);
    checkModel(arguments, model);
    if (line.camera.fixed && arguments.has("--fit"))
        refuseUsage("--fit: not available with a --camera at a point; leave it out");
    checkView(arguments, line.view());
    const bool json = line.isJson();
    if ((selected & (pictureTask | sheetTask | batchTask)) != 0) return makeDrawing(arguments, selected);
    checkLength(line.play, Frames{});
    switch (selected) {
        case checkTask:
            return makeCheck(arguments);
        case compareTask:
            return task::Compare{model,
                                 line.compareWith,
                                 line.play.animation,
                                 line.look.skinningOfFile ? std::nullopt : std::optional(line.look.skinning),
                                 line.threshold.value_or(kDefaultMotionThreshold),
                                 json};
        case infoTask:
            if (printsBoneMap(arguments)) {
                if (json) refuseUsage("--json: the bone map is JSON already; leave it out");
                return task::PrintBoneMap{model};
            }
            return task::Info{model, json};
        case bakeTask:
            return task::Bake{model, line.bake};
        case pickTask:
            return makePick(line, json);
        case exportPoseTask:
            return task::ExportPose{line.view(), line.exportPose};
        case exportTask:
            return makeExport(line);
        case devicesTask:
            return task::ListDevices{json};
        default:
            return makeView(arguments);
    }
}

}  // namespace

Task parseTask(std::span<const char* const> arguments) {
    Task task = taskFrom(arguments);
    checkFiles(task);
    return task;
}

}  // namespace sinew
