#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/stage.h"

namespace sinew {

/// How a stage plays and what is chosen on it, for the stage that takes its place to go on with.
struct Playing {
    std::optional<size_t> clip;
    std::string clipName;  ///< of `clip`
    double timeSeconds = 0.0;
    double speed = 1.0;
    bool paused = false;
    Repeat repeat = Repeat::loop;
    TransitionKind transition = TransitionKind::fade;
    ClipMix mix;
    std::vector<std::string> mixNames;  ///< of its clips, the layer's last; empty where there is none
    std::string maskName;               ///< of the layer's node
    RootMotionUse rootMotion = RootMotionUse::off;
    ShownPose pose = ShownPose::playing;
    Compared compared;
    std::string besideName;  ///< of the clip in `compared`; empty: none
    std::optional<uint32_t> chosenNode;
    std::string chosenName;  ///< of `chosenNode`
};

Playing playingOf(Stage& stage);

/// Plays on as it was, where the new model has the clip: at its place, or under its name; else the first one from its
/// beginning, and mixes in what it has of the mix. A state machine begins anew. The chosen node is found in the same
/// way; else none is chosen.
void playOn(Stage& stage, const Playing& playing);

}  // namespace sinew
