#include "app/commands.h"
#include "app/load/read_model.h"
#include "app/report/messages.h"
#include "bake/soundness.h"
#include "bake/stream.h"
#include "base/atomic_file.h"
#include "model/mesh_levels.h"

namespace sinew {

void requireSoundFile(const ImportedModel& imported) {
    try {
        requireSound(imported);
    } catch (const Error& error) {
        throw Error(error.exit(), imported.report.file + ": " + error.what());
    }
}

void bake(ImportedModel imported, const std::filesystem::path& path) {
    requireSoundFile(imported);
    imported.report.file.clear();
    imported.report.variants.clear();
    for (Texture& texture : imported.model.textures)
        if (texture.found()) texture.source = "embedded";
    writeFileAtomically(path, serialize(imported));
}

Exit bakeModel(const task::Bake& task) {
    ImportedModel imported = readModel(task.model, makeImporter(task.model), {.cut = true});
    printFindings(imported.report);
    if (task.model.levels && !hasLevels(imported.model)) makeLevels(imported.model, task.model.maxBones);
    bake(std::move(imported), task.output);
    return Exit::done;
}

}  // namespace sinew
