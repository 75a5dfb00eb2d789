#pragma once

#include <memory>
#include <span>

#include <glm/mat4x4.hpp>

#include "animation/packed/pose_kernels.h"
#include "model/model.h"

/// A way from a time to the palette of a model's one mesh in its one clip.
class PoseWay {
  public:
    virtual ~PoseWay() = default;

    /// Times rise by a frame each, and begin again at the clip's end, but for `isSeek`.
    virtual void update(double timeSeconds, bool isSeek) = 0;
    virtual glm::mat4 matrix(size_t bone) const = 0;
};

/// What the program does in a frame, whether it has a window or not: the stage goes on, with its mixer, its animator
/// and the way over the ground, and walks; then the palette.
std::unique_ptr<PoseWay> ourWay(const sinew::Model& model, const sinew::PoseKernels& kernels);

/// As tutorials on skeletal animation with assimp do it, over assimp's own structures. The first resolves names at
/// every node: it looks for the channel whose name is the node's, and for the bone in a map; in a channel it looks for
/// the keys from the first one on.
std::unique_ptr<PoseWay> firstTutorialsWay(const sinew::Model& model);

/// The other copies the map of bones at every node, too.
std::unique_ptr<PoseWay> secondTutorialsWay(const sinew::Model& model);

/// ozz-animation's, where the build has one; else none.
std::unique_ptr<PoseWay> ozzWay(const sinew::Model& model);

/// @throws std::runtime_error unless both agree at many times, by `tolerance` units.
void checkAgreement(PoseWay& a, PoseWay& b, double durationSeconds, float tolerance);
