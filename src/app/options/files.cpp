#include "app/options/files.h"

#include <charconv>

#include "app/options/values.h"
#include "app/options/window_settings.h"
#include "base/protected_files.h"
#include "media/sequence.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// A file, and what the command line calls it.
struct NamedFile {
    std::string name;  ///< "--output", "the MODEL"
    std::string path;
};

struct TaskFiles {
    std::vector<NamedFile> inputs, outputs;

    void read(const char* name, const std::string& path) {
        if (!path.empty() && path != "-") inputs.push_back({name, path});
    }
    void read(const ModelSource& model) {
        read("the MODEL", model.path);
        for (const std::string& file : model.clipFiles)
            read("a CLIP_FILE", file);
        read("the --bone-map", model.boneMap);
        read("the --clips", model.clipsFile);
    }
    void read(const ViewSettings& view) {
        read(view.load.model);
        read("the --graph", view.load.play.graph);
        read("the --script", view.load.play.script);
        if (view.environment != kStudio && view.environment != kNoEnvironment)
            read("the --environment", view.environment);
    }
    void write(const char* name, const std::string& path) {
        if (!path.empty() && path != "-") outputs.push_back({name, path});
    }
};

TaskFiles filesOf(const RenderJob& job) {
    TaskFiles files;
    files.read(job.view);
    files.write("--output", job.output);
    if (job.reference) {
        files.read("the --reference", job.reference->path);
        files.write("--diff", job.reference->heatMap);
    }
    return files;
}

TaskFiles filesOf(const task::Draw& task) {
    return filesOf(task.job);
}

TaskFiles filesOf(const task::Batch& task) {
    TaskFiles files = filesOf(task.job);
    files.read("the --batch list", task.list);
    return files;
}

TaskFiles filesOf(const task::View& task) {
    TaskFiles files;
    files.read(task.view);
    for (const std::string& model : task.otherModels)
        files.read("a MODEL", model);
    if (task.keepSettings) files.read("the file of settings", settingsFile().string());
    files.write("--state-json", task.stateJson);
    return files;
}

TaskFiles filesOf(const task::Check& task) {
    TaskFiles files;
    files.read(task.model);
    for (const std::string& path : task.paths)
        files.read("a MODEL", path);
    files.read("the --batch list", task.list);
    if (task.policy != kNoPolicy) files.read("the --policy", task.policy);
    if (task.updateBaseline)
        files.write("--baseline", task.baseline);
    else
        files.read("the --baseline", task.baseline);
    files.write("--html", task.html);
    return files;
}

/// All other tasks read at most a model and another file, and write at most one output.
template <typename Other>
TaskFiles filesOf(const Other& task) {
    TaskFiles files;
    if constexpr (requires { task.view; }) files.read(task.view);
    if constexpr (requires { task.model; }) files.read(task.model);
    if constexpr (requires { task.other; }) files.read("the --compare", task.other);
    const char* const option = std::is_same_v<Other, task::Bake>     ? "--bake"
                               : std::is_same_v<Other, task::Export> ? "--export"
                                                                     : "--export-pose";
    if constexpr (requires { task.output; }) files.write(option, task.output);
    return files;
}

/// The frames of a sequence that are written; one if it is no sequence.
std::pair<uint32_t, uint32_t> framesOf(const Task& task) {
    constexpr uint32_t kAll = 999'999'999;
    const auto* const draw = std::get_if<task::Draw>(&task);
    const auto* const frames = draw ? std::get_if<Frames>(&draw->job.shots) : nullptr;
    if (!frames || !frames->count) return {0, kAll};
    return {frames->first, frames->first + *frames->count - 1};
}

/// Whether a file is one of the numbered files that `output` stands for, in these frames.
bool isOneOf(const PictureName& output, std::pair<uint32_t, uint32_t> frames, const fs::path& file) {
    const fs::path before = output.before;
    const fs::path folder = before.has_parent_path() ? before.parent_path() : fs::path(".");
    const std::string begin = before.filename().string(), name = file.filename().string();
    if (output.after.find('/') != std::string::npos || name.size() <= begin.size() + output.after.size() ||
        !name.starts_with(begin) || !name.ends_with(output.after))
        return false;
    const std::string_view digits =
        std::string_view(name).substr(begin.size(), name.size() - begin.size() - output.after.size());
    uint32_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc() && end == digits.data() + digits.size() && number >= frames.first &&
           number <= frames.second && isSameFile(file, output.path(number));
}

/// `output`: a name, or for a sequence of pictures a pattern of names.
bool writes(const Task& task, const NamedFile& output, const std::string& file) {
    if (!std::holds_alternative<task::Draw>(task) || output.name != "--output" ||
        std::get<task::Draw>(task).job.format != FilmFormat::png)
        return isSameFile(output.path, file);
    const PictureName name = parsePictureName(output.path);
    return name.numbered ? isOneOf(name, framesOf(task), file) : isSameFile(name.path(0), file);
}

TaskFiles filesOfTask(const Task& task) {
    return std::visit([](const auto& asked) { return filesOf(asked); }, task);
}

}  // namespace

void checkFiles(const Task& task) {
    const TaskFiles files = filesOfTask(task);
    for (const NamedFile& output : files.outputs)
        for (const NamedFile& input : files.inputs)
            if (writes(task, output, input.path))
                refuseUsage("{}: {} is {}; use another name", output.name, inQuotes(output.path), input.name);
    for (auto output = files.outputs.begin(); output != files.outputs.end(); ++output)
        for (auto other = std::next(output); other != files.outputs.end(); ++other)
            if (writes(task, *output, other->path))
                refuseUsage("{}: {} is another picture of this run; use another name", other->name,
                            inQuotes(other->path));
}

void requireFolders(const Task& task) {
    for (const NamedFile& output : filesOfTask(task).outputs) {
        const fs::path folder = fs::path(output.path).parent_path();
        std::error_code error;
        const bool isKnown = !folder.empty() && folder.native().find_first_of("{%") == std::string::npos;
        if (isKnown && !fs::exists(folder, error) && (!error || error == std::errc::no_such_file_or_directory))
            throw Error(Exit::output, fmt::format("{}: no such directory: {}", output.path, inQuotes(folder.string())));
    }
}

void protectInputs(const Task& task) {
    for (const NamedFile& input : filesOfTask(task).inputs)
        if (input.name != "the file of settings") protectFile(input.path);
}

}  // namespace sinew
