#pragma once

#include "support/models/graph_rig.h"

/// An animator over three clips.
struct AnimatorRig : GraphRig {
    TestAnimator animator{hierarchy, clips};

    /// The pose that the animator has of a clip alone, bit for bit.
    sinew::LocalPose poseOf(size_t clip, double timeSeconds) const {
        sinew::LocalPose pose(hierarchy.size());
        sinew::PackedClip(clips[clip], hierarchy).sample(timeSeconds, pose);
        return pose;
    }
};
