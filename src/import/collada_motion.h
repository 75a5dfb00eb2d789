#pragma once

#include <memory>

#include "import/authored_motion.h"
#include "import/collada_groups.h"
#include "import/collada_morphs.h"
#include "import/collada_nodes.h"

namespace sinew {

/// Collada's curves: assimp knows straight lines between the keys' poses only. A node all of whose channels are LINEAR
/// matrices moves so, and keeps what assimp reads unless it was not shown it (import/collada_cut.h); for every other
/// one, its transform elements are evaluated as the file has them. Morph weights always are. The groups' document and
/// `morphs` (null: none) must outlive the result, which throws LostKeys.
AuthoredMotion colladaMotion(std::shared_ptr<const ColladaGroups> groups, std::shared_ptr<const ColladaNodes> nodes,
                             const ColladaMorphs* morphs, std::vector<Finding>& findings);

}  // namespace sinew
