#pragma once

#include <span>

#include "import/build/keys.h"
#include "import/build/morphs.h"
#include "import/gltf/pointers.h"
#include "model/imported_model.h"

namespace sinew::gltf {

/// Reads the animations of a file as clips (glTF 2.0, appendix C).
class MotionReader {
  public:
    /// The arguments must outlive this.
    MotionReader(File& file, const Nodes& nodes, std::span<const SceneMorphWeights::Group> weights,
                 const Visibility& visibility, Findings& findings)
        : file_(file), nodes_(nodes), weights_(weights), visibility_(visibility), findings_(findings) {}

    /// The animation with that `index`, as the clip `name`.
    AnimationClip read(const AnimationRow& animation, size_t index, const std::string& name, ClipReport& report);

  private:
    File& file_;
    const Nodes& nodes_;
    std::span<const SceneMorphWeights::Group> weights_;
    const Visibility& visibility_;
    Findings& findings_;
    KeyBudget budget_;
};

}  // namespace sinew::gltf
