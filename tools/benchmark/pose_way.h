#pragma once

#include <memory>
#include <span>

#include <glm/mat4x4.hpp>

#include "animation/packed/pose_kernels.h"
#include "model/model.h"

/// A method from a time to the palette of a model's only mesh in its only clip.
class PoseWay {
  public:
    virtual ~PoseWay() = default;

    /// Times advance by a frame each and wrap at the end of the clip, except with `isSeek`.
    virtual void update(double timeSeconds, bool isSeek) = 0;
    virtual glm::mat4 matrix(size_t bone) const = 0;
};

/// What the program does in every frame: the stage advances with its mixer, animator
/// and root motion, and walks; then the palette.
std::unique_ptr<PoseWay> ourWay(const sinew::Model& model, const sinew::PoseKernels& kernels);

/// As in tutorials on skeletal animation with assimp, with assimp's own structures. The first resolves names at
/// every node: it searches the channel with the node's name, and the bone in a map; in a channel it searches
/// the keys from the first one.
std::unique_ptr<PoseWay> firstTutorialsWay(const sinew::Model& model);

/// The second also copies the map of bones at every node.
std::unique_ptr<PoseWay> secondTutorialsWay(const sinew::Model& model);

/// That of ozz-animation; none if the build does not include it.
std::unique_ptr<PoseWay> ozzWay(const sinew::Model& model);

/// @throws std::runtime_error unless both agree within `tolerance` units at many times.
void checkAgreement(PoseWay& a, PoseWay& b, double durationSeconds, float tolerance);
