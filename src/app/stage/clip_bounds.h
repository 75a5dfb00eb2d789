#pragma once

#include "app/stage/playback.h"

namespace sinew {

/// Bounds of the posed model over whole clips, before it moves over the ground. Computed when first used.
class ClipBounds {
  public:
    /// The model and the playback must outlive this.
    ClipBounds(const Model& model, Playback& playback, const glm::mat4& worldFromRoot)
        : model_(model), playback_(playback), worldFromRoot_(worldFromRoot) {}

    /// Of one clip; none: of the rest pose.
    const Box& of(std::optional<size_t> clip);

    /// Of all clips of the state machine's states, or of the clips that are blended.
    Box ofPlayback();

    /// The height of the floor: the lowest point of the state machine's first clip, or the weighted mean of those of
    /// the blended clips.
    float floorHeight();

    /// Forgets the bounds: the playback now extracts root motion, or no longer does.
    void clear() { clips_.clear(); }

  private:
    const Model& model_;
    Playback& playback_;
    glm::mat4 worldFromRoot_;
    std::map<std::optional<size_t>, Box> clips_;
};

/// Enlarges `box` to contain `other`.
void unite(Box& box, const Box& other);

}  // namespace sinew
