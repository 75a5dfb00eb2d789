#pragma once

#include "import/fbx/nodes.h"
#include "import/scene/dialect.h"

namespace sinew::fbx {

/// Replaces what assimp samples at keys by the file's own curves.
class Motion {
  public:
    Motion(const Objects& objects, const NodeSources& nodes, const SceneNodes& sceneNodes)
        : objects_(objects), nodes_(nodes), sceneNodes_(sceneNodes) {}

    /// See Dialect::motion(). A clip is left as it is where the file has several layers or several clips of that name.
    void replace(const ClipSource& source, AnimationClip& clip, Interpolations& interpolations);

    /// The blend shape channel of each morph weight, 0 where it is not known.
    void setWeights(std::vector<int64_t> channels) { weightChannels_ = std::move(channels); }

  private:
    struct Stack;
    void replaceNode(const Stack& stack, Channel& channel);
    void replaceWeights(const Stack& stack, AnimationClip& clip);

    const Objects& objects_;
    const NodeSources& nodes_;
    const SceneNodes& sceneNodes_;
    std::vector<int64_t> weightChannels_;
    KeyBudget budget_;
};

/// The rotation of Euler angles in degrees. `order` is that of FBX: 0 is XYZ, about X first.
glm::dquat rotationFrom(const glm::dvec3& degrees, int64_t order);

}  // namespace sinew::fbx
