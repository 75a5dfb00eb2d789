#pragma once

#include "import/collada/morph_controllers.h"
#include "import/collada/sampler.h"
#include "import/collada/transform.h"

namespace sinew::collada {

/// A sampler and what it moves.
template <typename Moved>
struct ChannelOf {
    Moved target;
    Sampler* sampler = nullptr;
};
using NodeChannel = ChannelOf<Target>;
using WeightChannel = ChannelOf<WeightTarget>;

/// What assimp makes one aiAnimation of: the channels of an <animation>, or of several that it merges.
struct ChannelGroup {
    std::string name;  ///< of its animation, without those of the animations around it
    std::vector<NodeChannel> channels;
    std::vector<WeightChannel> weights;           ///< unknown to assimp
    double startSeconds = 0.0, endSeconds = 0.0;  ///< of a clip; equal when the file gives none
};

/// The groups of a file, in assimp's order: one for each <animation>, except that siblings with one channel each and
/// different targets share a group. Document::repair() has turned clips into animations.
class ChannelGroups {
  public:
    /// @throws ShortcutFailed.
    explicit ChannelGroups(const Document& document);

    const std::vector<ChannelGroup>& all() const { return groups_; }

    /// Indices of the groups that move the element of that node.
    std::vector<size_t> moving(Node element) const;

    /// True when assimp has read the first and last keys of matrices only.
    bool hasMatrices() const { return !matrices_.empty(); }

    /// All keys of a sampler of which assimp has read two, decomposed, for any node; null for other samplers.
    const Channel* matrices(const Sampler* sampler) const {
        const auto found = matrices_.find(sampler);
        return found == matrices_.end() ? nullptr : &found->second;
    }

  private:
    struct Tree {
        ChannelGroup group;
        size_t samplerCount = 0;
        std::vector<size_t> children;
    };
    void readTrees();
    Tree treeOf(Node animation);
    static void joinSingles(std::vector<Tree>& trees, Tree& tree);

    const Document& document_;
    KeySources sources_;
    std::vector<ChannelGroup> groups_;
    std::unordered_map<size_t, std::unique_ptr<Sampler>> samplers_;
    std::unordered_map<size_t, std::vector<size_t>> moving_;
    std::unordered_map<const Sampler*, Channel> matrices_;
};

}  // namespace sinew::collada
