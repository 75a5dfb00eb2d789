#pragma once

#include <array>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "model/model.h"

namespace sinew {

/// A pose of all nodes, and the morph weights with it; empty: all zero.
struct ModelPose {
    std::vector<glm::mat4> worldFromNode;
    std::vector<float> morphWeights;
};

/// The bind pose, the rest pose, and at most about `most` others from all clips, evenly spaced in each. `most`: 2 at
/// least.
std::vector<ModelPose> levelPoses(const Model& model, size_t most);

/// The bind pose with each bone bent against its parent: three times, about each of its axes, so that weights that are
/// not alike show.
std::array<ModelPose, 3> bentPoses(const Model& model);

/// World positions of the vertices of an instance, by linear blend skinning. False if one is not finite.
bool posePositions(const Model& model, const MeshInstance& instance, const ModelPose& pose,
                   std::vector<glm::vec3>& positions);

/// Indices of up to `most` of the poses in which the instance has the most different shapes, the most different first.
/// Poses that only move, turn, or hardly change it are left out.
std::vector<size_t> mostDifferent(const Model& model, const MeshInstance& instance, std::span<const ModelPose> poses,
                                  size_t most);

}  // namespace sinew
