#pragma once

#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "animation/clip.h"
#include "animation/node_hierarchy.h"

namespace sinew {

/// Where all nodes are at evenly spread times of a clip, from its beginning to its end, in the world (Y up).
struct NodePaths {
    std::vector<std::vector<glm::vec3>> positions;  ///< [time][node]
    double stepSeconds = 0.0;
    float floor = 0.0f;   ///< the lowest node of all times
    float height = 0.0f;  ///< of the highest node of all times over the floor

    /// How far over the floor a node is, as a share of the height, which is not 0.
    float over(size_t time, size_t node) const { return (positions[time][node].y - floor) / height; }
};

// Shares of the height: a node touches the ground up to the one, and has been lifted from the other on.
inline constexpr float kTouchesGround = 0.02f;
inline constexpr float kLiftedFromGround = 0.05f;

/// 60 times a second, 16 at least and 240 at most. For loading, not for a frame.
NodePaths nodePaths(const NodeHierarchy& hierarchy, const AnimationClip& clip, const glm::mat4& worldFromRoot);

}  // namespace sinew
