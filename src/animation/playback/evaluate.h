#pragma once

#include <algorithm>

#include "animation/playback/context.h"

namespace sinew {

/// Where an evaluated pose goes.
struct WorldPose {
    std::span<glm::mat4> worldFromNode;  ///< one per node
    std::span<float> morphs;             ///< one per morph weight; empty: not wanted
};

/// Evaluates what `program` (an Animator, a ClipMixer or a StateMachine) plays at this moment. Allocates nothing.
template <typename Program>
void evaluate(Program& program, const glm::mat4& worldFromRoot, const WorldPose& out) {
    PlaybackContext& context = program.context();
    // Fast path: the packed clip walks by itself.
    if (const auto [clip, timeSeconds] = program.unblendedClip(); clip) {
        clip->packed->walk(timeSeconds, worldFromRoot, out.worldFromNode, *context.kernels);
        clip->sampleMorphs(context, timeSeconds, out.morphs);
        return;
    }
    const PoseSpan pose = context.pose;
    program.sample(pose);       // the motions, each at its time, blended
    program.applyLayers(pose);  // override and additive layers
    program.applyGoals(pose);   // feet, then heads
    walkHierarchy(context.hierarchy, pose.nodes, worldFromRoot, out.worldFromNode, *context.kernels);
    if (!out.morphs.empty()) std::ranges::copy(pose.morphs, out.morphs.begin());
}

}  // namespace sinew
