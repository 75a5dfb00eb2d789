#pragma once

#include <assimp/anim.h>

#include "import/scene/mesh_source.h"
#include "import/scene/nodes.h"
#include "model/model.h"

namespace sinew {

struct ImportedMesh;

/// What assimp's morph targets mean in a format.
struct MorphConventions {
    bool relative = false;     ///< targets may be offsets instead of shapes (Collada), as the mesh says
    bool weightsLost = false;  ///< assimp's 1 means that it read no weight (FBX, channels with one shape)
};

/// A morph target with one entry for each of assimp's vertices. Without positions it moves nothing.
struct MorphSource {
    std::string name;
    std::span<const aiVector3D> positions;  ///< may not be finite
    std::span<const aiVector3D> normals;    ///< may be empty or not finite
    float weight = 0.0f;                    ///< finite; at rest
    bool relative = false;
};

/// The finding that some morph targets do not fit their mesh.
Finding morphMisfit(const std::string& object, size_t targets);

/// All targets of a mesh in assimp's order, by which clips refer to them. A target that does not fit has no effect.
std::vector<MorphSource> readMorphs(const aiMesh& file, const std::string& meshName,
                                    const MorphConventions& conventions, Findings& findings);

/// Converts the targets of a mesh whose vertices are `sources` (indices into the file's). `normalsMade`: the file has
/// no normals, so those of each shape are generated as well. `mesh` has its positions, normals and indices.
std::vector<MorphTarget> convertMorphs(std::span<const MorphSource> morphs, const MeshSource& source, bool normalsMade,
                                       std::span<const uint32_t> sources, const SkinnedMesh& mesh);

/// The morph weights of a model, concatenated.
struct SceneMorphWeights {
    /// The weights of the meshes of one node.
    struct Group {
        uint32_t node = 0;
        uint32_t first = 0;  ///< index of the first weight
        uint32_t count = 0;
    };
    std::vector<float> rest;  ///< where no clip moves them
    std::vector<Group> groups;
};

/// Assigns weights to every instance of a mesh with targets (MeshInstance::firstMorphWeight). Meshes of one node, which
/// are the parts by material of what was one mesh, share weights when they have equally many with equal rest values.
/// `nodeWeights` (one list for each instance, or none) override those of the mesh where the count is right.
SceneMorphWeights placeMorphWeights(std::span<MeshInstance> instances, std::span<const ImportedMesh> meshes,
                                    std::span<const std::vector<float>> nodeWeights);

/// A key of one weight; the members are named as those of assimp's keys. Time in ticks.
struct RawMorphKey {
    double mTime = 0.0;
    float mValue = 0.0f;
};
struct RawMorphTrack {
    uint32_t weight = 0;  ///< index in SceneMorphWeights
    std::vector<RawMorphKey> keys;
};

/// The keys of a channel, split by weight, since a key need not have all. The channel moves the meshes of the first
/// node with its name that has weights and that no earlier channel of the clip moves; `moved`, by weight, is updated.
/// Empty when there is none.
std::vector<RawMorphTrack> morphTracksOf(const aiMeshMorphAnim& source, const SceneNodes& nodes,
                                         const SceneMorphWeights& weights, std::vector<bool>& moved);

}  // namespace sinew
