#pragma once

#include "import/assimp/nodes.h"
#include "import/collada/morphs.h"
#include "import/collada/movements.h"
#include "model/imported_model.h"

namespace sinew::collada {

/// The clips of a file, by its own curves: transform elements one by one, and morph weights. Whole matrices whose keys
/// are linear become keys of their parts.
class Motion {
  public:
    /// `morphs` may be null. Keeps references to the arguments.
    Motion(const ChannelGroups& groups, const Nodes& nodes, const Morphs* morphs, Findings& findings)
        : groups_(groups), nodes_(nodes), morphs_(morphs), findings_(findings) {}

    /// A clip for each <animation_clip>, then one for each other <animation> but for those that joinMovements() joins.
    /// Animations of nothing that is shown are left out. `isBone` is by node.
    std::vector<AnimationClip> read(const NodeHierarchy& hierarchy, const std::vector<bool>& isBone,
                                    ImportReport& report);

  private:
    std::vector<Movement> shownMovements();
    AnimationClip play(const Movement& part, Interpolations& interpolations);
    std::optional<Channel> channelFor(Node element, std::span<const NodeChannel> channels, AnimationClip& clip);

    const ChannelGroups& groups_;
    const Nodes& nodes_;
    const Morphs* morphs_;
    Findings& findings_;
    KeyBudget budget_;
    std::set<const Sampler*> named_;  ///< in findings
};

}  // namespace sinew::collada
