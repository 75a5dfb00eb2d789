#pragma once

#include "app/stage/figure.h"
#include "app/stage/playback.h"

namespace sinew {

/// Bounds of the posed model over a clip, before it moves over the ground.
struct ClipBox {
    Box all;     ///< of everything visible
    Box framed;  ///< of the figure, where everything visible is far larger; otherwise `all`
    Box near;    ///< where the figure travels far: its bounds relative to path(), at the start; otherwise `framed`

    /// Where the figure travels far: the way of its center from the start, at evenly spaced times from the start to the
    /// end of the clip. Otherwise empty.
    std::vector<glm::vec3> path;

    /// The way at a normalized time (0 to 1) of the clip.
    glm::vec3 wayAt(double normalizedTime) const;
};

/// Bounds of the posed model over whole clips. Computed when first used.
class ClipBounds {
  public:
    /// The model and the playback must outlive this.
    ClipBounds(const Model& model, Playback& playback, const glm::mat4& worldFromRoot)
        : model_(model),
          playback_(playback),
          worldFromRoot_(worldFromRoot),
          instances_(framedInstances(model, worldFromRoot)) {}

    /// Bounds of one clip; none: of the rest pose.
    const ClipBox& of(std::optional<size_t> clip);

    /// Whether the figure stands at the end of a clip: it is about as tall as at rest.
    bool stands(size_t clip);

    /// Bounds of all clips of the state machine's states, of the blended clips, or of the pose shown in their place.
    /// Without the path, and `near` is `framed` unless one clip plays alone.
    ClipBox ofPlayback();

    /// Bounds of the bind pose (model/bounds.h), placed by the rest pose.
    Box ofRestingBind() const;

    /// The height of the floor: the lowest point of the state machine's first clip, or the weighted mean of those of
    /// the blended clips.
    float floorHeight();

    /// Forgets the bounds: the playback now extracts root motion, or no longer does.
    void clear() { clips_.clear(); }

  private:
    struct Sample {
        Box all, figure;
    };
    Sample boundsAt(Animator& animator, double seconds);
    const ClipBox& ofBindPose();
    void findPath(Animator& animator, double duration, std::span<const Box> boxes, ClipBox& clip);

    const Model& model_;
    Playback& playback_;
    glm::mat4 worldFromRoot_;
    FramedInstances instances_;
    std::map<std::optional<size_t>, ClipBox> clips_;
    std::optional<ClipBox> bindPose_;
};

/// Enlarges `box` to contain `other`.
void unite(Box& box, const Box& other);

/// `framed`, or `all` if that is not far larger.
Box framedBox(const Box& all, const Box& figure);

/// `box` moved by `way`.
Box moved(const Box& box, const glm::vec3& way);

}  // namespace sinew
