#pragma once

#include "app/stage/stage.h"

namespace sinew {

// What cameras frame of a stage, and how they follow it. Bounds are in world space, before the model moves over the
// ground.

/// Bounds of what may be displayed: the crowd, the mixed clips, all clips of the state machine, or the pose shown in
/// their place.
ClipBox playedBounds(Stage& stage);

/// All of playedBounds(), and the bounds of the clip of the second view.
Box framedBounds(Stage& stage);

/// Bounds of the character alone: without a ground plane or other surroundings that are far larger, and where its clip
/// travels far, only around where it starts.
Box figureBounds(Stage& stage);

/// The way of a figure whose clip travels far, from the start of the clip to its current time, for cameras that follow
/// it; otherwise zero.
glm::vec3 figureWay(Stage& stage);

/// Where shadows matter: around the figure, where it is now. Empty where that is everything.
Box shadowedBounds(Stage& stage);

/// How far the center of the model, or on the mean of the crowd, has moved since the start, with RootMotionUse::move.
glm::vec3 displacementOf(Stage& stage);

}  // namespace sinew
