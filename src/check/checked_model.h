#pragma once

#include <optional>
#include <vector>

#include "check/clip_motion.h"
#include "check/surface.h"
#include "model/bounds.h"
#include "model/model.h"
#include "model/poses.h"

namespace sinew {

/// A model, and what several of its checks need.
class CheckedModel {
  public:
    /// The model outlives it. Not explicit, so that a single check takes a model as it is.
    CheckedModel(const Model& checked);  // NOLINT(google-explicit-constructor)

    const Model& model;
    std::vector<uint8_t> ofFigure;   ///< by instance: skinned, or carried by the skeleton; all, if none is skinned
    RestPose rest;                   ///< its size is that of the figure, whatever ground it stands on
    std::optional<size_t> restClip;  ///< clipOfRestPose()
    std::vector<MeshGroup> groups;
    std::vector<uint32_t> nodes;                 ///< that move vertices; without meshes, those of the largest tree
    std::vector<bool> isSeen;                    ///< by node: it, or one below it, is of `nodes`
    std::vector<std::optional<uint32_t>> twins;  ///< twinsOf()

    /// How `nodes` move through a clip, frame by frame, in at most 120 steps (fewer if there are many nodes and clips,
    /// to bound the memory); made on first use.
    const ClipMotion& motionOf(size_t clip) const;

    /// All frames, where many nodes and clips leave motionOf() fewer steps than the clip has frames; not kept.
    ClipMotion frameByFrame(size_t clip) const;

    /// The surface of one of `groups`; made on first use.
    const Surface& surfaceOf(const MeshGroup& group) const;

    /// sharedEdges() of that surface; found on first use.
    const std::vector<SharedEdge>& sharedEdgesOf(const MeshGroup& group) const;

    /// The vertices of an instance of one of `groups` in the rest pose, in the world; made on first use.
    const std::vector<glm::vec3>& restPositions(uint32_t instance) const;

    /// The box of restPositions().
    Box restBox(uint32_t instance) const;

  private:
    size_t indexOf(const MeshGroup& group) const { return static_cast<size_t>(&group - groups.data()); }
    size_t framesOf(size_t clip, size_t mostMatrices) const;

    mutable std::vector<std::optional<ClipMotion>> motions_;                   ///< one for each clip
    mutable std::vector<std::optional<Surface>> surfaces_;                     ///< one for each of `groups`
    mutable std::vector<std::optional<std::vector<SharedEdge>>> sharedEdges_;  ///< the same
    mutable std::vector<std::vector<glm::vec3>> restPositions_;  ///< one for each instance; empty: not yet made
};

}  // namespace sinew
