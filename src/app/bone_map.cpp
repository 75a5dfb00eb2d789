#include "app/commands.h"
#include "app/load/bone_map_file.h"
#include "app/load/read_model.h"
#include "app/report/messages.h"

namespace sinew {

Exit printBoneMap(const task::PrintBoneMap& task) {
    const Importer importer = makeImporter(task.model);
    ModelSource alone = task.model;
    alone.clipFiles.clear();
    const ImportedModel model = readModel(alone, importer);
    const ImportedModel source = importer(task.model.clipFiles[0], {});
    print(boneMapText(findBoneMap(source.model, model.model), source.model, model.model));
    return Exit::done;
}

}  // namespace sinew
