#pragma once

#include <unordered_map>
#include <unordered_set>

#include <assimp/scene.h>

#include "animation/clip/node_hierarchy.h"
#include "model/finding.h"
#include "model/limits.h"

namespace sinew {

/// The file's nodes in depth-first order, parents first.
struct SceneNodes {
    NodeHierarchy hierarchy;
    std::vector<const aiNode*> sources;  ///< null for nodes that the file does not have: see appendNode()
    std::vector<uint32_t> depths;
    std::unordered_map<std::string_view, std::vector<uint32_t>> byName;  ///< by the file's names, in their order

    std::unordered_set<std::string_view> leftOut;  ///< names of nodes that were left out

    /// Adds a root at the origin that the file does not have.
    uint32_t addRoot(std::string_view name);

    /// The nodes with that name; empty when there are none.
    std::span<const uint32_t> named(std::string_view name) const;

    std::unordered_map<const aiNode*, uint32_t> bySource() const;
};

/// Leaves out the nodes of `left` and all below them. A root transform that is not finite (an invalid unit) becomes the
/// identity, with a finding.
/// @throws std::runtime_error with the cause when a limit (model/limits.h) is exceeded or another transform is not
/// finite.
SceneNodes flattenNodes(const aiNode& root, Findings& findings, const std::unordered_set<const aiNode*>& left = {});

/// The nodes below the root that hold nothing but cameras and lights, and no mesh.
std::unordered_set<const aiNode*> devicesOf(const aiScene& scene);

/// Chooses the joint that a bone or channel means among several nodes with its name: one that `isBone` marks, then one
/// without meshes (a mesh's node may have its joint's name), the first. `candidates` is not empty; `isBone` may be.
uint32_t chooseNode(const SceneNodes& nodes, std::span<const uint32_t> candidates, const std::vector<bool>& isBone);

}  // namespace sinew
