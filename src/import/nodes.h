#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <assimp/scene.h>

#include "animation/node_hierarchy.h"
#include "model/finding.h"
#include "model/limits.h"

namespace sinew {

/// The file's nodes, flat, parents first, in depth-first order.
///
/// A local matrix with shear is no Transform, so it takes two nodes: `NAME$shear`, the outer factor, and beneath it
/// NAME, the inner one, which the children, meshes, bones and channels of the file's node hang on: its world matrix is
/// the file's.
struct SceneNodes {
    NodeHierarchy hierarchy;
    std::vector<const aiNode*> sources;  ///< null where the file has no such node
    std::vector<uint32_t> depths;
    std::unordered_map<std::string_view, std::vector<uint32_t>>
        byName;  ///< names as the file has them, nodes in their order

    /// Adds a root that the file does not have, at the origin.
    uint32_t addRoot(std::string_view name);
};

/// A root transform that is not finite (a unit that is no number) becomes the identity, with a finding.
/// @throws std::runtime_error with the cause when a limit (import/limits.h) is passed or another transform is not
/// finite.
SceneNodes flattenNodes(const aiNode& root, std::vector<Finding>& findings);

}  // namespace sinew
