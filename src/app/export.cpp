#include <algorithm>
#include <fstream>
#include <iterator>
#include <list>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/load/file_watch.h"
#include "app/load/read_model.h"
#include "app/report/messages.h"
#include "bake/soundness.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "check/check.h"
#include "export/document.h"
#include "export/export_model.h"

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

std::string contentOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Files beside a .gltf are replaced where the .gltf of that name is theirs, or nothing would change.
/// @throws Error(Exit::output) for one that may belong to another model.
void requireOwn(const fs::path& file, std::span<const std::byte> bytes, const fs::path& gltf,
                const std::set<std::string>& own) {
    const std::string name = file.filename().string();
    std::error_code error;
    if (!fs::is_regular_file(file, error) || own.contains(name) || own.contains(exporting::uriOf(name))) return;
    const std::string present = contentOf(file);
    if (std::ranges::equal(std::as_bytes(std::span(present)), bytes)) return;
    throw Error(Exit::output,
                fmt::format("{}: is there already, and no file of {}; remove it, or export under another name",
                            file.string(), gltf.filename().string()));
}

/// All files are complete before the first one gets its name, unless they are more than may be open at once; the .gltf,
/// which names the others, is the last.
void writeGltf(const ExportedModel& exported, const fs::path& path) {
    constexpr size_t kMostOpen = 256;  // of the 1,024 descriptors that a process often has
    std::vector<std::pair<fs::path, std::span<const std::byte>>> contents;
    for (const ExportedPicture& picture : exported.pictures)
        contents.emplace_back(path.parent_path() / picture.file, picture.bytes);
    if (!exported.bufferFile.empty()) contents.emplace_back(path.parent_path() / exported.bufferFile, exported.binary);
    const std::set<std::string> own = urisOf(path);
    for (const auto& [name, bytes] : contents)
        requireOwn(name, bytes, path, own);
    contents.emplace_back(path, bytesOf(exported.json));
    std::list<AtomicFile> files;
    const auto commit = [&] {
        for (AtomicFile& file : files)
            file.commit();
        files.clear();
    };
    for (const auto& [name, bytes] : contents) {
        if (files.size() == kMostOpen) commit();
        files.emplace_back(name).write(bytes);
    }
    commit();
}

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

Exit exportFile(const task::Export& task) {
    ImportedModel imported = readModel(task.model, makeImporter(task.model), {.forExport = true});
    printFindings(imported.report);
    fileNamed(imported.report.file, [&] { requireSound(imported); });
    const fs::path path = task.output;
    ExportOptions options = task.options;
    options.name = path.stem().string();
    if (task.closesLoops) options.loops = openLoops(imported.model);
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
