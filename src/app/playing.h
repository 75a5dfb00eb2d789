#pragma once

#include <optional>
#include <string>

#include "app/stage.h"

namespace sinew {

/// How a stage plays, for the stage that takes its place to go on with.
struct Playing {
    std::optional<size_t> clip;
    std::string clipName;  ///< of `clip`
    double timeSeconds = 0.0;
    double speed = 1.0;
    bool paused = false;
    Repeat repeat = Repeat::loop;
    TransitionKind transition = TransitionKind::fade;
    RootMotionUse rootMotion = RootMotionUse::off;
};

Playing playingOf(Stage& stage);

/// Plays on as it was, where the new model has the clip: at its place, or under its name; else the first one from its
/// beginning. A state machine begins anew.
void playOn(Stage& stage, const Playing& playing);

}  // namespace sinew
