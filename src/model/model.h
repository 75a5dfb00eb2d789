#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>

#include "animation/clip/clip.h"
#include "animation/clip/node_hierarchy.h"
#include "animation/pose/palette.h"
#include "model/material.h"
#include "model/skinned_mesh.h"

namespace sinew {

/// A mesh at a node, with its bones. A mesh without a skin has one bone: the node, with an identity matrix. If a skin
/// leaves vertices without weights, the node is appended as the last bone and carries them.
struct MeshInstance {
    uint32_t mesh = 0;
    uint32_t node = 0;
    std::vector<Bone> bones;        ///< SkinnedMesh::boneCount of them
    uint32_t firstMorphWeight = 0;  ///< index into the model's morph weights, one per target; instances may share them
    bool skinned = false;           ///< the file has a skin for it

    bool operator==(const MeshInstance&) const = default;
};

enum class UpAxis { x, y, z };

/// Returns the rotation that turns `up` to Y.
inline glm::mat4 yUpFrom(UpAxis up) {
    if (up == UpAxis::z) return glm::mat4(glm::mat3(1, 0, 0, 0, 0, -1, 0, 1, 0));
    if (up == UpAxis::x) return glm::mat4(glm::mat3(0, 1, 0, -1, 0, 0, 0, 0, 1));
    return glm::mat4(1.0f);
}

/// What a file adds about a node, as JSON.
struct NodeExtras {
    uint32_t node = 0;
    std::string json;

    bool operator==(const NodeExtras&) const = default;
};

/// A bone of a figure as the file itself says (VRM).
struct HumanoidBone {
    std::string name;  ///< of Unity's humanoid: "leftUpperArm"
    uint32_t node = 0;

    bool operator==(const HumanoidBone&) const = default;
};

/// The content of a file as plain data.
struct Model {
    NodeHierarchy hierarchy;
    std::vector<SkinnedMesh> meshes;
    std::vector<MeshInstance> instances;  ///< in depth-first order of their nodes
    std::vector<Material> materials;      ///< at least one if there is a mesh
    std::vector<Texture> textures;
    std::vector<float> restMorphWeights;  ///< of all instances, where no clip animates them
    std::vector<AnimationClip> clips;
    UpAxis up = UpAxis::y;                ///< of world space, after the file's root transform
    std::optional<double> metersPerUnit;  ///< of world space, if the file or its format defines it

    // What the file's root transform already includes (Collada), so that it can be undone.
    UpAxis rootUp = UpAxis::y;  ///< the axis that it turns to Y
    double rootScale = 1.0;     ///< the unit scale that it applies

    // What the file adds, as JSON (glTF, "extras"); empty: nothing.
    std::string fileExtras, sceneExtras;
    std::vector<NodeExtras> nodeExtras;  ///< ascending

    std::vector<HumanoidBone> humanoid;  ///< none: the file says nothing
    bool dualQuaternions = false;        ///< the file's skins are to be blended by dual quaternions (FBX)

    bool operator==(const Model&) const = default;
};

}  // namespace sinew
