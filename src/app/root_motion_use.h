#pragma once

namespace sinew {

/// What becomes of the way over the ground that a clip's root goes. Under a clip that walks in place the ground always
/// goes by, or the character over it.
enum class RootMotionUse {
    off,    ///< it stays in the pose, as authored
    floor,  ///< the character stays, and the floor moves and turns under it
    move,   ///< the character moves and turns, and goes on where a loop ends
};

/// As users call them, in their order.
inline constexpr const char* kRootMotionNames[] = {"off", "floor", "move"};

}  // namespace sinew
