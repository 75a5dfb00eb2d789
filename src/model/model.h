#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "animation/clip.h"
#include "animation/node_hierarchy.h"
#include "animation/palette.h"
#include "model/material.h"
#include "model/skinned_mesh.h"

namespace sinew {

/// One place where a node shows a mesh, with the bones that move it there. A mesh without a skin has one bone: its
/// node, identity matrix. Where the file leaves vertices without a weight, the last bone is such a one, too.
struct MeshInstance {
    uint32_t mesh = 0;
    uint32_t node = 0;
    std::vector<Bone> bones;  ///< SkinnedMesh::boneCount of them
    uint32_t firstMorphWeight =
        0;                 ///< of SkinnedMesh::morphTargets.size() in a row; instances that move alike share theirs
    bool skinned = false;  ///< the file gives it bones of its own

    bool operator==(const MeshInstance&) const = default;
};

enum class UpAxis { x, y, z };

/// A file's content as plain data.
struct Model {
    NodeHierarchy hierarchy;
    std::vector<SkinnedMesh> meshes;
    std::vector<MeshInstance> instances;  ///< depth first by node
    std::vector<Material> materials;      ///< at least one when there is a mesh
    std::vector<Texture> textures;
    std::vector<float> restMorphWeights;  ///< all instances' morph weights as they are when no clip moves them
    std::vector<AnimationClip> clips;
    UpAxis up = UpAxis::y;                ///< of worldFromNode, once the file's root transform is applied
    std::optional<double> metresPerUnit;  ///< of worldFromNode, where the file or its format says

    // What the file's root transform holds already (Collada), so that it can be taken out again.
    UpAxis rootUp = UpAxis::y;  ///< the axis that it turns to Y
    double rootScale = 1.0;     ///< the unit that it scales by

    bool operator==(const Model&) const = default;
};

}  // namespace sinew
