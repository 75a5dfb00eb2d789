#pragma once

#include "import/assimp/dialect.h"
#include "import/collada/morphs.h"

namespace sinew::collada {

/// Evaluates the file's own curves, where assimp interpolates linearly between the poses at the keys. A node all of
/// whose channels are LINEAR matrices keeps what assimp read, unless assimp did not read every key
/// (cutAnimations()). Otherwise the node's transform elements are evaluated one by one. Morph weights always are.
class Motion {
  public:
    /// `morphs` may be null. Keeps references to the arguments.
    Motion(const ChannelGroups& groups, const Nodes& nodes, const Morphs* morphs, Findings& findings)
        : groups_(groups), nodes_(nodes), morphs_(morphs), findings_(findings) {}

    /// As Dialect::motion(). @throws ShortcutFailed.
    void replace(const ClipSource& source, AnimationClip& clip, Interpolations& interpolations);

  private:
    std::optional<size_t> groupOf(const aiAnimation& animation, const aiNodeAnim& channel, Node element);
    void playWeights(const ChannelGroup& group, AnimationClip& clip, Interpolations& interpolations);
    void playUnread(AnimationClip& clip, Interpolations& interpolations);
    void play(const std::vector<NodeChannel>& channels, AnimationClip& clip, Interpolations& interpolations);
    void bakeNode(Node element, const std::vector<NodeChannel>& channels, const std::vector<uint32_t>& moved,
                  AnimationClip& clip);

    const ChannelGroups& groups_;
    const Nodes& nodes_;
    const Morphs* morphs_;
    Findings& findings_;
    std::set<std::pair<size_t, size_t>> taken_;  ///< group and element
    std::set<size_t> played_;                    ///< groups whose weights are in a clip
    KeyBudget budget_;
};

}  // namespace sinew::collada
