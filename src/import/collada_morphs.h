#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include <assimp/scene.h>

#include "import/collada_groups.h"
#include "import/collada_skins.h"
#include "import/morph_weights.h"

namespace sinew {

/// The morph targets of a Collada file (1.4.1, <morph>), of which assimp makes nothing: hideColladaMorphs() went
/// before. Targets are matched to the base vertex by vertex, whatever their own faces are.
class ColladaMorphs {
  public:
    /// What does not fit goes to `findings`, and the mesh plays without it.
    /// @throws std::runtime_error with the cause when a limit is passed.
    ColladaMorphs(std::shared_ptr<const ColladaDocument> document, std::shared_ptr<const ColladaNodes> nodes,
                  const aiScene& scene, const SceneNodes& sceneNodes, std::vector<Finding>& findings);

    /// The targets of that mesh of aiScene::mMeshes. They stay where they are as long as this object does.
    std::span<const MorphSource> of(uint32_t mesh) const;

    /// The weights of each instance when no clip moves them; empty where it has none.
    std::vector<std::vector<float>> restWeights(std::span<const MeshInstance> instances);

    /// The places that a <morph>'s weights have got, once for each instance: the first of them, and how many.
    void place(std::span<const MeshInstance> instances, const SceneMorphWeights& weights);

    /// Plays the channels on the clip, in place of what it has of their weights.
    void play(std::span<const ColladaWeightChannel> channels, KeyBudget& budget, AnimationClip& clip) const;

  private:
    struct Shape {
        std::vector<aiVector3D> positions, normals;
    };
    struct MeshMorphs {
        pugi::xml_node morph;
        std::vector<std::unique_ptr<Shape>> shapes;
        std::vector<MorphSource> sources;
    };
    class Reader;

    std::shared_ptr<const ColladaDocument> document_;
    std::unordered_map<uint32_t, MeshMorphs> byMesh_;
    std::vector<std::vector<pugi::xml_node>> morphAt_;                          ///< by node and slot
    std::vector<pugi::xml_node> morphOf_;                                       ///< by instance
    std::unordered_map<size_t, std::vector<SceneMorphWeights::Group>> places_;  ///< by hash_value() of the <morph>
};

}  // namespace sinew
