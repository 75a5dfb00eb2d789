#pragma once

#include "import/assimp/nodes.h"
#include "import/build/morphs.h"
#include "import/collada/groups.h"
#include "import/collada/nodes.h"

namespace sinew::collada {

/// The morph targets of a file (1.4.1, <morph>), which assimp ignores, after hideMorphs(). A target's vertices are
/// those of the base by index, whatever its own faces are.
class Morphs {
  public:
    /// A morph that does not fit its mesh is a finding, and the mesh is shown without it. Keeps a reference to
    /// `document`.
    /// @throws std::runtime_error with the cause when a limit is exceeded.
    Morphs(const Document& document, const Nodes& nodes, const aiScene& scene, const SceneNodes& sceneNodes,
           Findings& findings);

    /// The targets of a mesh of aiScene::mMeshes, valid as long as this object.
    std::span<const SourceMorph> of(uint32_t mesh) const;

    /// The weights of each instance at rest; empty where it has none.
    std::vector<std::vector<float>> restWeights(std::span<const MeshInstance> instances);

    /// Notes where the weights of each <morph> are in the model: once for each instance.
    void place(std::span<const MeshInstance> instances, const SceneMorphWeights& weights);

    /// Whether the model has weights of a <morph>, after place().
    bool shows(Node morph) const { return places_.contains(morph.hash_value()); }

    /// Adds the channels to the clip, replacing those of the same weights.
    void addTo(std::span<const WeightChannel> channels, KeyBudget& budget, AnimationClip& clip) const;

  private:
    struct MeshMorphs {
        Node morph;
        std::vector<SourceMorph> sources;
    };
    class Reader;

    const Document& document_;
    std::unordered_map<uint32_t, MeshMorphs> byMesh_;
    std::vector<std::vector<Node>> morphAt_;                                    ///< by node and slot
    std::vector<Node> morphOf_;                                                 ///< by instance
    std::unordered_map<size_t, std::vector<SceneMorphWeights::Group>> places_;  ///< keys are the <morph>'s hash_value()
};

}  // namespace sinew::collada
