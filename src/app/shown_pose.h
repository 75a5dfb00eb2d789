#pragma once

namespace sinew {

/// Which pose is seen.
enum class ShownPose {
    playing,  ///< that of the clip or the state machine
    rest,     ///< the local transforms and morph weights of the file
    bind,     ///< that in which the meshes were skinned (model/bind_pose.h)
};

/// As users call them, in their order.
inline constexpr const char* kPoseNames[] = {"playing", "rest", "bind"};

}  // namespace sinew
