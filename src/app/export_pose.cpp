#include "app/commands.h"
#include "app/load/read_model.h"
#include "app/report/messages.h"
#include "export/ply.h"

namespace sinew {

Exit exportPosedMesh(const task::ExportPose& task) {
    LoadRequest request = task.view.load;
    PlayRequest& play = request.play;
    const bool isCrowd = play.settings.crowd.count > 0;
    if (play.animation.empty() && !play.timeSeconds && play.graph.empty() && !isCrowd) play.animation = "none";
    const std::unique_ptr<Stage> stage = makeStage(request, makeImporter(request.model));
    const bool dualQuaternions = stage->lookFor(task.view.look).skinning == Skinning::dualQuaternion;
    writePly(task.output, stage->model(), stage->fileFromNode(), stage->morphWeights(), dualQuaternions);
    printEvents(*stage);
    return Exit::done;
}

}  // namespace sinew
