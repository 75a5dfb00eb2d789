#pragma once

#include <span>
#include <vector>

#include "import/source.h"
#include "model/finding.h"

namespace sinew {

/// The finding that some morph targets do not fit their mesh.
Finding morphMisfit(const std::string& object, size_t targets);

/// Reports positions of morph targets that are not finite, whose vertices stay in place ("morph-not-finite").
void reportBrokenMorphs(const SourceMesh& mesh, Findings& findings);

/// Converts the targets of a mesh whose vertices are `sources` (indices into the file's). `normalsMade`: the file has
/// no normals, so those of each shape are generated as well. `mesh` has its positions, normals and indices.
std::vector<MorphTarget> convertMorphs(const SourceMesh& source, bool normalsMade, std::span<const uint32_t> sources,
                                       const SkinnedMesh& mesh);

/// The morph weights of a model, concatenated.
struct SceneMorphWeights {
    /// The weights of the meshes of one node.
    struct Group {
        uint32_t node = 0;
        uint32_t first = 0;  ///< index of the first weight
        uint32_t count = 0;
    };
    std::vector<float> rest;    ///< where no clip moves them
    std::vector<Group> groups;  ///< by ascending node
};

/// Assigns weights to every instance of a mesh with targets (MeshInstance::firstMorphWeight). `instances` are by
/// ascending node. Meshes of one node, which are the parts by material of what was one mesh, share weights when they
/// have equally many with equal rest values. `nodeWeights` (one list for each instance, or none) override those of the
/// mesh where the count is right.
SceneMorphWeights placeMorphWeights(std::span<MeshInstance> instances, std::span<const SourceMesh> meshes,
                                    std::span<const std::vector<float>> nodeWeights);

}  // namespace sinew
