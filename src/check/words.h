#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "figure/words.h"

namespace sinew {

bool hasWord(const std::vector<std::string>& words, std::initializer_list<std::string_view> any);

/// True for a clip that repeats: "Walk", "IdleBreathing_loop". False for one that leads from or to a loop, such as
/// "RunStart" or "IdleToWalk".
bool isNamedLikeLoop(std::string_view clipName);

/// True for a loop in which both sides do the same: "Walk". False for one that stands, or carries something.
bool isNamedLikeGait(std::string_view clipName);

/// True for a clip in which a figure may be off the ground, or lie on it: "Jump", "Swimming", "Death".
bool isNamedOffGround(std::string_view clipName);

/// True for a clip that is a pose: "TPose", "Bind".
bool isNamedLikePose(std::string_view clipName);

/// True for a bone of a leg: "thigh.L", "LeftUpLeg", "frontleg".
bool isNamedLikeLeg(std::string_view bone);

/// True for a bone on which a game hangs something: "weapon_socket", "handslot.r".
bool isNamedLikeSocket(std::string_view bone);

/// True for what is seen through, or reflects: "WindowGlass", "helmet_visor".
bool isNamedLikeGlass(std::string_view material);

/// The name without the number that an exporter appended behind `separator`: "body" for "body-12". Other names are
/// unchanged.
std::string_view withoutNumber(std::string_view name, char separator);

}  // namespace sinew
