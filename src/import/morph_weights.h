#pragma once

#include <span>
#include <vector>

#include <assimp/anim.h>

#include "import/meshes.h"
#include "import/nodes.h"

namespace sinew {

/// The morph weights of a whole model, one after the other.
struct SceneMorphWeights {
    /// The weights of the meshes that one node shows.
    struct Group {
        uint32_t node = 0;
        uint32_t first = 0;  ///< place of the first
        uint32_t count = 0;
    };
    std::vector<float> rest;  ///< by place, when no clip moves them
    std::vector<Group> groups;
};

/// Gives every instance of a mesh with targets its places (MeshInstance::firstMorphWeight). The meshes that one node
/// shows, the pieces by material of what was one mesh, share theirs when they have as many targets and rest alike.
/// `stated` (of each instance, or none) go before those of the mesh, where there are as many as it has targets.
SceneMorphWeights placeMorphWeights(std::span<MeshInstance> instances, std::span<const ImportedMesh> meshes,
                                    std::span<const std::vector<float>> stated);

/// The keys of one weight, as assimp has them; in ticks.
struct RawMorphKey {
    double mTime = 0.0;
    float mValue = 0.0f;
};
struct RawMorphTrack {
    uint32_t weight = 0;  ///< its place
    std::vector<RawMorphKey> keys;
};

/// What a channel says, each weight by itself: a key need not speak of all. The channel moves the meshes of the first
/// node of its name that has such and that no earlier channel of the clip moves (`moved`, by place, which grows). Empty
/// when there is none.
std::vector<RawMorphTrack> morphTracksOf(const aiMeshMorphAnim& source, const SceneNodes& nodes,
                                         const SceneMorphWeights& weights, std::vector<bool>& moved);

}  // namespace sinew
