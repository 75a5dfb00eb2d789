#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "import/collada_morph_controllers.h"
#include "import/collada_node_motion.h"

namespace sinew {

/// A channel of a clip that moves morph weights.
struct ColladaWeightChannel {
    ColladaWeightTarget target;
    ColladaSampler* sampler = nullptr;
};

/// What assimp makes one animation of: the channels of an <animation>, or of several that it joins.
struct ColladaGroup {
    std::string name;  ///< its animation's own; without those of the animations around it
    std::vector<ColladaChannel> channels;
    std::vector<ColladaWeightChannel> weights;    ///< of these assimp knows nothing
    double startSeconds = 0.0, endSeconds = 0.0;  ///< of a clip; equal when it does not say
};

/// The keys of a sampler of whole matrices, taken apart.
struct MatrixKeys {
    Track<glm::vec3> translation;
    Track<glm::quat> rotation;
    Track<glm::vec3> scale;
};

/// Keys that assimp was not shown (import/collada_cut.h) cannot be given back after all: it has to be shown them.
struct LostKeys {};

/// The groups of a file, in assimp's order: an <animation> each, but those of one channel, side by side and of
/// different targets, are one group. Clips have been unfolded into such by the repair.
class ColladaGroups {
  public:
    /// @throws LostKeys
    explicit ColladaGroups(const ColladaDocument& document);

    const std::vector<ColladaGroup>& all() const { return groups_; }

    /// Indices of the groups that move the element of that node.
    std::vector<size_t> moving(pugi::xml_node element) const;

    bool hasMatrices() const { return !matrices_.empty(); }

    /// Null for all but the samplers of matrices whose keys assimp was not shown.
    const MatrixKeys* matrices(const ColladaSampler* sampler) const {
        const auto found = matrices_.find(sampler);
        return found == matrices_.end() ? nullptr : &found->second;
    }

  private:
    struct Tree {
        std::string name;
        std::vector<ColladaChannel> channels;
        std::vector<ColladaWeightChannel> weights;
        size_t samplerCount = 0;
        double startSeconds = 0.0, endSeconds = 0.0;
        std::vector<size_t> children;
    };
    void readTrees();
    void readMatrices();
    void addChannels(pugi::xml_node animation, Tree& tree);
    Tree treeOf(pugi::xml_node animation);
    /// One for all of them; then each <animation>, behind the one around it.
    std::vector<Tree> treesOf(pugi::xml_node root);
    static void joinSingles(std::vector<Tree>& trees, Tree& tree);
    void addGroup(Tree& tree);

    const ColladaDocument& document_;
    KeySources sources_;
    std::vector<ColladaGroup> groups_;
    std::unordered_map<size_t, std::unique_ptr<ColladaSampler>> samplers_;
    std::unordered_map<size_t, std::vector<size_t>> moving_;
    std::unordered_map<const ColladaSampler*, MatrixKeys> matrices_;
};

}  // namespace sinew
