#include "app/commands.h"
#include "app/load/read_model.h"
#include "app/report/messages.h"
#include "check/check.h"
#include "export/files.h"

namespace sinew {
namespace {

/// The clips that nearly loop, or are named like loops, and jump from their last pose to their first.
std::vector<std::string> openLoops(const Model& model) {
    std::vector<std::string> names;
    if (tooLargeToCheck(model)) return names;
    const std::vector<ClipSummary> summaries = summarizeClips(model);
    for (size_t clip = 0; clip < summaries.size(); ++clip)
        if (summaries[clip].jumps) names.push_back(model.clips[clip].name);
    return names;
}

}  // namespace

Exit exportFile(const task::Export& task, const Importer& importer) {
    ImportedModel imported = readModel(task.model, importer, {.forExport = true});
    printFindings(imported.report);
    requireSoundFile(imported);
    ExportOptions options = task.options;
    options.name = std::filesystem::path(task.output).stem().string();
    if (task.closesLoops) options.loops = openLoops(imported.model);
    const ExportedModel exported = exportModel(std::move(imported), options);
    writeFiles(exported, options.format, task.output);
    for (const std::string& line : exported.leftOut)
        say("{}", line);
    for (const std::string& line : exported.mended)
        say("fixed: {}", line);
    if (options.compresses)
        say("meshopt: vertices move by at most {:.3g} mm, {:.2g} % of the model's size", 1000.0f * exported.largestMove,
            exported.size > 0.0f ? 100.0f * exported.largestMove / exported.size : 0.0f);
    return Exit::done;
}

}  // namespace sinew
