#pragma once

#include <span>

#include "import/build/keys.h"
#include "import/fbx/nodes.h"
#include "import/fbx/shapes.h"
#include "model/imported_model.h"

namespace sinew::fbx {

/// Reads clips: every node is where the document's own evaluation puts it, to a tolerance.
class MotionReader {
  public:
    /// All must outlive the reader. `weights`: what moves each morph weight; object 0: nothing.
    MotionReader(const Objects& objects, const Transforms& transforms, const Nodes& nodes,
                 std::span<const ChannelShape> weights, Findings& findings)
        : objects_(objects), transforms_(transforms), nodes_(nodes), weights_(weights), findings_(findings) {}

    /// The clip of an animation stack.
    AnimationClip read(int64_t id, const std::string& name, ClipReport& report);

  private:
    void setStart(Stack& stack) const;
    void moveNode(const Stack& stack, uint32_t node, AnimationClip& clip);
    Track<glm::vec3> vectorTrack(const Stack& stack, int64_t model, TransformPart part);
    Track<glm::vec3> shownTrack(const Stack& stack, int64_t model);
    void moveWeights(const Stack& stack, AnimationClip& clip);
    void report(const Stack& stack, const AnimationClip& clip, ClipReport& report) const;

    const Objects& objects_;
    const Transforms& transforms_;
    const Nodes& nodes_;
    std::span<const ChannelShape> weights_;
    Findings& findings_;
    KeyBudget budget_;
};

}  // namespace sinew::fbx
