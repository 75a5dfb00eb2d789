#pragma once

#include <memory>
#include <span>
#include <vector>

#include "animation/clip/sample.h"
#include "animation/ground/root_motion.h"
#include "animation/packed/packed_clip.h"
#include "animation/pose/layers.h"

namespace sinew {

/// What the players of one model share: its clips and their root motion, and scratch poses that last no longer than a
/// call. One thread at a time. All that is referred to must outlive it.
struct PlaybackContext {
    /// `restMorphs`: the weights that no clip animates. `packed`: shared with other contexts of the same clips.
    PlaybackContext(const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips,
                    std::span<const float> restMorphs = {}, std::shared_ptr<PackedClips> packed = nullptr);
    PlaybackContext(const PlaybackContext&) = delete;
    PlaybackContext& operator=(const PlaybackContext&) = delete;

    const NodeHierarchy& hierarchy;
    const std::span<const AnimationClip> clips;
    const std::span<const float> restMorphs;
    const std::shared_ptr<PackedClips> packed;
    const PoseKernels* kernels = &fastestKernels();

    std::vector<RootMotion> rootMotions;  ///< one per clip; may change for clips that do not play; empty: none
    glm::dvec3 up{0.0, 1.0, 0.0};         ///< of the ground of the root motion
    bool extractRootMotion = false;       ///< remove the root motion from poses and include it in displacements

    // Scratch.
    Pose pose, fadePose, layerPose;
    std::vector<Pose> clipPoses;
    std::vector<PoseLayer> layers;

    PoseView rest() const { return {hierarchy.rest, restMorphs}; }
    Pose restPose() const;

    /// Makes room in clipPoses and layers for a motion of so many clips.
    void reserveClips(size_t count);

    bool extractsRootMotion() const { return extractRootMotion && !rootMotions.empty(); }

    /// The displacement by which a clip moves its character from one time to another (RootMotion::between); none
    /// for root motion that stays in the pose.
    Displacement displacement(size_t clip, double fromSeconds, double toSeconds) const;
};

/// A clip of a context as one player reads it.
struct ClipReader {
    ClipReader(const PlaybackContext& context, size_t clip);

    /// Samples nodes and morph weights, and extracts the root motion where the context says so. Allocates nothing.
    void sample(const PlaybackContext& context, double timeSeconds, const PoseSpan& out);
    void sampleMorphs(const PlaybackContext& context, double timeSeconds, std::span<float> out);

    size_t clip = 0;
    const PackedClip* packed = nullptr;
    SampleCursor cursor;  ///< for the morph tracks
};

}  // namespace sinew
