#include <memory>
#include <span>
#include <vector>

#include "app/load/read_model.h"
#include "app/report/messages.h"
#include "app/run.h"
#include "bake/soundness.h"
#include "check/check.h"
#include "error.h"
#include "export/export_model.h"
#include "media/atomic_file.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

std::span<const std::byte> bytesOf(const std::string& text) {
    return std::as_bytes(std::span(text));
}

/// What `make` returns. Its errors do not name the file; those that leave here do.
template <typename Make>
auto fileNamed(const fs::path& path, const Make& make) {
    try {
        return make();
    } catch (const Error& error) {
        throw Error(error.exit(), path.string() + ": " + error.what());
    }
}

void writeGlb(const ExportedModel& exported, const fs::path& path) {
    const GlbFrame frame = fileNamed(path, [&] { return frameOf(exported); });
    AtomicFile file(path);
    for (const std::span<const std::byte> piece :
         {std::span<const std::byte>(frame.beforeJson), bytesOf(exported.json),
          std::span<const std::byte>(frame.beforeBinary), std::span<const std::byte>(exported.binary),
          std::span<const std::byte>(frame.end)})
        file.write(piece);
    file.commit();
}

/// All files are complete before the first one gets its name; the .gltf, which names the others, is the last.
void writeGltf(const ExportedModel& exported, const fs::path& path) {
    std::vector<std::unique_ptr<AtomicFile>> files;
    const auto write = [&](const fs::path& name, std::span<const std::byte> bytes) {
        files.push_back(std::make_unique<AtomicFile>(name));
        files.back()->write(bytes);
    };
    for (const ExportedPicture& picture : exported.pictures)
        write(path.parent_path() / picture.file, picture.bytes);
    if (!exported.bufferFile.empty()) write(path.parent_path() / exported.bufferFile, exported.binary);
    write(path, bytesOf(exported.json));
    for (const auto& file : files)
        file->commit();
}

/// The clips that --check finds to jump from their last pose to their first.
std::vector<std::string> openLoops(const ImportedModel& imported, uint32_t maxBones) {
    std::vector<std::string> names;
    if (tooLargeToCheck(imported.model)) return names;
    for (const Finding& finding : check(imported.model, imported.report, maxBones)) {
        if (finding.id != "loop-seam") continue;
        names.push_back(finding.object);
        for (const Finding::Other& other : finding.others)
            names.push_back(other.object);
    }
    return names;
}

}  // namespace

Exit run(const task::Export& task) {
    ImportedModel imported = readModel(task.model, makeImporter(task.model), {.forExport = true});
    printFindings(imported.report);
    fileNamed(imported.report.file, [&] { requireSound(imported); });
    const fs::path path = task.output;
    ExportOptions options = task.options;
    options.name = path.stem().string();
    if (task.closesLoops) options.loops = openLoops(imported, task.model.maxBones);
    const ExportedModel exported = exportModel(std::move(imported), options);
    (options.isBinary ? writeGlb : writeGltf)(exported, path);
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
