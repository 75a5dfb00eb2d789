#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <assimp/scene.h>

#include "import/gltf_file.h"
#include "import/nodes.h"
#include "model/model.h"

namespace sinew {

/// A glTF file beside what assimp made of it.
struct GltfReading {
    static constexpr uint32_t kNoNode = ~0u;

    GltfFile file;
    std::vector<uint32_t> nodeOf;  ///< the node of ours that each node of the file became; kNoNode for none

    /// Nothing in the file that assimp would read wrong, or not at all.
    bool isReadRight() const { return file.json().empty(); }
};

/// Null when the file cannot be read or has neither clips nor morph targets. `nodes` is what `scene` was flattened to;
/// the folder must outlive the result.
std::shared_ptr<GltfReading> readGltf(const ModelFolder& folder, const aiScene& scene, const SceneNodes& nodes);

/// Of each instance: the morph weights that its node states (glTF 2.0, node.weights), which go before its mesh's. Empty
/// where it states none.
std::vector<std::vector<float>> gltfNodeWeights(const GltfReading& reading, std::span<const MeshInstance> instances);

}  // namespace sinew
