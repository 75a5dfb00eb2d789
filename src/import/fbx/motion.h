#pragma once

#include "import/fbx/rebuilt_nodes.h"
#include "import/fbx/shapes.h"
#include "import/assimp/dialect.h"

namespace sinew::fbx {

/// Replaces what assimp samples at keys by the file's own curves.
class Motion {
  public:
    Motion(const Objects& objects, const Transforms& transforms, const NodeSources& nodes, const SceneNodes& sceneNodes,
           const aiScene& scene)
        : objects_(objects), transforms_(transforms), nodes_(nodes), sceneNodes_(sceneNodes), scene_(scene) {}

    /// See Dialect::motion(). A clip is left as it is where it cannot be told which of several of that name it is.
    void replace(const ClipSource& source, AnimationClip& clip, Interpolations& interpolations);

    /// The blend shape of each morph weight, with channel 0 where it is not known.
    void setWeights(std::vector<ChannelShape> shapes) { shapes_ = std::move(shapes); }

  private:
    std::optional<int64_t> stackOf(const ClipSource& source) const;
    void setStart(Stack& stack, const ClipSource& source) const;
    void replaceNode(const Stack& stack, Channel& channel);
    void moveRebuilt(const Stack& stack, AnimationClip& clip);
    void replaceWeights(const Stack& stack, AnimationClip& clip);

    const Objects& objects_;
    const Transforms& transforms_;
    const NodeSources& nodes_;
    const SceneNodes& sceneNodes_;
    const aiScene& scene_;
    std::vector<ChannelShape> shapes_;
    KeyBudget budget_;
};

}  // namespace sinew::fbx
