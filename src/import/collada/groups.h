#pragma once

#include <unordered_set>

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

/// The channels of an <animation_clip>, of an <animation>, or of several.
struct ChannelGroup {
    std::string name;  ///< of its clip, or of its animation, after the one around it ("Walk_Arm")
    std::vector<NodeChannel> channels;
    std::vector<WeightChannel> weights;
    bool isClip = false;
    double startSeconds = 0.0, endSeconds = 0.0;  ///< of a clip; equal when the file gives none

    /// Adds the channels of another group.
    void take(ChannelGroup& other);
};

/// The groups of a file: one for each <animation_clip>, then one for each other <animation>, inner ones first, except
/// that siblings with one sampler each and different targets share the group of the animation around them.
class ChannelGroups {
  public:
    /// @throws Error(Exit::input) when the clips have too many channels.
    explicit ChannelGroups(const Document& document);

    const std::vector<ChannelGroup>& all() const { return groups_; }

  private:
    struct Tree {
        ChannelGroup group;
        size_t samplerCount = 0;
        std::vector<size_t> children;
    };
    void readClips();
    void readTrees();
    Tree treeOf(Node animation);
    void addChannels(Node animation, ChannelGroup& group);
    static void joinSingles(std::vector<Tree>& trees, Tree& tree);

    const Document& document_;
    KeySources sources_;
    std::vector<ChannelGroup> groups_;
    std::unordered_map<size_t, std::unique_ptr<Sampler>> samplers_;
    std::unordered_set<size_t> inClips_;  ///< hash_value() of animations
};

}  // namespace sinew::collada
