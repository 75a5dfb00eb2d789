#pragma once

#include "import/import_model.h"

namespace sinew {

/// Nodes from the farthest one up to its root, both counted; 0 without nodes.
size_t depthOf(const NodeHierarchy& hierarchy);

/// True when the clip makes something larger or smaller while it plays.
bool movesScale(const AnimationClip& clip);

/// The influences of all meshes together: sums of vertices, the largest of the rest.
InfluenceReport allInfluences(const ImportReport& report);

/// What largestCutError() says, as a share of the diagonal of the model in its rest pose.
double largestMoveShare(const ImportedModel& imported);

/// True for the findings (by their id) that tell of a repair: what the file says was not used as it stands there.
bool isRepair(const Finding& finding);

}  // namespace sinew
