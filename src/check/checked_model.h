#pragma once

#include <optional>
#include <vector>

#include "check/surface.h"
#include "model/model.h"
#include "model/poses.h"

namespace sinew {

/// A model, and what several of its checks need.
class CheckedModel {
  public:
    /// The model outlives it. Not explicit, so that a single check takes a model as it is.
    CheckedModel(const Model& checked);  // NOLINT(google-explicit-constructor)

    const Model& model;
    RestPose rest;  ///< its size is that of the skinned meshes, if there are any, whatever ground they stand on
    std::vector<MeshGroup> groups;

    /// The surface of one of `groups`; made on first use.
    const Surface& surfaceOf(const MeshGroup& group) const;

  private:
    mutable std::vector<std::optional<Surface>> surfaces_;  ///< one for each of `groups`
};

}  // namespace sinew
