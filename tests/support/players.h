#pragma once

#include <vector>

#include "animation/playback/animator.h"
#include "animation/playback/clip_mixer.h"
#include "animation/playback/evaluate.h"
#include "animation/playback/state_machine.h"

/// Seconds between two poses of a test: short, so that a cut stands out.
constexpr double kStep = 1.0 / 240.0;

// Players that own their context, and give the local poses that evaluate() walks.

class PlayerContext {
  public:
    PlayerContext(const sinew::NodeHierarchy& hierarchy, std::span<const sinew::AnimationClip> clips,
                  std::span<const float> restMorphs, std::vector<sinew::RootMotion> rootMotions = {})
        : playback_(hierarchy, clips, restMorphs), pose_(playback_.restPose()) {
        playback_.rootMotions = std::move(rootMotions);
    }

    template <typename Program>
    sinew::PoseView poseOf(Program& program) {
        const sinew::PoseSpan pose = pose_;
        program.sample(pose);
        program.applyLayers(pose);
        program.applyGoals(pose);
        return pose;
    }
    void extractRootMotion(bool extract) { playback_.extractRootMotion = extract; }
    void setRootMotions(std::vector<sinew::RootMotion> rootMotions) { playback_.rootMotions = std::move(rootMotions); }

  protected:
    sinew::PlaybackContext playback_;
    sinew::Pose pose_;
};

struct TestAnimator : PlayerContext, sinew::Animator {
    TestAnimator(const sinew::NodeHierarchy& hierarchy, std::span<const sinew::AnimationClip> clips,
                 std::span<const float> restMorphs = {})
        : PlayerContext(hierarchy, clips, restMorphs), Animator(playback_) {}

    std::span<const sinew::Transform> pose() { return Animator::pose().nodes; }
    std::span<const float> morphWeights() { return Animator::pose().morphs; }
    void walk(const glm::mat4& worldFromRoot, std::span<glm::mat4> worldFromNode) {
        sinew::evaluate(*this, worldFromRoot, {worldFromNode, {}});
    }
};

/// Extracts root motion; if `rootMotions` is empty, that of Graph::root.
struct TestMachine : PlayerContext, sinew::StateMachine {
    TestMachine(const sinew::NodeHierarchy& hierarchy, std::span<const sinew::AnimationClip> clips,
                const sinew::Graph& graph, std::span<const float> restMorphs = {},
                std::vector<sinew::RootMotion> rootMotions = {})
        : PlayerContext(hierarchy, clips, restMorphs, std::move(rootMotions)),
          StateMachine(withRoot(playback_, graph), graph) {}

    std::span<const sinew::Transform> pose() { return poseOf(*this).nodes; }
    std::span<const float> morphWeights() { return poseOf(*this).morphs; }

  private:
    static sinew::PlaybackContext& withRoot(sinew::PlaybackContext& context, const sinew::Graph& graph) {
        context.extractRootMotion = true;
        if (!graph.root || !context.rootMotions.empty()) return context;
        context.up = glm::normalize(glm::dvec3(graph.root->up));
        for (const sinew::AnimationClip& clip : context.clips)
            context.rootMotions.emplace_back(clip, context.hierarchy, graph.root->node, graph.root->up,
                                             glm::mat4(1.0f));
        return context;
    }
};
