#pragma once

#include <string>
#include <vector>

#include <assimp/scene.h>

#include "animation/clip.h"

namespace sinew {

/// True for animations that assimp joined itself: their names are its own.
bool isJoined(const aiAnimation& animation);

/// True when the animations of a file are one movement in pieces: each moves nodes that no other one moves, and all are
/// about as long.
bool isOneMovement(const aiScene& scene);

/// assimp gives a Collada root the name of the first animation, and puts it before that and all others.
void dropRootName(std::vector<std::string>& names);

/// Clips that move different things, as one under the first one's name.
AnimationClip joinClips(std::vector<AnimationClip> parts);

/// True when `unread`, which moves nothing but weights, moves other ones than the clip and does not last much longer:
/// weights have keys where they change.
bool belongsTo(const AnimationClip& clip, const AnimationClip& unread);

}  // namespace sinew
